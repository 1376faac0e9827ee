"""The card of a data set: its header tells a loader which file is which split."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import FindingsError
from cocoa_core.independent import load_plain, read_regular
from cocoa_core.verification.manifest import WHOLE, Manifest
from cocoa_core.verification.report import Flaw

__all__ = ["CARD", "card_flaws"]

CARD: Final = "README.md"
_MOST_BYTES: Final = 1_000_000
_RULE: Final = "---\n"


def card_flaws(folder: Path, manifest: Manifest) -> Iterator[Flaw]:
    """A header whose splits are not the manifest's files, or whose digest is not of them."""
    try:
        text = read_regular(folder / CARD, _MOST_BYTES, folder).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield Flaw("file-missing", "the card is missing or cannot be read", str(error))
        return
    before, _, rest = text.partition(_RULE)
    header, rule, _ = rest.partition(f"\n{_RULE}")
    try:
        given = load_plain(header.encode(), CARD) if rule and not before else None
    except FindingsError as error:
        yield Flaw("card", "the header of the card cannot be read", str(error))
        return
    files = {side: file for side, file in manifest.files.items() if file.items}
    splits = []
    for side, file in files.items():
        names = [piece.name for piece in file.pieces]
        path = names[0] if len(names) == 1 else names
        splits.append({"split": "test" if side == WHOLE else side, "path": path})
    whole = hashlib.sha256("".join(file.sha256 or "" for file in files.values()).encode()).hexdigest()
    found = _configuration(given)
    if found.get("data_files") != splits:
        got = str(found.get("data_files"))
        yield Flaw("card", "the data files of the card are not those of the manifest", got, str(splits))
    if found.get("description") != f"sha256 {whole}":
        got = str(found.get("description"))
        yield Flaw("card", "the digest of the card is not of the data files", got, f"sha256 {whole}")


def _configuration(header: Any) -> dict[str, Any]:
    """The one entry of `configs`; empty where there is none, or another number of them."""
    configs = header.get("configs") if isinstance(header, dict) else None
    if not isinstance(configs, list) or len(configs) != 1 or not isinstance(configs[0], dict):
        return {}
    return configs[0]
