"""Excerpts of exports for docs/export.md, abbreviated: `python -m tests.documents.exports FORMAT`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cocoa_core
from cocoa_core.export import ExportOptions, export
from cocoa_core.families.selection.exports.groundcocoa import FILE

from .compact_json import compact

_SHOWN = 3
_ENDS = 160


def text(to: str) -> str:
    """What the format makes of the first of two questions about flights."""
    asked = ExportOptions(strategy="l2m", explain=True) if to == "messages" else ExportOptions()
    with TemporaryDirectory() as folder:
        exam, out = Path(folder) / "exam", Path(folder) / "out"
        cocoa_core.load_domain("flights").write(exam, 2, seed=7)
        export(exam, to, out, asked)
        data = _sample(out) if to == "groundcocoa" else _line(out)
    return f"```json\n{compact(data)}\n```"


def _sample(out: Path) -> Any:
    sample = json.loads((out / FILE).read_bytes())["test_set"][0]
    for letter in "ABCDE":
        shown = list(sample[f"Option {letter}"].items())
        sample[f"Option {letter}"] = {**dict(shown[:_SHOWN]), "...": f"{len(shown) - _SHOWN} more"}
    return sample


def _line(out: Path) -> Any:
    """A conversation, its turns between the first and the last left out."""
    line = json.loads((out / "test.jsonl").read_bytes().split(b"\n")[0])
    first, last = line["messages"][:2], line["messages"][-2:]
    line["messages"] = [*first, f"... {len(line['messages']) - 4} more", *last]
    for message in (*first, *last):
        content = message["content"]
        if len(content) > 4 * _ENDS:
            message["content"] = f"{content[:_ENDS]} ... {content[-_ENDS:]}"
    return line


if __name__ == "__main__":
    print(text(*sys.argv[1:]))
