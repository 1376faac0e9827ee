"""The cells of one column: which are missing, what differs, and how a reader takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, TypeVar

from attrs import evolve, field, frozen

from cocoa_core.importing.columns.header import Header
from cocoa_core.importing.conventions import DayOrder, DecimalSign, is_missing

__all__ = ["TOLERATED", "Cells", "Reading"]

TOLERATED: Final = 0.03
"""The share of a column's cells that may be unreadable: they count as missing, and are said."""
_ALWAYS_ONE: Final = 10
"""From so many cells on one may be unreadable."""
_NONE: Final = "none"

_T = TypeVar("_T")


@frozen
class Reading:
    """What a column can be."""

    settings: Mapping[str, object]
    """Of the slot in schema.yaml, but for label, missing and shown; "kind" first."""
    cells: tuple[str | None, ...] = field(repr=False)
    """Canonical texts in the order of the rows: "" where missing, None where unreadable."""
    why: str
    """What was guessed and why, without the column's name."""
    ruled: bool = True
    """Whether rules may be about it."""
    taken: str = ""
    """As what it was read, in the words of `--types`: "money:EUR"."""
    decimal: DecimalSign | None = None
    """The sign before decimals that its numbers were read with, where they have any."""
    rounded: bool = False
    """Whether its numbers had more decimals than are kept."""
    said: str = ""
    """How its words were made of those of the table, as `as_said` takes it."""

    @property
    def kind(self) -> str:
        """The name of the kind."""
        return str(self.settings["kind"])


@frozen
class Cells:
    """A column as texts without blanks around them."""

    header: Header
    texts: tuple[str, ...] = field(repr=False)
    counts: Mapping[str, int] = field(repr=False)
    """How often each text that is not missing occurs."""
    missing: Mapping[str, int] = field(factory=dict, repr=False)
    """How often each text but "" occurs that is taken for missing."""
    decimal: DecimalSign | None = None
    """The sign before decimals, where the file has settled it."""
    order: DayOrder | None = None
    """Of day and month in dates of numbers, where the file has settled it."""
    currency: str = ""
    """Of money that does not say its own, where the author has said it; or ""."""
    forced: bool = False
    """Whether the author has said what the column is: what cannot be read is missing, however much."""
    none: bool = True
    """Whether "none" may be a value; not where the author has listed the words for missing values."""
    places: int | None = None
    """Decimals that numbers are rounded to, where that is settled."""

    @classmethod
    def of(
        cls, header: Header, raw: Sequence[str], currency: str = "", words: Collection[str] | None = None
    ) -> Cells:
        """Returns the column of raw cells.

        Args:
            words: in small letters, that stand for missing values, and no others.
        """
        texts = tuple([text.strip() for text in raw])
        counts = Counter(texts)
        missing = {text: counts.pop(text) for text in [text for text in counts if is_missing(text, words)]}
        missing.pop("", None)
        return cls(header, texts, counts, missing, currency=currency, none=words is None)

    def with_none(self) -> Cells | None:
        """Returns the column in which "none" is a value, as it is among words; None where no cell says so."""
        said = {text: times for text, times in self.missing.items() if text.casefold() == _NONE}
        if not said or not self.none:
            return None
        rest = {text: times for text, times in self.missing.items() if text not in said}
        return evolve(self, counts={**self.counts, **said}, missing=rest)

    @property
    def present(self) -> int:
        """Rows that have a value."""
        return sum(self.counts.values())

    def readings(self, read: Callable[[str], _T], tolerated: float | None = None) -> dict[str, _T] | None:
        """Returns what the reader makes of each text; None where it refuses more of the rows than is
        tolerated.
        """
        found: dict[str, _T] = {}
        share = 1.0 if self.forced else TOLERATED if tolerated is None else tolerated
        left = max(int(share * self.present), share > 0 and self.present >= _ALWAYS_ONE)
        for text, times in self.counts.items():
            try:
                found[text] = read(text)
            except (ValueError, OverflowError):
                left -= times
                if left < 0:
                    return None
        return found or None

    def written(self, canonical: Mapping[str, str]) -> tuple[str | None, ...]:
        """Returns the cells in canonical text: "" where missing, None where there is none for the text."""
        return tuple([canonical.get(text) if text in self.counts else "" for text in self.texts])

    def rewritten(self, rewrite: Callable[[str], str]) -> Cells:
        """Returns the column with each text that is not missing rewritten; rows keep their order."""
        new = {text: rewrite(text) for text in self.counts}
        counts = Counter[str]()
        for text, times in self.counts.items():
            counts[new[text]] += times
        return evolve(self, texts=tuple([new.get(text, text) for text in self.texts]), counts=counts)

    def without(self, texts: Collection[str]) -> Cells:
        """Returns the column in which these texts, whatever their capitals, stand for missing values."""
        words = {text.casefold() for text in texts}
        absent = {text: times for text, times in self.counts.items() if text.casefold() in words}
        counts = {text: times for text, times in self.counts.items() if text not in absent}
        return evolve(self, counts=counts, missing={**self.missing, **absent}) if absent else self

    def having(self, texts: Collection[str]) -> Cells:
        """Returns the column in which these texts, whatever their capitals, are values although they look
        missing.
        """
        words = {text.casefold() for text in texts}
        values = {text: times for text, times in self.missing.items() if text.casefold() in words}
        missing = {text: times for text, times in self.missing.items() if text not in values}
        return evolve(self, counts={**self.counts, **values}, missing=missing) if values else self
