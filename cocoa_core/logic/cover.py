"""Minimum covers: the fewest candidates, then the cheapest, that cover every row. Exact.

Rows and candidates are bit masks in Python integers: a row is the set of the candidates that cover it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_CLAUSE: Final = 1 << 16
"""One more clause costs more than any number of literals."""


def broken_by(terms: Sequence[Sequence[int]], variables: int) -> list[int]:
    """Returns for each row of the truth table, 0 to 2**variables - 1, which terms are false on it: bit i for
    term i.

    It works on all terms at once, by halving the table once for each variable.

    Args:
        terms: literal codes (`Literal.code`).
    """
    without = [(1 << len(terms)) - 1] * (2 * variables)
    for number, term in enumerate(terms):
        for code in term:
            without[code] ^= 1 << number
    rows = [(1 << len(terms)) - 1]
    for variable in range(variables):
        true, false = without[2 * variable], without[2 * variable + 1]
        rows = [row & false for row in rows] + [row & true for row in rows]
    return rows


def minimum_cover(rows: Iterable[int], lengths: Sequence[int]) -> list[int]:
    """Returns the candidates of a cover with the fewest of them, and among those the least sum of lengths,
    ascending.

    Branch and bound, after Coudert (Two-level logic minimization: an overview, 1994): rows that only one
    candidate covers force it; a row that contains another one is dropped; the bound adds up the cheapest
    candidates of rows that share none. Among equal covers the first found stays, which the numbering of the
    candidates decides and nothing else.

    Args:
        rows: non-empty masks over the candidates.
        lengths: of each candidate, positive, their sum below 65536.

    Raises:
        ValueError: a row is empty: nothing covers it.
    """
    distinct = sorted(dict.fromkeys(rows), key=int.bit_count)
    if distinct and not distinct[0]:
        raise ValueError("a row that no candidate covers")
    search = _Search(lengths)
    search.explore(_minimal(distinct), 0, 0)
    return list(_bits_of(search.best))


def _minimal(rows: list[int]) -> list[int]:
    """Returns the rows, sorted by size, that contain no other row; covering these covers all."""
    kept: list[int] = []
    for row in rows:
        for smaller in kept:
            if smaller & row == smaller:
                break
        else:
            kept.append(row)
    return kept


def _bits_of(mask: int) -> Iterable[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class _Search:
    """The best cover so far, and its cost."""

    def __init__(self, lengths: Sequence[int]) -> None:
        self.costs = [_CLAUSE + length for length in lengths]
        levels: dict[int, int] = {}
        for index, cost in enumerate(self.costs):
            levels[cost] = levels.get(cost, 0) | 1 << index
        self.levels = sorted(levels.items())
        self.best = 0
        self.best_cost = sum(self.costs) + 1

    def explore(self, rows: list[int], cost: int, chosen: int) -> None:
        """Improves on the best cover with covers of the rows, given what is chosen already and its cost."""
        rows = sorted(dict.fromkeys(rows), key=int.bit_count)
        if rows and not rows[0]:
            return
        for row in rows:
            if row & (row - 1):
                break
            chosen |= row
            cost += self.costs[row.bit_length() - 1]
        rows = [row for row in rows if not row & chosen]
        if cost + self._bound(rows) >= self.best_cost:
            return
        if not rows:
            self.best, self.best_cost = chosen, cost
            return
        options, passed = self._options(rows)
        rows = [row & ~passed for row in rows]
        for candidate in options:
            bit = 1 << candidate
            self.explore([row for row in rows if not row & bit], cost + self.costs[candidate], chosen | bit)
            rows = [row & ~bit for row in rows]

    def _bound(self, rows: list[int]) -> int:
        """Returns a lower bound on the cost of any cover of the rows, which are sorted by size."""
        used = bound = 0
        for row in rows:
            if not row & used:
                used |= row
                for cost, candidates in self.levels:
                    if row & candidates:
                        bound += cost
                        break
        return bound

    def _options(self, rows: list[int]) -> tuple[list[int], int]:
        """Returns the candidates of the smallest row worth trying, those that cover most first; a mask of the
        others.

        Not worth trying: what another one covers as well, at no more cost.
        """
        ranked = []
        for candidate in _bits_of(rows[0]):
            bit = 1 << candidate
            covers = sum([1 << number for number, row in enumerate(rows) if row & bit])
            ranked.append((-covers.bit_count(), self.costs[candidate], candidate, covers))
        ranked.sort()
        best: list[tuple[int, int, int, int]] = []
        passed = 0
        for option in ranked:
            if any(not option[3] & ~other[3] and other[1] <= option[1] for other in best):
                passed |= 1 << option[2]
            else:
                best.append(option)
        return [candidate for _, _, candidate, _ in best], passed
