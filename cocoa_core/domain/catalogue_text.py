"""A catalogue as the text of a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

__all__ = ["catalogue_text"]


def catalogue_text(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The header and the rows, in their order; every line ends with a line feed, on every system.

    The cells hold no control characters, as no value does.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
