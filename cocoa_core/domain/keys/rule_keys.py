"""The keys of rules.yaml."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain.keys.keys import FLAG, Key, Shape, listing, one_of, phrase, text, verb, whole
from cocoa_core.domain.keys.limits import (
    LONGEST_NOUN,
    LONGEST_PHRASE,
    LONGEST_RULE_ID,
    LONGEST_VERB,
    MOST_ARGS,
    MOST_DRAWN_ITEMS,
    MOST_FIXED,
    MOST_QUANTILES,
    MOST_RULES,
    MOST_SLOTS,
    MOST_WEIGHT,
    MOST_WORDINGS,
)
from cocoa_core.domain.rules import Source

__all__ = [
    "DRAW_KEYS",
    "DRAW_SOURCES",
    "FREE_WORDING_KEYS",
    "NOUN_KEYS",
    "OVERS",
    "PAIRS",
    "RULE_FILE_KEYS",
    "RULE_KEYS",
    "SCALAR",
    "SEVERAL",
    "TESTS",
    "WORDING_KEYS",
]

PAIRS: Final = ("between", "within")
"""Tests with two arguments."""
SEVERAL: Final = ("one_of", "any", "none", "only", "all")
"""Tests with a list of arguments."""
TESTS: Final = ("less", "at_most", "more", "at_least", "is", *PAIRS, *SEVERAL)
"""Every test that some kind has."""
OVERS: Final = ("each", "any", "total", "count")
"""What tests of lists (and `count`: of sets) may be over."""
DRAW_SOURCES: Final[tuple[Source, ...]] = ("grid", "quantiles", "fixed")
"""Keys of `draw` that say where arguments come from; one of them, or none: the group's own values."""

_EFFECTIVE: Final = (*TESTS, *(f"not_{test}" for test in ("is", *PAIRS, *SEVERAL)))
SCALAR: Final[Shape] = {"type": ["string", "number", "boolean"]}
"""One argument of a test."""
_ARGS: Final[Shape] = {"anyOf": [SCALAR, listing(SCALAR, 1, MOST_ARGS)]}
_DISTANCE: Final[Shape] = {"type": ["string", "number"]}
_WORDS: Final = phrase(LONGEST_PHRASE)
_NOUN: Final = phrase(LONGEST_NOUN)
_THIRD: Final = Key("third", "The third person singular, where it is irregular.", _NOUN)
_VERB: Final = Key(
    "verb",
    "The base form, with what belongs to it: cost, be, take off. cocoa adds comparison and negation.",
    verb(LONGEST_VERB),
    required=True,
)

RULE_FILE_KEYS: Final = (
    Key(
        "rules",
        "For each slot what requests may ask of it.",
        {
            "type": "object",
            "minProperties": 1,
            "maxProperties": MOST_SLOTS,
            "additionalProperties": listing({"$ref": "#/$defs/rule"}, 1, MOST_RULES),
        },
        required=True,
    ),
)
"""Of the whole file."""

RULE_KEYS: Final = (
    Key(
        "id", "A name of its own in the domain.", text(LONGEST_RULE_ID, r"^[a-z][a-z0-9_-]*$"), required=True
    ),
    Key(
        "tests",
        "Which tests may be drawn, in their positive form; negations come along.",
        listing(one_of(TESTS), 1, len(TESTS), unique=True),
        required=True,
    ),
    Key(
        "say",
        "Wordings: subject, verb and fixed words. cocoa adds the comparison.",
        listing({"$ref": "#/$defs/wording"}, 1, MOST_WORDINGS),
        required=True,
    ),
    Key("over", "What is compared of a list, or count of a set.", one_of(OVERS)),
    Key(
        "draw",
        "How arguments are drawn; values, the group's own, without it.",
        {"$ref": "#/$defs/draw"},
    ),
    Key(
        "also",
        "Free wordings, whose meaning the author asserts.",
        listing({"$ref": "#/$defs/free_wording"}, 0, MOST_WORDINGS),
    ),
    Key(
        "atypical",
        "Tests that few people ask for, once negation has moved into the test.",
        listing(one_of(_EFFECTIVE), 0, len(_EFFECTIVE)),
    ),
    Key("weight", "Relative chance of this rule among the slot's; 1 without it.", whole(1, MOST_WEIGHT)),
)
"""Of one rule."""

DRAW_KEYS: Final = (
    Key("grid", "Multiples of this step, in the slot's unit: 100, 15m, 7d.", _DISTANCE),
    Key("quantiles", "So many inner quantiles of the group's values.", whole(1, MOST_QUANTILES)),
    Key("fixed", "Exactly these.", listing(SCALAR, 1, MOST_FIXED, unique=True)),
    Key(
        "items",
        "The fewest and the most values of one_of, any, none, only and all; [1, 2] without it.",
        listing(whole(1, MOST_DRAWN_ITEMS), 2, 2),
    ),
    Key(
        "width",
        "How far the ends of between and within are apart, least and most.",
        listing(_DISTANCE, 2, 2),
    ),
)
"""Of `draw`."""

WORDING_KEYS: Final = (
    _VERB,
    _THIRD,
    Key("subject", "it (the default), I, or a noun phrase such as the fare.", _WORDS),
    Key("plural", "true where the noun phrase is grammatically plural.", FLAG),
    Key("before", "Fixed words before the comparison or the value.", _WORDS),
    Key("after", "Fixed words after it.", _WORDS),
    Key("item", "What one item is called, singular; stands in place of the subject.", _NOUN),
    Key("noun", "What is counted.", {"$ref": "#/$defs/noun"}),
)
"""Of one wording of `say`."""

NOUN_KEYS: Final = (
    Key("one", "Singular: stop.", _NOUN, required=True),
    Key("many", "Plural: stops.", _NOUN, required=True),
)
"""Of `noun`."""

FREE_WORDING_KEYS: Final = (
    Key("test", "The test that it means.", one_of(TESTS), required=True),
    Key("value", "The test's argument, or a list of them.", _ARGS, required=True),
    _VERB,
    Key("complement", "The words after the verb.", _WORDS, required=True),
    _THIRD,
)
"""Of one free wording of `also`."""
