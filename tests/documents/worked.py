"""The worked example of docs/concepts.md, part by part.

Run with `python -m tests.documents.worked PART`; the parts are the keys of PARTS.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product as combinations
from types import MappingProxyType
from typing import Final

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Test, Value
from cocoa_core.domain.requirement import literal_text, requirement_text
from cocoa_core.generation.proofs import Proofs
from cocoa_core.generation.schedule import RINGS
from cocoa_core.generation.theory import vectors
from cocoa_core.language.parser import Parser
from cocoa_core.logic.product import Literal, SumTerm

from .compact_json import compact
from .example import MINTERMS, SLOTS, Example, example, question_of
from .tables import code, table

__all__ = ["PARTS", "text"]

_WORDS: Final = {True: "true", False: "false", None: "undefined"}


def text(part: str) -> str:
    """One part, in markdown."""
    return PARTS[part](example())


def _where(found: Example) -> str:
    made = found.question.provenance
    command = (
        f"cocoa sample --domain flights --seed {made.seed} --slots {SLOTS} --minterms {MINTERMS} "
        f"--index {made.index} --proof"
    )
    return f"```console\n{command}\n```"


def _minterms(found: Example) -> str:
    rows = []
    for number in range(1 << found.table.variables):
        bits = tuple(str(number >> place & 1) for place in range(len(found.slots)))
        rows.append((*bits, "**1**" if number in found.table.rows else "0"))
    return table((*found.slots, "f"), rows)


def _primes(found: Example) -> str:
    rows = [
        (
            code(_term(found, prime)),
            "yes" if set(prime) in [set(term) for term in found.product.terms] else "",
        )
        for prime in found.primes
    ]
    return table(("prime implicate", "in the product"), rows)


def _product(found: Example) -> str:
    words = " & ".join(f"({_term(found, term)})" for term in found.product.terms)
    return f"```text\n{words}\n```"


def _grounded(found: Example) -> str:
    schema = found.domain.schema
    rows = []
    for number, (shape, term) in enumerate(zip(found.product.terms, found.requirement, strict=True), 1):
        for one, literal in zip(shape, term, strict=True):
            primitive = GroundedLiteral(literal.primitive)
            rows.append(
                (
                    f"{number}",
                    code(_name(found, one)),
                    code(literal_text(_kind(found, literal), primitive)),
                    code(literal_text(_kind(found, literal), literal)),
                )
            )
    written = requirement_text(schema, found.requirement)
    return f"{table(('sum term', 'occurrence', 'primitive', 'literal'), rows)}\n\n```text\n{written}\n```"


def _theory(found: Example) -> str:
    parts = []
    for slot in found.slots:
        kind = found.domain.schema.slot(slot).kind
        tests = _tests(found, slot)
        if len(tests) < 2:
            continue
        possible = vectors(kind, tests)
        rows = [
            (*(_WORDS[value] for value in vector), code(kind.write(witness)))
            for vector, witness in possible.items()
        ]
        heads = tuple(
            code(literal_text(kind, literal)) for literal in _literals(found, slot) if literal.positive
        )
        total = 2 ** len(tests)
        defined = sum(None not in vector for vector in possible)
        parts.append(
            f"`{slot}`: {defined} of the {total} vectors of true and false"
            f"{_more(len(possible) - defined)}.\n\n" + table((*heads, "a value that gives it"), rows)
        )
    return "\n\n".join(parts)


def _proofs(found: Example) -> str:
    with Proofs(found.domain.schema, found.requirement) as proofs:
        can_hold, can_fail, idle = proofs.satisfiable(), proofs.falsifiable(), proofs.idle()
    if not (can_hold and can_fail and idle is None):
        raise RuntimeError("the example is not proved, which is a fault of cocoa")
    rows = []
    for place, term in enumerate(found.requirement):
        witness = _witness(found, place, None)
        rows.append((f"sum term {place + 1}", f"all of its literals false: {witness}"))
        for number, literal in enumerate(term):
            if len(term) > 1:
                words = code(literal_text(_kind(found, literal), literal))
                rows.append((words, f"it alone is true: {_witness(found, place, number)}"))
    return table(("what matters", "values that show it, all other sum terms true"), rows)


def _request(found: Example) -> str:
    readings = len(Parser(found.domain).parse(found.question.request))
    number = "one reading" if readings == 1 else f"{readings} readings"
    return f"> {found.question.request}\n\nThe parser finds {number} of this text."


def _options(found: Example) -> str:
    labels = [found.domain.schema.slot(slot).label for slot in found.slots]
    letters = tuple(option.label for option in found.question.options)
    rows: list[tuple[str, ...]] = [
        (label, *(option.shown[label] for option in found.question.options)) for label in labels
    ]
    for number, term in enumerate(found.requirement, 1):
        for literal in term:
            words = code(literal_text(_kind(found, literal), literal))
            rows.append((words, *(_WORDS[_truth(found, literal, letter)] for letter in letters)))
        values = (_join([_truth(found, literal, letter) for literal in term]) for letter in letters)
        rows.append((f"**sum term {number}**", *(f"**{_WORDS[value]}**" for value in values)))
    return table(("", *letters), rows) + f"\n\nThe answer is {found.question.answer}."


def _certificate(found: Example) -> str:
    return f"```json\n{compact(found.question.to_json()['certificate'])}\n```"


def _ring(found: Example) -> str:
    first = found.question.provenance.index % RINGS
    rows = []
    for index in range(first, first + 5 * RINGS, RINGS):
        question = question_of(index)
        rows.append(
            (
                str(index),
                *(
                    f"**{option.row}**" if option.label == question.answer else option.row
                    for option in question.options
                ),
            )
        )
    return table(("index", "A", "B", "C", "D", "E"), rows)


def _kind(found: Example, literal: GroundedLiteral) -> Kind:
    return found.domain.schema.slot(literal.primitive.slot).kind


def _name(found: Example, literal: Literal) -> str:
    return ("" if literal.positive else "!") + found.slots[literal.variable]


def _term(found: Example, term: SumTerm) -> str:
    return " | ".join(_name(found, literal) for literal in term)


def _more(number: int) -> str:
    return f", and {number} with an undefined test" if number else ""


def _literals(found: Example, slot: str) -> list[GroundedLiteral]:
    """The distinct tests of a slot as positive literals, in the order of the requirement."""
    return list(
        dict.fromkeys(
            GroundedLiteral(literal.primitive)
            for term in found.requirement
            for literal in term
            if literal.primitive.slot == slot
        )
    )


def _tests(found: Example, slot: str) -> list[Test]:
    return [literal.primitive.test for literal in _literals(found, slot)]


def _assignments(found: Example) -> Iterator[Mapping[str, Value]]:
    """Values of all slots that together give everything the tests can be."""
    witnesses = []
    for slot in found.slots:
        kind = found.domain.schema.slot(slot).kind
        possible = vectors(kind, _tests(found, slot))
        witnesses.append([possible[vector] for vector in sorted(possible, key=lambda vector: None in vector)])
    for values in combinations(*witnesses):
        yield dict(zip(found.slots, values, strict=True))


def _holds(found: Example, literal: GroundedLiteral, values: Mapping[str, Value]) -> bool | None:
    truth = _kind(found, literal).evaluate(literal.primitive.test, values[literal.primitive.slot])
    return None if truth is None else truth == literal.positive


def _join(truths: list[bool | None]) -> bool | None:
    """An OR by strong Kleene logic."""
    return True if True in truths else None if None in truths else False


def _witness(found: Example, place: int, number: int | None) -> str:
    """Values with which the sum term at `place` is false, or true by one literal alone; others are true."""
    others: Requirement = found.requirement[:place] + found.requirement[place + 1 :]
    for values in _assignments(found):
        here = [_holds(found, literal, values) for literal in found.requirement[place]]
        if here == [at == number for at in range(len(here))] and all(
            _join([_holds(found, literal, values) for literal in term]) for term in others
        ):
            return ", ".join(
                f"{slot} `{found.domain.schema.slot(slot).kind.write(value)}`"
                for slot, value in values.items()
            )
    raise RuntimeError("the solver found values that are not there, which is a fault of cocoa")


def _truth(found: Example, literal: GroundedLiteral, letter: str) -> bool | None:
    row = next(option.row for option in found.question.options if option.label == letter)
    values = found.domain.catalogue.rows[found.domain.catalogue.ids.index(row)]
    by_name = dict(zip((slot.name for slot in found.domain.schema.slots), values, strict=True))
    return _holds(found, literal, by_name)


PARTS: Final[Mapping[str, Callable[[Example], str]]] = MappingProxyType(
    {
        "where": _where,
        "minterms": _minterms,
        "primes": _primes,
        "product": _product,
        "grounded": _grounded,
        "theory": _theory,
        "proofs": _proofs,
        "request": _request,
        "options": _options,
        "certificate": _certificate,
        "ring": _ring,
    }
)

if __name__ == "__main__":
    print("\n\n".join(text(part) for part in sys.argv[1:] or PARTS))
