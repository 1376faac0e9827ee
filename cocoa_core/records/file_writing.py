"""Writes a file of a data set whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or, after a crash, as it was before."""
    passing = path.with_name(path.name + ".tmp")
    with passing.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(passing, path)
