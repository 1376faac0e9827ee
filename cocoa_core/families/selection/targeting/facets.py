"""Describes a case by what reports break down: slots, tests, negation, connectives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.domain import effective_test, opposite
from cocoa_core.families.selection.record import LiteralRecord
from cocoa_core.families.selection.targeting.case import Case
from cocoa_core.items import Facet

_TESTS: Final = {
    "less": "less than",
    "at_most": "at most",
    "more": "more than",
    "at_least": "at least",
    "one_of": "one of several",
    "any": "any of",
    "all": "all of",
}
_CONNECTIVES: Final = {"demand if": "if", "if either": "if", "allowed": "only if"}


def case_facets(case: Case) -> dict[str, Facet]:
    """Returns the facets of a whole case by name, as `cocoa analyze` tabulates them."""
    named = {name for number in range(len(case.terms)) for name in term_facets(case, number)}
    return {
        "conditions": len(case.terms),
        "fits": case.fitting,
        **{
            facet: tuple(sorted(value for name, value in named if name == facet))
            for facet in ("slot", "test", "connective")
        },
        "negated": ("negation", "not") in named,
    }


def term_facets(case: Case, number: int) -> Iterator[tuple[str, str]]:
    """Yields facet and value of each part of a sum term (from 0) as it is said: ("slot", "Price")."""
    words, term = case.words[number], case.terms[number]
    order = list(dict.fromkeys(literal.slot for other_term in case.terms for literal in other_term))
    for literal, as_is in zip(term, words.as_is, strict=True):
        yield "slot", case.slots[order.index(literal.slot)]
        test, negated = _said(literal, as_is)
        yield "test", test
        if negated:
            yield "negation", "not"
    if words.connective != "plain":
        yield "connective", _CONNECTIVES.get(words.connective, words.connective)


def _said(literal: LiteralRecord, as_is: bool) -> tuple[str, bool]:
    """Returns the test that a literal or its negation comes to, in words, and whether it is negated.

    Of slots that are yes or no, "no" is the negation of "yes".
    """
    effective = effective_test(literal.test, literal.over, literal.positive is as_is)
    op, over, negated = effective.op, effective.over, effective.negated
    if negated and (other := opposite(op, over)) and op not in ("any", "none"):
        op, over, negated = other[0], other[1], False
    if op == "is" and literal.values == ("no",):
        negated = not negated
    name = _TESTS.get(op, op)
    return (f"{over} {name}" if over else name), negated
