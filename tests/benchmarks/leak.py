"""What can be guessed without reading the request: query-blind and most-literals accuracy.

Run with `make leak`, or `python -m tests.benchmarks.leak --count 20000 --domain flights`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import cocoa_core
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test, Value
from cocoa_core.records.question import LiteralRecord, Question

BLIND_BAR, LITERALS_BAR = 0.22, 0.45


def features(domain: Domain, rows: Sequence[tuple[Value, ...]]) -> np.ndarray[Any, Any]:
    """One line an option, made of the five options alone: numbers, ranks, and how often values are shared.

    Shape (5, features). Nothing of the request goes in.
    """
    columns: list[np.ndarray[Any, Any]] = []
    for place, slot in enumerate(domain.schema.slots):
        values = [row[place] for row in rows]
        columns.append(np.array([values.count(value) for value in values], dtype=float))
        for over in slot.kind.overs():
            numbers = [slot.kind.measure(over, value) for value in values]
            if any(number is None or isinstance(number, str) for number in numbers):
                numbers = [number if isinstance(number, int) else -1 for number in numbers]
            line = np.array(numbers, dtype=float)
            spread = line.std() or 1.0
            columns += [line, (line - line.mean()) / spread, abs(line - np.median(line)) / spread]
            columns.append(line.argsort().argsort().astype(float))
    matrix = np.stack(columns, axis=1)
    scaled = (matrix - matrix.mean(0)) / (matrix.std(0) + 1e-9)
    centre = np.linalg.norm(scaled, axis=1)[:, None]
    nearest = np.sort(np.linalg.norm(scaled[:, None] - scaled[None], axis=2), axis=1)[:, 1:]
    return np.concatenate([matrix, centre, nearest], axis=1)


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
    group_of = {
        domain.catalogue.ids[row]: number
        for number, group in enumerate(domain.catalogue.groups)
        for row in group.rows
    }
    lines, answers, groups = [], [], []
    most = fewest = 0.0
    for question in questions:
        rows = [rows_by_id[option.row] for option in question.options]
        right = [option.label for option in question.options].index(question.answer)
        counts = [satisfied(domain, question, row) for row in rows]
        most += (counts[right] == max(counts)) / counts.count(max(counts))
        fewest += (counts[right] == min(counts)) / counts.count(min(counts))
        lines.append(features(domain, rows))
        answers.append(right)
        groups.append(group_of[question.options[0].row])
    total = len(answers)
    blind = _blind(np.stack(lines), np.array(answers), np.array(groups))
    return {"questions": total, "blind": blind, "most": most / total, "fewest": fewest / total}


def _blind(
    options: np.ndarray[Any, Any], answers: np.ndarray[Any, Any], groups: np.ndarray[Any, Any]
) -> float:
    """Accuracy of gradient boosting on options of unseen groups: trained on half of the groups, and back."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    right = 0
    for side in (0, 1):
        train, test = groups % 2 == side, groups % 2 != side
        model = HistGradientBoostingClassifier(max_iter=120, random_state=0)
        flat = options[train].reshape(-1, options.shape[2])
        labels = (answers[train][:, None] == np.arange(5)[None]).reshape(-1)
        model.fit(flat, labels)
        scores = model.predict_proba(options[test].reshape(-1, options.shape[2]))[:, 1].reshape(-1, 5)
        scores += np.random.default_rng(0).random(scores.shape) * 1e-9
        right += int((scores.argmax(1) == answers[test]).sum())
    return right / len(answers)


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
