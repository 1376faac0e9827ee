"""A program of its own that reads folders in little time and memory: `held.py load|verify FOLDER ...`.

For every folder one line of JSON: what came of it, seconds of processor time, those of half a second or more
also in yardsticks (a piece of work that is timed after it, so that a busy machine is slow for both), and
megabytes by which memory grew at its greatest. A folder that takes longer than it may ends in "TimeoutError".
"""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

MOST_MEMORY = {"load": 3 << 30, "verify": 2 << 30}
"""Bytes of address space; Parquet's threads, in loading, reserve much that they never use."""
MOST_SECONDS = 120
"""Of the wall clock, for what would never end."""

_LONG = 0.5
"""Seconds; what takes less is not timed by the yardstick, which for 190 folders takes half of all time."""

Found = dict[str, Any]


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"{MOST_SECONDS} seconds are over")


def _memory(line: str) -> float:
    """Megabytes of a line of /proc/self/status; nothing where there is none."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0.0
    return next((int(one.split()[1]) / 1024 for one in status.splitlines() if one.startswith(line)), 0.0)


def _yardstick() -> float:
    """Processor seconds of a fixed piece of work: about 0.025 on a machine at rest."""
    start = time.process_time()
    sum(len(str(number).split("7")) for number in range(150_000))
    return time.process_time() - start


def _forget_greatest() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _loading() -> Callable[[Path], Found]:
    """Loads a domain; imported before, so that the import is not measured."""
    from cocoa_core.loading import load_domain

    def found(folder: Path) -> Found:
        try:
            load_domain(folder)
        except Exception as error:
            place = str(getattr(error, "place", ""))
            return {"error": type(error).__name__, "message": str(error), "place": place}
        return {"error": None, "message": "", "place": ""}

    return found


def _verifying() -> Callable[[Path], Found]:
    """Verifies a data set; imported before, so that the import is not measured."""
    from cocoa_core.verification import verify

    def found(folder: Path) -> Found:
        try:
            report = verify(folder)
            return {"error": None, "findings": [str(finding) for finding in report.findings]}
        except Exception as error:
            return {"error": type(error).__name__, "findings": [str(error)]}

    return found


def _held(reading: Callable[[Path], Found], folder: str) -> Found:
    _forget_greatest()
    before, start = _memory("VmRSS"), time.process_time()
    signal.alarm(MOST_SECONDS)
    try:
        found = reading(Path(folder))
    finally:
        signal.alarm(0)
    seconds, megabytes = time.process_time() - start, max(_memory("VmHWM") - before, 0.0)
    yardsticks = seconds / _yardstick() if seconds > _LONG else 0.0
    return {"folder": folder, **found, "seconds": seconds, "yardsticks": yardsticks, "megabytes": megabytes}


def results(action: str, names: Mapping[str, str]) -> dict[str, Found]:
    """What a process of its own says, by the name of each folder; beside it `stderr`.

    names: by folder, in the order in which they are read
    """
    command = [sys.executable, __file__, action, *names]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    found = (json.loads(line) for line in done.stdout.splitlines())
    return {names[one["folder"]]: one for one in found} | {"stderr": {"message": done.stderr}}


def main() -> None:
    """Read every folder named, under the limits."""
    action, *folders = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY[action], MOST_MEMORY[action]))
    signal.signal(signal.SIGALRM, _late)
    reading = {"load": _loading, "verify": _verifying}[action]()
    for folder in folders:
        print(json.dumps(_held(reading, folder)), flush=True)


if __name__ == "__main__":
    main()
