"""Calls of the installed `cocoa`, each in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

_COCOA: Final = Path(sys.executable).with_name("cocoa")
_LEFT_OUT: Final = ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "COCOA_DEBUG")
_SECONDS: Final = 120


@frozen
class Call:
    """What a call printed, and how it exited (minus a signal's number where one ended it)."""

    args: Sequence[str]
    code: int
    out: str
    err: str

    @property
    def clean(self) -> bool:
        """Whether it ended by its own decision: exit code 0, 1 or 2, and no traceback."""
        return self.code in (0, 1, 2) and "Traceback" not in self.out + self.err


def start(*args: object, cwd: Path | None = None, columns: int = 100) -> subprocess.Popen[str]:
    """A running call, in a process group of its own; nothing of the caller's environment colours it."""
    kept = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    ours = {"COLUMNS": str(columns), "no_proxy": "127.0.0.1", "PYTHONUTF8": "1", "LOCAL_API_KEY": "none"}
    return subprocess.Popen(
        [str(_COCOA), *(str(arg) for arg in args)],
        cwd=cwd,
        env={**kept, **ours},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


def cocoa(*args: object, cwd: Path | None = None, columns: int = 100) -> Call:
    """A finished call; one that hangs is ended with all its children, and TimeoutExpired is raised."""
    running = start(*args, cwd=cwd, columns=columns)
    try:
        out, err = running.communicate(timeout=_SECONDS)
    except BaseException:
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        raise
    return Call([str(arg) for arg in args], running.returncode, out, err)


def data(*args: object, cwd: Path | None = None, code: int = 0) -> Any:
    """What a call prints with --json, which must be one JSON document and exit with `code`."""
    call = cocoa(*args, "--json", cwd=cwd)
    assert call.code == code, f"{call.args} exits with {call.code}\n{call.err[-3000:]}"
    assert call.clean, call.err[-3000:]
    return json.loads(call.out)
