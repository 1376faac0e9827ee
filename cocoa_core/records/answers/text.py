"""A model's answer made plain: marks, hidden characters, tags and finished thinking are taken off.

Everything here is linear in the length of the text: single passes over character classes, no backtracking.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import chain
from typing import Final

from attrs import frozen

from cocoa_core.records.answers.languages import CJK

__all__ = ["PlainText", "plain"]

_THINKING_ENDS: Final = (
    "</think>",
    "</thinking>",
    "</thought>",
    "</thoughts>",
    "</reasoning>",
    "</scratchpad>",
    "<|end_of_thought|>",
    "<|channel|>final<|message|>",
)

_MARKS: Final = "*`$"
"""Marks that are not read; what cannot be seen is taken for the first of them."""


@frozen
class PlainText:
    """A text to read and the way back to where each character came from.

    text:   single spaces within lines, no empty lines, no marks of emphasis
    low:    `text` in lower case, of the same length
    source: the text as it was, of the same length, with what is not to be read blanked out
    """

    text: str
    low: str
    source: str

    def origin(self, position: int) -> int:
        """Where in the text as it was the visible character at `position` of `text` stands."""
        backward = 2 * position > len(self.text)
        part = self.text[position:] if backward else self.text[: position + 1]
        count = len(part) - part.count(" ") - part.count("\n")
        for step, char in enumerate(reversed(self.source) if backward else self.source):
            count -= not (char.isspace() or char in _MARKS)
            if count == 0:
                return len(self.source) - 1 - step if backward else step
        return len(self.source)


@frozen
class _Tables:
    special: re.Pattern[str]
    plainer: dict[str, str]
    tags: re.Pattern[str]
    struck: re.Pattern[str]
    typeset: re.Pattern[str]
    unspaced: re.Pattern[str]


def plain(completion: str) -> PlainText:
    """The text of an answer, ready to be read; never raises.

    Thinking that has ended (`</think>` and its like) is left out if anything follows it. Struck-out text,
    tags of emphasis and special tokens are left out. Full-width, circled and mathematical letters and the
    capitals of other scripts that look the same become Latin letters; curly quotes become straight
    ones, full stops and brackets of East Asia Western ones. Of TeX's `\\text{...}` the text stays.
    """
    tables = _tables()
    source = completion
    ascii_only = source.isascii()
    if not ascii_only:
        source = tables.special.sub(lambda found: tables.plainer.get(found[0], _MARKS[0]), source)
    if "<" in source:
        source = tables.tags.sub(_blank, _without_thinking(source))
    if "~~" in source:
        source = tables.struck.sub(_blank, source)
    if "\\" in source:
        source = tables.typeset.sub(_inner, source)
    source = source.replace("_", " ")
    unmarked = _unmarked(source)
    if not ascii_only:
        unmarked = tables.unspaced.sub(" ", unmarked)
    lines = (" ".join(line.split()) for line in unmarked.split("\n"))
    text = "\n".join(line for line in lines if line)
    return PlainText(text, _lower(text), source)


def _without_thinking(text: str) -> str:
    low = _lower(text)
    end = max((at + len(mark) for mark in _THINKING_ENDS if (at := low.rfind(mark)) >= 0), default=0)
    rest = _tables().tags.sub("", text[end:])
    return " " * end + text[end:] if any(map(str.isalnum, rest)) else text


def _unmarked(text: str) -> str:
    for mark in _MARKS:
        text = text.replace(mark, "")
    return text


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)


def _blank(found: re.Match[str]) -> str:
    return " " * (found.end() - found.start())


def _inner(found: re.Match[str]) -> str:
    """What a command of TeX holds, where it stood."""
    return " " * (found.start(1) - found.start()) + found[1] + " "


@cache
def _tables() -> _Tables:
    names = "b|i|u|s|em|strong|mark|code|pre|p|br|hr|span|div|font|center|sup|sub|small|big|kbd|h[1-6]"
    names += "|think|thinking|thought|reasoning|scratchpad"
    typeset = "text|textbf|textit|textrm|textsf|texttt|emph|mathrm|mathbf|mathsf|mathit|mathtt|bf"
    return _Tables(
        special=re.compile(f"[{_LOOKALIKES}{_HIDDEN}]"),
        plainer=_plainer(),
        tags=re.compile(rf"</?(?:{names})(?: [^<>\n]{{0,80}})?/?>|<\|[^|<>\n]{{1,40}}\|>|\[/?INST\]"),
        struck=re.compile(r"~~[^~\n]{1,200}~~"),
        typeset=re.compile(rf"\\(?:{typeset}) ?\{{([^{{}}\n]{{0,80}})\}}"),
        unspaced=re.compile(rf"(?<=[{CJK}])(?=[A-Za-z])|(?<=[A-Za-z.,;:!?])(?=[{CJK}])"),
    )


_HIDDEN: Final = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u20e3\ufe00-\ufe0f\ufeff"

_LOOKALIKES: Final = (
    "。、「」『』【】‘’‚‛“”„‟′″«»АВСЕΑΒΕ\uff01-\uff5e\u24b6-\u24e9\U0001d400-\U0001d6a3\U0001f130-\U0001f149"
    "\U0001f150-\U0001f169\U0001f170-\U0001f189\U0001f1e6-\U0001f1ff"
)


def _plainer() -> dict[str, str]:
    """One plain character for each look-alike that people read as it."""
    found = dict(zip("‘’‚‛′“”„‟″«»", "'" * 5 + '"' * 7, strict=True))
    found |= dict(zip("АВСЕΑΒΕ", "ABCEABE", strict=True))
    found |= dict(zip("。、「」『』【】", '.,""""[]', strict=True))
    for code in chain(range(0xFF01, 0xFF5F), range(0x24B6, 0x24EA), range(0x1D400, 0x1D6A4)):
        letter = unicodedata.normalize("NFKC", chr(code))
        if len(letter) == 1 and letter.isascii():
            found[chr(code)] = letter
    for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6):
        found |= {chr(first + step): chr(ord("A") + step) for step in range(26)}
    return found
