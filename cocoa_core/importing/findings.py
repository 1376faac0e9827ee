"""Collects every mistake in printed options with its position; one error shows the first few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import gcd
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.domain import Value
from cocoa_core.domain.kinds import Kind, OrderedKind
from cocoa_core.errors import Finding, FindingsError, Place
from cocoa_core.suggestions import quoted

REPORTED: Final = 10
"""The number of findings that one error shows; of others it gives the number."""


@frozen
class Widening:
    """A bound of a slot that is too narrow, with the number that would be wide enough."""

    slot: str
    setting: str
    """"min", "max" or "step", in the smallest unit of the kind; or "min_items" or "max_items"."""
    number: int
    kind: Kind

    def text(self) -> str:
        """Returns the setting as schema.yaml would have it: "`min: 2024-04-17` for date"."""
        items = self.setting.endswith("_items")
        plain = items or not isinstance(self.kind, OrderedKind) or self.setting == "step"
        number = str(self.number) if plain else self.kind.write(self.number)
        if self.setting == "step" and not self.kind.distance_units:
            return f"no `whole: true` for {self.slot}"
        return f"`{self.setting}: {number}` for {self.slot}"


def needed(slot: str, kind: Kind, value: Value) -> tuple[Widening, ...]:
    """Returns the bounds that would have to be widened for the kind to hold the value; none if that is not
    enough.
    """
    if kind.several and isinstance(value, tuple):
        size, widenings = len(value), list[Widening]()
        if not kind.min_items <= size <= kind.max_items:
            setting = "max_items" if size > kind.max_items else "min_items"
            widenings.append(Widening(slot, setting, size, kind))
        widenings += (widening for item in value for widening in needed(slot, kind.item_kind, item))
        return together(widenings)
    if not isinstance(kind, OrderedKind) or not isinstance(value, int):
        return ()
    low, high, step = kind.span()
    ends = [("min", value)] * (value < low) + [("max", value)] * (value > high)
    steps = [("step", gcd(step, abs(value)))] if value % step else []
    if ends and not kind.bounded:
        return ()
    return tuple(Widening(slot, setting, number, kind) for setting, number in (*ends, *steps))


def together(widenings: Iterable[Widening]) -> tuple[Widening, ...]:
    """Returns one widening for each setting that serves all of them, in the order of appearance."""
    widest: dict[tuple[str, str], Widening] = {}
    for widening in widenings:
        key = (widening.slot, widening.setting)
        least = widening.setting in ("min", "min_items")
        further: Callable[[int, int], int] = gcd if widening.setting == "step" else min if least else max
        number = further(widest[key].number, widening.number) if key in widest else widening.number
        widest[key] = evolve(widening, number=number)
    return tuple(widest.values())


def widening_text(widenings: Iterable[Widening]) -> str:
    """Returns what to write into schema.yaml, in words; empty where there is nothing."""
    texts = [widening.text() for widening in together(widenings)]
    return f"write {', '.join(texts)} in schema.yaml" if texts else ""


@frozen(kw_only=True)
class RecordFinding(Finding):
    """A mistake in a record because of which it cannot be used; `problem` is its kind in a few words."""

    record: int
    """The number of the record, from 1."""
    key: str = ""
    """The printed key; empty where the finding is about the whole record."""
    slot: str = ""
    """The slot; empty where the finding is about the whole record."""
    widenings: tuple[Widening, ...] = ()
    """The changes of schema.yaml that make the slot hold a value that is out of bounds."""

    @property
    def where(self) -> str:
        """The line of the record in its file, in words; its number where it has no line of its own."""
        return f"line {self.place.line}" if self.place.line else f"record {self.record}"

    def to_json(self) -> dict[str, Any]:
        """Returns the finding as plain data."""
        about = {"record": self.record, "line": self.place.line, "where": self.where, "reason": self.problem}
        return about | {name: getattr(self, name) for name in ("key", "slot", "got", "expected", "fix")}

    def text(self) -> str:
        """Returns the finding in one line."""
        about = f"{self.where}, " + (f"key {self.key!r}, " if self.key else "")
        about += f"slot {self.slot}: " if self.slot else ""
        fix = f"; {self.fix}" if self.fix and not self.widenings else ""
        return f"{about}{self.got}, expected {self.expected}{fix}"


def left_out(findings: Sequence[RecordFinding]) -> dict[str, int]:
    """Returns the number of records left out by reason, that of their first finding, most frequent first."""
    reasons = {finding.record: finding.problem for finding in reversed(findings)}
    return dict(Counter(reasons.values()).most_common())


def shown_text(text: str) -> str:
    """Returns a printed text as findings quote it."""
    return quoted(text) if text.strip() else "nothing"


def refusal(file: str, findings: Sequence[RecordFinding], records: int, hint: str) -> FindingsError:
    """Returns the error for findings: the only one in full, or the first ten in one line each.

    Args:
        hint: another way to correct them.
    """
    bad = len({finding.record for finding in findings})
    if len(findings) == 1:
        (single,) = findings
        about = single.slot or "the record"
        if single.slot and single.key:
            about = f"key {single.key!r}, slot {single.slot}"
        problem = f"{about}: {single.problem}"
        if not single.place.line:
            problem = f"{single.where}: {problem}"
        fix = f"{single.fix}; or {hint}" if single.fix else hint
        return FindingsError.of(evolve(single, problem=problem, fix=fix))
    lines = [finding.text() for finding in findings[:REPORTED]]
    if len(findings) > REPORTED:
        lines.append(f"and {len(findings) - REPORTED:,} more")
    wider = widening_text(widening for finding in findings for widening in finding.widenings)
    reasons = Counter(finding.problem for finding in findings)
    counted = ", ".join(f"{reason} ({count:,})" for reason, count in reasons.most_common())
    return FindingsError(
        f"{len(findings):,} mistakes in {bad:,} of {records:,} records: {counted}",
        got="\n    ".join(["", *lines]),
        fix=f"{wider}; or {hint}" if wider else hint,
        place=Place(file),
    )
