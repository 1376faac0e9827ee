"""Finds the best choice of a number of options.

It goes through all choices or, where these are too many, through a bounded tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, inf
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from cocoa_core.families.selection.asks.bundle.choices import BundleProblem

_MOST_CHOICES: Final = 1_000_000
"""The greatest number of choices that are all gone through."""
_MOST_NODES: Final = 200_000
"""The nodes of the tree after which a search is given up."""

Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Choices: TypeAlias = npt.NDArray[np.int8]
"""Indices of options, of shape (size, choices)."""


class TooLongError(Exception):
    """The search for the best choice was given up."""


@frozen
class BestBundle:
    """The best choice, in ascending order, with its cost."""

    chosen: tuple[int, ...]
    cost: int
    second: int | None
    """The cost of the next best choice; None where there is no other."""


def best_of(choice: BundleProblem, allowed: Sequence[int]) -> BestBundle | None:
    """Returns the best choice among the allowed options; None where there is none.

    Raises:
        TooLongError: the search was given up.
    """
    if comb(len(allowed), choice.size) <= _MOST_CHOICES:
        return _enumerated(choice, tuple(allowed))
    return _Tree.grown(choice, allowed, inf, False)


def better(choice: BundleProblem, allowed: Sequence[int], cost: int) -> tuple[int, ...] | None:
    """Returns a choice among the allowed options that costs less; None where there is none.

    Raises:
        TooLongError: the search was given up.
    """
    if comb(len(allowed), choice.size) <= _MOST_CHOICES:
        best = _enumerated(choice, tuple(allowed), cost)
    else:
        best = _Tree.grown(choice, allowed, cost, True)
    return None if best is None else best.chosen


@lru_cache(maxsize=16)
def _choices(number: int, size: int) -> Choices:
    flat = np.fromiter(
        (index for chosen in combinations(range(number), size) for index in chosen),
        dtype=np.int8,
        count=comb(number, size) * size,
    )
    return np.ascontiguousarray(flat.reshape(-1, size).T)


def choices_of(allowed: Sequence[int], size: int) -> Choices:
    """Returns all choices of `size` of these options, one a column."""
    return np.array(allowed, dtype=np.int8).take(_choices(len(allowed), size))


def sums(values: Sequence[int] | Sequence[bool], choices: Choices) -> Numbers:
    """Returns the sum of the values of each choice.

    Args:
        values: one for each option.
    """
    numbers = np.array(values, dtype=np.int64)
    total: Numbers = numbers.take(choices[0])  # a third of the time of `numbers[choices[0]]`
    for row in choices[1:]:
        total += numbers.take(row)
    return total


def _meeting(choice: BundleProblem, choices: Choices) -> Choices:
    for limit in choice.limits:
        choices = choices[:, sums(limit.values, choices) <= limit.most]
    for kinds in choice.alike:
        choices = choices[:, all_different(kinds, choices)]
    return choices


def all_different(kinds: Sequence[int], choices: Choices) -> Flags:
    """Returns for each choice whether no two of its options are of one kind.

    Args:
        kinds: one for each option.
    """
    ordered = np.sort(np.array(kinds, dtype=np.int64).take(choices), axis=0)
    flags: Flags = (ordered[1:] != ordered[:-1]).all(axis=0)
    return flags


def _enumerated(
    choice: BundleProblem, allowed: tuple[int, ...], ceiling: int | None = None
) -> BestBundle | None:
    """Returns the best choice, of those that cost less than the ceiling if there is one."""
    if len(allowed) < choice.size:
        return None
    choices = choices_of(allowed, choice.size)
    if ceiling is not None:
        choices = choices[:, sums(choice.costs, choices) < ceiling]
    choices = _meeting(choice, choices)
    if not choices.shape[1]:
        return None
    costs = sums(choice.costs, choices)
    first = int(costs.argmin())
    chosen = tuple(sorted(choices[:, first].tolist()))
    second = int(np.partition(costs, 1)[1]) if len(costs) > 1 else None
    return BestBundle(chosen, int(costs[first]), second)


@frozen(eq=False)
class _Tree:
    """A branch-and-bound search over choices that drops branches that cannot beat the second best."""

    choice: BundleProblem
    order: tuple[int, ...]
    ceiling: float
    """The cost that a choice has to stay below."""
    first: bool
    """Whether any choice below the ceiling will do."""
    found: list[tuple[int, tuple[int, ...]]] = field(factory=list, init=False)
    """The costs and choices found so far, two at the most."""
    nodes: list[int] = field(factory=lambda: [0], init=False)
    """The number of nodes visited, as the only element of a list."""

    @classmethod
    def grown(
        cls, choice: BundleProblem, allowed: Sequence[int], ceiling: float, first: bool
    ) -> BestBundle | None:
        """Returns the best choice below the ceiling; None where there is none."""
        order = tuple(sorted(allowed, key=lambda index: (choice.costs[index], index)))
        tree = cls(choice, order, ceiling, first)
        tree._grow((), 0, 0)
        if not tree.found:
            return None
        (cost, chosen), *others = sorted(tree.found)
        return BestBundle(tuple(sorted(chosen)), cost, others[0][0] if others else None)

    def _bound(self) -> float:
        """Returns the cost that a further choice has to stay below to be of use."""
        if self.first:
            return -inf if self.found else self.ceiling
        return self.ceiling if len(self.found) < len(("best", "second")) else max(self.found)[0]

    def _grow(self, chosen: tuple[int, ...], start: int, cost: int) -> None:
        self.nodes[0] += 1
        if self.nodes[0] > _MOST_NODES:
            raise TooLongError
        choice, remaining = self.choice, self.choice.size - len(chosen)
        if not remaining:
            if cost < self._bound() and choice.met_by(chosen):
                self.found.append((cost, chosen))
                self.found.sort()
                del self.found[2:]
            return
        for number in range(start, len(self.order) - remaining + 1):
            if (
                cost + sum(choice.costs[index] for index in self.order[number : number + remaining])
                >= self._bound()
            ):
                return
            index = self.order[number]
            if self._can_be((*chosen, index), number + 1):
                self._grow((*chosen, index), number + 1, cost + choice.costs[index])

    def _can_be(self, chosen: tuple[int, ...], start: int) -> bool:
        """Returns whether these options, and some from `start` in `order` on, may still meet everything."""
        choice, later = self.choice, self.order[start:]
        remaining = choice.size - len(chosen)
        for kinds in choice.alike:
            if len({kinds[index] for index in chosen}) < len(chosen):
                return False
        for limit in choice.limits:
            fewest = sorted(limit.values[index] for index in later)[:remaining]
            if sum(limit.values[index] for index in chosen) + sum(fewest) > limit.most:
                return False
        return True
