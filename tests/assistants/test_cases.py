"""Cases: their keys are what the catalogue gives, by the second implementation; verdicts follow from them."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import strategies
from assistants.shops import HOTELS
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core import judge, load_domain
from cocoa_core.assistants import (
    AssistantReply,
    CaseDrawing,
    CaseFolder,
    CaseSettings,
    ReplyReader,
    ask_case,
    export_cases,
    narrowed,
    read_cases,
)
from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError, SettingsError, UsageError
from cocoa_core.families.selection.targeting import drawing as case_drawing
from cocoa_core.families.selection.targeting.case import BEST, EVERY, NONE, SOME, Case
from cocoa_core.verification import verify_cases

DOMAINS = (
    "hotels",
    "jobs",
    *(pytest.param(name, marks=pytest.mark.deep) for name in ("flights", "diamonds")),
)


@cache
def cases_of(name: str, count: int = 20, seed: int = 1) -> tuple[Case, ...]:
    return tuple(CaseDrawing(load_domain(name).domain, CaseSettings(count, seed)).cases())


@pytest.mark.parametrize("name", DOMAINS)
def test_every_key_is_what_the_second_implementation_finds(name: str, tmp_path: Path) -> None:
    CaseFolder(tmp_path / "out").prepare(load_domain(name).domain, CaseSettings(20, 1))
    report = verify_cases(tmp_path / "out")
    assert [str(finding) for finding in report.findings] == []
    assert report.checked == 20


@pytest.mark.parametrize("name", DOMAINS)
def test_as_many_rows_fit_as_the_kind_of_a_case_says(name: str) -> None:
    for case in cases_of(name):
        fitting = sum(map(case.fits, case.rows))
        few = max(5, len(case.rows) // 20)
        least, most = {SOME: (1, few), EVERY: (1, 5), NONE: (0, 0), BEST: (2, few)}[case.kind]
        assert least <= fitting <= most
        assert len(case.key) == (1 if case.kind == BEST else fitting)
        assert case.message.startswith(case.request)
    assert Counter(case.kind for case in cases_of(name))[EVERY] >= 8


def ungrouped(tmp_path: Path, rows: int) -> Domain:
    """Flights of all routes in one table."""
    flights, folder = load_domain("flights").domain, tmp_path / "all-flights"
    shutil.copytree(flights.folder, folder, ignore=shutil.ignore_patterns("simulator", "__pycache__"))
    for name, pattern, text in (
        ("schema.yaml", r"group_by: .*", "group_by: []"),
        ("schema.yaml", r"request: .*", "request: [I'm looking for a flight]"),
        ("rules.yaml", r"openings:\n(  - .*\n)+", "openings:\n  - I need a flight.\n"),
    ):
        file = folder / name
        file.write_text(re.sub(pattern, text, file.read_text("utf-8"), count=1), "utf-8")
    first, *lines = (folder / "catalogue.csv").read_text("utf-8").splitlines(keepends=True)
    kept = lines[:: len(lines) // rows][:rows]
    (folder / "catalogue.csv").write_text("".join([first, *kept]), "utf-8")
    return load_domain(folder).domain


def test_in_a_large_table_without_groups_no_row_fits_some_request_and_some_would_but_for_a_condition(
    tmp_path: Path,
) -> None:
    domain = ungrouped(tmp_path, 4_950)
    *_, case = CaseFolder(tmp_path / "out").prepare(domain, CaseSettings(3, 1))
    assert verify_cases(tmp_path / "out").clean
    broken = [len(case.broken(row)) for row in case.rows]
    assert (len(broken), case.kind, case.key, case.unsettled) == (4_950, NONE, (), ())
    assert min(broken) == 1  # who overlooks one condition names a row


def test_a_requirement_that_too_many_rows_satisfy_is_narrowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No case takes eight attempts here, so that the first is taken for the ninth."""
    plain = cases_of("hotels")
    monkeypatch.setattr(case_drawing, "_NARROWED_AFTER", 0)
    narrowed = tuple(CaseDrawing(HOTELS, CaseSettings(20, 1)).cases())
    assert [case.kind for case in narrowed] == [case.kind for case in plain]
    for case in narrowed:
        fitting, few = sum(map(case.fits, case.rows)), max(5, len(case.rows) // 20)
        least, most = {SOME: (1, few), EVERY: (1, 5), NONE: (0, 0), BEST: (2, few)}[case.kind]
        assert least <= fitting <= most


def test_in_a_large_group_a_case_for_every_row_may_become_one_for_some() -> None:
    """Of these 1,600 rows with four slots no request leaves a single one."""
    domain = strategies.domain_of(2, 4, rows=(1_600, 1_600))
    kinds = [case.kind for case in CaseDrawing(domain, CaseSettings(3, 1, most=1)).cases()]
    assert kinds == [SOME] * 3


def test_equal_seeds_give_equal_cases_and_no_requirement_comes_twice() -> None:
    again = CaseDrawing(HOTELS, CaseSettings(20, 1)).cases()
    assert [case.line() for case in again] == [case.line() for case in cases_of("hotels")]
    others = CaseDrawing(HOTELS, CaseSettings(20, 2)).cases()
    assert not {case.id for case in others} & {case.id for case in cases_of("hotels")}
    assert len({case.requirement.id for case in cases_of("hotels")}) == 20


def test_fewer_cases_are_the_first_of_more() -> None:
    few = [case.line() for case in CaseDrawing(HOTELS, CaseSettings(5, 1)).cases()]
    assert few == [case.line() for case in cases_of("hotels")][:5]


@given(st.data())
def test_a_verdict_is_what_the_kind_of_the_case_asks_for(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(cases_of("hotels")))
    fitting = [row for row in case.rows if case.fits(row)]
    pool = st.sampled_from([*case.rows, *fitting, "NOT-A-ROW", *case.key])
    rows = data.draw(st.lists(pool, max_size=6)) + data.draw(st.sampled_from([[], list(case.key)]))
    verdict = judge(case, rows)
    bad = {row for row in rows if row not in case.rows or case.broken(row)}
    good = set(rows) & set(fitting)
    met = {
        SOME: bool(good),
        EVERY: good == set(case.key),
        NONE: not good,
        BEST: good == set(case.key),
    }[case.kind]
    assert verdict.right is (met and not bad)
    assert bool(verdict.problems) is not verdict.right
    assert {*verdict.broken, *verdict.outside} == bad
    for row in bad:
        assert any(row in problem for problem in verdict.problems)


def test_rows_of_which_it_is_undefined_whether_they_fit_are_neither_asked_for_nor_wrong() -> None:
    case = next(case for case in cases_of("hotels", 40) if case.unsettled and case.kind == EVERY)
    assert judge(case, case.key).right
    assert judge(case, [*case.key, *case.unsettled]).right
    assert not judge(case, case.unsettled).right


def test_a_message_quotes_the_condition_with_the_value_that_breaks_it() -> None:
    for case in cases_of("hotels"):
        row = next(row for row in case.rows if case.broken(row))
        (problem, *_) = judge(case.line(), [row]).problems
        number = case.broken(row)[0]
        assert problem.startswith(f"returned {row}: breaks '{case.words[number].text}' (")
        assert judge(json.loads(case.line()), [row]).problems[0] == problem


def test_a_record_of_something_else_is_refused() -> None:
    with pytest.raises(FindingsError, match="cannot be read"):
        judge({"id": "1"}, [])
    with pytest.raises(SettingsError, match="out of range"):
        CaseSettings(count=0)


def test_a_case_over_the_same_catalogue_renews_to_itself() -> None:
    drawing = CaseDrawing(HOTELS)
    for case in cases_of("hotels"):
        assert drawing.renewed(case) == case


def test_a_smaller_request_has_the_key_of_its_own_conditions() -> None:
    drawing = CaseDrawing(HOTELS)
    for case in cases_of("hotels")[:10]:
        for number in range(len(case.terms)):
            smaller = drawing.reduced(case, [number])
            if smaller is None:
                assert case.wanted == BEST
                continue
            assert len(smaller.terms) == 1
            truths = {row: facts.truths.split("|")[number] for row, facts in case.rows.items()}
            assert {row: facts.truths for row, facts in smaller.rows.items()} == truths
            if case.wanted != BEST:
                assert smaller.key == tuple(row for row, signs in truths.items() if "t" in signs)


POOLS: dict[tuple[str, ...], Any] = {
    ("refundable=yes",): lambda row: row["refundable"] == "yes",
    ("Price per night <= 150", "type!=hostel"): lambda row: (
        float(row["price"]) <= 150 and row["type"] not in ("hostel", "")
    ),
    ("amenities=A Sauna",): lambda row: "a sauna" in row["amenities"].split("; "),
}


@pytest.mark.parametrize("queries", POOLS)
def test_only_rows_of_the_pool_are_right(queries: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "pool").mkdir()
    domain = narrowed(HOTELS, queries, tmp_path / "pool")
    table = csv.DictReader((HOTELS.folder / "catalogue.csv").read_text("utf-8").splitlines())
    inside = {row["id"] for row in table if POOLS[queries](row)}
    assert set(domain.catalogue.ids) == inside
    assert 0 < len(inside) < len(HOTELS.catalogue.ids)
    settings = CaseSettings(4, 1, pool=queries)
    for case in CaseFolder(tmp_path / "out").prepare(domain, settings):
        assert inside >= set(case.rows)
        other = next(row for row in HOTELS.catalogue.ids if row not in inside)
        outcome = ask_case(case, Answering([*case.key, other]), ReplyReader(HOTELS))
        assert (outcome.outcome, outcome.outside, outcome.invented) == ("wrong", (other,), ())
        assert " and ".join(queries) in outcome.problems[0]
    assert verify_cases(tmp_path / "out").clean


@frozen
class Answering:
    """Says the same to everybody."""

    rows: Sequence[str]
    name: str = "same"

    def ask(self, _messages: Any, _session: str) -> AssistantReply:
        return AssistantReply("", {"rows": [*self.rows]})


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("refundable", "is no query"),
        ("refundble=yes", "did you mean 'refundable'"),
        ("refundable=maybe", "no row has"),
        ("type<hostel", "has no order"),
        ("price<=cheap", "no value of Price"),
        ("price<1", "no row of the catalogue"),
    ],
)
def test_a_pool_that_cannot_be_is_refused(query: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=words):
        narrowed(HOTELS, [query], tmp_path)
    assert not any(tmp_path.iterdir())


