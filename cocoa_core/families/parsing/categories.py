"""Divides the categories of rows into lexical ones (known words in new positions) and structural ones (known
structures in new positions).
"""

from __future__ import annotations

from typing import Final

from cocoa_core.lexicon import DEPTH_CASES, PLACE_CASES, WORD_CASES

__all__ = ["IN_DISTRIBUTION", "LEXICAL", "NOT_AVERAGED", "STRUCTURAL", "kind_of"]

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
