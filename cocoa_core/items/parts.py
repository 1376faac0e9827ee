"""Parts of a run: each holds some of its indices and is made apart from the others, in one folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import FindingsError, Place
from cocoa_core.items.file_reading import json_of, read_plain
from cocoa_core.items.item import Recorded, plain, wrong_parts
from cocoa_core.items.manifest import FORMATS, Manifest

_FORMAT: Final = "cocoa-part/2"
_LARGEST: Final = 4_000_000
_NAME: Final = re.compile(
    r"(part-[0-9]{9,18}-[0-9]{9,18})\.(json|jsonl|jsonl\.begun|jsonl\.zst|parquet|entries\.gz)"
)
_PASSING: Final = ".tmp"


@frozen(slots=False, kw_only=True)
class Part(Recorded):
    """The content of a part's JSON file, such as `part-000000300-000000400.json`.

    Beside it lie the lines of all its items in index order, and the notes on them.
    """

    format: str = _FORMAT
    start: int
    stop: int
    """The index after the last; `start` is the first."""
    given: Mapping[str, Any]
    """The settings as the caller named them."""
    run: Manifest
    """The manifest of the whole run, as it begins."""
    form: str = FORMATS[0]
    """How its lines are packed: one of FORMATS."""
    items: int | None = None
    sha256: str | None = None
    """The digest of the lines; None, like `items`, until all are written."""
    entries_sha256: str | None = None
    """The digest of notes and of `sha256`, so that neither can be changed alone."""

    @property
    def name(self) -> str:
        """The start of the names of its files. It holds the indices, so no two parts share it."""
        return f"part-{self.start:09}-{self.stop:09}"

    @property
    def lines(self) -> str:
        """The name of the file of lines. It exists as soon as they are complete."""
        return f"{self.name}.{self.form}"

    @property
    def begun(self) -> str:
        """The name of the file in which lines are plain while they are written."""
        return f"{self.name}.jsonl.begun"

    @property
    def entries(self) -> str:
        """The name of the file with the notes that a join needs. It exists before the lines do."""
        return f"{self.name}.entries.gz"

    def write(self, folder: Path) -> None:
        """Writes the part at once: a reader finds the former one or this one, never a piece."""
        text = json.dumps(plain(self), indent=2, ensure_ascii=False)
        write_whole(folder / f"{self.name}.json", f"{text}\n".encode(), alone=True)

    def existing_in(self, folder: Path) -> Part | None:
        """Returns the part of these indices as the folder has it; None where it has none.

        Raises:
            FindingsError: the part cannot be read.
        """
        path = folder / f"{self.name}.json"
        return _read(path) if path.exists() else None


def parts_in(folder: Path) -> tuple[Part, ...]:
    """Returns the parts in a folder by their first index. Files that are not named like a part are ignored.

    Raises:
        FindingsError: a part cannot be read, its name differs from its indices, or there are lines without
            it.
    """
    names = sorted(path.name for path in folder.glob("part-*") if path.suffix != _PASSING)
    for name in names:
        match = _NAME.fullmatch(name)
        if match is None or f"{match[1]}.json" not in names:
            raise FindingsError(
                "this file is called like a part of a run and is none",
                got=name if match is None else f"{name} without {match[1]}.json",
                expected="part-START-STOP.json beside its lines and entries, as `cocoa generate` writes them",
                fix="repeat the call of this part, restore what belongs to it, or move it elsewhere",
                place=Place(str(folder / name)),
            )
    parts = [_read(folder / name) for name in names if name.endswith(".json")]
    return tuple(sorted(parts, key=lambda part: (part.start, part.stop)))


def _read(path: Path) -> Part:
    try:
        data = json_of(read_plain(path.parent, path.name, _LARGEST))
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise ValueError(f"its format is not {_FORMAT}")
        part = Part.from_json(data)
        if part.form not in FORMATS:
            raise ValueError(f"its lines are kept as {part.form}")
        if f"{part.name}.json" != path.name:
            raise ValueError(f"the indices {part.start} to {part.stop}, which its name does not say")
    except ValueError as error:
        raise FindingsError(
            "this part of a run cannot be read",
            got=wrong_parts(error),
            expected="the file as `cocoa generate` wrote it",
            fix="remove the files of this part and repeat its call",
            place=Place(str(path)),
        ) from error
    return part
