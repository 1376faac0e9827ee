"""Logs of mixed quality: what counts, and what is left out and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, members_of, right, write_log, wrong_by_one, zipped
from inspect_ai.model import GenerateConfig

from cocoa_core.analysis import LogReading, read_results
from cocoa_core.analysis.results import Result
from cocoa_core.errors import UsageError

Records = list[dict[str, Any]]


def reasons(reading: LogReading) -> dict[str, int]:
    return {one.reason: one.count for one in reading.left_out}


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_every_answer_comes_back_with_what_it_took(records: Records, tmp_path: Path, ending: str) -> None:
    path = write_log(tmp_path / f"one.{ending}", made_log(records, cost=0.25))
    reading = read_results([path])
    assert reading.left_out == ()
    assert {result.sample for result in reading.results} == {record["id"] for record in records}
    for one in reading.results:
        record = next(record for record in records if record["id"] == one.sample)
        assert one.item.record.unpacked() == record
        assert (one.answer, one.correct, one.parse_failure) == (record["answer"], True, False)
        assert (one.input_tokens, one.output_tokens, one.seconds, one.cost) == (120, 10, 1.5, 0.25)
        assert one.item.options is not None
        assert one.item.options.entropy == record["complexity"]["entropy"][record["answer"]]
        assert (one.model, one.strategy, one.dataset, one.epoch) == ("openai/gpt-4o", "direct", "exam", 1)
    assert reading.logs == {path.name: path}


def test_both_formats_of_a_log_read_the_same(records: Records, tmp_path: Path) -> None:
    log = made_log(records, wrong_by_one, epochs=2)
    readings = [
        read_results([write_log(tmp_path / ending / f"log.{ending}", log)]) for ending in ("eval", "json")
    ]

    def said(one: Result) -> tuple[object, ...]:
        return one.sample, one.epoch, one.answer, one.correct, one.item, one.seconds

    first, second = (sorted(map(said, reading.results), key=str) for reading in readings)
    assert first == second
    assert len(first) == 2 * len(records)


def test_what_cannot_be_read_is_a_parse_failure_and_wrong(records: Records, tmp_path: Path) -> None:
    path = write_log(tmp_path / "one.eval", made_log(records, lambda record, epoch: ""))
    for result in read_results([path]).results:
        assert (result.answer, result.correct, result.parse_failure, result.failure) == (
            None,
            False,
            True,
            "refusal",
        )


def test_finished_answers_of_an_interrupted_run_count_and_it_says_so(
    records: Records, tmp_path: Path
) -> None:
    path = write_log(tmp_path / "one.eval", made_log(records[:7], status="cancelled"))
    reading = read_results([path])
    assert len(reading.results) == 7
    assert reasons(reading) == {"the run was interrupted; its 7 finished answers count": 0}


def test_a_killed_run_counts_though_its_log_has_no_header(records: Records, tmp_path: Path) -> None:
    path = write_log(tmp_path / "one.eval", made_log(records[:5]))
    whole = members_of(path)
    cut = {name: whole[name] for name in whole if name not in ("header.json", "summaries.json")}
    reading = read_results([zipped(tmp_path / "cut.eval", cut)])
    assert len(reading.results) == 5
    assert reasons(reading) == {"the run was killed, or goes on; its 5 finished answers count": 0}


def test_questions_that_could_not_be_asked_are_counted_apart(records: Records, tmp_path: Path) -> None:
    failing = {records[0]["id"], records[1]["id"]}
    log = made_log(records, lambda record, epoch: "error" if record["id"] in failing else "A")
    write_log(tmp_path / "one.eval", log)
    reading = read_results([tmp_path])
    assert len(reading.results) == len(records) - 2
    assert reasons(reading) == {"asking ended in an error (the first: overloaded)": 2}
    again = made_log(records[:1], created="2026-05-02T10:00:00+00:00")
    write_log(tmp_path / "two.eval", again)
    reading = read_results([tmp_path])
    assert len(reading.results) == len(records) - 1
    assert reasons(reading) == {
        "asking ended in an error (the first: overloaded)": 1,
        "asking ended in an error, answered in another log (the first: overloaded)": 1,
    }


def test_of_two_answers_to_one_question_the_later_log_counts(records: Records, tmp_path: Path) -> None:
    later = made_log(records, right, created="2026-05-02T10:00:00+00:00")
    write_log(tmp_path / "a-later.eval", later)
    write_log(tmp_path / "b-earlier.json", made_log(records[:9], wrong_by_one))
    reading = read_results([tmp_path / "a-later.eval", tmp_path / "b-earlier.json"])
    assert len(reading.results) == len(records)
    assert all(result.correct for result in reading.results)
    (left,) = reading.left_out
    assert (left.log, left.count) == ("b-earlier.json", 9)


def test_an_error_in_a_later_log_takes_no_answer_away(records: Records, tmp_path: Path) -> None:
    write_log(tmp_path / "one.eval", made_log(records[:3]))
    failed = made_log(records[:3], lambda record, epoch: "error", created="2026-05-02T10:00:00+00:00")
    write_log(tmp_path / "two.eval", failed)
    assert len(read_results([tmp_path]).results) == 3


def test_epochs_models_strategies_and_data_sets_are_kept_apart(records: Records, tmp_path: Path) -> None:
    few = records[:4]
    for number, (model, strategy, dataset, origin) in enumerate(
        [
            ("openai/gpt-4o", "direct", "exam", "aaaaaaaaaaaa"),
            ("openai/gpt-4o", "l2m", "exam", "aaaaaaaaaaaa"),
            ("cocoa/random", "direct", "exam", "aaaaaaaaaaaa"),
            ("openai/gpt-4o", "direct", "other", "bbbbbbbbbbbb"),
            ("openai/gpt-4o", "direct", "exam", "cccccccccccc"),
        ]
    ):
        log = made_log(few, model=model, strategy=strategy, dataset=dataset, origin=origin, epochs=3)
        write_log(tmp_path / f"{number}.eval", log)
    reading = read_results([tmp_path])
    assert len(reading.results) == 5 * 4 * 3
    assert {result.dataset for result in reading.results} == {"exam (aaaaaa)", "exam (cccccc)", "other"}


def test_the_same_model_with_other_settings_is_another_run(records: Records, tmp_path: Path) -> None:
    for number, effort in enumerate(("low", "high")):
        config = GenerateConfig(reasoning_effort=effort, temperature=0.5, max_connections=number + 1)
        write_log(tmp_path / f"{number}.eval", made_log(records[:3], config=config))
    names = {result.model for result in read_results([tmp_path]).results}
    assert names == {"openai/gpt-4o (reasoning_effort=low)", "openai/gpt-4o (reasoning_effort=high)"}


def test_a_folder_of_rubbish_takes_nothing_from_a_good_log(records: Records, tmp_path: Path) -> None:
    good = write_log(tmp_path / "good.eval", made_log(records))
    (tmp_path / "empty.eval").write_bytes(b"")
    (tmp_path / "cut.eval").write_bytes(good.read_bytes()[:-4000])
    (tmp_path / "text.eval").write_text("no log")
    (tmp_path / "2026-other.json").write_text("{}")
    (tmp_path / "2026-broken.json").write_text('{"version": 2, "status": "success", "eval": ')
    (tmp_path / "eval-set.json").write_text("{}")
    write_log(tmp_path / "task.eval", made_log(records[:2], task="theirs/arc"))
    newer = made_log(records[:2])
    newer.version = 99
    write_log(tmp_path / "2026-newer.json", newer)
    members = members_of(good)
    header = json.loads(members["header.json"]) | {"version": 99}
    zipped(tmp_path / "newer.eval", members | {"header.json": json.dumps(header).encode()})
    reading = read_results([tmp_path])
    assert len(reading.results) == len(records)
    said = {one.log: one.reason for one in reading.left_out}
    assert set(said) == {
        *("empty.eval", "cut.eval", "text.eval", "2026-other.json", "2026-broken.json"),
        *("task.eval", "2026-newer.json", "newer.eval"),
    }
    assert said["empty.eval"] == "the file is empty"
    assert said["task.eval"] == "a log of another task: theirs/arc"
    assert "newer than the installed inspect" in said["newer.eval"]
    assert all("\n" not in reason for reason in said.values())


def test_one_broken_sample_costs_one_sample(records: Records, tmp_path: Path) -> None:
    path = write_log(tmp_path / "one.eval", made_log(records))
    broken = {f"samples/{records[0]['id']}_epoch_1.json": b'{"id": '}
    reading = read_results([zipped(path, members_of(path) | broken)])
    assert len(reading.results) == len(records) - 1
    assert reasons(reading) == {"a sample that cannot be read": 1}


def test_samples_that_are_no_questions_of_ours_are_left_out(records: Records, tmp_path: Path) -> None:
    log = made_log(records[:6])
    assert log.samples is not None
    log.samples[0].metadata = {}
    log.samples[1].metadata["cocoa"] = {"id": "x", "answer": "A"}
    log.samples[2].metadata["cocoa"] = "a text"
    log.samples[3].scores = None
    log.samples[4].scores["named_option"].value = "I"  # type: ignore[index]
    reading = read_results([write_log(tmp_path / "one.eval", log)])
    assert len(reading.results) == 1
    assert reasons(reading) == {
        "no record of a cocoa item in the sample": 3,
        "its score contradicts its answer": 1,
        "without a score": 1,
    }


def test_no_logs_at_all_is_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no logs to analyze"):
        read_results([tmp_path])
    with pytest.raises(UsageError, match="no such file"):
        read_results([tmp_path / "nowhere"])
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(UsageError, match="not a log"):
        read_results([tmp_path / "notes.txt"])


def test_a_log_named_twice_is_read_once(records: Records, tmp_path: Path) -> None:
    path = write_log(tmp_path / "one.eval", made_log(records[:3]))
    reading = read_results([tmp_path, path])
    assert len(reading.results) == 3
    assert reading.left_out == ()
