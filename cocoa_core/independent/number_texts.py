"""The texts of a slot's numbers: as options show them, as records write them, and as requests say them."""

from __future__ import annotations

from functools import lru_cache

from cocoa_core.independent.kinds import number_kind
from cocoa_core.independent.slots import Numbers

__all__ = ["canonical_number", "displayed_number", "read_canonical", "read_number_shown", "read_spoken"]


def displayed_number(numbers: Numbers, number: int) -> str:
    """Returns the only text that shows a number."""
    return number_kind(numbers.look).show(numbers, number)


def canonical_number(numbers: Numbers, number: int) -> str:
    """Returns the only canonical text of a number."""
    return number_kind(numbers.look).write(numbers, number)


def read_number_shown(numbers: Numbers, text: str) -> int:
    """Returns the number that a text shows, whether it is legal or not.

    Raises:
        ValueError: the text is not exactly how a number of the slot is shown.
    """
    return number_kind(numbers.look).read_shown_exactly(numbers, text)


def read_canonical(numbers: Numbers, text: str) -> int:
    """Returns the number of a canonical text.

    Raises:
        ValueError: the text is not exactly how a number of the slot is written.
    """
    return number_kind(numbers.look).read_exactly(numbers, text)


def read_spoken(numbers: Numbers, text: str) -> int:
    """Returns a number of a slot as a request says it.

    Raises:
        ValueError: the text is no number of the slot.
    """
    number = _spoken_or_none(numbers, text)
    if number is None:
        raise ValueError(f"{text!r} is not a number as it is said")
    return number


@lru_cache(maxsize=1 << 13)
def _spoken_or_none(numbers: Numbers, text: str) -> int | None:
    """Returns the number, or None: most texts that are tried are none, and this keeps them too."""
    try:
        return number_kind(numbers.look).read_spoken(numbers, text)
    except ValueError:
        return None
