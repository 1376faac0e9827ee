"""What is asked of several options together, in numbers: for drawing it, solving it and scoring it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

__all__ = ["Choice", "Counted", "Limit"]


@frozen
class Limit:
    """The sum of these numbers, one an option, is at most so much."""

    values: tuple[int, ...]
    most: int


@frozen
class Counted:
    """From `least` to `most` of the options chosen have it. has: one an option."""

    has: tuple[bool, ...]
    least: int
    most: int


@frozen
class Choice:
    """What is asked of `size` options together. costs: one an option; the least sum is wanted.

    alike: lists of what no two may have in common, as numbers, one an option
    """

    size: int
    costs: tuple[int, ...]
    limits: tuple[Limit, ...] = ()
    alike: tuple[tuple[int, ...], ...] = ()
    counted: tuple[Counted, ...] = ()

    def met_by(self, chosen: Sequence[int]) -> bool:
        """Whether these options meet all of it."""
        return (
            len(set(chosen)) == len(chosen) == self.size
            and all(sum(limit.values[place] for place in chosen) <= limit.most for limit in self.limits)
            and all(len({some[place] for place in chosen}) == self.size for some in self.alike)
            and all(one.least <= sum(one.has[place] for place in chosen) <= one.most for one in self.counted)
        )

    def cost(self, chosen: Sequence[int]) -> int:
        """Their costs together."""
        return sum(self.costs[place] for place in chosen)
