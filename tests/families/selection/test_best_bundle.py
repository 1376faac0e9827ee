"""The best of all choices: found alike by enumeration, by the bounded tree, by the verifier and by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.families.selection.asks.bundle import best_bundle
from cocoa_core.families.selection.asks.bundle.best_bundle import BestBundle, TooLongError, best_of, better
from cocoa_core.families.selection.asks.bundle.choices import BundleProblem, SumLimit, limit_of
from cocoa_core.verification.selection.asks.bundle import BundleConditions, two_best

NUMBERS = st.integers(-9, 9)


Counted = tuple[tuple[bool, ...], int, int]
"""Which options have something, and of how many chosen ones it is asked: at least, at most."""


@st.composite
def counted_choices(draw: st.DrawFn) -> tuple[BundleProblem, list[int], Counted | None]:
    """What is asked of some of nine options, which of these are allowed, and what is counted last."""
    number = draw(st.integers(3, 9))

    def column(values: st.SearchStrategy[int]) -> tuple[int, ...]:
        return tuple(draw(st.lists(values, min_size=number, max_size=number)))

    limits: tuple[SumLimit, ...] = ()
    if draw(st.booleans()):
        limits = (SumLimit(column(NUMBERS), draw(st.integers(-9, 20))),)
    alike = (column(st.integers(0, 3)),) if draw(st.booleans()) else ()
    counted: Counted | None = None
    if draw(st.booleans()):
        has = tuple(one > 0 for one in column(st.integers(0, 1)))
        least = draw(st.integers(0, 2))
        counted = has, least, draw(st.integers(least, 4))
        limits += limit_of(has, "at_least", least), limit_of(has, "at_most", counted[2])
    size = draw(st.integers(2, min(4, number)))
    allowed = draw(st.lists(st.integers(0, number - 1), unique=True))
    return BundleProblem(size, column(NUMBERS), limits, alike), sorted(allowed), counted


def choices() -> st.SearchStrategy[tuple[BundleProblem, list[int]]]:
    return counted_choices().map(lambda asked: asked[:2])


def by_hand(choice: BundleProblem, allowed: list[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every choice that meets everything, with its cost; written out once more."""
    for chosen in combinations(allowed, choice.size):
        if any(sum(limit.values[place] for place in chosen) > limit.most for limit in choice.limits):
            continue
        if any(some[one] == some[two] for some in choice.alike for one, two in combinations(chosen, 2)):
            continue
        yield sum(choice.costs[place] for place in chosen), chosen


def same(found: BestBundle | None, every: list[tuple[int, tuple[int, ...]]]) -> None:
    if not every:
        assert found is None
        return
    costs = [cost for cost, _ in every]
    assert found is not None
    assert (found.cost, found.chosen) in every
    assert found.cost == costs[0]
    assert found.second == (costs[1] if len(costs) > 1 else None)


@given(choices())
def test_all_choices_gone_through_give_the_best_and_the_next(asked: tuple[BundleProblem, list[int]]) -> None:
    same(best_of(*asked), sorted(by_hand(*asked)))


@given(choices())
def test_the_tree_finds_the_same(asked: tuple[BundleProblem, list[int]]) -> None:
    choice, allowed = asked
    same(best_bundle._Tree.grown(choice, allowed, float("inf"), False), sorted(by_hand(choice, allowed)))


@given(choices(), st.integers(-20, 20))
def test_something_better_is_found_where_there_is_something(
    asked: tuple[BundleProblem, list[int]], cost: int
) -> None:
    choice, allowed = asked
    every = {chosen for below, chosen in by_hand(choice, allowed) if below < cost}
    tree = best_bundle._Tree.grown(choice, allowed, cost, True)
    for found in (better(choice, allowed, cost), tree and tree.chosen):
        assert (found in every) if every else (found is None)


@given(counted_choices())
def test_the_verifier_finds_the_same_by_its_own_method(
    asked: tuple[BundleProblem, list[int], Counted | None],
) -> None:
    choice, allowed, counted = asked
    places = dict(zip(ascii_uppercase, range(len(choice.costs)), strict=False))

    def of(values: tuple[int, ...]) -> dict[str, int]:
        return {label: values[place] for label, place in places.items()}

    limit = next(iter(choice.limits[: len(choice.limits) % 2]), None)
    has, least, most = counted or ((), 0, 0)
    sought = BundleConditions(
        choice.size,
        of(choice.costs),
        None if limit is None else of(limit.values),
        0 if limit is None else limit.most,
        None if not choice.alike else of(choice.alike[0]),
        None if counted is None else frozenset(label for label, place in places.items() if has[place]),
        least,
        most,
    )
    best_two = two_best(sought, [ascii_uppercase[place] for place in allowed])
    every = sorted(by_hand(choice, allowed))
    assert [cost for cost, _ in best_two] == [cost for cost, _ in every[:2]]
    for cost, chosen in best_two:
        assert (cost, tuple(sorted(places[label] for label in chosen))) in every
        assert sought.meets(chosen)


def test_a_search_of_too_many_choices_is_given_up_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_bundle, "_MOST_NODES", 500)
    costs = tuple(range(60))
    hard = BundleProblem(10, costs, (SumLimit(tuple(1000 - 2 * cost for cost in costs), 9_300),))
    with pytest.raises(TooLongError):
        best_of(hard, range(60))
    easy = best_of(BundleProblem(10, costs), range(60))
    assert easy is not None
    assert easy.chosen == tuple(range(10))
