"""Defines the report of a check: findings in order, the domain in numbers, and one question."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from statistics import median
from typing import Any

import attrs
from attrs import frozen

from cocoa_core.checking.acceptance import Acceptance
from cocoa_core.checking.findings import SEVERITIES
from cocoa_core.domain import Domain
from cocoa_core.errors import Finding
from cocoa_core.families.selection import OPTIONS, PRESETS, Fit, Question


@frozen
class SlotSummary:
    """A slot in numbers."""

    name: str
    kind: str
    role: str
    """"asked for", "shown", "groups" (it is in `group_by`), "derived" or "hidden"."""
    rules: int
    wordings: int
    """The number of wordings, free ones included."""
    free_wordings: int


@frozen
class Summary:
    """A domain in numbers."""

    name: str
    version: str
    noun: str
    digest: str
    rows: int
    groups: int
    usable: int
    """The number of groups with five or more options that look different."""
    sizes: tuple[int, float, int]
    """How many options look different in the smallest, the median and the largest group."""
    rules: int
    wordings: int
    free_wordings: int
    axioms: int
    slots: tuple[SlotSummary, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns the numbers as plain data, in the order of the fields."""
        least, middle, most = self.sizes
        return {
            **attrs.asdict(self),
            "sizes": {"smallest": least, "median": middle, "largest": most},
            "slots": [attrs.asdict(slot) for slot in self.slots],
        }


def summary_of(domain: Domain, sizes: Sequence[int]) -> Summary:
    """Returns the numbers of a loaded domain.

    Args:
        sizes: for each group, how many of its options look different.
    """
    schema = domain.schema
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


@frozen
class PresetOffer:
    """Which difficulties a domain can give."""

    widest: int
    """The most slots that split one of its groups."""
    fit: Fit | None = None
    """What it gives where no difficulty is named; None where it gives nothing, or nothing was drawn."""

    def presets(self) -> dict[str, dict[str, bool]]:
        """Returns, by preset and setting, whether enough slots split a group."""
        return {
            name: {str(setting): setting.all_slots <= self.widest for setting, _ in mix}
            for name, mix in PRESETS.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Returns the offer as plain data."""
        fit = None
        if self.fit is not None:
            fit = {
                "mix": [[*setting.numbers, weight] for setting, weight in self.fit.mix],
                "options": self.fit.options,
                **self.fit.to_json(),
            }
        return {"slots_that_split": self.widest, "presets": self.presets(), "default": fit}


@frozen(eq=False)
class DomainReport:
    """The outcome of a check."""

    folder: str
    findings: tuple[Finding, ...]
    """The findings, by file and position."""
    summary: Summary | None = None
    """None where the domain cannot be loaded."""
    acceptance: tuple[Acceptance, ...] = ()
    """The outcome of each setting; empty where nothing was drawn."""
    question: Question | None = None
    """An example; None where none could be made."""
    notes: tuple[str, ...] = ()
    """What `load_domain` remarks, such as other domains of the name."""
    offer: PresetOffer | None = None
    """None where no group has five options."""

    def count(self, severity: str) -> int:
        """Returns the number of findings of a severity."""
        return sum(finding.severity == severity for finding in self.findings)

    def passes(self, *, strict: bool = False, errors: Collection[str] = ()) -> bool:
        """Returns whether there is no error, and with `strict` no warning either.

        Args:
            errors: codes that count as errors, whatever the severity of their findings.
        """
        if any(finding.code in errors for finding in self.findings):
            return False
        return not self.count("error") and not (strict and self.count("warning"))

    def to_json(self) -> dict[str, Any]:
        """Returns the report as plain data. The keys are always the same."""
        return {
            "folder": self.folder,
            "counts": {severity: self.count(severity) for severity in SEVERITIES},
            "findings": [finding.to_json() for finding in self.findings],
            "summary": self.summary.to_json() if self.summary else None,
            "acceptance": [row.to_json() for row in self.acceptance],
            "offer": self.offer.to_json() if self.offer else None,
            "question": self.question.to_json() if self.question else None,
            "notes": list(self.notes),
        }
