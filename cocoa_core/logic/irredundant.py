"""Irredundant covers by primes, for tables that are too large for the exact ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, reduce
from itertools import accumulate
from operator import and_, or_
from typing import Final

from cocoa_core.logic.solver import Solver

_WALKS: Final = 3
_ORDERS: Final = 3
"""The number of orders in which candidates are thinned out; the smallest result stays."""
_MASKED: Final = 12
"""Up to this many variables terms are compared as masks of the rows on which they are false; with more, by a
solver. With six minterms masks take a quarter of the solver's time (16 of 67 us with 8 variables, 30 of 134
with 12), with 40 minterms a sixth.
"""


def irredundant_terms(columns: Sequence[int], minterms: int, rng: random.Random) -> list[tuple[int, ...]]:
    """Returns a product of prime implicates that equals the table, and does not without any one of its
    clauses.

    The solver only answers yes or no, so the result does not depend on the version of PySAT.

    Args:
        columns: distinct masks, one for each variable, none constant.
        minterms: the number of rows.
        rng: the random stream.

    Returns:
        Literal codes.
    """
    walked: dict[tuple[int, ...], None] = {}
    for _ in range(_WALKS):
        walked.update(dict.fromkeys(_Walk(columns, minterms, rng).terms))
    thinned = [irredundant(list(walked), len(columns), rng) for _ in range(_ORDERS)]
    return min(thinned, key=lambda terms: (len(terms), sum(map(len, terms))))


def irredundant(
    terms: Sequence[tuple[int, ...]], variables: int, rng: random.Random
) -> list[tuple[int, ...]]:
    """Returns the terms, in their order, without those that the remaining ones imply.

    The longest are tried first, equally long ones in random order.
    """
    order = list(range(len(terms)))
    rng.shuffle(order)
    order.sort(key=lambda number: -len(terms[number]))
    ordered = [terms[number] for number in order]
    needed = needed_by_rows if variables <= _MASKED else needed_by_solver
    return [terms[number] for number in sorted([order[index] for index in needed(ordered, variables)])]


def needed_by_rows(terms: Sequence[tuple[int, ...]], variables: int) -> list[int]:
    """Goes through the terms in order and drops each that those not yet dropped imply; returns the indices of
    the others.
    """
    false_on = [reduce(and_, [_rows_without(code, variables) for code in term]) for term in terms]
    later = list(accumulate(reversed(false_on), or_, initial=0))
    needed, excluded = [], 0
    for index, rows in enumerate(false_on):
        if rows & ~(excluded | later[-2 - index]):
            needed.append(index)
            excluded |= rows
    return needed


@cache
def _rows_without(code: int, variables: int) -> int:
    """Returns the mask of the rows of the truth table on which a literal is false."""
    block = 1 << (code >> 1)
    positive = sum([((1 << block) - 1) << start for start in range(block, 1 << variables, 2 * block)])
    return positive if code & 1 else positive >> block


def needed_by_solver(terms: Sequence[tuple[int, ...]], variables: int) -> list[int]:
    """Returns what `needed_by_rows` does, for any number of variables."""
    switches = {}
    with Solver() as solver:
        solver.new_variables(variables)
        for index, term in enumerate(terms):
            switches[index] = solver.new_variable()
            solver.add([-switches[index], *map(signed, term)])
        for index, term in enumerate(terms):
            switch = switches.pop(index)
            if solver.solve([*switches.values(), *[-signed(code) for code in term]]):
                switches[index] = switch
    return sorted(switches)


def signed(code: int) -> int:
    """Returns a literal code as the solver writes it, with variable 0 as 1."""
    return -(code >> 1) - 1 if code & 1 else (code >> 1) + 1


class _Walk:
    """A walk down a decision tree of the table; each way off it gives a prime implicate.

    At a node some variables are decided and the minterms that agree are left. A variable that is constant
    on these is decided first: its other value leads off the table, and a clause over the literals that are
    false on the path forbids it, a hitting set of all minterms, as small as found. When none is constant,
    the next one of a seeded order splits the minterms. Every row that is no minterm leaves the tree
    somewhere, so the clauses together are equal to the table by construction.
    """

    def __init__(self, columns: Sequence[int], minterms: int, rng: random.Random) -> None:
        self.every = (1 << minterms) - 1
        self.masks = [mask for column in columns for mask in (column, column ^ self.every)]
        self.rng = rng
        self.terms: list[tuple[int, ...]] = []
        self._sets: list[int] = []
        order = list(range(len(columns)))
        rng.shuffle(order)
        self._walk(self.every, [], order)

    def _walk(self, minterms_left: int, path: list[int], order: list[int]) -> None:
        """Decides the remaining variables one by one, and adds a clause for every way off the table.

        Args:
            minterms_left: the minterms that agree with the path, as a mask.
            path: the codes of the literals that are false on the path.
            order: the variables that are not decided yet, in the order in which they are tried.
        """
        path, open_variables = list(path), []
        for variable in order:
            if not minterms_left & self.masks[2 * variable]:
                self._forbid(path, 2 * variable + 1)
                path.append(2 * variable)
            elif not minterms_left & self.masks[2 * variable + 1]:
                self._forbid(path, 2 * variable)
                path.append(2 * variable + 1)
            else:
                open_variables.append(variable)
        if open_variables:
            split, *other_variables = open_variables
            self._walk(minterms_left & self.masks[2 * split], [*path, 2 * split + 1], other_variables)
            self._walk(minterms_left & self.masks[2 * split + 1], [*path, 2 * split], other_variables)

    def _forbid(self, path: list[int], last: int) -> None:
        """Adds a prime clause that is false where the path and the last literal are, unless there is one."""
        falsified = sum([1 << code for code in path], 1 << last)
        if any(not clause & ~falsified for clause in self._sets):
            return
        choice = list(path)
        self.rng.shuffle(choice)
        missing = self.every & ~self.masks[last]
        term = self._prime([last, *self._hitting(choice, missing)] if missing else [last])
        self.terms.append(tuple(sorted(term)))
        self._sets.append(sum([1 << code for code in term]))

    def _hitting(self, choice: list[int], missing: int) -> list[int]:
        """Returns literals that hold on the missing minterms: one or two if that is enough, else by greed."""
        masks = self.masks
        for code in choice:
            if not missing & ~masks[code]:
                return [code]
        for number, code in enumerate(choice):
            unhit = missing & ~masks[code]
            for other in choice[:number]:
                if not unhit & ~masks[other]:
                    return [other, code]
        chosen = []
        while missing:
            gains = [(missing & masks[code]).bit_count() for code in choice]
            chosen.append(choice[gains.index(max(gains))])
            missing &= ~masks[chosen[-1]]
        return chosen

    def _prime(self, term: list[int]) -> list[int]:
        """Returns the term without literals that it does not need to hold in every minterm."""
        for code in list(term):
            union = 0
            for other in term:
                if other != code:
                    union |= self.masks[other]
            if union == self.every:
                term.remove(code)
        return term
