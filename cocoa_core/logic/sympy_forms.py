"""Products of sums as SymPy expressions, to print and to load. Not on the way of a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cocoa_core.errors import UsageError
from cocoa_core.logic.product import Literal, Product

__all__ = ["from_sympy", "to_sympy"]


def to_sympy(product: Product, names: Sequence[str]) -> Any:
    """The product as an `And` of `Or`s over symbols; variable i is `names[i]`, which may be any text.

    SymPy drops what is trivially true or false (a variable together with its negation).
    Raises UsageError where a variable has no name.
    """
    from sympy import And, Not, Or, Symbol

    if product.variables and product.variables[-1] >= len(names):
        raise UsageError(
            "A product has more variables than names were given.",
            got=f"{len(names)} names",
            expected=f"{product.variables[-1] + 1} or more",
        )
    symbols = [Symbol(name) for name in names]
    return And(
        *(
            Or(*(symbols[at.variable] if at.positive else Not(symbols[at.variable]) for at in term))
            for term in product.terms
        )
    )


def from_sympy(expression: Any, names: Sequence[str]) -> Product:
    """The canonical product that an `And` of `Or`s (or one `Or`, one literal, true, false) stands for.

    Raises UsageError for an expression of another form or a symbol that is not among the names.
    """
    from sympy import And, true

    parts = expression.args if isinstance(expression, And) else (expression,)
    places = {name: place for place, name in enumerate(names)}
    return Product.of(_term(part, places) for part in parts if part != true)


def _term(part: Any, places: dict[str, int]) -> list[Literal]:
    from sympy import Or, false

    if part == false:
        return []
    return [_literal(at, places) for at in (part.args if isinstance(part, Or) else (part,))]


def _literal(part: Any, places: dict[str, int]) -> Literal:
    from sympy import Not, Symbol

    symbol = part.args[0] if isinstance(part, Not) else part
    if not isinstance(symbol, Symbol):
        raise UsageError(
            "This expression is not a product of sums.",
            got=str(part),
            expected="a symbol or the negation of one, inside at most one Or inside at most one And",
            fix="Bring it into conjunctive normal form first: sympy.to_cnf(expression).",
        )
    if symbol.name not in places:
        raise UsageError(
            "This expression has a symbol that names no variable.",
            got=symbol.name,
            expected="one of " + ", ".join(places),
        )
    return Literal(places[symbol.name], not isinstance(part, Not))
