"""What is asked of several options together, in numbers: for drawing it, solving it and scoring it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

__all__ = ["Choice", "Counted", "Limit", "with_condition"]


@frozen
class Limit:
    """The sum of these numbers, one an option, is at most so much."""

    values: tuple[int, ...]
    most: int


@frozen
class Counted:
    """From `least` to `most` of the options chosen have it."""

    has: tuple[bool, ...]
    """One an option."""
    least: int
    most: int


@frozen
class Choice:
    """What is asked of `size` options together."""

    size: int
    costs: tuple[int, ...]
    """One an option; the least sum is wanted."""
    limits: tuple[Limit, ...] = ()
    alike: tuple[tuple[int, ...], ...] = ()
    """Lists of what no two may have in common, as numbers, one an option."""
    counted: tuple[Counted, ...] = ()

    def met_by(self, chosen: Sequence[int]) -> bool:
        """Returns whether these options meet all of it."""
        return (
            len(set(chosen)) == len(chosen) == self.size
            and all(sum(limit.values[index] for index in chosen) <= limit.most for limit in self.limits)
            and all(len({some[index] for index in chosen}) == self.size for some in self.alike)
            and all(
                count.least <= sum(count.has[index] for index in chosen) <= count.most
                for count in self.counted
            )
        )

    def cost(self, chosen: Sequence[int]) -> int:
        """Their costs together."""
        return sum(self.costs[index] for index in chosen)


def with_condition(
    choice: Choice,
    kind: str,
    test: str,
    number: int,
    value: str,
    numbers: Sequence[int] | None,
    texts: Sequence[str],
) -> Choice:
    """Returns the choice with one more condition.

    Args:
        texts: what the options show there.
    """
    if kind == "different":
        known = {text: place for place, text in enumerate(texts)}
        return evolve(choice, alike=(*choice.alike, tuple(known[text] for text in texts)))
    if kind in ("with", "includes"):
        has = tuple(value in (text.split("; ") if kind == "includes" else [text]) for text in texts)
        least, most = (number, choice.size) if test == "at_least" else (0, number)
        return evolve(choice, counted=(*choice.counted, Counted(has, least, most)))
    sign = 1 if test == "at_most" else -1
    times = choice.size if kind == "average" else 1
    values = tuple(sign * one for one in numbers or ())
    return evolve(choice, limits=(*choice.limits, Limit(values, sign * number * times)))
