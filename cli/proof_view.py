"""Prints a proof: the conditions, then each option with what it breaks or meets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from .question_view import PROSE_WIDTH, print_prose
from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.families.selection import Explanation, OptionVerdict


def print_proof(console: Console, explanation: Explanation) -> None:
    """Prints the whole worked solution, ending with the answer."""
    print_prose(console, explanation.lead())
    console.print()
    _print_conditions(console, explanation)
    for verdict in explanation.verdicts:
        console.print()
        _print_verdict(console, verdict)
    console.print()
    console.print(plain(explanation.conclusion, "bold green"))


def _print_conditions(console: Console, explanation: Explanation) -> None:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", style="bold cyan")
    grid.add_column()
    for number, words in enumerate(explanation.conditions, 1):
        grid.add_row(f"{number}.", plain(words))
    console.print(grid, width=min(console.width, PROSE_WIDTH))


def _print_verdict(console: Console, verdict: OptionVerdict) -> None:
    marks = "✓✗" if console.encoding.startswith("utf") else "+-"
    mark, style = (marks[0], "bold green") if verdict.right else (marks[1], "bold red")
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style=style)
    grid.add_column()
    for number, sentence in enumerate(verdict.sentences()):
        grid.add_row("" if number else mark, plain(sentence))
    console.print(grid, width=min(console.width, PROSE_WIDTH))
