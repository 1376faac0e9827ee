"""Closed tables of English: comparisons, demands, sentence forms, months, numbers, words to parse. Data only.

The verifier reads these tables too, with code of its own.
"""

from cocoa_core.lexicon.comparisons import (
    ANY_NOUN,
    BE_COMPARISONS,
    COMPARISONS,
    LIMITING,
    LIMITING_ENDS,
    NO_NOUN,
    STIFF,
    STIFF_IF,
    TIMES,
    WITHOUT_OF,
)
from cocoa_core.lexicon.currencies import CURRENCIES
from cocoa_core.lexicon.demands import HEADS, LIFTED, LIFTED_BE, PRONOUNS, REGISTERS, Head
from cocoa_core.lexicon.numbers import MONTHS, NUMBER_WORDS
from cocoa_core.lexicon.parsing_words import (
    BEINGS,
    DEPTH_CASES,
    DETERMINERS,
    NAMES,
    NOUNS,
    PLACE_CASES,
    PREPOSITIONS,
    SAMPLES,
    THINGS,
    VERBS,
    WORD_CASES,
    DepthCase,
    Verb,
    WordCase,
)
from cocoa_core.lexicon.sentences import (
    CONNECTIVES,
    FORMS,
    GENERAL_OPENINGS,
    MOST_LITERALS,
    REASONED,
    Form,
    FormReading,
)
from cocoa_core.lexicon.superlatives import SUPERLATIVES, WAYS, superlative

__all__ = [
    "ANY_NOUN",
    "BEINGS",
    "BE_COMPARISONS",
    "COMPARISONS",
    "CONNECTIVES",
    "CURRENCIES",
    "DEPTH_CASES",
    "DETERMINERS",
    "FORMS",
    "GENERAL_OPENINGS",
    "HEADS",
    "LIFTED",
    "LIFTED_BE",
    "LIMITING",
    "LIMITING_ENDS",
    "MONTHS",
    "MOST_LITERALS",
    "NAMES",
    "NOUNS",
    "NO_NOUN",
    "NUMBER_WORDS",
    "PLACE_CASES",
    "PREPOSITIONS",
    "PRONOUNS",
    "REASONED",
    "REGISTERS",
    "SAMPLES",
    "STIFF",
    "STIFF_IF",
    "SUPERLATIVES",
    "THINGS",
    "TIMES",
    "VERBS",
    "WAYS",
    "WITHOUT_OF",
    "WORD_CASES",
    "DepthCase",
    "Form",
    "FormReading",
    "Head",
    "Verb",
    "WordCase",
    "superlative",
]
