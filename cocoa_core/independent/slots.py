"""What the schema of a data set says of each slot, as the verifier understands it."""

from __future__ import annotations

from attrs import frozen

__all__ = ["Numbers", "Slot", "Value", "numbers_of"]

Value = str | bool | int | frozenset[str] | tuple[int, ...] | None
"""A value as shown: a text, a truth value, a number in the slot's smallest unit (cents, minutes, days), a set
of texts, a list of numbers; None where it is not given."""


@frozen(cache_hash=True)
class Numbers:
    """How numbers of a slot look, and which there are.

    look: `quantity`, `duration`, `clock` or `date`
    low, high, step: legal are the multiples of `step` between both bounds, in the smallest unit
    places: digits after the point; unit, symbol, signed, out_of: as the schema says them
    relative_to: what a percentage compares with
    days: whether a clock time names its day, a duration its days and whole weeks
    """

    look: str
    low: int
    high: int
    step: int = 1
    places: int = 0
    unit: str = ""
    symbol: str = ""
    signed: bool = False
    out_of: str = ""
    relative_to: str = ""
    days: bool = False


@frozen(cache_hash=True)
class Slot:
    """One attribute of an option.

    kind: `category`, `boolean`, `set`, `list`, or that of its numbers
    numbers: of the value, or of a list's items; None for texts and truth values
    words: the closed vocabulary, or None where any text may stand
    least, most: how many items a set or list has
    derived: whether it follows from another slot by a table
    topic: what it is about, "" where the schema does not say
    noun: what a customer calls it, "" where that is the label
    grades: its words from the best to the worst, where the schema says that they are grades
    """

    name: str
    label: str
    kind: str
    shown: bool = True
    missing: bool = False
    numbers: Numbers | None = None
    words: frozenset[str] | None = None
    least: int = 0
    most: int = 0
    derived: bool = False
    topic: str = ""
    noun: str = ""
    grades: tuple[str, ...] = ()

    @property
    def plural(self) -> bool:
        """Whether its values hold several items."""
        return self.kind in ("set", "list")


def numbers_of(slot: Slot) -> Numbers:
    """The numbers of a slot; ValueError for one of texts or truth values."""
    if slot.numbers is None:
        raise ValueError(f"the slot {slot.name} has no numbers")
    return slot.numbers
