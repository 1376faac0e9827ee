"""Measures how far two sets of questions are apart, in their atoms and in their compounds.

(D. Keysers et al., Measuring Compositional Generalization, ICLR 2020: one less the Chernoff coefficient.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import define, field

from cocoa_core.families.selection.splitting.parts import Parts
from cocoa_core.seeds import stream

_OF_ATOMS: Final = 0.5
_OF_COMPOUNDS: Final = 0.1
"""The weight of the training side: for compounds it matters most whether training has them at all."""
ATOM_LIMIT: Final = 0.02
"""The largest divergence of atoms that is accepted."""
_SWAPS: Final = 100
"""The swaps tried for each group."""
_MOST_SWAPS: Final = 300_000
_AMONG: Final = (1, 3, 9)
"""A swap takes from each side the group that leans most to the other side, out of this many drawn groups:
with 1 a random group, with more an ever stronger preference.
"""
_REFRESHED: Final = 4_000
"""The number of swaps after which the leanings of all groups are computed anew."""
_LEAST_GAIN: Final = 1e-9
_ROUNDED: Final = 4


def divergence(train: Mapping[Any, int], test: Mapping[Any, int], weight: float) -> float | None:
    """Returns 1 - sum p^weight q^(1 - weight) over both counts' shares p and q; None where one is empty."""
    total, other = sum(train.values()), sum(test.values())
    if not total or not other:
        return None
    shared: float = sum(
        (train[key] / total) ** weight * (test[key] / other) ** (1 - weight) for key in test.keys() & train
    )
    return 1.0 - shared  # `shared` is the whole number 0 where nothing is in common


def divergences(train: Iterable[Parts], test: Iterable[Parts]) -> dict[str, float | None]:
    """Returns the divergence of atoms and of compounds, from 0 (the same shares) to 1 (nothing in common).

    It is None where a side has none of them, such as an empty side, or one whose terms are single literals.
    """
    sides = [list(train), list(test)]
    atoms: list[Counter[Hashable]] = [Counter(), Counter()]
    compounds: list[Counter[Hashable]] = [Counter(), Counter()]
    for side, units in enumerate(sides):
        for unit in units:
            atoms[side].update(unit.atoms)
            compounds[side].update(unit.compounds)
    values_by_kind = {
        "atoms": divergence(atoms[0], atoms[1], _OF_ATOMS),
        "compounds": divergence(compounds[0], compounds[1], _OF_COMPOUNDS),
    }
    return {name: None if value is None else round(value, _ROUNDED) for name, value in values_by_kind.items()}


