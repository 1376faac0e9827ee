"""Finds the sentence that a completion states: its first line of text, without thinking and repeated
marks.
"""

from __future__ import annotations

import re
from typing import Final

_MOST: Final = 20_000
"""Characters of a completion that are read, from its end."""
_LONGEST: Final = 1_000
"""Characters of a sentence."""
_THOUGHT: Final = re.compile(r"(?is)<think(?:ing)?>(?:(?!</?think).)*</think(?:ing)?>")
_THINKING: Final = re.compile(r"(?is)^.*</think(?:ing)?>|<think(?:ing)?>.*$")
"""The rest of a thought where the text begins or ends in the middle of it."""
_MARK: Final = re.compile(r"(?im)^[\s#*]*sentence[\s*]*:[\s*]*")
_NEXT: Final = re.compile(r"(?i)^[\s#*]*(?:concepts|graph|commonsense reasoning graph)[\s*]*:|;?\s*###")


def stated_sentence(completion: str) -> str:
    """Returns the sentence in one line; empty where there is none.

    A completion that goes on with a case of its own is cut there; after a preamble ("Here it is:") the next
    line counts.
    """
    text = _THINKING.sub("", _THOUGHT.sub("", completion[-_MOST:])).strip()
    first_part, *after = _MARK.split(text, maxsplit=1)
    return _first(first_part) or _first("".join(after))


def _first(text: str) -> str:
    """Returns the first line that is a sentence; empty where another case begins before it."""
    for line in text.splitlines():
        if _NEXT.match(line):
            return ""
        sentence = _NEXT.split(line)[0].strip(' \t*_`"“”;')
        if sentence and not sentence.endswith(":"):
            return " ".join(sentence.split())[:_LONGEST]
    return ""
