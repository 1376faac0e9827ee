"""Finds what decides on which side a question goes: label, template, length, depth, atoms, compounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TypeAlias

from attrs import frozen

from cocoa_core.families.selection.record import Question

Label: TypeAlias = tuple[str, ...]
"""Distinct primitives, sorted."""

_Term: TypeAlias = tuple[tuple[str, ...], str]
"""The antecedents and the consequent of a primitive by slots, each a sign and a slot."""


@frozen(slots=False)
class Parts:
    """What of a question decides on which side it goes."""

    id: str
    label: Label
    """Its label at the granularity of the split."""
    polarity: Label
    """Its label by polarity."""
    slots: Label
    """Its label by slots."""
    terms: tuple[str, ...]
    """Its primitives by slots, one for each sum term."""
    kinship: tuple[str, ...]
    """What has to be on one side with it: its balanced set and its requirement."""

    @cached_property
    def template(self) -> Label:
        """The primitives by polarity, each as often as it occurs, and how pairs of implications meet."""
        from cocoa_core.families.selection.composition import meeting

        implications = [_read(term) for term in sorted(set(self.terms))]
        edges = [(before[0][1:], after[1:]) for before, after in implications if len(before) == 1]
        kinds = filter(None, (meeting(first, second) for first, second in combinations(edges, 2)))
        return (*sorted(_bare(term) for term in self.terms), *sorted(kinds))

    @property
    def length(self) -> int:
        """The number of literals of the requirement."""
        return sum(len(before) + 1 for before, _ in map(_read, self.terms))

    @property
    def depth(self) -> int:
        """The most implications that follow one another, none of them to a slot that was passed already."""
        successors: dict[str, set[str]] = {}
        for before, after in map(_read, self.terms):
            for literal in before:
                successors.setdefault(literal[1:], set()).add(after[1:])
        return max((_longest(successors, (slot,)) for slot in successors), default=0)

    @cached_property
    def atoms(self) -> Counter[str]:
        """The literals, each a sign and a slot."""
        return Counter(literal for term in self.terms for literal in _literals(term))

    @cached_property
    def compounds(self) -> Counter[tuple[str, str]]:
        """The pairs of literals that stand in one sum term."""
        return Counter(
            (first, second)
            for term in self.terms
            for first, second in combinations(sorted(_literals(term)), 2)
        )


def parts_of(question: Question, granularity: str) -> Parts | None:
    """Returns the parts of a question; None for a record from before there were labels."""
    composition = question.composition
    if composition is None:
        return None
    return Parts(
        question.id,
        composition.labels[granularity],
        composition.labels["polarity"],
        composition.labels["slot"],
        composition.terms,
        (
            f"requirement {question.requirement.id}",
            *(f"{key} {group_id}" for key, group_id in question.groups.items()),
        ),
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
    """Returns the literals of the sum term: the antecedents with the other sign, then the consequent."""
    before, after = _read(primitive)
    return (*(("-" if literal[0] == "+" else "+") + literal[1:] for literal in before), after)


def _longest(successors: dict[str, set[str]], path: Sequence[str]) -> int:
    further = [slot for slot in successors.get(path[-1], ()) if slot not in path]
    return max((_longest(successors, (*path, slot)) for slot in further), default=len(path) - 1)
