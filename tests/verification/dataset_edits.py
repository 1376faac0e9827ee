"""Editing a data set's files as a careless or a careful forger would."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cocoa_core.verification.digests import digest
from cocoa_core.verification.report import Report

__all__ = ["DATA", "Copy", "dumped", "edit_manifest", "lines", "renamed", "whats", "write"]

Copy = Callable[[Path], Path]
"""Copies a data set's folder."""

DATA = "questions.jsonl"


def whats(report: Report) -> set[str]:
    """The names of what was found."""
    return {finding.what for finding in report.findings}


def lines(folder: Path, name: str = DATA) -> list[bytes]:
    """The lines of a data file, with their ends."""
    return (folder / name).read_bytes().splitlines(keepends=True)


def dumped(record: dict[str, Any]) -> bytes:
    """The record as the engine writes it."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def write(folder: Path, content: list[bytes], name: str = DATA, *, hide: bool = False) -> None:
    """Replace a data file; `hide`: and its length and digest in the manifest, as a careful forger would."""
    (folder / name).write_bytes(b"".join(content))
    if hide:
        manifest = json.loads((folder / "manifest.json").read_text())
        for state in manifest["files"].values():
            if state["file"] == name:
                state["questions"] = len(content)
                state["sha256"] = hashlib.sha256(b"".join(content)).hexdigest()
        (folder / "manifest.json").write_text(json.dumps(manifest))


def edit_manifest(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change the manifest in place."""
    manifest = json.loads((folder / "manifest.json").read_text())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def renamed(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the id that its provenance gives, as a careful forger would leave it."""
    made = record["provenance"]
    settings = json.dumps(made["settings"], sort_keys=True, separators=(",", ":"))
    parts = (made["seed"], record["domain"]["digest"], settings)
    record["id"] = digest("question", *parts, made["index"], made["option_set"], made["attempt"]).hex()[:16]
    return record
