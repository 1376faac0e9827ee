"""Reports what became of each column of a table, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.suggestions import quoted

_EXAMPLES: Final = 3
_MOST_WORDS: Final = 6


@frozen
class ColumnReport:
    """What became of one column of the table."""

    column: str
    """The text of its header, or the label that it got."""
    slot: str
    """The name of the slot that it became; empty where it was left out."""
    taken: str
    """Its type, written as for `--types`; "id" for the ids of rows, empty where it was left out."""
    why: str
    """What it was taken for and why, or why it was left out."""
    read: int = 0
    """The number of cells with a value."""
    missing: int = 0
    """The number of cells without a value."""
    unreadable: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    """Cells that cannot be read and so count as missing, each with its line, in their order."""
    words: Mapping[str, int] = field(factory=dict)
    """How often each word was taken for a missing value; empty cells are left out."""
    label: str = ""
    """The label that options show."""

    def sentence(self) -> str:
        """Returns the report as one sentence."""
        missing = f", {self.missing:,} missing" if self.missing else ""
        numbers = f"; {self.read:,} read{missing}" if self.slot else ""
        return f"{self.label or self.column}: {self.why}{numbers}{details(self)}."

    def data(self) -> dict[str, Any]:
        """Returns the report for JSON, with the number of unreadable cells and the first three of them."""
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
    """Returns the end of a sentence that tells of cells without a value; empty where all have one."""
    text, cells = "", report.unreadable
    if cells:
        shown = ", ".join(f"line {line} ({quoted(text[:60])})" for line, text in cells[:_EXAMPLES])
        number = "1 cell cannot be read, and counts"
        if len(cells) > 1:
            number = f"{len(cells)} cells cannot be read, and count"
        text = f"; {number} as missing: {shown}"
    words = sorted(report.words, key=lambda word: (-report.words[word], word))[:_MOST_WORDS]
    if words:
        text += "; taken for missing: " + ", ".join(f"{word!r} ({report.words[word]})" for word in words)
    return text
