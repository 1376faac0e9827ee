"""Decodes HTML entities in cells before a line is split: "K&ouml;nig" is "König"."""

from __future__ import annotations

import html
import re
from typing import Final

_ENTITY: Final = re.compile(r"&(?:amp;)*(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_PARTING: Final = ",;\t|\"\n\r'&"
_FIRST: Final = 0xF8E0
"""The first private-use character that stands for a separator or quotation mark of an entity."""
_HIDDEN: Final = {ord(sign): chr(_FIRST + number) for number, sign in enumerate(_PARTING)}
_SHOWN: Final = {ord(hidden): chr(sign) for sign, hidden in _HIDDEN.items()}
_DEEPEST: Final = 3
"""How often a text may have been encoded: "&amp;amp;" is "&"."""


def decoded(text: str) -> str:
    """Returns the text with its entities decoded, including those that were encoded repeatedly."""
    for _ in range(_DEEPEST):
        if "&" not in text:
            return text
        plain = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
        if plain == text:
            return text
        text = plain
    return text


def protected(line: str) -> str:
    """Returns the line with decoded entities, in which separators stay hidden until `released`."""
    if "&" not in line or ";" not in line:
        return line
    return _ENTITY.sub(lambda match: decoded(match[0]).translate(_HIDDEN), line)


def released(cell: str) -> str:
    """Returns a cell of a `protected` line with the hidden characters restored."""
    return decoded(cell.translate(_SHOWN)) if not cell.isascii() else cell
