"""Text as messages, pages and files hold it: what cannot be seen is spelled out, numbers have their nouns."""

from __future__ import annotations

import json
import re
from typing import Any, Final

__all__ = ["counted", "in_yaml", "visible", "whole"]

_CONTROLS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]"
)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with control characters, and those that change the direction of writing, spelled out.

    `\x1b` becomes `⟨1B⟩`. Line ends become one line feed each; halves of characters become U+FFFD, so that
    the result can be encoded, and is allowed in XML.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = whole(text)
    return _CONTROLS.sub(lambda found: f"⟨{ord(found[0]):02X}⟩", text)


def whole(text: str) -> str:
    """The text with halves of characters, which JSON can hold and no file can, as U+FFFD."""
    return _SURROGATES.sub("\ufffd", text)


def in_yaml(value: Any) -> str:
    """JSON data in one line that YAML reads as the same.

    Characters stand as they are, as YAML takes the two escapes that JSON has for an astral one for two
    halves; but controls, which YAML refuses, are escaped, and halves of characters are U+FFFD.
    """
    text = whole(json.dumps(value, ensure_ascii=False))
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def counted(number: int, noun: str) -> str:
    """A number and its noun, which takes an "s" where it is not one: "1 row", "2,300 free wordings"."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
