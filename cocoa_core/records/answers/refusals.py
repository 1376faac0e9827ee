"""Words by which an author declines to choose an option, or says that none fits."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from cocoa_core.records.answers.patterns import any_of
from cocoa_core.records.answers.phrases import FULFIL, THINGS

__all__ = ["declines"]

_UNABLE: Final = (
    *("can't", "cannot", "can not", "could not", "couldn't", "won't", "will not", "am unable to"),
    *("'m unable to", "am not able to", "'m not able to", "was unable to"),
)
_ACTS: Final = (
    *("access", "answer", "assist", "book", "choose", "complete", "comply", "decide", "determine", "do"),
    *(
        "engage",
        "fulfil",
        "fulfill",
        "give",
        "help",
        "identify",
        "make",
        "pick",
        "proceed",
        "process",
        "provide",
    ),
    *("recommend", "say", "select", "tell"),
)
_NOUNS: Final = (*THINGS, "flights", "itineraries", "candidates", "answers", "alternatives")


def declines(low: str) -> bool:
    """Whether a text in lower case declines to choose; asked only of texts that commit to nothing."""
    return _refusal().search(low) is not None


@cache
def _refusal() -> re.Pattern[str]:
    things = any_of(_NOUNS)
    return re.compile(
        rf"\bi(?: \w{{1,12}})? ?{any_of(_UNABLE)} (?:\w{{1,12}} )?{any_of(_ACTS)}\b|\bas an ai\b"
        r"|\bi(?:'m| am) (?:sorry|afraid|not sure|unsure|not certain|uncertain|unable)"
        r"|\bi (?:must |have to )?(?:decline|refuse)"
        r"|\bi (?:don't|do not) (?:know|have (?:enough|access|sufficient))"
        r"|\bnot enough information|\binsufficient information"
        r"|\b(?:cannot|can't|can not) be (?:determined|answered)"
        r"|\bimpossible to (?:determine|say|choose|tell|answer)|\bnone of them\b"
        rf"|\bnone of (?:(?:the|these|those)(?: \w{{1,12}})? )?(?:above|{things})\b"
        rf"|\bno (?:\w{{1,12}} )?{things} (?:\w{{1,12}} )?{any_of(FULFIL)}\b"
        rf"|\bthere is no (?:\w{{1,12}} )?{things}\b"
        r"|\b(?:answer|choice)(?: is)?\W{1,4}(?:none|n/a|unknown|null)\b|\Anone\W{0,3}\Z"
    )
