"""What a conversation says: every way to read its turns, each as the requirement in force after each turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement, Scalar, Schema, Slot, Test
from cocoa_core.language import Parser, bounded_phrases, spoken_reader, tokenize
from cocoa_core.lexicon import BOUNDS, MARKERS, REVISIONS

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
    called = {slot.name: slot.noun or _noun_in(slot.label) for slot in schema.slots}
    folded = [noun.casefold() for noun in called.values()]
    return {name: noun for name, noun in called.items() if folded.count(noun.casefold()) == 1}


def _noun_in(label: str) -> str:
    """The label with a small first letter, unless it is an abbreviation; without brackets at its end."""
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
            if op == "bound":
                yield from _rebound(parser, now, slot or "", parts["C"])
            elif op == "value":
                yield from _renamed(parser, now, parts["V"], parts["W"])
            else:
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


def _rebound(parser: Parser, now: Heard, slot: str, said: str) -> Iterator[Heard]:
    """The one literal of the slot with another comparison."""
    places = [
        (row, column)
        for row, term in enumerate(now.terms)
        for column, literal in enumerate(term)
        if literal.primitive.slot == slot
    ]
    if len(places) != 1:
        return
    [(row, column)] = places
    old = now.terms[row][column].primitive
    if old.test.over is not None or old.test.op not in BOUNDS or len(old.test.args) != 1:
        return
    for op, value in bounds_of(parser, slot, said):
        literal = GroundedLiteral(Primitive(slot, Test(op, (value,)), old.rule))
        yield Heard("bound", _with(now.terms, row, column, literal), now.dropped)


def bounds_of(parser: Parser, slot: str, said: str) -> Iterator[tuple[str, Scalar]]:
    """Every way to read a comparison with one number of a slot."""
    kind = parser.domain.schema.slot(slot).kind
    for op in BOUNDS:
        for phrase in bounded_phrases(kind, op):
            before, _, after = phrase.partition("{0}")
            if said.startswith(before) and said.endswith(after) and len(said) > len(before) + len(after):
                words = tokenize(said[len(before) : len(said) - len(after)])
                for end, value in spoken_reader(parser.domain, slot, None)(words, 0):
                    if end == len(words):
                        yield op, value


def _renamed(parser: Parser, now: Heard, old: str, new: str) -> Iterator[Heard]:
    """The one literal that names the one thing, naming the other."""
    places = [
        (row, column)
        for row, term in enumerate(now.terms)
        for column, literal in enumerate(term)
        if old in literal.primitive.test.args
    ]
    if len(places) != 1:
        return
    [(row, column)] = places
    literal = now.terms[row][column]
    primitive, test = literal.primitive, literal.primitive.test
    slot: Slot = parser.domain.schema.slot(primitive.slot)
    if new not in parser.domain.vocabulary(slot.name) or new in test.args:
        return
    args = tuple(sorted([new, *(arg for arg in test.args if arg != old)], key=str))
    changed = Primitive(primitive.slot, Test(test.op, args, test.over), primitive.rule)
    renamed = GroundedLiteral(changed, literal.positive)
    yield Heard("value", _with(now.terms, row, column, renamed), now.dropped)


def _with(terms: Requirement, row: int, column: int, literal: GroundedLiteral) -> Requirement:
    term = terms[row]
    return (*terms[:row], (*term[:column], literal, *term[column + 1 :]), *terms[row + 1 :])


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
    known |= {"{C}": "(?P<C>.+)", "{V}": "(?P<V>.+)", "{W}": "(?P<W>.+)"}
    return "".join(known.get(part, re.escape(part)) for part in parts)
