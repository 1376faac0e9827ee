"""Text as tokens: words with their inner punctuation, and single marks."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["tokens"]

_TOKEN = re.compile(r"\w+(?:[',.:’]\w+)*|\S")


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """The tokens of a text, in order. A value between blanks gives the same tokens wherever it stands."""
    return tuple(_TOKEN.findall(text))
