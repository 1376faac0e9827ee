"""The exact minimum by MaxSAT, for tables beyond the range where every table gets it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

from cocoa_core.errors import SettingsError
from cocoa_core.logic.columns import Columns, separates_alone
from cocoa_core.logic.irredundant import signed
from cocoa_core.logic.primes import prime_terms
from cocoa_core.logic.solver import Solver

__all__ = ["MAX_PRIMES", "exact_terms", "merged"]

MAX_PRIMES: Final = 300
"""More prime implicates than this are refused: 12 slots and 8 minterms have as many, and take ten seconds."""


def merged(columns: Columns) -> Columns:
    """The same columns, copies kept together only where that is proved to lose nothing.

    That is where the column alone separates two minterms (see `written_out`); other copies come out as
    columns of their own.
    """
    masks: list[int] = []
    copies: list[tuple[int, ...]] = []
    for place, mask in enumerate(columns.masks):
        together = separates_alone(columns.masks, columns.minterms, place)
        groups = [columns.copies[place]] if together else [(code,) for code in columns.copies[place]]
        masks += [mask] * len(groups)
        copies += groups
    return Columns(columns.minterms, columns.units, tuple(masks), tuple(copies))


def exact_terms(columns: Sequence[int], minterms: int, rng: random.Random) -> list[tuple[int, ...]]:
    """A product equal to the table with the fewest clauses and, among those, the fewest literals; literal codes.

    An implicit hitting set: MaxSAT (RC2: Ignatiev, Morgado and Marques-Silva, 2019) picks primes that break the rows
    known so far, a solver looks for another row that they leave standing, until there is none. First the number of
    clauses is minimized, then, with that number fixed, the literals. Among equal products the seeded
    order of the primes and the PySAT that is installed decide.

    Raises SettingsError beyond `MAX_PRIMES` prime implicates.
    """
    primes = prime_terms(columns, minterms, MAX_PRIMES + 1)
    if len(primes) > MAX_PRIMES:
        raise SettingsError(
            "The exact minimum is out of reach: the minterm table has too many prime implicates.",
            got=f"more than {MAX_PRIMES}",
            expected=f"at most {MAX_PRIMES}",
            fix="Ask for an irredundant product, or for fewer slots or minterms.",
        )
    if not primes:
        return []
    rng.shuffle(primes)
    with _Rows(columns, minterms, primes, rng) as rows:
        chosen = _fewest(rows, [1] * len(primes), None)
        shortest = min(map(len, primes))
        chosen = _fewest(rows, [len(prime) - shortest for prime in primes], len(chosen))
    return [primes[place] for place in chosen]


def _fewest(rows: _Rows, weights: Sequence[int], size: int | None) -> list[int]:
    """The places of primes of the least total weight, `size` of them at most, that break every row."""
    from pysat.card import CardEnc, EncType
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    names = list(range(1, len(weights) + 1))
    formula = WCNF()
    formula.extend(rows.known)
    if size is not None:
        bound = CardEnc.atmost(lits=names, bound=size, top_id=len(names), encoding=EncType.totalizer)
        formula.extend(bound.clauses)
    for name, weight in zip(names, weights, strict=True):
        if weight:
            formula.append([-name], weight=weight)
    with RC2(formula, solver="g3", adapt=True, exhaust=True, minz=True) as engine:
        while True:
            model: Any = engine.compute()
            chosen = [name - 1 for name in names if model[name - 1] > 0]
            standing = rows.left_standing(chosen)
            if not standing:
                return chosen
            for row in standing:
                engine.add_clause(row)


class _Rows:
    """Rows that are no minterms, each as the names (place + 1) of the primes that are false on it."""

    def __init__(
        self, columns: Sequence[int], minterms: int, primes: Sequence[Sequence[int]], rng: random.Random
    ) -> None:
        self.known: list[list[int]] = []
        self._rng = rng
        self._variables = len(columns)
        self._without = [(1 << len(primes)) - 1] * (2 * len(columns))
        self._solver = Solver()
        for _ in columns:
            self._solver.new_variable()
        for minterm in range(minterms):
            self._solver.add([signed(2 * v + (column >> minterm & 1)) for v, column in enumerate(columns)])
        self._switches = []
        for place, prime in enumerate(primes):
            self._switches.append(self._solver.new_variable())
            self._solver.add([-self._switches[-1], *map(signed, prime)])
            for code in prime:
                self._without[code] ^= 1 << place
        for minterm in range(minterms):
            row = sum([(column >> minterm & 1) << variable for variable, column in enumerate(columns)])
            self._note(row ^ 1 << variable for variable in range(len(columns)))

    def __enter__(self) -> _Rows:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.__exit__(None, None, None)

    def left_standing(self, chosen: Iterable[int]) -> list[list[int]]:
        """Some rows that the chosen primes do not break and that were not known; none if there are none.

        One prime more is taken for each, until nothing is left standing: so each call finds several rows.
        """
        taken, before = [self._switches[place] for place in chosen], len(self.known)
        while self._solver.solve(taken):
            model = self._solver.model()
            self._note([sum([1 << variable for variable in range(self._variables) if variable + 1 in model])])
            taken.append(self._switches[self._rng.choice(self.known[-1]) - 1])
        return self.known[before:]

    def _note(self, rows: Iterable[int]) -> None:
        for row in rows:
            broken = self._narrowed(row)
            names = [place + 1 for place in range(broken.bit_length()) if broken >> place & 1]
            if names and names not in self.known:
                self.known.append(names)

    def _narrowed(self, row: int) -> int:
        """The primes that are false on the row, or on one nearby where fewer are: a harder row to break."""
        broken, settled = self._false_on(row), False
        while not settled:
            settled = True
            for variable in self._rng.sample(range(self._variables), self._variables):
                fewer = self._false_on(row ^ 1 << variable)
                if fewer and fewer != broken and fewer & broken == fewer:
                    row, broken, settled = row ^ 1 << variable, fewer, False
        return broken

    def _false_on(self, row: int) -> int:
        left = -1
        for variable in range(self._variables):
            left &= self._without[2 * variable + (not row >> variable & 1)]
        return left
