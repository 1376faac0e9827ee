"""Questions that are right only together keep what their group promises, and the verifier finds when not."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from enumerated import truth
from verification.dataset_edits import dumped, lines, whats, write

from cocoa_core import load_domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import Question, grounded
from cocoa_core.verification import verify

_COUNT = {"surface:3": 30, "edit": 10, "branch": 20, "odd": 10}
"""Two balanced sets of five questions, or of pairs of which ten questions take 4 s of CPU one."""
_PAIRS = 60
Group = list[Question]
SetOf = Callable[[str], Path]


@pytest.fixture(scope="module")
def set_of(tmp_path_factory: pytest.TempPathFactory) -> SetOf:
    """A data set of a kind, written when a test first asks for it."""
    root = tmp_path_factory.mktemp("groups")
    return cache(
        lambda groups: (
            load_domain("flights")
            .write(root / groups.replace(":", "-"), _COUNT[groups], groups=groups)
            .folder
        )
    )


def _groups(folder: Path, kind: str) -> list[Group]:
    found: dict[str, Group] = {}
    for line in lines(folder):
        question = Question.read(line)
        found.setdefault(question.groups[kind], []).append(question)
    return list(found.values())


def _tests(question: Question) -> list[list[Any]]:
    return [
        [(one.slot, one.test, one.over, one.values, one.positive) for one in term]
        for term in question.requirement.terms
    ]


@pytest.mark.parametrize("groups", _COUNT)
def test_what_is_made_holds_what_it_promises(set_of: SetOf, groups: str) -> None:
    assert verify(set_of(groups)).findings == ()


def test_one_requirement_in_several_wordings(set_of: SetOf) -> None:
    moved = 0
    for group in _groups(set_of("surface:3"), "surface"):
        assert len({one.request for one in group}) == len(group) == 3
        assert len({one.requirement.id for one in group}) == 1
        assert len({frozenset(option.row for option in one.options) for one in group}) == 1
        assert len({one.key[0] for one in group}) == 3
        moved += len({tuple(option.row for option in one.options) for one in group})
    assert moved > 20


def test_one_literal_changed_makes_another_option_right() -> None:
    found: list[int] = []
    drawn = load_domain("flights").generate(2_000, groups="edit")
    for one, other in zip(drawn, drawn, strict=True):
        if len(found) >= 10 and {0, 1} <= set(found):  # or terms could be mistaken for one another
            break
        assert one.groups["edit"] == other.groups["edit"]
        before, after = _tests(one), _tests(other)
        places = [
            (term, index)
            for term, literals in enumerate(before)
            for index, literal in enumerate(literals)
            if literal != after[term][index]
        ]
        assert places == [(one.differs["term"], one.differs["literal"])]
        ((term, place),) = places
        found.append(place)
        assert before[term][place][0] == after[term][place][0], "the slot stays"
        assert [option.row for option in one.options] == [option.row for option in other.options]
        assert one.key != other.key
    assert {0, 1} <= set(found)


def test_of_an_odd_pair_the_second_request_alone_goes_against_what_people_want(
    set_of: SetOf,
) -> None:
    for one, other in _groups(set_of("odd"), "odd"):
        assert (one.complexity.against, len(other.complexity.against)) == ((), 1)
        assert [option.row for option in one.options] == [option.row for option in other.options]
        assert one.key != other.key
        term, place = one.differs["term"], one.differs["literal"]
        assert one.requirement.demands[term] == place
        before, after = _tests(one), _tests(other)
        assert before[term][place][0] == after[term][place][0], "the slot stays"
        before[term][place] = after[term][place]
        assert before == after


def test_an_odd_pair_needs_what_people_want() -> None:
    with pytest.raises(SettingsError, match="against what people want"):
        load_domain("flights").question(groups="odd", atypical=0.5)
    with pytest.raises(SettingsError, match="against what people want"):
        load_domain("flights").question(groups="odd", preset="paper")


def test_where_a_slot_has_one_test_an_edit_changes_one_that_occurs_once(tmp_path: Path) -> None:
    """Products of three slots and four minterms have slots that occur in several sum terms."""
    written = load_domain("flights").write(
        tmp_path, 12, seed=3, groups="edit", primitives="per-slot", slots=3, minterms=4
    )
    assert verify(written.folder).findings == ()


def test_a_condition_that_one_right_option_meets_and_the_other_does_not(set_of: SetOf) -> None:
    for one, other in _groups(set_of("branch"), "branch"):
        assert one.request == other.request
        assert {option.row for option in one.options}.isdisjoint(option.row for option in other.options)
        assert one.differs["term"] == other.differs["term"]
        assert {one.differs["condition"], other.differs["condition"]} == {True, False}
        for question in (one, other):
            # The witness is a true literal of the term: one beside the demand if the condition fails.
            assert len(question.requirement.terms[question.differs["term"]]) > 1


@pytest.mark.parametrize("groups", ["edit", "branch"])
def test_who_counts_literals_is_seldom_right(groups: str) -> None:
    """Of both questions of a group alike: 30 %, with a standard error of 6 %; without the guard 75 %."""
    jobs = load_domain("jobs").domain
    rows = dict(zip(jobs.catalogue.ids, jobs.catalogue.rows, strict=True))
    names = [slot.name for slot in jobs.schema.slots]
    right: dict[int, float] = {0: 0.0, 1: 0.0}
    for question in load_domain("jobs").generate(2 * _PAIRS, groups=groups):
        literals = [grounded(jobs.schema, one) for term in question.requirement.terms for one in term]
        counts = {}
        for option in question.options:
            values = dict(zip(names, rows[option.row], strict=True))
            counts[option.label] = sum(truth(jobs.schema, literal, values) is True for literal in literals)
        best = [letter for letter, count in counts.items() if count == max(counts.values())]
        right[question.provenance.option_set] += (question.answer in best) / len(best)
    assert all(0.08 < found / _PAIRS < 0.52 for found in right.values())


def test_letters_stay_balanced_where_options_are_shown_once_more(set_of: SetOf) -> None:
    letters = Counter(
        question.key[0] for group in _groups(set_of("surface:3"), "surface") for question in group
    )
    assert set(letters.values()) == {6}


def _changed(key: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        record[key] = {**record.get(key, {}), **values}

    return change


def _without(record: dict[str, Any]) -> None:
    del record["differs"]


def _said_as_the_first(record: dict[str, Any]) -> None:
    record["differs"] = {"wording": 0}


_FORGED: dict[str, tuple[str, Callable[[dict[str, Any]], None], str]] = {
    "another wording's number": ("surface:3", _said_as_the_first, "group"),
    "no number of a wording": ("surface:3", _without, "group"),
    "a wording that is one too many": ("surface:3", _changed("differs", wording=7), "group"),
    "another group's id": ("surface:3", _changed("groups", surface="0" * 16), "provenance"),
    "a kind of group that was not asked for": ("surface:3", _changed("groups", edit="0" * 16), "provenance"),
    "another literal that is said to differ": ("edit", _changed("differs", literal=9), "group"),
    "another term that is said to differ": ("edit", _changed("differs", term=9), "group"),
    "a place below none": ("edit", _changed("differs", term=-1), "type"),
    "a key too many": ("edit", _changed("differs", wording=1), "group"),
    "no place": ("edit", _without, "group"),
    "an odd pair's literal that is no demand": ("odd", _changed("differs", literal=9), "group"),
    "an odd pair said to be an edit": ("odd", _changed("groups", edit="0" * 16), "provenance"),
    "a condition that is met the other way": ("branch", _changed("differs", condition=None), "type"),
    "a term that is not there": ("branch", _changed("differs", term=9), "group"),
    "truth for a number": ("edit", _changed("differs", term=True), "group"),
}


@pytest.mark.parametrize("name", _FORGED)
def test_a_forged_group_is_named(name: str, set_of: SetOf, tmp_path: Path) -> None:
    groups, change, what = _FORGED[name]
    folder = Path(shutil.copytree(set_of(groups), tmp_path / "copy"))
    content = lines(folder)
    record = json.loads(content[-1])
    change(record)
    write(folder, [*content[:-1], dumped(record)], hide=True)
    assert what in whats(verify(folder))


def test_a_condition_said_to_be_met_the_other_way_is_named(set_of: SetOf, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(set_of("branch"), tmp_path / "copy"))
    records = [json.loads(line) for line in lines(folder)]
    for record in records:
        record["differs"]["condition"] = not record["differs"]["condition"]
    write(folder, [dumped(record) for record in records], hide=True)
    assert "group" in whats(verify(folder))


def test_an_odd_pair_in_the_wrong_order_is_named(set_of: SetOf, tmp_path: Path) -> None:
    """The second request of a pair with the number of the first."""
    folder = Path(shutil.copytree(set_of("odd"), tmp_path / "copy"))
    records = [json.loads(line) for line in lines(folder)]
    for record in records:
        record["provenance"]["option_set"] = 1 - record["provenance"]["option_set"]
    write(folder, [dumped(record) for record in records], hide=True)
    assert "group" in whats(verify(folder))


@pytest.mark.parametrize("groups", _COUNT)
def test_members_that_are_alike_or_of_two_groups_are_named(
    groups: str, set_of: SetOf, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(set_of(groups), tmp_path / "copy"))
    content = lines(folder)
    first, second = json.loads(content[0]), json.loads(content[1])
    twice = {**first, "id": second["id"], "provenance": second["provenance"]}
    write(folder, [content[0], dumped(twice), *content[2:]], hide=True)
    assert "group" in whats(verify(folder))
    size = len(content) // len(_groups(set_of(groups), groups.partition(":")[0]))
    stranger = {**json.loads(content[size + 1]), "id": second["id"], "provenance": second["provenance"]}
    write(folder, [content[0], dumped(stranger), *content[2:]], hide=True)
    assert "group" in whats(verify(folder))


@pytest.mark.parametrize("groups", ["surface:1", "surface:6", "surface:", "edit:2", "rings", "", "surface:²"])
def test_another_group_is_refused(groups: str) -> None:
    with pytest.raises(SettingsError, match="no such group"):
        load_domain("flights").question(groups=groups)


@pytest.mark.parametrize("more", [{"ask": "every"}, {"options": 4}, {"option_sets": 2}, {"near_misses": 2}])
def test_groups_are_of_one_ask_over_five_options(more: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match="groups that are not of the kind ring"):
        load_domain("flights").question(groups="edit", **more)
