"""Writing a catalogue whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from cocoa_core.errors import UsageError
from cocoa_core.whole_files import write_whole

__all__ = ["check_target", "write_catalogue"]


def check_target(path: Path, *, force: bool) -> None:
    """UsageError for a folder, for a file in no folder, and without `force` for a file that is there."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder", expected="a file", fix=f"--out {path / 'catalogue.csv'}")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}", fix="make it first, or write elsewhere")
    if os.path.lexists(path) and not force:
        raise UsageError(
            f"{path} is there already", expected="a new file", fix="--force replaces it; or write elsewhere"
        )


def write_catalogue(path: Path, text: str, *, force: bool) -> None:
    """Write the file so that it is there whole or as it was before; UsageError as in `check_target`."""
    check_target(path, force=force)
    write_whole(path, text.encode("utf-8"))
