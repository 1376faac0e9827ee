"""What options owe a requirement."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

__all__ = ["Owed"]


@frozen
class Owed:
    """What options owe a requirement that the target alone satisfies.

    near_miss: another option breaks one sum term only. every_term: each sum term is broken by some option.
    hidden: the right option does not satisfy the most literals. near_misses: just so many, unless None.
    counted: the share of drafts that is kept, by how many literals each option satisfies, and the target.
    """

    near_miss: bool = False
    every_term: bool = False
    hidden: bool = False
    near_misses: int | None = None
    counted: Callable[[Sequence[int], int], float] | None = None
