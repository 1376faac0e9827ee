"""One writer at a time to a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cocoa_core.errors import UsageError

__all__ = ["locked"]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder while the block runs; the system lets go of it when the process ends, however it ends.

    Leaves no file behind. Where the system has no such locks, nothing is held. Raises UsageError where
    another process holds it.
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
