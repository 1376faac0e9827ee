"""The slots of a domain, as the verifier understands them."""

from __future__ import annotations

from attrs import frozen

Value = str | bool | int | frozenset[str] | tuple[int, ...] | None
"""A value as shown: a text, a truth value, a number in the slot's smallest unit (cents, minutes, days), a set
of texts, a list of numbers; None where it is not given."""


@frozen(cache_hash=True)
class Numbers:
    """How the numbers of a slot look, and which are legal."""

    look: str
    """The kind of the numbers, as `kind` of a slot."""
    low: int
    high: int
    step: int = 1
    """Legal numbers are the multiples of `step` from `low` to `high`, in the smallest unit."""
    places: int = 0
    """The digits after the point."""
    unit: str = ""
    symbol: str = ""
    signed: bool = False
    out_of: str = ""
    """This and the three fields before: as in the schema."""
    relative_to: str = ""
    """What a percentage is relative to."""
    days: bool = False
    """Whether a clock time names its day, or a duration counts days and weeks."""


@frozen(cache_hash=True)
class Slot:
    """One attribute of an option."""

    name: str
    label: str
    kind: str
    """The name of its kind, a module of `independent/kinds`."""
    shown: bool = True
    missing: bool = False
    numbers: Numbers | None = None
    """The numbers of the value, or of a list's items; None for texts and truth values."""
    words: frozenset[str] | None = None
    """The closed vocabulary; None where any text is a value."""
    least: int = 0
    most: int = 0
    """The largest number of items of a set or list; `least` is the smallest."""
    derived: bool = False
    """Whether it follows from another slot by a table."""
    topic: str = ""
    """What it is about; empty where the schema does not say."""
    noun: str = ""
    """What a customer calls it; empty where that is the label."""
    grades: tuple[str, ...] = ()
    """Its words from the best to the worst, where the schema says that they are grades."""
    worded: bool = False
    """Whether its values are texts of a vocabulary, or several of them."""
    plural: bool = False
    """Whether its values hold several items."""


def numbers_of(slot: Slot) -> Numbers:
    """Returns the numbers of a slot.

    Raises:
        ValueError: its values are texts or truth values.
    """
    if slot.numbers is None:
        raise ValueError(f"the slot {slot.name} has no numbers")
    return slot.numbers
