"""Proof by solver that a product of sums says what its minterm table says."""

from __future__ import annotations

from cocoa_core.logic.minterms import MintermTable
from cocoa_core.logic.product import Product
from cocoa_core.logic.solver import Solver

__all__ = ["equal_to_table"]


def equal_to_table(product: Product, table: MintermTable) -> bool:
    """Whether the product is true on the minterms, and (the solver's part) on no other row.

    Variables that the table does not have make it False.
    """
    if any(variable >= table.variables for variable in product.variables):
        return False
    if not all(map(product.holds, table.rows)):
        return False
    with Solver() as solver:
        variables = [solver.new_variable() for _ in range(table.variables)]
        for row in table.rows:
            solver.add([-name if row >> place & 1 else name for place, name in enumerate(variables)])
        for term in product.terms:
            solver.add([variables[at.variable] if at.positive else -variables[at.variable] for at in term])
        return not solver.solve()
