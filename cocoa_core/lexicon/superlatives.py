"""Lists what the best of several numbers is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SUPERLATIVES: Final[Mapping[tuple[str, str], str]] = {
    ("quantity", "less"): "lowest",
    ("quantity", "more"): "highest",
    ("duration", "less"): "shortest",
    ("duration", "more"): "longest",
}
"""By kind of slot and what people want of it, the superlative. Dates and times of day have none: whether a
later day or an earlier hour is "earliest" is a convention.
"""

WAYS: Final = (
    'the one with the {best} "{label}"',
    'the one whose "{label}" is the {best}',
    'the {best} by "{label}"',
)
"""Phrases for the best of several options; each names the slot as options show it."""


_OWN_WAYS: Final = (
    'the {best} one, by "{label}"',
    'the {best} by "{label}"',
    'the {best} of them, by "{label}"',
)
"""The same with a word of the domain: "cheapest"."""


def superlative(kind: str, better: str, label: str, way: int, domain_word: str = "") -> str:
    """Returns a phrase for the best of several options.

    Args:
        kind: the kind of the slot.
        better: `less` or `more`, whichever is better.
        label: the slot's label.
        way: any number, which selects one of the phrases.
        domain_word: the domain's word for the best, such as "cheapest"; empty for none.

    Raises:
        KeyError: the slot has no superlative and the domain no word.
    """
    ways, best = (_OWN_WAYS, domain_word) if domain_word else (WAYS, SUPERLATIVES[kind, better])
    return ways[way % len(ways)].format(best=best, label=label)
