"""Which asks there are: the name of each, and where it is found; the first is asked where nothing is said."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["ASK_MODULES", "DEFAULT_ASK"]

_HERE: Final = "cocoa_core.families.selection.asks"

ASK_MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "choose": f"{_HERE}.choose:CHOOSE",
        "every": f"{_HERE}.every:EVERY",
        "count": f"{_HERE}.count:COUNT",
        "best": f"{_HERE}.best:BEST",
        "broken": f"{_HERE}.broken:BROKEN",
        "relax": f"{_HERE}.relax:RELAX",
        "possible": f"{_HERE}.possible.ask:POSSIBLE",
        "missing": f"{_HERE}.missing.ask:MISSING",
        "bundle": f"{_HERE}.bundle.ask:BUNDLE",
    }
)
"""By name, as records have it: "module:object", imported when the ask is first used."""
DEFAULT_ASK: Final = next(iter(ASK_MODULES))
