"""The record and the manifest of docs/record-format.md: real ones, abbreviated.

Run with `python -m tests.documents.record question` or `... manifest`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import cocoa_core

from .compact_json import compact
from .example import example

COUNT, SEED = 20, 7
_SHOWN: Final = 3


def text(part: str) -> str:
    """An abbreviated record ("question") or manifest ("manifest") in a fenced block."""
    data = _record() if part == "question" else _manifest()
    return f"```json\n{compact(data)}\n```"


def _record() -> dict[str, Any]:
    """The worked example's record; "..." stands for what is left out."""
    data = example().question.to_json()
    options = data["options"]
    for option in options:
        shown = list(option["shown"].items())
        option["shown"] = {**dict(shown[:_SHOWN]), "...": f"{len(shown) - _SHOWN} more"}
    data["options"] = [*options[:2], f"... {len(options) - 2} more"]
    terms = data["requirement"]["terms"]
    data["requirement"]["terms"] = [terms[0], f"... {len(terms) - 1} more"]
    certificate = data["certificate"]
    broken = certificate["broken"]
    first = next(iter(broken))
    certificate["broken"] = {first: broken[first], "...": f"{len(broken) - 1} more"}
    data["provenance"]["rejections"] = _abbreviated(data["provenance"]["rejections"])
    return data


def _manifest() -> dict[str, Any]:
    """The manifest of twenty questions, with the draws of one setting."""
    with TemporaryDirectory() as folder:
        production = cocoa_core.load_domain("flights").write(Path(folder) / "exam", COUNT, SEED)
    data = production.manifest.to_json()
    draws = data["draws"]
    first, cell = next(iter(draws.items()))
    cell["rejections"] = _abbreviated(cell["rejections"])
    data["draws"] = {first: cell, "...": f"{len(draws) - 1} more"}
    return data


def _abbreviated(rejections: dict[str, Any]) -> dict[str, Any]:
    most = sorted(rejections.items(), key=lambda counted: -counted[1])[:_SHOWN]
    return {**dict(most), "...": f"{len(rejections) - _SHOWN} more"}


if __name__ == "__main__":
    print(text(*sys.argv[1:]))
