"""Draws a test graph's demonstrations: all with its label, or none, together covering its relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.graphs import difficulty, relations_of
from cocoa_core.families.graph_to_text.pool import GraphPool, Sample
from cocoa_core.families.graph_to_text.record import Demonstration
from cocoa_core.families.graph_to_text.settings import SHOTS, GraphSettings

_TRIES: Final = 50
"""Draws for one item before the search gives up."""

Relations = frozenset[str]


def ordered(shown: Sequence[Demonstration], order: str) -> list[Demonstration]:
    """Returns demonstrations in one of the orders; those of equal difficulty keep their order."""
    if order == "shuffled":
        return list(shown)
    return sorted(
        shown, key=lambda demonstration: difficulty(demonstration.structure), reverse=order == "hard-to-easy"
    )


@frozen(slots=False, eq=False)
class DemonstrationPool:
    """The demonstrations that a label can have in a pool, by the rules of the settings."""

    pool: GraphPool
    settings: GraphSettings
    label: str

    @property
    def able(self) -> bool:
        """Whether there are demonstrations in each distribution that is asked for."""
        if self.settings.division != "any" and len(self._relations) != SHOTS:
            return False
        enough = {"id": len(self._sets(self.label)) >= self.settings.shots, "ood": self._out_able}
        return all(enough[setting] for setting in self.settings.distributions)

    def inside(self, rng: Random) -> list[Sample]:
        """Returns demonstrations that all have this label, of different concept sets.

        The label needs enough concept sets, as `able` checks.
        """
        sets = self._sets(self.label)
        return [rng.choice(sets[key]) for key in rng.sample(sorted(sets), self.settings.shots)]

    def outside(self, rng: Random) -> list[Sample] | None:
        """Returns demonstrations of other labels that together cover this one, of different concept sets.

        Every demonstration has a relation of the label, so none only makes up the number.

        Returns:
            None where no draw succeeded.
        """
        for _ in range(_TRIES):
            labels = self._halves(rng) if self.settings.division != "any" else self._cover(rng)
            result: list[Sample] = []
            for label in labels:
                taken = {sample.of.id for sample in result}
                sets = self._sets(label)
                free = sorted(key for key in sets if key not in taken)
                if free:
                    result.append(rng.choice(sets[rng.choice(free)]))
            if len(result) == self.settings.shots:
                rng.shuffle(result)
                return result
        return None

    @cached_property
    def _relations(self) -> Relations:
        return relations_of(self.label)

    @cached_property
    def _traces(self) -> dict[str, Relations]:
        """By label that may be shown out of distribution: its relations that this label has too."""
        strict = self.settings.strict
        result = {}
        for label in sorted(self.pool.demonstrations):
            label_relations = relations_of(label)
            allowed = label != self.label and not (strict and label_relations >= self._relations)
            if allowed and label_relations & self._relations and self._sets(label):
                result[label] = label_relations & self._relations
        return result

    @cached_property
    def _need(self) -> dict[Relations, int]:
        """By part of the label that can be covered: the fewest demonstrations that cover it."""
        reached: dict[Relations, int] = {frozenset(): 0}
        for needed in range(1, self.settings.shots + 1):
            for part in [part for part, number in reached.items() if number == needed - 1]:
                for trace in set(self._traces.values()):
                    for more in _parts(trace):
                        reached.setdefault(part | more, needed)
        return reached

    @cached_property
    def _divisions(self) -> list[tuple[list[str], list[str]]]:
        """Pairs of label lists: those with exactly one part of this label, and with exactly the other."""
        smaller = int(self.settings.division[0])
        result = []
        for chosen in combinations(sorted(self._relations), smaller):
            first_part = frozenset(chosen)
            if smaller * 2 == SHOTS and min(self._relations) not in first_part:
                continue
            parts = (first_part, self._relations - first_part)
            first, second = (
                [label for label, trace in self._traces.items() if trace == part] for part in parts
            )
            if all(
                len({key for label in labels for key in self._sets(label)}) > 1 for labels in (first, second)
            ):
                result.append((first, second))
        return result

    @property
    def _out_able(self) -> bool:
        if self.settings.division != "any":
            return bool(self._divisions)
        sets = {key for label in self._traces for key in self._sets(label)}
        return self._relations in self._need and len(sets) >= self.settings.shots

    def _cover(self, rng: Random) -> Iterator[str]:
        """Yields labels that cover this one, then further ones; each leaves a cover possible."""
        uncovered, slots, labels = self._relations, self.settings.shots, list(self._traces)
        while slots:
            slots -= 1
            required = rng.choice(sorted(uncovered)) if uncovered else ""
            fitting = [
                label
                for label in labels
                if (not required or required in self._traces[label])
                and self._need.get(uncovered - self._traces[label], self.settings.shots + 1) <= slots
            ]
            label = rng.choice(fitting)
            uncovered -= self._traces[label]
            yield label

    def _halves(self, rng: Random) -> Iterator[str]:
        """Yields two labels for each part of a division."""
        for labels in rng.choice(self._divisions):
            for _ in range(SHOTS // 2):
                yield rng.choice(labels)

    def _sets(self, label: str) -> dict[str, Sequence[Sample]]:
        """Returns the samples of a label that may be shown, by concept set."""
        sets = self.pool.demonstrations.get(label, {})
        if self.settings.shown == "any":
            return dict(sets)
        shown = {
            key: [sample for sample in samples if sample.structure == self.settings.shown]
            for key, samples in sets.items()
        }
        return {key: samples for key, samples in shown.items() if samples}


def _parts(relations: Relations) -> Iterator[Relations]:
    """Yields every part of a set but the empty one."""
    for size in range(1, len(relations) + 1):
        for chosen in combinations(sorted(relations), size):
            yield frozenset(chosen)
