"""Small bars of text: one row a count, the longest bar for the largest count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .terminal import plain

__all__ = ["bar", "histogram"]

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_NARROWEST: Final = 8
_WIDEST: Final = 30
"""Cells of the longest bar: at the least, and where there is room."""
_NUMBERS: Final = 24
"""Cells of a histogram that counts, shares and gaps take."""


def bar(console: Console, share: float, width: int) -> Text:
    """A bar of `share` (0 to 1) of `width` cells, to an eighth of a cell where the terminal can show it."""
    if not width:
        return Text()
    if not console.encoding.startswith("utf"):
        return Text("#" * max(round(share * width), share > 0), "cyan")
    whole, rest = divmod(round(share * width * 8), 8)
    return Text("█" * whole + (_EIGHTHS[rest] if rest else "" if whole or not share else _EIGHTHS[1]), "cyan")


def histogram(console: Console, counts: Mapping[str, int], *, name: str, of: int | None = None) -> Table:
    """Names, counts, shares of `of` (of their sum where not given) and bars."""
    whole = sum(counts.values()) if of is None else of
    top = max(counts.values(), default=0)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(plain(name), overflow="fold")
    table.add_column("count", justify="right")
    table.add_column("share", justify="right")
    table.add_column("")
    width = max(_NARROWEST, min(_WIDEST, console.width - _NUMBERS - max(map(len, counts), default=0)))
    for label, count in counts.items():
        table.add_row(
            plain(label),
            f"{count:,}",
            f"{count / whole:.1%}" if whole else "",
            bar(console, count / top if top else 0.0, width),
        )
    return table
