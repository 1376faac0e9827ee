"""States what is asked of several options together in numbers, for drawing, solving and scoring it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

__all__ = ["BundleProblem", "Counted", "SumLimit", "with_condition"]


@frozen
class SumLimit:
    """The sum of the chosen options' numbers is at most `most`."""

    values: tuple[int, ...]
    """One for each option."""
    most: int


@frozen
class Counted:
    """From `least` to `most` of the chosen options have something."""

    has: tuple[bool, ...]
    """One for each option."""
    least: int
    most: int


@frozen
class BundleProblem:
    """What is asked of `size` options together."""

    size: int
    costs: tuple[int, ...]
    """One for each option; the choice with the least sum is wanted."""
    limits: tuple[SumLimit, ...] = ()
    alike: tuple[tuple[int, ...], ...] = ()
    """For each condition a number for each option; no two chosen options may have the same one."""
    counted: tuple[Counted, ...] = ()

    def met_by(self, chosen: Sequence[int]) -> bool:
        """Returns whether these options meet everything except for the least sum."""
        return (
            len(set(chosen)) == len(chosen) == self.size
            and all(sum(limit.values[index] for index in chosen) <= limit.most for limit in self.limits)
            and all(len({kinds[index] for index in chosen}) == self.size for kinds in self.alike)
            and all(
                count.least <= sum(count.has[index] for index in chosen) <= count.most
                for count in self.counted
            )
        )

    def cost(self, chosen: Sequence[int]) -> int:
        """Returns the sum of the costs of these options."""
        return sum(self.costs[index] for index in chosen)


def with_condition(
    choice: BundleProblem,
    kind: str,
    test: str,
    number: int,
    value: str,
    numbers: Sequence[int] | None,
    texts: Sequence[str],
) -> BundleProblem:
    """Returns the choice with one more condition.

    Args:
        kind: as in `bundling.BundleCondition`, with `test`, `number` and `value`.
        numbers: the number of each option in the slot, for a total or an average; otherwise not used.
        texts: what the options show in the slot.
    """
    if kind == "different":
        codes = {text: index for index, text in enumerate(texts)}
        return evolve(choice, alike=(*choice.alike, tuple(codes[text] for text in texts)))
    if kind in ("with", "includes"):
        has = tuple(value in (text.split("; ") if kind == "includes" else [text]) for text in texts)
        least, most = (number, choice.size) if test == "at_least" else (0, number)
        return evolve(choice, counted=(*choice.counted, Counted(has, least, most)))
    sign = 1 if test == "at_most" else -1
    times = choice.size if kind == "average" else 1
    values = tuple(sign * amount for amount in numbers or ())
    return evolve(choice, limits=(*choice.limits, SumLimit(values, sign * number * times)))
