"""The default difficulty is what the domain can give; what is named and cannot be met names what can."""

from __future__ import annotations

import itertools
import json
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.checking import check_domain
from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError, SettingsError
from cocoa_core.families.selection import (
    ASKS,
    PRESETS,
    DifficultyCell,
    Groups,
    QuestionSetSpec,
    QuestionSource,
    RequestWording,
    Settings,
    fit_of,
    fitting,
)
from cocoa_core.families.selection.fitting import fitted
from cocoa_core.families.selection.generation import balanced_set
from cocoa_core.families.selection.generation.balanced_set import BalancedSetSpec
from cocoa_core.families.selection.generation.context import QuestionSetSearch
from cocoa_core.families.selection.generation.revision_plans import most_swaps
from cocoa_core.families.selection.generation.set_search import Limits, draw_together
from cocoa_core.items import read_manifest
from cocoa_core.scaffolding import as_written, draft_from_table, write_domain

ROWS = range(60)
TABLES = {
    "two numbers": ("price,weight", [(100 + n * 37 % 900, 8 + n * 7 % 130) for n in ROWS]),
    "only words": (
        "colour,size,shape",
        [(["red", "green", "blue"][n % 3], ["low", "mid", "high"][n // 3 % 3], ["round", "flat"][n % 2])
         for n in ROWS],
    ),
    "a constant column": (
        "price,weight,year,brand",
        [(100 + n * 37 % 900, 8 + n * 7 % 130, 2020, ["Elm", "Oak", "Fir"][n % 3]) for n in ROWS],
    ),
    "many equal values": (
        "price,rating,brand",
        [(100 + n % 4 * 50, 1 + n % 5, ["Elm", "Oak", "Fir", "Ash"][n % 4]) for n in ROWS],
    ),
    "few rows": (
        "price,weight,score,length",
        [(100 + n * 37 % 900, 8 + n * 7 % 130, 1 + n * 3 % 10, 20 + n * 53 % 280) for n in range(26)],
    ),
    "groups of six": (
        "city,price,weight",
        [(f"Town {'ABCDEFGHIJ'[n // 6]}", 100 + n * 37 % 900, 8 + n * 7 % 130) for n in ROWS],
    ),
    "yes or no and a number": ("bar,weight", [(n * 7 % 10 < 4, 200 + n * 37 % 601) for n in range(85)]),
}  # fmt: skip


def table_of(name: str, folder: Path) -> Path:
    header, rows = TABLES[name]
    lines = [f"thing {n}," + ",".join(map(str, row)) for n, row in enumerate(rows)]
    table = folder / "table.csv"
    table.write_text("\n".join([f"name,{header}", *lines, ""]), encoding="utf-8")
    return table


Handles = Callable[[str], cocoa_core.DomainHandle | None]


@pytest.fixture(scope="module")
def handle_of(tmp_path_factory: pytest.TempPathFactory) -> Handles:
    """By table, the domain that it makes; None where it is refused."""

    @cache
    def handle(name: str) -> cocoa_core.DomainHandle | None:
        folder = tmp_path_factory.mktemp("table")
        table = table_of(name, folder)
        try:
            written = write_domain(
                as_written(draft_from_table(table, "things", None)), folder / "things", False
            )
        except cocoa_core.CocoaError:
            return None
        assert written.works or written.remark
        return cocoa_core.load_domain(folder / "things") if written.works else None

    return handle


@pytest.mark.parametrize("name", ["flights", "hotels", "jobs", "diamonds"])
def test_shipped_domains_keep_the_whole_mix(name: str) -> None:
    domain = cocoa_core.load_domain(name).domain
    assert fit_of(domain).whole
    assert fit_of(domain).mix == PRESETS["standard"]
    chosen, fit = fitted(domain, Settings.of())
    assert (chosen.to_json(), fit) == (Settings.of(preset="standard").to_json(), None)


FEW_TABLES = ("few rows", "groups of six")
"""Of which a quick run makes a domain."""


@pytest.mark.parametrize(
    "name", [name if name in FEW_TABLES else pytest.param(name, marks=pytest.mark.deep) for name in TABLES]
)
def test_the_default_gives_verified_questions_or_the_table_is_refused(
    name: str, handle_of: Handles, tmp_path: Path
) -> None:
    handle = handle_of(name)
    if handle is None:
        return
    handle.write(tmp_path / "exam", 10)
    report = cocoa_core.verify(tmp_path / "exam")
    assert report.checked == 10
    assert report.clean, report.findings


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> cocoa_core.DomainHandle:
    """Does not give all of the usual difficulty; its files are written without drawing questions first."""
    folder = tmp_path_factory.mktemp("narrow") / "things"
    folder.mkdir()
    draft = draft_from_table(table_of("two numbers", folder), "things", None)
    for name, text in as_written(draft).texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return cocoa_core.load_domain(folder)


def test_what_is_left_out_is_in_the_settings_and_said_and_fits_anew_to_the_same(
    narrow: cocoa_core.DomainHandle,
) -> None:
    domain = narrow.domain
    chosen, fit = fitted(domain, Settings.of())
    assert {setting.all_slots for setting, _ in chosen.mix} == {2}
    assert fit is not None
    assert "no group is split by more than 2 slots (price, weight)" in fit.remark
    fit_of.cache_clear()
    assert fitted(domain, Settings.of()) == (chosen, fit)


@pytest.mark.parametrize("revisions", [2, 3])
def test_the_default_mix_leaves_the_slots_that_revisions_need(revisions: int) -> None:
    """The laptops of docs/examples split their groups by six slots, and a cell of the mix speaks of five."""
    domain = cocoa_core.load_domain(Path(__file__).parents[3] / "docs" / "examples" / "laptops").domain
    chosen, fit = fitted(domain, Settings.of(revisions=revisions))
    needed = most_swaps(revisions, several=False)
    assert {cell.all_slots for cell, _ in chosen.mix} == set(range(3, 7 - needed))
    assert fit is not None
    assert f"and the revisions need {needed} of them" in fit.remark


def passed(fix: str | None) -> dict[str, int]:
    """The numbers of a fix: "pass --slots 2 --minterms 3 --options 4 ..."."""
    flags = re.findall(r"--(slots|minterms|wishes|options) (\d+)", fix or "")
    assert (fix or "").startswith("pass ")
    assert flags
    return {name: int(number) for name, number in flags}


@pytest.mark.parametrize(
    "named",
    [
        {"slots": 4, "minterms": 3},
        {"wishes": 2},
        *(pytest.param(named, marks=pytest.mark.deep) for named in ({"preset": "hard"}, {"level": 0.6})),
    ],
)
def test_more_slots_than_split_a_group_are_refused_with_a_setting_that_works(
    named: dict[str, Any], narrow: cocoa_core.DomainHandle
) -> None:
    assert fitted(narrow.domain, Settings.of(**named)) == (Settings.of(**named), None)
    with pytest.raises(SettingsError, match="too few slots") as caught:
        narrow.question(**named)
    assert "price, weight" in (caught.value.expected or "")
    instead = passed(caught.value.fix)
    question = narrow.question(**instead)
    assert question.provenance.setting == (instead["slots"], instead["minterms"])


@pytest.mark.parametrize(
    "named",
    [
        {"slots": 2, "minterms": 3},
        pytest.param({"slots": 2, "minterms": 3, "options": 8}, marks=pytest.mark.deep),
    ],
)
def test_slots_enough_of_which_nothing_is_found_are_refused_with_a_setting_that_works(
    named: dict[str, int], narrow: cocoa_core.DomainHandle
) -> None:
    with pytest.raises(SettingsError, match="no question of things was found") as caught:
        narrow.question(**named)
    assert "rejected draws" in (caught.value.got or "")
    instead = named | passed(caught.value.fix)
    assert instead != named
    assert len(narrow.question(**instead).options) == instead.get("options", 5)


@pytest.mark.parametrize("options", [pytest.param(20, marks=pytest.mark.deep), 1000])
def test_too_many_options_are_refused_with_a_number_that_works(
    options: int, narrow: cocoa_core.DomainHandle
) -> None:
    with pytest.raises(SettingsError) as caught:
        narrow.question(options=options)
    instead = passed(caught.value.fix)
    assert list(instead) == ["options"]
    assert len(narrow.question(**instead).options) == instead["options"] < options


@pytest.fixture(scope="module")
def written_exam(narrow: cocoa_core.DomainHandle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written") / "exam"
    narrow.write(folder, 5)
    return folder


@pytest.fixture
def exam(written_exam: Path, tmp_path: Path) -> Path:
    """Five questions of that domain, to be changed."""
    return shutil.copytree(written_exam, tmp_path / "exam")


def test_the_manifest_says_what_was_left_out_and_a_set_without_that_is_read(
    exam: Path, narrow: cocoa_core.DomainHandle
) -> None:
    path = exam / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    assert manifest["fitted"] == fit_of(narrow.domain).to_json()
    few = "no group is split by more than 2 slots (price, weight)"
    assert {"setting": [2, 3, 1], "reason": few} in manifest["fitted"]["left_out"]
    assert cocoa_core.verify(exam).clean
    del manifest["fitted"]
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert cocoa_core.verify(exam).clean
    assert read_manifest(exam).fitted is None


@pytest.mark.parametrize(
    "forged",
    [
        {"asked_options": 5, "left_out": [{"setting": [2, 2], "reason": "in the settings"}]},
        {"asked_options": 3, "left_out": [{"setting": [3, 3], "reason": "fewer asked for than shown"}]},
        {"asked_options": 4, "left_out": []},
        {"asked_options": 5, "left_out": [{"setting": [3, 3], "reason": "two\nlines"}]},
        {"asked_options": 5, "left_out": [{"setting": [3, True], "reason": "no number"}]},
        {"asked_options": 5, "left_out": [{"setting": "33", "reason": "no list"}]},
        {"asked_options": 5, "left_out": [{"setting": [3, 3]}]},
        {"asked_options": 5, "left_out": [{"setting": [3, 3], "reason": "more", "else": 1}]},
        {"asked_options": 5, "left_out": [], "else": 1},
        {"asked_options": "5", "left_out": []},
        {"left_out": []},
        "all of it",
    ],
    ids=str,
)
def test_what_cannot_have_been_left_out_is_found_by_verify(forged: Any, exam: Path) -> None:
    path = exam / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) | {"fitted": forged}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with suppress(FindingsError):  # of a manifest that cannot be understood
        assert not cocoa_core.verify(exam).clean


@pytest.fixture
def nothing_of_five_or_more(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No ring of five options or more is ever found."""
    drawn = fitting._is_drawn

    def fewer_than_five(source: QuestionSource, plan: QuestionSetSpec, number: int, limits: Limits) -> bool:
        return plan.settings.options < 5 and drawn(source, plan, number, limits)

    monkeypatch.setattr(fitting, "_is_drawn", fewer_than_five)
    fit_of.cache_clear()
    yield
    fit_of.cache_clear()


@pytest.mark.usefixtures("nothing_of_five_or_more")
def test_where_five_options_give_nothing_fewer_are_shown_and_that_is_said(
    narrow: cocoa_core.DomainHandle,
) -> None:
    domain = narrow.domain
    chosen, fit = fitted(domain, Settings.of())
    assert chosen.options == 4
    assert fit is not None
    assert "and 4 options: hardly any question of 5 is found" in fit.remark
    question = cocoa_core.load_domain(domain).question()
    assert len(question.options) == 4
    with pytest.raises(SettingsError, match="no question of things was found"):
        fit_of(domain, options=6)


def test_a_domain_that_gives_nothing_fails_its_check_with_the_reason(
    narrow: cocoa_core.DomainHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_: Domain) -> None:
        raise SettingsError("no question was found", got="the rows are alike", fix="vary them")

    monkeypatch.setattr("cocoa_core.checking.check.fit_of", nothing)
    monkeypatch.setattr("cocoa_core.checking.check.acceptances_of", lambda *_, **__: iter(()))
    monkeypatch.setattr("cocoa_core.checking.check._Check._example_question", lambda *_: None)
    report = check_domain(narrow.domain.folder)
    [finding] = [one for one in report.findings if one.code == "no-setting-fits"]
    assert (finding.got, finding.fix) == ("the rows are alike", "vary them")
    assert not report.passes()


CELLS = {
    "words": st.sampled_from(["red", "green", "blue"]),
    "grades": st.integers(1, 4).map(str),
    "numbers": st.integers(1, 900).map(str),
    "prices": st.integers(100, 99_999).map(lambda cents: f"{cents / 100:.2f}"),
    "days": st.integers(1, 28).map(lambda day: f"2024-03-{day:02}"),
    "yes or no": st.sampled_from(["yes", "no"]),
    "the same": st.just("7"),
    "lacking": st.sampled_from(["", "12", "40", "75"]),
}


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A table of two to five columns and two to thirty rows, some of them alike."""
    kinds = draw(st.lists(st.sampled_from(sorted(CELLS)), min_size=2, max_size=5))
    rows = draw(st.lists(st.tuples(*[CELLS[kind] for kind in kinds]), min_size=2, max_size=30))
    header = ["name", *[f"{kind} {'abcde'[number]}" for number, kind in enumerate(kinds)]]
    lines = [header, *[[f"thing {number % 25}", *row] for number, row in enumerate(rows)]]
    return "".join(",".join(cells) + "\n" for cells in lines)


@given(tables())
@settings(max_examples=6)
def test_any_small_table_gives_verified_questions_by_default_or_is_refused_with_a_reason(table: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "table.csv").write_text(table, encoding="utf-8")
        try:
            write_domain(
                as_written(draft_from_table(folder / "table.csv", "things", None)), folder / "things", False
            )
            cocoa_core.load_domain(folder / "things").write(folder / "exam", 6)
        except cocoa_core.CocoaError as error:
            reasons = [error.problem, error.got or error.expected]
        else:
            report = cocoa_core.verify(folder / "exam")
            assert (report.checked, list(report.findings)) == (6, [])
            return
        assert all(reasons), reasons


def test_a_search_ends_with_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    domain = strategies.domain_of(21, 8)
    wording = RequestWording(domain)
    source = QuestionSource(Groups(domain, wording.realizer.wordings), wording)
    drawn: list[int] = []

    def draw(search: QuestionSetSearch, shape: BalancedSetSpec) -> None:
        drawn.append(1)
        search.rejections[0].groundings += 10
        search.failed["this"] += 1
        search.failed["that"] += 1

    monkeypatch.setattr(balanced_set, "draw_balanced_set", draw)
    plan = QuestionSetSpec(ASKS["choose"], (DifficultyCell(3, 2),) * 5, Settings.of())
    for limits, tries in ((Limits(tries=7), 7), (Limits(groundings=95), 10)):
        drawn.clear()
        with pytest.raises(SettingsError, match="no question"):
            draw_together(source, plan, random.Random(1), limits)
        assert len(drawn) == tries


def test_a_search_in_vain_is_doubted_once_and_goes_on_where_that_raises_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    domain = strategies.domain_of(21, 8)
    wording = RequestWording(domain)
    source = QuestionSource(Groups(domain, wording.realizer.wordings), wording)
    tries, doubts = itertools.count(), list[int]()
    draw_ring = balanced_set.draw_balanced_set

    def draw(search: QuestionSetSearch, shape: BalancedSetSpec) -> Any:
        if next(tries) >= 100:
            return draw_ring(search, shape)
        search.failed["one cause"] += 1
        return None

    monkeypatch.setattr(balanced_set, "draw_balanced_set", draw)
    plan = QuestionSetSpec(ASKS["choose"], (DifficultyCell(3, 2),) * 5, Settings.of())
    assert draw_together(source, plan, random.Random(5), on_doubt=lambda: doubts.append(1)).sets
    assert doubts == [1]


def test_what_an_ask_lacks_is_the_reason_that_the_default_is_refused_with(
    narrow: cocoa_core.DomainHandle,
) -> None:
    with pytest.raises(SettingsError, match="does not say what several of its options") as lacking:
        narrow.question(ask="bundle")
    assert lacking.value.got == "no bundle.yaml in its folder"
    with pytest.raises(SettingsError, match="no question of things was found"):
        narrow.question(ask="missing")


@pytest.mark.deep
@pytest.mark.parametrize("ask", ["every", "count", "best", "broken", "relax", "possible", "choose,count"])
@pytest.mark.parametrize("name", TABLES)
def test_the_default_is_fitted_to_what_is_asked(
    ask: str, name: str, handle_of: Handles, tmp_path: Path
) -> None:
    handle = handle_of(name)
    if handle is None:
        return
    try:
        handle.write(tmp_path / "exam", 6, ask=ask)
    except SettingsError as error:
        reasons = [error.got, error.fix]
    else:
        assert cocoa_core.verify(tmp_path / "exam").clean
        return
    assert all(reasons), reasons
