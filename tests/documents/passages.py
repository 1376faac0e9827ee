"""Passages of README.md and docs/ that programs write.

They stand between `<!-- made by: COMMAND -->` and `<!-- end -->`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from .markdown import passages

ROOT: Final = Path(__file__).resolve().parents[2]
_MODULES: Final = ("python", "-m")
_WIDTH: Final = "COLUMNS="


def documents() -> tuple[Path, ...]:
    """README.md and the pages below docs/, sorted; not the gallery, which is written whole."""
    pages = sorted(path for path in (ROOT / "docs").rglob("*.md") if path.name != "gallery.md")
    return ROOT / "README.md", *pages


def fresh(text: str) -> str:
    """A document with every such passage written anew."""
    for passage in reversed(list(passages(text))):
        text = f"{text[: passage.start]}\n{made_by(passage.command)}\n\n{text[passage.end :]}"
    return text


def made_by(command: str) -> str:
    """What a passage's command writes.

    `python -m tests.documents.NAME ...` writes markdown; what `cocoa ...` prints becomes a text block, at 80
    columns unless `COLUMNS=...` stands before it.
    """
    words = shlex.split(command)
    if tuple(words[:2]) == _MODULES and words[2].startswith("tests.documents."):
        name = words[2].removeprefix("tests.documents.")
        written: str = import_module(f"{__package__}.{name}").text(*words[3:])
        return written
    width = words.pop(0).removeprefix(_WIDTH) if words[0].startswith(_WIDTH) else "80"
    if words[0] != "cocoa":
        raise ValueError(f"not a command for a passage: {command}")
    return f"```text\n{_output(words[1:], width)}\n```"


def _output(arguments: list[str], width: str) -> str:
    """What the program prints at that width, colours and surroundings left out."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COCOA_")}
    environment |= {"COLUMNS": width, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "cocoa", *arguments],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").split("\n"))
