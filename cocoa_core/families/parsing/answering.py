"""Reads the form that a reply states, and scores it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cocoa_core.answers import Score, Value, read_answer
from cocoa_core.families.parsing.matching import renumbered_text
from cocoa_core.families.parsing.notations import compared
from cocoa_core.families.parsing.record import ParsingItem

FIGURES: Final = ("string", "renumbered", "published")
"""Whether the form is equal to the key as a text; equal after renumbering; a Semantic Exact Match as
published. The score itself is the bijective match.
"""
READER: Final = "form-2"
_LONGEST: Final = 20_000
"""Characters of a statement that are read as a form."""
_SIGNS: Final = re.compile(r"[A-Za-z]+|[0-9]+|[()*;,.=]")
_WHOLE: Final = re.compile(r"[A-Za-z0-9()*;,.=_ \t]+")
_FENCE: Final = re.compile(r"(?m)^[ \t]*```[a-z]*[ \t]*$\n?")
_ENDS: Final = tuple(
    re.compile(end)
    for end in (r"[.!](?=\s)", r"[,\s]\s?(?:because|since|as|which)\b", r"\s[-–—]\s|[:;]\s|\s\(", r"[),]\s")
)
"""Patterns that may separate a form from an explanation in the same line, the strongest first."""
_MARKED: Final = re.compile(r"\bx (?=[0-9])")


class FormText:
    """Reads a form in one line, however its signs are spaced: `cat(x_1)` is read as `cat ( x _ 1 )`."""

    def begins(self, stated: str) -> tuple[str, str] | None:
        """Finds the form that a statement begins with."""
        for end in (len(stated), *(cut.start() for end in _ENDS if (cut := end.search(stated)))):
            if (form := self._tokens(stated[:end])) is not None:
                return form, stated[end:]
        return None

    def labels_in_prose(self) -> None:
        """Returns None: words beside a form are no other answer."""

    def is_stated(self, value: Value, label: str) -> bool:
        """Returns True: a form has no labels."""
        return True

    def _tokens(self, stated: str) -> str | None:
        if len(stated) > _LONGEST:
            return None
        text = stated.replace("**", "").strip(" \t\n`\"'“”")
        if not _WHOLE.fullmatch(text):
            return None
        tokens = _SIGNS.findall(text.removesuffix("."))
        of_a_word = tokens[:1] == ["LAMBDA"]  # in rm-x-p and rm-x-pc without brackets and numbers
        marked = of_a_word or "(" in tokens or any(map(str.isdigit, tokens))
        if not tokens or (len(tokens) > 1 and not marked):
            return None
        return _MARKED.sub("x _ ", " ".join(tokens))


def score_reply(item: ParsingItem, replies: Sequence[str]) -> Score:
    """Scores the last reply: 1 if its form means the same as the key by the bijective match, else 0."""
    reading = read_answer(_FENCE.sub("", replies[-1]) if replies else "", FormText())
    no_metrics = dict.fromkeys(FIGURES, 0.0)
    if not isinstance(reading.value, str):
        return Score(0.0, "unparsed", failure=reading.failure, metrics=no_metrics)
    stated, key = reading.value, str(item.key)
    verdict = compared(item.notation, item.sentence.split(" "), key, stated)
    metrics = {
        "string": float(stated == key),
        "renumbered": float(renumbered_text(stated) == renumbered_text(key)),
        "published": float(verdict.published),
    }
    bijective = verdict.bijective
    return Score(float(bijective), "right" if bijective else "wrong", answer=stated, metrics=metrics)
