"""A process that loads an installed script once and forks for every call: loading takes up to 3 s of CPU.

The script is its argument, such as `cocoa`; without one, each call names a program, a file of Python.
Each line it reads is a call, as JSON; for each it prints the code with which the call's process exited, None
where that process was ended because it took too long. What a call loads is loaded here before the next one.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import signal
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path
from types import FrameType
from typing import Any


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _run(command: Callable[[], object], call: Mapping[str, Any]) -> None:
    """Make this process that of the call, and run it."""
    os.setsid()
    os.environ.clear()
    os.environ.update(call["environment"])
    os.chdir(call["cwd"])
    for number, name, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, call["out"], os.O_WRONLY),
        (2, call["err"], os.O_WRONLY),
    ):
        opened = os.open(name, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.argv = call["argv"]
    before, parent = set(sys.modules), os.getpid()
    try:
        sys.exit(command())
    finally:
        if os.getpid() == parent:
            Path(call["modules"]).write_text(json.dumps([name for name in sys.modules if name not in before]))


def _ended(process: int, seconds: int) -> int | None:
    signal.alarm(seconds)
    try:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    except TimeoutError:
        os.killpg(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return None
    finally:
        signal.alarm(0)


def _load(names: list[str]) -> None:
    for name in names:
        with suppress(Exception), warnings.catch_warnings(action="ignore"):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()  # a child that collects would copy every page


def _program() -> None:
    runpy.run_path(sys.argv[0], run_name="__main__")


def main() -> None:
    """Answer calls until there are no more."""
    command = _program
    for name in sys.argv[1:]:
        (script,) = entry_points(group="console_scripts", name=name)
        command = script.load()
    signal.signal(signal.SIGALRM, _late)
    for line in sys.stdin:
        call = json.loads(line)
        process = os.fork()
        if not process:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            _run(command, call)
        code, loaded = _ended(process, call["seconds"]), Path(call["modules"])
        _load(json.loads(loaded.read_text()) if loaded.exists() else [])
        print(json.dumps(code), flush=True)  # at last: then the caller takes its files away


if __name__ == "__main__":
    main()
