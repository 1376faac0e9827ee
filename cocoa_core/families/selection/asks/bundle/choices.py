"""States what is asked of several options together in numbers, for drawing, solving and scoring it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

Codes: TypeAlias = tuple[int, ...]
"""The values of options as numbers, which are equal where the values are."""


@frozen
class BundleCondition:
    """A condition on several options together."""

    kind: str
    """"total", "average", "different", "with", or "includes", which is "with" for sets."""
    slot: str
    test: str = ""
    """"at_most" or "at_least"; empty for `different`."""
    number: int = 0
    """The limit in the slot's smallest unit, or how many options have the value."""
    value: str = ""
    """The word that these options have."""
    without: tuple[int, ...] = ()
    """The indices of the options that would be better if this condition were not there."""


@frozen
class SumLimit:
    """The sum of the chosen options' numbers is at most `most`."""

    values: tuple[int, ...]
    """One for each option."""
    most: int


def limit_of(amounts: Iterable[int], test: str, number: int) -> SumLimit:
    """Returns the limit by which the sum is "at_most" or "at_least" this number.

    Args:
        amounts: a number for each option, or whether it has something, so that these are counted.
    """
    sign = 1 if test == "at_most" else -1
    return SumLimit(tuple(sign * amount for amount in amounts), sign * number)


@frozen
class BundleProblem:
    """What is asked of `size` options together."""

    size: int
    costs: tuple[int, ...]
    """One for each option; the choice with the least sum is wanted."""
    limits: tuple[SumLimit, ...] = ()
    alike: tuple[Codes, ...] = ()
    """For each condition a number for each option; no two chosen options may have the same one."""

    def met_by(self, chosen: Sequence[int]) -> bool:
        """Returns whether these options meet everything except for the least sum."""
        return (
            len(set(chosen)) == len(chosen) == self.size
            and all(sum(limit.values[index] for index in chosen) <= limit.most for limit in self.limits)
            and all(len({kinds[index] for index in chosen}) == self.size for kinds in self.alike)
        )

    def cost(self, chosen: Sequence[int]) -> int:
        """Returns the sum of the costs of these options."""
        return sum(self.costs[index] for index in chosen)

    def with_part(self, part: SumLimit | Codes) -> BundleProblem:
        """Returns the problem with one more condition; codes stand for "no two alike"."""
        if isinstance(part, SumLimit):
            return evolve(self, limits=(*self.limits, part))
        return evolve(self, alike=(*self.alike, part))

    def with_condition(
        self, condition: BundleCondition, numbers: Sequence[int] | None, texts: Sequence[str]
    ) -> BundleProblem:
        """Returns the problem with one more condition.

        Args:
            numbers: the number of each option in the slot, for a total or an average; otherwise not used.
            texts: what the options show in the slot.
        """
        kind, number = condition.kind, condition.number
        if kind == "different":
            codes = {text: index for index, text in enumerate(texts)}
            return self.with_part(tuple(codes[text] for text in texts))
        if kind in ("with", "includes"):
            has = (condition.value in (text.split("; ") if kind == "includes" else [text]) for text in texts)
            return self.with_part(limit_of(has, condition.test, number))
        times = self.size if kind == "average" else 1
        return self.with_part(limit_of(numbers or (), condition.test, number * times))
