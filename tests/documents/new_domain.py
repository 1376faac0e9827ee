"""docs/new-domain.md, followed step by step: what its commands print, with the edits that the page shows."""

from __future__ import annotations

import atexit
import csv
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from .markdown import blocks

_ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = _ROOT / "docs" / "new-domain.md"
_TABLE: Final = _ROOT / "docs" / "examples" / "mpg.csv"
_CODES: Final = {
    "drv": {"4": "four-wheel", "f": "front-wheel", "r": "rear-wheel"},
    "fl": {"c": "natural gas", "d": "diesel", "e": "ethanol", "p": "premium petrol", "r": "regular petrol"},
}
_PROGRESS: Final = re.compile(r".*[^ .] \.\.\.|\w+: [\d,]+ of [\d,]+(, .+)?")
"""What a slow machine alone prints."""
_STEPS: Final = {
    "written": ("new-domain", "cars", "--from", "mpg.csv"),
    "said": ("say", "./cars", "--rule", "cty"),
    "checked": ("check-domain", "./cars", "--quick"),
    "verified": ("verify", "cars-exam"),
}


def text(step: str) -> str:
    """What the command of a step prints, notes included, as a text block."""
    return f"```text\n{followed()[1][step]}\n```"


@cache
def followed() -> tuple[Path, dict[str, str]]:
    """Every step, once a process: its folder, which stays until the process ends, and what each step prints.

    "test" is what the domain's own test says.
    """
    folder = Path(mkdtemp()).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copy(_TABLE, folder / "mpg.csv")
    outputs = {"written": _called(folder, *_STEPS["written"])}
    _edit(folder / "cars")
    outputs["said"] = _called(folder, *_STEPS["said"])
    outputs["checked"] = _called(folder, *_STEPS["checked"])
    _called(folder, "generate", "--domain", "./cars", "--count", "100", "--out", "cars-exam", "--quiet")
    outputs["verified"] = _called(folder, *_STEPS["verified"])
    done = subprocess.run(
        [sys.executable, "cars/test_cars.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    outputs["test"] = done.stdout + done.stderr
    return folder, outputs


def edited_blocks(page: str) -> dict[str, str]:
    """The page's edits: the YAML block with the slots, and that with the rules."""
    return {block.text.partition(":")[0]: block.text for block in blocks(page) if block.language == "yaml"}


def _edit(folder: Path) -> None:
    """What the page asks for, in the order in which it does."""
    edits = edited_blocks(PAGE.read_text(encoding="utf-8"))
    slots = (folder / "catalogue.csv").read_text(encoding="utf-8").partition("\n")[0].split(",")
    for name, key in (("schema.yaml", "slots"), ("rules.yaml", "rules")):
        path = folder / name
        path.write_text(_replaced(path.read_text(encoding="utf-8"), edits[key], slots), encoding="utf-8")
    with (folder / "catalogue.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row.update({column: words[row[column]] for column, words in _CODES.items()})
    with (folder / "catalogue.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _replaced(text: str, block: str, slots: Sequence[str]) -> str:
    """The file with the entries of a block in place of their namesakes, new ones where their slots are."""
    for name, lines in _entries(block).items():
        if f"\n  {name}:\n" in text:
            first, last = _span(text, name)
        else:
            before = [slot for slot in slots[: slots.index(name)] if f"\n  {slot}:\n" in text]
            first = last = _span(text, before[-1])[1]
        kept = text.split("\n")
        text = "\n".join([*kept[:first], *lines, *kept[last:]])
    return text


def _entries(block: str) -> dict[str, list[str]]:
    """The entries below the first line of a block, each with its lines."""
    entries: dict[str, list[str]] = {}
    for line in block.rstrip("\n").split("\n")[1:]:
        if line.startswith("  ") and not line.startswith("   "):
            entries[line.strip().removesuffix(":")] = []
        if line.strip():
            entries[list(entries)[-1]].append(line)
    return entries


def _span(text: str, name: str) -> tuple[int, int]:
    """First line of an entry, and the first one after it that is not indented more."""
    lines = text.split("\n")
    first = lines.index(f"  {name}:")
    last = first + 1
    while last < len(lines) and lines[last].startswith("   "):
        last += 1
    return first, last


def _called(folder: Path, *arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COCOA_")}
    environment |= {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "cocoa", *arguments],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    lines = (line.rstrip() for line in done.stdout.strip("\n").split("\n"))
    return "\n".join(line for line in lines if not _PROGRESS.fullmatch(line))
