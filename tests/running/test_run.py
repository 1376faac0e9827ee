"""A run asks nothing twice, keeps its proportions, and goes on as if nothing had happened."""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from calls import questions_of, written
from items.made_up import contents
from running.folders import rooms

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.errors import ExhaustedError, SettingsError, UsageError
from cocoa_core.families.selection import FAMILY, PRESETS, Engine, Question, Settings
from cocoa_core.items import MANIFEST, read_dataset
from cocoa_core.loading import load_domain
from cocoa_core.running import blocks as workers
from cocoa_core.running import run

SPLIT = {"train": 0.7, "validation": 0.1, "test": 0.2}
REPEATING = Settings.of(slots=3, minterms=2)


@pytest.fixture(scope="module")
def domain(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return load_domain(rooms(tmp_path_factory.mktemp("domain") / "rooms"))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    """Five options in all, and so few tests that a tenth of the questions come up again."""
    return load_domain(rooms(tmp_path_factory.mktemp("domain") / "tiny", towns=1, rows=5, tiny=True))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    """So few options that rings would soon show the same ones."""
    return load_domain(rooms(tmp_path_factory.mktemp("domain") / "few", towns=1, rows=8))


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    """So many rows in one group that most requirements have several option sets."""
    return load_domain(rooms(tmp_path_factory.mktemp("domain") / "wide", towns=1, rows=150))


def asked(question: Question) -> tuple[str, frozenset[str]]:
    return question.requirement.id, frozenset(option.row for option in question.options)


def lines(questions: list[Question]) -> list[str]:
    return [question.line() for question in questions]


def test_no_question_is_asked_twice(tiny: Domain) -> None:
    questions = list(questions_of(tiny, REPEATING, count=100))
    assert len({asked(question) for question in questions}) == 100
    assert [question.provenance.index for question in questions] == list(range(100))
    engine = Engine(tiny, REPEATING)
    again = [question for question in questions if question.provenance.attempt]
    assert again
    for question in again:
        made = question.provenance
        before = {asked(one) for one in questions[: made.index]}
        for attempt in range(made.attempt):
            assert asked(engine.items(made.index, attempt=attempt)[0]) in before
        assert engine.items(made.index, attempt=made.attempt)[0] == question


def shown_by(questions: list[Question]) -> dict[frozenset[str], set[str]]:
    found: dict[frozenset[str], set[str]] = {}
    for question in questions:
        rows = frozenset(option.row for option in question.options)
        found.setdefault(rows, set()).add(question.groups["ring"])
    return found


@pytest.mark.parametrize("option_sets", [1, 2])
def test_options_are_shown_by_one_ring_as_long_as_there_are_others(few: Domain, option_sets: int) -> None:
    """Of eight rows there are 56 sets of five; 130 questions are 26 rings."""
    settings = Settings.of(slots=3, minterms=2, option_sets=option_sets)
    questions = list(questions_of(few, settings, count=100))
    assert max(map(len, shown_by(questions).values())) == 1
    engine, firsts = Engine(few, settings), []
    for question in questions:
        firsts.append(engine.items(question.provenance.index)[0])
        if max(map(len, shown_by(firsts).values())) > 1:
            return
    raise AssertionError("the first attempts would have shown nothing again")


def test_where_there_are_no_other_options_the_same_ones_are_shown_again(tiny: Domain) -> None:
    (rings,) = shown_by(list(questions_of(tiny, REPEATING, count=30))).values()
    assert len(rings) >= 20


def test_attempts_are_bounded(tiny: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_ATTEMPTS", 2)
    questions = questions_of(tiny, Settings.of(slots=2, minterms=2))
    with pytest.raises(SettingsError, match="no further question for index"):
        list(islice(questions, 60))


def test_no_requirement_is_on_two_sides(tiny: Domain) -> None:
    settings = Settings.of(slots=3, minterms=2, split=SPLIT)
    questions = list(questions_of(tiny, settings, count=120))
    sides: dict[str, set[str | None]] = {}
    for question in questions:
        sides.setdefault(question.requirement.id, set()).add(question.provenance.side)
    assert all(len(found) == 1 for found in sides.values())
    assert {side for found in sides.values() for side in found} == set(SPLIT)
    engine = Engine(tiny, settings)
    firsts = [engine.items(question.provenance.index)[0] for question in questions]
    crossing: dict[str, set[str | None]] = {}
    for question in firsts:
        crossing.setdefault(question.requirement.id, set()).add(question.provenance.side)
    assert any(len(found) > 1 for found in crossing.values()), "the first attempts would have crossed"


@pytest.mark.parametrize("split", [None, SPLIT])
@pytest.mark.parametrize(("preset", "count"), [("paper", 57), ("paper", 130), ("standard", 130)])
def test_letters_settings_and_sides_hit_their_proportions(
    domain: Domain, split: dict[str, float] | None, preset: str, count: int
) -> None:
    asked = Settings.of(preset=preset, split=split)
    questions = list(questions_of(domain, asked, seed=3, count=count))
    letters: dict[str | None, Counter[str]] = {}
    for question in questions:
        letters.setdefault(question.provenance.side, Counter())[question.answer] += 1
    for found in letters.values():
        assert max(found.values()) - min(found[letter] for letter in "ABCDE") <= 1
    weights = {one.numbers: weight for one, weight in PRESETS[preset]}
    settings = Counter(question.provenance.setting for question in questions)
    assert settings.keys() <= weights.keys()
    for setting, weight in weights.items():
        assert abs(settings[setting] - count * weight / sum(weights.values())) <= 2
    for side, share in (split or {}).items():
        assert abs(letters[side].total() - count * share) <= 12


def test_fewer_questions_are_the_first_of_more(wide: Domain) -> None:
    settings = Settings.of(slots=2, minterms=2, option_sets=3)
    questions = list(questions_of(wide, settings, seed=5, count=30))
    assert any(question.provenance.option_set for question in questions)
    known = lines(questions)
    for count in (0, 1, 7, 14):
        assert lines(list(questions_of(wide, settings, seed=5, count=count))) == known[:count]
    assert lines(list(islice(questions_of(wide, settings, seed=5), 30))) == known


def test_a_run_may_start_anywhere(domain: Domain) -> None:
    known = lines(list(questions_of(domain, Settings.of(), count=104)))
    assert lines(list(questions_of(domain, Settings.of(), count=8, start=96))) == known[96:]


def test_with_option_sets_a_run_starts_at_a_requirement(wide: Domain) -> None:
    settings = Settings.of(slots=2, minterms=2, option_sets=2)
    known = list(questions_of(wide, settings, seed=5, count=12))
    start = 1 + next(one.provenance.index for one in known if one.provenance.option_set)
    later = [question for question in known if question.provenance.index >= start]
    assert lines(list(questions_of(wide, settings, seed=5, count=len(later), start=start))) == lines(later)


def test_questions_are_made_when_they_are_asked_for(domain: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    items = Engine.items

    def counted(self: Engine, index: int, attempt: int = 0) -> tuple[Question, ...]:
        made.append(index)
        return items(self, index, attempt)

    monkeypatch.setattr(Engine, "items", counted)
    next(questions_of(domain, Settings.of()))
    assert made == [0]


@pytest.mark.parametrize("wrong", [{"count": -1}, {"count": 1.5}, {"start": -1}, {"workers": 0}])
def test_numbers_out_of_range_are_wrong_calls_at_once(domain: Domain, wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="out of range"):
        questions_of(domain, Settings.of(), **wrong)


@pytest.mark.parametrize("split", [None, SPLIT])
def test_a_folder_holds_what_the_stream_gives(
    domain: Domain, tmp_path: Path, split: dict[str, float] | None
) -> None:
    settings = Settings.of(split=split)
    production = written(domain, settings, tmp_path / "set", 45, seed=9)
    assert (production.before, production.written) == (0, 45)
    assert list(read_dataset(tmp_path / "set")) == list(questions_of(domain, settings, seed=9, count=45))
    for name, content in domain.files.items():
        assert (tmp_path / "set" / "domain" / name).read_bytes() == content


def test_an_extended_folder_equals_one_that_was_longer_from_the_start(tiny: Domain, tmp_path: Path) -> None:
    settings = Settings.of(slots=2, minterms=2, shared=0.7, split={"train": 0.5, "test": 0.5})
    for count in (20, 21, 40):
        production = written(tiny, settings, tmp_path / "grown", count)
    assert (production.before, production.written) == (21, 19)
    written(tiny, settings, tmp_path / "whole", 40)
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")
    attempts = [question.provenance.attempt for question in read_dataset(tmp_path / "whole")]
    assert any(attempts[21:])


def test_a_folder_may_end_within_the_option_sets_of_a_requirement(wide: Domain, tmp_path: Path) -> None:
    settings = Settings.of(slots=2, minterms=2, option_sets=4)
    whole = list(questions_of(wide, settings, count=24))
    within = next(index for index, one in enumerate(whole) if one.provenance.option_set == 1)
    for count in (within, within + 1, 24):
        production = written(wide, settings, tmp_path / "set", count)
        assert list(read_dataset(tmp_path / "set")) == whole[:count]
    assert (production.before, production.written) == (within + 1, 24 - within - 1)


def test_a_complete_folder_is_left_as_it_is(domain: Domain, tmp_path: Path) -> None:
    first = written(domain, Settings.of(), tmp_path / "set", 20)
    stamps = {path: os.stat(path).st_mtime_ns for path in (tmp_path / "set").rglob("*")}
    again = written(domain, Settings.of(), tmp_path / "set", 20)
    assert (again.before, again.written, again.manifest) == (20, 0, first.manifest)
    assert {path: os.stat(path).st_mtime_ns for path in (tmp_path / "set").rglob("*")} == stamps


def test_another_call_on_the_same_folder_is_refused_and_touches_nothing(
    domain: Domain, tiny: Domain, tmp_path: Path
) -> None:
    folder = tmp_path / "set"
    written(domain, Settings.of(), folder, 20)
    before = contents(folder)
    calls = [
        lambda: written(domain, Settings.of(), folder, 20, seed=1),
        lambda: written(domain, Settings.of(slots=3), folder, 20),
        lambda: written(domain, Settings.of(split=SPLIT), folder, 20),
        lambda: written(tiny, Settings.of(), folder, 20),
        lambda: written(domain, Settings.of(), folder, 19),
        lambda: written(domain, Settings.of(), folder, 0),
        lambda: written(domain, Settings.of(), tmp_path, 20),
        lambda: written(domain, Settings.of(), folder / "README.md", 20),
    ]
    for call in calls:
        with pytest.raises(UsageError):
            call()
    assert contents(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_the_manifest_stands_before_the_first_question(domain: Domain, tmp_path: Path) -> None:
    found: list[dict[str, bytes]] = []

    def look(done: int, total: int, rejections: Counter[str]) -> None:
        found.append(contents(tmp_path / "set"))

    written(domain, Settings.of(), tmp_path / "set", 3, progress=look)
    assert b'"complete": false' in found[0][MANIFEST]
    assert found[0]["questions.jsonl"] == b""
    assert b'"complete": true' in (tmp_path / "set" / MANIFEST).read_bytes()


def test_progress_is_told_how_far_it_is_and_what_was_refused(domain: Domain, tmp_path: Path) -> None:
    told: list[tuple[int, int, int]] = []

    def progress(done: int, total: int, rejections: Counter[str]) -> None:
        told.append((done, total, rejections.total()))

    written(domain, Settings.of(), tmp_path / "set", 30, progress=progress)
    written(domain, Settings.of(), tmp_path / "set", 40, progress=progress)
    assert [done for done, _, _ in told] == [*range(31), *range(30, 41)]
    assert {total for _, total, _ in told} == {30, 40}
    questions = read_dataset(tmp_path / "set")
    assert told[-1][2] == sum(sum(question.provenance.rejections.values()) for question in questions)
    assert told[31] == (30, 40, told[30][2])


def test_a_domain_with_fewer_questions_than_asked_for_gives_those_as_a_complete_data_set(
    tiny: Domain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings.of(slots=2, minterms=2)
    monkeypatch.setattr(run, "_ATTEMPTS", 2)
    for _ in range(2):
        with pytest.raises(ExhaustedError, match="no further question") as caught:
            written(tiny, settings, tmp_path / "set", 60)
        index = int(str(caught.value).split("index ")[1].split()[0])
        assert f"the {index} are a complete data set" in (caught.value.got or "")
        assert caught.value.exit_code == 1
        assert [one.provenance.index for one in read_dataset(tmp_path / "set")] == list(range(index))
        assert cocoa_core.verify(tmp_path / "set").clean
    monkeypatch.undo()
    written(tiny, settings, tmp_path / "set", index + 5)
    written(tiny, settings, tmp_path / "whole", index + 5)
    assert contents(tmp_path / "set") == contents(tmp_path / "whole")


def test_blocks_end_where_those_of_the_schedule_do() -> None:
    assert list(workers.ranges(130, 350)) == [(130, 200), (200, 300), (300, 350)]
    assert list(workers.ranges(100, 200)) == [(100, 200)]
    assert list(workers.ranges(7, 7)) == []
    assert list(islice(workers.ranges(0, None), 2)) == [(0, 100), (100, 200)]


def test_an_error_in_a_block_keeps_what_came_before_it(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = Engine.items

    def failing(self: Engine, index: int, attempt: int = 0) -> tuple[Question, ...]:
        if index == 4:
            raise SettingsError("enough")
        return items(self, index, attempt)

    monkeypatch.setattr(Engine, "items", failing)
    block = workers.make_block(FAMILY, Engine(domain, Settings.of()), 0, 10, written=True)
    assert [entries[0].index for entries in block.indices] == [0, 1, 2, 3]
    assert block.error is not None
    found = []
    with pytest.raises(SettingsError, match="enough"):
        found.extend(questions_of(domain, Settings.of(), count=10))
    stream = questions_of(domain, Settings.of(), count=10)
    assert [next(stream).provenance.index for _ in range(4)] == [0, 1, 2, 3]
