"""Defines the sum terms of a conversation, the wishes to draw from, and the nouns that refer to them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Schema
from cocoa_core.english import is_plural
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS
from cocoa_core.language import nouns_of

_AFTER_HEAD: Final = re.compile(r" (?:at|compared|for|from|in|of|on|per|to|with)\b")
"""The beginning of what follows the head of a noun phrase."""


@frozen
class ConversationTerm:
    """A sum term of a conversation, and the options on which it holds and fails."""

    term: tuple[GroundedLiteral, ...]
    holds: int
    """The mask of the options on which it is true."""
    fails: int
    """The mask of the options on which it is false."""
    parts: tuple[tuple[int, int], ...] = ()
    """The same two masks of each literal; empty where they are not needed."""
    breaking: int = 0
    """The number of the group's rows that break it and no other term; 0 where that is not needed."""

    @property
    def slot(self) -> str:
        """The slot of a term of one literal; "" for other terms."""
        return self.term[0].primitive.slot if len(self.term) == 1 else ""

    def mentions(self, slot: str) -> bool:
        """Returns whether a literal is of the slot."""
        return any(literal.primitive.slot == slot for literal in self.term)


State = tuple[ConversationTerm, ...]


@frozen
class WishClass:
    """Wishes of one slot that differ in words but hold and fail on the same options."""

    slot: str
    holds: int
    fails: int
    literals: tuple[GroundedLiteral, ...]

    def piece(self, rng: random.Random) -> ConversationTerm:
        """Returns one of the wishes as a term."""
        return ConversationTerm((rng.choice(self.literals),), self.holds, self.fails)


@frozen
class Step:
    """One turn: the terms that it takes out of force, and those that it puts in."""

    op: str
    drops: tuple[ConversationTerm, ...]
    adds: tuple[ConversationTerm, ...]
    state: State
    """The terms in force after it; while a step is being drawn, those before it."""


class SlotNouns:
    """The nouns for slots, and whether a noun refers to exactly one sum term of a state."""

    def __init__(self, schema: Schema) -> None:
        self._nouns = nouns_of(schema)
        self._narrower = {
            slot: {other for other, longer in self._nouns.items() if longer.startswith(f"{noun} ")}
            for slot, noun in self._nouns.items()
        }

    def __contains__(self, slot: str) -> bool:
        return slot in self._nouns

    def __getitem__(self, slot: str) -> str:
        return self._nouns[slot]

    def can_name(self, piece: ConversationTerm, state: State) -> bool:
        """Returns whether a term of the state can be referred to by the noun of its slot."""
        return self._is_clear(piece.slot, [other for other in state if other is not piece])

    def _is_clear(self, slot: str, others: Iterable[ConversationTerm]) -> bool:
        """Returns whether a slot's noun means no other term: "price" may mean "price per carat" too."""
        if slot not in self._nouns:
            return False
        meant = {slot, *self._narrower[slot]}
        return not any(literal.primitive.slot in meant for other in others for literal in other.term)

    def clear(self, looks: Iterable[WishClass], state: State) -> list[WishClass]:
        """Returns those of the wishes that can be taken back by the noun of their slot."""
        clear = {slot for slot in self._nouns if self._is_clear(slot, state)}
        return [look for look in looks if look.slot in clear]

    def singular(self, slot: str) -> bool:
        """Returns whether the noun of a slot is singular, so that it can be a subject: not "the things in the
        room doesn't matter".
        """
        head = _AFTER_HEAD.split(self._nouns[slot])[0]
        return not is_plural(head.split()[-1])


def fitting(state: Sequence[ConversationTerm | WishClass]) -> int | None:
    """Returns the mask of the options that fit; None where that is undefined for some option."""
    holds, fails = -1, 0
    for piece in state:
        holds &= piece.holds
        fails |= piece.fails
    if (holds | fails) & ALL_OPTIONS != ALL_OPTIONS:
        return None
    return holds & ALL_OPTIONS


def near_misses(state: Sequence[ConversationTerm | WishClass]) -> int:
    """Returns the number of options that break exactly one term, and so would fit without it."""
    once = twice = 0
    for piece in state:
        twice |= once & piece.fails
        once |= piece.fails
    return (once & ~twice & ALL_OPTIONS).bit_count()


def draw_by_slot(looks: Sequence[WishClass], rng: random.Random) -> WishClass:
    """Draws one of the wishes; each slot is equally likely."""
    slot = rng.choice(list(dict.fromkeys(look.slot for look in looks)))
    return rng.choice([look for look in looks if look.slot == slot])


def one_of_each_slot(state: State, looks: Sequence[WishClass], rng: random.Random) -> list[WishClass]:
    """Returns for each slot one of the wishes with which the most options break one term alone; the slots are
    in random order.
    """
    by_slot: dict[str, list[WishClass]] = {}
    for look in looks:
        by_slot.setdefault(look.slot, []).append(look)
    result = []
    for slot_looks in by_slot.values():
        near = [near_misses((*state, look)) for look in slot_looks]
        result.append(
            rng.choice([look for look, number in zip(slot_looks, near, strict=True) if number == max(near)])
        )
    rng.shuffle(result)
    return result
