"""Defines the codes of what a check of a domain finds, and the order of findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cocoa_core.errors import Finding, Place, Severity, UsageError
from cocoa_core.suggestions import closest, quoted

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
CODES: Final[Mapping[str, Severity]] = {
    code: severity for severity, codes in _BY_SEVERITY.items() for code in codes.split()
}
"""Every code with its severity. Codes keep their meaning from version to version."""


def finding_of(
    code: str, place: Place, problem: str, *, got: str = "", expected: str = "", fix: str
) -> Finding:
    """Returns a finding of a known code.

    Raises:
        KeyError: there is no such code.
    """
    return Finding(problem, got, expected, fix, place, CODES[code], code)


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
