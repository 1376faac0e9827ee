"""How long, how many, how much: the limits of what a domain's YAML files may say."""

from __future__ import annotations

from typing import Final

__all__ = [
    "LONGEST_DESCRIPTION",
    "LONGEST_LABEL",
    "LONGEST_NAME",
    "LONGEST_NOUN",
    "LONGEST_PHRASE",
    "LONGEST_REFERENCE",
    "LONGEST_REQUEST_PART",
    "LONGEST_RULE_ID",
    "LONGEST_SLOT_DESCRIPTION",
    "LONGEST_TABLE_NAME",
    "LONGEST_UNIT",
    "LONGEST_VALUE",
    "LONGEST_VERB",
    "MOST_ARGS",
    "MOST_AXIOMS",
    "MOST_AXIOM_PARTS",
    "MOST_DECIMALS",
    "MOST_DRAWN_ITEMS",
    "MOST_FIXED",
    "MOST_ITEMS",
    "MOST_MINUTES_OF_A_STEP",
    "MOST_OUT_OF",
    "MOST_QUANTILES",
    "MOST_REQUEST_PARTS",
    "MOST_RULES",
    "MOST_SLOTS",
    "MOST_VALUES",
    "MOST_WEIGHT",
    "MOST_WORDINGS",
]

LONGEST_NAME: Final = 41
"""Characters of the name of a domain or a slot."""
LONGEST_DESCRIPTION: Final = 4000
LONGEST_SLOT_DESCRIPTION: Final = 2000
LONGEST_LABEL: Final = 60
LONGEST_NOUN: Final = 40
LONGEST_VERB: Final = 40
LONGEST_PHRASE: Final = 60
LONGEST_REFERENCE: Final = 80
LONGEST_VALUE: Final = 200
LONGEST_UNIT: Final = 20
LONGEST_REQUEST_PART: Final = 200
LONGEST_RULE_ID: Final = 61
LONGEST_TABLE_NAME: Final = 61

MOST_SLOTS: Final = 64
MOST_VALUES: Final = 1000
"""Of a closed vocabulary."""
MOST_ITEMS: Final = 100
"""Of one set or list."""
MOST_MINUTES_OF_A_STEP: Final = 1440
MOST_DECIMALS: Final = 4
MOST_OUT_OF: Final = 1000
MOST_REQUEST_PARTS: Final = 20
MOST_AXIOMS: Final = 100
MOST_AXIOM_PARTS: Final = 10
MOST_ARGS: Final = 50
"""Arguments of one test."""

MOST_RULES: Final = 50
"""Of one slot."""
MOST_WEIGHT: Final = 1000
MOST_WORDINGS: Final = 50
"""Of one rule."""
MOST_QUANTILES: Final = 100
MOST_FIXED: Final = 100
MOST_DRAWN_ITEMS: Final = 20
"""Values in one drawn test."""
