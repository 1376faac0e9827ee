"""What of a question decides where it goes: its label, shape, length, depth, atoms and compounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TypeAlias

from attrs import frozen

from cocoa_core.families.selection.record import Question

__all__ = ["Label", "Parts", "parts_of"]

Label: TypeAlias = tuple[str, ...]
"""Distinct primitives, sorted."""

_Term: TypeAlias = tuple[tuple[str, ...], str]
"""Antecedents and consequent of a primitive by slots, each a sign and a slot."""


@frozen(slots=False)
class Parts:
    """label: at the granularity of the split. polarity, slots: labels at these. terms: primitives by slots.

    kinship: what may be on one side only with it: its ring and its requirement.
    """

    id: str
    label: Label
    polarity: Label
    slots: Label
    terms: tuple[str, ...]
    kinship: tuple[str, ...]

    @cached_property
    def template(self) -> Label:
        """The primitives by polarity, each as often as it occurs, and how the edges meet."""
        from cocoa_core.families.selection.composition import meeting

        read = [_read(term) for term in sorted(set(self.terms))]
        edges = [(before[0][1:], after[1:]) for before, after in read if len(before) == 1]
        kinds = filter(None, (meeting(one, other) for one, other in combinations(edges, 2)))
        return (*sorted(_bare(term) for term in self.terms), *sorted(kinds))

    @property
    def length(self) -> int:
        """How many literals the requirement has."""
        return sum(len(before) + 1 for before, _ in map(_read, self.terms))

    @property
    def depth(self) -> int:
        """How many implications follow one on the other at the most, none over a slot that had its turn."""
        ways: dict[str, set[str]] = {}
        for before, after in map(_read, self.terms):
            for literal in before:
                ways.setdefault(literal[1:], set()).add(after[1:])
        return max((_longest(ways, (slot,)) for slot in ways), default=0)

    @cached_property
    def atoms(self) -> Counter[str]:
        """Its literals, each a sign and a slot."""
        return Counter(literal for term in self.terms for literal in _literals(term))

    @cached_property
    def compounds(self) -> Counter[tuple[str, str]]:
        """Pairs of literals that stand in one sum term."""
        return Counter(
            (one, other) for term in self.terms for one, other in combinations(sorted(_literals(term)), 2)
        )


def parts_of(question: Question, granularity: str) -> Parts | None:
    """Returns those of a question; None for a record of before there were labels."""
    found = question.composition
    if found is None:
        return None
    return Parts(
        question.id,
        found.labels[granularity],
        found.labels["polarity"],
        found.labels["slot"],
        found.terms,
        (f"requirement {question.requirement.id}", *(f"{key} {one}" for key, one in question.groups.items())),
    )


@lru_cache(maxsize=1 << 14)
def _read(primitive: str) -> _Term:
    before, _, after = primitive.partition(">")
    return tuple(before.split("&")) if before else (), after


def _bare(primitive: str) -> str:
    before, after = _read(primitive)
    return f"{'&'.join(sorted(literal[0] + '*' for literal in before))}>{after[0]}*"


@lru_cache(maxsize=1 << 14)
def _literals(primitive: str) -> tuple[str, ...]:
    """As they stand in the sum term: antecedents with the other sign."""
    before, after = _read(primitive)
    return (*(("-" if literal[0] == "+" else "+") + literal[1:] for literal in before), after)


def _longest(ways: dict[str, set[str]], path: Sequence[str]) -> int:
    further = [slot for slot in ways.get(path[-1], ()) if slot not in path]
    return max((_longest(ways, (*path, slot)) for slot in further), default=len(path) - 1)
