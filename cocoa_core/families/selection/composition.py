"""Works out what a requirement is composed of: a directed implication for each sum term, and how these meet.

A sum term is read as one implication: its demand is the consequent, the complements of its other literals are
the antecedents. Its *primitive* keeps the signs alone, with a class for each slot: `+*>+*` (implies), `-*>+*`
(unless), `+*>-*` (excludes), `>+*` (a plain wish). A *label* is the set of primitives of a requirement. The
edges of a requirement lead from antecedent to consequent of the sum terms with two literals; two edges that
share one slot meet as A (a chain), B (one source) or C (one target), after CGGC's types of reasoning graphs.
The values of constraints play no part.

The label is a function of the requirement, its demands, rules and schema, and not of the words that say it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Rule, Schema, opposite
from cocoa_core.families.selection.record import GRANULARITIES, Composition
from cocoa_core.families.selection.setting_specs import SETTING_SPECS

STRUCTURES: Final = tuple(SETTING_SPECS["structure"].choices)
"""A: the target of one edge is the source of the other. B: both have the same source. C: both have the same
target.
"""
DIFFICULTY: Final[Mapping[str, int]] = {"A": 0, "B": 1, "C": 2, "mixed": 3, "none": 3}
"""Ranks of structures, the easiest first, by the generalization gaps that CGGC measured."""
RELATIONS: Final[Mapping[str, tuple[bool, bool]]] = {
    "implies": (True, True),
    "unless": (False, True),
    "excludes": (True, False),
}
"""The kinds of an implication of two literals: the signs of antecedent and consequent."""

SignedLiteral: TypeAlias = tuple[str, bool]
"""A slot, and whether the literal is on its positive side."""


@frozen
class Implication:
    """A sum term as an implication: all antecedents together imply the consequent."""

    antecedents: frozenset[SignedLiteral]
    consequent: SignedLiteral

    def primitive(self, classes: Mapping[str, str] | None = None) -> str:
        """Returns the signs of the implication, with a class for each slot.

        Args:
            classes: the class of each slot; None for `*` everywhere.
        """

        def signed(literal: SignedLiteral) -> str:
            slot, positive = literal
            return f"{'+' if positive else '-'}{'*' if classes is None else classes[slot]}"

        return f"{'&'.join(sorted(map(signed, self.antecedents)))}>{signed(self.consequent)}"

    @property
    def edge(self) -> tuple[str, str] | None:
        """The slots of antecedent and consequent; None unless there is just one antecedent."""
        if len(self.antecedents) != 1:
            return None
        [(source, _)] = self.antecedents
        return source, self.consequent[0]


@frozen
class ImplicationPair:
    """Two implications over three slots, numbered 0 to 2, that share slot 1."""

    structure: str
    """How they meet: A, B or C."""
    kinds: tuple[str, str]
    """The names of their kinds in RELATIONS; for a chain in its order."""

    @property
    def readings(self) -> tuple[tuple[int, bool, int, bool], ...]:
        """For each implication its source and the sign of it, and its target and the sign of it."""
        ends = {"A": ((0, 1), (1, 2)), "B": ((1, 0), (1, 2)), "C": ((0, 1), (2, 1))}[self.structure]
        signs = [RELATIONS[kind] for kind in self.kinds]
        return tuple(
            (source, before, target, after)
            for (source, target), (before, after) in zip(ends, signs, strict=True)
        )

    @property
    def minterms(self) -> int:
        """The number of rows over its slots that satisfy it: 4 if the shared slot has both signs, else 5."""
        signs = set()
        for source, before, target, after in self.readings:
            signs |= {not before} if source == 1 else set()
            signs |= {after} if target == 1 else set()
        return 4 if len(signs) == 2 else 5

    @property
    def possible(self) -> bool:
        """Whether one row can have all that the pair demands: two demands on one slot have the same sign."""
        demands = {(target, after) for _, _, target, after in self.readings}
        return len({target for target, _ in demands}) == len(demands)


def implication_pairs_of(structure: str, relations: Sequence[str]) -> tuple[ImplicationPair, ...]:
    """Returns the possible pairs of these kinds; where their order makes no difference, each once."""
    kinds = [(first, second) for first in relations for second in relations]
    if structure != "A":
        kinds = [
            (first, second) for first, second in kinds if relations.index(first) <= relations.index(second)
        ]
    return tuple(pair for kind_pair in kinds if (pair := ImplicationPair(structure, kind_pair)).possible)


def sign_of(literal: GroundedLiteral, rule: Rule) -> bool:
    """Returns whether a literal is on the side that people want, or is affirmed where they want neither side.

    A literal and its negation have opposite signs; so have two wordings of them ("at least 3" is the negation
    of "less than 3").
    """
    canonical = literal.canonical()
    direction = rule.direction(canonical.effective())
    return direction > 0 if direction else canonical.positive


def family_of(schema: Schema, slot: str) -> str:
    """Returns the topic of a slot, or the name of its kind where it has no topic."""
    definition = schema.slot(slot)
    return definition.topic or definition.kind.name


def reading_of(term: Sequence[SignedLiteral], demand: int) -> Implication:
    """Returns the implication of a sum term.

    Args:
        demand: the index of the literal that is demanded.
    """
    antecedents = {(slot, not positive) for index, (slot, positive) in enumerate(term) if index != demand}
    return Implication(frozenset(antecedents), term[demand])


def composed(
    terms: Sequence[Sequence[SignedLiteral]], demands: Sequence[int], families: Mapping[str, str]
) -> Composition:
    """Returns the labels and the structure of a requirement.

    Neither the order nor the repetition of terms and literals matters, except for `Composition.terms`.

    Args:
        demands: for each term the index of the literal that is demanded.
        families: the family of each slot.
    """
    readings = [reading_of(term, demand) for term, demand in zip(terms, demands, strict=True)]
    slots = {slot: slot for term in terms for slot, _ in term}
    classes = {"polarity": None, "family": families, "slot": slots}
    distinct = tuple(dict.fromkeys(readings))
    edges = [(reading, edge) for reading in distinct if (edge := reading.edge) is not None]
    meetings = [
        (kind, _chained(first, second))
        for (first, edge), (second, other) in combinations(edges, 2)
        if (kind := meeting(edge, other)) is not None
    ]
    profile = Counter(kind for kind, _ in meetings)
    structure = "mixed" if len(profile) > 1 else next(iter(profile), "none")
    return Composition(
        labels={
            name: tuple(sorted({reading.primitive(classes[name]) for reading in readings}))
            for name in GRANULARITIES
        },
        terms=tuple(reading.primitive(slots) for reading in readings),
        structure=structure,
        profile=dict(sorted(profile.items())),
        basic=_basic(distinct),
        chained=all(chained for _, chained in meetings) if structure == "A" else None,
    )


def meeting(first: tuple[str, str], second: tuple[str, str]) -> str | None:
    """Returns how two edges with one common slot meet; None if they share no slot or both."""
    if len({*first, *second}) != 3:
        return None
    if first[0] == second[0]:
        return "B"
    return "C" if first[1] == second[1] else "A"


def _chained(first: Implication, second: Implication) -> bool:
    """Returns whether one of two implications starts from what the other demands, in sign."""
    return first.consequent in second.antecedents or second.consequent in first.antecedents


def _basic(readings: Sequence[Implication]) -> str | None:
    """Returns how exactly two implications of two literals meet: A, B or C; P over the same two slots; D over
    four slots.

    The other sum terms have to be plain wishes. None for any other requirement.
    """
    edges = [reading.edge for reading in readings if reading.edge is not None]
    if len(edges) != 2 or any(len(reading.antecedents) > 1 for reading in readings):
        return None
    first, second = edges
    return meeting(first, second) or ("P" if {*first} == {*second} else "D")


@frozen(order=True)
class Constraint:
    """What one literal is about: its slot, the rule that drew it, and how it tests."""

    slot: str
    rule: str
    test: str
    """What the literal amounts to, with its negation carried out: `!price < 400` is `at_least`, `!each
    layover < 2h` is `any at_least`, and where no test is the opposite, `not between`.
    """


def constraint_of(slot: str, rule: str, test: str, over: str | None, positive: bool) -> Constraint:
    """Returns the constraint of a literal, from its parts as a record states them."""
    if not positive:
        test, over = opposite(test, over) or (test, f"not {over or ''}".strip())
    return Constraint(slot, rule, f"{over or ''} {test}".strip())
