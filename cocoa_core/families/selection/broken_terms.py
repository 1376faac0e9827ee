"""Primitives with which each sum term is false of the options that were drawn for it, and true of others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from cocoa_core.families.selection.grounding import Draft, Grounded, Grounding, draft_of, ground_term
from cocoa_core.families.selection.panel import Views
from cocoa_core.families.selection.pool import Candidate
from cocoa_core.families.selection.sharing import repeated
from cocoa_core.families.selection.structure import Structure, Wanted

__all__ = ["ground_breaking"]

_BREAKING_DRAWS: Final = 4
"""Draws of primitives for one plan of what is broken: in the last, no occurrences share theirs."""


def ground_breaking(
    structure: Structure,
    views: Sequence[Sequence[Views]],
    fails: Sequence[int],
    holds: Sequence[int],
    wanted: Wanted,
    rng: random.Random,
) -> Draft | None:
    """Primitives with which each sum term is false of some options and true of others; None if none fit.

    views: of each literal of each sum term. fails, holds: for each sum term, masks of options for which it
    shall be false, and true; of the others it may be either.
    """
    for tried in range(_BREAKING_DRAWS):
        shared = 1.0 if wanted.per_slot else wanted.shared * (tried < _BREAKING_DRAWS - 1)
        groups = repeated(structure, shared, rng) if shared else ()
        grounding = _breaking(structure, views, groups, fails, holds, rng)
        if grounding is not None:
            return draft_of(structure, grounding)
    return None


def _breaking(
    structure: Structure,
    views: Sequence[Sequence[Views]],
    groups: Sequence[Sequence[tuple[int, int]]],
    fails: Sequence[int],
    holds: Sequence[int],
    rng: random.Random,
) -> Grounding | None:
    """groups: places that share a primitive, which the first of them draws."""
    group_of = {place: number for number, places in enumerate(groups) for place in places}
    affirmed: dict[int, Grounded] = {}
    used: dict[str, list[Candidate]] = {}
    grounding = []
    for number, (term, seen) in enumerate(zip(structure.product.terms, views, strict=True)):
        own, taken = list(seen), [None] * len(term)  # type: list[Views], list[Candidate | None]
        for place, literal in enumerate(term):
            known = affirmed.get(group_of.get((number, place), -1))
            if known is not None:
                own[place] = (known[0] if literal.positive else known[0].negated).alone
                taken[place] = known[1]
        row = ground_term(own, taken, holds[number], fails[number], 0, used, rng)
        if row is None:
            return None
        for place, (literal, (pattern, candidate)) in enumerate(zip(term, row, strict=True)):
            group = group_of.get((number, place))
            if group is not None:
                affirmed[group] = (pattern if literal.positive else pattern.negated), candidate
        grounding.append(row)
    return grounding
