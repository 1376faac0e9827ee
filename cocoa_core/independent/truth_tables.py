"""Truth tables of products of sums over numbered variables, held as the bits of integers.

Bit 5 of a table over three variables is the row on which the first and the third are true.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import and_, or_
from typing import TypeAlias

NumberedTerms: TypeAlias = tuple[tuple[int, ...], ...]
"""Sum terms of numbered variables, from 1; a negative number is the negation."""
Part: TypeAlias = tuple[int, int]
"""The index of a sum term and of a literal in it; -1 for the sum term itself."""


def column(index: int, rows: int) -> int:
    """Returns the rows on which the variable of this index, from 0, is true."""
    period = 1 << index
    block = ((1 << period) - 1) << period
    width = 2 * period
    while width < rows:
        block |= block << width
        width *= 2
    return block


@lru_cache(maxsize=16)
def _columns(variables: int) -> Mapping[int, int]:
    """Returns the rows on which each literal is true, by its number."""
    rows = 1 << variables
    true = {index + 1: column(index, rows) for index in range(variables)}
    return true | {-number: rows_true ^ (1 << rows) - 1 for number, rows_true in true.items()}


def rows_true(terms: NumberedTerms, variables: int) -> int:
    """Returns the rows on which the product is true."""
    columns = _columns(variables)
    sums = (reduce(or_, [columns[number] for number in term], 0) for term in terms)
    return reduce(and_, sums, (1 << (1 << variables)) - 1)


def parts_not_shown(terms: NumberedTerms, rows: int) -> tuple[Part, ...]:
    """Returns the parts of which none of these rows shows that they matter.

    A row shows that a sum term matters if it fails this term alone; that a literal matters if no term fails
    and its own has no other true literal. Of a term of one literal only the term is listed.
    """
    columns = _columns(max((abs(number) for term in terms for number in term), default=0)) if rows else {}
    literals = [[columns.get(number, 0) for number in term] for term in terms]
    sums = [reduce(or_, term, 0) for term in literals]
    failed = failed_twice = 0
    for true in sums:
        failed, failed_twice = failed | rows & ~true, failed_twice | failed & ~true
    result = []
    for index, (term, true) in enumerate(zip(literals, sums, strict=True)):
        if not failed & ~failed_twice & ~true:
            result.append((index, -1))
        once = twice = 0
        for literal in term:
            once, twice = once | literal, twice | once & literal
        if len(term) > 1:
            alone = rows & ~failed & ~twice
            result += [(index, number) for number, literal in enumerate(term) if not alone & literal]
    return tuple(result)
