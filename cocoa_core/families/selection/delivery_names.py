"""Names the deliveries, and where each is found; the first one is the default."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

_HERE: Final = "cocoa_core.families.selection.deliveries"

DELIVERY_MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "full": f"{_HERE}.full:FULL",
        "concat": f"{_HERE}.concat:CONCAT",
        "turns": f"{_HERE}.turns:TURNS",
        "revise": f"{_HERE}.revise:REVISE",
        "paraphrase": f"{_HERE}.paraphrase:PARAPHRASE",
    }
)
"""By name: "module:object", which is imported when the delivery is first used."""
DELIVERY_SUMMARIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "full": "the request in one message, as it stands in the record",
        "concat": "its conditions as a list in one message, each worded by itself",
        "turns": "the same wordings, one condition a turn",
        "revise": "over turns in which the customer changes what was said; drawn with --revisions",
        "paraphrase": "in other words that two readers understood alike",
    }
)
"""What each delivery is, in a few words, for help and docs."""
DEFAULT_DELIVERY: Final = next(iter(DELIVERY_MODULES))


def drawn_for(settings: Mapping[str, Any]) -> str:
    """Returns the delivery that questions of these settings were drawn for, the default one."""
    return DEFAULT_DELIVERY if settings.get("revisions") is None else "revise"
