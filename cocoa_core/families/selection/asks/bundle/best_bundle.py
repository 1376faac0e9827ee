"""The best choice of so many options: all choices are gone through, or, of too many, a bounded tree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, inf
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from cocoa_core.families.selection.asks.bundle.choices import Choice

__all__ = [
    "Choices",
    "Flags",
    "Found",
    "Numbers",
    "TooLongError",
    "apart",
    "best_of",
    "better",
    "choices_of",
    "sums",
]

_MOST_CHOICES: Final = 1_000_000
"""Choices that are all gone through."""
_MOST_NODES: Final = 200_000
"""Nodes of the tree after which a search is given up."""

Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Choices: TypeAlias = npt.NDArray[np.int8]
"""Places of options, shape (size, choices)."""


class TooLongError(Exception):
    """The search for the best choice was given up."""


@frozen
class Found:
    """The best choice, in ascending order."""

    chosen: tuple[int, ...]
    cost: int
    second: int | None
    """The cost of the next, None where there is no other."""


def best_of(choice: Choice, allowed: Sequence[int]) -> Found | None:
    """Returns the best choice among the allowed options, None where there is none.

    TooLongError.
    """
    if comb(len(allowed), choice.size) <= _MOST_CHOICES:
        return _enumerated(choice, tuple(allowed))
    return _Tree.grown(choice, allowed, inf, False)


def better(choice: Choice, allowed: Sequence[int], cost: int) -> tuple[int, ...] | None:
    """Returns a choice among the allowed options that costs less; None where there is none.

    TooLongError.
    """
    if comb(len(allowed), choice.size) <= _MOST_CHOICES:
        found = _enumerated(choice, tuple(allowed))
    else:
        found = _Tree.grown(choice, allowed, cost, True)
    return found.chosen if found is not None and found.cost < cost else None


@lru_cache(maxsize=16)
def _choices(number: int, size: int) -> Choices:
    """Returns all choices of so many of a number, one a column."""
    flat = np.fromiter(
        (place for chosen in combinations(range(number), size) for place in chosen),
        dtype=np.int8,
        count=comb(number, size) * size,
    )
    return np.ascontiguousarray(flat.reshape(-1, size).T)


def choices_of(allowed: Sequence[int], size: int) -> Choices:
    """Returns all choices of so many of these places, one a column."""
    return np.array(allowed, dtype=np.int8)[_choices(len(allowed), size)]


def sums(values: Sequence[int] | Sequence[bool], choices: Choices) -> Numbers:
    """Returns what each choice comes to.

    Args:
        values: one an option.
    """
    numbers = np.array(values, dtype=np.int64)
    total: Numbers = numbers[choices[0]]
    for row in choices[1:]:
        total = total + numbers[row]
    return total


def _meeting(choice: Choice, choices: Choices) -> Choices:
    """Returns those of the choices that meet all conditions."""
    for limit in choice.limits:
        choices = choices[:, sums(limit.values, choices) <= limit.most]
    for one in choice.counted:
        number = sums(one.has, choices)
        choices = choices[:, (number >= one.least) & (number <= one.most)]
    for some in choice.alike:
        choices = choices[:, apart(some, choices)]
    return choices


def apart(kinds: Sequence[int], choices: Choices) -> Flags:
    """Returns which choices have no two options of one kind.

    Args:
        kinds: one an option.
    """
    found = np.sort(np.array(kinds, dtype=np.int64)[choices], axis=0)
    flags: Flags = (found[1:] != found[:-1]).all(axis=0)
    return flags


def _enumerated(choice: Choice, allowed: tuple[int, ...]) -> Found | None:
    if len(allowed) < choice.size:
        return None
    choices = _meeting(choice, choices_of(allowed, choice.size))
    if not choices.shape[1]:
        return None
    costs = sums(choice.costs, choices)
    first = int(costs.argmin())
    chosen = tuple(sorted(choices[:, first].tolist()))
    second = int(np.partition(costs, 1)[1]) if len(costs) > 1 else None
    return Found(chosen, int(costs[first]), second)


@frozen(eq=False)
class _Tree:
    """Choices in the order of their costs: a branch ends where it cannot come below the second best."""

    choice: Choice
    order: tuple[int, ...]
    ceiling: float
    """What a choice has to cost less than."""
    first: bool
    """Whether any one will do."""
    found: list[tuple[int, tuple[int, ...]]] = field(factory=list, init=False)
    nodes: list[int] = field(factory=lambda: [0], init=False)

    @classmethod
    def grown(cls, choice: Choice, allowed: Sequence[int], ceiling: float, first: bool) -> Found | None:
        """Returns what is found in a bounded number of nodes.

        Raises:
            TooLongError: that is not the end.
        """
        order = tuple(sorted(allowed, key=lambda place: (choice.costs[place], place)))
        tree = cls(choice, order, ceiling, first)
        tree._grow((), 0, 0)
        if not tree.found:
            return None
        (cost, chosen), *others = sorted(tree.found)
        return Found(tuple(sorted(chosen)), cost, others[0][0] if others else None)

    def _bound(self) -> float:
        """Returns what a further choice has to cost less than to be of use."""
        if self.first:
            return -inf if self.found else self.ceiling
        return self.ceiling if len(self.found) < len(("best", "second")) else max(self.found)[0]

    def _grow(self, chosen: tuple[int, ...], start: int, cost: int) -> None:
        self.nodes[0] += 1
        if self.nodes[0] > _MOST_NODES:
            raise TooLongError
        choice, left = self.choice, self.choice.size - len(chosen)
        if not left:
            if cost < self._bound() and choice.met_by(chosen):
                self.found.append((cost, chosen))
                self.found.sort()
                del self.found[2:]
            return
        for number in range(start, len(self.order) - left + 1):
            if (
                cost + sum(choice.costs[place] for place in self.order[number : number + left])
                >= self._bound()
            ):
                return
            place = self.order[number]
            if self._can_be((*chosen, place), number + 1):
                self._grow((*chosen, place), number + 1, cost + choice.costs[place])

    def _can_be(self, chosen: tuple[int, ...], start: int) -> bool:
        """Returns whether a choice that begins so may still meet everything."""
        choice, rest = self.choice, self.order[start:]
        left = choice.size - len(chosen)
        for some in choice.alike:
            if len({some[place] for place in chosen}) < len(chosen):
                return False
        for one in choice.counted:
            number = sum(one.has[place] for place in chosen)
            if number > one.most or number + min(left, sum(one.has[place] for place in rest)) < one.least:
                return False
        for limit in choice.limits:
            fewest = sorted(limit.values[place] for place in rest)[:left]
            if sum(limit.values[place] for place in chosen) + sum(fewest) > limit.most:
                return False
        return True
