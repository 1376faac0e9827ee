"""Words what several options have to meet together, and which of all choices is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.lexicon.comparisons import SUPERLATIVES
from cocoa_core.lexicon.names import NUMBER_WORDS

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
        'Each of them has a different "{label}".',
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
"""The sentences of a condition, by its kind and test. `includes` is about sets: "{value}" is an element."""

BUNDLE_OBJECTIVES: Final = (
    'Of all such choices, the one with the {best} {over} "{label}" is the best.',
    'Of all such choices, take the one whose {over} "{label}" is the {best}.',
)
"""The sentences of an objective."""


def number_word(number: int) -> str:
    """Returns a number as a word, such as "three"; digits of a number above twelve."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def bundle_called(called: str, number: int) -> str:
    """Returns what this many options are together: "a trip of three stays".

    Args:
        called: the domain's words, with {number} for the number of options.
    """
    return called.replace("{number}", number_word(number))


def bundle_condition(kind: str, test: str, label: str, value: str, number: int, way: int) -> str:
    """Returns a condition as a sentence.

    Args:
        kind: the kind of the condition, as in BUNDLE_CONDITIONS.
        test: its test, as there.
        label: the slot's label.
        value: the value that it compares with, as options show it.
        number: the number of options that the sentence names, where it names one.
        way: any number, which selects one of the sentences.

    Raises:
        KeyError: there is no such condition.
    """
    ways = BUNDLE_CONDITIONS[kind, test]
    return ways[way % len(ways)].format(label=label, value=value, number=number_word(number))


def bundle_objective(kind: str, better: str, over: str, label: str, way: int) -> str:
    """Returns a sentence that says which choice is wanted.

    Args:
        better: `less` or `more`, whichever is better.
        over: the word for what is compared of the options, such as "total".
        label: the slot's label.
        way: any number, which selects one of the sentences.

    Raises:
        KeyError: the slot has no best value.
    """
    ways = BUNDLE_OBJECTIVES
    return ways[way % len(ways)].format(best=SUPERLATIVES[kind, better], over=over, label=label)
