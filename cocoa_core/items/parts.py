"""Parts of a run: some of its indices each, made apart from one another, in one folder."""

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
from cocoa_core.items.manifest import Manifest
from cocoa_core.items.names import FORMATS

__all__ = ["Part", "parts_in"]

_FORMAT: Final = "cocoa-part/2"
_LARGEST: Final = 4_000_000
_NAME: Final = re.compile(
    r"(part-[0-9]{9,18}-[0-9]{9,18})\.(json|jsonl|jsonl\.begun|jsonl\.zst|parquet|entries\.gz)"
)
_PASSING: Final = ".tmp"


@frozen(slots=False, kw_only=True)
class Part(Recorded):
    """As in `part-000000300-000000400.json`, beside the lines of all its items in the order of their indices,
    and their entries.

    start, stop:   the first index and the one after the last
    given:         the settings as the call named them
    run:           the manifest of the whole run, as it begins
    form:          how its lines are kept, one of FORMATS
    items, sha256: of the lines; None as long as some are missing
    entries_sha256: of the notes of their entries, one a line, and of the digits of `sha256` after them; so
                   neither the lines nor the notes can be changed alone
    """

    format: str = _FORMAT
    start: int
    stop: int
    given: Mapping[str, Any]
    run: Manifest
    form: str = FORMATS[0]
    items: int | None = None
    sha256: str | None = None
    entries_sha256: str | None = None

    @property
    def name(self) -> str:
        """What its files are called: by the indices, so that no two parts share a name."""
        return f"part-{self.start:09}-{self.stop:09}"

    @property
    def lines(self) -> str:
        """The file of its lines, there as soon as they are complete."""
        return f"{self.name}.{self.form}"

    @property
    def begun(self) -> str:
        """The file of its lines while they are written, plain."""
        return f"{self.name}.jsonl.begun"

    @property
    def entries(self) -> str:
        """The file of what a join has to know of each line, there before the lines are."""
        return f"{self.name}.entries.gz"

    def write(self, folder: Path) -> None:
        """Put it in place at once: a reader finds the former one or this one, never a piece."""
        text = json.dumps(plain(self), indent=2, ensure_ascii=False)
        write_whole(folder / f"{self.name}.json", f"{text}\n".encode(), alone=True)

    def there(self, folder: Path) -> Part | None:
        """What the folder says of the part of these indices; FindingsError where it cannot be read."""
        path = folder / f"{self.name}.json"
        return _read(path) if path.exists() else None


def parts_in(folder: Path) -> tuple[Part, ...]:
    """The parts of a folder by their first index; what is not called like a part is let be.

    FindingsError where one cannot be read, is called otherwise than its indices say, or is lines alone.
    """
    names = sorted(path.name for path in folder.glob("part-*") if path.suffix != _PASSING)
    for name in names:
        found = _NAME.fullmatch(name)
        if found is None or f"{found[1]}.json" not in names:
            raise FindingsError(
                "this file is called like a part of a run and is none",
                got=name if found is None else f"{name} without {found[1]}.json",
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
