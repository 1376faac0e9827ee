"""Reads the source of concept sets: those of daily life that cocoa includes, or a folder that was built."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.crossings import crossings
from cocoa_core.families.graph_to_text.pool import GraphPool
from cocoa_core.families.graph_to_text.samples import lines_of, read_concept_sets
from cocoa_core.items import ItemSource

GRAPHS: Final = "graphs.jsonl"
OWN: Final = "daily-life"
CROSSINGS: Final = "crossings"
_VERSIONS: Final = {OWN: "1.0", CROSSINGS: "1.0"}
_LARGEST: Final = 50_000_000
"""Bytes of a file."""


def source_of(name: str | Path | None) -> ItemSource:
    """Returns the concept sets of this name or folder; those of daily life for None. A folder of the name
    `crossings` comes before the concept sets that ship under it.

    Raises:
        UsageError: there are no graphs of this name, or their file is too large.
        FindingsError: the file cannot be read.
    """
    if str(name) == CROSSINGS and not Path(CROSSINGS).exists():
        data = lines_of(crossings())
        return _source(CROSSINGS, data, Path(__file__).parent / CROSSINGS, _VERSIONS[CROSSINGS])
    included = name is None or str(name) == OWN
    folder = Path(__file__).parent / "daily_life" if included else Path(str(name))
    included = included or folder.resolve() == Path(__file__).parent.resolve() / "daily_life"
    path = folder / GRAPHS
    if not path.is_file():
        raise UsageError(
            "there are no graphs of this name",
            got=str(name),
            expected=f"{OWN}, {CROSSINGS}, or a folder with a {GRAPHS}",
            fix=f"leave out --domain for {OWN}, or build a folder with `cocoa graphs build`",
        )
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise UsageError("this file of graphs is too large", got=str(path), expected=f"{_LARGEST:,} bytes")
    return _source(
        OWN if included else folder.resolve().name, data, folder, _VERSIONS[OWN] if included else "1"
    )


def _source(name: str, data: bytes, folder: Path, version: str) -> ItemSource:
    part = sha256(data).hexdigest()
    return ItemSource(
        name=name,
        version=version,
        digest=sha256(f"graphs {part}\n".encode()).hexdigest(),
        digests={"graphs": part},
        files={GRAPHS: data},
        folder=folder,
        origin=GraphPool.of(read_concept_sets(data, str(folder / GRAPHS))),
    )
