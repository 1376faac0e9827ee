"""Yes and no, as they are printed."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain.kinds.reading import mismatch

__all__ = ["read_truth"]

_YES: Final = frozenset(("yes", "y", "true", "t", "1", "on", "✓", "✔", "✅", "☑"))
_NO: Final = frozenset(("no", "n", "false", "f", "0", "off", "✗", "✘", "❌", "☐"))


def read_truth(text: str) -> bool:
    """What "yes", "no", "true", "F", "1", "✓" ... say, whatever the capitals; ValueError for anything else.

    "x" is refused: in some tables it marks what is there, in others what is not.
    """
    word = text.strip().strip("\ufe0f").casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise mismatch("yes or no", text.strip())
