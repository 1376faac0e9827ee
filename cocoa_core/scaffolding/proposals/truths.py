"""Words around a column of yes and no: what is so, what is had, and always some that fit any name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cocoa_core.scaffolding.attributes.shapes import say
from cocoa_core.scaffolding.columns.header import Header
from cocoa_core.scaffolding.english import is_plural, with_article

__all__ = ["NAMED", "Say", "is_uncounted", "truth_wordings"]

Say = Mapping[str, Any]
"""One wording, as the key `say` of rules.yaml lists it."""
NAMED: Final = 2
"""How many wordings there are that fit any name."""
_UNCOUNTED: Final = (
    "air parking wifi internet heating cooling access service lighting storage insurance breakfast gas power"
    " conditioning water support smoking seating hot bluetooth nfc gps cover coverage delivery shipping"
    " navigation cancellation control protection assistance"
)
_MASS_NOUNS: Final = frozenset(_UNCOUNTED.split())
_HAD: Final = (
    "adapter alarm attic backlight balcony bar basement bathtub camera case charger concierge crib desk"
    " dishwasher display dryer elevator fireplace fridge garage garden guarantee gym jack jacuzzi keyboard"
    " kitchen kitchenette lift lock microphone microwave minibar oven patio playground pool port reader"
    " restaurant roof safe sauna screen sensor shuttle slot spa speaker stand stylus sunroof television"
    " terrace touchscreen towbar trailer tv view warranty washer webcam yard"
)
_FEATURES: Final = frozenset(_HAD.split()) | _MASS_NOUNS
"""Last words of what an option can have: "backlit keyboard", "free delivery"."""
_COVERS: Final = "dental vision optical maternity orthodontic prescription psychotherapy"
_COVERED: Final = frozenset(_COVERS.split())
_DONE: Final = ("able", "ible", "ed", "friendly", "al", "ic", "ful")
_NOUNS: Final = (
    "animal arrival capital clinic comic festival fabric hospital journal manual medal metal music pedal"
    " portal public rental removal renewal signal terminal topic total traffic"
)
_THINGS: Final = frozenset(_NOUNS.split())
"""Nouns that end as adjectives do."""
_STATES: Final = {"included": "include", "available": "offer", "allowed": "allow", "welcome": "welcome"}


def truth_wordings(header: Header) -> tuple[Say, ...]:
    """Wordings of the column's rule, the most fitting first; the last NAMED name it, whatever it is."""
    return (*_fitting(header), *_named(header))


def is_uncounted(thing: str) -> bool:
    """Whether a thing goes without "a" or "an": a plural, or "free parking"."""
    last = thing.split()[-1]
    return is_plural(last) or last.casefold() in _MASS_NOUNS


def _fitting(header: Header) -> tuple[Say, ...]:
    """Wordings for names that say what is the case: "has_garage", "is_new", "breakfast_included"."""
    words = header.phrase.split()
    thing, rest = " ".join(words[:-1]), " ".join(words[1:])
    if words[0] in ("has", "have", "with") and rest:
        return _had(rest)
    if words[0] in ("is", "are") and rest:
        return _so(rest)
    if words[0] in ("in", "on", "for") and rest:
        return _so(header.phrase)
    last = words[-1].casefold()
    if last in _STATES and thing:
        return say(f" | {_STATES[last]} | {thing}", f"{_plural_of(words[:-1])}{thing} | be | {last}")
    if last in _COVERED:
        return say(f" | cover | {header.phrase}", f" | include | {header.phrase}")
    if last in _FEATURES or (is_plural(last) and last[:-1] in _FEATURES):
        return _had(header.phrase)
    if len(words) == 1 and last.endswith(_DONE) and len(last) > 5 and last not in _THINGS:
        return _so(words[0])
    return ()


def _so(state: str) -> tuple[Say, ...]:
    return say(f" | be | {state}", f" | be | listed as {state}")


def _had(thing: str) -> tuple[Say, ...]:
    counted = thing if is_uncounted(thing) else with_article(thing)
    return say(f" | have | {counted}", f" | come | with {counted}")


def _plural_of(words: Sequence[str]) -> str:
    return "they " if is_plural(words[-1]) else ""


def _named(header: Header) -> tuple[Say, ...]:
    """Wordings that name the column, whatever it is about: "it is marked yes for am"."""
    return (
        {"verb": "be", "before": f"marked yes for {header.phrase}"},
        {"subject": f"the {header.phrase} entry", "verb": "be", "before": "yes"},
    )
