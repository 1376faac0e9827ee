"""Prints a sentence and its logical form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.families.parsing import ParsingItem

__all__ = ["print_sentence"]


def print_sentence(console: Console, item: ParsingItem) -> None:
    """Where it comes from, the sentence, its form, and that in COGS's notation where it is another."""
    made = item.provenance
    parts = [item.category, item.notation, item.variant, f"seed {made.seed}, index {made.index}"]
    parts += [made.side] if made.side else []
    console.print(plain(" · ".join([*parts, item.id]), "dim"), soft_wrap=True)
    console.print()
    console.print(plain(item.sentence), soft_wrap=True)
    console.print(plain(str(item.key), "bold"), soft_wrap=True)
    if item.notation != "cogs":
        console.print(plain(item.form, "dim"), soft_wrap=True)
