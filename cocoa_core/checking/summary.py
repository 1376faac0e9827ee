"""A domain in numbers: slots with their kinds, rules and wordings, groups, rows."""

from __future__ import annotations

from statistics import median
from typing import Any

import attrs
from attrs import frozen

from cocoa_core.checking.row_checks import Looks
from cocoa_core.domain.domain import Domain
from cocoa_core.generation.five import OPTIONS

__all__ = ["SlotSummary", "Summary", "summary_of"]


@frozen
class SlotSummary:
    """One slot. wordings: the free ones are among them.

    role: "asked for", "shown", "groups" (it is in `group_by`), "derived" or "hidden"
    """

    name: str
    kind: str
    role: str
    rules: int
    wordings: int
    free_wordings: int


@frozen
class Summary:
    """sizes: options that look different in the smallest, the middle and the largest group.

    usable: groups with five options or more that look different.
    """

    name: str
    version: str
    noun: str
    digest: str
    rows: int
    groups: int
    usable: int
    sizes: tuple[int, float, int]
    rules: int
    wordings: int
    free_wordings: int
    axioms: int
    slots: tuple[SlotSummary, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data, keys in the order of the fields."""
        least, middle, most = self.sizes
        return {
            **attrs.asdict(self),
            "sizes": {"smallest": least, "median": middle, "largest": most},
            "slots": [attrs.asdict(slot) for slot in self.slots],
        }


def summary_of(domain: Domain, looks: Looks) -> Summary:
    """The numbers of a loaded domain."""
    schema, sizes = domain.schema, looks.sizes
    slots = tuple(_slot(domain, slot.name) for slot in schema.slots)
    return Summary(
        name=schema.name,
        version=schema.version,
        noun=schema.noun,
        digest=domain.digest,
        rows=len(domain.catalogue.rows),
        groups=len(sizes),
        usable=sum(size >= OPTIONS for size in sizes),
        sizes=(min(sizes), median(sizes), max(sizes)),
        rules=len(domain.rules),
        wordings=sum(slot.wordings for slot in slots),
        free_wordings=sum(slot.free_wordings for slot in slots),
        axioms=len(schema.axioms),
        slots=slots,
    )


def _slot(domain: Domain, name: str) -> SlotSummary:
    slot, rules = domain.schema.slot(name), domain.rules_of(name)
    free = sum(len(rule.also) for rule in rules)
    if slot.derived is not None:
        role = "derived"
    elif name in domain.schema.group_by:
        role = "groups"
    elif not slot.shown:
        role = "hidden"
    else:
        role = "asked for" if rules else "shown"
    return SlotSummary(
        name, slot.kind.name, role, len(rules), sum(len(rule.say) for rule in rules) + free, free
    )
