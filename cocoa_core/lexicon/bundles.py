"""How it is said what several options have to meet together, and which of all choices is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.lexicon.numbers import NUMBER_WORDS
from cocoa_core.lexicon.superlatives import SUPERLATIVES

__all__ = [
    "BUNDLE_CONDITIONS",
    "BUNDLE_OBJECTIVES",
    "TOGETHER",
    "bundle_called",
    "bundle_condition",
    "bundle_objective",
    "number_word",
]

TOGETHER: Final = "Taken together:"
"""The heading of what several options have to meet together, below a request."""

BUNDLE_CONDITIONS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("total", "at_most"): (
        'The total "{label}" is {value} or less.',
        'Added up, "{label}" is at most {value}.',
    ),
    ("total", "at_least"): (
        'The total "{label}" is {value} or more.',
        'Added up, "{label}" is at least {value}.',
    ),
    ("average", "at_most"): (
        'The average "{label}" is {value} or less.',
        'On average, "{label}" is at most {value}.',
    ),
    ("average", "at_least"): (
        'The average "{label}" is {value} or more.',
        'On average, "{label}" is at least {value}.',
    ),
    ("different", ""): (
        'No two of them have the same "{label}".',
        'Each of them has another "{label}" than the others.',
    ),
    ("with", "at_least"): (
        'For at least {number} of them, "{label}" says "{value}".',
        'At least {number} must show "{value}" as "{label}".',
    ),
    ("with", "at_most"): (
        'For at most {number} of them, "{label}" says "{value}".',
        'At most {number} may show "{value}" as "{label}".',
    ),
    ("includes", "at_least"): (
        'For at least {number} of them, "{label}" includes "{value}".',
        'At least {number} must have "{value}" under "{label}".',
    ),
}
"""By kind and test; `includes` is of sets: "{value}" is one of their words."""

BUNDLE_OBJECTIVES: Final = (
    'Wanted is the choice with the {best} {over} "{label}".',
    'Of all such choices, take the one whose {over} "{label}" is the {best}.',
)


def number_word(number: int) -> str:
    """ "three"; digits of a large number."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def bundle_called(called: str, number: int) -> str:
    """Returns what so many options are together: "a trip of three stays"."""
    return called.replace("{number}", number_word(number))


def bundle_condition(kind: str, test: str, label: str, value: str, number: int, way: int) -> str:
    """Returns a condition in a sentence, in one of the ways.

    Raises:
        KeyError: there is no such condition.
    """
    ways = BUNDLE_CONDITIONS[kind, test]
    return ways[way % len(ways)].format(label=label, value=value, number=number_word(number))


def bundle_objective(kind: str, wanted: str, over: str, label: str, way: int) -> str:
    """Returns which choice is wanted, in one of the ways.

    Args:
        kind: of the slot.

    Raises:
        KeyError: it has no best.
    """
    ways = BUNDLE_OBJECTIVES
    return ways[way % len(ways)].format(best=SUPERLATIVES[kind, wanted], over=over, label=label)
