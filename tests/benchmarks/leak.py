"""What can be guessed without reading the request: query-blind and most-literals accuracy.

Run with `make leak`, or `python -m tests.benchmarks.leak --count 20000 --domain flights`; of other asks and
numbers of options with `--ask best --options 8`: how often each key is right, and what short cuts get.
`--ask all --count 300` gives a line of each ask, over all domains. `--revisions 3` asks of conversations what
they give away that fitted before the last revision.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.progress import track
from rich.table import Table

import cocoa_core
from cocoa_core.domain import Domain, Value
from cocoa_core.families.selection import (
    ASKS,
    REFERENCE_MODELS,
    LiteralRecord,
    Message,
    Question,
    RequestReader,
    answer,
    grounded,
    query_blind,
    reader_of,
)
from cocoa_core.families.selection.prompting.layout import problem_text
from cocoa_core.families.selection.reference.models import Met, ReferenceModel, Understood
from cocoa_core.intervals import with_ends
from tests.benchmarks.earlier_answers import (
    EARLIER_BAR,
    Earlier,
    EndCase,
    guessed_by_clues,
    guessed_by_earlier,
)
from tests.benchmarks.form_alone import Guessed, guessed_by_form, guessed_by_last_turn
from tests.benchmarks.options_alone import guessed_alone

ALONE = "options alone"
BLIND_BAR, LITERALS_BAR = 0.22, 0.45


def satisfied(domain: Domain, question: Question, row: tuple[Value, ...]) -> int:
    """How many literals of the requirement an option satisfies."""
    return sum(
        _truth(domain, literal, row) is True for term in question.requirement.terms for literal in term
    )


def _truth(domain: Domain, literal: LiteralRecord, row: tuple[Value, ...]) -> bool | None:
    test, kind = grounded(domain.schema, literal).primitive.test, domain.schema.slot(literal.slot).kind
    truth = kind.evaluate(test, row[domain.schema.position(literal.slot)])
    return None if truth is None else truth == literal.positive


def holds_first(domain: Domain, question: Question, row: tuple[Value, ...]) -> bool:
    """Whether an option satisfies the sum term that the request says first."""
    first = next(sentence.terms[0] for sentence in question.sentences if sentence.terms)
    return any(_truth(domain, literal, row) is True for literal in question.requirement.terms[first])


def standing(domain: Domain, question: Question, rows: Sequence[tuple[Value, ...]]) -> list[float]:
    """How good each option is on the mentioned slots of which people want less, or more: its mean rank among
    them, the best highest; none where there is no such slot."""
    wanted = {rule.id: rule.wanted for rule in domain.rules if rule.wanted in ("less", "more")}
    signs = {
        literal.slot: -1 if wanted[literal.rule] == "less" else 1
        for term in question.requirement.terms
        for literal in term
        if literal.rule in wanted
    }
    points = [0.0] * len(rows)
    for slot, sign in signs.items():
        position = domain.schema.position(slot)
        values = [domain.schema.slot(slot).kind.measure(None, row[position]) for row in rows]
        if None not in values:
            for number, value in enumerate(values):
                points[number] += fmean(
                    (sign * value > sign * other) - (sign * value < sign * other) for other in values
                )
    return points if signs else []


def measure(domain: Domain, questions: Iterator[Question]) -> dict[str, float]:
    """Accuracies, with half-widths of 95 % intervals where they are estimates."""
    rows_by_id = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    asked = []
    most = fewest = first = best = worst = 0.0
    ordered = 0
    for question in questions:
        rows = [rows_by_id[option.row] for option in question.options]
        right = [option.label for option in question.options].index(question.answer)
        counts = [satisfied(domain, question, row) for row in rows]
        most += (counts[right] == max(counts)) / counts.count(max(counts))
        fewest += (counts[right] == min(counts)) / counts.count(min(counts))
        fitting = [holds_first(domain, question, row) for row in rows]
        first += fitting[right] / max(1, sum(fitting))
        points = standing(domain, question, rows)
        if points:
            ordered += 1
            best += (points[right] == max(points)) / points.count(max(points))
            worst += (points[right] == min(points)) / points.count(min(points))
        asked.append(question)
    total = len(asked)
    guesses = query_blind(asked, reader_of(domain.files))
    blind = sum(guesses.right) / total if guesses else math.nan
    shares = {"most": most / total, "fewest": fewest / total, "first": first / total}
    among = max(1, ordered)
    return {"questions": total, "blind": blind, **shares, "best": best / among, "worst": worst / among}


@frozen
class Shortcuts:
    """Of one ask: how often each key is right, and what guessers and short cuts get.

    single: the share of keys of one letter, number or word. rates: by guess. formed: of guessers that see the
    text alone, or what is hidden.
    """

    keys: Counter[str]
    chance: float
    single: float
    rates: dict[str, float]
    formed: dict[str, Guessed]


def _fitting(reader: RequestReader, read: Understood, draw: Random) -> Met:
    return {letter: [True] * len(read.terms) for letter in read.options}


def _with_most_literals(number: int) -> ReferenceModel:
    """Takes so many options for those that satisfy, and more where they satisfy as many literals."""

    def see(reader: RequestReader, read: Understood, draw: Random) -> Met:
        counts = {
            letter: sum(reader.truth(one, values) is True for term in read.terms for one in term)
            for letter, values in read.options.items()
        }
        fewest = sorted(counts.values(), reverse=True)[:number][-1] if counts else 0
        return {letter: [count >= fewest] * len(read.terms) for letter, count in counts.items()}

    return ReferenceModel("literals", "takes those that satisfy most literals", see)


IGNORING = ReferenceModel("ignoring", "takes every option for one that satisfies", _fitting)
SILENT = {"ignoring": ("relax", "missing")}
"""Asks in which a player has nothing to say."""


def shortcuts(domain: Domain, questions: Iterator[Question]) -> Shortcuts:
    """What models get that do not read all of it, and what the options give away."""
    reader, keys, right, asked = reader_of(domain.files), Counter[str](), Counter[str](), []
    chance = 0.0
    for question in questions:
        asked.append(question)
        ask = ASKS[question.ask]
        keys[", ".join(question.key) or "none"] += 1
        chance += ask.chance(question)
        said = "\n".join([ask.mark, ask.words(question).task, ask.words(question).form])
        text = f"{said}\n\n{problem_text(ask.request(question), question)}"
        literals = _with_most_literals(question.asked.get("take", 1))
        for model in (IGNORING, literals, REFERENCE_MODELS["first-term"], REFERENCE_MODELS["random"]):
            stated = answer(model, reader, 0, [Message("user", text)])
            right[model.name] += ask.score(question, stated).value == 1.0
    ask_name, total = asked[0].ask, len(asked)
    rates = {name: count / total for name, count in right.items() if ask_name not in SILENT.get(name, ())}
    alone = guessed_alone(asked, reader)
    if alone:
        rates[ALONE] = sum(alone) / len(alone)
    single = sum(len(question.key) == 1 for question in asked) / total
    return Shortcuts(keys, chance / total, single, rates, guessed_by_form(domain, asked))


def show_shortcuts(found: Shortcuts, asked: argparse.Namespace, console: Console) -> None:
    """The tables of an ask."""
    total = found.keys.total()
    title = f"{total:,} questions of {asked.domain}: {asked.ask}, {asked.options} options"
    table = Table("guess", "accuracy", title=title)
    table.add_row("best guess without reading (chance)", f"{found.chance:.1%}")
    often, times = found.keys.most_common(1)[0]
    table.add_row(f"the most frequent key ({often})", f"{times / total:.1%}")
    table.add_row("(keys of one letter, number or word)", f"{found.single:.1%}")
    for name, rate in found.rates.items():
        table.add_row(name, _with_interval(rate, total))
    console.print(table)
    formed = Table("seen", "right", "most frequent", title="the text alone, learned over other groups")
    for name, guessed in found.formed.items():
        got = guessed.accuracy
        formed.add_row(name, with_ends(got.share, got.low, got.high), f"{guessed.chance:.1%}")
    console.print(formed)
    keys = Table("key", "share", title="keys")
    for key, count in sorted(found.keys.items(), key=lambda one: -one[1])[:12]:
        keys.add_row(key, f"{count / total:.1%}")
    console.print(keys)


def _with_interval(rate: float, total: int) -> str:
    return f"{rate:.1%} ± {1.96 * (rate * (1 - rate) / total) ** 0.5:.1%}"


DOMAINS = ("diamonds", "flights", "hotels", "jobs")
ROWS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("`choose`", {}),
    ("`choose`, `--groups edit`", {"groups": "edit"}),
    ("`choose`, `--groups branch`", {"groups": "branch"}),
    *((f"`{name}`", {"ask": name}) for name in ASKS if name != "choose"),
    ("`best`, 12 options", {"ask": "best", "options": 12}),
    ("`bundle`, 5 of 20 options", {"ask": "bundle", "options": 20}),
)
COLUMNS = {
    "options alone": ALONE,
    "request ignored": "ignoring",
    "most literals": "literals",
    "first condition": "first-term",
}


def show_all(count: int, seed: int, word: str) -> None:
    """Of every ask over all domains together: as many questions of each domain, as two markdown tables."""
    formed: dict[str, dict[str, dict[str, Guessed]]] = {}
    print(f"| ask | chance | most frequent key | single | {' | '.join(COLUMNS)} |")
    print("|---|---|---|---|---|---|---|---|")
    for name, settings in ROWS:
        if word not in name:
            continue
        handles = [cocoa_core.load_domain(domain) for domain in DOMAINS]
        found = [
            shortcuts(handle.domain, handle.generate(count, seed=seed, **settings)) for handle in handles
        ]
        formed[name] = {domain: one.formed for domain, one in zip(DOMAINS, found, strict=True)}
        times = fmean(one.keys.most_common(1)[0][1] / count for one in found)
        cells = [
            f"{share:.1%}"
            for share in (fmean(one.chance for one in found), times, fmean(one.single for one in found))
        ]
        for guess in COLUMNS.values():
            rates = [one.rates[guess] for one in found if guess in one.rates]
            cells.append(_with_interval(fmean(rates), count * len(rates)) if rates else "")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print("\n| ask | seen | domain | most frequent | right |\n|---|---|---|---|---|")
    for name, by_domain in formed.items():
        for domain, guesses in by_domain.items():
            for seen, guessed in guesses.items():
                got = guessed.accuracy
                right = with_ends(got.share, got.low, got.high)
                print(f"| {name} | {seen} | {domain} | {guessed.chance:.1%} | {right} |")


def earlier(questions: Iterator[Question]) -> Iterator[Earlier]:
    """What guessers see of conversations."""
    for question in questions:
        assert question.answer is not None
        yield Earlier(question.keys[:-1], question.history[-1].op, question.answer)


def ends(domain: Domain, questions: Iterator[Question]) -> Iterator[EndCase]:
    """What guessers of the end see of conversations of other asks than choose."""
    row_of = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    for question in questions:
        ops = tuple(turn.op for turn in question.history)
        ranks: dict[str, int] = {}
        end = len(question.keys[-1])
        if question.ask == "best":
            position = domain.schema.position(question.asked["slot"])
            sign = 1 if question.asked["wanted"] == "less" else -1
            costs = {option.label: sign * row_of[option.row][position] for option in question.options}
            ranks = {letter: rank for rank, letter in enumerate(sorted(costs, key=costs.__getitem__))}
            end = ranks[question.key[0]]
        yield EndCase(question.keys[:-1], ops, ranks, end)


def show_earlier(
    found: dict[str, float], asked: argparse.Namespace, console: Console, bar: float, seen: int
) -> None:
    """The table of conversations; exit code 1 where a guesser is above the bar. seen: what rates are of."""
    title = f"{asked.count:,} conversations of {asked.domain}, {asked.ask}, {asked.revisions} revisions"
    table = Table("guess from what fitted before", "accuracy", title=f"{title}: at most {bar:.1%}")
    for name, rate in found.items():
        table.add_row(name, _with_interval(rate, seen))
    console.print(table)
    raise SystemExit(int(max(found.values()) > bar))


def main() -> None:
    """Print the table; exit code 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--domain", default="flights")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--preset", help="of the ask `choose` with five options")
    parser.add_argument("--ask", default="choose")
    parser.add_argument("--options", type=int, default=5)
    parser.add_argument("--row", default="", help="of all rows those with this in their name")
    parser.add_argument("--none", action="store_true")
    parser.add_argument("--revisions", type=int, help="of conversations, guess from what fitted before")
    asked = parser.parse_args()
    if asked.ask == "all":
        show_all(asked.count, asked.seed, asked.row)
        return
    console = Console()
    handle = cocoa_core.load_domain(asked.domain)
    if asked.revisions is not None:
        talks = handle.generate(asked.count, seed=asked.seed, revisions=asked.revisions, ask=asked.ask)
        drawn = track(talks, total=asked.count, console=console, description="conversations")
        if asked.ask == "choose":
            show_earlier(guessed_by_earlier(earlier(drawn)), asked, console, EARLIER_BAR, asked.count)
        conversations = list(drawn)
        cases = list(ends(handle.domain, conversations))
        rates = guessed_by_clues(cases)
        if asked.ask in ("every", "count"):
            rates["words of the last turn"] = guessed_by_last_turn(handle.domain, conversations)
            by_form = guessed_by_form(handle.domain, conversations)
            rates["words of the request"] = by_form["words"].accuracy.share
        chance = 1 / 4 if asked.ask == "best" else 1 / 6
        show_earlier(rates, asked, console, 1.1 * chance, len(cases) - len(cases) // 2)
    if (asked.ask, asked.options, asked.none) != ("choose", 5, False):
        settings = {"ask": asked.ask, "options": asked.options, "none": asked.none}
        questions = handle.generate(asked.count, seed=asked.seed, **settings)
        drawn = track(questions, total=asked.count, console=console, description="questions")
        show_shortcuts(shortcuts(handle.domain, drawn), asked, console)
        return
    questions = handle.generate(asked.count, seed=asked.seed, preset=asked.preset)
    measures = measure(
        handle.domain, track(questions, total=asked.count, console=console, description="questions")
    )
    half = 1.96 * (measures["blind"] * (1 - measures["blind"]) / measures["questions"]) ** 0.5
    table = Table(
        "guess", "accuracy", "bar", title=f"{measures['questions']:,.0f} questions of {asked.domain}"
    )
    table.add_row(
        "query-blind classifier", f"{measures['blind']:.1%} ± {half:.1%}", f"at most {BLIND_BAR:.0%}"
    )
    table.add_row("satisfies most literals", f"{measures['most']:.1%}", f"at most {LITERALS_BAR:.0%}")
    table.add_row("satisfies fewest literals", f"{measures['fewest']:.1%}", "")
    table.add_row("satisfies what is said first", f"{measures['first']:.1%}", "at most 30%")
    table.add_row("best on the mentioned slots", f"{measures['best']:.1%}", "15% to 27%")
    table.add_row("worst on them", f"{measures['worst']:.1%}", "15% to 27%")
    console.print(table)
    raise SystemExit(int(measures["blind"] > BLIND_BAR or measures["most"] > LITERALS_BAR))


if __name__ == "__main__":
    main()
