"""Editing a data set's files as a careless or a careful forger would."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cocoa_core.independent import digest
from cocoa_core.verification import VerificationReport

DATA = "questions.jsonl"


def whats(report: VerificationReport) -> set[str]:
    """The names of what was found."""
    return {finding.what for finding in report.findings}


def lines(folder: Path, name: str = DATA) -> list[bytes]:
    """The lines of a data file, with their ends."""
    return (folder / name).read_bytes().splitlines(keepends=True)


def dumped(record: Any) -> bytes:
    """The record's line as data sets have it."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass") + b"\n"


def write(folder: Path, content: list[bytes], name: str = DATA, *, hide: bool = False) -> None:
    """Replace a data file; `hide`: and its length and digest in the manifest, as a careful forger would."""
    (folder / name).write_bytes(b"".join(content))
    if hide:
        manifest = json.loads((folder / "manifest.json").read_text())
        for state in manifest["files"].values():
            if state["file"] == name:
                state["items"] = len(content)
                state["sha256"] = hashlib.sha256(b"".join(content)).hexdigest()
        (folder / "manifest.json").write_text(json.dumps(manifest))
        hide_in_card(folder, manifest)


def hide_in_card(folder: Path, manifest: dict[str, Any]) -> None:
    """Give the card the digest of the data files as the manifest has them."""
    shas = "".join(state["sha256"] for state in manifest["files"].values() if state["items"])
    whole = hashlib.sha256(shas.encode()).hexdigest()
    card = (folder / "README.md").read_text()
    (folder / "README.md").write_text(re.sub("sha256 [0-9a-f]{64}", f"sha256 {whole}", card, count=1))


def edit_manifest(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change the manifest in place."""
    manifest = json.loads((folder / "manifest.json").read_text())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def change_at(data: Any, path: str, change: Callable[[Any], Any]) -> None:
    """Change in place what stands at `files.*.shards.0`: a number is an index, `*` the first key."""
    *above, last = path.split(".")
    for part in above:
        data = data[_key(data, part)]
    key = _key(data, last)
    data[key] = change(data[key] if isinstance(data, list) else data.get(key))


def _key(data: Any, part: str) -> Any:
    return int(part) if isinstance(data, list) else next(iter(data)) if part == "*" else part


def renamed(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the id that its provenance gives, as a careful forger would leave it."""
    made = record["provenance"]
    settings = json.dumps(made["settings"], sort_keys=True, separators=(",", ":"))
    parts = (made["seed"], record["domain"]["digest"], settings)
    record["id"] = digest("question", *parts, made["index"], made["option_set"], made["attempt"]).hex()[:16]
    block, within = divmod(made["index"], 100)
    ring = digest("ring", *parts, block * 20 + within % 20, made["attempt"]).hex()[:16]
    record["groups"] = {"ring": ring}
    return record
