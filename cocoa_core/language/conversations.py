"""Parses conversations: every reading of the turns, with the requirement in force after each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement, Scalar, Schema, Slot, Test
from cocoa_core.language.parser import Parser
from cocoa_core.language.spoken_values import bounded_phrases, can_shift
from cocoa_core.language.tries import tokenize
from cocoa_core.language.value_readers import spoken_reader
from cocoa_core.lexicon import BOUNDS, MARKERS, REVISIONS

_MOST: Final = 64
"""The most readings of a conversation. A conversation with more counts as unreadable."""

Term = tuple[GroundedLiteral, ...]


@frozen
class TurnReading:
    """One reading of one turn."""

    op: str
    """The operation; empty for the first turn."""
    terms: Requirement
    """The requirement in force after the turn."""
    dropped: tuple[tuple[str, Term], ...] = ()
    """The terms that were dropped so far, each with its slot, in order."""


def nouns_of(schema: Schema) -> Mapping[str, str]:
    """Returns what a customer calls each slot; slots whose nouns are alike are left out."""
    called = {slot.name: slot.noun or _noun_in(slot.label) for slot in schema.slots}
    folded = [noun.casefold() for noun in called.values()]
    return {name: noun for name, noun in called.items() if folded.count(noun.casefold()) == 1}


def _noun_in(label: str) -> str:
    """Returns the label, small unless it is an abbreviation, and without brackets at its end."""
    bare = re.sub(r" \([^()]*\)$", "", label)
    return bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare


def read_conversation(
    parser: Parser, first: str, later: Sequence[str]
) -> tuple[tuple[TurnReading, ...], ...]:
    """Returns every reading of a conversation; empty where some turn cannot be read, or where there are too
    many readings.

    Args:
        first: the opening and the conditions, as a request has them.
        later: the turns after it.
    """
    slots = {noun: slot for slot, noun in nouns_of(parser.domain.schema).items()}
    result: list[tuple[TurnReading, ...]] = [(TurnReading("", reading),) for reading in parser.parse(first)]
    for text in later:
        longer = (
            (*history, reading) for history in result for reading in _next(parser, slots, history, text)
        )
        result = list(dict.fromkeys(longer))
        if len(result) > _MOST:
            return ()
    return tuple(result)


def _next(
    parser: Parser, slots: Mapping[str, str], history: tuple[TurnReading, ...], text: str
) -> Iterator[TurnReading]:
    """Yields every reading of the turn that follows a history."""
    current = history[-1]
    for body in _unmarked(text):
        for op, variant, parts in (
            (op, variant, parts) for op, variant, pieces in _patterns() for parts in _divided(pieces, body)
        ):
            named_slots = [slots.get(parts[name]) for name in ("N", "M") if name in parts]
            if None in named_slots:
                continue
            slot = named_slots[0] if named_slots else None
            statements: Sequence[Requirement] = ((),)
            if "S" in parts:
                statement_text = parts["S"]
                statements = [
                    statement
                    for statement in parser.statements(statement_text[:1].upper() + statement_text[1:])
                    if statement
                ]
            if op == "bound":
                yield from _rebound(parser, current, slot, parts["C"])
            elif op == "shift":
                yield from _shifted(parser, current, slot or "", parts["D"], -1 if variant % 2 else 1)
            elif op in ("unless", "only if"):
                yield from _excepted(parser, op, current, slot or "", parts["P"])
            elif op == "drop both":
                yield from _without_both(current, {name for name in named_slots if name})
            elif op == "value":
                for old, new in _names(parts["V"], parts["W"]):
                    yield from _renamed(parser, current, old, new)
            else:
                for terms in statements:
                    reading = _applied(op, history, current, slot or "", terms)
                    if reading is not None:
                        yield reading


def _applied(
    op: str, history: tuple[TurnReading, ...], current: TurnReading, slot: str, terms: Requirement
) -> TurnReading | None:
    """Returns the turn by one operation; None where that may not be said."""
    if op == "add":
        return TurnReading(op, current.terms + terms, current.dropped)
    if op == "undo":
        if len(history) < 2 or current.op == "undo":
            return None
        return TurnReading(op, history[-2].terms, history[-2].dropped)
    if op == "back":
        dropped = [term for name, term in current.dropped if name == slot]
        if len(dropped) != 1 or any(_mentions(term, slot) for term in current.terms):
            return None
        return TurnReading(op, (*current.terms, *dropped), current.dropped)
    mentioning = [term for term in current.terms if _mentions(term, slot)]
    if len(mentioning) != 1 or len(mentioning[0]) != 1:
        return None
    remaining = tuple(term for term in current.terms if term is not mentioning[0])
    return TurnReading(op, remaining + terms, (*current.dropped, (slot, mentioning[0])))


def _without_both(current: TurnReading, slots: set[str]) -> Iterator[TurnReading]:
    """Yields the turn that drops the one term over two slots."""
    mentioning = [term for term in current.terms if any(_mentions(term, slot) for slot in slots)]
    if (
        len(slots) == 2
        and len(mentioning) == 1
        and {literal.primitive.slot for literal in mentioning[0]} == slots
    ):
        yield TurnReading(
            "drop both", tuple(term for term in current.terms if term is not mentioning[0]), current.dropped
        )


def _excepted(
    parser: Parser, op: str, current: TurnReading, slot: str, condition_text: str
) -> Iterator[TurnReading]:
    """Yields the turns that add a condition to the one term of a slot, as an alternative to it."""
    rows = [row for row, term in enumerate(current.terms) if _mentions(term, slot)]
    if len(rows) != 1:
        return
    [row] = rows
    for condition in (*parser.conditions(condition_text), *parser.conditions(f"{condition_text}.")):
        if not _mentions(current.terms[row], condition.primitive.slot):
            literal = condition if op == "unless" else condition.negated().canonical()
            terms = (*current.terms[:row], (*current.terms[row], literal), *current.terms[row + 1 :])
            yield TurnReading(op, terms, current.dropped)


def _bound_of(current: TurnReading, slot: str) -> tuple[int, int] | None:
    """Returns row and column of the slot's one literal that compares with one number; else None."""
    position = _position_of_only(current.terms, lambda primitive: primitive.slot == slot)
    if position is None:
        return None
    test = current.terms[position[0]][position[1]].primitive.test
    is_bound = test.over is None and test.op in BOUNDS and len(test.args) == 1
    return position if is_bound else None


