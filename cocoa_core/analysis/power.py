"""How many questions a difference between two runs needs to be told from chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from cocoa_core.analysis.comparison import Pair
from cocoa_core.analysis.paired import LEVEL
from cocoa_core.analysis.tables import Cell, Column, Table
from cocoa_core.intervals import normal_quantile

__all__ = ["POWER", "detectable", "power", "questions_needed"]

POWER: Final = 0.8
"""How often a difference that is there is to be found."""
_EXAMPLES: Final = {"for_ten": 0.1, "for_five": 0.05, "for_two": 0.02}


def questions_needed(difference: float, deviation: float, power: float = POWER, level: float = LEVEL) -> int:
    """So many questions that a difference is told from none with the chance `power`.

    deviation: of the difference of two scores of one question, as if questions were independent. (J. Cohen,
    Statistical Power Analysis, 1988, section 2; for paired answers E. Miller, Adding Error Bars to Evals,
    2024, section 5.) ValueError for a difference of 0.
    """
    if not difference:
        raise ValueError("expected a difference other than 0")
    return math.ceil((_reach(power, level) * deviation / difference) ** 2 - 1e-9)


def detectable(error: float, power: float = POWER, level: float = LEVEL) -> float:
    """The smallest difference that is told from none with the chance `power`; error: of a difference."""
    return _reach(power, level) * error


def _reach(power: float, level: float) -> float:
    return normal_quantile(level) + normal_quantile(2 * power - 1)


def power(pairs: Sequence[Pair]) -> Table:
    """A row a pair: what its questions can tell, and how many it takes to tell more."""
    rows = tuple(_row(pair) for pair in pairs if pair.comparison.error > 0)
    columns = (
        *(Column("dataset", "data set"), Column("same", "of")),
        *(Column("first", "first"), Column("second", "second")),
        Column("questions", "questions", "count"),
        Column("deviation", "deviation", "number"),
        Column("detectable", "detectable", "share"),
        Column("difference", "difference", "points"),
        Column("needed", "questions for it", "count"),
        Column("for_ten", "for 10 points", "count"),
        Column("for_five", "for 5 points", "count"),
        Column("for_two", "for 2 points", "count"),
    )
    note = (
        "Detectable: the smallest difference that so many questions tell from none in 80 % of such data "
        "sets, at 5 %, for one comparison. Deviation: of the difference by question, clusters of "
        "requirements counted in."
    )
    return Table("power", "Questions that a difference needs", columns, rows, note)


def _row(pair: Pair) -> tuple[Cell, ...]:
    found = pair.comparison
    deviation = found.error * math.sqrt(found.questions)
    own = questions_needed(found.difference, deviation) if abs(found.difference) > 1e-9 else None
    return (
        *(pair.dataset, pair.same, pair.first, pair.second, found.questions, deviation),
        *(detectable(found.error), found.difference, own),
        *(questions_needed(one, deviation) for one in _EXAMPLES.values()),
    )
