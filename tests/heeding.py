"""Programs that heed Ctrl-C also where the tests run in the background, which makes them deaf to it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator

__all__ = ["heed_interrupts", "interrupted_soon"]


def heed_interrupts() -> None:
    """To be called in the new process, before its program starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def interrupted_soon(seconds: float) -> Iterator[None]:
    """Ctrl-C reaches this process after so many seconds, from outside as from a terminal, and is heeded."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    sender = subprocess.Popen(["sh", "-c", f"sleep {seconds}; kill -INT {os.getpid()}"])
    try:
        yield
    finally:
        sender.wait()
        signal.signal(signal.SIGINT, before)
