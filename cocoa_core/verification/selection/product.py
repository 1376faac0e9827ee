"""Examines a product of sums as a Boolean function: slots are variables, their tests do not count.

A function of n slots is a truth table of 2^n bits in one integer, so AND, OR and NOT work on all rows at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final

from attrs import frozen

__all__ = ["Product", "Sign", "TruthTable", "column", "is_minimum", "table_of"]

Sign = tuple[str, bool]
"""A slot and whether it is affirmed: a literal of the product without its test."""
Product = tuple[frozenset[Sign], ...]

_EXACT_SLOTS: Final = 8
_EXACT_MINTERMS: Final = 4
"""Up to these sizes a product is promised to be the exact minimum; beyond, it is never said to be."""
_CLAUSE: Final = 1000
"""The cost of a sum term, which is more than that of any number of literals."""


@frozen
class TruthTable:
    """A product as a truth table.

    `minterms` counts the rows on which the product is true. `prime`: no literal can go. `irredundant`: no sum
    term can go. `slots` counts the variables, the first of which changes fastest over the rows; `rows` holds
    the table, bit by bit.
    """

    minterms: int
    prime: bool
    irredundant: bool
    slots: int
    rows: int

    @property
    def promised(self) -> bool:
        """Whether a table of this size has its exact minimum."""
        return self.slots <= _EXACT_SLOTS and self.minterms <= _EXACT_MINTERMS


@lru_cache(maxsize=256)
def table_of(terms: tuple[frozenset[Sign], ...]) -> TruthTable:
    """Returns the truth table of a product over its slots."""
    slots = sorted({slot for term in terms for slot, _ in term})
    rows = 1 << len(slots)
    everything = (1 << rows) - 1
    columns = {slot: column(index, rows) for index, slot in enumerate(slots)}

    def true(sign: Sign) -> int:
        return columns[sign[0]] if sign[1] else everything ^ columns[sign[0]]

    product, failed, failed_twice = everything, 0, 0
    for term in terms:
        failing = everything ^ _any(map(true, term))
        failed, failed_twice = failed | failing, failed_twice | failed & failing
        product &= ~failing
    alone = failed & ~failed_twice
    return TruthTable(
        minterms=product.bit_count(),
        slots=len(slots),
        rows=product,
        prime=all(_needs_all(term, product, true) for term in dict.fromkeys(terms)),
        irredundant=all(alone & ~_any(map(true, term)) for term in terms),
    )


def _needs_all(term: frozenset[Sign], product: int, true: Callable[[Sign], int]) -> bool:
    """Returns whether each literal of the sum term is the only true one on some row of the product."""
    once, twice = 0, 0
    for sign in term:
        once, twice = once | true(sign), twice | once & true(sign)
    return all(product & once & ~twice & true(sign) for sign in term)


def column(index: int, rows: int) -> int:
    """Returns the rows, as bits, on which the variable of this index is true."""
    period = 1 << index
    block = ((1 << period) - 1) << period
    width = 2 * period
    while width < rows:
        block |= block << width
        width *= 2
    return block


def _any(tables: Iterable[int]) -> int:
    result = 0
    for table in tables:
        result |= table
    return result


def is_minimum(product: Product) -> bool:
    """Returns whether no equal product has fewer sum terms, or as many and fewer literals. Only for promised
    sizes.
    """
    table = table_of(product)
    literals = sum(map(len, product))
    return not _has_cheaper(_canonical(table), _CLAUSE * len(product) + literals)


@lru_cache(maxsize=1 << 12)
def _canonical(table: TruthTable) -> tuple[int, tuple[int, ...]]:
    """Returns a form that is the same for all tables that differ in the order of minterms and slots, or in
    slots negated throughout.

    Returns:
        The number of minterms, and for each slot a column of bits.
    """
    rows = [row for row in range(1 << table.slots) if table.rows >> row & 1]
    every = (1 << len(rows)) - 1

    def columns(order: tuple[int, ...]) -> tuple[int, ...]:
        slot_columns = (
            sum((row >> slot & 1) << index for index, row in enumerate(order)) for slot in range(table.slots)
        )
        return tuple(sorted(min(bits, every ^ bits) for bits in slot_columns))

    return len(rows), min(map(columns, permutations(rows)))


@lru_cache(maxsize=4096)
def _has_cheaper(table: tuple[int, tuple[int, ...]], bound: int) -> bool:
    """Returns whether some equal product costs less, by branch and bound over the prime implicates.

    A product is equal if its sum terms are implicates and every row that is no minterm fails one of them. The
    lower bound: rows of which no two are failed by the same prime need one prime each.
    """
    primes = list(_primes(*table))
    failed_by: dict[int, None] = {}
    for row in range(1 << len(table[1])):
        failing = sum(1 << place for place, (failed, _) in enumerate(primes) if failed >> row & 1)
        if failing:
            failed_by[failing] = None
    hardest: list[int] = []  # a row is let be where another one's primes are all among its own
    for failing in sorted(failed_by, key=int.bit_count):
        if not any(failing & other == other for other in hardest):
            hardest.append(failing)
    costs = [cost for _, cost in primes]
    choices = [[index for index in range(len(primes)) if failing >> index & 1] for failing in hardest]
    covers = [
        sum(1 << row for row, failing in enumerate(hardest) if failing >> index & 1)
        for index in range(len(primes))
    ]
    cheapest = [min(costs[index] for index in places) for places in choices]
    near = [0] * len(hardest)
    for row, places in enumerate(choices):
        for index in places:
            near[row] |= covers[index]

    def cheaper(left: int, spent: int) -> bool:
        if not left:
            return spent < bound
        least, apart = spent, left
        while apart:
            row = (apart & -apart).bit_length() - 1
            least += cheapest[row]
            apart &= ~near[row]
        if least >= bound:
            return False
        row = (left & -left).bit_length() - 1
        return any(cheaper(left & ~covers[index], spent + costs[index]) for index in choices[row])

    return cheaper((1 << len(hardest)) - 1, 0)


def _primes(minterms: int, columns: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yields each prime implicate: the rows that fail it, as bits, and its cost.

    A sum term is an implicate if each minterm makes one of its literals true, and prime if each literal is
    the only true one on some minterm. So it has at most as many literals as there are minterms.
    """
    every, rows = (1 << minterms) - 1, 1 << len(columns)
    full = (1 << rows) - 1
    signs = []
    for slot, bits in enumerate(columns):
        true = column(slot, rows)
        signs += [(slot, bits, full ^ true), (slot, every ^ bits, true)]
    for size in range(1, minterms + 1):
        for term in combinations(signs, size):
            once = twice = 0
            failed = full
            for _, bits, false in term:
                once, twice = once | bits, twice | once & bits
                failed &= false
            if once == every and failed and all(bits & ~twice for _, bits, _ in term):
                yield failed, _CLAUSE + size
