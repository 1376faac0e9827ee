"""A program of its own that verifies data sets with little time and memory: `python held.py FOLDER ...`.

For every folder one line of JSON: what was found, seconds of processor time, and megabytes by which memory
grew at its greatest. A folder that takes longer than it may ends in "TimeoutError".
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

MOST_MEMORY = 2 << 30
"""Bytes of address space."""
MOST_SECONDS = 20


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"{MOST_SECONDS} seconds are over")


def _memory(line: str) -> float:
    """Megabytes of a line of /proc/self/status; nothing where there is none."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0.0
    return next((int(one.split()[1]) / 1024 for one in status.splitlines() if one.startswith(line)), 0.0)


def _forget_greatest() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _held(folder: str) -> dict[str, Any]:
    from cocoa_core.verification.verify import verify

    _forget_greatest()
    before, start = _memory("VmRSS"), time.process_time()
    found: dict[str, Any] = {"folder": folder, "error": None, "findings": []}
    signal.alarm(MOST_SECONDS)
    try:
        report = verify(Path(folder))
        found["findings"] = [str(finding) for finding in report.findings]
    except Exception as error:
        found["error"], found["findings"] = type(error).__name__, [str(error)]
    finally:
        signal.alarm(0)
    return found | {
        "seconds": time.process_time() - start,
        "megabytes": max(_memory("VmHWM") - before, 0.0),
    }


def main() -> None:
    """Verify every folder named, under the limits."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    signal.signal(signal.SIGALRM, _late)
    for folder in sys.argv[1:]:
        print(json.dumps(_held(folder)), flush=True)


if __name__ == "__main__":
    main()
