"""How far two sets of questions are apart, in their atoms and in their compounds.

(D. Keysers et al., Measuring Compositional Generalization, ICLR 2020: one less the Chernoff coefficient.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import define, field

from cocoa_core.families.selection.splitting.parts import Parts
from cocoa_core.seeds import stream

__all__ = ["ATOM_LIMIT", "divergence", "divergences", "most_divergent"]

_OF_ATOMS: Final = 0.5
_OF_COMPOUNDS: Final = 0.1
"""The weight of the training side: nearly all that counts of compounds is whether it has them at all."""
ATOM_LIMIT: Final = 0.02
_SWAPS: Final = 100
"""Swaps tried for each group."""
_MOST_SWAPS: Final = 300_000
_AMONG: Final = (1, 3, 9)
"""A swap is of the one among so many that leans most to the other side: chance, and ever stronger pulls."""
_REFRESHED: Final = 4_000
"""Swaps tried before it is counted anew how all lean."""
_LEAST_GAIN: Final = 1e-9
_ROUNDED: Final = 4


def divergence(train: Mapping[Any, int], test: Mapping[Any, int], weight: float) -> float | None:
    """1 - sum p^weight q^(1 - weight) over the shares p and q of both counts; None where one is empty."""
    total, other = sum(train.values()), sum(test.values())
    if not total or not other:
        return None
    shared: float = sum(
        (train[key] / total) ** weight * (test[key] / other) ** (1 - weight) for key in test.keys() & train
    )
    return 1 - shared


def divergences(train: Iterable[Parts], test: Iterable[Parts]) -> dict[str, float | None]:
    """Of atoms and of compounds, from 0 (in the same shares) to 1 (nothing in common).

    None where a side has none of them, as an empty side, or one whose terms are single literals.
    """
    sides = [list(train), list(test)]
    atoms: list[Counter[Hashable]] = [Counter(), Counter()]
    compounds: list[Counter[Hashable]] = [Counter(), Counter()]
    for side, units in enumerate(sides):
        for unit in units:
            atoms[side].update(unit.atoms)
            compounds[side].update(unit.compounds)
    found = {
        "atoms": divergence(atoms[0], atoms[1], _OF_ATOMS),
        "compounds": divergence(compounds[0], compounds[1], _OF_COMPOUNDS),
    }
    return {name: None if value is None else round(value, _ROUNDED) for name, value in found.items()}


@define
class _Balance:
    """Counts of one kind of part on both sides, and how far apart these are."""

    sides: tuple[list[int], list[int]]
    """Counts by part, of training and of the test."""
    weight: float
    low: list[float] = field(init=False)
    high: list[float] = field(init=False)
    """`low` and `high`: powers of counts, by count."""
    shared: float = field(init=False)
    totals: tuple[int, int] = field(init=False)
    divergence: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        first, second = self.sides
        most = range(max(map(sum, zip(first, second, strict=True)), default=0) + 1)
        self.low = [count**self.weight for count in most]
        self.high = [count ** (1 - self.weight) for count in most]
        self.shared = sum(self.low[one] * self.high[other] for one, other in zip(first, second, strict=True))
        self.totals = sum(first), sum(second)
        self.divergence = self._of(self.shared, self.totals)

    def after(self, gone: _Counts, come: _Counts) -> _After:
        """Returns what it would be if these went from training to the test, and those came."""
        change: dict[int, int] = {}
        for part, count in come:
            change[part] = change.get(part, 0) + count
        for part, count in gone:
            change[part] = change.get(part, 0) - count
        first, second, low, high = *self.sides, self.low, self.high
        shared, added = self.shared, 0
        for part, number in change.items():
            if number:
                one, other = first[part], second[part]
                shared += low[one + number] * high[other - number] - low[one] * high[other]
                added += number
        totals = self.totals[0] + added, self.totals[1] - added
        return self._of(shared, totals), shared, totals, change

    def leaning(self, counts: Sequence[_Counts]) -> list[float]:
        """For each of these the mean share of its parts that the test has."""
        first, second = self.sides
        shares = [other / max(1, one + other) for one, other in zip(first, second, strict=True)]
        return [
            sum(shares[part] * count for part, count in own) / max(1, sum(count for _, count in own))
            for own in counts
        ]

    def take(self, after: _After) -> None:
        """Makes a swap."""
        self.divergence, self.shared, self.totals, change = after
        for part, number in change.items():
            self.sides[0][part] += number
            self.sides[1][part] -= number

    def _of(self, shared: float, totals: tuple[int, int]) -> float:
        if not all(totals):
            return 1.0
        return 1 - shared / float(totals[0] ** self.weight * totals[1] ** (1 - self.weight))


_Counts: TypeAlias = Sequence[tuple[int, int]]
"""Numbers of parts, each with how often it occurs."""
_After: TypeAlias = tuple[float, float, tuple[int, int], dict[int, int]]


def most_divergent(groups: Sequence[Sequence[Parts]], wanted: int, seed: int) -> set[int]:
    """Returns places of so many groups, fewer than all, whose compounds are far from those of the rest.

    It begins with the groups that have most of some compounds drawn by lot. Then come swaps, each taken that
    raises the divergence of compounds and leaves that of atoms within ATOM_LIMIT; while it is beyond, each
    that lowers it.

    Args:
        groups: in an order that does not depend on that of the input.
    """
    rng = stream("most divergent", seed)
    of_atoms = _numbered([[question.atoms for question in group] for group in groups])
    of_compounds = _numbered([[question.compounds for question in group] for group in groups])
    drawn: dict[int, bool] = {}
    begun = [
        sum(count for part, count in own if drawn.setdefault(part, rng.random() * len(groups) < wanted))
        / max(1, sum(count for _, count in own))
        for own in of_compounds
    ]
    ranked = sorted(range(len(groups)), key=lambda index: -begun[index])
    places = sorted(ranked[wanted:]), sorted(ranked[:wanted])
    atoms = _Balance(_summed(of_atoms, places), _OF_ATOMS)
    compounds = _Balance(_summed(of_compounds, places), _OF_COMPOUNDS)
    leaning = compounds.leaning(of_compounds)
    for tried in range(min(_MOST_SWAPS, _SWAPS * len(groups))):
        if tried % _REFRESHED == 0:
            leaning = compounds.leaning(of_compounds)
        among = rng.choice(_AMONG)
        here, there = (
            max(
                [rng.randrange(len(own)) for _ in range(among)],
                key=lambda index: sign * leaning[own[index]],
            )
            for own, sign in zip(places, (1, -1), strict=True)
        )
        one, other = places[0][here], places[1][there]
        further = compounds.after(of_compounds[one], of_compounds[other])
        if atoms.divergence <= ATOM_LIMIT and further[0] <= compounds.divergence + _LEAST_GAIN:
            continue
        nearer = atoms.after(of_atoms[one], of_atoms[other])
        if nearer[0] > max(ATOM_LIMIT, atoms.divergence - _LEAST_GAIN):
            continue
        atoms.take(nearer)
        compounds.take(further)
        places[0][here], places[1][there] = other, one
    return set(places[1])


def _numbered(groups: Sequence[Sequence[Mapping[Any, int]]]) -> list[_Counts]:
    """By group what occurs in it, with a number for each part."""
    numbers: dict[Hashable, int] = {}
    result: list[_Counts] = []
    for group in groups:
        counts: Counter[int] = Counter()
        for own in group:
            for part, count in own.items():
                counts[numbers.setdefault(part, len(numbers))] += count
        result.append(list(counts.items()))
    return result


def _summed(counts: Sequence[_Counts], places: tuple[list[int], list[int]]) -> tuple[list[int], list[int]]:
    most = max((part for own in counts for part, _ in own), default=-1) + 1
    sides = [0] * most, [0] * most
    for side, own in zip(sides, places, strict=True):
        for index in own:
            for part, count in counts[index]:
                side[part] += count
    return sides
