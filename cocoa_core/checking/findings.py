"""Defines what a check of a domain finds: a stable code, a position, what was found, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from attrs import asdict, frozen

from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.suggestions import closest, quoted

__all__ = [
    "CODES",
    "SEVERITIES",
    "Finding",
    "Severity",
    "finding_of",
    "in_order",
    "refusal",
    "refuse_unknown_codes",
]

Severity: TypeAlias = Literal["error", "warning", "info"]

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")

_BY_SEVERITY: Final[Mapping[Severity, str]] = {
    "error": """folder-refused schema-refused rules-refused table-refused catalogue-refused bundle-refused
        import-refused inert-value inert-wish label-unread no-group-of-five no-setting-fits
        opening-unread rule-never-splits verb-not-base verb-shared wording-compares wording-shared
        wording-two-ways wording-unread""",
    "warning": """atypical-never-matches bounds-far derived-without-rule few-wordings fixed-value-unused
        free-wording-unused group-thin group-too-small labels-alike licence-missing provenance-missing
        readme-missing rows-alike rows-nearly-alike rule-rarely-splits setting-rare setting-unmet
        test-never-drawn text-to-model too-few-slots trade-without-rule
        unclear-never value-two-ways word-never-used wording-twice""",
    "info": "slot-shown-only wanted-missing wording-asserted words-proposed",
}
CODES: Final[Mapping[str, Severity]] = MappingProxyType(
    {code: severity for severity, codes in _BY_SEVERITY.items() for code in codes.split()}
)
"""Every code with its severity. Codes keep their meaning from version to version."""


@frozen
class Finding:
    """A single finding."""

    severity: Severity
    code: str
    place: Place
    """File, line and column; 0 where the finding is about the whole file."""
    problem: str
    """One sentence."""
    got: str = ""
    """As in CocoaError; empty where there is nothing to say."""
    expected: str = ""
    """As in CocoaError; empty where there is nothing to say."""
    fix: str = ""
    """As in CocoaError; empty where there is nothing to say."""

    def to_json(self) -> dict[str, Any]:
        """Returns the finding as plain data, with the same keys for every finding."""
        named = asdict(self)
        place = named.pop("place")
        return {"severity": named.pop("severity"), "code": named.pop("code"), **place, **named}


def finding_of(
    code: str, place: Place, problem: str, *, got: str = "", expected: str = "", fix: str
) -> Finding:
    """Returns a finding of a known code.

    Raises:
        KeyError: there is no such code.
    """
    return Finding(CODES[code], code, place, problem, got, expected, fix)


def refuse_unknown_codes(codes: Iterable[str]) -> None:
    """Refuses codes that no finding has.

    Raises:
        UsageError: a code is unknown; it names the first such code.
    """
    for code in codes:
        if code not in CODES:
            near = closest(code, CODES)
            raise UsageError(
                f"no finding has the code {quoted(code)}",
                expected="a code of docs/check-domain.md",
                fix=f"write {near}" if near else "look at what `cocoa check-domain` prints",
            )


def refusal(code: str, mistake: DomainError) -> Finding:
    """Returns what the loader refuses, as a finding."""
    error_parts = {name: getattr(mistake, name) or "" for name in ("got", "expected", "fix")}
    return Finding(CODES[code], code, mistake.place or Place(""), mistake.problem, **error_parts)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Returns each finding once, sorted by file, position and code."""
    unique = dict.fromkeys(findings)
    return tuple(
        sorted(
            unique,
            key=lambda finding: (
                finding.place.file,
                finding.place.line,
                finding.place.column,
                finding.code,
                finding.problem,
            ),
        )
    )
