"""The cells of one column: which are missing, what differs, and how a reader takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from attrs import field, frozen

from cocoa_core.domain.printed.missing import is_missing
from cocoa_core.scaffolding.columns.header import Header

__all__ = ["TOLERATED", "Cells", "Reading"]

TOLERATED: Final = 0.03
"""The share of a column's rows that may be unreadable: they are dropped, and counted."""

_T = TypeVar("_T")


@frozen
class Reading:
    """What a column can be.

    settings: of the slot in schema.yaml, but for label, missing and shown; "kind" first
    cells:    canonical texts in the order of the rows: "" where missing, None where unreadable
    why:      what was guessed and why, without the column's name
    ruled:    whether rules may be about it
    """

    settings: Mapping[str, object]
    cells: tuple[str | None, ...] = field(repr=False)
    why: str
    ruled: bool = True

    @property
    def kind(self) -> str:
        """The name of the kind."""
        return str(self.settings["kind"])


@frozen
class Cells:
    """A column as texts without blanks around them.

    counts:    how often each text that is not missing occurs
    tolerated: the share of the rows with a value that a reader may refuse
    """

    header: Header
    texts: tuple[str, ...] = field(repr=False)
    counts: Mapping[str, int] = field(repr=False)
    tolerated: float = TOLERATED

    @classmethod
    def of(cls, header: Header, raw: Sequence[str], tolerated: float = TOLERATED) -> Cells:
        """The column of raw cells."""
        texts = tuple([text.strip() for text in raw])
        counts = Counter(texts)
        for text in [text for text in counts if is_missing(text)]:
            del counts[text]
        return cls(header, texts, counts, tolerated)

    @property
    def present(self) -> int:
        """Rows that have a value."""
        return sum(self.counts.values())

    def readings(self, read: Callable[[str], _T], tolerated: float | None = None) -> dict[str, _T] | None:
        """What the reader makes of each text; None where it refuses more of the rows than is tolerated."""
        found: dict[str, _T] = {}
        left = int((self.tolerated if tolerated is None else tolerated) * self.present)
        for text, times in self.counts.items():
            try:
                found[text] = read(text)
            except (ValueError, OverflowError):
                left -= times
                if left < 0:
                    return None
        return found or None

    def written(self, canonical: Mapping[str, str]) -> tuple[str | None, ...]:
        """The cells in canonical text: "" where missing, None where there is none for the text."""
        return tuple([canonical.get(text) if text in self.counts else "" for text in self.texts])
