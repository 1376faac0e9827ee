"""What can be guessed without reading the request: query-blind and most-literals accuracy.

Run with `make leak`, or `python -m tests.benchmarks.leak --count 20000 --domain flights`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

from rich.console import Console
from rich.progress import track
from rich.table import Table

import cocoa_core
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test, Value
from cocoa_core.records.question import LiteralRecord, Question
from cocoa_core.reference.blind import query_blind
from cocoa_core.reference.request_reader import reader_of

BLIND_BAR, LITERALS_BAR = 0.22, 0.45


def satisfied(domain: Domain, question: Question, row: tuple[Value, ...]) -> int:
    """How many literals of the requirement an option satisfies."""
    return sum(
        _truth(domain, literal, row) is True for term in question.requirement.terms for literal in term
    )


def _truth(domain: Domain, literal: LiteralRecord, row: tuple[Value, ...]) -> bool | None:
    kind = domain.schema.slot(literal.slot).kind
    args = tuple(kind.read_arg(literal.test, literal.over, text) for text in literal.values)
    grounded = GroundedLiteral(
        Primitive(literal.slot, Test(literal.test, args, literal.over)), literal.positive
    )
    truth = kind.evaluate(grounded.primitive.test, row[domain.schema.position(literal.slot)])
    return None if truth is None else truth == grounded.positive


def measure(domain: Domain, questions: Iterator[Question]) -> dict[str, float]:
    """Accuracies, with half-widths of 95 % intervals where they are estimates."""
    rows_by_id = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    asked = []
    most = fewest = 0.0
    for question in questions:
        rows = [rows_by_id[option.row] for option in question.options]
        right = [option.label for option in question.options].index(question.answer)
        counts = [satisfied(domain, question, row) for row in rows]
        most += (counts[right] == max(counts)) / counts.count(max(counts))
        fewest += (counts[right] == min(counts)) / counts.count(min(counts))
        asked.append(question)
    total = len(asked)
    guesses = query_blind(asked, reader_of(domain.files))
    blind = sum(guesses.right) / total if guesses else math.nan
    return {"questions": total, "blind": blind, "most": most / total, "fewest": fewest / total}


def main() -> None:
    """Print the table; exit code 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--domain", default="flights")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    console = Console()
    handle = cocoa_core.load_domain(asked.domain)
    questions = handle.generate(asked.count, seed=asked.seed)
    found = measure(
        handle.domain, track(questions, total=asked.count, console=console, description="questions")
    )
    half = 1.96 * (found["blind"] * (1 - found["blind"]) / found["questions"]) ** 0.5
    table = Table("guess", "accuracy", "bar", title=f"{found['questions']:,.0f} questions of {asked.domain}")
    table.add_row("query-blind classifier", f"{found['blind']:.1%} ± {half:.1%}", f"at most {BLIND_BAR:.0%}")
    table.add_row("satisfies most literals", f"{found['most']:.1%}", f"at most {LITERALS_BAR:.0%}")
    table.add_row("satisfies fewest literals", f"{found['fewest']:.1%}", "")
    console.print(table)
    raise SystemExit(int(found["blind"] > BLIND_BAR or found["most"] > LITERALS_BAR))


if __name__ == "__main__":
    main()
