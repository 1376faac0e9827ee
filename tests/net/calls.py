"""Calls of the installed `cocoa`, and of other programs, each in a process of its own."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from attrs import frozen

_BIN: Final = Path(sys.executable).parent
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


def _environment(columns: int) -> dict[str, str]:
    """That of a call: nothing of the caller's colours it."""
    kept = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    ours = {"COLUMNS": str(columns), "no_proxy": "127.0.0.1", "PYTHONUTF8": "1", "LOCAL_API_KEY": "none"}
    return {**kept, **ours}


def start(*args: object, cwd: Path | None = None, columns: int = 100) -> subprocess.Popen[str]:
    """A running call of the installed script, in a process group of its own."""
    return subprocess.Popen(
        [str(_BIN / "cocoa"), *(str(arg) for arg in args)],
        cwd=cwd,
        env=_environment(columns),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        # a shell without job control ignores SIGINT in what it runs behind `&`, and a child inherits that
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


@cache
def _forks(script: str, _installed: str | None, **environment: str) -> subprocess.Popen[str]:
    """What forks for every call. _installed: the PYTHONPATH, with which other plug-ins are installed.

    environment: what modules read when they are loaded
    """
    forks = subprocess.Popen(
        # -P: the folder of the program is no place to import from, as it is none for an installed script
        [sys.executable, "-P", str(Path(__file__).with_name("forks.py")), *script.split()],
        env={**_environment(100), **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    atexit.register(forks.communicate)
    return forks


def cocoa(*args: object, cwd: Path | None = None, columns: int = 100) -> Call:
    """A finished call; one that hangs is ended with all its children, and TimeoutExpired is raised."""
    forks = _forks("cocoa", os.environ.get("PYTHONPATH"))
    return _called(forks, ["cocoa", *map(str, args)], cwd or Path.cwd(), _environment(columns))


def program(path: Path, *args: object, cwd: Path, **environment: str) -> Call:
    """A finished call of a file of Python in that folder. environment: what it has beside this process's."""
    forks = _forks("", os.environ.get("PYTHONPATH"), **environment)
    return _called(forks, [str(path), *map(str, args)], cwd, {**os.environ, **environment})


def _called(
    forks: subprocess.Popen[str], argv: Sequence[str], cwd: Path, environment: Mapping[str, str]
) -> Call:
    assert forks.stdin
    assert forks.stdout
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder, name) for name in ("out", "err", "modules")}
        files["out"].touch()
        files["err"].touch()
        call = {
            **{name: str(path) for name, path in files.items()},
            "argv": argv,
            "cwd": str(cwd),
            "seconds": _SECONDS,
            "environment": environment,
        }
        print(json.dumps(call), file=forks.stdin, flush=True)
        code = json.loads(forks.stdout.readline())
        if code is None:
            raise subprocess.TimeoutExpired(argv, _SECONDS)
        return Call(argv[1:], code, files["out"].read_text("utf-8"), files["err"].read_text("utf-8"))


def data(*args: object, cwd: Path | None = None, code: int = 0) -> Any:
    """What a call prints with --json, which must be one JSON document and exit with `code`."""
    call = cocoa(*args, "--json", cwd=cwd)
    assert call.code == code, f"{call.args} exits with {call.code}\n{call.err[-3000:]}"
    assert call.clean, call.err[-3000:]
    return json.loads(call.out)
