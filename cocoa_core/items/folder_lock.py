"""Lets one process at a time write to a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cocoa_core.errors import UsageError

__all__ = ["locked"]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder while the block runs. The system releases it when the process ends, however it ends.

    No file is left behind. Where the system has no such locks, nothing is held.

    Raises:
        UsageError: another process holds the folder.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(
                "another process is writing to this folder",
                got=str(folder),
                expected="one writer at a time",
                fix="wait for it to end, or name another folder",
            ) from error
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        with suppress(OSError):
            os.close(handle)
