"""One requirement of a ring: its structure drawn, grounded, and proved."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence, Set
from itertools import islice
from itertools import product as cartesian
from typing import Final

from attrs import evolve

from cocoa_core.domain import Domain
from cocoa_core.families.selection.difficulty import Setting
from cocoa_core.families.selection.generation.edits import Edit, changes, pairs, swapped
from cocoa_core.families.selection.generation.elimination import eliminable, prospects
from cocoa_core.families.selection.generation.grounding import (
    Draft,
    Owed,
    draft_of,
    ground,
    rejected,
    stands_out,
)
from cocoa_core.families.selection.generation.guessability import is_worst, poor_slots
from cocoa_core.families.selection.generation.implication_pairs import draw_meeting, has_meeting
from cocoa_core.families.selection.generation.option_masks import Panel
from cocoa_core.families.selection.generation.preference import AGAINST, WANTED
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.generation.structure import Structure, Wanted, draw_structure
from cocoa_core.proof import Proofs, Truths, labels

__all__ = [
    "draw_draft",
    "draw_edit",
    "labels_right",
    "plainly_wished",
    "with_trades",
]

_GROUNDED: Final = 150
_GROUNDED_WORST: Final = 50
"""Structures tried for one requirement before its option set is given up; and where the right option has to
be the worst, which is drawn first of all."""
_NOT_WORST: Final = "right option is not the worst"
_CHANGED: Final = 8
"""Changes tried for one structure."""


def draw_draft(
    domain: Domain,
    panel: Panel,
    usable: Sequence[str],
    wanted: Wanted,
    targets: Sequence[int],
    owed: Owed,
    kept: float,
    rng: random.Random,
    rejections: Rejections,
    *,
    worst: bool = False,
) -> tuple[int, Draft] | None:
    """A proved requirement that the options of one of the targets alone satisfy, and that target.

    usable: slots that split the group. targets: masks of options; each structure is drawn for one of them,
    and tried for the others, too. kept: see `ground`. worst: whether the right option has to be worse than
    the others on what the requirement speaks of. None after bounded draws, each counted. FruitlessError where
    it is in vain to go on, see `Rejections`.
    """
    able = {target: plainly_wished(panel, usable, wanted, target, owed) for target in targets}
    traded = {target: with_trades(panel, usable, wanted, target, owed) for target in targets}
    spoken = dict.fromkeys(targets, usable)
    if worst:
        spoken = {target: poor_slots(panel, usable, target) for target in targets}
        targets = [one for one in targets if _enough(spoken[one], able[one], wanted.setting)]
        if not targets:
            rejections.count(_NOT_WORST)
            return None
    for _ in range(_GROUNDED_WORST if worst else _GROUNDED):
        chosen = rng.choice(targets)
        structure = _structure(spoken[chosen], panel, traded[chosen], able[chosen], rng, rejections)
        if structure is None:
            return None
        if worst and not is_worst(panel, structure.slots, chosen):
            rejections.count(_NOT_WORST)
            continue
        wishes = {structure.slots[term[0].variable] for term in structure.product.terms if len(term) == 1}
        for target in (chosen, *[one for one in targets if one != chosen and not worst]):
            if not wishes <= able[target]:
                rejections.count("the options are too much alike")
                continue
            draft = ground(structure, panel, target, owed, wanted, kept, rng, rejections)
            if (
                draft is not None
                and (wanted.meeting is None or has_meeting(domain, draft, wanted.meeting, rejections))
                and _proved(domain, draft, rejections)
                and labels_right(draft, panel.rows, target, rejections)
            ):
                rejections.found()
                return target, draft
    return None


def _enough(slots: Sequence[str], wishable: Set[str], setting: Setting) -> bool:
    """Whether a requirement can speak of these slots alone."""
    return len(slots) >= setting.all_slots and len(wishable & set(slots)) >= setting.wishes


def _structure(
    usable: Sequence[str],
    panel: Panel,
    wanted: Wanted,
    plainly: Set[str],
    rng: random.Random,
    rejections: Rejections,
) -> Structure | None:
    """One more structure to try, of a table or of two implications that meet; it is counted."""
    if wanted.meeting is None:
        structure = draw_structure(usable, panel.pool, wanted, rng, rejections, plainly)
    else:
        structure = draw_meeting(usable, panel.pool, wanted, rng, rejections)
    if structure is not None:
        rejections.drew(sum(map(len, structure.product.terms)))
    return structure


def draw_edit(
    domain: Domain,
    panel: Panel,
    usable: Sequence[str],
    wanted: Wanted,
    targets: Sequence[int],
    owed: Owed,
    kept: float,
    rng: random.Random,
    rejections: Rejections,
) -> tuple[int, Draft, Edit] | None:
    """The same with an edit of it: a proved draft that differs in one literal, and that another option alone
    satisfies.

    Both are refused where the right option stands out more than `kept` allows. targets: of one option each.
    """
    couples = [
        (target.bit_length() - 1, other)
        for target in targets
        for other in range(len(panel.rows))
        if 1 << other != target
    ]
    swaps = {couple: swapped(panel, usable, *couple) for couple in couples}
    able = {
        couple: plainly_wished(panel, usable, wanted, 1 << couple[0] | 1 << couple[1], owed)
        for couple in couples
        if swaps[couple]
    }
    if not able:
        rejections.count("no literal can be edited")
        return None
    for _ in range(_GROUNDED):
        couple = rng.choice(list(able))
        said = wanted if wanted.known else evolve(wanted, known=tuple(sorted(swaps[couple])))
        structure = _structure(usable, panel, said, able[couple] | swaps[couple], rng, rejections)
        if structure is None:
            return None
        found = _edited(domain, structure, panel, able, owed, wanted, kept, rng, rejections)
        if found is not None:
            rejections.found()
            return found
    return None


def _edited(
    domain: Domain,
    structure: Structure,
    panel: Panel,
    able: Mapping[tuple[int, int], Set[str]],
    owed: Owed,
    wanted: Wanted,
    kept: float,
    rng: random.Random,
    rejections: Rejections,
) -> tuple[int, Draft, Edit] | None:
    """Of one structure. able: by couple of options the slots that can be wished for plainly."""
    wishes = {
        number: structure.slots[term[0].variable]
        for number, term in enumerate(structure.product.terms)
        if len(term) == 1
    }
    worth = (
        change
        for change in changes(structure, panel, list(able), wanted.per_slot, rng)
        if {slot for number, slot in wishes.items() if number != change.term}
        <= able[change.right, change.other]
    )
    for change in islice(worth, _CHANGED):
        for pair in pairs(change, structure, panel, owed, wanted, kept, rng):
            rights = 1 << change.right, 1 << change.other
            reason = None
            for grounding, right in zip(pair, rights, strict=True):
                reason = reason or rejected(grounding, panel.everything, right, owed)
                reason = reason or stands_out(grounding, right, owed, wanted.setting, kept)
            if reason is not None:
                rejections.count(reason)
                continue
            before, after = [draft_of(structure, grounding) for grounding in pair]
            if all(
                (wanted.meeting is None or has_meeting(domain, draft, wanted.meeting, rejections))
                and _proved(domain, draft, rejections)
                and labels_right(draft, panel.rows, right, rejections)
                for draft, right in zip((before, after), rights, strict=True)
            ):
                return rights[0], before, ((change.term, change.place), change.other, after)
    rejections.count("no literal can be edited")
    return None


def _proved(domain: Domain, draft: Draft, rejections: Rejections) -> bool:
    proofs = Proofs(domain.schema, draft.requirement)
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


def plainly_wished(
    panel: Panel, usable: Sequence[str], wanted: Wanted, target: int, owed: Owed
) -> frozenset[str]:
    """The slots of which a sum term of one literal is worth drawing: of any other, grounding would fail.

    target: the mask of the right options. All slots where a sum term may eliminate nothing.
    """
    if not owed.every_term:
        return frozenset(usable)
    key = target, wanted.against, tuple(usable)
    found = panel.wished.get(key)
    if found is None:
        found = panel.wished[key] = _wished(panel, usable, wanted.against, target)
    return found


def _wished(panel: Panel, usable: Sequence[str], against: bool, target: int) -> frozenset[str]:
    sides = (WANTED, AGAINST) if against else (WANTED,)
    wrong = panel.everything & ~target
    return frozenset(
        slot
        for slot in usable
        if any(
            eliminable((panel.view(slot, positive, side),), target) & wrong
            for side in sides
            for positive in (True, False)
        )
    )


def with_trades(panel: Panel, usable: Sequence[str], wanted: Wanted, target: int, owed: Owed) -> Wanted:
    """Wanted, with those of its trades alone of which a condition can refuse an option, and another can gain
    on the right one: of any other, grounding would mostly fail. As it is where there are none.

    target: the mask of the right options.
    """
    if not wanted.trades or not owed.hidden or target.bit_count() != 1:
        return wanted
    key = target, wanted.trades, tuple(usable)
    found = panel.traded.get(key)
    if found is None:
        found = panel.traded[key] = _traded(panel, usable, wanted.trades, target)
    return evolve(wanted, trades=found) if found else wanted


def _traded(
    panel: Panel, usable: Sequence[str], trades: frozenset[frozenset[str]], target: int
) -> frozenset[frozenset[str]]:
    wrong = panel.everything & ~target

    def fits(one: str, two: str) -> bool:
        views = [[panel.view(slot, sign, WANTED) for sign in (True, False)] for slot in (one, two)]
        seen = (prospects(term, target) for term in cartesian(*views))
        return any(refused & wrong and gaining & wrong for refused, gaining in seen)

    return frozenset(pair for pair in trades if pair.issubset(usable) and fits(*sorted(pair)))
