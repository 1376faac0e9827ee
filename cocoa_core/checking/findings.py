"""What a check of a domain finds: a stable code, a place, what was found, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from attrs import frozen

from cocoa_core.errors import DomainError, Place

__all__ = ["CODES", "SEVERITIES", "Finding", "Severity", "found", "in_order", "refusal"]

Severity: TypeAlias = Literal["error", "warning", "info"]

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")

CODES: Final[Mapping[str, Severity]] = MappingProxyType(
    {
        "folder-refused": "error",
        "schema-refused": "error",
        "rules-refused": "error",
        "table-refused": "error",
        "catalogue-refused": "error",
        "printed-refused": "error",
        "no-group-of-five": "error",
        "opening-unread": "error",
        "rule-never-splits": "error",
        "wording-shared": "error",
        "wording-two-ways": "error",
        "wording-unread": "error",
        "atypical-never-matches": "warning",
        "bounds-far": "warning",
        "derived-without-rule": "warning",
        "few-wordings": "warning",
        "fixed-value-unused": "warning",
        "free-wording-unused": "warning",
        "group-thin": "warning",
        "group-too-small": "warning",
        "licence-missing": "warning",
        "provenance-missing": "warning",
        "readme-missing": "warning",
        "rows-alike": "warning",
        "rows-nearly-alike": "warning",
        "rule-rarely-splits": "warning",
        "setting-rare": "warning",
        "setting-unmet": "warning",
        "test-never-drawn": "warning",
        "too-few-slots": "warning",
        "value-two-ways": "warning",
        "verb-not-base": "warning",
        "word-never-used": "warning",
        "wording-compares": "warning",
        "slot-shown-only": "info",
        "wording-asserted": "info",
    }
)
"""Every code there is, with how grave it is. Codes keep their meaning from version to version."""


@frozen
class Finding:
    """One thing that was found.

    place:    file, line and column; 0 where the finding is about the whole file
    problem:  one sentence; got, expected, fix: as in CocoaError, empty where there is nothing to say
    """

    severity: Severity
    code: str
    place: Place
    problem: str
    got: str = ""
    expected: str = ""
    fix: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data, the same keys for every finding."""
        return {
            "severity": self.severity,
            "code": self.code,
            "file": self.place.file,
            "line": self.place.line,
            "column": self.place.column,
            "problem": self.problem,
            "got": self.got,
            "expected": self.expected,
            "fix": self.fix,
        }


def found(code: str, place: Place, problem: str, *, got: str = "", expected: str = "", fix: str) -> Finding:
    """A finding of a known code; KeyError for a code that is not listed."""
    return Finding(CODES[code], code, place, problem, got, expected, fix)


def refusal(code: str, mistake: DomainError) -> Finding:
    """What the loader refuses, as a finding."""
    return Finding(
        CODES[code],
        code,
        mistake.place or Place(""),
        mistake.problem,
        mistake.got or "",
        mistake.expected or "",
        mistake.fix or "",
    )


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By file, then place, then code; each once."""
    unique = dict.fromkeys(findings)
    return tuple(
        sorted(
            unique, key=lambda one: (one.place.file, one.place.line, one.place.column, one.code, one.problem)
        )
    )
