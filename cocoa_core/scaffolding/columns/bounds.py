"""Bounds with some slack, steps that people think in, and how many decimals numbers deserve."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final

__all__ = ["decimals_of", "nice_step", "plain", "rounded_decimals", "slack_bounds", "spread"]

_STEPS: Final = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))
_MOST_DECIMALS: Final = 4
_SHARE: Final = Decimal("0.1")


def decimals_of(number: Decimal) -> int:
    """Digits after the point that the number needs."""
    exponent = number.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def rounded_decimals(numbers: Sequence[Decimal]) -> int:
    """Decimals that keep about four digits of what the numbers differ by, at most four."""
    low, high = spread(numbers)
    span = high - low or abs(high) or Decimal(1)
    return min(_MOST_DECIMALS, max(0, 3 - span.adjusted()))


def spread(numbers: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    """Between which numbers nine tenths of them lie."""
    order = sorted(numbers)
    last = len(order) - 1
    return order[last // 20], order[last - last // 20]


def nice_step(span: Decimal, parts: int, least: Decimal) -> Decimal:
    """The smallest of 1, 2, 5 times a power of ten that cuts the span into at most so many parts."""
    wanted = max(span / parts, least)
    power = Decimal(1).scaleb(wanted.adjusted())
    step = next(power * one for one in _STEPS if power * one >= wanted)
    return max(step, least)


def slack_bounds(
    numbers: Sequence[Decimal], decimals: int, floor: Decimal | None = None
) -> tuple[Decimal, Decimal]:
    """Bounds a little wider than the numbers, round; not below `floor` and not below zero without need."""
    low, high = min(numbers), max(numbers)
    unit = Decimal(1).scaleb(-decimals)
    span = high - low or max(abs(high), unit)
    step = nice_step(span, 10, unit)
    least = ((low - span * _SHARE) / step).to_integral_value(ROUND_FLOOR) * step
    most = ((high + span * _SHARE) / step).to_integral_value(ROUND_CEILING) * step
    if low >= 0:
        least = max(least, Decimal(0))
    if floor is not None:
        least = max(least, min(floor, low))
    return least, most


def plain(number: Decimal) -> int | Decimal:
    """The number as a file would have it: without an exponent and without zeros at its end."""
    return int(number) if number == number.to_integral_value() else Decimal(f"{number.normalize():f}")
