"""Compares GroundCocoa's request, which a language model wrote, with the conditions.

A value of a condition that it does not say is reported, and an amount or time of day that no condition has.
This finds what was lost or changed in the rewriting; it does not prove that the rest was preserved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.lexicon import NUMBER_WORDS

if TYPE_CHECKING:
    from cocoa_core.auditing.groundcocoa.conditions import FlightCondition

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_AMOUNT: Final = re.compile(r"\$\s?(\d[\d,]*)(?:\.\d+)?")
_CLOCK: Final = re.compile(r"\b(\d{1,2})(?::(\d\d))?\s*([ap])\.?\s?m\b|\b(\d{1,2}):(\d\d)\b", re.IGNORECASE)
_WORDS_FOR: Final = {
    "layovers": ("layover", "stop", "direct", "connection", "leg"),
    "emissions": ("emission", "carbon", "environment", "eco", "green", "co2", "pollut"),
}
"""Parts of words of which the request must contain one, by the mention that they stand for."""
_NOON: Final = {720: "noon", 0: "midnight"}


def text_findings(record: Mapping[str, Any], terms: Sequence[Sequence[FlightCondition]]) -> Iterator[str]:
    """Yields a sentence for each value that the request leaves out, or says though no condition has it."""
    request = record.get("query")
    if not isinstance(request, str):
        return
    folded = request.casefold()
    clocks = set(_clocks(request))
    amounts = {int(match[1].replace(",", "")) for match in _AMOUNT.finditer(request)}
    mentions = [mention for term in terms for literal in term for mention in literal.mentions]
    for mention in dict.fromkeys(mentions):
        if not _is_said(mention, folded, clocks, amounts):
            yield f"the request does not say {mention}"
    limits = {int(mention[1:]) for mention in mentions if mention.startswith("$")}
    for amount in sorted(amounts - limits):
        yield f"the request says ${amount:,}, which no condition has"
    times = {minute for mention in mentions if ":" in mention for minute in _clocks(mention)}
    for minute in sorted(clocks - times):
        yield f"the request says {minute // 60}:{minute % 60:02d}, which no condition has"


def _clocks(text: str) -> Iterator[int]:
    """Yields the times of day in a text, as minutes after midnight, including "noon" and "midnight"."""
    for match in _CLOCK.finditer(text):
        hour, minute = int(match[1] or match[4]), int(match[2] or match[5] or 0)
        if match[3]:
            hour = hour % 12 + 12 * (match[3].lower() == "p")
        if hour < 24 and minute < 60:
            yield 60 * hour + minute
    for minute, word in _NOON.items():
        if word in text.casefold():
            yield minute


def _is_said(mention: str, folded: str, clocks: set[int], amounts: set[int]) -> bool:
    if mention in _WORDS_FOR:
        return any(word in folded for word in _WORDS_FOR[mention])
    if mention.startswith("$"):
        return int(mention[1:]) in amounts or mention[1:] in folded.replace(",", "")
    if mention.endswith(" min"):
        return _is_duration_said(int(mention.removesuffix(" min")), folded)
    if re.fullmatch(r"\d{1,2}:\d\d", mention):
        return any(minute in clocks for minute in _clocks(mention))
    date = re.fullmatch(r"\d{4}-(\d\d)-(\d\d)", mention)
    if date is not None and 1 <= int(date[1]) <= 12:
        month, day = _MONTHS[int(date[1]) - 1].casefold(), int(date[2])
        return mention in folded or (
            month[:3] in folded and re.search(rf"\b0?{day}(?:st|nd|rd|th)?\b", folded) is not None
        )
    return mention.casefold() in folded


def _is_duration_said(minutes: int, folded: str) -> bool:
    """Returns whether a text says the hours, in digits or words, and the minutes beyond them."""
    hours, rest = divmod(minutes, 60)
    forms = [str(hours)]
    if hours < len(NUMBER_WORDS):
        forms.append(NUMBER_WORDS[hours])
    if hours == 1:
        forms += ["an hour", "a "]
    if hours == 0:
        forms = [""]
    hours_said = any(form in folded for form in forms)
    quarters = {15: "quarter", 30: "half", 45: "three quarters"}
    return hours_said and (rest == 0 or str(rest) in folded or quarters.get(rest, "\0") in folded)
