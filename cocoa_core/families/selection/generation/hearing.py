"""What a conversation says: every way to read its turns, each as the requirement in force after each turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement, Scalar, Schema, Slot, Test
from cocoa_core.language import Parser, bounded_phrases, can_shift, spoken_reader, tokenize
from cocoa_core.lexicon import BOUNDS, MARKERS, REVISIONS

__all__ = ["Heard", "hear", "nouns_of", "sentences_like", "small", "takers_of"]

_MOST: Final = 64
"""Readings of a conversation that are followed; of one with more nothing is said."""

Term = tuple[GroundedLiteral, ...]


@frozen
class Heard:
    """One turn as heard."""

    op: str
    terms: Requirement
    """In force after it."""
    dropped: tuple[tuple[str, Term], ...] = ()
    """By slot, terms that were dropped, in order."""


def nouns_of(schema: Schema) -> Mapping[str, str]:
    """By slot, what a customer calls it; no two alike, else neither has one."""
    called = {slot.name: slot.noun or _noun_in(slot.label) for slot in schema.slots}
    folded = [noun.casefold() for noun in called.values()]
    return {name: noun for name, noun in called.items() if folded.count(noun.casefold()) == 1}


def _noun_in(label: str) -> str:
    """Returns the label with a small first letter, unless it is an abbreviation; without brackets at its
    end.
    """
    bare = re.sub(r" \([^()]*\)$", "", label)
    return bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare


def hear(parser: Parser, first: str, later: Sequence[str]) -> tuple[tuple[Heard, ...], ...]:
    """Returns every reading of a conversation.

    Args:
        first: opening and conditions, as a request has them.
        later: the turns after it. None where some turn cannot be read, or where there are too many readings.
    """
    slots = {noun: slot for slot, noun in nouns_of(parser.domain.schema).items()}
    result: list[tuple[Heard, ...]] = [(Heard("", reading),) for reading in parser.parse(first)]
    for text in later:
        longer = ((*history, heard) for history in result for heard in _next(parser, slots, history, text))
        result = list(dict.fromkeys(longer))
        if len(result) > _MOST:
            return ()
    return tuple(result)


def _next(parser: Parser, slots: Mapping[str, str], history: tuple[Heard, ...], text: str) -> Iterator[Heard]:
    now = history[-1]
    for body in _unmarked(text):
        for op, place, parts in (
            (op, place, parts) for op, place, pieces in _patterns() for parts in _divided(pieces, body)
        ):
            named = [slots.get(parts[name]) for name in ("N", "M") if name in parts]
            if None in named:
                continue
            slot = named[0] if named else None
            statements: Sequence[Requirement] = ((),)
            if "S" in parts:
                said = parts["S"]
                statements = [
                    statement for statement in parser.statements(said[:1].upper() + said[1:]) if statement
                ]
            if op == "bound":
                yield from _rebound(parser, now, slot, parts["C"])
            elif op == "shift":
                yield from _shifted(parser, now, slot or "", parts["D"], -1 if place else 1)
            elif op in ("unless", "only if"):
                yield from _excepted(parser, op, now, slot or "", parts["P"])
            elif op == "drop both":
                yield from _without_both(now, {name for name in named if name})
            elif op == "value":
                yield from _renamed(parser, now, parts["V"], parts["W"])
            else:
                for terms in statements:
                    heard = _applied(op, history, now, slot or "", terms)
                    if heard is not None:
                        yield heard


def _applied(op: str, history: tuple[Heard, ...], now: Heard, slot: str, terms: Requirement) -> Heard | None:
    """Returns the turn by one row of the table; None where it may not be said."""
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


def _without_both(now: Heard, slots: set[str]) -> Iterator[Heard]:
    """Without the one term over two slots."""
    speaking = [term for term in now.terms if any(_mentions(term, slot) for slot in slots)]
    if (
        len(slots) == 2
        and len(speaking) == 1
        and {literal.primitive.slot for literal in speaking[0]} == slots
    ):
        yield Heard("drop both", tuple(term for term in now.terms if term is not speaking[0]), now.dropped)


def _excepted(parser: Parser, op: str, now: Heard, slot: str, said: str) -> Iterator[Heard]:
    """Yields the one term of a slot, which a condition now meets, too."""
    rows = [row for row, term in enumerate(now.terms) if _mentions(term, slot)]
    if len(rows) != 1:
        return
    [row] = rows
    for condition in parser.conditions(said):
        if not _mentions(now.terms[row], condition.primitive.slot):
            literal = condition if op == "unless" else condition.negated().canonical()
            terms = (*now.terms[:row], (*now.terms[row], literal), *now.terms[row + 1 :])
            yield Heard(op, terms, now.dropped)


def _bound_of(now: Heard, slot: str) -> tuple[int, int] | None:
    """Returns the place of the one literal of the slot, where it compares with one number."""
    places = [
        (row, column)
        for row, term in enumerate(now.terms)
        for column, literal in enumerate(term)
        if literal.primitive.slot == slot
    ]
    if len(places) != 1:
        return None
    [(row, column)] = places
    test = now.terms[row][column].primitive.test
    is_bound = test.over is None and test.op in BOUNDS and len(test.args) == 1
    return (row, column) if is_bound else None


def _shifted(parser: Parser, now: Heard, slot: str, said: str, sign: int) -> Iterator[Heard]:
    """Yields the one literal of the slot with a larger or a smaller bound."""
    place = _bound_of(now, slot)
    if place is None or not can_shift(parser.domain.schema.slot(slot).kind):
        return
    row, column = place
    literal = now.terms[row][column]
    [bound] = literal.primitive.test.args
    words = tokenize(said)
    for end, step in spoken_reader(parser.domain, slot, None)(words, 0):
        if end == len(words) and isinstance(step, int) and isinstance(bound, int) and bound + sign * step > 0:
            test = Test(literal.primitive.test.op, (bound + sign * step,))
            shifted = GroundedLiteral(Primitive(slot, test, literal.primitive.rule), literal.positive)
            yield Heard("shift", _with(now.terms, row, column, shifted), now.dropped)


def takers_of(parser: Parser, said: str) -> list[str]:
    """Returns the slots of which a comparison can be."""
    return [slot.name for slot in parser.domain.schema.slots if any(bounds_of(parser, slot.name, said))]


def _rebound(parser: Parser, now: Heard, slot: str | None, said: str) -> Iterator[Heard]:
    """Yields the one literal of the slot with another comparison.

    Without a slot: of the one that can take it.
    """
    alone = slot is None
    if slot is None:
        takers = takers_of(parser, said)
        if len(takers) != 1:
            return
        [slot] = takers
    place = _bound_of(now, slot)
    if place is None or (alone and len(now.terms[place[0]]) != 1):
        return
    row, column = place
    old = now.terms[row][column].primitive
    for op, value in bounds_of(parser, slot, said):
        literal = GroundedLiteral(Primitive(slot, Test(op, (value,)), old.rule))
        yield Heard("bound", _with(now.terms, row, column, literal), now.dropped)


def bounds_of(parser: Parser, slot: str, said: str) -> Iterator[tuple[str, Scalar]]:
    """Yields every way to read a comparison with one number of a slot."""
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
    """Yields the one literal that names the one thing, naming the other."""
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


def sentences_like(text: str, op: str, holes: Mapping[str, str]) -> Iterator[str]:
    """Yields sentences of one operation that say what the text says, but for what stands in some holes.

    Each has its first letter large and no marker.
    """
    for body in _unmarked(text):
        for name, place, pieces in _patterns():
            for parts in _divided(pieces, body) if name == op else ():
                if name == "add":
                    parts["S"] = parts["S"][:1].upper() + parts["S"][1:]
                if not holes.keys() <= parts.keys():
                    continue
                filled = {**parts, **holes}
                for other, sentence in enumerate(REVISIONS[op]):
                    names = set(re.findall(r"\{(\w)\}", sentence.replace("{s}", "{S}")))
                    if names == filled.keys() and (op != "shift" or other == place):
                        yield sentence.format(**filled, s=small(filled.get("S", "")))


def small(text: str) -> str:
    """With a small letter at its beginning, unless it begins with "I"."""
    first = text.split(" ", 1)[0]
    return text if first == "I" or first.startswith("I'") else text[:1].lower() + text[1:]


def _unmarked(text: str) -> Iterator[str]:
    yield text
    for marker in MARKERS:
        if marker and text.startswith(marker):
            rest = text[len(marker) :]
            yield rest[:1].upper() + rest[1:]


@cache
def _patterns() -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """Operation, place among its sentences, and the sentence: words and names of holes by turns."""
    return tuple(
        (op, place, tuple(re.split(r"\{(\w)\}", sentence.replace("{s}", "{S}"))))
        for op, ways in REVISIONS.items()
        for place, sentence in enumerate(ways)
    )


def _divided(pieces: tuple[str, ...], text: str) -> Iterator[dict[str, str]]:
    """Yields every way to take a text as a sentence: what stands in its holes, each time something."""
    words, *holes = pieces
    if not text.startswith(words):
        return
    rest = text[len(words) :]
    if not holes:
        if not rest:
            yield {}
        return
    hole, *following = holes
    if following == [""]:
        if rest:
            yield {hole: rest}
        return
    place = rest.find(following[0], 1)
    while place > 0:
        for others in _divided(tuple(following), rest[place:]):
            yield {hole: rest[:place], **others}
        place = rest.find(following[0], place + 1)
