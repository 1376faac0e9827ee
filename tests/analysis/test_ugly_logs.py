"""Logs that somebody spoiled: nothing in them stops the reading, and each whole answer counts once."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from analysis.page_elements import rendered
from analysis_logs import made_log, members_of, right, write_log, wrong_by_one, zipped
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Score

from cocoa_core.analysis import DomainsAtHand, LogReading, analyze, read_results
from cocoa_core.analysis.report.folder import table_files
from cocoa_core.analysis.report.wrong_answers import wrong_answers

Records = list[dict[str, Any]]
Members = dict[str, bytes]
DOMAINS = DomainsAtHand()
Place = tuple[str | int, ...]
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1.5, float("nan"), float("inf"), -float("inf"), 10**400, "", "x", "NaN"),
    *("\ud800", "\x1b[31m[red]x", "A" * 5000, [], [1], {}, {"a": 1}, [None]),
]


def places(data: Any, above: Place = ()) -> Iterator[Place]:
    if above:
        yield above
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*above, key))
    elif isinstance(data, list):
        for index, value in enumerate(data[:2]):
            yield from places(value, (*above, index))


def spoiled(member: bytes, place: Place, value: Any) -> bytes:
    data = json.loads(member)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return json.dumps(data).encode()


def told(reading: LogReading) -> list[tuple[str, int]]:
    return [(one.reason, one.count) for one in reading.left_out]


@pytest.fixture(scope="module")
def members(records: Records, tmp_path_factory: pytest.TempPathFactory) -> Members:
    """The parts of a log of four wrong answers."""
    return members_of(
        write_log(tmp_path_factory.mktemp("log") / "one.eval", made_log(records[:4], wrong_by_one))
    )


@pytest.mark.parametrize("part", ["samples/", "header.json"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_stands_in_a_log_nothing_is_raised_and_no_other_answer_is_lost(
    members: Members, tmp_path: Path, part: str, data: st.DataObject
) -> None:
    name = next(member for member in members if member.startswith(part))
    place = data.draw(st.sampled_from(list(places(json.loads(members[name])))))
    value = data.draw(st.sampled_from(ODD))
    path = zipped(tmp_path / "odd.eval", members | {name: spoiled(members[name], place, value)})
    reading = read_results([path])
    assert len(reading.results) + sum(count for _, count in told(reading)) >= (3 if part == "samples/" else 0)
    if part == "samples/":
        assert len(reading.results) >= 3
    if reading.results:
        analysis = analyze(reading, domains=DOMAINS)
        assert all(data.decode() for data in table_files(analysis.tables).values())
        json.dumps([table.to_json() for table in analysis.tables.values()], allow_nan=False)
        rendered("wrong.html", wrong=wrong_answers(analysis, 9)).encode()


@pytest.mark.parametrize("value", ["many", {"a": 1}, float("nan"), float("inf"), 10**400, -5, None])
def test_tokens_that_are_no_number_are_as_if_the_log_were_silent(
    members: Members, tmp_path: Path, value: Any
) -> None:
    name = next(member for member in members if member.startswith("samples/"))
    for key, found in (("output_tokens", 0), ("input_tokens", 20), ("total_cost", None)):
        changed = spoiled(members[name], ("model_usage", "openai/gpt-4o", key), value)
        (result,) = read_results([alone(tmp_path, members, name, changed)]).results
        assert {
            "output_tokens": result.output_tokens,
            "input_tokens": result.input_tokens,
            "total_cost": result.cost,
        }[key] == found


def alone(folder: Path, members: Members, name: str, data: bytes) -> Path:
    """A log with this one sample, the others broken."""
    broken = {member: b"" for member in members if member.startswith("samples/")}
    return zipped(folder / "one.eval", members | broken | {name: data})


def test_usage_that_is_no_object_and_files_that_are_no_samples_are_passed_over(
    members: Members, tmp_path: Path
) -> None:
    name = next(member for member in members if member.startswith("samples/"))
    sample = json.loads(members[name])
    sample["model_usage"] |= {"m/text": "many", "m/number": 7, "m/none": None}
    odd = {name: json.dumps(sample).encode(), "samples/notes.txt": b"mine", "notes.json": b"{}"}
    reading = read_results([zipped(tmp_path / "one.eval", members | odd)])
    assert reading.left_out == ()
    assert [(result.input_tokens, result.output_tokens) for result in reading.results] == [(120, 10)] * 4


def test_seconds_of_work_go_before_seconds_in_all(members: Members, tmp_path: Path) -> None:
    name = next(member for member in members if member.startswith("samples/"))
    for value, seconds in ((7, 7.0), (0, 0.0), (None, 3.0), ("x", 3.0), (float("nan"), 3.0)):
        changed = spoiled(members[name], ("working_time",), value)
        (result,) = read_results([alone(tmp_path, members, name, changed)]).results
        assert result.seconds == seconds


def test_a_file_cut_short_anywhere_is_one_line_and_takes_nothing_from_the_others(
    records: Records, tmp_path: Path
) -> None:
    whole = write_log(tmp_path / "whole.eval", made_log(records[:4])).read_bytes()
    for end in (*range(0, len(whole), len(whole) // 60), *range(len(whole) - 30, len(whole))):
        (tmp_path / "cut.eval").write_bytes(whole[:end])
        reading = read_results([tmp_path])
        assert len(reading.results) == 4
        ((reason, count),) = told(reading)
        assert count == 0
        assert reason == "the file is empty" if not end else reason.startswith("broken, or not a log")


def test_of_a_json_log_cut_short_the_whole_samples_count_and_the_line_says_how_many(
    records: Records, tmp_path: Path
) -> None:
    path = write_log(tmp_path / "2026.json", made_log(records[:4]))
    whole = path.read_bytes()
    seen = set()
    for end in range(len(whole) // 40, len(whole) - 1, len(whole) // 40):
        path.write_bytes(whole[:end])
        reading = read_results([path])
        ((reason, _),) = told(reading)
        found = len(reading.results)
        seen.add(found)
        if found:
            assert reason.endswith(f"; its {found} finished answers count")
        else:
            assert "no JSON file that holds one" in reason
        assert {result.sample for result in reading.results} <= {record["id"] for record in records[:4]}
    assert seen >= {0, 1, 2, 3}


def test_a_number_that_json_has_not_loses_and_doubles_no_sample(records: Records, tmp_path: Path) -> None:
    path = write_log(tmp_path / "2026.json", made_log(records[:5]))
    parts = path.read_text(encoding="utf-8").split('"total_time": 3.0')
    for index in range(1, 6):
        text = (
            '"total_time": 3.0'.join(parts[:index])
            + '"total_time": NaN'
            + '"total_time": 3.0'.join(parts[index:])
        )
        path.write_text(text, encoding="utf-8")
        reading = read_results([path])
        assert sorted(result.sample for result in reading.results) == sorted(
            record["id"] for record in records[:5]
        )
        assert reading.left_out == ()


def test_only_a_log_without_samples_is_said_to_hold_none(records: Records, tmp_path: Path) -> None:
    write_log(tmp_path / "none.eval", made_log([]))
    assert told(read_results([tmp_path])) == [("it holds no samples", 0)]
    write_log(tmp_path / "none.eval", made_log(records[:3], lambda record, epoch: "error"))
    assert told(read_results([tmp_path])) == [("asking ended in an error (the first: overloaded)", 3)]
    write_log(tmp_path / "none.eval", made_log(records[:3], task="exam"))
    assert told(read_results([tmp_path])) == []


@pytest.mark.parametrize("value", ["C", 1, 1.0, True])
@pytest.mark.parametrize("scorer", ["named_option", "cocoa/named_option"])
def test_our_score_is_found_under_either_name_among_others_and_in_every_spelling(
    records: Records, tmp_path: Path, value: Any, scorer: str
) -> None:
    log = made_log(records[:3])
    for sample in log.samples or ():
        sample.scores = {
            "length": Score(value=0.3, answer="long"),
            scorer: Score(value=value, answer=str(sample.target)),
        }
    results = read_results([write_log(tmp_path / "one.eval", log)]).results
    assert [result.correct for result in results] == [True] * 3
    for sample in log.samples or ():
        assert sample.scores is not None
        del sample.scores[scorer]
        sample.scores["other"] = Score(value="C", answer="A")
    reading = read_results([write_log(tmp_path / "one.eval", log)])
    assert told(reading) == [("none of its scores is cocoa's", 3)]


@pytest.mark.parametrize("value", [0, "I", "P", "N", 0.5, [1], None])
def test_other_scores_are_wrong_and_contradict_a_right_letter(
    members: Members, tmp_path: Path, value: Any
) -> None:
    name = next(member for member in members if member.startswith("samples/"))
    place = ("scores", "named_option", "value")
    reading = read_results([alone(tmp_path, members, name, spoiled(members[name], place, value))])
    assert [result.correct for result in reading.results] == [False]
    sample = json.loads(members[name])
    sample["scores"]["named_option"] |= {"answer": sample["target"], "value": value}
    reading = read_results([alone(tmp_path, members, name, json.dumps(sample).encode())])
    assert ("its score contradicts its answer", 1) in told(reading)


TECHNICAL = [
    *({"max_retries": 3}, {"timeout": 9}, {"attempt_timeout": 9}, {"max_connections": 3}, {"batch": True}),
    *({"adaptive_connections": True}, {"cache": True}, {"cache_prompt": True}, {"fail_on_refusal": True}),
    *({"extra_headers": {"x": "1"}}, {"num_choices": 2}),
]


def test_how_a_model_is_reached_makes_no_other_run(records: Records, tmp_path: Path) -> None:
    known = [one for one in TECHNICAL if set(one) <= set(GenerateConfig.model_fields)]
    assert len(known) > 6
    for number, how in enumerate([{}, *known]):
        log = made_log(records[number : number + 1], config=GenerateConfig(**how))
        write_log(tmp_path / f"{number}.eval", log)
    (run,) = analyze(read_results([tmp_path])).runs
    assert (run.model, len(run.results)) == ("openai/gpt-4o", len(known) + 1)


def test_another_prompt_makes_another_run_and_a_log_that_names_none_is_named_without_one(
    records: Records, tmp_path: Path
) -> None:
    for number, prompt in enumerate((None, "", "aaaaaaaa11111111", "bbbbbbbb22222222")):
        log = made_log(records[:2])
        assert log.eval.metadata is not None
        log.eval.metadata["prompt"] = prompt
        write_log(tmp_path / f"{number}.eval", log)
    names = {result.strategy for result in read_results([tmp_path]).results}
    assert names == {"direct", "direct (prompt aaaaaaaa)", "direct (prompt bbbbbbbb)"}


def test_a_data_set_that_was_renamed_is_one_by_its_first_name(records: Records, tmp_path: Path) -> None:
    write_log(
        tmp_path / "b.eval", made_log(records[:4], dataset="exam-2", created="2026-05-03T10:00:00+00:00")
    )
    write_log(
        tmp_path / "a.eval", made_log(records[:6], dataset="exam-1", created="2026-05-02T10:00:00+00:00")
    )
    reading = read_results([tmp_path])
    assert {result.dataset for result in reading.results} == {"exam-1"}
    assert len(reading.results) == 6
    assert told(reading) == [("answered again in a later log, which counts", 4)]


def test_copies_of_a_log_in_two_folders_count_once(records: Records, tmp_path: Path) -> None:
    first = write_log(tmp_path / "1" / "x.eval", made_log(records[:5], right))
    shutil.copytree(first.parent, tmp_path / "2")
    reading = read_results([tmp_path])
    assert len(reading.results) == 5
    ((reason, count),) = told(reading)
    assert (reason, count) == ("answered again in a later log, which counts", 5)
    assert reading.left_out[0].log == str(first)
    assert set(reading.logs) == {str(tmp_path / "2" / "x.eval")}
    table = analyze(reading).tables["left_out"]
    assert list(table.dicts()) == [{"log": str(first), "reason": reason, "count": 5}]
