"""Says the arguments of tests in a request: numbers and names as their kind says them, counts, and lists.

How a time, a price or a date is said is up to its kind (`cocoa_core.domain.kinds`); the texts are cached
here. For each kind this module also finds the lexicon's comparisons.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cocoa_core.domain import Scalar
from cocoa_core.domain.kinds import Kind, say_count
from cocoa_core.lexicon import BOUNDED, COMPARISONS, SHIFTED, UNSHIFTED


def family_of(kind: Kind, over: str | None) -> str:
    """Returns the name of the lexicon's row of comparisons for a kind over `over`."""
    return "count" if over == "count" else kind.comparison_row


def bounded_phrases(kind: Kind, op: str) -> tuple[str, ...]:
    """Returns the ways to say a comparison with one number without a noun, "{0}" for the number; empty where
    it cannot be said.
    """
    family = family_of(kind, None)
    phrases = COMPARISONS[family].get(op, ()) if family in BOUNDED else ()
    return tuple(dict.fromkeys(phrase.replace(" {after}", "") for phrase in phrases))


def can_shift(kind: Kind) -> bool:
    """Returns whether an amount can be added: to prices and durations, not to times or percentages."""
    return family_of(kind, None) in SHIFTED and getattr(kind, "unit", "") not in UNSHIFTED


@lru_cache(maxsize=1 << 14)
def say(kind: Kind, over: str | None, arg: Scalar) -> str:
    """Returns an argument of a test as a request says it. Equal kinds and arguments give equal texts."""
    if isinstance(arg, str):
        return arg
    return say_count(arg) if over == "count" else kind.say(arg)


@lru_cache(maxsize=1 << 14)
def say_amount(kind: Kind, over: str | None, arg: Scalar) -> str:
    """Returns an amount without its unit, as in "between 3 and 5 km"; empty without a unit word after it."""
    return "" if over == "count" else kind.say_amount(arg)


def article(noun: str) -> str:
    """Returns the indefinite article before a noun."""
    return "an" if noun[:1].lower() in "aeiou" else "a"


def joined(words: Sequence[str], conjunction: str) -> str:
    """Returns a list in words: "A", "A or B", "A, B or C"."""
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
