"""Decides which returned rows are right, by the case alone, and says why the others are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.families.selection.targeting.case import BEST, EVERY, NONE, Case

_NAMED: Final = 3
"""The rows that a message names, where it could name many."""


@frozen
class CaseVerdict:
    """What is wrong with the rows that were returned for a case."""

    right: bool
    """Whether nothing is wrong."""
    problems: tuple[str, ...] = ()
    """One message for each problem, in plain English."""
    broken: Mapping[str, tuple[int, ...]] = field(factory=dict)
    """By id of a returned row that does not fit, the indices of the sum terms that it breaks."""
    outside: tuple[str, ...] = ()
    """The returned ids that are not rows of the case's pool."""
    worse: tuple[str, ...] = ()
    """The returned rows that fit where the best was wanted, and that are not the best."""
    missed: tuple[str, ...] = ()
    """The ids of rows that were missing; for `some`, where no fitting row was returned, all that fit."""


def judge(record: Case | Mapping[str, Any] | str, rows: Iterable[str]) -> CaseVerdict:
    """Returns the verdict on the rows that an assistant returned for a case.

    What is right depends on the kind of the case: some: at least one row that fits; every: all rows that fit;
    best: the best of those that fit; none: no row. For each of them every returned row must be one of the
    pool that does not break the request. Rows of which it is undefined whether they fit are neither asked for
    nor wrong.

    Args:
        record: of a case, as an object, or as `Case.line` writes it, parsed or not.
        rows: ids of the catalogue, in any order; one that comes twice counts once.

    Raises:
        FindingsError: the record is not that of a case.
    """
    case = Case.of(record)
    returned = tuple(dict.fromkeys(rows))
    outside = tuple(row for row in returned if row not in case.rows)
    within = [row for row in returned if row in case.rows]
    broken = {row: terms for row in within if (terms := case.broken(row))}
    fitting = [row for row in within if case.fits(row)]
    worse = tuple(row for row in fitting if case.kind == BEST and row not in case.key)
    missed = _missed(case, fitting)
    problems = [f"returned {row}: {_breaks(case, row, terms)}" for row, terms in broken.items()]
    problems += [f"{rows}: not {_pool(case)}" for rows in _named(outside)]
    problems += [f"returned {row}: {_worse(case, row)}" for row in worse]
    problems += _missing(case, fitting, missed)
    return CaseVerdict(not problems, tuple(problems), broken, outside, worse, missed)


def _missed(case: Case, fitting: Iterable[str]) -> tuple[str, ...]:
    fitting_rows = set(fitting)
    if case.kind in (EVERY, BEST):
        return tuple(row for row in case.key if row not in fitting_rows)
    return () if fitting_rows or case.kind == NONE else case.key


def _named(rows: Sequence[str]) -> Sequence[str]:
    """Returns each row by itself; more than `_NAMED` of them as one text."""
    if len(rows) <= _NAMED:
        return rows
    return [f"{', '.join(rows[:_NAMED])} and {len(rows) - _NAMED:,} more"]


def _pool(case: Case) -> str:
    if not case.group and not case.pool:
        return "in the catalogue"
    common = f" of {', '.join(case.group.values())}" if case.group else ""
    return f"among the {len(case.rows):,} rows{common}{f' with {case.pool}' if case.pool else ''}"


def _breaks(case: Case, row: str, terms: Iterable[int]) -> str:
    """Returns what a row breaks, with the values shown: breaks 'it costs under $900' (Price: $949)."""
    return ", and ".join(
        f"breaks '{case.words[number].text}' ({_values(case, row, [number])})" for number in terms
    )


def _values(case: Case, row: str, terms: Iterable[int]) -> str:
    """Returns the labels and texts of the slots that some sum terms use."""
    names = dict.fromkeys(literal.slot for number in terms for literal in case.terms[number])
    order = list(dict.fromkeys(literal.slot for term in case.terms for literal in term))
    indices = [order.index(name) for name in names]
    return "; ".join(f"{case.slots[index]}: {case.rows[row].values[index]}" for index in indices)


def _worse(case: Case, row: str) -> str:
    """Returns in words that a row fits but another is better; the objective's value comes last."""
    best, label = case.key[0], case.slots[-1]
    return (
        f"fits, but {best} is {case.asked['words']} ({label}: {case.rows[best].values[-1]}, "
        f"not {case.rows[row].values[-1]})"
    )


def _missing(case: Case, fitting: list[str], missed: tuple[str, ...]) -> list[str]:
    if not missed:
        return []
    number = case.fitting
    if fitting:
        named = ", ".join(_named(missed))
        return [f"{number:,} fit, not returned: {named}"] if case.kind == EVERY else []
    fit = "1 fits" if number == 1 else f"{number:,} fit"
    reason = _values(case, missed[0], range(len(case.terms)))
    return [f"{fit}, none returned; e.g. {missed[0]} ({reason})"]
