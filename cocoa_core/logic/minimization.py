"""From a minterm table to a product of sums: the exact minimum if it is small, an irredundant one beyond."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.logic.columns import MergedColumns, written_out
from cocoa_core.logic.cover import broken_by, minimum_cover
from cocoa_core.logic.irredundant import irredundant_terms
from cocoa_core.logic.minterms import MintermTable
from cocoa_core.logic.primes import prime_terms
from cocoa_core.logic.product import Product
from cocoa_core.logic.solver import Solver
from cocoa_core.seeds import stream

Minimality: TypeAlias = typing.Literal["exact", "irredundant"]

EXACT_SLOTS: Final = 8
EXACT_MINTERMS: Final = 4
"""Every table up to this size gets its exact minimum."""

_VARIANTS_BITS: Final = 4


@frozen
class Minimized:
    """A minimized product."""

    product: Product
    """Equal to the table on every row. Its clauses are prime implicates, and none can be removed."""
    minimality: Minimality
    """Exact if no equal product has fewer clauses, or as many clauses and fewer literals."""


def minimize(table: MintermTable, seed: int) -> Minimized:
    """Returns a product of sums equal to the table, chosen by the seed among those that are equally good.

    Up to 8 slots and 4 minterms it is the exact minimum. Beyond, it is an irredundant product of primes,
    proved equal by solver. It is a function of table and seed, never of earlier calls.

    Slots whose columns are equal or complementary are brought together, a product over the distinct columns
    is found, and the slots are written back (`written_out`). Up to 4 minterms there are at most 7 distinct
    columns, so the first step is a small exact cover, kept for later calls. Minimizing slots that agree in
    one with the rest could do better in general; up to 8 slots and 4 minterms it does not: the tests go
    through all 411 tables that this range has up to renaming and constant columns, and compare each with
    MaxSAT over all slots.
    """
    columns = MergedColumns.of(table)
    in_range = table.variables <= EXACT_SLOTS and table.minterms <= EXACT_MINTERMS
    if table.minterms > EXACT_MINTERMS:
        rng = stream("minimize", seed)
        terms = irredundant_terms(columns.masks, columns.minterms, rng)
        return Minimized(_proved(written_out(columns, terms, rng), table), "irredundant")
    written = columns.renamed_back(_small_product(columns.renamed(), seed))
    if in_range:
        return Minimized(Product.of_codes(written), "exact")
    return Minimized(_proved(written, table), "irredundant")


def forget() -> None:
    """Drops cached results, which changes how long the next ones take, and nothing else."""
    _small_terms.cache_clear()
    _small_product.cache_clear()


@lru_cache(maxsize=4096)
def _small_terms(minterms: int, columns: tuple[int, ...], variant: int) -> tuple[tuple[int, ...], ...]:
    """Returns the exact minimum over 7 distinct columns at most; the variant decides among equals."""
    primes = prime_terms(columns, minterms)
    stream("primes", variant).shuffle(primes)
    rows = [row for row in broken_by(primes, len(columns)) if row]
    return tuple([primes[number] for number in minimum_cover(rows, [len(prime) for prime in primes])])


@lru_cache(maxsize=4096)
def _small_product(columns: MergedColumns, seed: int) -> list[tuple[int, ...]]:
    """Returns a cached small product over slots numbered by their columns."""
    rng = stream("minimize", seed)
    terms = _small_terms(columns.minterms, columns.masks, rng.getrandbits(_VARIANTS_BITS))
    return written_out(columns, terms, rng)


def _proved(written: Iterable[Iterable[int]], table: MintermTable) -> Product:
    product = Product.of_codes(written)
    if not equal_to_table(product, table):
        raise RuntimeError(f"the product found is not equal to its table, which is a fault of cocoa: {table}")
    return product


def equal_to_table(product: Product, table: MintermTable) -> bool:
    """Returns whether the product is true on the minterms, and (the solver's part) on no other row.

    Variables that the table does not have make it False.
    """
    if any(variable >= table.variables for variable in product.variables):
        return False
    if not all(map(product.holds, table.rows)):
        return False
    with Solver() as solver:
        variables = [solver.new_variable() for _ in range(table.variables)]
        for row in table.rows:
            solver.add([-name if row >> number & 1 else name for number, name in enumerate(variables)])
        for term in product.terms:
            names = [(variables[literal.variable], literal.positive) for literal in term]
            solver.add([name if positive else -name for name, positive in names])
        return not solver.solve()
