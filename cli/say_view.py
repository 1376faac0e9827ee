"""Prints the words of rules: each rule, its wordings, and the wordings in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from cocoa_core.text import counted

from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.checking import RuleWords, WordingWords

__all__ = ["print_rules"]


def print_rules(console: Console, rules: tuple[RuleWords, ...]) -> None:
    """Prints every rule in turn, then how many still have proposed words."""
    for rule in rules:
        line = plain(rule.rule, "bold cyan")
        line.append(plain(f"  {rule.place}", "dim"))
        if rule.proposed:
            line.append(plain("  proposed", "bold yellow"))
        console.print(line, soft_wrap=True)
        for wording in rule.wordings:
            _wording(console, wording)
        console.print()
    proposed = sum(rule.proposed for rule in rules)
    if proposed:
        text = f"{counted(proposed, 'rule')} of {len(rules)} with proposed words: read them, mend what nobody"
        console.print(plain(f"{text} would say, then delete `proposed: true` from the rule"))


def _wording(console: Console, wording: WordingWords) -> None:
    """Prints conditions on the left and demands on the right, a line each for affirmed and negated."""
    console.print(plain(f"  {wording.key} {wording.number} (line {wording.place.line})", "dim"))
    if not wording.sayings:
        console.print(plain("    it can say no value of the catalogue that this rule draws", "yellow"))
        return
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=2)
    conditions = any(saying.condition for saying in wording.sayings)
    for _ in range(1 + conditions):
        table.add_column(overflow="fold", ratio=1)
    table.expand = True
    for saying in wording.sayings:
        texts = (saying.condition, saying.demand) if conditions else (saying.demand,)
        table.add_row("", *map(plain, texts))
    console.print(table)
