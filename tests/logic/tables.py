"""Random tables, products and graphs for the tests of the symbolic core, and plain ways to work them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations, product

from hypothesis import strategies as st

from cocoa_core.logic import Literal, MintermTable, Product, SumTerm
from cocoa_core.logic.primes import prime_terms


@st.composite
def tables(
    draw: st.DrawFn, slots: tuple[int, int] = (1, 6), minterms: tuple[int, int] = (1, 6)
) -> MintermTable:
    """Tables within the given numbers of slots and minterms, both ends included."""
    variables = draw(st.integers(*slots))
    most = min(minterms[1], (1 << variables) - 1)
    rows = st.integers(0, (1 << variables) - 1)
    chosen = draw(st.sets(rows, min_size=min(minterms[0], most), max_size=most))
    return MintermTable(variables, tuple(chosen))


literals = st.builds(Literal, st.integers(0, 5), st.booleans())
products = st.lists(st.lists(literals, max_size=4), max_size=6).map(Product.of)
seeds = st.integers(0, 2**64 - 1)


def true_rows(product: Product, variables: int) -> set[int]:
    """The rows of the truth table on which a product is true, by bit masks of our own."""
    found = set()
    for row in range(1 << variables):
        values = [row >> variable & 1 for variable in range(variables)]
        if all(any(values[at.variable] == at.positive for at in term) for term in product.terms):
            found.add(row)
    return found


def prime_implicates(table: MintermTable) -> tuple[SumTerm, ...]:
    """All prime implicates of a table, by length and then by literals."""
    return Product.of_codes(prime_terms(table.columns, table.minterms)).terms


def all_clauses(variables: int) -> Iterator[tuple[Literal, ...]]:
    """Every clause over the variables that holds no variable with its negation, the empty one too."""
    for signs in product((None, True, False), repeat=variables):
        yield tuple(Literal(variable, sign) for variable, sign in enumerate(signs) if sign is not None)


def smallest(table: MintermTable) -> tuple[int, int]:
    """Clauses and literals of the smallest product equal to the table: a shortest path over sets of rows."""
    others = [row for row in range(1 << table.variables) if row not in set(table.rows)]
    clauses: dict[int, int] = {}
    for clause in all_clauses(table.variables):
        if all(any(at.holds(row) for at in clause) for row in table.rows):
            broken = sum(1 << i for i, row in enumerate(others) if not any(at.holds(row) for at in clause))
            clauses[broken] = min(len(clause), clauses.get(broken, len(clause)))
    clauses.pop(0, None)
    every, sizes, length = (1 << len(others)) - 1, {0: 0}, 0
    while every not in sizes:
        length += 1
        longer: dict[int, int] = {}
        for reached, size in sizes.items():
            lowest = ~reached & -~reached
            for broken, literals_more in clauses.items():
                if broken & lowest:
                    after = reached | broken
                    longer[after] = min(longer.get(after, 1 << 30), size + literals_more)
        sizes = longer
    return length, sizes[every]


def tables_up_to_renaming(slots: int, minterms: int) -> Iterator[MintermTable]:
    """One table of each sort there is of this size: up to the order and sign of slots, and minterm order.

    No column is constant: a constant one is a clause of its own in any product.
    """
    every, seen = (1 << minterms) - 1, set()
    for columns in combinations_with_replacement(range(2, every + 1, 2), slots):
        rows = {
            sum((column >> at & 1) << slot for slot, column in enumerate(columns)) for at in range(minterms)
        }
        if len(rows) == minterms:
            least = min(_renamed(columns, order, every) for order in permutations(range(minterms)))
            if least not in seen:
                seen.add(least)
                yield MintermTable(slots, tuple(rows))


def _renamed(columns: Sequence[int], order: Sequence[int], every: int) -> tuple[int, ...]:
    moved = [sum((column >> old & 1) << new for new, old in enumerate(order)) for column in columns]
    return tuple(sorted(column ^ every if column & 1 else column for column in moved))