FORGERIES: dict[str, Any] = {
    "key": lambda record: {"key": record["key"][1:] or ["AMS-01"]},
    "a row is called unsettled": lambda record: {"unsettled": record["key"][:1] or ["AMS-01"]},
    "message": lambda record: {"message": record["message"].replace("Please", "Kindly", 1) + " "},
    "request": lambda record: {"request": record["request"] + " It must be cheap."},
    "wanted": lambda record: {"wanted": {"some": "every"}.get(record["wanted"], "some")},
    "group": lambda record: {"group": dict.fromkeys(record["group"], "Atlantis")},
    "slots": lambda record: {"slots": [*record["slots"][1:], record["slots"][0]]},
    "id": lambda record: {"id": "0" * 16},
    "a row is left out": lambda record: {"rows": [[signs[1:] for signs in term] for term in record["rows"]]},
    "a sum term is left out": lambda record: {"rows": record["rows"][1:]},
    "a truth": lambda record: {
        "rows": [[_turned(record["rows"][0][0]), *record["rows"][0][1:]], *record["rows"][1:]]
    },
    "a sum term is dropped": lambda record: {
        "requirement": {**record["requirement"], "terms": record["requirement"]["terms"][1:]}
    },
    "a sentence": lambda record: {"sentences": record["sentences"][1:]},
    "another pool": lambda record: {"pool": "refundable=yes"},
    "an unknown key": lambda record: {"surplus": 1},
    "another domain": lambda record: {"domain": {**record["domain"], "digest": "0" * 64}},
}


