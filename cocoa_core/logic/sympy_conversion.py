"""Products of sums as SymPy expressions, to print and to load. SymPy is an extra: nothing else needs it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cocoa_core.errors import UsageError
from cocoa_core.logic.product import Literal, Product


def to_sympy(product: Product, names: Sequence[str]) -> Any:
    """Returns the product as an `And` of `Or`s over symbols; variable i is `names[i]`, which may be any text.

    SymPy drops what is trivially true or false (a variable together with its negation).

    Raises:
        UsageError: a variable has no name; SymPy is not installed.
    """
    sympy = _sympy()
    if product.variables and product.variables[-1] >= len(names):
        raise UsageError(
            "A product has more variables than names were given.",
            got=f"{len(names)} names",
            expected=f"{product.variables[-1] + 1} or more",
        )
    symbols = [sympy.Symbol(name) for name in names]
    literals = [
        [symbols[literal.variable] if literal.positive else ~symbols[literal.variable] for literal in term]
        for term in product.terms
    ]
    return sympy.And(*(sympy.Or(*term) for term in literals))


def from_sympy(expression: Any, names: Sequence[str]) -> Product:
    """Returns the canonical product that an `And` of `Or`s (or one `Or`, one literal, true, false) stands
    for.

    Raises:
        UsageError: an expression of another form; a symbol that is not among the names; SymPy is not
            installed.
    """
    sympy = _sympy()
    terms = expression.args if isinstance(expression, sympy.And) else (expression,)
    variables = {name: variable for variable, name in enumerate(names)}
    return Product.of(_term(sympy, term, variables) for term in terms if term != sympy.true)


def _sympy() -> Any:
    try:
        return import_module("sympy")
    except ImportError:
        raise UsageError(
            "Products as SymPy expressions need SymPy.",
            got="sympy is not installed",
            fix='pip install -e ".[sympy]" in a checkout of cocoa',
        ) from None


def _term(sympy: Any, term: Any, variables: dict[str, int]) -> list[Literal]:
    if term == sympy.false:
        return []
    parts = term.args if isinstance(term, sympy.Or) else (term,)
    return [_literal(sympy, part, variables) for part in parts]


def _literal(sympy: Any, part: Any, variables: dict[str, int]) -> Literal:
    symbol = part.args[0] if isinstance(part, sympy.Not) else part
    if not isinstance(symbol, sympy.Symbol):
        raise UsageError(
            "This expression is not a product of sums.",
            got=str(part),
            expected="a symbol or the negation of one, inside at most one Or inside at most one And",
            fix="Bring it into conjunctive normal form first: sympy.to_cnf(expression).",
        )
    if symbol.name not in variables:
        raise UsageError(
            "This expression has a symbol that names no variable.",
            got=symbol.name,
            expected="one of " + ", ".join(variables),
        )
    return Literal(variables[symbol.name], not isinstance(part, sympy.Not))
