"""The states that the literals of one slot can be in together: every way in which some value makes them true
or false.

Numbers are divided into cells at the arguments of the tests, within which nothing changes; words are divided
into classes that the tests do not tell apart. One value of each is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import frozen

from cocoa_core.independent.kinds import kind_named
from cocoa_core.independent.kinds.number_cells import Measured, TooManyStatesError
from cocoa_core.independent.semantics import Literal, truth
from cocoa_core.independent.slots import Slot, Value

__all__ = ["Measured", "SlotState", "TooManyStatesError", "slot_states"]


@frozen
class SlotState:
    """A state of the literals of a slot.

    `true` and `false` are masks of the literals in their order; a literal may be neither. `measures` holds
    what was asked for, as far as it is defined for the values in this state; all combinations of these
    numbers occur.
    """

    true: int
    false: int
    measures: tuple[Measured, ...] = ()


@lru_cache(maxsize=1 << 10)
def slot_states(
    slot: Slot, literals: tuple[Literal, ...], measured: frozenset[str | None]
) -> tuple[SlotState, ...]:
    """Returns every state that a legal value of the slot can give, without repetition.

    Args:
        slot: the slot.
        literals: its literals.
        measured: the measures to report.

    Raises:
        TooManyStatesError: the slot can be filled in too many ways.
    """
    result: dict[SlotState, None] = {}
    if slot.missing:
        result[_state(slot, literals, None, ())] = None
    for value, measures in kind_named(slot.kind).states(slot, literals, measured):
        result[_state(slot, literals, value, measures)] = None
    return tuple(result)


def _state(
    slot: Slot, literals: Sequence[Literal], value: Value, measures: tuple[Measured, ...]
) -> SlotState:
    true = false = 0
    for index, literal in enumerate(literals):
        holds = truth(slot, literal, value)
        true |= (holds is True) << index
        false |= (holds is False) << index
    return SlotState(true, false, measures)
