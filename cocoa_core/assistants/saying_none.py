"""Decides whether a text states that nothing fits. What it does not state is never taken from its silence."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from cocoa_core.english import plural

_PART_END: Final = re.compile(
    r"([.!?](?=\s|[\"')*]|$)|[;:\n\u2013\u2014]|,\s+(?=(?:but |so |and )?"
    r"(?:would|should|shall|do|can|could|may|which|what|how)\b))"
)
"""The ends of statements; "nothing fits, would you take another date?" is a statement and a question."""
_SUPPOSED: Final = re.compile(r"\b(?:if|when|unless|whether|in case|so that)\b.*\b(?:no|none|nothing|not)\b")
_FIT: Final = (
    r"(?:fit(?:s|ted|ting)?|match(?:es|ed|ing)?|meets?|met|meeting|satisf(?:y|ies|ied|ying)|suits?|suitable|"
    r"qualif(?:y|ies|ied)|fulfill?(?:s|ed|ing)?|compl(?:y|ies)|such|like (?:that|this|it))"
)
_HAVE: Final = (
    r"(?:find|found|have|has|see|offer|contain|list|carry|stock|locate|show|there|available|exists?)"
)
_NOT: Final = r"(?:not|cannot|\w+n't|unable|failed|without)"
_ROWS: Final = r"(?:result|match|matche|option|row|item|product|hit|candidate|choice|record|entry|entrie)s?"
_LONGEST: Final = 400
"""The characters of a statement that are looked at: time rises with the square of their number."""


def says_none(text: str, noun: str) -> bool:
    """Returns whether some statement of a text says that there is no row that fits.

    Args:
        text: the text of a reply.
        noun: the singular noun for a row, such as "hotel".
    """
    parts = _PART_END.split(text.replace("\u2019", "'").casefold())
    statements = zip(parts[::2], [*parts[1::2], ""], strict=True)
    stated = _stated(noun.casefold())
    return any(
        end != "?" and not _SUPPOSED.search(statement) and stated.search(statement)
        for statement, end in ((part.strip(" \t\"'*_()-,")[:_LONGEST], end) for part, end in statements)
    )


@cache
def _stated(noun: str) -> re.Pattern[str]:
    """Returns the pattern of statements that nothing fits.

    Plain "no" and "not" say it of rows only, or of what fits: "no date was given" does not, nor does "I do
    not have your date".
    """
    names = "|".join(map(re.escape, sorted({noun, plural(noun)} - {""}))) or r"(?!)"
    rows = rf"(?:{_ROWS}|{names})"
    after = r"(?= (?:that|which|with|under|in|for|at|of|like)\b|$)"
    few = r"(?:(?!(?:about|for|from|in|of|on|to)\b)[\w'$-]+\s+){0,3}?"
    forms = (
        r"^(?:(?:sorry|unfortunately),? )?(?:none|nothing)(?: \w+)?(?:, sorry)?$",
        rf"\b(?:none|nothing)\b.*\b(?:{_FIT}|{_HAVE})\b",
        rf"\b{_HAVE}(?: is| are|'s| was| were)? (?:none|nothing){after}",
        rf"\b(?:no|zero|(?<![.,])0|(?:not|\w+n't) (?:a single|any|one)) (?:{few}{rows}|.*\b{_FIT})\b",
        rf"\b{_NOT}\b.*\b{_HAVE}\b.*\b(?:anything|(?:any|an?|one|such)\b(?: {few}{rows}|.*\b{_FIT}))\b",
        r"\b(?:cannot|can't|could not|couldn't) (?:all )?be (?:met|satisfied|fulfilled|matched)\b",
    )
    return re.compile("|".join(forms))
