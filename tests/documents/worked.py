"""The worked example of docs/concepts.md, part by part.

Run with `python -m tests.documents.worked PART`; the parts are the keys of PARTS.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from cocoa_core.domain import GroundedLiteral, literal_text, requirement_text
from cocoa_core.families.selection.asks.every.drawing import balanced_targets
from cocoa_core.families.selection.schedule import RINGS
from cocoa_core.language import Parser
from cocoa_core.logic import Literal, SumTerm
from cocoa_core.proof import Proofs, witnessed_assignments

from .example import MINTERMS, SHARED, SLOTS, Example, example, question_of
from .tables import code, table
from .truths import any_of, kind_of, literals_of, tests_of, truth, witness

_WORDS: Final = {True: "true", False: "false", None: "undefined"}


def text(part: str) -> str:
    """One part, in markdown."""
    return PARTS[part](example())


def _where(found: Example) -> str:
    made = found.question.provenance
    command = (
        f"cocoa sample --domain flights --seed {made.seed} --slots {SLOTS} --minterms {MINTERMS} "
        f"--shared {SHARED:g} --index {made.index} --proof"
    )
    return f"```console\n{command}\n```"


def _minterms(found: Example) -> str:
    rows = []
    for number in range(1 << found.table.variables):
        bits = tuple(str(number >> index & 1) for index in range(len(found.slots)))
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
    demands = found.question.requirement.demands
    for number, (shape, term) in enumerate(zip(found.product.terms, found.requirement, strict=True), 1):
        for index, (one, literal) in enumerate(zip(shape, term, strict=True)):
            primitive = GroundedLiteral(literal.primitive)
            rows.append(
                (
                    f"{number}",
                    code(_name(found, one)),
                    code(literal_text(kind_of(found, literal), primitive)),
                    code(literal_text(kind_of(found, literal), literal)),
                    "yes" if index == demands[number - 1] else "",
                )
            )
    written = requirement_text(schema, found.requirement)
    heads = ("sum term", "occurrence", "primitive", "literal", "demanded")
    return f"{table(heads, rows)}\n\n```text\n{written}\n```"


def _theory(found: Example) -> str:
    parts = []
    for slot in found.slots:
        kind = found.domain.schema.slot(slot).kind
        tests = tests_of(found, slot)
        if len(tests) < 2:
            continue
        possible = witnessed_assignments(kind, tests)
        rows = [
            (*(_WORDS[one] for one in vector), code(kind.write(value))) for vector, value in possible.items()
        ]
        heads = tuple(
            code(literal_text(kind, literal)) for literal in literals_of(found, slot) if literal.positive
        )
        total = 2 ** len(tests)
        defined = sum(None not in vector for vector in possible)
        parts.append(
            f"`{slot}`: {defined} of the {total} vectors of true and false"
            f"{_more(len(possible) - defined)}.\n\n" + table((*heads, "a value that gives it"), rows)
        )
    return "\n\n".join(parts)


def _proofs(found: Example) -> str:
    proofs = Proofs(found.domain.schema, found.requirement)
    if not proofs.satisfiable() or proofs.redundant_part() is not None:
        raise RuntimeError("the example is not proved, which is a fault of cocoa")
    rows = []
    for index, term in enumerate(found.requirement):
        rows.append((f"sum term {index + 1}", f"all of its literals false: {witness(found, index, None)}"))
        for number, literal in enumerate(term):
            if len(term) > 1:
                words = code(literal_text(kind_of(found, literal), literal))
                rows.append((words, f"it alone is true: {witness(found, index, number)}"))
    return table(("what matters", "values that show it, all other sum terms true"), rows)


def _request(found: Example) -> str:
    readings = len(Parser(found.domain).parse(found.question.request))
    number = "one reading" if readings == 1 else f"{readings} readings"
    rows = [
        (sentence.text, ", ".join(str(term + 1) for term in sentence.terms) or "none")
        for sentence in found.question.sentences
    ]
    return (
        f"> {found.question.request}\n\nThe parser finds {number} of this text.\n\n"
        f"{table(('sentence', 'sum terms that it says'), rows)}"
    )


def _options(found: Example) -> str:
    labels = [found.domain.schema.slot(slot).label for slot in found.slots]
    letters = tuple(option.label for option in found.question.options)
    rows: list[tuple[str, ...]] = [
        (label, *(option.shown[label] for option in found.question.options)) for label in labels
    ]
    for number, term in enumerate(found.requirement, 1):
        for literal in term:
            words = code(literal_text(kind_of(found, literal), literal))
            rows.append((words, *(_WORDS[truth(found, literal, letter)] for letter in letters)))
        values = (any_of([truth(found, literal, letter) for literal in term]) for letter in letters)
        rows.append((f"**sum term {number}**", *(f"**{_WORDS[value]}**" for value in values)))
    return table(("", *letters), rows) + f"\n\nThe answer is {found.question.answer}."


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


def _targets(found: Example) -> str:
    names = "pqrst"[: len(found.question.options)]
    targets = balanced_targets(len(names), 0)
    cells = [
        "".join(name for index, name in enumerate(names) if mask >> index & 1) or "none" for mask in targets
    ]
    return table(tuple(f"request {number}" for number in range(1, len(cells) + 1)), [tuple(cells)])


def _name(found: Example, literal: Literal) -> str:
    return ("" if literal.positive else "!") + found.slots[literal.variable]


def _term(found: Example, term: SumTerm) -> str:
    return " | ".join(_name(found, literal) for literal in term)


def _more(number: int) -> str:
    return f", and {number} with an undefined test" if number else ""


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
        "ring": _ring,
        "targets": _targets,
    }
)

if __name__ == "__main__":
    print("\n\n".join(text(part) for part in sys.argv[1:] or PARTS))
