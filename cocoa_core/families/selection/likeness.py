"""What two questions can have in common: a requirement, options, a requirement but for its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.families.selection.record import LiteralRecord, Question
from cocoa_core.seeds import seed_of

__all__ = ["likeness", "without_numbers"]

_PLACES: Final = {
    **dict.fromkeys(("less", "at_most"), ("below", "above")),
    **dict.fromkeys(("more", "at_least"), ("above", "below")),
    **dict.fromkeys(("between", "within"), ("inside", "outside")),
}
"""Where a number lies that a comparison holds of, and one that it does not hold of."""
_OPPOSITES: Final = {"each": "any", "any": "each"}


def likeness(question: Question) -> Mapping[str, int]:
    """64 bits of each, by name: requirement, options, near-duplicate."""
    domain = question.domain.name
    rows = sorted(option.row for option in question.options)
    return {
        "requirement": seed_of("requirement", question.requirement.id),
        "options": seed_of("options", domain, *rows),
        "near-duplicate": seed_of("without numbers", domain, without_numbers(question)),
    }


def without_numbers(question: Question) -> str:
    """The requirement with the numbers of its comparisons left out, in an order of its own.

    "Under $400" and "at most $90" become the same, "over $90" does not; a denial becomes the comparison that
    it is. Names, such as those of cities, stay.
    """
    terms = {tuple(sorted({_literal(one) for one in term})) for term in question.requirement.terms}
    return repr(sorted(terms))


def _literal(literal: LiteralRecord) -> str:
    over, positive = literal.over, literal.positive
    if literal.test in _PLACES:
        if not positive:
            over = _OPPOSITES.get(over or "", over)
        return f"{literal.slot} {over} {_PLACES[literal.test][not positive]}"
    test, values = literal.test, literal.values
    if test == "none":
        test, positive = "any", not positive
    if test == "one_of" and len(values) == 1:
        test = "is"
    return f"{literal.slot} {over} {test} {sorted(values)} {positive}"
