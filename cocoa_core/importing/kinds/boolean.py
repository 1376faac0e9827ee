"""Reads yes and no as they are printed, and columns of them."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain.kinds import mismatch
from cocoa_core.importing.columns.cells import Cells, ColumnReading

_YES: Final = frozenset("yes y true t 1 on ✓ ✔ ✅ ☑ ja j wahr oui vrai sí si sim sì tak да はい 是".split())
_NO: Final = frozenset("no n false f 0 off ✗ ✘ ❌ ☐ nein falsch non faux não nao nie нет いいえ 否".split())
"""Signs, and words of English, German, French, Spanish, Portuguese, Italian, Polish, Russian, Japanese and
Chinese, as in `_YES`.
"""
_MARKS: Final = frozenset(["x", "✓", "✔", "✅", "☑", "•", "*", "checked"])


def read_truth(text: str) -> bool:
    """Returns whether a text such as "yes", "no", "true", "F", "1", "nein" or "✓" says yes; capitals do not
    matter.

    "x" is refused: in some tables it marks what is there, in others what is not.

    Raises:
        ValueError: the text says neither.
    """
    word = text.strip().strip("\ufe0f").casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise mismatch("yes or no", text.strip())


def is_marked(cells: Cells) -> bool:
    """Returns whether the column holds one mark ("x") in some rows and nothing in the others."""
    marks = {text.strip("\ufe0f").casefold() for text in cells.counts}
    return len(marks) == 1 and marks <= _MARKS and not cells.missing and (cells.present < len(cells.texts))


def read_marks(cells: Cells) -> ColumnReading | None:
    """Returns marks as yes and empty cells as no; None where the column does not consist of marks."""
    marked = [text for text in cells.counts if text.strip("\ufe0f").casefold() in _MARKS]
    if not marked or not (cells.forced or is_marked(cells)):
        return None
    truths = tuple(["no" if not text else "yes" if text in marked else None for text in cells.texts])
    why = f"yes or no: {marked[0]!r} is yes, an empty cell is no"
    return ColumnReading({"kind": "boolean"}, truths, why, taken="yes-no:mark")


def read_truths(cells: Cells) -> ColumnReading | None:
    """Returns the column as yes and no; None where it holds anything else.

    Both have to occur, unless the author has given the type. A column of marks is read by `read_marks`.
    """
    if is_marked(cells) and not cells.forced:
        return read_marks(cells)
    truths = cells.readings(read_truth, 0)
    if truths is None or (set(truths.values()) != {True, False} and not cells.forced):
        return None
    texts = sorted(cells.counts)
    numbers = " (0 and 1 are taken for no and yes)" if texts == ["0", "1"] else ""
    canonical = {text: "yes" if truth else "no" for text, truth in truths.items()}
    return ColumnReading({"kind": "boolean"}, cells.written(canonical), f"yes or no{numbers}", taken="yes-no")
