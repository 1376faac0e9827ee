"""An item of the parsing family: a sentence, to be written as a logical form."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from cocoa_core.items import Item

__all__ = ["ASK", "PARSING", "PLAIN", "ParsingItem"]

PARSING: Final = "parsing"
ASK: Final = "form"
PLAIN: Final = "plain"
"""The variant that every item has."""


@frozen(slots=False, kw_only=True)
class ParsingItem(Item):
    """A sentence to be written as a logical form, with that form.

    Its `key` is the form in the notation; any other text that means the same is right too.
    """

    FAMILY: ClassVar[str] = PARSING

    sentence: str
    """Words separated by blanks."""
    notation: str
    """The notation of the key."""
    category: str
    """What the item tests: `in_distribution`, `primitive`, or the name of a case, as in COGS."""
    form: str
    """The same form in the notation of COGS."""
