"""Reference lines: on every question once, whoever answered it, and the same as of a run that was made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one

import cocoa_core
from cocoa_core.analysis import Analysis, DomainsAtHand, References, analyze, read_results, references_of
from cocoa_core.analysis.references import FEWEST
from cocoa_core.families.selection import Question, query_blind, reader_of

Record = dict[str, Any]
ALL = ("cocoa/oracle", "cocoa/literals", "cocoa/first-term", "cocoa/random", "query-blind")


@pytest.fixture(scope="module")
def many() -> list[Record]:
    """Enough records about flights for query-blind, five to a set of options."""
    flights = cocoa_core.load_domain("flights")
    return [one.to_json() for one in flights.generate(FEWEST + 25, seed=9, slots=2, minterms=2)]


def analysis_of(folder: Path) -> Analysis:
    reading = read_results([folder])
    domains = DomainsAtHand(folders=reading.folders)
    return analyze(reading, references_of(reading, domains), domains)


def outcomes(references: References) -> dict[str, list[tuple[str, bool, bool]]]:
    return {
        line.model: [
            (result.item.record["id"], result.correct, result.parse_failure) for result in line.results
        ]
        for line in references.lines
    }


def summary(analysis: Analysis) -> dict[str, Mapping[str, Any]]:
    return {str(row["model"]): row for row in analysis.tables["summary"].dicts()}


def with_key(record: Record, answer: str) -> Record:
    """The record with another answer in its key."""
    changed: Record = json.loads(json.dumps(record))
    broken = changed["certificate"]["broken"]
    if answer != changed["answer"]:
        satisfied = changed["certificate"]["satisfied"]
        broken[changed["answer"]] = broken.pop(answer)
        satisfied[answer] = satisfied.pop(changed["answer"])
        changed["key"] = [answer]
        changed["answer"] = answer
    return changed


def test_every_question_is_answered_once_by_every_line(many: list[Record], tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(many[:60], right, model="a", epochs=2))
    write_log(tmp_path / "2.eval", made_log(many[40:], wrong_by_one, model="b", strategy="l2m"))
    analysis = analysis_of(tmp_path)
    assert analysis.references.left_out == ()
    found = outcomes(analysis.references)
    assert tuple(found) == ALL
    order = [one["id"] for one in sorted(many, key=lambda one: one["provenance"]["index"])]
    assert all([key for key, _, _ in line] == order for line in found.values())
    assert all(correct for _, correct, _ in found["cocoa/oracle"])
    rows = summary(analysis)
    assert tuple(rows) == ("a", "b", *ALL, "chance")
    for model in ALL:
        counted = sum(correct for _, correct, _ in found[model])
        assert (rows[model]["right"], rows[model]["questions"], rows[model]["epochs"]) == (
            counted,
            len(many),
            1,
        )
        assert (rows[model]["role"], rows[model]["strategy"]) == ("reference", None)
    typical = [row for row in analysis.tables["typicality"].dicts() if row["model"] == "query-blind"]
    assert typical[0]["right"] + typical[1]["right"] == typical[2]["right"] == rows["query-blind"]["right"]


def test_the_same_questions_give_the_same_lines_in_whichever_logs_they_stand(
    many: list[Record], tmp_path: Path
) -> None:
    write_log(tmp_path / "one" / "1.eval", made_log(many, right))
    turned = list(reversed(many))
    write_log(tmp_path / "two" / "1.eval", made_log(turned[:30], wrong_by_one, model="x", strategy="l2m"))
    write_log(tmp_path / "two" / "2026-2.json", made_log(turned[20:], right, model="y"))
    one, two = (analysis_of(tmp_path / name).references for name in ("one", "two"))
    assert outcomes(one) == outcomes(two)


def test_query_blind_is_that_of_the_data_set_itself(many: list[Record], tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(many, right))
    (line,) = (one for one in analysis_of(tmp_path).references.lines if one.model == "query-blind")
    reader = reader_of(cocoa_core.load_domain("flights").domain.files)
    guesses = query_blind(map(Question.from_json, many), reader)
    assert guesses is not None
    assert tuple(result.correct for result in line.results) == guesses.right
    assert tuple(result.cluster for result in line.results) == guesses.option_sets


def test_lines_stand_in_no_other_table_and_in_no_comparison(many: list[Record], tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(many[:20], right, model="a"))
    write_log(tmp_path / "2.eval", made_log(many[:20], wrong_by_one, model="b"))
    reading = read_results([tmp_path])
    plain, full = analyze(reading), analysis_of(tmp_path)
    assert len(full.references.lines) == len(ALL) - 1
    assert [pair.sentence for pair in full.pairs] == [pair.sentence for pair in plain.pairs]
    assert full.runs == plain.runs
    changed = {name for name in plain.tables if plain.tables[name].csv() != full.tables[name].csv()}
    assert changed == {"summary", "typicality", "typicality_paper", "left_out"}


@pytest.mark.parametrize("model", ALL)
def test_a_line_that_was_run_is_not_added_again(many: list[Record], tmp_path: Path, model: str) -> None:
    write_log(tmp_path / "1.eval", made_log(many, wrong_by_one, model=model, strategy="l2m"))
    write_log(tmp_path / "2.eval", made_log(many, right, model="a"))
    write_log(tmp_path / "3.eval", made_log(many[:9], right, model="a", dataset="other", origin="f" * 12))
    analysis = analysis_of(tmp_path)
    exam, other = (
        {line.model for line in analysis.references.lines if line.dataset == name}
        for name in ("exam", "other")
    )
    assert exam == set(ALL) - {model}
    assert other == set(ALL) - {"query-blind"}
    assert len([one for one in analysis.tables["summary"].dicts() if one["model"] == model]) <= 2


def test_without_the_domain_chance_remains_and_the_reason_is_told(many: list[Record], tmp_path: Path) -> None:
    foreign = json.loads(json.dumps(many[:4]))
    for record in foreign:
        record["domain"]["digest"] = "0" * 64
    write_log(tmp_path / "1.eval", made_log(foreign, right))
    analysis = analysis_of(tmp_path)
    assert [line.model for line in analysis.references.lines] == ["cocoa/random"]
    (told,) = analysis.left_out
    assert told.log == "exam"
    for said in (
        "cocoa/oracle, cocoa/literals, cocoa/first-term, query-blind",
        "flights (00000000)",
        "--exam",
    ):
        assert said in told.reason
    assert analysis.checks == ()


def test_few_questions_have_no_query_blind_and_the_reason_is_told(many: list[Record], tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(many[: FEWEST - 1], right))
    analysis = analysis_of(tmp_path)
    assert tuple(line.model for line in analysis.references.lines) == ALL[:-1]
    assert [f"takes {FEWEST} questions" in one.reason for one in analysis.left_out] == [True]


def test_a_record_that_is_not_whole_is_counted_not_raised(many: list[Record], tmp_path: Path) -> None:
    records = json.loads(json.dumps(many[:5]))
    del records[0]["request"]
    write_log(tmp_path / "1.eval", made_log(records, right))
    analysis = analysis_of(tmp_path)
    assert summary(analysis)["cocoa/oracle"]["right"] == 4
    assert [one.count for one in analysis.left_out if "not whole" in one.reason] == [1]


def test_a_wrong_key_and_a_request_that_cannot_be_read_are_defects(
    many: list[Record], tmp_path: Path
) -> None:
    records = json.loads(json.dumps(many[:10]))
    records[3] = with_key(records[3], next(one for one in "ABCDE" if one != many[3]["answer"]))
    records[5]["request"] = "I'm looking for a flight. Surprise me."
    write_log(tmp_path / "1.eval", made_log(records, right))
    (remark,) = analysis_of(tmp_path).checks
    assert remark.defect
    assert "states the key in 8 of 10 answers: 1 states none and 1 differs from it." in remark.text
    assert "rows of files, in part alone" in remark.text
    assert "Either the questions or this model's reading of them is wrong" in remark.text
    assert "`cocoa verify`" in remark.text


def test_an_answer_that_hangs_on_a_price_is_a_defect(many: list[Record], tmp_path: Path) -> None:
    def dearest(record: Record) -> Record:
        prices = {
            option["label"]: float(option["shown"]["Price"].strip("$").replace(",", ""))
            for option in record["options"]
        }
        return with_key(record, max(prices, key=prices.__getitem__))

    write_log(tmp_path / "1.eval", made_log([dearest(one) for one in many], right))
    texts = [check.text for check in analysis_of(tmp_path).checks if check.defect]
    assert any(text.startswith("The options give the answer away: query-blind") for text in texts)


def test_sound_data_is_no_defect(many: list[Record], tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(many, wrong_by_one))
    (remark,) = analysis_of(tmp_path).checks
    assert not remark.defect
    assert "right everywhere, and query-blind, which sees no request, is at " in remark.text


def test_progress_counts_every_question(many: list[Record], tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(many[:7], right, epochs=2))
    seen: list[int] = []
    references_of(read_results([tmp_path]), DomainsAtHand(), seen.append)
    assert seen == list(range(1, 8))
