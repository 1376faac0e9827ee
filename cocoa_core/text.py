"""Text as messages, pages and files hold it: what cannot be seen is spelled out, numbers have their nouns."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_CONTROLS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]"
)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_LONGEST_LINE: Final = 200


def visible(text: str) -> str:
    """The text with control characters, and those that change the direction of writing, spelled out.

    `\x1b` becomes `⟨1B⟩`. Line ends become one line feed each; halves of characters become U+FFFD, so that
    the result can be encoded, and is allowed in XML.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = whole(text)
    return _CONTROLS.sub(lambda match: f"⟨{ord(match[0]):02X}⟩", text)


def whole(text: str) -> str:
    """Returns the text with halves of surrogate pairs, which JSON can hold and no file can, as U+FFFD."""
    return _SURROGATES.sub("\ufffd", text)


def in_yaml(value: Any) -> str:
    """Returns JSON data in one line that YAML reads as the same.

    Characters stand as they are, as YAML takes JSON's two escapes for an astral character for two halves.
    Controls, which YAML refuses, are escaped, and halves of surrogate pairs are U+FFFD.
    """
    text = whole(json.dumps(value, ensure_ascii=False))
    return _CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def library_message(error: object) -> str:
    """Returns a library's message in one printable line of at most 200 characters.

    Line breaks and runs of blanks become one blank, which `errors.one_line` keeps as escapes.
    """
    line = " ".join(str(error).split())[:_LONGEST_LINE]
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def word_set(words: str) -> frozenset[str]:
    """Returns the words of a text, which stand between blanks."""
    return frozenset(words.split())


def counted(number: int, noun: str) -> str:
    """Returns a number and its noun, with an "s" where it is not one: "1 row", "2,300 free wordings"."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
