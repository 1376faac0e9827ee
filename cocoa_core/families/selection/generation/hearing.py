"""What a conversation says: every way to read its turns, each as the requirement in force after each turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Requirement, Schema
from cocoa_core.language import Parser
from cocoa_core.lexicon import MARKERS, REVISIONS, SLOT_NOUNS

__all__ = ["Heard", "hear", "nouns_of"]

_MOST: Final = 64
"""Readings of a conversation that are followed; of one with more nothing is said."""

Term = tuple[GroundedLiteral, ...]


@frozen
class Heard:
    """One turn as heard. terms: in force after it. dropped: by slot, terms that were dropped, in order."""

    op: str
    terms: Requirement
    dropped: tuple[tuple[str, Term], ...] = ()


def nouns_of(schema: Schema) -> Mapping[str, str]:
    """By slot, what a customer calls it; no two alike, else neither has one."""
    called = {slot.name: _noun(slot.label) for slot in schema.slots}
    folded = [noun.casefold() for noun in called.values()]
    return {name: noun for name, noun in called.items() if folded.count(noun.casefold()) == 1}


def _noun(label: str) -> str:
    known = SLOT_NOUNS.get(label)
    if known is not None:
        return known
    bare = re.sub(r" \([^()]*\)$", "", label)
    return bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare


def hear(parser: Parser, first: str, later: Sequence[str]) -> tuple[tuple[Heard, ...], ...]:
    """Every reading of a conversation.

    first: opening and conditions, as a request has them. later: the turns after it. None where some turn
    cannot be read, or where there are too many readings.
    """
    slots = {noun: slot for slot, noun in nouns_of(parser.domain.schema).items()}
    found: list[tuple[Heard, ...]] = [(Heard("", one),) for one in parser.parse(first)]
    for text in later:
        longer = ((*history, heard) for history in found for heard in _next(parser, slots, history, text))
        found = list(dict.fromkeys(longer))
        if len(found) > _MOST:
            return ()
    return tuple(found)


def _next(parser: Parser, slots: Mapping[str, str], history: tuple[Heard, ...], text: str) -> Iterator[Heard]:
    now = history[-1]
    for body in _unmarked(text):
        for op, pattern in _patterns():
            match = pattern.fullmatch(body)
            if match is None:
                continue
            parts = match.groupdict()
            slot = slots.get(parts["N"]) if "N" in parts else None
            if "N" in parts and slot is None:
                continue
            statements: Sequence[Requirement] = ((),)
            if "S" in parts:
                said = parts["S"]
                statements = [one for one in parser.statements(said[:1].upper() + said[1:]) if one]
            for terms in statements:
                heard = _applied(op, history, now, slot or "", terms)
                if heard is not None:
                    yield heard


def _applied(op: str, history: tuple[Heard, ...], now: Heard, slot: str, terms: Requirement) -> Heard | None:
    """The turn by one row of the table; None where it may not be said."""
    if op == "add":
        return Heard(op, now.terms + terms, now.dropped)
    if op == "undo":
        if len(history) < 2 or now.op == "undo":
            return None
        return Heard(op, history[-2].terms, history[-2].dropped)
    if op == "back":
        known = [term for name, term in now.dropped if name == slot]
        if len(known) != 1 or any(_mentions(term, slot) for term in now.terms):
            return None
        return Heard(op, (*now.terms, *known), now.dropped)
    speaking = [term for term in now.terms if _mentions(term, slot)]
    if len(speaking) != 1 or len(speaking[0]) != 1:
        return None
    left = tuple(term for term in now.terms if term is not speaking[0])
    return Heard(op, left + terms, (*now.dropped, (slot, speaking[0])))


def _mentions(term: Term, slot: str) -> bool:
    return any(literal.primitive.slot == slot for literal in term)


def _unmarked(text: str) -> Iterator[str]:
    yield text
    for marker in MARKERS:
        if marker and text.startswith(marker):
            rest = text[len(marker) :]
            yield rest[:1].upper() + rest[1:]


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (op, re.compile(_expression(sentence))) for op, ways in REVISIONS.items() for sentence in ways
    )


def _expression(sentence: str) -> str:
    parts = re.split(r"(\{\w\})", sentence)
    known = {"{N}": "(?P<N>[^.]+)", "{S}": "(?P<S>.+)", "{s}": "(?P<S>.+)"}
    return "".join(known.get(part, re.escape(part)) for part in parts)
