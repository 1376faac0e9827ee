"""What each ask promises besides true labels: one file an ask, listed here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.verification.selection.asks import (
    best,
    broken,
    bundle,
    choose,
    count,
    every,
    missing,
    possible,
    relax,
)
from cocoa_core.verification.selection.asks.ask import AskContract

__all__ = ["ASKS", "AskContract"]

ASKS: Final[Mapping[str, AskContract]] = {
    "choose": choose.ASK,
    "every": every.ASK,
    "count": count.ASK,
    "best": best.ASK,
    "broken": broken.ASK,
    "relax": relax.ASK,
    "possible": possible.ASK,
    "missing": missing.ASK,
    "bundle": bundle.ASK,
}
