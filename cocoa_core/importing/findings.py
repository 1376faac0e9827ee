"""What is wrong with printed options: every mistake with its place, the first few of them in one error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import gcd
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import Value
from cocoa_core.domain.kinds import CategorySet, Clock, Duration, Kind, NumberList, OrderedKind
from cocoa_core.errors import FindingsError, Place
from cocoa_core.suggestions import quoted

__all__ = [
    "REPORTED",
    "Finding",
    "Widening",
    "left_out",
    "needed",
    "refusal",
    "shown_text",
    "together",
    "widening_text",
]

REPORTED: Final = 10
"""Findings that one error names; of others it gives the number."""


@frozen
class Widening:
    """One setting of a slot, and the number that it would have to be."""

    slot: str
    setting: str
    """"min", "max" and "step" in the kind's own unit, "min_items" and "max_items"."""
    number: int
    kind: Kind

    def text(self) -> str:
        """As schema.yaml would have it: "`min: 2024-04-17` for date"."""
        items = self.setting.endswith("_items")
        plain = items or not isinstance(self.kind, OrderedKind) or self.setting == "step"
        number = str(self.number) if plain else self.kind.write(self.number)
        if self.setting == "step" and not isinstance(self.kind, Duration | Clock):
            return f"no `whole: true` for {self.slot}"
        return f"`{self.setting}: {number}` for {self.slot}"


def needed(slot: str, kind: Kind, value: Value) -> tuple[Widening, ...]:
    """Returns what has to change so that the kind holds the value, as far as numbers of a schema say it."""
    if isinstance(kind, CategorySet | NumberList) and isinstance(value, tuple):
        found: list[Widening] = []
        if len(value) > kind.max_items:
            found.append(Widening(slot, "max_items", len(value), kind))
        if len(value) < kind.min_items:
            found.append(Widening(slot, "min_items", len(value), kind))
        if isinstance(kind, NumberList):
            found += (widening for item in value for widening in needed(slot, kind.items, item))
        return together(found)
    if not isinstance(kind, OrderedKind) or not isinstance(value, int):
        return ()
    low, high, step = kind.span()
    ends = [("min", value)] * (value < low) + [("max", value)] * (value > high)
    steps = [("step", gcd(step, abs(value)))] if value % step else []
    if isinstance(kind, Clock) and ends:
        return ()
    return tuple(Widening(slot, setting, number, kind) for setting, number in (*ends, *steps))


def together(widenings: Iterable[Widening]) -> tuple[Widening, ...]:
    """Returns one widening for each setting of each slot that does for all, in order of first appearance."""
    found: dict[tuple[str, str], Widening] = {}
    for widening in widenings:
        place = (widening.slot, widening.setting)
        least = widening.setting in ("min", "min_items")
        further: Callable[[int, int], int] = gcd if widening.setting == "step" else min if least else max
        number = further(found[place].number, widening.number) if place in found else widening.number
        found[place] = evolve(widening, number=number)
    return tuple(found.values())


def widening_text(widenings: Iterable[Widening]) -> str:
    """Returns what to write into schema.yaml, in words; "" for nothing."""
    texts = [widening.text() for widening in together(widenings)]
    return f"write {', '.join(texts)} in schema.yaml" if texts else ""


@frozen
class Finding:
    """Something in a record that cannot be used."""

    record: int
    line: int
    where: str
    """`record`, `line` and `where`: as in Record; `where` names the place in words."""
    reason: str
    """What kind of mistake it is, in a few words."""
    key: str
    slot: str
    """`key` and `slot`: the printed key and the slot it is for; "" where it is about the whole record."""
    got: str
    expected: str
    fix: str | None = None
    """`got`, `expected` and `fix`: as in CocoaError."""
    widenings: tuple[Widening, ...] = ()
    """What has to change in schema.yaml for a value that is out of bounds."""

    def text(self) -> str:
        """Returns the finding in one line."""
        about = f"{self.where}, " + (f"key {self.key!r}, " if self.key else "")
        about += f"slot {self.slot}: " if self.slot else ""
        fix = f"; {self.fix}" if self.fix and not self.widenings else ""
        return f"{about}{self.got}, expected {self.expected}{fix}"


def left_out(findings: Sequence[Finding]) -> dict[str, int]:
    """Returns how many records are left out by reason, that of their first finding; the most frequent
    first.
    """
    reasons = {finding.record: finding.reason for finding in reversed(findings)}
    return dict(Counter(reasons.values()).most_common())


def shown_text(text: str) -> str:
    """Returns a printed text as findings quote it."""
    return quoted(text) if text.strip() else "nothing"


def refusal(file: str, findings: Sequence[Finding], records: int, hint: str) -> FindingsError:
    """Returns the error for findings: one whole, or the first ten in a line each.

    `hint`: how else to mend them.
    """
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
    wider = widening_text(widening for finding in findings for widening in finding.widenings)
    reasons = Counter(finding.reason for finding in findings)
    counted = ", ".join(f"{reason} ({count:,})" for reason, count in reasons.most_common())
    return FindingsError(
        f"{len(findings):,} mistakes in {bad:,} of {records:,} records: {counted}",
        got="\n    ".join(["", *lines]),
        fix=f"{wider}; or {hint}" if wider else hint,
        place=Place(file),
    )
