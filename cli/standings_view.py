"""How the standings of models look at the end of an evaluation: as a table, and as data."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from cocoa_core.text import counted

from .analysis_grid import broken_name, fitting
from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.evaluation.run_scores import RunScore

__all__ = ["print_standings", "standing_data"]

_NOTHING: Final = "–"
_NAME: Final = 12
_ROOMY: Final = 96
_ERROR: Final = 400
_SCALES: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def print_standings(
    console: Console, standings: Sequence[RunScore], references: Sequence[RunScore], log_dir: Path
) -> None:
    """A line a model and strategy, the reference lines below them, and what to run next."""
    console.print()
    console.print(fitting(console, lambda room: _table(console, standings, references, room)))
    for one in standings:
        if not one.complete:
            _print_missing(console, one)
        if one.cut_off:
            _print_cut_off(console, one)
        if one.tool_calls:
            replies = "1 reply" if one.tool_calls == 1 else f"{one.tool_calls:,} replies"
            said = f"{replies} asked for tools; none are offered, so the text beside it was read"
            console.print()
            console.print(plain(f"{one.model}, {one.strategy}: {said}.", "yellow"))
    if any(one.accuracy.answers for one in standings):
        console.print()
        console.print(plain(f"Next: cocoa analyze {shlex.quote(str(log_dir))}", "dim"), soft_wrap=True)


def _table(
    console: Console, standings: Sequence[RunScore], references: Sequence[RunScore], room: int
) -> Table:
    table = Table(
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, int(console.width >= _ROOMY), 0, 0),
        header_style="bold",
    )
    table.add_column("model", overflow="fold", min_width=_NAME)
    table.add_column("strategy", no_wrap=True)
    for name in ("answers", "right", "95 %", "unread", "tokens", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in standings:
        table.add_row(*map(plain, _cells(one, room)))
    if references:
        table.add_section()
    for one in references:
        table.add_row(*(plain(cell, "dim") for cell in _cells(one, room)))
    return table


def _print_missing(console: Console, one: RunScore) -> None:
    missing = {"without an answer": one.errors, "not asked": one.unasked}
    many = ", ".join(f"{counted(number, 'question')} {what}" for what, number in missing.items() if number)
    said = f"{one.model}, {one.strategy}: {many or 'stopped'}. The same call asks again."
    console.print()
    console.print(plain(said, "bold yellow"))
    if one.why:
        console.print(plain(f"  {one.why.splitlines()[0][:_ERROR]}"), soft_wrap=True)


def _print_cut_off(console: Console, one: RunScore) -> None:
    many = "1 answer was" if one.cut_off == 1 else f"{one.cut_off:,} answers were"
    why = "by --max-tokens, by the bound on one question's tokens, or where the model's context ends"
    said = f"{many} cut off before an option was named, {why}"
    console.print()
    console.print(plain(f"{one.model}, {one.strategy}: {said}.", "yellow"))


def _cells(one: RunScore, room: int) -> tuple[str, ...]:
    found, model = one.accuracy, broken_name(one.model, room)
    if not found.answers:
        return model, one.strategy, "0", *([_NOTHING] * 5)
    return (
        model,
        one.strategy or _NOTHING,
        f"{found.answers:,}",
        f"{found.share:.1%}",
        f"{found.low * 100:.1f}–{found.high * 100:.1f}",
        f"{one.parse_failures:,}",
        _short(one.input_tokens, one.output_tokens),
        _NOTHING if one.seconds is None else f"{one.seconds:,.2f}",
    )


def _short(read: int | None, written: int | None) -> str:
    """Tokens read and written, with three figures or so: 950, 30.6k, 1.2M."""
    if read is None and written is None:
        return _NOTHING
    number = (read or 0) + (written or 0)
    for scale, sign in _SCALES:
        if number >= scale:
            return f"{number / scale:.3g}{sign}" if number < 999.5 * scale else f"{number / scale:,.0f}{sign}"
    return str(number)


def standing_data(one: RunScore) -> dict[str, Any]:
    """What `--json` prints of one model and strategy."""
    figures = {"accuracy": one.accuracy.share, "low": one.accuracy.low, "high": one.accuracy.high}
    return {
        "model": one.model,
        "strategy": one.strategy,
        "answers": one.accuracy.answers,
        "right": one.accuracy.right,
        **{name: figure if one.accuracy.answers else None for name, figure in figures.items()},
        "clusters": one.accuracy.clusters,
        "parse_failures": one.parse_failures,
        "cut_off": one.cut_off,
        "tool_calls": one.tool_calls,
        "errors": one.errors,
        "unasked": one.unasked,
        "input_tokens": one.input_tokens,
        "output_tokens": one.output_tokens,
        "seconds": one.seconds,
        "complete": one.complete,
        "why": one.why,
        "log": one.log,
    }
