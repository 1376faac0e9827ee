"""Checks the card of a data set, whose header tells a loader which file is which split."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import FindingsError
from cocoa_core.independent import load_plain, read_regular
from cocoa_core.verification.columns import RecordColumns
from cocoa_core.verification.manifest import WHOLE, Manifest
from cocoa_core.verification.report import Flaw

__all__ = ["CARD", "card_flaws"]

CARD: Final = "README.md"
_MOST_BYTES: Final = 1_000_000
_RULE: Final = "---\n"
_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "1M<n<10M"


def card_flaws(folder: Path, manifest: Manifest, columns: RecordColumns) -> Iterator[Flaw]:
    """Finds a header that does not tell a loader what the data set is: its files, their size, the types of
    its lines.

    Further keys of the header, and the text below it, are not looked at.

    Args:
        folder: the folder of the data set.
        manifest: its manifest.
        columns: the columns of all its lines.
    """
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
    stated = given if isinstance(given, dict) else {}
    yield from _configuration_flaws(stated, manifest)
    sizes = [next((size for most, size in _SIZES if manifest.count < most), _LARGEST)]
    if stated.get("size_categories") != sizes:
        got = str(stated.get("size_categories"))
        yield Flaw("card", "the size that the card states is another", got, str(sizes))
    if columns.whole:
        yield from _type_flaws(stated.get("dataset_info"), manifest, columns)


def _configuration_flaws(header: Mapping[str, Any], manifest: Manifest) -> Iterator[Flaw]:
    files = {side: file for side, file in manifest.files.items() if file.items}
    splits = []
    for side, file in files.items():
        names = [piece.name for piece in file.pieces]
        path = names[0] if len(names) == 1 else names
        splits.append({"split": "test" if side == WHOLE else side, "path": path})
    digest = hashlib.sha256("".join(file.sha256 or "" for file in files.values()).encode()).hexdigest()
    expected = {"config_name": "default", "description": f"sha256 {digest}", "data_files": splits}
    configs = header.get("configs")
    stated = configs[0] if isinstance(configs, list) and len(configs) == 1 else None
    stated = stated if isinstance(stated, dict) else {}
    for name in sorted(expected.keys() | stated.keys()):
        if stated.get(name) != expected.get(name):
            got, wanted = str(stated.get(name)), str(expected.get(name))
            yield Flaw("card", f"{name} of the card is not that of the data set", got, wanted)


def _type_flaws(stated: Any, manifest: Manifest, columns: RecordColumns) -> Iterator[Flaw]:
    """Finds types that the lines do not have. Those of Parquet files are in the files, and not in the
    card.
    """
    table = any(piece.name.endswith(".parquet") for file in manifest.files.values() for piece in file.pieces)
    features = [] if table else columns.features()
    if stated == ({"features": features} if features else None):
        return
    stated_features = stated.get("features") if isinstance(stated, dict) else None
    stated_features = stated_features if isinstance(stated_features, list) else []
    missing = [feature for feature in features if feature not in stated_features]
    unknown = [feature for feature in stated_features if feature not in features]
    problem = "the types that the card states are not those of the lines"
    yield Flaw("card", problem, str(unknown[:1] or stated), str(missing[:1] or features))
