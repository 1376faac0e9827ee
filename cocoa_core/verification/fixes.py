"""What to do about what is found, by the short name of a finding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["FIXES", "FIX_OF_A_RECORD", "RESTORE"]

FIX_OF_A_RECORD: Final = "restore the line from a copy of the data set, or generate the data set again"
"""Of everything that is wrong with one line."""

RESTORE: Final = "restore the file from a copy of the data set, or generate the data set again"
"""Of everything that is wrong with a file as a whole."""

_MANIFEST: Final = "restore manifest.json and the files it names from one copy of the data set"

FIXES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("card", "digest", "file-missing", "lines", "long-line", "not-a-file", "sha256"), RESTORE
    ),
    **dict.fromkeys(("counts", "letters", "manifest", "missing"), _MANIFEST),
    "incomplete": "repeat the call of `cocoa generate` that began it: it goes on where it was stopped",
    "unknown-file": "move the file out of the folder",
}
"""Short names of findings that are not about one line -> what to do."""
