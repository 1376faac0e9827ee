"""Names the asks, and where each is found; the first one is the default."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_HERE: Final = "cocoa_core.families.selection.asks"

ASK_MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "choose": f"{_HERE}.choose:CHOOSE",
        "every": f"{_HERE}.every.ask:EVERY",
        "count": f"{_HERE}.count:COUNT",
        "best": f"{_HERE}.best:BEST",
        "broken": f"{_HERE}.broken:BROKEN",
        "relax": f"{_HERE}.relax:RELAX",
        "possible": f"{_HERE}.possible.ask:POSSIBLE",
        "missing": f"{_HERE}.missing.ask:MISSING",
        "bundle": f"{_HERE}.bundle.ask:BUNDLE",
    }
)
"""By name, as records have it: "module:object", which is imported when the ask is first used."""
ASK_SUMMARIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "choose": "which option satisfies the request: exactly one does",
        "every": "which options satisfy the request: any number of them, none and all included",
        "count": "how many options satisfy the request",
        "best": "which of the options that satisfy the request is best by a number, such as the price",
        "broken": "which numbered conditions an option breaks: any number of them, none and all included",
        "relax": "no option fits: which one condition has to go so that one does, and which option that is",
        "possible": "whether any option at all could meet the request; if not, which conditions clash",
        "missing": "some values are to be confirmed: which one settles which of the options fit",
        "bundle": "which so many of the options that satisfy the request are best together, under conditions",
    }
)
"""What each ask asks, in a few words, for help and docs."""
REVISED_ASKS: Final = ("choose", "every", "count", "best")
"""The asks whose requests can come over turns that revise what was said."""
DEFAULT_ASK: Final = next(iter(ASK_MODULES))
