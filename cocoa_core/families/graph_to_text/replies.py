"""The sentence that a completion states: its first line of text, thinking and repeated marks left out."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["stated_sentence"]

_MOST: Final = 20_000
"""Characters of a completion that are read, from its end."""
_LONGEST: Final = 1_000
"""Characters of a sentence."""
_THOUGHT: Final = re.compile(r"(?is)<think(?:ing)?>(?:(?!</?think).)*</think(?:ing)?>")
_THINKING: Final = re.compile(r"(?is)^.*</think(?:ing)?>|<think(?:ing)?>.*$")
"""What is left where the text begins or ends in the middle of a thought."""
_MARK: Final = re.compile(r"(?im)^[\s#*]*sentence[\s*]*:[\s*]*")
_NEXT: Final = re.compile(r"(?i)^[\s#*]*(?:concepts|graph|commonsense reasoning graph)[\s*]*:|;?\s*###")


def stated_sentence(completion: str) -> str:
    """Returns the sentence in one line; "" where there is none.

    Models that go on with a case of their own after it are cut there; of a preamble ("Here it is:") the line
    behind it counts.
    """
    text = _THINKING.sub("", _THOUGHT.sub("", completion[-_MOST:])).strip()
    before, *after = _MARK.split(text, maxsplit=1)
    return _first(before) or _first("".join(after))


def _first(text: str) -> str:
    """Returns the first line that is a sentence; "" where another case begins before there is one."""
    for line in text.splitlines():
        if _NEXT.match(line):
            return ""
        said = _NEXT.split(line)[0].strip(' \t*_`"“”;')
        if said and not said.endswith(":"):
            return " ".join(said.split())[:_LONGEST]
    return ""
