"""Prints the scores of runs at the end of an evaluation, as a table and as data."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict
from attrs.filters import exclude
from rich.console import Console
from rich.table import Table

from cocoa_core.text import counted

from .analysis_grid import broken_name, fitted_grid
from .terminal import plain, print_line, table

if TYPE_CHECKING:
    from cocoa_core.evaluation.run_scores import RunScore

_NOTHING: Final = "–"
_NAME: Final = 12
_ROOMY: Final = 96
_ERROR: Final = 400
_CUT_OFF: Final = (
    "cut off before an option was named, by --max-tokens, by the bound on one question's tokens, or where the"
    " model's context ends"
)
_EMPTY: Final = "empty or nothing but thinking; see whether the server puts answers into another field"
_TOOLS: Final = "asked for tools; none are offered, so the text beside it was read"
_REMARKS: Final = (
    ("cut_off", "answer was", "answers were", _CUT_OFF),
    ("empty", "reply was", "replies were", _EMPTY),
    ("refused", "answer was", "answers were", "stopped by the provider, for what it says"),
    ("tool_calls", "reply", "replies", _TOOLS),
)
"""What is said where a run has answers of a kind: the figure's name, how one of them and several are called,
and what they are.
"""
_SCALES: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def print_run_scores(
    console: Console, scores: Sequence[RunScore], references: Sequence[RunScore], log_dir: Path
) -> None:
    """Prints a line for each model and strategy, the reference lines below, and what to run next."""
    console.print()
    console.print(fitted_grid(console, lambda room: _table(console, scores, references, room)))
    for score in scores:
        if not score.complete:
            _print_missing(console, score)
        for figure, singular, plural, text in _REMARKS:
            if number := getattr(score, figure):
                _remark(console, score, f"{number:,} {singular if number == 1 else plural} {text}.")
    if any(score.accuracy.answers for score in scores):
        console.print()
        print_line(f"Next: cocoa analyze {shlex.quote(str(log_dir))}", "dim")


def _table(console: Console, scores: Sequence[RunScore], references: Sequence[RunScore], room: int) -> Table:
    heads = ("model", "strategy", "answers", "right", "95 %", "unread", "tokens", "seconds")
    rows = table(*heads, words=2, gap=int(console.width >= _ROOMY))
    rows.columns[0].min_width = _NAME
    rows.columns[1].no_wrap = True
    for score in scores:
        rows.add_row(*map(plain, _cells(score, room)))
    if references:
        rows.add_section()
    for score in references:
        rows.add_row(*(plain(cell, "dim") for cell in _cells(score, room)))
    return rows


def _print_missing(console: Console, score: RunScore) -> None:
    missing = {"without an answer": score.errors, "not asked": score.unasked}
    counts_text = ", ".join(
        f"{counted(number, 'question')} {state}" for state, number in missing.items() if number
    )
    _remark(console, score, f"{counts_text or 'stopped'}. The same call asks again.", "bold yellow")
    if score.why:
        print_line(f"  {score.why.splitlines()[0][:_ERROR]}")


def _remark(console: Console, score: RunScore, text: str, style: str = "yellow") -> None:
    console.print()
    console.print(plain(f"{score.model}, {score.strategy}: {text}", style))


def _cells(score: RunScore, room: int) -> tuple[str, ...]:
    accuracy, model = score.accuracy, broken_name(score.model, room)
    if not accuracy.answers:
        return model, score.strategy, "0", *([_NOTHING] * 5)
    return (
        model,
        score.strategy or _NOTHING,
        f"{accuracy.answers:,}",
        f"{accuracy.share:.1%}",
        f"{accuracy.low * 100:.1f}–{accuracy.high * 100:.1f}",
        f"{score.parse_failures:,}",
        _short(score.input_tokens, score.output_tokens),
        _NOTHING if score.seconds is None else f"{score.seconds:,.2f}",
    )


def _short(read: int | None, written: int | None) -> str:
    """Formats the number of tokens, read and written together, to about three figures: 950, 30.6k, 1.2M."""
    if read is None and written is None:
        return _NOTHING
    number = (read or 0) + (written or 0)
    for scale, sign in _SCALES:
        if number >= scale:
            return f"{number / scale:.3g}{sign}" if number < 999.5 * scale else f"{number / scale:,.0f}{sign}"
    return str(number)


def run_score_data(score: RunScore) -> dict[str, Any]:
    """Returns what `--json` prints of one model and strategy."""
    accuracy = score.accuracy
    figures = {"accuracy": accuracy.share, "low": accuracy.low, "high": accuracy.high}
    return {
        "model": score.model,
        "strategy": score.strategy,
        "answers": accuracy.answers,
        "right": accuracy.right,
        **{name: figure if accuracy.answers else None for name, figure in figures.items()},
        "clusters": accuracy.clusters,
        **asdict(score, filter=exclude("model", "strategy", "accuracy")),
    }
