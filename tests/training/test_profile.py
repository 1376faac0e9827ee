"""Pass rates are what one counts, in the order from easy to hard, and what is written can be read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from calling import call_cocoa
from every_ask import items_of
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.analysis import LogReading
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.samples import LoggedItem, StoredRecord
from cocoa_core.errors import CocoaError, FindingsError, UsageError
from cocoa_core.items import Item
from cocoa_core.training import Profile, profile, write_profile


def result(item: Item, epoch: int, score: float, model: str = "m", failure: str = "") -> Result:
    level = str(item.provenance.index % 2)
    logged = LoggedItem(
        item.family, item.ask, item.id, {}, {"setting": level}, 0.2, record=StoredRecord.of(item.to_json())
    )
    reader = "2" if epoch == 1 else "3"
    return Result(
        model=model,
        strategy="direct",
        dataset="exam",
        sample=item.id,
        epoch=epoch,
        item=logged,
        answer="A",
        score=score,
        failure=failure,
        reader=reader,
    )


def reading(scores: Sequence[Sequence[float]]) -> LogReading:
    """Scores by item and epoch."""
    items = items_of("selection", "choose", 6)
    return LogReading(
        tuple(
            result(item, epoch, score)
            for item, found in zip(items, scores, strict=False)
            for epoch, score in enumerate(found, 1)
        ),
        (),
    )


SCORES = st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=5), min_size=1, max_size=6)


@given(scores=SCORES, ends=st.lists(st.sampled_from([0.0, 0.05, 0.5, 0.9, 1.0]), min_size=2, max_size=2))
def test_rates_are_shares_of_right_answers_from_easy_to_hard(
    scores: list[list[float]], ends: list[float]
) -> None:
    low, high = sorted(ends)
    found = profile(reading(scores), (low, high))
    ids = [item.id for item in items_of("selection", "choose", 6)]
    counted = {one: sum(s == 1 for s in each) / len(each) for one, each in zip(ids, scores, strict=False)}
    assert {one.id: one.rate for one in found.items} == counted
    rates = [one.rate for one in found.items]
    assert rates == sorted(rates, reverse=True)
    assert [one.id for one in found.kept] == [one.id for one in found.items if low <= counted[one.id] <= high]
    for level in found.levels:
        inside = [each for index, each in enumerate(scores) if str(index % 2) == level.level]
        assert level.items == len(inside)
        assert level.answers == sum(map(len, inside))
        assert level.right == sum(score == 1 for each in inside for score in each)
        assert level.never == sum(all(score < 1 for score in each) for each in inside)
    assert found.by == "setting"
    several = max(map(len, scores)) > 1
    assert found.scorers == {"selection": "selection-2 and selection-3" if several else "selection-2"}


def test_what_is_kept_is_written_easy_to_hard_as_it_was(tmp_path: Path) -> None:
    made = profile(reading([[0, 1], [1, 1], [1, 0, 1], [0], [0, 0, 0, 1]]), (0.05, 0.9))
    write_profile(made, tmp_path / "out")
    lines = (tmp_path / "out" / "questions.jsonl").read_bytes().splitlines()
    items = items_of("selection", "choose", 6)
    assert [json.loads(line)["id"] for line in lines] == [items[place].id for place in (2, 0, 4)]
    assert all(cocoa_core.Question.read(line) in items for line in lines)
    rates = [json.loads(line) for line in (tmp_path / "out" / "rates.jsonl").read_bytes().splitlines()]
    assert [rate["rate"] for rate in rates] == [1.0, 0.666667, 0.5, 0.25, 0.0]
    with pytest.raises(UsageError, match="empty"):
        write_profile(made, tmp_path / "out")


def test_what_is_written_is_a_data_set_of_the_hub(tmp_path: Path) -> None:
    import datasets

    write_profile(profile(reading([[0, 1], [1, 1]])), tmp_path / "out")
    rows = datasets.load_dataset(str(tmp_path / "out"), split="train", cache_dir=str(tmp_path / "cache"))
    assert rows["id"] == [items_of("selection", "choose", 6)[place].id for place in (1, 0)]


def of_two_models(models: Sequence[str] = ()) -> Profile:
    items = items_of("selection", "choose", 6)
    results = (result(items[0], 1, 1.0, "one"), result(items[0], 1, 0.0, "two"))
    return profile(LogReading(results, ()), models=models)


def test_where_nothing_is_kept_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"rates from 0 to 1, none of them in 0\.05\.\.0\.9"):
        write_profile(profile(reading([[0.0], [1.0, 1.0]]), (0.05, 0.9)), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_rates_of_two_models_are_mixed_only_when_both_are_named() -> None:
    with pytest.raises(UsageError, match="more than one model"):
        of_two_models()
    assert of_two_models(["two"]).items[0].rate == 0.0
    assert of_two_models(["one", "two"]).items[0].rate == 0.5
    with pytest.raises(UsageError, match="no such model"):
        of_two_models(["three"])


@pytest.mark.parametrize(
    ("how", "error"),
    [({"keep": (0.9, 0.1)}, UsageError), ({"by": "moon"}, UsageError), ({"strategy": "x"}, UsageError)],
)
def test_a_wrong_call_is_said(how: dict[str, object], error: type[CocoaError]) -> None:
    with pytest.raises(error):
        profile(reading([[1.0]]), **how)  # type: ignore[arg-type]
    with pytest.raises(FindingsError):
        profile(LogReading((), ()))


@pytest.mark.deep
def test_the_command_reads_what_evaluate_writes(tmp_path: Path) -> None:
    cocoa_core.load_domain("jobs").write(tmp_path / "exam", 6, seed=4)
    logs = tmp_path / "logs"
    run = ("evaluate", tmp_path / "exam", "-m", "cocoa/random", "--epochs", 4, "--log-dir", logs)
    assert call_cocoa(*run).exit_code == 0
    out = tmp_path / "out"
    found = call_cocoa("profile", logs, "--keep", "0..0.9", "--out", out, "--json")
    assert found.exit_code == 0, found.stderr
    data = json.loads(found.stdout)
    assert data["questions"] == 6
    assert sum(level["answers"] for level in data["levels"]) == 24
    kept = [json.loads(line)["id"] for line in (out / "questions.jsonl").read_bytes().splitlines()]
    assert kept == data["kept"] != []
    shown = call_cocoa("profile", logs)
    assert shown.exit_code == 0
    assert "questions kept" in shown.stdout
    assert call_cocoa("profile", logs, "--keep", "much").exit_code == 2
