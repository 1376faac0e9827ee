"""Holds the cells of one column: which are missing, which differ, and what a reader makes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, TypeVar

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds import KINDS
from cocoa_core.importing.columns.glued_words import PRICED
from cocoa_core.importing.columns.header import Header
from cocoa_core.importing.columns.rates import amount_and_rate, without_rate
from cocoa_core.importing.conventions import DayOrder, DecimalSign, is_missing

TOLERATED: Final = 0.03
"""The share of a column's cells that may be unreadable: they count as missing, and the report names them."""
_ALWAYS_ONE: Final = 10
"""The number of cells from which on one of them may be unreadable."""
_NONE: Final = "none"

_T = TypeVar("_T")


@frozen
class ColumnReading:
    """One way to read a column, with the cells that it gives."""

    settings: Mapping[str, object]
    """Settings of the slot in schema.yaml without label, missing and shown; "kind" comes first."""
    cells: tuple[str | None, ...] = field(repr=False)
    """Canonical texts in the order of the rows; empty where missing, None where unreadable."""
    why: str
    """What was guessed and why, without the column's name."""
    ruled: bool = True
    """Whether rules may be about the column."""
    taken: str = ""
    """The type of the column, written as for `--types`: "money:EUR"."""
    decimal: DecimalSign | None = None
    """The decimal sign with which its numbers were read; None where no cell has a point or a comma."""
    rounded: bool = False
    """Whether its numbers had more decimals than are kept."""
    said: str = ""
    """How its words were made from those of the table, in the form that `as_said` takes."""

    @property
    def kind(self) -> str:
        """The name of the kind."""
        return str(self.settings["kind"])

    @property
    def items(self) -> set[str]:
        """The different values of a column with a vocabulary: words, or the items of its sets and lists."""
        return {item for cell in self.cells if cell for item in cell.split("; ")}

    @property
    def worded(self) -> bool:
        """Whether the kind has a vocabulary."""
        return KINDS[self.kind].worded

    @property
    def several(self) -> bool:
        """Whether values of the kind hold several items."""
        return KINDS[self.kind].several


@frozen
class Cells:
    """The cells of a column, as texts without blanks around them."""

    header: Header
    texts: tuple[str, ...] = field(repr=False)
    counts: Mapping[str, int] = field(repr=False)
    """How often each text occurs that is not missing."""
    missing: Mapping[str, int] = field(factory=dict, repr=False)
    """How often each text occurs that stands for a missing value; empty cells are left out."""
    decimal: DecimalSign | None = None
    """The decimal sign, where the file has settled it."""
    order: DayOrder | None = None
    """The order of day and month in dates made of numbers, where the file has settled it."""
    currency: str = ""
    """The currency of money that does not name its own, where the author has given one; else empty."""
    forced: bool = False
    """Whether the author has given the column's type: then every unreadable cell is missing."""
    none: bool = True
    """Whether "none" may be a value; not where the author has listed the words for missing values."""
    places: int | None = None
    """The number of decimals that numbers are rounded to, where that is settled."""
    per: str = ""
    """What the amounts of money were paid for, where the cells said so: "night"."""

    @classmethod
    def of(
        cls, header: Header, raw: Sequence[str], currency: str = "", words: Collection[str] | None = None
    ) -> Cells:
        """Returns the column of raw cells.

        Args:
            raw: the cells in the order of the rows.
            words: the only words for missing values, in small letters; None for the usual ones.
        """
        texts = tuple([text.strip() for text in raw])
        counts = Counter(texts)
        missing = {text: counts.pop(text) for text in [text for text in counts if is_missing(text, words)]}
        missing.pop("", None)
        return cls(header, texts, counts, missing, currency=currency, none=words is None)

    def unrated(self, per: str = "") -> Cells:
        """Returns the column without what its amounts are paid for: "$99" for "$99/night".

        Args:
            per: what that has to be; empty where all cells of the column have to say the same.
        """
        if not per:
            paid = self.header.has(*PRICED)
            named = {amount_and_rate(text, paid=paid)[1] for text in self.counts}
            per = named.pop() if len(named) == 1 else ""
        return evolve(self.rewritten(lambda text: without_rate(text, per)), per=per) if per else self

    def with_none(self) -> Cells | None:
        """Returns the column with "none" as a value, as among words; None where it is not or cannot be."""
        nones = {text: count for text, count in self.missing.items() if text.casefold() == _NONE}
        if not nones or not self.none:
            return None
        others = {text: count for text, count in self.missing.items() if text not in nones}
        return evolve(self, counts={**self.counts, **nones}, missing=others)

    @property
    def present(self) -> int:
        """The number of rows that have a value."""
        return sum(self.counts.values())

    def readings(self, read: Callable[[str], _T], tolerated: float | None = None) -> dict[str, _T] | None:
        """Returns what the reader makes of each text.

        Args:
            read: raises ValueError or OverflowError for a text that it cannot read.
            tolerated: the share of the rows that may be unreadable; None for TOLERATED.

        Returns:
            The result for each readable text; None where there is none, or where more rows are unreadable
                than tolerated.
        """
        results: dict[str, _T] = {}
        remaining = self.tolerated_rows(TOLERATED if tolerated is None else tolerated)
        for text, count in self.counts.items():
            try:
                results[text] = read(text)
            except (ValueError, OverflowError):
                remaining -= count
                if remaining < 0:
                    return None
        return results or None

    def tolerated_rows(self, tolerated: float = TOLERATED) -> int:
        """Returns how many rows may be unreadable, given their share."""
        share = 1.0 if self.forced else tolerated
        return max(int(share * self.present), share > 0 and self.present >= _ALWAYS_ONE)

    def written(self, canonical: Mapping[str, str]) -> tuple[str | None, ...]:
        """Returns the cells in canonical text; empty where missing, None where there is no canonical form."""
        return tuple([canonical.get(text) if text in self.counts else "" for text in self.texts])

    def rewritten(self, rewrite: Callable[[str], str]) -> Cells:
        """Returns the column with each text rewritten that is not missing; the rows keep their order."""
        rewritten_texts = {text: rewrite(text) for text in self.counts}
        counts = Counter[str]()
        for text, count in self.counts.items():
            counts[rewritten_texts[text]] += count
        return evolve(
            self, texts=tuple([rewritten_texts.get(text, text) for text in self.texts]), counts=counts
        )

    def without(self, texts: Collection[str]) -> Cells:
        """Returns the column with these texts, in any capitals, taken for missing values."""
        words = {text.casefold() for text in texts}
        absent = {text: count for text, count in self.counts.items() if text.casefold() in words}
        counts = {text: count for text, count in self.counts.items() if text not in absent}
        return evolve(self, counts=counts, missing={**self.missing, **absent}) if absent else self

    def having(self, texts: Collection[str]) -> Cells:
        """Returns the column with these texts taken for values although they look missing."""
        words = {text.casefold() for text in texts}
        values = {text: count for text, count in self.missing.items() if text.casefold() in words}
        missing = {text: count for text, count in self.missing.items() if text not in values}
        return evolve(self, counts={**self.counts, **values}, missing=missing) if values else self
