"""An item of the parsing family, a sentence to be written as a logical form; and what it tests."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from cocoa_core.items import Item
from cocoa_core.lexicon import DEPTH_CASES, PLACE_CASES, WORD_CASES

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


IN_DISTRIBUTION: Final = "in_distribution"
LEXICAL: Final = tuple(WORD_CASES)
"""The eighteen categories of COGS in which a word stands in a position where it was never seen."""
STRUCTURAL: Final = (*PLACE_CASES, *DEPTH_CASES)
"""The categories in which a structure does: three of COGS, and six of cocoa's own grammar."""
NOT_AVERAGED: Final = frozenset({"subj_to_obj_proper", "prim_to_obj_proper", "prim_to_subj_proper"})
"""Lexical categories that the published program leaves out of its lexical accuracy."""


def kind_of(category: str) -> str:
    """Returns the kind of a category: `lexical`, `structural`, or `other`."""
    if category in LEXICAL:
        return "lexical"
    return "structural" if category in STRUCTURAL else "other"
