"""What can be guessed without reading the request: query-blind and most-literals accuracy.

Run with `make leak`, or `python -m tests.benchmarks.leak --count 20000 --domain flights`; of other asks and
numbers of options with `--ask best --options 8`: how often each key is right, and what short cuts get.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator

from attrs import frozen
from rich.console import Console
from rich.progress import track
from rich.table import Table

import cocoa_core
from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Test, Value
from cocoa_core.families.selection import (
    ASKS,
    REFERENCE_MODELS,
    BlindGuesses,
    LiteralRecord,
    Message,
    Question,
    answer,
    query_blind,
    reader_of,
)
from cocoa_core.families.selection.prompting.layout import problem_text

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


@frozen
class Shortcuts:
    """Of one ask: how often each key is right, and what guessers and short cuts get."""

    keys: Counter[str]
    chance: float
    rates: dict[str, float]
    blind: BlindGuesses | None


def shortcuts(domain: Domain, questions: Iterator[Question]) -> Shortcuts:
    """What models get that do not read all of it; of one right letter also what the options give away."""
    reader, keys, right, asked = reader_of(domain.files), Counter[str](), Counter[str](), []
    chance = 0.0
    for question in questions:
        asked.append(question)
        ask = ASKS[question.ask]
        keys[", ".join(question.key) or "none"] += 1
        chance += ask.chance(question)
        said = "\n".join([ask.mark, ask.words(question).task, ask.words(question).form])
        text = f"{said}\n\n{problem_text(ask.request(question), question)}"
        for name in ("literals", "first-term", "random"):
            stated = answer(REFERENCE_MODELS[name], reader, 0, [Message("user", text)])
            right[name] += ask.score(question, stated).value == 1.0
    letters = [one for one in asked if one.answer in [option.label for option in one.options]]
    blind = query_blind(letters, reader) if letters else None
    rates = {name: count / len(asked) for name, count in right.items()}
    return Shortcuts(keys, chance / len(asked), rates, blind)


def show_shortcuts(found: Shortcuts, asked: argparse.Namespace, console: Console) -> None:
    """The tables of an ask."""
    total = found.keys.total()
    title = f"{total:,} questions of {asked.domain}: {asked.ask}, {asked.options} options"
    table = Table("guess", "accuracy", title=title)
    table.add_row("best guess without reading (chance)", f"{found.chance:.1%}")
    often, times = found.keys.most_common(1)[0]
    table.add_row(f"the most frequent key ({often})", f"{times / total:.1%}")
    for name, rate in found.rates.items():
        table.add_row(name, f"{rate:.1%} ± {1.96 * (rate * (1 - rate) / total) ** 0.5:.1%}")
    if found.blind is not None:
        share = sum(found.blind.right) / len(found.blind.right)
        half = 1.96 * (share * (1 - share) / len(found.blind.right)) ** 0.5
        table.add_row("query-blind classifier", f"{share:.1%} ± {half:.1%}")
    console.print(table)
    keys = Table("key", "share", title="keys")
    for key, count in sorted(found.keys.items(), key=lambda one: -one[1])[:12]:
        keys.add_row(key, f"{count / total:.1%}")
    console.print(keys)


def main() -> None:
    """Print the table; exit code 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--domain", default="flights")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ask", default="choose")
    parser.add_argument("--options", type=int, default=5)
    parser.add_argument("--none", action="store_true")
    asked = parser.parse_args()
    console = Console()
    handle = cocoa_core.load_domain(asked.domain)
    if (asked.ask, asked.options, asked.none) != ("choose", 5, False):
        settings = {"ask": asked.ask, "options": asked.options, "none": asked.none}
        questions = handle.generate(asked.count, seed=asked.seed, **settings)
        drawn = track(questions, total=asked.count, console=console, description="questions")
        show_shortcuts(shortcuts(handle.domain, drawn), asked, console)
        return
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
