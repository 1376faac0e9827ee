"""How the best of several numbers is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["SUPERLATIVES", "WAYS", "superlative"]

SUPERLATIVES: Final[Mapping[tuple[str, str], str]] = {
    ("quantity", "less"): "lowest",
    ("quantity", "more"): "highest",
    ("duration", "less"): "shortest",
    ("duration", "more"): "longest",
}
"""By kind of slot and by what people want of it. Dates and times of day have none: whether a later day or an
earlier hour is "earliest" is a convention."""

WAYS: Final = (
    'the one with the {best} "{label}"',
    'the one whose "{label}" is the {best}',
    'the {best} by "{label}"',
)
"""Ways to say which of several options is meant; each names the slot as options show it."""


_OWN_WAYS: Final = (
    'the {best} one, by "{label}"',
    'the {best} by "{label}"',
    'the {best} of them, by "{label}"',
)
"""The same with a word of the domain: "cheapest"."""


def superlative(kind: str, wanted: str, label: str, way: int, own: str = "") -> str:
    """Returns which of several options is the best, in one of the ways.

    Args:
        own: the domain's word for it, such as "cheapest"; "" for none.

    Raises:
        KeyError: there is no superlative.
    """
    ways, best = (_OWN_WAYS, own) if own else (WAYS, SUPERLATIVES[kind, wanted])
    return ways[way % len(ways)].format(best=best, label=label)
