"""Splits texts into tokens: words with the punctuation inside them, and single marks."""

from __future__ import annotations

import re
from functools import lru_cache

_TOKEN = re.compile(r"\w+(?:[',.:’]\w+)*|\S")


def tokenize(text: str) -> tuple[str, ...]:
    """Returns the tokens of a text, in order."""
    return tuple(_TOKEN.findall(text))


@lru_cache(maxsize=1 << 12)
def tokenized(text: str) -> tuple[str, ...]:
    """Returns the same as `tokenize`, cached: for values and phrases, whose tokens are always the same."""
    return tokenize(text)
