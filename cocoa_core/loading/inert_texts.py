"""Reads inert texts: openings, closings and reasons, which surround the wishes of a request.

They hold no number, no comparison and no word that the lexicon gives a meaning. So a parser of requests can
skip them without losing a wish.
"""

from __future__ import annotations

import re
from typing import Final

from cocoa_core.lexicon import NUMBER_WORDS
from cocoa_core.loading.mistakes import RefusedError
from cocoa_core.loading.values import SLOT_NAME, text_of
from cocoa_core.loading.yaml import Node
from cocoa_core.suggestions import quoted
from cocoa_core.text import word_set

_NUMBERS: Final = word_set(
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy"
    " eighty ninety hundred thousand million half dozen twice"
)
_COMPARISONS: Final = word_set(
    "under over below above beneath beyond within more most less least fewer fewest than exactly inclusive"
    " before after by until through between later latest earlier earliest longer longest shorter shortest"
    " lower lowest higher highest cheaper cheapest worse"
)
_CONNECTIVES: Final = word_set(
    "if unless otherwise only either or then not no never none neither nor cannot nobody nothing nowhere"
    " without avoid lack except exclude excluding every each anywhere"
)
MEANT_WORDS: Final = frozenset(NUMBER_WORDS) | _NUMBERS | _COMPARISONS | _CONNECTIVES
"""Words in small letters that no inert text may hold. Words that end in "n't" are refused too."""
INERT_SIGNS: Final = " -'’,&"
"""Signs that may stand in an inert text beside letters and the signs that end a sentence."""

_LONGEST: Final = 200
_LONGEST_REASON: Final = 80
_ENDS: Final = ".?!"


def opening_of(node: Node) -> str:
    """Returns an opening: the first sentence of a request, or the first two, with {slot} where a value goes.

    Raises:
        RefusedError: the node is no such text.
    """
    text = text_of(node, _LONGEST)
    parts = opening_parts(text)
    for part, following in zip(parts, (*parts[1:], "."), strict=True):
        if not part.startswith("{"):
            continue
        if not SLOT_NAME.fullmatch(part[1:-1]):
            raise _refused(text, f"has {quoted(part)}", "the name of a slot between braces, such as {city}")
        if following.startswith("{"):
            raise _refused(text, f"has nothing between {part} and {following}", "words between two values")
    words = "".join(" x " if part.startswith("{") else part for part in parts)
    _check_sentences(text, words)
    return text


def closing_of(node: Node) -> str:
    """Returns a closing: the last sentence of a request, or the last two.

    Raises:
        RefusedError: the node is no such text.
    """
    text = text_of(node, _LONGEST)
    _check_sentences(text, text)
    return text


def reason_of(node: Node) -> str:
    """Returns a reason: a clause that stands before ", so ...".

    Raises:
        RefusedError: the node is no such text.
    """
    text = text_of(node, _LONGEST_REASON)
    if text[-1] in _ENDS:
        raise RefusedError(
            'a clause that ", so I want ..." can follow, without a full stop',
            "leave the sign at its end out",
            says="ends a sentence",
            got=quoted(text),
        )
    _check_words(text, text, "")
    return text


def opening_parts(text: str) -> tuple[str, ...]:
    """Splits an opening into its words and its {slots}. Joined, the parts are the text."""
    return tuple(part for part in re.split(r"(\{[^{}]*\})", text) if part)


def _check_sentences(text: str, words: str) -> None:
    if text[-1] not in _ENDS:
        raise _refused(text, "ends without a full stop", 'one sentence or two, each ended by ".", "?" or "!"')
    if text[0].isalpha() and text[0] != text[0].upper():
        raise _refused(text, "begins with a small letter", "a sentence, with a capital")
    sentences = len(re.findall(rf"[{_ENDS}](?= |$)", words))
    if sentences > 2:
        raise _refused(text, f"has {sentences} sentences", "one sentence or two")
    _check_words(text, words, _ENDS)


def _check_words(text: str, words: str, ends: str) -> None:
    odd = next((sign for sign in words if not sign.isalpha() and sign not in INERT_SIGNS + ends), None)
    if odd is not None and odd.isnumeric():
        raise _refused(text, f"holds the number {quoted(odd)}", "a text that says nothing of any option")
    if odd is not None:
        expected = f"letters, blanks and the signs {' '.join((INERT_SIGNS + ends).strip())}"
        raise _refused(text, f"holds {quoted(odd)}", expected, "leave the sign out")
    for word in re.split(rf"[ ,&{re.escape(_ENDS)}-]+", words.casefold().replace("’", "'")):
        if word in MEANT_WORDS or word.endswith("n't"):
            raise _refused(
                text,
                f"holds the word {quoted(word)}",
                "a text that says nothing of any option: no number, comparison, condition or negation",
                "say it without this word, or leave the text out",
            )


def _refused(text: str, says: str, expected: str, fix: str | None = None) -> RefusedError:
    return RefusedError(expected, fix, says=says, got=quoted(text))
