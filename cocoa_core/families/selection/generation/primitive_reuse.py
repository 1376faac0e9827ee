"""Decides which occurrences of a slot share one primitive, in either sign, and which primitive that is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.families.selection.generation.candidates import Candidate
from cocoa_core.families.selection.generation.option_masks import (
    ALL_OPTIONS,
    CandidatePattern,
    LiteralMasks,
    OptionMasks,
    TermMasks,
    WeightedPatterns,
)
from cocoa_core.families.selection.generation.preference import PreferenceRange, negated_range, overlap
from cocoa_core.families.selection.generation.structure import Structure

_CANDIDATE_DRAWS: Final = 4
_MOST_COMBINATIONS: Final = 20

Occurrence: TypeAlias = tuple[int, int]
"""The index of a sum term, and of a literal in it."""


def repeated_occurrences(
    structure: Structure, shared: float, rng: random.Random
) -> tuple[tuple[Occurrence, ...], ...]:
    """Draws groups of occurrences that share one primitive, each of at least two occurrences of one slot.

    Every occurrence after the first joins a group with probability `shared`.
    """
    groups: dict[int, list[list[Occurrence]]] = {}
    for number, term in enumerate(structure.product.terms):
        for index, literal in enumerate(term):
            slot_groups = groups.setdefault(literal.variable, [])
            if slot_groups and rng.random() < shared:
                rng.choice(slot_groups).append((number, index))
            else:
                slot_groups.append([(number, index)])
    return tuple(
        [tuple(places) for slot_groups in groups.values() for places in slot_groups if len(places) > 1]
    )


@frozen(eq=False)
class PrimitiveReuse:
    """The masks of each literal of each sum term, and the primitives of the places that share one."""

    views: Sequence[TermMasks]
    taken: Mapping[Occurrence, Candidate]


def reuse_assignments(
    groups: Sequence[Sequence[Occurrence]],
    structure: Structure,
    masks: OptionMasks,
    views: Sequence[TermMasks],
    target: int,
    rng: random.Random,
) -> Iterator[PrimitiveReuse]:
    """Yields primitives for groups of occurrences with which the target options can be the right ones.

    Each primitive points in the direction of the demands in its group or, without demands, of the first
    occurrence. At most `_MOST_COMBINATIONS` combinations of patterns are tried.
    """
    if not groups:
        yield PrimitiveReuse(views, {})
        return
    first = target & -target  # 0 where none is right: then nothing has to hold
    wrong = masks.everything & ~target
    terms = _terms(groups, structure, views, first)
    choices = [_choices(places, structure, masks, first) for places in groups]
    rows = [
        [kept[row >> variable & 1] for variable, kept in choices]
        for row in structure.table.rows
        if all(kept[row >> variable & 1] for variable, kept in choices)
    ]
    if not rows:
        return
    for _ in range(_MOST_COMBINATIONS):
        chosen = [patterns.draw(rng, 1)[0] for patterns in rng.choice(rows) if patterns]
        if _can_eliminate_all(chosen, terms, first, wrong):
            sharing = _drawn(chosen, groups, structure, masks, views, rng)
            if sharing is not None:
                yield sharing


def _choices(
    places: Sequence[Occurrence], structure: Structure, masks: OptionMasks, first: int
) -> tuple[int, tuple[WeightedPatterns | None, WeightedPatterns | None]]:
    """Returns the variable of a group of places, and its patterns that fail, and that hold, on the first
    right option.

    With them that option is a row of the table, and satisfies every sum term that has only shared primitives.
    """
    number, index = places[0]
    variable = structure.product.terms[number][index].variable
    side = _side(structure, places)
    if side is None:
        return variable, (None, None)
    views = masks.view(structure.slots[variable], True, side)
    return variable, (views.matching(first, 0), views.matching(0, first))


_Shared: TypeAlias = tuple[int, int, tuple[tuple[int, bool], ...]]
"""For a sum term the options on which its other literals can all fail, those on which they can while one
holds on the first right option, and the shared primitives by group and polarity.
"""


def _terms(
    groups: Sequence[Sequence[Occurrence]],
    structure: Structure,
    views: Sequence[TermMasks],
    first: int,
) -> list[_Shared]:
    of_place = {index: number for number, places in enumerate(groups) for index in places}
    right = first.bit_length() - 1
    terms = []
    for number, (term, seen) in enumerate(zip(structure.product.terms, views, strict=True)):
        can_fail, separates, shared = ALL_OPTIONS, 0 if first else ALL_OPTIONS, []
        for index, (literal, view) in enumerate(zip(term, seen, strict=True)):
            group = of_place.get((number, index))
            if group is None:
                can_fail, separates = can_fail & view.can_fail, separates | view.separates[right]
            else:
                shared.append((group, literal.positive))
        terms.append((can_fail, can_fail & separates, tuple(shared)))
    return terms


def _can_eliminate_all(
    chosen: Sequence[CandidatePattern], terms: Sequence[_Shared], first: int, wrong: int
) -> bool:
    """Returns whether every wrong option can be eliminated while each sum term can hold on the first right
    option.
    """
    eliminated = 0
    for fails, separates, shared in terms:
        holds = False
        for group, positive in shared:
            pattern = chosen[group]
            true, false = (pattern.holds, pattern.fails) if positive else (pattern.fails, pattern.holds)
            holds = holds or bool(true & first)
            fails &= false
        eliminated |= fails if holds else fails & separates
    return not wrong & ~eliminated


def _drawn(
    chosen: Sequence[CandidatePattern],
    groups: Sequence[Sequence[Occurrence]],
    structure: Structure,
    masks: OptionMasks,
    views: Sequence[TermMasks],
    rng: random.Random,
) -> PrimitiveReuse | None:
    """Draws a primitive of each pattern; None where two of a slot do not differ enough."""
    seen: dict[int, list[LiteralMasks]] = {}
    taken: dict[Occurrence, Candidate] = {}
    used: list[Candidate] = []
    for pattern, places in zip(chosen, groups, strict=True):
        for _ in range(_CANDIDATE_DRAWS):
            candidate = pattern.draw(rng)
            if clearly_different(candidate, [other for other in used if other.slot == candidate.slot]):
                break
        else:
            return None
        used.append(candidate)
        for number, index in places:
            positive = structure.product.terms[number][index].positive
            term = seen.setdefault(number, list(views[number]))
            term[index] = (pattern if positive else pattern.negated).alone
            taken[number, index] = candidate
    return PrimitiveReuse(
        [masks.term(tuple(seen[number])) if number in seen else term for number, term in enumerate(views)],
        taken,
    )


def _side(structure: Structure, places: Sequence[Occurrence]) -> PreferenceRange | None:
    """Returns the directions that the affirmed primitive of a group may have; None if none suits all."""
    demands, assignment = structure.assignment.demands, structure.assignment
    side: PreferenceRange | None = None
    demanded = [place for place in places if demands[place[0]] == place[1]]
    for number, index in demanded or places[:1]:
        range_of_place = assignment.sides[number][index]
        if not structure.product.terms[number][index].positive:
            range_of_place = negated_range(range_of_place)
        side = range_of_place if side is None else overlap(side, range_of_place)
        if side is None:
            return None
    return side


def clearly_different(candidate: Candidate, used: Sequence[Candidate]) -> bool:
    """Returns whether the candidate clearly differs from all used ones; a boolean has only one."""
    return isinstance(candidate.test.args[0], bool) or not any(
        candidate is other or candidate.near(other) for other in used
    )
