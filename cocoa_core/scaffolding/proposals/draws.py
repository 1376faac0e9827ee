"""How the arguments of tests are drawn so that they split the rows: round steps, quantiles, values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Final

from cocoa_core.domain.printed.clocks import read_time
from cocoa_core.domain.printed.durations import read_minutes
from cocoa_core.scaffolding.columns.bounds import nice_step, plain, spread
from cocoa_core.scaffolding.columns.numbers import minutes_text

__all__ = ["draw_of", "numbers_of"]

_FEW: Final = 12
_FEWEST: Final = 2
_PARTS: Final = 14
_SKEWED: Final = 5
_QUANTILES: Final = 10
_MINUTE_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400)
_CLOCK_STEPS: Final = (5, 15, 30, 60)
_DAY_STEPS: Final = (1, 7, 14, 30, 90, 180, 365, 730, 1825, 3650)


def numbers_of(settings: Mapping[str, object], cells: Sequence[str]) -> list[Decimal]:
    """The numbers of a column in its unit (minutes, days), sorted; missing ones left out."""
    kind = settings["kind"]
    given = [cell for cell in cells if cell]
    if kind == "duration":
        return sorted(Decimal(read_minutes(cell)) for cell in given)
    if kind == "clock":
        return sorted(Decimal(read_time(cell, day_offset=True)) for cell in given)
    if kind == "date":
        return sorted(Decimal(date.fromisoformat(cell).toordinal()) for cell in given)
    return sorted(map(Decimal, given))


def draw_of(settings: Mapping[str, object], numbers: Sequence[Decimal]) -> Mapping[str, Any] | None:
    """The `draw` of ordered tests of a column with these sorted numbers; None for its own values."""
    kind = settings["kind"]
    if len(set(numbers)) <= _FEW:
        return _without_ends(settings, numbers)
    low, high = spread(numbers)
    if kind == "clock":
        return {"grid": minutes_text(_step(high - low, _CLOCK_STEPS))}
    if kind == "duration":
        return {"grid": minutes_text(_step(high - low, _MINUTE_STEPS))}
    if kind == "date":
        days = _step(high - low, _DAY_STEPS)
        return {"grid": f"{days}d"} if days > 1 else None
    unit = Decimal(1).scaleb(-_places(settings))
    if _skewed(numbers):
        points = _round_quantiles(numbers, unit)
        return {"fixed": [plain(point) for point in points]} if len(points) > 2 else {"quantiles": _QUANTILES}
    step = nice_step(high - low, _PARTS, unit)
    return {"grid": plain(step)} if high - low >= 3 * step else {"quantiles": _QUANTILES}


def _without_ends(settings: Mapping[str, object], numbers: Sequence[Decimal]) -> Mapping[str, Any] | None:
    """The numbers themselves but for ends of the scale: nobody asks for "$0 or less", or "5 or more" of 5."""
    if settings["kind"] != "quantity" or settings["unit"] == "count":
        return None
    every = sorted(set(numbers))
    ends = {Decimal(0), Decimal(str(settings.get("out_of", 0)))}
    inner = [one for one in every if one not in ends]
    return {"fixed": [plain(one) for one in inner]} if _FEWEST <= len(inner) < len(every) else None


def _places(settings: Mapping[str, object]) -> int:
    if settings["unit"] == "money":
        return 0 if settings.get("whole") else 2
    decimals = settings.get("decimals", 0)
    return decimals if isinstance(decimals, int) else 0


def _step(span: Decimal, steps: Sequence[int]) -> int:
    return next((step for step in steps if span / step <= _PARTS), steps[-1])


def _skewed(numbers: Sequence[Decimal]) -> bool:
    """Whether one half of the numbers is spread much wider than the other."""
    low, high = spread(numbers)
    middle = numbers[len(numbers) // 2]
    narrow, wide = sorted((middle - low, high - middle))
    return wide > _SKEWED * narrow


def _round_quantiles(numbers: Sequence[Decimal], unit: Decimal) -> list[Decimal]:
    """Inner quantiles to two digits, strictly between the least and the greatest number."""
    found = set()
    for part in range(1, _QUANTILES):
        number = numbers[len(numbers) * part // _QUANTILES]
        place = Decimal(1).scaleb(max(number.adjusted() - 1, unit.adjusted())) if number else unit
        rounded = (number / place).to_integral_value() * place
        if numbers[0] < rounded < numbers[-1]:
            found.add(rounded)
    return sorted(found)
