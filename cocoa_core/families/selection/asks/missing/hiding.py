"""Draws which cells of a question's options are hidden, so that one slot alone settles which options fit.

An option with hidden cells is open where no sum term is known to be false of it and some sum term is not
known to be true. Its label then depends, at most, on the hidden slots of the terms that are not known to be
true; the values of all other hidden slots make no difference. So a slot is sufficient where no option depends
on another one; and it is needed where some option can have either label, by two values that rows of the group
have.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations, product
from operator import and_, or_
from typing import Final

from attrs import frozen

from cocoa_core.answers import Letter, read_answer
from cocoa_core.domain import Domain, Schema
from cocoa_core.families.selection.asks.missing.ask import HIDDEN_COUNTS
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.proof import possible_assignments

_PATTERNS: Final = {
    3: ((3, (0,), (1,), (2,)), (3, (0, 1), (1, 2), (2, 0))),
    4: (
        (4, (0,), (1,), (2,), (3,)),
        (2, (0,), (0,), (1,), (1,)),
        (4, (0, 1), (1, 2), (2, 3), (3, 0)),
        (4, (0, 1), (0, 1), (2, 3), (2, 3)),
    ),
}
"""By number of slots: how many options have hidden cells, and for each slot in which of them its cells are.

In each pattern every slot can be swapped for any other: none has more cells, or shares more options.
"""
_FURTHER: Final = 6
"""The number of patterns tried for a set of slots."""


@frozen
class Hidden:
    """The cells that are hidden, and the slot that settles which options fit."""

    cells: Mapping[int, frozenset[str]]
    """For the index of an option the slots that it does not show."""
    sufficient: str


def hideable(schema: Schema) -> frozenset[str]:
    """Returns the slots whose value is always there, follows from no other value, and may be hidden.

    They are shown, part of no axiom, neither derived nor computed, not what options are grouped by, and no
    test depends on them for its clearness.
    """
    tied = frozenset[str]().union(
        *(axiom.slots for axiom in schema.axioms), *schema.computed, *(item.slots for item in schema.unclear)
    )
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
    """Returns the labels that an answer can name and that are not read as themselves.

    Args:
        before: the text before the label in the answer, such as `**`.
        after: the text behind it.

    Returns:
        By name of the slot the label that is read instead, or None where no answer is read.
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
    draft: GroundedRequirement,
    rows: Sequence[int],
    looks: Sequence[Sequence[str]],
    balance_level: int,
    rng: random.Random,
) -> Hidden | None:
    """Returns cells to hide, equally many of each slot; None where no choice leaves one slot sufficient and
    all options different.

    The slots that are hidden together are drawn before the answer, and only where each of them could be the
    sufficient one: so neither the slots nor the pattern of their cells tell which of them it is.

    Args:
        looks: for each of the rows the texts shown, in the order of the schema.
        balance_level: decides whether three slots are hidden or four, and which of them, in their order, is
            sufficient.
    """
    options = _HideableOptions(schema, draft, rows, looks)
    speaks_of = {literal.primitive.slot for term in draft.requirement for literal in term}
    derived_from = {schema.catalogue_slot(slot) for slot in speaks_of if schema.catalogue_slot(slot) != slot}
    allowed = hideable(schema) & speaks_of - derived_from
    ordered = [slot.name for slot in schema.slots if slot.name in allowed]
    needed = {
        slot: frozenset(index for index, row in enumerate(rows) if options.is_needed(row, slot))
        for slot in ordered
        if options.always_defined(slot)
    }
    which, most = divmod(balance_level, len(HIDDEN_COUNTS))
    for count in HIDDEN_COUNTS[most::-1]:
        choices = list(combinations(ordered, count))
        rng.shuffle(choices)
        for slots in choices:
            if all(needed.get(slot) for slot in slots):
                for _ in range(_FURTHER):
                    if each := options.cells_for_each(slots, needed, rng):
                        return Hidden(each[which % count], slots[which % count])
    return None


def _together(slots: Sequence[str], rng: random.Random) -> tuple[frozenset[str], ...]:
    """Returns for each option with hidden cells the slots that are hidden together."""
    options, *cells = rng.choice(_PATTERNS[len(slots)])
    shuffled = rng.sample(list(slots), len(slots))
    return tuple(
        frozenset(
            slot for slot, options_of_slot in zip(shuffled, cells, strict=True) if option in options_of_slot
        )
        for option in range(options)
    )