def _position_of_only(terms: Requirement, matches: Callable[[Primitive], bool]) -> tuple[int, int] | None:
    """Returns row and column of the one literal whose primitive matches; None for none or several."""
    positions = [
        (row, column)
        for row, term in enumerate(terms)
        for column, literal in enumerate(term)
        if matches(literal.primitive)
    ]
    return positions[0] if len(positions) == 1 else None


def _shifted(
    parser: Parser, current: TurnReading, slot: str, step_text: str, sign: int
) -> Iterator[TurnReading]:
    """Yields the turns that give the one literal of the slot a larger (`sign` 1) or a smaller (-1) bound."""
    position = _bound_of(current, slot)
    if position is None or not can_shift(parser.domain.schema.slot(slot).kind):
        return
    row, column = position
    literal = current.terms[row][column]
    [bound] = literal.primitive.test.args
    words = tokenize(step_text)
    for end, step in spoken_reader(parser.domain, slot, None)(words, 0):
        if end == len(words) and isinstance(step, int) and isinstance(bound, int) and bound + sign * step > 0:
            test = Test(literal.primitive.test.op, (bound + sign * step,))
            shifted = GroundedLiteral(Primitive(slot, test, literal.primitive.rule), literal.positive)
            yield TurnReading("shift", _with(current.terms, row, column, shifted), current.dropped)


def takers_of(parser: Parser, comparison: str) -> list[str]:
    """Returns the slots for which a text can be read as a comparison."""
    return [slot.name for slot in parser.domain.schema.slots if any(bounds_of(parser, slot.name, comparison))]


def _rebound(
    parser: Parser, current: TurnReading, slot: str | None, comparison: str
) -> Iterator[TurnReading]:
    """Yields the turns that give the one literal of the slot another comparison.

    Args:
        current: the turn before.
        slot: the slot; None: the one slot that can take the comparison.
    """
    alone = slot is None
    if slot is None:
        takers = takers_of(parser, comparison)
        if len(takers) != 1:
            return
        [slot] = takers
    position = _bound_of(current, slot)
    if position is None or (alone and len(current.terms[position[0]]) != 1):
        return
    row, column = position
    old = current.terms[row][column].primitive
    for op, value in bounds_of(parser, slot, comparison):
        literal = GroundedLiteral(Primitive(slot, Test(op, (value,)), old.rule))
        yield TurnReading("bound", _with(current.terms, row, column, literal), current.dropped)


