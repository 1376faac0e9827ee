"""Calls of commands that read a data set: SET is where it lies, PLAIN a folder of the same, OUT a new one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from calling import Cocoa
from items.made_up import contents

READING: Final = (
    ("verify", "SET"),
    ("verify", "SET", "--workers", 2),
    ("stats", "SET"),
    ("show", "SET", 7),
    ("read", "SET"),
    ("overlap", "SET", "PLAIN"),
    ("export", "SET", "--to", "messages", "--out", "OUT"),
    ("export", "SET", "--to", "lm-eval", "--out", "OUT"),
    ("export", "SET", "--to", "parquet", "--out", "OUT"),
)


def same_said(cocoa: Cocoa, call: tuple[object, ...], exam: Path, other: Path | str, out: Path) -> None:
    """The call says the same, and writes the same files, of a plain folder and of the same set elsewhere."""
    said, files = [], []
    for folder in (exam, other):
        places = {"SET": folder, "PLAIN": exam, "OUT": out}
        result = cocoa(*(places.get(str(word), word) for word in call), columns=200)
        assert result.exit_code == (1 if call[0] == "overlap" else 0), result.output
        said.append(result.stdout.replace(str(folder), "FOLDER").replace(str(exam), "FOLDER"))
        files.append(contents(out) if out.exists() else {})
        shutil.rmtree(out, ignore_errors=True)
    assert said[0] == said[1]
    assert files[0] == files[1]
    assert bool(files[0]) == ("OUT" in call)