@frozen(eq=False)
class _HideableOptions:
    """The options of a question before cells are hidden."""

    schema: Schema
    draft: GroundedRequirement
    rows: Sequence[int]
    looks: Sequence[Sequence[str]]
    """For each of the rows the texts shown, in the order of the schema."""

    def cells_for_each(
        self, slots: Sequence[str], needed: Mapping[str, frozenset[int]], rng: random.Random
    ) -> list[dict[int, frozenset[str]]] | None:
        """Returns for each slot the cells to hide so that it is the sufficient one, all in the same pattern.

        Returns None if some slot cannot be the sufficient one.

        Args:
            needed: by slot the indices of the options whose label it can decide.
        """
        together = _together(slots, rng)
        each = []
        for slot in slots:
            cells = self._cells(together, slot, needed[slot], rng)
            if cells is None:
                return None
            each.append(cells)
        return each

    def _cells(
        self, together: Sequence[frozenset[str]], sufficient: str, needed: frozenset[int], rng: random.Random
    ) -> dict[int, frozenset[str]] | None:
        """Returns the hidden slots by the index of the option, so that the sufficient slot alone settles all
        options; None where there is no such choice.

        Args:
            needed: indices of the options whose label this slot can decide.
        """
        alone = frozenset([sufficient])
        fitting = [
            [index for index, row in enumerate(self.rows) if self.slots_that_decide(row, slots) <= alone]
            for slots in together
        ]
        open_places = [
            needed.intersection(places) if sufficient in slots else frozenset[int]()
            for slots, places in zip(together, fitting, strict=True)
        ]
        if not any(open_places):
            return None
        for places in fitting:
            rng.shuffle(places)
        for taken in product(*fitting):
            if len(set(taken)) < len(taken):
                continue
            cells = dict(zip(taken, together, strict=True))
            if any(
                index in open_indices for index, open_indices in zip(taken, open_places, strict=True)
            ) and not self._alike(cells):
                return dict(sorted(cells.items()))
        return None

    def _alike(self, cells: Mapping[int, frozenset[str]]) -> bool:
        """Returns whether two options show the same once these cells are hidden."""
        shown = [slot.name for slot in self.schema.slots if slot.shown]
        visible_looks = {
            tuple(
                "" if name in cells.get(index, ()) else text for name, text in zip(shown, look, strict=True)
            )
            for index, look in enumerate(self.looks)
        }
        return len(visible_looks) < len(self.looks)

    def slots_that_decide(self, row: int, hidden: frozenset[str]) -> frozenset[str]:
        """Returns the hidden slots on which the label of a row may depend.

        The empty name stands for a literal that is undefined, whatever the hidden values are.
        """
        dependencies: set[str] = set()
        for term, masks in zip(self.draft.requirement, self.draft.literals, strict=True):
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
                dependencies |= own
        return frozenset(dependencies)

    def is_needed(self, row: int, slot: str) -> bool:
        """Returns whether a row can have either label, by values of the slot that rows of the group have."""
        if self.slots_that_decide(row, frozenset([slot])) != {slot}:
            return False
        right, wrong = -1, 0
        for term, masks in zip(self.draft.requirement, self.draft.literals, strict=True):
            own_masks = [
                pair for literal, pair in zip(term, masks, strict=True) if literal.primitive.slot == slot
            ]
            other_masks = [
                pair for literal, pair in zip(term, masks, strict=True) if literal.primitive.slot != slot
            ]
            if own_masks and not any(holds >> row & 1 for holds, _ in other_masks):
                right &= reduce(or_, [holds for holds, _ in own_masks])
                wrong |= reduce(and_, [fails for _, fails in own_masks])
        return bool(right and wrong)

    def always_defined(self, slot: str) -> bool:
        """Returns whether every value of the slot makes each of its tests true or false."""
        tests = tuple(
            dict.fromkeys(
                literal.canonical().primitive.test
                for term in self.draft.requirement
                for literal in term
                if literal.primitive.slot == slot
            )
        )
        return not any(
            None in assignment for assignment in possible_assignments(self.schema.slot(slot).kind, tests)
        )
