"""Minimization: SymPy's POSform and ours on the same tables, then ours alone where POSform takes minutes.

Cold: every result kept from before is dropped ahead of each of our runs. What stays is the list of the
minimal covers of up to four minterms (49 for four), which belongs to no table.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.table import Table

from cocoa_core.logic import MintermTable, Product, draw_table, equal_to_table, forget, minimize

SIDE_BY_SIDE = ((4, 20, None), (6, 20, 50), (8, 5, 1000))
"""Slots, tables for each of 2, 3 and 4 minterms, and how many times faster we are to be."""

ALONE = ((10, 4, 40), (10, 6, 40), (12, 8, 40), (16, 4, 40), (16, 8, 40), (20, 8, 40), (24, 12, 20))
"""Slots, minterms, tables."""

_REPEATS = 5
_LONG = 0.2
"""Seconds."""


@frozen
class Pair:
    """One table, minimized by both: seconds, literals."""

    table: MintermTable
    posform: float
    ours: float
    posform_literals: int
    our_literals: int


@frozen
class Run:
    """One table, minimized by us: seconds, the product, and whether it was proved equal once more."""

    seconds: float
    product: Product
    equal: bool


def drawn(slots: int, minterms: int, count: int) -> list[MintermTable]:
    """The same random tables in every run of the benchmark."""
    rng = random.Random(f"{slots} {minterms}")
    return [draw_table(slots, minterms, rng) for _ in range(count)]


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and what the call gives."""
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def repeated(call: Callable[[], Any]) -> tuple[float, Any]:
    """The median of a few runs, of one if that takes long; and the result."""
    seconds, result = timed(call)
    if seconds > _LONG:
        return seconds, result
    return median([seconds, *(timed(call)[0] for _ in range(_REPEATS - 1))]), result


def cold(table: MintermTable, seed: int) -> tuple[float, Any]:
    """The median of a few cold runs, and the result."""
    seconds = []
    for _ in range(_REPEATS):
        forget()
        spent, found = timed(lambda: minimize(table, seed))
        seconds.append(spent)
    return median(seconds), found


def compared(table: MintermTable, seed: int) -> Pair:
    """POSform and ours on one table, one right after the other."""
    from sympy import And, Or, symbols
    from sympy.logic import POSform

    names = symbols(f"x:{table.variables}")
    rows = [[row >> index & 1 for index in range(table.variables)] for row in table.rows]
    theirs, form = repeated(lambda: POSform(list(names), rows))
    ours, found = cold(table, seed)
    literals = sum(len(term.args) if isinstance(term, Or) else 1 for term in And.make_args(form))
    return Pair(table, theirs, ours, literals, found.product.literals)


def alone(slots: int, minterms: int, count: int) -> list[Run]:
    """Ours only; that the product is equal to its table is proved once more, outside of the time taken."""
    runs = []
    for seed, table in enumerate(drawn(slots, minterms, count)):
        seconds, found = cold(table, seed)
        runs.append(Run(seconds, found.product, equal_to_table(found.product, table)))
    return runs


def side_by_side(sizes: Sequence[tuple[int, int, int | None]] = SIDE_BY_SIDE) -> Table:
    """The comparison as a table; the first call of each is made before, so that no import is timed."""
    compared(MintermTable(2, (0, 3)), 0)
    minimize(MintermTable(3, (0, 3, 5, 6)), 0)
    shown = Table(
        title="POSform and cocoa on the same random tables, nothing kept from before",
        caption="milliseconds, medians; faster: median over the tables; in all: of the time spent on all",
    )
    for name in ("slots", "minterms", "POSform", "cocoa", "faster", "in all", "bar", "literals"):
        shown.add_column(name, justify="right", no_wrap=True)
    for slots, count, bar in sizes:
        every: list[Pair] = []
        for minterms in (2, 3, 4):
            pairs = [compared(table, seed) for seed, table in enumerate(drawn(slots, minterms, count))]
            every += pairs
            shown.add_row(str(slots), str(minterms), *_figures(pairs, bar))
        shown.add_row(str(slots), "2 to 4", *_figures(every, bar), style="bold", end_section=True)
    return shown


def _figures(pairs: Sequence[Pair], bar: int | None) -> list[str]:
    theirs, ours = [pair.posform for pair in pairs], [pair.ours for pair in pairs]
    return [
        f"{median(theirs) * 1e3:,.1f}",
        f"{median(ours) * 1e3:,.3f}",
        f"{median(pair.posform / pair.ours for pair in pairs):,.0f}x",
        f"{sum(theirs) / sum(ours):,.0f}x",
        f"{bar:,}x" if bar else "",
        f"{sum(pair.posform_literals for pair in pairs)}, {sum(pair.our_literals for pair in pairs)}",
    ]


def larger(sizes: Sequence[tuple[int, int, int]] = ALONE) -> Table:
    """Ours alone as a table."""
    shown = Table(title="cocoa alone, cold; bar: 16 slots and 8 minterms, median 50 ms")
    for name in ("slots", "minterms", "median ms", "slowest ms", "clauses", "literals", "proved"):
        shown.add_column(name, justify="right", no_wrap=True)
    for slots, minterms, count in sizes:
        runs = alone(slots, minterms, count)
        seconds = [run.seconds for run in runs]
        shown.add_row(
            str(slots),
            str(minterms),
            f"{median(seconds) * 1e3:,.2f}",
            f"{max(seconds) * 1e3:,.2f}",
            f"{sum(len(run.product.terms) for run in runs) / count:.1f}",
            f"{sum(run.product.literals for run in runs) / count:.1f}",
            f"{sum(run.equal for run in runs)} of {count}",
        )
    return shown


def main() -> None:
    """Print both tables: about half a minute."""
    console = Console()
    console.print(side_by_side())
    console.print(larger())


if __name__ == "__main__":
    main()
