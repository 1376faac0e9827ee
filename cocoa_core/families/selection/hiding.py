"""Which cells of a question's options are hidden, so that one slot alone settles which options fit.

An option whose cells are hidden is open where no sum term is known to be false of it and some is not known to
be true. Its label then depends, at most, on the hidden slots of the terms that are not known to be true: what
they are makes no difference to any other. So a slot is sufficient where no option depends on another one; and
it is needed where some option has either label, by two values that rows of the group have.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import Final

from attrs import frozen

from cocoa_core.answers import Letter, read_answer
from cocoa_core.domain import Domain, Schema
from cocoa_core.families.selection.grounding import Draft
from cocoa_core.proof import possible_assignments

__all__ = ["FEWEST", "Hidden", "draw_hidden", "hideable", "misread_labels"]

FEWEST: Final = 3
"""Slots that are hidden, at least."""
_MOST_CELLS: Final = 2
_TRIES: Final = 4
_TOGETHER: Final = 0.6
"""How often another slot is hidden where the sufficient one is, if it can be: that would else be alone."""


@frozen
class Hidden:
    """cells: by place of an option, the slots that it does not show. sufficient: the slot that settles it."""

    cells: Mapping[int, frozenset[str]]
    sufficient: str


def hideable(schema: Schema) -> frozenset[str]:
    """Slots whose value is always there and follows from no others: shown, none of an axiom, none derived or
    computed."""
    tied = frozenset[str]().union(*(axiom.named for axiom in schema.axioms), *schema.computed)
    return frozenset(
        slot.name
        for slot in schema.slots
        if slot.shown
        and slot.derived is None
        and not getattr(slot.kind, "missing", False)
        and slot.name not in tied
        and slot.name not in schema.group_by
    )


def misread_labels(domain: Domain, before: str = "", after: str = "") -> dict[str, str | None]:
    """What the labels of slots are read as that an answer can name, where it is not the label itself.

    Args:
        before: what stands before the label in the answer, such as `**`; after: what stands behind it

    Returns:
        By name of the slot the label of another one, or None where no answer is read
    """
    able = hideable(domain.schema)
    labels = {
        slot.name: slot.label
        for slot in domain.schema.slots
        if slot.name in able and domain.rules_of(slot.name)
    }
    shape = Letter(tuple(labels.values()))
    read = {name: read_answer(f"Answer: {before}{label}{after}", shape) for name, label in labels.items()}
    return {
        name: None if reading.value is None else str(reading.value)
        for name, reading in read.items()
        if reading.value != labels[name]
    }


def draw_hidden(
    schema: Schema,
    draft: Draft,
    rows: Sequence[int],
    looks: Sequence[Sequence[str]],
    turn: int,
    rng: random.Random,
) -> Hidden | None:
    """Cells to hide, as many of each slot; None where there are none that leave one slot sufficient, and no
    two options alike.

    looks: of each of the rows, what is shown of it, in the order of the schema. turn: by it, whether three
    slots are hidden or four, and which of them, in their order, is sufficient.
    """
    speaks_of = {literal.primitive.slot for term in draft.requirement for literal in term}
    derived_from = {schema.base(slot) for slot in speaks_of if schema.base(slot) != slot}
    able = hideable(schema) & speaks_of - derived_from
    ordered = [slot.name for slot in schema.slots if slot.name in able]
    which, more = divmod(turn, 2)
    for count in (FEWEST + more, FEWEST) if more else (FEWEST,):
        choices = list(combinations(ordered, count))
        rng.shuffle(choices)
        for slots in choices:
            found = _cells(schema, draft, rows, slots, slots[which % count], rng)
            if found is not None and not _alike(schema, looks, found.cells):
                return found
    return None


def _alike(schema: Schema, looks: Sequence[Sequence[str]], cells: Mapping[int, frozenset[str]]) -> bool:
    """Whether two options show the same, now that of both the cells are hidden in which they differ."""
    shown = [slot.name for slot in schema.slots if slot.shown]
    left = {
        tuple("" if name in cells.get(place, ()) else text for name, text in zip(shown, look, strict=True))
        for place, look in enumerate(looks)
    }
    return len(left) < len(looks)


def _cells(
    schema: Schema,
    draft: Draft,
    rows: Sequence[int],
    slots: Sequence[str],
    sufficient: str,
    rng: random.Random,
) -> Hidden | None:
    if not _always_defined(schema, draft, sufficient):
        return None
    alone = frozenset([sufficient])
    open_places = [place for place, row in enumerate(rows) if _is_needed(draft, row, sufficient)]
    if not open_places:
        return None
    settled = [_depends_on(draft, row, alone) <= alone for row in rows]
    for _ in range(_TRIES):
        size = rng.randint(1, min(_MOST_CELLS, len(rows) - 1))
        first = rng.choice(open_places)
        others = [place for place in range(len(rows)) if place != first and settled[place]]
        if len(others) < size - 1:
            continue
        hidden: dict[int, frozenset[str]] = dict.fromkeys((first, *rng.sample(others, size - 1)), alone)
        open_by_it = set(hidden)
        for slot in slots:
            if slot == sufficient:
                continue
            fitting = [
                place
                for place, row in enumerate(rows)
                if _depends_on(draft, row, hidden.get(place, frozenset()) | {slot}) <= alone
            ]
            if len(fitting) < size:
                break
            rng.shuffle(fitting)
            if rng.random() < _TOGETHER:
                fitting.sort(key=lambda place: place not in open_by_it)
            for place in fitting[:size]:
                hidden[place] = hidden.get(place, frozenset()) | {slot}
        else:
            return Hidden(dict(sorted(hidden.items())), sufficient)
    return None


def _depends_on(draft: Draft, row: int, hidden: frozenset[str]) -> frozenset[str]:
    """The hidden slots on which the label of a row may depend."""
    found: set[str] = set()
    for term, masks in zip(draft.requirement, draft.literals, strict=True):
        own: set[str] = set()
        for literal, (holds, fails) in zip(term, masks, strict=True):
            slot = literal.primitive.slot
            if slot in hidden:
                own.add(slot)
            elif holds >> row & 1:
                break
            elif not fails >> row & 1:  # undefined, and so undecided whatever the hidden values are
                own.add("")
        else:
            if not own:
                return frozenset()
            found |= own
    return frozenset(found)


def _is_needed(draft: Draft, row: int, slot: str) -> bool:
    """Whether the row has either label, by values of the slot that rows of the group have."""
    if _depends_on(draft, row, frozenset([slot])) != {slot}:
        return False
    right, wrong = -1, 0
    for term, masks in zip(draft.requirement, draft.literals, strict=True):
        own = [pair for literal, pair in zip(term, masks, strict=True) if literal.primitive.slot == slot]
        others = [pair for literal, pair in zip(term, masks, strict=True) if literal.primitive.slot != slot]
        if own and not any(holds >> row & 1 for holds, _ in others):
            right &= reduce(or_, [holds for holds, _ in own])
            wrong |= reduce(and_, [fails for _, fails in own])
    return bool(right and wrong)


def _always_defined(schema: Schema, draft: Draft, slot: str) -> bool:
    """Whether every value of the slot makes each of its tests true or false."""
    tests = tuple(
        dict.fromkeys(
            literal.canonical().primitive.test
            for term in draft.requirement
            for literal in term
            if literal.primitive.slot == slot
        )
    )
    return not any(None in one for one in possible_assignments(schema.slot(slot).kind, tests))
