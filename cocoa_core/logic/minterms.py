"""Minterm tables: the rows of a truth table on which a function is true."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from attrs import Attribute, field, frozen

from cocoa_core.errors import SettingsError

MAX_VARIABLES: Final = 24


def _ordered(rows: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(rows)))


@frozen(cache_hash=True)
class MintermTable:
    """A function of some variables, given by the rows on which it is true.

    Raises:
        SettingsError: the rows or the number of variables are out of range.
    """

    variables: int = field()
    """1 to 24."""
    rows: tuple[int, ...] = field(converter=_ordered)
    """Integers from 0 to 2**variables - 1, bit i the value of variable i; sorted and unique, whatever order
    they were given in; at least one, and not all of them (a function that is always false or always true has
    no requirement to write).
    """

    @variables.validator
    def _variables_in_range(self, _: Attribute[int], variables: int) -> None:
        _check_variables(variables)

    @rows.validator
    def _rows_in_range(self, _: Attribute[tuple[int, ...]], rows: tuple[int, ...]) -> None:
        total = 1 << self.variables
        if rows and not 0 <= rows[0] <= rows[-1] < total:
            raise SettingsError(
                "A minterm is not a row of the truth table.",
                got=str(rows[0] if rows[0] < 0 else rows[-1]),
                expected=f"0 to {total - 1}, for {self.variables} slots",
            )
        _check_minterms(self.variables, len(rows))

    @property
    def minterms(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def columns(self) -> tuple[int, ...]:
        """One integer per variable; bit j is the variable's value in the j-th row."""
        marked = [(1 << index, row) for index, row in enumerate(self.rows)]
        return tuple(
            [sum([mark for mark, row in marked if row >> variable & 1]) for variable in range(self.variables)]
        )


def draw_table(variables: int, minterms: int, rng: random.Random) -> MintermTable:
    """Draws a table with this number of distinct minterms; every set of them is equally likely.

    Raises:
        SettingsError: no such table exists.
    """
    _check_variables(variables)
    _check_minterms(variables, minterms)
    rows: set[int] = set()
    while len(rows) < minterms:
        rows.add(rng.getrandbits(variables))
    return _table_of(variables, tuple(sorted(rows)))


@lru_cache(maxsize=1 << 14)
def _table_of(variables: int, rows: tuple[int, ...]) -> MintermTable:
    """Returns the table of these rows. Cached, since small tables recur often."""
    return MintermTable(variables, rows)


def _check_variables(variables: int) -> None:
    if not 1 <= variables <= MAX_VARIABLES:
        raise SettingsError(
            "A minterm table cannot have this many slots.",
            got=str(variables),
            expected=f"1 to {MAX_VARIABLES}",
            fix="Ask for a number of slots in this range.",
        )


def _check_minterms(variables: int, minterms: int) -> None:
    total = 1 << variables
    if not 1 <= minterms < total:
        raise SettingsError(
            "A minterm table cannot have this many minterms.",
            got=str(minterms),
            expected=f"1 to {total - 1}, for {variables} slots",
            fix="Ask for fewer minterms or more slots." if minterms >= total else "Ask for at least one.",
        )
