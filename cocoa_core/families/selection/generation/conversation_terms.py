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

    literals: tuple[GroundedLiteral, ...]
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
        return self.literals[0].primitive.slot if len(self.literals) == 1 else ""

    def mentions(self, slot: str) -> bool:
        """Returns whether a literal is of the slot."""
        return any(literal.primitive.slot == slot for literal in self.literals)


State = tuple[ConversationTerm, ...]


def slots_of(state: Iterable[ConversationTerm]) -> list[str]:
    """Returns the slot of each literal of the terms."""
    return [literal.primitive.slot for term in state for literal in term.literals]


@frozen
class WishClass:
    """Wishes of one slot that differ in words but hold and fail on the same options."""

    slot: str
    holds: int
    fails: int
    literals: tuple[GroundedLiteral, ...]

    def term(self, rng: random.Random) -> ConversationTerm:
        """Returns one of the wishes as a term."""
        return ConversationTerm((rng.choice(self.literals),), self.holds, self.fails)


@frozen
class Step:
    """One turn: the terms that it takes out of force, and those that it puts in. An "undo" has those of the
    turn that it takes back.
    """

    op: str
    drops: tuple[ConversationTerm, ...]
    adds: tuple[ConversationTerm, ...]
    state: State
    """The terms in force after it."""


@frozen
class DrawnStep:
    """One turn as it is drawn: backwards, from the state after it to the state before it."""

    op: str
    drops: tuple[ConversationTerm, ...]
    adds: tuple[ConversationTerm, ...]
    before: State
    """The terms in force before it."""

    def leading_to(self, state: State) -> Step:
        """Returns the turn with the state from which it was drawn."""
        return Step(self.op, self.drops, self.adds, state)

    def reverse(self, op: str) -> Step:
        """Returns the turn that leads back to the state before, by an operation."""
        return Step(op, self.adds, self.drops, self.before)


class SlotNouns:
    """The nouns for slots, and whether a noun refers to exactly one sum term of a state."""

    def __init__(self, schema: Schema) -> None:
        self._nouns = nouns_of(schema)
        self._meant = {
            slot: {slot, *(other for other, longer in self._nouns.items() if longer.startswith(f"{noun} "))}
            for slot, noun in self._nouns.items()
        }
        """The slots whose terms the noun of a slot may mean: "price" may mean "price per carat" too."""

    def __contains__(self, slot: str) -> bool:
        return slot in self._nouns

    def __getitem__(self, slot: str) -> str:
        return self._nouns[slot]

    def can_name(self, term: ConversationTerm, state: State) -> bool:
        """Returns whether a term of the state can be referred to by the noun of its slot."""
        mentioned = slots_of(other for other in state if other is not term)
        return term.slot in self and self._meant[term.slot].isdisjoint(mentioned)

    def named(self, state: State) -> list[ConversationTerm]:
        """Returns the terms of the state that `can_name`."""
        mentioned = slots_of(state)
        return [
            term
            for term in state
            if term.slot in self and sum([slot in self._meant[term.slot] for slot in mentioned]) == 1
        ]

    def clear(self, mentioned: Iterable[str]) -> set[str]:
        """Returns the slots whose nouns mean none of the slots that are mentioned."""
        return {slot for slot, meant in self._meant.items() if meant.isdisjoint(mentioned)}

    def singular(self, slot: str) -> bool:
        """Returns whether the noun of a slot is singular, so that it can be a subject: not "the things in the
        room doesn't matter".
        """
        head = _AFTER_HEAD.split(self._nouns[slot])[0]
        return not is_plural(head.split()[-1])


def masks_of(state: Iterable[ConversationTerm | WishClass]) -> tuple[int, int]:
    """Returns the mask of the options on which all terms hold, and of those on which some term fails."""
    holds, fails = ALL_OPTIONS, 0
    for term in state:
        holds &= term.holds
        fails |= term.fails
    return holds, fails


def fitting_by(holds: int, fails: int) -> int | None:
    """Returns the mask of the options that fit, of `masks_of`; None where that is undefined for some."""
    return holds if (holds | fails) & ALL_OPTIONS == ALL_OPTIONS else None


def fitting(state: Iterable[ConversationTerm | WishClass]) -> int | None:
    """Returns the mask of the options that fit; None where that is undefined for some option."""
    return fitting_by(*masks_of(state))


def broken_by(state: Iterable[ConversationTerm | WishClass]) -> tuple[int, int]:
    """Returns the masks of the options that break a term, and of those that break two or more."""
    once = twice = 0
    for term in state:
        twice |= once & term.fails
        once |= term.fails
    return once, twice


def near_misses(state: Iterable[ConversationTerm | WishClass]) -> int:
    """Returns the number of options that break exactly one term, and so would fit without it."""
    once, twice = broken_by(state)
    return (once & ~twice & ALL_OPTIONS).bit_count()


def draw_by_slot(wishes: Sequence[WishClass], rng: random.Random) -> WishClass:
    """Draws one of the wishes; each slot is equally likely."""
    slot = rng.choice(list(dict.fromkeys(wish.slot for wish in wishes)))
    return rng.choice([wish for wish in wishes if wish.slot == slot])


def one_of_each_slot(state: State, wishes: Sequence[WishClass], rng: random.Random) -> list[WishClass]:
    """Returns for each slot one of the wishes with which the most options break one term alone; the slots are
    in random order.
    """
    once, twice = broken_by(state)
    by_slot: dict[str, list[tuple[WishClass, int]]] = {}
    for wish in wishes:
        near = (once | wish.fails) & ~(twice | once & wish.fails) & ALL_OPTIONS
        by_slot.setdefault(wish.slot, []).append((wish, near.bit_count()))
    result = []
    for slot_wishes in by_slot.values():
        most = max([number for _, number in slot_wishes])
        result.append(rng.choice([wish for wish, number in slot_wishes if number == most]))
    rng.shuffle(result)
    return result
