"""Text from models and domains, made harmless and visible for a page."""

from __future__ import annotations

import html
import re
from typing import Final

__all__ = ["attribute", "safe", "visible"]

_CONTROLS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with control characters, and those that change the direction of writing, spelled out.

    `\\x1b` becomes `⟨1B⟩`. Line ends become one line feed each; halves of characters become U+FFFD, so that
    the result can be encoded.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _SURROGATES.sub("\ufffd", text)
    return _CONTROLS.sub(lambda found: f"⟨{ord(found[0]):02X}⟩", text)


def safe(text: object) -> str:
    """Any text as HTML text: it stays text, whatever it says."""
    return html.escape(visible(str(text)), quote=False)


def attribute(text: object) -> str:
    """Any text as the value of an attribute in double quotes, on one line."""
    return html.escape(" ".join(visible(str(text)).split()), quote=True)
