"""Which constraints a model fails: by slot, by rule and by kind of test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from cocoa_core.analysis.comparison import difference_interval
from cocoa_core.analysis.facts import Constraint, Facts
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import COUNTED, RUN, Run, counted
from cocoa_core.analysis.tables import Cell, Column, Table

__all__ = ["constraint_tables"]

_NOTE = (
    "Difference: accuracy on the questions that hold it less that on the others. Overlooked: of the wrong "
    "answers to questions that hold it, those whose option breaks a sum term with it. By chance: the same "
    "for a wrong option drawn at random."
)


@frozen
class _Questions:
    """What of a question's constraints, by name, is there, and what each wrong option breaks."""

    held: frozenset[str]
    broken: dict[str, frozenset[str]]


def constraint_tables(runs: Sequence[Run]) -> tuple[Table, ...]:
    """Three tables: by slot, by rule, by kind of test."""
    return (
        _table(runs, "by_slot", "By slot", Column("slot", "slot"), lambda one: one.slot),
        _table(runs, "by_rule", "By rule", Column("rule", "rule"), lambda one: one.rule),
        _table(runs, "by_test", "By kind of test", Column("test", "test"), lambda one: one.test),
    )


def _table(
    runs: Sequence[Run], name: str, title: str, by: Column, named: Callable[[Constraint], str]
) -> Table:
    seen: dict[int, _Questions] = {}  # by identity: many answers share the facts of their question
    rows = tuple(row for run in runs for row in _rows(run, named, seen))
    columns = (
        *RUN,
        by,
        *COUNTED,
        Column("accuracy_without", "without it", "share"),
        Column("difference", "difference", "points"),
        Column("difference_low", "difference low", "points"),
        Column("difference_high", "difference high", "points"),
        Column("wrong", "wrong answers", "count"),
        Column("overlooked", "overlooked", "count"),
        Column("overlooked_share", "overlooked", "share"),
        Column("expected", "by chance", "share"),
    )
    return Table(name, title, columns, rows, _NOTE, (by.name,))


def _rows(
    run: Run, named: Callable[[Constraint], str], seen: dict[int, _Questions]
) -> Iterable[tuple[Cell, ...]]:
    questions = []
    for one in run.results:
        key = id(one.facts)
        if key not in seen:
            seen[key] = _questions(one.facts, named)
        questions.append((one, seen[key]))
    for name in sorted({name for _, question in questions for name in question.held}):
        having = [(one, question) for one, question in questions if name in question.held]
        without = [one for one, question in questions if name not in question.held]
        results = [one for one, _ in having]
        difference = difference_interval(_clusters(results), _clusters(without))
        share = sum(one.correct for one in without) / len(without) if without else None
        yield (*run.cells, name, *counted(results), share, *difference, *_overlooked(name, having))


def _questions(facts: Facts, named: Callable[[Constraint], str]) -> _Questions:
    return _Questions(
        frozenset(map(named, facts.constraints())),
        {label: frozenset(map(named, facts.broken_constraints(label))) for label in facts.broken},
    )


def _overlooked(name: str, having: Sequence[tuple[Result, _Questions]]) -> tuple[Cell, ...]:
    wrong = hits = 0
    expected = 0.0
    for one, question in having:
        if one.correct or one.answer is None:
            continue
        wrong += 1
        hits += name in question.broken[one.answer]
        expected += sum(name in broken for broken in question.broken.values()) / len(question.broken)
    return (wrong, hits, hits / wrong, expected / wrong) if wrong else (0, 0, None, None)


def _clusters(results: Sequence[Result]) -> list[tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for one in results:
        answers, right = found.get(one.facts.requirement, (0, 0))
        found[one.facts.requirement] = answers + 1, right + one.correct
    return list(found.values())
