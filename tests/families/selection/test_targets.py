"""Which rows the members of a balanced set are right for: each gets one, and exchanges keep that so."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence, Set
from itertools import permutations
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.families.selection.generation import balanced_set
from cocoa_core.families.selection.generation.balanced_set import BalancedSetSpec, _Targets
from cocoa_core.families.selection.generation.elimination import DistractorConstraints

SIZE = 4
TARGETS = tuple(1 << row for row in range(SIZE))
Pairs = Set[tuple[int, int]]

pairs = st.sets(st.tuples(st.integers(0, SIZE - 1), st.sampled_from(TARGETS)))
"""Members with targets."""
orders = st.permutations(range(SIZE))


def targets_of(fixed: Set[int | None] = frozenset(), *, may_repeat: bool = False) -> _Targets:
    """Returns the targets of four members over four rows; the context of each member is its number."""
    constraints = DistractorConstraints()
    shape = BalancedSetSpec(TARGETS, SIZE, constraints, any_order=True, may_repeat=may_repeat)
    contexts: Any = range(SIZE)
    return _Targets(shape, contexts, None, fixed)


def assigned(
    targets: _Targets, order: Sequence[int], possible: Pairs, found: Pairs, rng: random.Random
) -> Mapping[int, int] | None:
    """Returns the target of each member, or None where one gets none.

    Args:
        targets: of the set.
        order: the members in the order in which they are drawn.
        possible: the targets that each member may have.
        found: the targets with which a requirement of the member is found.
        rng: chooses among these.
    """

    def may_be_right(member: int, target: int, *, worst: bool) -> bool:
        return (member, target) in possible

    def draw(member: int, offered: Sequence[int]) -> int | None:
        assert all((member, target) in possible for target in offered)
        able = [target for target in offered if (member, target) in found]
        return rng.choice(able) if able else None

    with (
        patch.object(balanced_set, "may_be_right", may_be_right),
        patch.object(balanced_set, "slots_for", lambda *_, **__: (None, None)),
    ):
        if not all(targets.add(member) for member in order):
            return None
        waiting, result = list(order), dict[int, int]()
        while waiting:
            member = waiting.pop(0)
            target = draw(member, targets.open_to(member))
            while target is None and (others := targets.next_offer(member)):
                target = draw(member, others)
            if target is None:
                return None
            displaced = targets.take(member, target)
            if displaced is not None:
                assert displaced not in targets.fixed
                waiting.append(displaced)
                del result[displaced]
            result[member] = target
        return result


def assignments(possible: Pairs) -> list[tuple[int, ...]]:
    """Returns every way to give each member a target of its own."""
    return [chosen for chosen in permutations(TARGETS) if set(enumerate(chosen)) <= possible]


@given(pairs, orders, st.randoms(use_true_random=False))
def test_members_get_targets_of_their_own_where_there_are_such(
    possible: Pairs, order: Sequence[int], rng: random.Random
) -> None:
    result = assigned(targets_of(), order, possible, possible, rng)
    assert (result is not None) == bool(assignments(possible))
    if result is not None:
        assert set(result.items()) <= possible
        assert sorted(result.values()) == list(TARGETS)


@given(pairs, pairs, st.sets(st.integers(0, SIZE - 1)), orders, st.randoms(use_true_random=False))
def test_exchanges_leave_each_member_a_target_with_which_it_was_found(
    possible: Pairs, missed: Pairs, fixed: Set[int], order: Sequence[int], rng: random.Random
) -> None:
    found = possible - missed
    result = assigned(targets_of(fixed), order, possible, found, rng)
    if result is not None:
        assert set(result.items()) <= found
        assert sorted(result.values()) == list(TARGETS)


def test_a_member_that_fails_takes_the_target_of_one_that_can_have_another() -> None:
    possible = {(member, target) for member in range(SIZE) for target in TARGETS}
    for first in TARGETS:
        found = possible - {(SIZE - 1, target) for target in TARGETS if target != first}
        for seed in range(20):
            assert assigned(targets_of(), range(SIZE), possible, found, random.Random(seed)) is not None


@given(pairs, pairs, orders, st.randoms(use_true_random=False))
def test_where_targets_may_repeat_each_member_needs_only_one(
    possible: Pairs, missed: Pairs, order: Sequence[int], rng: random.Random
) -> None:
    found = possible - missed
    result = assigned(targets_of(may_repeat=True), order, possible, found, rng)
    assert (result is not None) == ({member for member, _ in found} == set(range(SIZE)))
    if result is not None:
        assert set(result.items()) <= found


@given(orders, st.randoms(use_true_random=False))
def test_targets_repeat_only_where_no_other_is_left(order: Sequence[int], rng: random.Random) -> None:
    everything = {(member, target) for member in range(SIZE) for target in TARGETS}
    result = assigned(targets_of(may_repeat=True), order, everything, everything, rng)
    assert result is not None
    assert sorted(result.values()) == list(TARGETS)
