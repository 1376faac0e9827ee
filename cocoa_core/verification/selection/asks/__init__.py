"""What each ask promises besides true labels: its shape, its key, and what it shows beside the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.verification.selection.asks import best, bundle, choose, keys, missing, possible
from cocoa_core.verification.selection.asks.ask import AskContract as AskContract

ASKS: Final[Mapping[str, AskContract]] = {
    "choose": choose.ASK,
    "every": keys.EVERY,
    "count": keys.COUNT,
    "best": best.ASK,
    "broken": keys.BROKEN,
    "relax": keys.RELAX,
    "possible": possible.ASK,
    "missing": missing.ASK,
    "bundle": bundle.ASK,
}
