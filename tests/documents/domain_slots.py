"""The slots of a domain as a table. Run with `python -m tests.documents.domain_slots NAME`."""

from __future__ import annotations

import sys
from typing import Final

import cocoa_core
from cocoa_core.domain import Domain, Slot

from .tables import code, table

_HEAD: Final = ("slot", "shown as", "kind", "for example", "kinds of constraint")
_LONGEST: Final = 48


def text(name: str) -> str:
    """A markdown table in the order of the schema; each example is what some row shows."""
    domain = cocoa_core.load_domain(name).domain
    return table(_HEAD, [_line(domain, slot) for slot in domain.schema.slots])


def _line(domain: Domain, slot: Slot) -> tuple[str, ...]:
    rules = domain.rules_of(slot.name)
    role = ", ".join(code(rule.id) for rule in rules) or _without_rules(domain, slot)
    label = "(never shown)" if slot.derived is not None else slot.label if slot.shown else "(not shown)"
    return code(slot.name), label, slot.kind.name, _example(domain, slot), role


def _without_rules(domain: Domain, slot: Slot) -> str:
    return "groups the options" if slot.name in domain.schema.group_by else "none: only shown"


def _example(domain: Domain, slot: Slot) -> str:
    """What the first row shows that has a value, and a short one."""
    position = domain.schema.position(slot.name)
    shown = (
        slot.kind.show(row[position]) for row in domain.catalogue.rows if row[position] not in (None, ())
    )
    return next((one for one in shown if len(one) <= _LONGEST), "")


if __name__ == "__main__":
    print(text(*sys.argv[1:]))
