"""The command `cocoa say`: says the words of a domain's rules as sentences."""

from __future__ import annotations

from typing import Annotated

import typer

from .flags import AsJson, DomainNamed, Seed

__all__ = ["say"]


def say(
    domain: DomainNamed,
    rule: Annotated[
        str | None,
        typer.Option("--rule", "-r", metavar="ID", help="Only this rule.", show_default=False),
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Say each wording of a domain's rules alone, outside of questions.

    Each wording is said affirmed and denied, as a condition and as a demand, with values of the catalogue.
    What sounds wrong here will sound wrong in requests. Rules whose words `cocoa new-domain` proposed are
    marked until `proposed: true` is deleted from them in rules.yaml. Another seed says them with others of
    cocoa's comparisons.

    Examples:

      cocoa say flights
      cocoa say ./my-laptops --rule price
      cocoa say ./my-laptops --json
    """
    from cocoa_core.api import load_domain
    from cocoa_core.checking import said_rules

    from .say_view import print_rules
    from .terminal import console, print_notes, write_json

    loaded = load_domain(domain).domain
    spoken = said_rules(loaded, rule, seed)
    if as_json:
        data = {"domain": loaded.schema.name, "rules": [rule_text.to_json() for rule_text in spoken]}
        write_json(data)
        return
    print_notes(loaded.notes)
    print_rules(console(), spoken)
