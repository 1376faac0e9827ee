"""How one number of an analysis looks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.analysis.tables import Cell

__all__ = ["difference", "ends", "interval", "shown"]


def shown(cell: Cell, kind: str) -> Text:
    """A cell of a kind; nothing for None and for what is no number."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return Text()
    if isinstance(cell, str):
        return plain(cell)
    if kind == "share":
        return Text(f"{cell:.1%}")
    if kind == "points":
        return Text(f"{100 * cell:+z.1f}")
    if kind == "p":
        return Text("< 0.001" if cell < 0.001 else f"{cell:.3f}")
    if kind == "count":
        return Text(f"{cell:,}")
    return Text(_number(float(cell)))


def interval(row: Mapping[str, Cell], *, with_share: bool = False) -> Text:
    """`58.1 to 66.3`, in percent; with the share before it, `62.3% (58.1 to 66.3)`."""
    share, low, high = row["accuracy"], row["low"], row["high"]
    if low is None or high is None:
        return Text() if not with_share else shown(share, "share")
    between = f"{100 * float(low):.1f} to {100 * float(high):.1f}"
    if not with_share:
        return Text(between)
    return Text(f"{shown(share, 'share')} ({between})" if share is not None else "")


def difference(row: Mapping[str, Cell]) -> Text:
    """`-12.2 (-30.1 to +9.5)`, in points; nothing where there is nothing to compare with."""
    points, low, high = (row[name] for name in ("difference", "difference_low", "difference_high"))
    between = ends(*(math.nan if end is None else float(end) for end in (low, high)))
    return Text(f"{shown(points, 'points')} ({between})") if between else shown(points, "points")


def ends(low: float, high: float) -> Text:
    """`-3.1 to +0.4`, in points; nothing where there is no interval."""
    return Text() if math.isnan(low) else Text(f"{100 * low:+z.1f} to {100 * high:+z.1f}")


def _number(value: float) -> str:
    """Three digits that count, and all before the point. An exact number has no zeros at its end."""
    if value == 0:
        return "0"
    rounded = float(f"{value:.3g}")
    digits = min(6, max(0, 2 - math.floor(math.log10(abs(rounded)))))
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits and rounded == value else text
