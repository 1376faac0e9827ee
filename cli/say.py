"""The command `cocoa say`: says the words of a domain's rules as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.table import Table

from cocoa_core.text import counted

from .flag_groups import option
from .flags import AsJson, DomainNamed, Seed
from .terminal import console, plain, print_notes, write_json

if TYPE_CHECKING:
    from cocoa_core.checking import RuleWords, WordingWords


def say(
    domain: DomainNamed,
    rule: Annotated[str | None, option("--rule -r ID", "Only this rule.")] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Print each wording of a domain's rules as sentences, outside of questions.

    Each wording is said affirmed and denied, as a condition and as a demand, with values of the catalogue.
    What sounds wrong here will sound wrong in requests; another seed shows other comparisons. Rules whose
    words `cocoa new-domain` proposed are marked until `proposed: true` is deleted from rules.yaml.

    `cocoa sample` shows whole questions, `cocoa preview` both in the browser.

    Examples:

      cocoa say flights
      cocoa say ./my-laptops --rule price
      cocoa say ./my-laptops --json
    """
    from cocoa_core.api import load_domain
    from cocoa_core.checking import said_rules

    loaded = load_domain(domain).domain
    spoken = said_rules(loaded, rule, seed)
    if as_json:
        write_json({"domain": loaded.schema.name, "rules": [rule_text.to_json() for rule_text in spoken]})
        return
    print_notes(*loaded.notes)
    _print_rules(console(), spoken)


def _print_rules(console: Console, rules: tuple[RuleWords, ...]) -> None:
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
