"""One requirement of a ring: its structure drawn, grounded, and proved."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cocoa_core.domain import Domain
from cocoa_core.families.selection.edits import Edit, edits
from cocoa_core.families.selection.grounding import Draft, Owed, ground
from cocoa_core.families.selection.meetings import draw_meeting, has_meeting
from cocoa_core.families.selection.panel import Panel
from cocoa_core.families.selection.rejections import Rejections
from cocoa_core.families.selection.structure import Wanted, draw_structure
from cocoa_core.proof import Proofs, Truths, labels

__all__ = ["draw_draft", "draw_edit", "labels_right"]

_STRUCTURES = 60
"""Structures tried for one requirement before its option set is given up."""


def draw_draft(
    domain: Domain,
    panel: Panel,
    usable: Sequence[str],
    wanted: Wanted,
    target: int,
    owed: Owed,
    rng: random.Random,
    rejections: Rejections,
) -> Draft | None:
    """A proved requirement that the target options alone satisfy; None after bounded draws, each counted.

    usable: slots that split the group.
    """
    kept = rng.random()
    for _ in range(_STRUCTURES):
        draw = draw_structure if wanted.meeting is None else draw_meeting
        structure = draw(usable, panel.pool, wanted, rng, rejections)
        if structure is None:
            return None
        draft = ground(structure, panel, target, owed, wanted, kept, rng, rejections)
        if (
            draft is not None
            and (wanted.meeting is None or has_meeting(domain, draft, wanted.meeting, rejections))
            and _proved(domain, draft, rejections)
            and labels_right(draft, panel.rows, target, rejections)
        ):
            return draft
    return None


def draw_edit(
    domain: Domain,
    draft: Draft,
    panel: Panel,
    right: int,
    owed: Owed,
    rng: random.Random,
    rejections: Rejections,
) -> Edit | None:
    """A proved draft that differs from this one in one literal, and that another option alone satisfies.

    right: the option that satisfies the draft. None (counted) where no literal can be changed so.
    """
    for edit in edits(draft, panel, right, owed, rng):
        _, other, changed = edit
        if _proved(domain, changed, rejections) and labels_right(changed, panel.rows, 1 << other, rejections):
            return edit
    rejections.count("no literal can be edited")
    return None


def _proved(domain: Domain, draft: Draft, rejections: Rejections) -> bool:
    with Proofs(domain.schema, draft.requirement) as proofs:
        if not proofs.satisfiable():
            rejections.count("right option does not satisfy it")
            return False
        redundant = proofs.redundant_part()
    if redundant is not None:
        rejections.count(f"a {redundant.split()[0]} does not matter")
    return redundant is None


def labels_right(draft: Draft, rows: Sequence[int], target: int, rejections: Rejections) -> bool:
    """Whether the solver, given the options' truth values alone, finds the labels of the target."""
    shown = [_truths_at(draft, row) for row in rows]
    if labels(draft.requirement, shown) == tuple(bool(target >> option & 1) for option in range(len(rows))):
        return True
    rejections.count("solver finds other labels")
    return False


def _truths_at(draft: Draft, row: int) -> Truths:
    """The truth of every literal of the requirement at a row of the group."""
    return [
        [True if holds >> row & 1 else False if fails >> row & 1 else None for holds, fails in term]
        for term in draft.literals
    ]
