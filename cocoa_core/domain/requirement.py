"""Writes requirements: the text of a literal, the canonical order, the id."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from cocoa_core.domain.kinds import Kind
from cocoa_core.domain.primitives import GroundedLiteral, Requirement
from cocoa_core.domain.schema import Schema
from cocoa_core.seeds import digest_of

_SIGNS: Final = {"less": "<", "at_most": "<=", "more": ">", "at_least": ">=", "is": "="}
_SETS: Final = {"one_of": "in", "any": "meets", "none": "misses", "only": "inside", "all": "has"}


@lru_cache(maxsize=1 << 12)  # the literals of the last hundreds of questions: of all of flights, 60 MB
def literal_text(kind: Kind, literal: GroundedLiteral) -> str:
    """Returns formal notation: `price < 400`, `!ticket_class = "first"`, `each layover_times < 2h`."""
    slot, test, positive = literal.primitive.slot, literal.primitive.test, literal.positive
    over = f"{test.over} " if test.over else ""
    values = [_quoted(arg, kind.write_arg(test.op, test.over, arg)) for arg in test.args]
    if test.op in _SIGNS:
        right = f"{_SIGNS[test.op]} {values[0]}"
    elif test.op in _SETS:
        right = f"{_SETS[test.op]} {{{', '.join(values)}}}"
    else:
        opening, closing = ("(", ")") if test.op == "between" else ("[", "]")
        right = f"in {opening}{values[0]}, {values[1]}{closing}"
    return f"{'' if positive else '!'}{over}{slot} {right}"


def _quoted(arg: object, text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if isinstance(arg, str) else text


def literal_texts(schema: Schema, requirement: Iterable[Iterable[GroundedLiteral]]) -> list[list[str]]:
    """Returns the literals of a requirement in formal notation, by sum term."""
    return [
        [literal_text(schema.slot(literal.primitive.slot).kind, literal) for literal in term]
        for term in requirement
    ]


def product_text(texts: Iterable[Iterable[str]]) -> str:
    """Returns a product of sums in formal notation from its literals."""
    return " & ".join([f"({' | '.join(term)})" for term in texts])


def requirement_text(schema: Schema, requirement: Requirement) -> str:
    """Returns the whole product of sums in formal notation, in the given order."""
    return product_text(literal_texts(schema, requirement))


def canonical(schema: Schema, requirement: Requirement) -> Requirement:
    """Returns the product with canonical literals, each once, in the order of their texts."""

    def text(literal: GroundedLiteral) -> str:
        return literal_text(schema.slot(literal.primitive.slot).kind, literal)

    terms = {tuple(sorted({literal.canonical() for literal in term}, key=text)) for term in requirement}
    return tuple(sorted(terms, key=lambda term: [text(literal) for literal in term]))


def canonical_terms(requirement: Requirement) -> set[frozenset[GroundedLiteral]]:
    """Returns canonical literals, equal for requirements that differ in order alone; without texts."""
    return {frozenset(literal.canonical() for literal in term) for term in requirement}


def requirement_id(schema: Schema, requirement: Requirement) -> str:
    """Returns 16 hexadecimal digits of a digest of the canonical form's text."""
    standing_for = [[literal.canonical() for literal in term] for term in requirement]
    terms = {tuple(sorted(set(texts))) for texts in literal_texts(schema, standing_for)}
    return digest_of("requirement", schema.name, product_text(sorted(terms))).hex()[:16]