def _turned(signs: str) -> str:
    return signs[0].translate(str.maketrans("tf-", "ftt")) + signs[1:]


ROW_FORGERIES: dict[str, Any] = {
    "a value": lambda record: {
        "values": {label: [*texts[1:], texts[0]] for label, texts in record["values"].items()}
    },
    "a value is left out": lambda record: {
        "values": {label: texts[1:] for label, texts in record["values"].items()}
    },
    "a row": lambda record: {"ids": ["AMS-99", *record["ids"][1:]]},
    "a row is left out": lambda record: {"ids": record["ids"][1:]},
    "a slot": lambda record: {"values": {**record["values"], "Moons": [""] * len(record["ids"])}},
}


@pytest.fixture(scope="module")
def six_cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("six") / "out"
    CaseFolder(folder).prepare(HOTELS, CaseSettings(6, 1))
    return folder


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_case_is_named(name: str, six_cases: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(six_cases, tmp_path / "out"))
    assert _places_after_forging(folder / "cases.jsonl", FORGERIES[name]) == {("cases.jsonl", 2)}


@pytest.mark.parametrize("name", ROW_FORGERIES)
def test_forged_rows_are_named(name: str, six_cases: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(six_cases, tmp_path / "out"))
    assert ("rows.jsonl", 2) in _places_after_forging(folder / "rows.jsonl", ROW_FORGERIES[name])


