"""Writes the folder of an export beside its destination and moves it there when it is complete."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.items import MANIFEST, check_no_link, locked, read_plain

EXPORT: Final = "cocoa-export.json"
"""The file in which an export records its facts and files; a later export may replace these files."""
_LARGEST: Final = 4_000_000
"""The number of bytes up to which EXPORT is read."""


def check_place(out: Path, *, force: bool) -> None:
    """Refuses a destination to which an export cannot be written.

    Args:
        force: whether a folder that holds files is allowed.

    Raises:
        UsageError: the destination is a file, a data set or the root of the file system (beside which nothing
            can be written), or, without `force`, a folder that is not empty.
    """
    if not out.resolve().name:
        raise UsageError(f"{out} is the root", expected="a folder, new or empty", fix="name another --out")
    if os.path.lexists(out) and not out.is_dir():
        raise UsageError(
            f"{out} is not a folder", expected="a folder, new or empty", fix="name another --out"
        )
    if (out / MANIFEST).exists():
        raise UsageError(
            f"{out} is a data set",
            expected="a folder of its own for the export, new or empty",
            fix="name another --out",
        )
    if not force and out.is_dir() and any(out.iterdir()):
        raise UsageError(
            f"{out} is not empty",
            got=", ".join(sorted(path.name for path in out.iterdir())[:3]),
            expected="a new folder, or an empty one",
            fix="name another --out, or add --force to replace the export that is there",
        )


@contextmanager
def placed(out: Path, *, force: bool) -> Iterator[Path]:
    """Yields a folder to write into, which becomes `out` when the block ends and is removed if it fails.

    A run that is killed leaves nothing under the name `out`; what it left beside it is removed by the next
    run. With `force` the files of an export that exists are replaced one by one, and other files stay.

    Raises:
        UsageError: `check_place` refuses the destination, a link has the name of the folder to write into, or
            another process exports to the same destination.
    """
    check_place(out, force=force)
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    staging = out.with_name(f".{out.name}.partial")
    if staging.is_symlink():  # all that is in it would be removed
        raise UsageError(
            f"{staging} is a link", expected="a folder that an export left, or none", fix="remove the link"
        )
    staging.mkdir(exist_ok=True)
    with locked(staging):
        _empty(staging)
        try:
            yield staging
            for path in _files(staging):
                _sync(path)
            _move(staging, out)
        except BaseException:
            shutil.rmtree(staging, ignore_errors=True)
            raise


def write_contents(folder: Path, facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Writes EXPORT: the facts, and the SHA-256 of every file in the folder.

    Returns:
        The names of the files, EXPORT last.
    """
    digests = {path.relative_to(folder).as_posix(): sha256_of(path) for path in _files(folder)}
    text = json.dumps({**facts, "files": digests}, indent=2, ensure_ascii=False)
    (folder / EXPORT).write_text(f"{text}\n", encoding="utf-8")
    return (*digests, EXPORT)


def _move(staging: Path, out: Path) -> None:
    """Makes the written folder the destination: by one rename where that is new or empty, else file by file.

    The working folder of this process is never replaced: a shell in it would lose its folder. EXPORT is moved
    last.
    """
    is_working_folder = out.exists() and out.samefile(Path.cwd())
    if not out.exists() or (not is_working_folder and not any(out.iterdir())):
        if out.exists():
            out.rmdir()
        os.replace(staging, out)
        return
    names = [path.relative_to(staging) for path in _files(staging)]
    for name in names:
        check_no_link(out, name.parent.as_posix())
    for name in sorted(names, key=lambda name_moved: name_moved.name == EXPORT):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        if name.name == EXPORT:
            _remove_former(out, {name_moved.as_posix() for name_moved in names})
        os.replace(staging / name, out / name)
    shutil.rmtree(staging)


def _remove_former(out: Path, current_names: set[str]) -> None:
    try:
        former = json.loads(read_plain(out, EXPORT, _LARGEST))["files"]
    except (CocoaError, OSError, ValueError, KeyError, TypeError, RecursionError):
        return
    for name in former if isinstance(former, dict) else ():
        path = out / name
        if name not in current_names and path.is_file() and out in path.resolve().parents:
            path.unlink()


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def sha256_of(path: Path) -> str:
    """Returns the SHA-256 of a file's content, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
