"""What a requirement is composed of: a directed implication for each sum term, and how these meet.

A sum term is read as one implication: its demand is the consequent, the complements of its other literals are
the antecedents. Its *primitive* keeps the signs alone, with a class for each slot: `+*>+*` (implies), `-*>+*`
(unless), `+*>-*` (excludes), `>+*` (a plain wish). A *label* is the set of primitives of a requirement. Edges
run from antecedent to consequent of sum terms with two literals; two that share one slot meet as A (a chain),
B (one source) or C (one target), after CGGC's types of reasoning graphs. Constraint values play no part.

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

__all__ = [
    "DIFFICULTY",
    "RELATIONS",
    "STRUCTURES",
    "Constraint",
    "ImplicationPair",
    "Reading",
    "SignedLiteral",
    "composed",
    "constraint_of",
    "family_of",
    "implication_pairs_of",
    "meeting",
    "reading_of",
    "sign_of",
]

STRUCTURES: Final = tuple(SETTING_SPECS["structure"].choices)
"""A: the target of one edge is the source of the other. B: the same source. C: the same target."""
DIFFICULTY: Final[Mapping[str, int]] = {"A": 0, "B": 1, "C": 2, "mixed": 3, "none": 3}
"""Ranks of structures, the easiest first, as CGGC found them by the gap."""
RELATIONS: Final[Mapping[str, tuple[bool, bool]]] = {
    "implies": (True, True),
    "unless": (False, True),
    "excludes": (True, False),
}
"""Kinds of an implication of two literals: the signs of antecedent and consequent."""

SignedLiteral: TypeAlias = tuple[str, bool]
"""A slot, and whether the literal is on its positive side."""


@frozen
class Reading:
    """A sum term as an implication: all antecedents together imply the consequent."""

    antecedents: frozenset[SignedLiteral]
    consequent: SignedLiteral

    def primitive(self, classes: Mapping[str, str] | None = None) -> str:
        """Returns its signs, with a class for each slot: `*` where none are given."""

        def one(literal: SignedLiteral) -> str:
            slot, positive = literal
            return f"{'+' if positive else '-'}{'*' if classes is None else classes[slot]}"

        return f"{'&'.join(sorted(map(one, self.antecedents)))}>{one(self.consequent)}"

    @property
    def edge(self) -> tuple[str, str] | None:
        """From the slot of its one antecedent to that of its consequent; None where it has not just one."""
        if len(self.antecedents) != 1:
            return None
        [(source, _)] = self.antecedents
        return source, self.consequent[0]


@frozen
class ImplicationPair:
    """Two implications of a kind each, over three slots that are numbered 0 to 2, and 1 is shared."""

    structure: str
    """How they meet."""
    kinds: tuple[str, str]
    """Names in RELATIONS; of a chain in its order."""

    @property
    def readings(self) -> tuple[tuple[int, bool, int, bool], ...]:
        """Of each implication where it starts from, with its sign, and what it demands, with its sign."""
        ends = {"A": ((0, 1), (1, 2)), "B": ((1, 0), (1, 2)), "C": ((0, 1), (2, 1))}[self.structure]
        signs = [RELATIONS[kind] for kind in self.kinds]
        return tuple(
            (source, before, target, after)
            for (source, target), (before, after) in zip(ends, signs, strict=True)
        )

    @property
    def minterms(self) -> int:
        """On how many rows over its slots it is true: 4 where the shared slot has both signs, else 5."""
        signs = set()
        for source, before, target, after in self.readings:
            signs |= {not before} if source == 1 else set()
            signs |= {after} if target == 1 else set()
        return 4 if len(signs) == 2 else 5

    @property
    def possible(self) -> bool:
        """Whether one row has all that it demands: two demands on one slot have one sign."""
        demands = {(target, after) for _, _, target, after in self.readings}
        return len({target for target, _ in demands}) == len(demands)


def implication_pairs_of(structure: str, relations: Sequence[str]) -> tuple[ImplicationPair, ...]:
    """Returns those of these kinds that are possible; where the order of both makes no difference, each
    once.
    """
    kinds = [(one, other) for one in relations for other in relations]
    if structure != "A":
        kinds = [(one, other) for one, other in kinds if relations.index(one) <= relations.index(other)]
    return tuple(meeting for both in kinds if (meeting := ImplicationPair(structure, both)).possible)


def sign_of(literal: GroundedLiteral, rule: Rule) -> bool:
    """Returns whether a literal is on the side that people want; where they want neither, whether it is
    affirmed.

    A literal and its negation have opposite signs, and so have two wordings of them ("at least 3" is the
    negation of "less than 3").
    """
    canonical = literal.canonical()
    direction = rule.direction(canonical.effective())
    return direction > 0 if direction else canonical.positive


def family_of(schema: Schema, slot: str) -> str:
    """Returns the topic of a slot, or where it has none the name of its kind."""
    found = schema.slot(slot)
    return found.topic or found.kind.name


def reading_of(term: Sequence[SignedLiteral], demand: int) -> Reading:
    """Returns a sum term whose literal at the place `demand` is demanded."""
    others = {(slot, not positive) for place, (slot, positive) in enumerate(term) if place != demand}
    return Reading(frozenset(others), term[demand])


def composed(
    terms: Sequence[Sequence[SignedLiteral]], demands: Sequence[int], families: Mapping[str, str]
) -> Composition:
    """Returns the labels and the structure of a requirement.

    Neither the order nor the repetition of terms and literals matters, but for `Composition.terms`.

    Args:
        families: of each slot.
    """
    readings = [reading_of(term, demand) for term, demand in zip(terms, demands, strict=True)]
    slots = {slot: slot for term in terms for slot, _ in term}
    classes = {"polarity": None, "family": families, "slot": slots}
    distinct = tuple(dict.fromkeys(readings))
    edges = [(one, edge) for one in distinct if (edge := one.edge) is not None]
    met = [
        (kind, _chained(first, second))
        for (first, edge), (second, other) in combinations(edges, 2)
        if (kind := meeting(edge, other)) is not None
    ]
    profile = Counter(kind for kind, _ in met)
    structure = "mixed" if len(profile) > 1 else next(iter(profile), "none")
    return Composition(
        labels={
            name: tuple(sorted({one.primitive(classes[name]) for one in readings})) for name in GRANULARITIES
        },
        terms=tuple(one.primitive(slots) for one in readings),
        structure=structure,
        profile=dict(sorted(profile.items())),
        basic=_basic(distinct),
        chained=all(chained for _, chained in met) if structure == "A" else None,
    )


def meeting(one: tuple[str, str], other: tuple[str, str]) -> str | None:
    """Returns how two edges meet that share one slot; None where they share none, or both."""
    if len({*one, *other}) != 3:
        return None
    if one[0] == other[0]:
        return "B"
    return "C" if one[1] == other[1] else "A"


def _chained(one: Reading, other: Reading) -> bool:
    """Returns whether what one of them demands is what the other starts from, in sign."""
    return one.consequent in other.antecedents or other.consequent in one.antecedents


def _basic(readings: Sequence[Reading]) -> str | None:
    """Returns how just two implications of two literals meet, beside plain wishes alone: P, over the same two
    slots; D, over four.

    None for any other requirement.
    """
    edges = [one.edge for one in readings if one.edge is not None]
    if len(edges) != 2 or any(len(one.antecedents) > 1 for one in readings):
        return None
    one, other = edges
    return meeting(one, other) or ("P" if {*one} == {*other} else "D")


@frozen(order=True)
class Constraint:
    """What one literal is about: its slot, the rule that drew it, and how it tests."""

    slot: str
    rule: str
    test: str
    """What the literal comes to, negation carried out: `!price < 400` is `at_least`, `!each layover < 2h` is
    `any at_least`, and where no test says the opposite, `not between`.
    """


def constraint_of(slot: str, rule: str, test: str, over: str | None, positive: bool) -> Constraint:
    """Returns the constraint of a literal, from its parts as a record states them."""
    if not positive:
        test, over = opposite(test, over) or (test, f"not {over or ''}".strip())
    return Constraint(slot, rule, f"{over or ''} {test}".strip())
