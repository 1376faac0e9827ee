"""Prints a sentence and its logical form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.families.parsing import ParsingItem

__all__ = ["print_sentence"]


def print_sentence(console: Console, item: ParsingItem) -> None:
    """Prints a sentence, its provenance and its logical form, also in COGS's notation where that differs."""
    provenance = item.provenance
    parts = [item.category, item.notation, item.variant, f"seed {provenance.seed}, index {provenance.index}"]
    parts += [provenance.side] if provenance.side else []
    console.print(plain(" · ".join([*parts, item.id]), "dim"), soft_wrap=True)
    console.print()
    console.print(plain(item.sentence), soft_wrap=True)
    console.print(plain(str(item.key), "bold"), soft_wrap=True)
    if item.notation != "cogs":
        console.print(plain(item.form, "dim"), soft_wrap=True)
