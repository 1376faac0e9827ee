"""What became of a table's columns, as people and programs read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.suggestions import quoted

__all__ = ["ColumnReport", "details"]

_EXAMPLES: Final = 3
_MOST_WORDS: Final = 6


@frozen
class ColumnReport:
    """One column of the table."""

    column: str
    """Its header's text, or the label that it got."""
    slot: str
    """The name of the slot that it became; "" where it was left out."""
    taken: str
    """In the words of `--types`; "id" for the ids of rows, "" where it was left out."""
    why: str
    """What it was taken for and why, or why it was left out."""
    read: int = 0
    missing: int = 0
    """`read` and `missing`: cells with a value, and cells without one."""
    unreadable: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    """Cells that cannot be read and so count as missing, each with its line, in their order."""
    words: Mapping[str, int] = field(factory=dict)
    """How often each word but the empty one was taken for a missing value."""
    label: str = ""
    """What options show for it."""

    def sentence(self) -> str:
        """Returns all of it in one sentence."""
        missing = f", {self.missing:,} missing" if self.missing else ""
        numbers = f"; {self.read:,} read{missing}" if self.slot else ""
        return f"{self.label or self.column}: {self.why}{numbers}{details(self)}."

    def data(self) -> dict[str, Any]:
        """As JSON has it: of the unreadable cells the first three, and how many there are."""
        return {
            "column": self.column,
            "slot": self.slot or None,
            "taken_for": self.taken or None,
            "why": self.why,
            "read": self.read,
            "missing": self.missing,
            "unreadable": len(self.unreadable),
            "first_unreadable": [{"line": line, "text": text} for line, text in self.unreadable[:_EXAMPLES]],
            "words_taken_for_missing": dict(self.words),
        }


def details(report: ColumnReport) -> str:
    """Returns what is to be said of cells without a value, after a sentence about the column; "" for
    nothing.
    """
    return _unreadable(report) + _taken_for_missing(report)


def _unreadable(report: ColumnReport) -> str:
    places = report.unreadable
    if not places:
        return ""
    shown = [f"line {line} ({quoted(text[:60])})" for line, text in places[:_EXAMPLES]]
    one = len(places) == 1
    number = "1 cell cannot be read, and counts" if one else f"{len(places)} cells cannot be read, and count"
    return f"; {number} as missing: {', '.join(shown)}"


def _taken_for_missing(report: ColumnReport) -> str:
    """Returns which words were taken for missing values, and how often."""
    if not report.words:
        return ""
    counted = sorted(report.words.items(), key=lambda counted_word: (-counted_word[1], counted_word[0]))[
        :_MOST_WORDS
    ]
    return "; taken for missing: " + ", ".join(f"{text!r} ({times})" for text, times in counted)
