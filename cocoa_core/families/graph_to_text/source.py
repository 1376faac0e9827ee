"""Reads the source of concept sets: those of daily life that cocoa includes, or a folder that was built.

`crossings` are concept sets in which the same three labels come in all three structures. In daily life few
graphs have structure A or C, and those that have are of other labels than those of B; here a gap between
structures is none between labels.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.pool import GraphPool
from cocoa_core.families.graph_to_text.samples import read_concept_sets
from cocoa_core.items import ItemSource

GRAPHS: Final = "graphs.jsonl"
OWN: Final = "daily-life"
CROSSINGS: Final = "crossings"
_SHIPPED: Final = {
    OWN: Path(__file__).parent / "daily_life",
    CROSSINGS: Path(__file__).parent / "crossings",
}
_LARGEST: Final = 50_000_000
"""Bytes of a file."""


def source_of(name: str | Path | None) -> ItemSource:
    """Returns the concept sets of this name or folder; those of daily life for None. A folder of the name
    `crossings` comes before the concept sets that ship under it.

    Raises:
        UsageError: there are no graphs of this name, or their file is too large.
        FindingsError: the file cannot be read.
    """
    asked = OWN if name is None else str(name)
    folder = _SHIPPED.get(asked, Path(asked))
    if asked == CROSSINGS and Path(CROSSINGS).exists():
        folder = Path(CROSSINGS)
    path = folder / GRAPHS
    if not path.is_file():
        raise UsageError(
            "there are no graphs of this name",
            got=asked,
            expected=f"{OWN}, {CROSSINGS}, or a folder with a {GRAPHS}",
            fix=f"leave out --domain for {OWN}, or build a folder with `cocoa graphs build`",
        )
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise UsageError("this file of graphs is too large", got=str(path), expected=f"{_LARGEST:,} bytes")
    shipped = {place.resolve(): own_name for own_name, place in _SHIPPED.items()}.get(folder.resolve())
    part = sha256(data).hexdigest()
    return ItemSource(
        name=shipped or folder.resolve().name,
        version="1.0" if shipped else "1",
        digest=sha256(f"graphs {part}\n".encode()).hexdigest(),
        digests={"graphs": part},
        files={GRAPHS: data},
        folder=folder,
        origin=GraphPool.of(read_concept_sets(data, str(path))),
    )
