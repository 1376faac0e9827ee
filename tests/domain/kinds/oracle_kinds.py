"""Every legal value of a small configuration: what witnesses are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from cocoa_core.domain import Test, Value
from cocoa_core.domain.kinds import Boolean, Category, CategorySet, Clock, NumberList


def limits(kind: Any) -> tuple[int, int, int]:
    """Lowest and highest legal value, and the step: said here once more, as an oracle."""
    if isinstance(kind, Clock):
        first, last = (kind.earliest_day, kind.latest_day) if kind.day_offset else (0, 0)
        low, high, step = 1440 * first, 1440 * last + 1439, kind.step
    else:
        low, high, step = kind.minimum, kind.maximum, getattr(kind, "step", 1)
    while low % step:
        low += 1
    while high % step:
        high -= 1
    return low, high, step


def every_value(kind: Any, tests: Sequence[Test]) -> list[Value]:
    """Every legal value of a small configuration; of open vocabularies, up to names that no test mentions."""
    values: list[Value] = [None] if kind.missing else []
    if isinstance(kind, Boolean):
        return [*values, True, False]
    if isinstance(kind, Category | CategorySet):
        named = {str(arg) for test in tests if test.over is None for arg in test.args}
        others = [f"Unnamed {number}" for number in range(getattr(kind, "max_items", 1))]
        texts = sorted(kind.values if kind.closed else named | set(others))
        if isinstance(kind, Category):
            return values + texts
        sizes = range(kind.min_items, kind.max_items + 1)
        return values + [tuple(chosen) for size in sizes for chosen in combinations(texts, size)]
    if isinstance(kind, NumberList):
        low, high, step = limits(kind.items)
        sizes = range(kind.min_items, kind.max_items + 1)
        numbers = range(low, high + 1, step)
        return values + [chosen for size in sizes for chosen in product(numbers, repeat=size)]
    low, high, step = limits(kind)
    return [*values, *range(low, high + 1, step)]
