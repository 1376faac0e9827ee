"""Writes requirements in formal notation, and derives the id from their canonical form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve

from cocoa_core.independent.digests import id_of
from cocoa_core.independent.number_texts import canonical_number
from cocoa_core.independent.semantics import OPPOSITE, Literal
from cocoa_core.independent.slots import Slot

__all__ = ["canonical_text", "product_text", "requirement_id", "written"]

_BETWEEN: Final = {
    "less": "{s} < {0}",
    "at_most": "{s} <= {0}",
    "more": "{s} > {0}",
    "at_least": "{s} >= {0}",
    "is": "{s} = {0}",
    "between": "{s} in ({0}, {1})",
    "within": "{s} in [{0}, {1}]",
}
_MEMBERS: Final = {"one_of": "in", "any": "meets", "none": "misses", "only": "inside", "all": "has"}
_DENIALS: Final = {"at_least": "less", "more": "at_most", "none": "any"}
"""Tests that the canonical form writes as the negation of another test."""


@lru_cache(maxsize=1 << 12)
def written(slot: Slot, literal: Literal) -> str:
    """Returns a literal in formal notation: `!each layover_times < 2h`, `ticket_class in {"business",
    "first"}`.
    """
    subject = f"{literal.over} {slot.name}" if literal.over else slot.name
    args = [_argument(slot, literal.over, arg) for arg in literal.args]
    if literal.test in _MEMBERS:
        text = f"{subject} {_MEMBERS[literal.test]} {{{', '.join(args)}}}"
    else:
        text = _BETWEEN[literal.test].replace("{s}", subject, 1)
        before, _, rest = text.partition("{0}")
        middle, second, after = rest.partition("{1}")
        text = before + args[0] + middle + (args[1] if second else "") + after
    return text if literal.positive else f"!{text}"


def product_text(slots: Mapping[str, Slot], terms: Iterable[Sequence[Literal]]) -> str:
    """Returns a product of sums in formal notation, in the given order."""
    return " & ".join(
        f"({' | '.join(written(slots[literal.slot], literal) for literal in term)})" for term in terms
    )


def canonical_text(slots: Mapping[str, Slot], terms: Iterable[Sequence[Literal]]) -> str:
    """Returns the canonical form: as few tests and negations as possible, nothing twice, in the order of the
    texts.
    """
    term_texts = set()
    for term in terms:
        term_texts.add(
            tuple(
                sorted(
                    {
                        written(slots[literal.slot], _canonical(slots[literal.slot], literal))
                        for literal in term
                    }
                )
            )
        )
    return " & ".join(f"({' | '.join(term)})" for term in sorted(term_texts))


def requirement_id(domain: str, text: str) -> str:
    """Returns the id of a requirement: 16 hexadecimal digits of the domain's name and the canonical text."""
    return id_of("requirement", domain, text)


@lru_cache(maxsize=1 << 12)
def _canonical(slot: Slot, literal: Literal) -> Literal:
    if literal.over == "any":
        return evolve(literal, over="each", test=OPPOSITE[literal.test], positive=not literal.positive)
    if literal.over != "each" and literal.test in _DENIALS:
        return evolve(literal, test=_DENIALS[literal.test], positive=not literal.positive)
    if literal.test == "one_of" and len(literal.args) == 1:
        return evolve(literal, test="is")
    if literal.args[0] is False:
        return evolve(literal, args=(True,), positive=not literal.positive)
    return literal


def _argument(slot: Slot, over: str | None, arg: str | bool | int) -> str:
    if isinstance(arg, str):
        return json.dumps(arg, ensure_ascii=False)
    if isinstance(arg, bool):
        return "yes" if arg else "no"
    return str(arg) if over == "count" or slot.numbers is None else canonical_number(slot.numbers, arg)