def _places_after_forging(file: Path, forge: Any) -> set[tuple[str, int | None]]:
    """Where `verify` names something, but for the digest, when the second line of a file is forged."""
    lines = file.read_text("utf-8").split("\n")
    record = json.loads(lines[1])
    forged = {**record, **forge(record)}
    assert forged != record
    lines[1] = json.dumps(forged, ensure_ascii=False, separators=(",", ":"))
    file.write_text("\n".join(lines), "utf-8")
    findings = verify_cases(file.parent).findings
    assert [finding.place.file for finding in findings if finding.what == "sha256"] == [file.name]
    return {(finding.place.file, finding.place.line) for finding in findings if finding.what != "sha256"}


def test_cases_are_read_as_they_were_written_and_hold_no_rows(tmp_path: Path) -> None:
    """The file of rows has each row of a group once, so more cases do not make it longer."""
    cases = CaseFolder(tmp_path).prepare(HOTELS, CaseSettings(20, 1))
    assert read_cases(tmp_path) == cases
    stored = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()]
    assert [record["group"] for record in stored] == [
        dict(group) for group in dict.fromkeys(tuple(case.group.items()) for case in cases)
    ]
    text = (tmp_path / "cases.jsonl").read_text("utf-8")
    elsewhere = {row for case in cases for row in (*case.key, *case.unsettled, *case.stale)}
    assert not any(f'"{row}"' in text for case in cases for row in case.rows if row not in elsewhere)


def test_cases_that_hold_their_rows_are_still_read(tmp_path: Path) -> None:
    """As version 0.1 wrote them."""
    cases = CaseFolder(tmp_path).prepare(HOTELS, CaseSettings(6, 1))
    data = "".join(f"{case.line()}\n" for case in cases).encode()
    manifest = json.loads((tmp_path / "target.json").read_text("utf-8"))
    manifest |= {"format": "cocoa-target/1", "cases": hashlib.sha256(data).hexdigest()}
    del manifest["rows"]
    (tmp_path / "target.json").write_text(json.dumps(manifest), "utf-8")
    (tmp_path / "cases.jsonl").write_bytes(data)
    (tmp_path / "rows.jsonl").unlink()
    assert read_cases(tmp_path) == cases
    assert verify_cases(tmp_path).clean
    export_cases(tmp_path, "pytest", tmp_path / "exported")
    assert read_cases(tmp_path / "exported") == cases
    assert CaseFolder(tmp_path).prepare(HOTELS, CaseSettings(6, 1), keep=True) == cases
    assert (tmp_path / "rows.jsonl").read_bytes() == (tmp_path / "exported" / "rows.jsonl").read_bytes()


def test_a_case_without_its_rows_is_refused_with_where_they_are(tmp_path: Path) -> None:
    CaseFolder(tmp_path).prepare(HOTELS, CaseSettings(2, 1))
    line, *_ = (tmp_path / "cases.jsonl").read_text("utf-8").splitlines()
    with pytest.raises(FindingsError, match="read_cases"):
        judge(line, [])
    (tmp_path / "rows.jsonl").write_text("", "utf-8")
    with pytest.raises(FindingsError, match="does not have its rows"):
        read_cases(tmp_path)


def test_a_catalogue_that_lost_a_right_row_is_named(tmp_path: Path) -> None:
    (case, *_) = CaseFolder(tmp_path).prepare(HOTELS, CaseSettings(1, 1))
    file = tmp_path / "domain" / "catalogue.csv"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(line for line in lines if not line.startswith(case.key[0].encode())))
    assert {finding.what for finding in verify_cases(tmp_path).findings} == {"digest", "rows"}