def bounds_of(parser: Parser, slot: str, comparison: str) -> Iterator[tuple[str, Scalar]]:
    """Yields the ways to read a text as a comparison of a slot with one number: operator and number."""
    kind = parser.domain.schema.slot(slot).kind
    for op in BOUNDS:
        for phrase in bounded_phrases(kind, op):
            before, _, after = phrase.partition("{0}")
            if (
                comparison.startswith(before)
                and comparison.endswith(after)
                and len(comparison) > len(before) + len(after)
            ):
                words = tokenize(comparison[len(before) : len(comparison) - len(after)])
                for end, value in spoken_reader(parser.domain, slot, None)(words, 0):
                    if end == len(words):
                        yield op, value


def _names(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yields both names, of which one may have left its full stop to the sentence."""
    yield old, new
    yield f"{old}.", new
    yield old, f"{new}."


def _renamed(parser: Parser, current: TurnReading, old: str, new: str) -> Iterator[TurnReading]:
    """Yields the turn in which the one literal that names one thing names another one instead."""
    position = _position_of_only(current.terms, lambda primitive: old in primitive.test.args)
    if position is None:
        return
    row, column = position
    literal = current.terms[row][column]
    primitive, test = literal.primitive, literal.primitive.test
    slot: Slot = parser.domain.schema.slot(primitive.slot)
    if new not in parser.domain.vocabulary(slot.name) or new in test.args:
        return
    args = tuple(sorted([new, *(arg for arg in test.args if arg != old)], key=str))
    changed = Primitive(primitive.slot, Test(test.op, args, test.over), primitive.rule)
    renamed = GroundedLiteral(changed, literal.positive)
    yield TurnReading("value", _with(current.terms, row, column, renamed), current.dropped)


def _with(terms: Requirement, row: int, column: int, literal: GroundedLiteral) -> Requirement:
    term = terms[row]
    return (*terms[:row], (*term[:column], literal, *term[column + 1 :]), *terms[row + 1 :])


def _mentions(term: Term, slot: str) -> bool:
    return any(literal.primitive.slot == slot for literal in term)


def sentences_like(text: str, op: str, holes: Mapping[str, str]) -> Iterator[str]:
    """Yields sentences of one operation like the text, but with new contents in some holes.

    Each begins with a capital letter and has no marker.

    Args:
        text: the sentence of a turn.
        holes: new contents of holes, by their names.
    """
    for body in _unmarked(text):
        for name, variant, pieces in _patterns():
            for parts in _divided(pieces, body) if name == op else ():
                if name == "add":
                    parts["S"] = parts["S"][:1].upper() + parts["S"][1:]
                if not holes.keys() <= parts.keys():
                    continue
                filled = {**parts, **holes}
                for number, sentence in enumerate(REVISIONS[op]):
                    names = set(re.findall(r"\{(\w)\}", sentence.replace("{s}", "{S}")))
                    if names == filled.keys() and (op != "shift" or number % 2 == variant % 2):
                        yield sentence.format(**filled, s=small(filled.get("S", "")))


def small(text: str) -> str:
    """Returns the text with a small first letter, unless its first word is "I" or begins with "I'"."""
    first = text.split(" ", 1)[0]
    return text if first == "I" or first.startswith("I'") else text[:1].lower() + text[1:]


def _unmarked(text: str) -> Iterator[str]:
    """Yields the text, and for each marker that it begins with the text without it."""
    yield text
    for marker in MARKERS:
        if text.startswith(marker):
            rest = text[len(marker) :]
            yield rest[:1].upper() + rest[1:]


@cache
def _patterns() -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """Returns each operation with the index of each of its sentences, and the sentence split into words and
    names of holes, which alternate.
    """
    return tuple(
        (op, variant, tuple(re.split(r"\{(\w)\}", sentence.replace("{s}", "{S}"))))
        for op, sentences in REVISIONS.items()
        for variant, sentence in enumerate(sentences)
    )


def _divided(pieces: tuple[str, ...], text: str) -> Iterator[dict[str, str]]:
    """Yields every way to match a text with a sentence: what each of its holes has, which is never empty."""
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
    position = rest.find(following[0], 1)
    while position > 0:
        for others in _divided(tuple(following), rest[position:]):
            yield {hole: rest[:position], **others}
        position = rest.find(following[0], position + 1)
