"""The columns of a minterm table: constants, and slots that always agree or always differ."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import chain, count, pairwise

from attrs import frozen

from cocoa_core.logic.minterms import MintermTable


@frozen
class MergedColumns:
    """The columns of a table, with equal and complementary ones merged."""

    minterms: int
    """The number of rows."""
    units: tuple[int, ...]
    """The codes of the literals that hold in every minterm (constant columns)."""
    masks: tuple[int, ...]
    """The other columns, without repetition, complemented where needed so that bit 0 is 0; sorted."""
    copies: tuple[tuple[int, ...], ...]
    """For each mask the codes of the literals that have it, one a slot, by slot."""

    @classmethod
    def of(cls, table: MintermTable) -> MergedColumns:
        every = (1 << table.minterms) - 1
        units: list[int] = []
        copies: dict[int, list[int]] = {}
        for variable, column in enumerate(table.columns):
            code = 2 * variable
            if column & 1:
                code, column = code + 1, column ^ every
            if column:
                copies.setdefault(column, []).append(code)
            else:
                units.append(code ^ 1)
        masks = tuple(sorted(copies))
        return cls(table.minterms, tuple(units), masks, tuple([tuple(copies[mask]) for mask in masks]))

    def renamed(self) -> MergedColumns:
        """Returns the columns with slots renumbered in the order of `units` and `copies`."""
        codes = count(0, 2)
        return MergedColumns(
            self.minterms,
            tuple([next(codes) for _ in self.units]),
            self.masks,
            tuple([tuple([next(codes) for _ in equal_columns]) for equal_columns in self.copies]),
        )

    def renamed_back(self, terms: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
        """Returns terms over the slots of `renamed` as terms over these slots."""
        codes = [*self.units, *chain.from_iterable(self.copies)]
        return [tuple([codes[code >> 1] ^ code & 1 for code in term]) for term in terms]


def separates_alone(columns: Sequence[int], minterms: int, chosen: int) -> bool:
    """Returns whether two minterms differ in this column only."""
    others = (*columns[:chosen], *columns[chosen + 1 :])
    for distance in range(1, minterms):
        together = (1 << minterms - distance) - 1
        for column in others:
            together &= ~(column ^ column >> distance)
        if together:
            return True
    return False


def written_out(
    columns: MergedColumns, terms: Iterable[Sequence[int]], rng: random.Random
) -> list[tuple[int, ...]]:
    """Returns a product over the slots from one over the distinct columns.

    Slots that agree are tied together in a seeded order c1, c2, ... ct:

    * where the column alone separates two minterms, by a ring of t implications c1 -> c2 -> ... -> ct -> c1;
      they are then interchangeable, and each occurrence takes any of them. No product does with fewer clauses
      for this: between two such minterms only clauses over these slots can be broken, and they must connect
      the slots strongly;
    * otherwise by a chain of t - 1 implications c1 -> ... -> ct. Positive occurrences take c1 and negated
      ones ct, so that each clause of `terms` follows for every slot; that c1 = ct follows too, since the
      other columns determine this one.

    If `terms` is equal to its table the result is equal to its own, and irredundant if `terms` is; every
    clause is prime if those of `terms` are.

    Args:
        terms: literal codes, the variables being places in `columns.masks`.
    """
    positive: list[tuple[int, ...]] = []
    negative: list[tuple[int, ...]] = []
    ties: list[tuple[int, ...]] = [(unit,) for unit in columns.units]
    for column, copies in enumerate(columns.copies):
        if len(copies) == 1:
            positive.append(copies)
            negative.append((copies[0] ^ 1,))
            continue
        order = list(copies)
        rng.shuffle(order)
        ties += [(code ^ 1, next_code) for code, next_code in pairwise(order)]
        if separates_alone(columns.masks, columns.minterms, column):
            ties.append((order[-1] ^ 1, order[0]))
            positive.append(tuple(order))
            negative.append(tuple([code ^ 1 for code in order]))
        else:
            positive.append((order[0],))
            negative.append((order[-1] ^ 1,))
    sides = (positive, negative)
    return ties + [tuple([_pick(sides[code & 1][code >> 1], rng) for code in term]) for term in terms]


def _pick(codes: tuple[int, ...], rng: random.Random) -> int:
    return codes[0] if len(codes) == 1 else rng.choice(codes)
