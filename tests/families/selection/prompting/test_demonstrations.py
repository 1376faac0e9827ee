"""Demonstrations: which questions are shown before a question, by what both are composed of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.families.selection import Engine, Option, Question, Settings
from cocoa_core.families.selection.composition import DIFFICULTY
from cocoa_core.families.selection.prompting.demonstrations import (
    DEMONSTRATIONS,
    ORDERS,
    Demonstrations,
    coverage,
    ordered,
)
from cocoa_core.families.selection.record import Composition
from cocoa_core.loading import load_domain

PARTS = tuple("pqrstu")
LABELS = [label for size in (1, 2, 3, 4) for label in combinations(PARTS, size)]
STRUCTURES = tuple(DIFFICULTY)


@pytest.fixture(scope="module")
def question() -> Question:
    return Engine(load_domain("flights"), Settings.of()).items(0)[0]


def made(question: Question, number: int, label: Sequence[str]) -> Question:
    """The question with this label, and a requirement and options of its own."""
    composition = Composition(
        {"polarity": tuple(label), "family": (), "slot": ()},
        tuple(label),
        STRUCTURES[number % len(STRUCTURES)],
        {},
        None,
        None,
    )
    return attrs.evolve(
        question,
        id=f"{number:016x}",
        requirement=attrs.evolve(question.requirement, id=f"{number:016x}"),
        options=tuple(
            Option(option.label, f"{number}-{option.label}", option.shown) for option in question.options
        ),
        composition=composition,
    )


def chosen(question: Question, kind: str, train: Mapping[int, Sequence[str]], strict: bool) -> Demonstrations:
    by_label: dict[frozenset[str], list[Question]] = {}
    for number, label in train.items():
        by_label.setdefault(frozenset(label), []).append(made(question, number, label))
    return Demonstrations(kind, "easy-to-hard", "polarity", strict, by_label)


@given(
    st.lists(st.sampled_from(LABELS), min_size=4, max_size=40),
    st.sampled_from(LABELS),
    st.sampled_from(sorted(DEMONSTRATIONS)),
    st.integers(1, 5),
    st.booleans(),
)
def test_demonstrations_are_of_the_labels_that_were_asked_for(
    question: Question, labels: list[Sequence[str]], own: Sequence[str], kind: str, count: int, strict: bool
) -> None:
    """So many, of other requirements; the same at every call; in the order of difficulty."""
    demonstrations = chosen(question, kind, dict(enumerate(labels, 1)), strict)
    asked = made(question, 0, own)
    shown = demonstrations.of(asked, count)
    if shown is None:
        return
    assert demonstrations.of(asked, count) == shown
    assert len({one.requirement.id for one in shown}) == count
    assert asked.requirement.id not in {one.requirement.id for one in shown}
    ranks = [DIFFICULTY[one.composition.structure] for one in shown if one.composition]
    assert ranks == sorted(ranks)
    found = [frozenset(one.composition.labels["polarity"]) for one in shown if one.composition]
    whole = frozenset(own)
    if kind == "id" or (kind == "matched" and own in labels):
        assert set(found) == {whole}
        assert coverage(asked, shown, "polarity") == "the label"
        return
    assert whole not in found
    assert all(label & whole for label in found)
    assert whole <= frozenset[str]().union(*found)
    assert coverage(asked, shown, "polarity") == "all parts"
    if strict:
        assert not any(label > whole for label in found)
    if kind in ("d1-3", "d2-2"):
        blocks = {label & whole for label in found}
        assert sorted(map(len, blocks)) == [int(kind[1]), int(kind[3])]
        assert len(blocks) == 2
        assert not frozenset.intersection(*blocks)


def test_where_training_lacks_a_part_there_are_no_demonstrations(question: Question) -> None:
    asked = made(question, 0, "pq")
    assert chosen(question, "ood", {1: "pr", 2: "ps"}, strict=False).of(asked, 2) is None
    assert chosen(question, "id", {1: "pr", 2: "qs"}, strict=False).of(asked, 1) is None
    assert chosen(question, "ood", {1: "pr", 2: "qs"}, strict=False).of(asked, 2) is not None
    assert chosen(question, "ood", {1: "pqr"}, strict=True).of(asked, 1) is None
    assert chosen(question, "d1-3", {1: "pr", 2: "qs"}, strict=False).of(asked, 2) is None


def test_a_demonstration_shares_no_option(question: Question) -> None:
    """Of five questions about the same options four give the fifth away."""
    asked = made(question, 0, "pq")
    other = attrs.evolve(made(question, 1, "pq"), options=asked.options)
    assert (
        Demonstrations("id", "shuffled", "polarity", False, {frozenset("pq"): [other]}).of(asked, 1) is None
    )


@given(st.lists(st.integers(1, 60), unique=True, max_size=8))
def test_easy_to_hard_never_goes_back_and_hard_to_easy_is_its_reverse_in_rank(
    question: Question, numbers: list[int]
) -> None:
    shown = [made(question, number, "p") for number in numbers]

    def ranks(order: str) -> list[int]:
        return [DIFFICULTY[one.composition.structure] for one in ordered(shown, order) if one.composition]

    assert ranks("easy-to-hard") == sorted(ranks("shuffled"))
    assert ranks("hard-to-easy") == sorted(ranks("shuffled"), reverse=True)
    assert set(ORDERS) == {"easy-to-hard", "hard-to-easy", "shuffled"}
