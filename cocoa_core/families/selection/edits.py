"""Drafts that differ from another in one literal, so that another option is right."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeAlias

from cocoa_core.families.selection.grounding import Draft, Grounding, Owed, draft_of, rejected
from cocoa_core.families.selection.panel import Panel
from cocoa_core.families.selection.sharing import fresh

__all__ = ["Edit", "edits"]

Edit: TypeAlias = tuple[tuple[int, int], int, Draft]
"""A sum term and a place in it, an option, and the draft that this option alone satisfies."""


def edits(draft: Draft, panel: Panel, right: int, owed: Owed, rng: random.Random) -> Iterator[Edit]:
    """Drafts that differ from this one in one literal, and that another option alone satisfies, with the
    place of the literal and that option; in random order.

    right: the option that satisfies the draft. It owes one sum term to the literal alone, and the other
    option breaks that term alone; the literal's slot, sign and direction stay, and with them the structure.
    """
    places = [(term, place) for term, row in enumerate(draft.grounding) for place in range(len(row))]
    rng.shuffle(places)
    for term, place in places:
        row = draft.grounding[term]
        if any(pattern.holds >> right & 1 for at, (pattern, _) in enumerate(row) if at != place):
            continue
        alone = [option for option in range(len(panel.rows)) if _breaks_only(draft.grounding, option, term)]
        rng.shuffle(alone)
        for other in alone:
            rivals = 1 << right | sum(1 << option for option in alone if option != other)
            found = _edited(draft, panel, (term, place), rivals, other, rng)
            if found is not None and rejected(found, panel.everything, 1 << other, owed) is None:
                yield (term, place), other, draft_of(draft.structure, found)


def _breaks_only(grounding: Grounding, option: int, term: int) -> bool:
    """Whether an option fails all literals of that sum term, and makes every other term true."""
    return all(
        all(pattern.fails >> option & 1 for pattern, _ in row)
        if number == term
        else any(pattern.holds >> option & 1 for pattern, _ in row)
        for number, row in enumerate(grounding)
    )


def _edited(
    draft: Draft, panel: Panel, at: tuple[int, int], rivals: int, other: int, rng: random.Random
) -> Grounding | None:
    """With another primitive at that place, which fails on the rivals and holds on the other option."""
    term, place = at
    pattern, candidate = draft.grounding[term][place]
    positive = draft.structure.product.terms[term][place].positive
    views = panel.view(candidate.slot, positive, (pattern.direction, pattern.direction))
    fitting = views.that(rivals, 1 << other)
    if fitting is None:
        return None
    [chosen] = fitting.draw(rng, 1)
    new = chosen.draw(rng)
    if not fresh(new, [one for row in draft.grounding for _, one in row if one.slot == new.slot]):
        return None
    grounding = [list(row) for row in draft.grounding]
    grounding[term][place] = chosen, new
    return grounding
