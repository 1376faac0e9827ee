"""Other tools, run as their users run them: a process of its own, in another folder, without a network.

Programs of Python are forks of a process that has loaded what they need: of lm-eval 2.3 s of CPU of 2.8.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from net.calls import program

BIN = Path(sys.executable).parent
LM_EVAL = (sys.executable, Path(__file__).with_name("lm_eval_alone.py"))
"""`lm-eval` for tasks of a folder; one test runs the installed command."""
_CACHE: Final = TemporaryDirectory()
_ENVIRONMENT: Final = {
    **dict.fromkeys(("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_DATASETS_DISABLE_PROGRESS_BARS"), "1"),
    "HF_HOME": _CACHE.name,
}


def outside(home: Path, *command: str | Path) -> str:
    """What the command prints. home: the folder where it runs."""
    if command[0] == sys.executable and isinstance(command[1], Path):
        call = program(*command[1:], cwd=home, **_ENVIRONMENT)
        assert call.code == 0, call.err[-3000:]
        return call.out
    done = subprocess.run(
        [*map(str, command)],
        cwd=home,
        env={**os.environ, **_ENVIRONMENT},
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
