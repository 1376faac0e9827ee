"""The exact minimum by MaxSAT, for tables beyond the range where every table gets it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from cocoa_core.errors import SettingsError
from cocoa_core.logic.columns import Columns, separates_alone
from cocoa_core.logic.irredundant import signed
from cocoa_core.logic.primes import prime_terms
from cocoa_core.logic.solver import Solver

__all__ = ["MAX_PRIMES", "exact_terms", "merged"]

MAX_PRIMES: Final = 200
"""More prime implicates than this are refused. 10 slots and 6 minterms have 70 to 170 of them."""

_CLAUSE: Final = 1000
"""One more clause costs more than any number of literals."""


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
    """A product equal to the table with the fewest clauses and, among those, the fewest literals, as codes.

    An implicit hitting set: MaxSAT picks primes that break the rows known so far, a solver looks for another
    row that they leave standing, until there is none. Among equal products the seeded order of the primes and
    the installed PySAT decide. A tenth of a second for 10 slots and 6 minterms, at the limit tens of seconds.

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
        return [primes[place] for place in _cheapest(rows, [_CLAUSE + len(prime) for prime in primes])]


def _cheapest(rows: _Rows, costs: Sequence[int]) -> list[int]:
    """The places of primes that break every row, at the least total cost.

    RC2 with stratification (Ignatiev, Morgado and Marques-Silva, RC2: an efficient MaxSAT solver, 2019),
    which keeps the two levels of the cost apart. Without hardening: that would fix what rows added later
    can undo.
    """
    import pysolvers
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend(rows.known)
    for place, cost in enumerate(costs):
        formula.append([-place - 1], weight=cost)
    with RC2Stratified(formula, solver="g3", adapt=True, exhaust=True, minz=True, nohard=True) as engine:
        while True:
            try:
                model: list[int] = engine.compute()
            except pysolvers.error:  # how PySAT tells of Ctrl-C, and of nothing else
                raise KeyboardInterrupt from None
            chosen = [place for place in range(len(costs)) if model[place] > 0]
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
