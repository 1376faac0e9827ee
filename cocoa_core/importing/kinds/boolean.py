"""Yes and no: as printed, and columns of them."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain.kinds import mismatch
from cocoa_core.importing.columns.cells import Cells, Reading
from cocoa_core.importing.conventions import Lenient

__all__ = ["BOOLEAN", "is_marked", "read_marks", "read_truth", "read_truths"]

_YES: Final = frozenset(("yes", "y", "true", "t", "1", "on", "✓", "✔", "✅", "☑"))
_NO: Final = frozenset(("no", "n", "false", "f", "0", "off", "✗", "✘", "❌", "☐"))
_OTHER_YES: Final = frozenset(("ja", "j", "wahr", "oui", "vrai", "sí", "si"))
_OTHER_NO: Final = frozenset(("nein", "falsch", "non", "faux"))
"""In German, French and Spanish."""
_MARKS: Final = frozenset(["x", "✓", "✔", "✅", "☑", "•", "*"])


def read_truth(text: str) -> bool:
    """Returns what "yes", "no", "true", "F", "1", "nein", "✓" ... say, whatever the capitals; else a
    ValueError.

    "x" is refused: in some tables it marks what is there, in others what is not.
    """
    word = text.strip().strip("\ufe0f").casefold()
    if word in _YES | _OTHER_YES:
        return True
    if word in _NO | _OTHER_NO:
        return False
    raise mismatch("yes or no", text.strip())


def is_marked(cells: Cells) -> bool:
    """Returns whether the column holds one mark ("x"), and nothing elsewhere."""
    marks = {text.strip("\ufe0f").casefold() for text in cells.counts}
    return len(marks) == 1 and marks <= _MARKS and not cells.missing and (cells.present < len(cells.texts))


def read_marks(cells: Cells) -> Reading | None:
    """A mark is yes, an empty cell is no; None where there are no marks."""
    marked = [text for text in cells.counts if text.strip("\ufe0f").casefold() in _MARKS]
    if not marked or not (cells.forced or is_marked(cells)):
        return None
    truths = tuple([{"": "no"}.get(text, "yes" if text in marked else None) for text in cells.texts])
    why = f"yes or no: {marked[0]!r} is yes, an empty cell is no"
    return Reading({"kind": "boolean"}, truths, why, taken="yes-no:mark")


def read_truths(cells: Cells) -> Reading | None:
    """Returns yes and no, of which both have to occur; or marks and nothing."""
    if is_marked(cells) and not cells.forced:
        return read_marks(cells)
    found = cells.readings(read_truth, 0)
    if found is None or (set(found.values()) != {True, False} and not cells.forced):
        return None
    texts = sorted(cells.counts)
    numbers = " (0 and 1 are taken for no and yes)" if texts == ["0", "1"] else ""
    canonical = {text: "yes" if truth else "no" for text, truth in found.items()}
    return Reading({"kind": "boolean"}, cells.written(canonical), f"yes or no{numbers}", taken="yes-no")


BOOLEAN: Final = Lenient("boolean", lambda _kind, cell, _conventions: read_truth(cell))
