"""How a run was made stands beside its figures: what a paper has to state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, write_log
from inspect_ai.model import GenerateConfig

from cocoa_core.analysis import Analysis, analyze, read_results

Records = list[dict[str, Any]]


def made(analysis: Analysis) -> list[dict[str, Any]]:
    return list(analysis.tables["runs"].dicts())


def test_a_run_states_settings_versions_and_times_of_all_its_logs(records: Records, tmp_path: Path) -> None:
    config = GenerateConfig(temperature=0.0, max_tokens=4000, max_connections=8)
    days, versions = ("2026-05-03", "2026-05-01", "2026-05-02"), ("0.2.0", "0.1.0", "0.2.0")
    for number, (day, version) in enumerate(zip(days, versions, strict=True)):
        log = made_log(records[2 * number :][:2], created=f"{day}T10:00:00+00:00", config=config)
        log.eval.packages = {"cocoa-exams": version, "inspect_ai": "0.3.285"}
        write_log(tmp_path / f"{number}.eval", log)
    write_log(tmp_path / "other.eval", made_log(records[:1], model="m/other"))
    one, other = made(analyze(read_results([tmp_path])))
    assert (one["model"], one["role"]) == ("m/other", "model")
    assert (one["settings"], one["cocoa_version"], one["logs"]) == ("", "", 1)
    assert other["settings"] == "max_tokens=4000; temperature=0.0"
    assert (other["prompt"], other["origin"], other["digest"]) == ("feedbeef00000000", "0a1b2c3d4e5f", "d")
    assert (other["cocoa_version"], other["inspect_version"]) == ("0.1.0, 0.2.0", "0.3.285")
    assert other["logs"] == 3
    assert [other[f"{which}_begun"][:10] for which in ("first", "last")] == ["2026-05-01", "2026-05-03"]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://localhost:8000/v1", "http://localhost:8000/v1"),
        ("https://me:secret@lab.example/v1?key=secret", "https://lab.example/v1"),
        ("me:secret@lab.example", "lab.example"),
        ("https://lab.example?key=secret", "https://lab.example"),
        ("https://lab.example/a@b", "https://lab.example/a@b"),
    ],
)
def test_an_address_is_stated_without_its_secrets(
    records: Records, tmp_path: Path, url: str, said: str
) -> None:
    log = made_log(records[:1])
    log.eval.model_base_url = url
    write_log(tmp_path / "1.eval", log)
    (row,) = made(analyze(read_results([tmp_path])))
    assert row["settings"] == f"base_url={said}"


def test_a_log_none_of_whose_answers_counts_is_no_part_of_a_run(records: Records, tmp_path: Path) -> None:
    failing = made_log(records[:1], lambda record, _: "error", created="2026-04-01T10:00:00+00:00")
    write_log(tmp_path / "1.eval", failing)
    write_log(tmp_path / "2.eval", made_log(records[:1]))
    (row,) = made(analyze(read_results([tmp_path])))
    assert (row["logs"], row["first_begun"][:10]) == (1, "2026-05-01")


def sided(records: Records, side: Callable[[int], str | None]) -> Records:
    return [
        {**record, "provenance": {**record["provenance"], "side": side(number)}}
        for number, record in enumerate(records)
    ]


def test_sides_are_told_apart_where_several_were_asked(records: Records, tmp_path: Path) -> None:
    def answers(record: Any, _: int) -> str:
        return str(record["answer"]) if record["provenance"]["side"] == "train" else ""

    mixed = sided(records, lambda number: "train" if number % 3 else "test")
    write_log(tmp_path / "1.eval", made_log(mixed, answers))
    alike = {"a": sided(records, lambda _: "test"), "b": sided(records, lambda _: None)}
    for name, own in alike.items():
        log = made_log(own, answers, dataset=name, origin=f"{name:0<12}")
        write_log(tmp_path / f"{name}.eval", log)
    rows = list(analyze(read_results([tmp_path])).tables["by_side"].dicts())
    tests = -(-len(records) // 3)
    found = [
        (row["dataset"], row["side"], row["answers"], row["right"], row["parse_failures"]) for row in rows
    ]
    assert found == [("exam", "test", tests, 0, tests), ("exam", "train", *[len(records) - tests] * 2, 0)]
