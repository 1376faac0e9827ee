"""An item of the parsing family: a sentence, to be written as a logical form."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from cocoa_core.items import Item

__all__ = ["ASK", "PARSING", "PLAIN", "ParsingItem"]

PARSING: Final = "parsing"
ASK: Final = "form"
PLAIN: Final = "plain"
"""The variant that is always there."""


@frozen(slots=False, kw_only=True)
class ParsingItem(Item):
    """category: what the item asks for, as in COGS: `in_distribution`, `primitive`, or the case that it tests
    key:      the form in the notation; any other text that means the same is as right.
    """

    FAMILY: ClassVar[str] = PARSING

    sentence: str
    """Words parted by blanks."""
    notation: str
    """That of the key."""
    category: str
    form: str
    """The same in the notation of COGS."""