@define
class _Balance:
    """Counts of one kind of part on both sides, and how far apart these are."""

    sides: tuple[list[int], list[int]]
    """For each part its count in training and in the test."""
    weight: float
    low: list[float] = field(init=False)
    """The powers of counts to `weight`, by count."""
    high: list[float] = field(init=False)
    """The powers of counts to 1 - `weight`, by count."""
    shared: float = field(init=False)
    totals: tuple[int, int] = field(init=False)
    divergence: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        first, second = self.sides
        most = range(max(map(sum, zip(first, second, strict=True)), default=0) + 1)
        self.low = [count**self.weight for count in most]
        self.high = [count ** (1 - self.weight) for count in most]
        self.shared = sum(
            self.low[train_count] * self.high[test_count]
            for train_count, test_count in zip(first, second, strict=True)
        )
        self.totals = sum(first), sum(second)
        self.divergence = self._of(self.shared, self.totals)

    def after(self, leaving: _Counts, entering: _Counts) -> _After:
        """Returns what the balance would be if some parts went to the test, and others came from there."""
        change: dict[int, int] = {}
        for part, count in entering:
            change[part] = change.get(part, 0) + count
        for part, count in leaving:
            change[part] = change.get(part, 0) - count
        first, second, low, high = *self.sides, self.low, self.high
        shared, added = self.shared, 0
        for part, number in change.items():
            if number:
                train_count, test_count = first[part], second[part]
                shared += (
                    low[train_count + number] * high[test_count - number]
                    - low[train_count] * high[test_count]
                )
                added += number
        totals = self.totals[0] + added, self.totals[1] - added
        return self._of(shared, totals), shared, totals, change

    def leaning(self, counts: Sequence[_Counts]) -> list[float]:
        """Returns for each of the groups the mean share of its parts that the test has."""
        first, second = self.sides
        shares = [
            test_count / max(1, train_count + test_count)
            for train_count, test_count in zip(first, second, strict=True)
        ]
        return [
            sum(shares[part] * count for part, count in group_counts)
            / max(1, sum(count for _, count in group_counts))
            for group_counts in counts
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
"""The parts of a group by their numbers, each with how often it occurs."""
_After: TypeAlias = tuple[float, float, tuple[int, int], dict[int, int]]
"""The divergence after a swap, its sum and totals, and the change of each part's count in training."""


def most_divergent(groups: Sequence[Sequence[Parts]], wanted: int, seed: int) -> set[int]:
    """Returns the indices of `wanted` groups, fewer than all, whose compounds are far from those of the rest.

    It begins with the groups that have the most of some compounds, which are drawn. Then it makes swaps: each
    that raises the divergence of compounds and leaves that of atoms within ATOM_LIMIT; while atoms are beyond
    it, each that lowers their divergence.

    Args:
        groups: in an order that does not depend on that of the input.
        wanted: the number of groups.
    """
    rng = stream("most divergent", seed)
    of_atoms = _numbered([[question.atoms for question in group] for group in groups])
    of_compounds = _numbered([[question.compounds for question in group] for group in groups])
    drawn: dict[int, bool] = {}
    drawn_shares = [
        sum(count for part, count in entries if drawn.setdefault(part, rng.random() * len(groups) < wanted))
        / max(1, sum(count for _, count in entries))
        for entries in of_compounds
    ]
    ranked = sorted(range(len(groups)), key=lambda index: -drawn_shares[index])
    indices = sorted(ranked[wanted:]), sorted(ranked[:wanted])
    atoms = _Balance(_summed(of_atoms, indices), _OF_ATOMS)
    compounds = _Balance(_summed(of_compounds, indices), _OF_COMPOUNDS)
    leaning = compounds.leaning(of_compounds)
    for attempt in range(min(_MOST_SWAPS, _SWAPS * len(groups))):
        if attempt % _REFRESHED == 0:
            leaning = compounds.leaning(of_compounds)
        candidates = rng.choice(_AMONG)
        train_position, test_position = (
            max(
                [rng.randrange(len(entries)) for _ in range(candidates)],
                key=lambda index: sign * leaning[entries[index]],
            )
            for entries, sign in zip(indices, (1, -1), strict=True)
        )
        leaving, entering = indices[0][train_position], indices[1][test_position]
        further = compounds.after(of_compounds[leaving], of_compounds[entering])
        if atoms.divergence <= ATOM_LIMIT and further[0] <= compounds.divergence + _LEAST_GAIN:
            continue
        nearer = atoms.after(of_atoms[leaving], of_atoms[entering])
        if nearer[0] > max(ATOM_LIMIT, atoms.divergence - _LEAST_GAIN):
            continue
        atoms.take(nearer)
        compounds.take(further)
        indices[0][train_position], indices[1][test_position] = entering, leaving
    return set(indices[1])


def _numbered(groups: Sequence[Sequence[Mapping[Any, int]]]) -> list[_Counts]:
    """Returns for each group what occurs in it, with a number for each part."""
    numbers: dict[Hashable, int] = {}
    result: list[_Counts] = []
    for group in groups:
        counts: Counter[int] = Counter()
        for part_counts in group:
            for part, count in part_counts.items():
                counts[numbers.setdefault(part, len(numbers))] += count
        result.append(list(counts.items()))
    return result


def _summed(counts: Sequence[_Counts], indices: tuple[list[int], list[int]]) -> tuple[list[int], list[int]]:
    """Returns the counts of each part on both sides."""
    most = max((part for entries in counts for part, _ in entries), default=-1) + 1
    sides = [0] * most, [0] * most
    for side, entries in zip(sides, indices, strict=True):
        for index in entries:
            for part, count in counts[index]:
                side[part] += count
    return sides
