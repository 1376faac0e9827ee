"""Programs that heed Ctrl-C also where the tests run in the background, which makes them deaf to it."""

from __future__ import annotations

import signal


def heed_interrupts() -> None:
    """To be called in the new process, before its program starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
