"""Prime implicates of a minterm table: the clauses it implies from which no literal can go.

A clause is implied by the table iff every minterm satisfies it, that is, iff its literals hit every minterm.
So the prime implicates are the minimal hitting sets of the minterms' literal sets that hold no variable
together with its negation. With a literal written as the set of minterms on which it holds (a mask of one bit
per minterm), they are the minimal covers of all minterms by masks; that is how they are found here, by the
depth-first search of Murakami and Uno (Efficient algorithms for dualizing large-scale hypergraphs, 2014) over
the distinct masks, each cover then written out once for every choice of literals with these masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Final

_LISTED_MINTERMS: Final = 4
"""Up to this many minterms the minimal covers by any masks (49 for four) are listed once, then filtered."""


def prime_terms(columns: Sequence[int], minterms: int, limit: int | None = None) -> list[tuple[int, ...]]:
    """Returns the prime implicates as literal codes (`Literal.code`), the first `limit` of them if a limit is
    given: tens at 8 slots and 4 minterms, thousands at 16 slots and 8 minterms.

    The arguments determine the order, which is no particular one.

    Args:
        columns: one mask for each variable; bit j is its value in minterm j.
        limit: the largest number to return.
    """
    every = (1 << minterms) - 1
    literals: dict[int, list[int]] = {}
    for variable, column in enumerate(columns):
        literals.setdefault(column, []).append(2 * variable)
        literals.setdefault(column ^ every, []).append(2 * variable + 1)
    literals.pop(0, None)
    return list(islice(_written_out(literals, every, minterms), limit))


def _written_out(literals: dict[int, list[int]], every: int, minterms: int) -> Iterator[tuple[int, ...]]:
    for cover in _covers(literals, every, minterms):
        choices = product(*[literals[mask] for mask in cover])
        if len(cover) == 2 and cover[0] ^ cover[1] == every:
            yield from ((first, second) for first, second in choices if first ^ second != 1)
        else:
            yield from choices


def _covers(literals: dict[int, list[int]], every: int, minterms: int) -> Iterator[tuple[int, ...]]:
    if minterms > _LISTED_MINTERMS:
        return minimal_covers(sorted(literals), every)
    absent = ~sum([1 << mask for mask in literals])
    return (cover for present, cover in _listed(minterms) if not present & absent)


@lru_cache(maxsize=_LISTED_MINTERMS)
def _listed(minterms: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    every = (1 << minterms) - 1
    covers = minimal_covers(range(1, every + 1), every)
    return tuple((sum(1 << mask for mask in cover), cover) for cover in covers)


def minimal_covers(masks: Sequence[int], every: int) -> Iterator[tuple[int, ...]]:
    """Returns each irredundant set of the distinct masks with the union `every`, once."""
    return _extended((), (), every, tuple(masks))


def _extended(
    chosen: tuple[int, ...], private: tuple[int, ...], uncovered: int, candidates: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yields the covers with `chosen` and some candidates; `private` is covered by one mask alone."""
    if not uncovered:
        yield chosen
        return
    lowest = uncovered & -uncovered
    later = tuple([mask for mask in candidates if not mask & lowest])
    for mask in candidates:
        if mask & lowest:
            kept = tuple([alone & ~mask for alone in private])
            if all(kept):
                yield from _extended((*chosen, mask), (*kept, uncovered & mask), uncovered & ~mask, later)
            later = (*later, mask)
