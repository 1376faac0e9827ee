"""What a check of a domain says: findings in order, the domain in numbers, and one question as a taste."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from cocoa_core.checking.acceptance import Acceptance
from cocoa_core.checking.findings import SEVERITIES, Finding
from cocoa_core.checking.summary import Summary
from cocoa_core.records.question import Question

__all__ = ["Report"]


@frozen(eq=False)
class Report:
    """findings: by file and place. summary: None where the domain cannot be loaded.

    acceptance: by setting; empty where nothing was drawn. question: None where none could be made.
    notes: what `load_domain` remarks, such as other domains of the name.
    """

    folder: str
    findings: tuple[Finding, ...]
    summary: Summary | None = None
    acceptance: tuple[Acceptance, ...] = ()
    question: Question | None = None
    notes: tuple[str, ...] = ()

    def count(self, severity: str) -> int:
        """How many findings are as grave as that."""
        return sum(one.severity == severity for one in self.findings)

    def passes(self, *, strict: bool = False) -> bool:
        """Whether there are no errors, and where that is asked for no warnings."""
        return not self.count("error") and not (strict and self.count("warning"))

    def to_json(self) -> dict[str, Any]:
        """Plain data; the keys are always the same."""
        return {
            "folder": self.folder,
            "counts": {severity: self.count(severity) for severity in SEVERITIES},
            "findings": [one.to_json() for one in self.findings],
            "summary": self.summary.to_json() if self.summary else None,
            "acceptance": [one.to_json() for one in self.acceptance],
            "question": self.question.to_json() if self.question else None,
            "notes": list(self.notes),
        }
