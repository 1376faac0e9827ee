"""What is wrong with printed options: every mistake with its place, the first few of them in one error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain.printed.bounds import Widening, widening_text
from cocoa_core.domain.suggestions import quoted
from cocoa_core.errors import FindingsError, Place

__all__ = ["REPORTED", "Finding", "refusal", "shown_text"]

REPORTED: Final = 10
"""Findings that one error names; of others it gives the number."""


@frozen
class Finding:
    """Something in a record that cannot be used.

    record, line, where: as in Record; `where` names the place in words
    reason:    what kind of mistake it is, in a few words
    key, slot: the printed key and the slot it is for; "" where it is about the whole record
    got, expected, fix: as in CocoaError
    widenings: what has to change in schema.yaml for a value that is out of bounds
    """

    record: int
    line: int
    where: str
    reason: str
    key: str
    slot: str
    got: str
    expected: str
    fix: str | None = None
    widenings: tuple[Widening, ...] = ()

    def text(self) -> str:
        """The finding in one line."""
        about = f"{self.where}, " + (f"key {self.key!r}, " if self.key else "")
        about += f"slot {self.slot}: " if self.slot else ""
        fix = f"; {self.fix}" if self.fix and not self.widenings else ""
        return f"{about}{self.got}, expected {self.expected}{fix}"


def shown_text(text: str) -> str:
    """A printed text as findings quote it."""
    return quoted(text) if text.strip() else "nothing"


def refusal(file: str, findings: Sequence[Finding], records: int, hint: str) -> FindingsError:
    """The error for findings: one whole, or the first ten in a line each. `hint`: how else to mend them."""
    bad = len({finding.record for finding in findings})
    if len(findings) == 1:
        (one,) = findings
        about = f"key {one.key!r}, slot {one.slot}" if one.slot and one.key else one.slot or "the record"
        return FindingsError(
            f"{one.where}: {about}: {one.reason}" if not one.line else f"{about}: {one.reason}",
            got=one.got,
            expected=one.expected,
            fix=f"{one.fix}; or {hint}" if one.fix else hint,
            place=Place(file, one.line),
        )
    lines = [finding.text() for finding in findings[:REPORTED]]
    if len(findings) > REPORTED:
        lines.append(f"and {len(findings) - REPORTED:,} more")
    wider = widening_text(one for finding in findings for one in finding.widenings)
    reasons = Counter(finding.reason for finding in findings)
    counted = ", ".join(f"{reason} ({count:,})" for reason, count in reasons.most_common())
    return FindingsError(
        f"{len(findings):,} mistakes in {bad:,} of {records:,} records: {counted}",
        got="\n    ".join(["", *lines]),
        fix=f"{wider}; or {hint}" if wider else hint,
        place=Place(file),
    )
