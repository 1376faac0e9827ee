"""Other tools, run as their users run them: a process of its own, in another folder, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
LM_EVAL = (sys.executable, Path(__file__).with_name("lm_eval_alone.py"))
"""`lm-eval` for tasks of a folder; one test runs the installed command."""


def outside(home: Path, *command: str | Path) -> str:
    """What the command prints. home: an empty folder where it runs and keeps what it caches."""
    offline = dict.fromkeys(
        ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_DATASETS_DISABLE_PROGRESS_BARS"), "1"
    )
    environment = {**os.environ, **offline, "HF_HOME": str(home / "cache")}
    done = subprocess.run(
        [*map(str, command)],
        cwd=home,
        env=environment,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
