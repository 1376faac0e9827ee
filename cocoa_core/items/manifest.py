"""The manifest of a data set: what it is, what it was asked to be, and what is in it.

Anybody may have written it, and the names in it become paths and headings, so they are checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import FindingsError, Place, SettingsError, UsageError, one_line
from cocoa_core.items.family import ItemSource, RunSettings
from cocoa_core.items.file_reading import json_of, read_plain
from cocoa_core.items.item import Recorded, plain, wrong_parts
from cocoa_core.items.ledger import WHOLE, Ledger
from cocoa_core.seeds import digest_of
from cocoa_core.version import __version__

SIDES: Final = (WHOLE, "train", "validation", "dev", "test", "gen", "test_id", "test_ood")
"""All that a data set can have: of its settings, of `cocoa split`, or `WHOLE` alone. A closed set, so that a
side is a safe file name on every system. The verifier has its own copy."""
FORMATS: Final = ("jsonl", "jsonl.zst", "parquet")
"""How files of lines are kept, by the end of their names."""
MOST_SHARDS: Final = 10_000
"""Files of a data set. Each takes about 180 bytes of a manifest, which is read up to 4 MB."""
_ENDINGS: Final = "|".join(map(re.escape, FORMATS))
_NAMES: Final = {
    "name": (re.compile(r"\w[\w .,()+-]{0,99}"), "letters, digits and _ . , ( ) + -, 100 at most"),
    "version": (re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,39}"), "letters, digits and . + -, 40 at most"),
    "digest": (re.compile(r"[0-9A-Za-z]{1,128}"), "hexadecimal digits"),
    "part": (
        re.compile(r"(?:[0-9A-Za-z][\w.-]{0,63}/){0,2}[0-9A-Za-z][\w.-]{0,63}"),
        "a file name, or up to two folders and one, without leading dots",
    ),
}
_MOST_PARTS: Final = 1_000


def is_data_file(side: str, name: str) -> bool:
    """Returns whether cocoa gives this name to a file of the side, plain, packed or a shard."""
    return re.fullmatch(rf"{re.escape(side)}(?:-[0-9]{{5,9}})?\.(?:{_ENDINGS})", name) is not None


def check_source(names: Mapping[str, str], parts: Mapping[str, str]) -> None:
    """Refuses a source whose texts cannot be what they are called.

    Args:
        names: texts by what they are: `name`, `version` or `digest`.
        parts: digests by part; the names of parts are paths in the source's folder.

    Raises:
        ValueError: a text does not have the form of its kind.
    """
    if len(parts) > _MOST_PARTS:
        raise ValueError(f"{len(parts):,} digests of parts, where there are {_MOST_PARTS:,} at most")
    for kind, text in (*names.items(), *(("part", part) for part in parts)):
        shape, words = _NAMES[kind]
        if not shape.fullmatch(text):
            raise ValueError(f"the {kind} {one_line(repr(text))}, where it is of {words}")


FORMAT: Final = "cocoa-dataset/2"
MANIFEST: Final = "manifest.json"
_LARGEST: Final = 4_000_000
"""Bytes that are read."""
_MOST_ITEMS: Final = 10**15


@frozen(slots=False)
class SourceState(Recorded):
    """What the items were drawn from, and in which state."""

    name: str
    version: str
    digest: str
    digests: Mapping[str, str]
    """The SHA-256 of each part, by name."""
    asserted_wordings: int = 0
    """The number of wordings in the rules whose meaning rests on their author's word."""

    def __attrs_post_init__(self) -> None:
        names = {"name": self.name, "version": self.version, "digest": self.digest}
        check_source(names, self.digests)


@frozen(slots=False)
class ShardState(Recorded):
    """A file with some lines of a side: name, number of items, SHA-256 of the unpacked lines."""

    file: str
    items: int
    sha256: str


@frozen(slots=False)
class FileState(Recorded):
    """The file of a side: its name, and once it is complete its number of items and SHA-256."""

    file: str
    items: int | None = None
    sha256: str | None = None
    shards: tuple[ShardState, ...] | None = None
    """The files that hold the lines in its place, in order; None, and not written, where there are none."""

    @property
    def pieces(self) -> tuple[FileState | ShardState, ...]:
        """The files that exist."""
        return self.shards or (self,)


@frozen(slots=False, kw_only=True)
class Manifest(Recorded):
    """The content of `manifest.json`. `counts` and `draws` are empty until the data set is complete."""

    format: str = FORMAT
    cocoa_version: str = __version__
    family: str
    domain: SourceState | None
    """What the items were drawn from; None for a family that needs nothing."""
    seed: int
    settings: Mapping[str, Any]
    count: int
    """The number of items asked for; once complete, the number there is."""
    complete: bool = False
    files: Mapping[str, FileState]
    """The data file of each side, or the only one under "questions"."""
    counts: Mapping[str, Any] = field(factory=dict)
    """The number of items by side, facet and value."""
    draws: Mapping[str, Any] = field(factory=dict)
    """For each difficulty cell the number of items, of indices, and of refused draws by reason."""
    split: Mapping[str, Any] | None = None
    """How `cocoa split` divided the data set; None, and not written, where it did not."""
    fitted: Mapping[str, Any] | None = None
    """What the domain cannot give of the usual difficulty; None, and not written, where nothing lacks."""
    paraphrase: Mapping[str, Any] | None = None
    """How many requests were paraphrased, and how often readers let a changed meaning through; None, and not
    written, where that was not asked for.
    """

    def __attrs_post_init__(self) -> None:
        check_source({"name": self.family, "version": self.cocoa_version}, {})
        named: list[FileState | ShardState] = []
        for side, state in self.files.items():
            if side not in SIDES:
                raise ValueError(f"the side {one_line(repr(side))}, where a side is {', '.join(SIDES)}")
            of_side: list[FileState | ShardState] = [state, *(state.shards or ())]
            named += of_side
            for name in (file.file for file in of_side):
                if not is_data_file(side, name):
                    got = one_line(repr(name))
                    raise ValueError(f"the file {got}, where one of {side} is called {side}.jsonl")
        pieces = [piece.file for state in self.files.values() for piece in state.pieces]
        if not 0 < len(pieces) <= MOST_SHARDS:
            raise ValueError(f"{len(pieces):,} files, where there are 1 to {MOST_SHARDS:,}")
        if len(set(pieces)) < len(pieces):
            raise ValueError("one file named twice")
        for count in (self.count, *(file.items or 0 for file in named)):
            if not 0 <= count < _MOST_ITEMS:
                raise ValueError(f"a count that is out of range: {one_line(count)}")

    @property
    def origin(self) -> str:
        """Twelve hexadecimal digits that identify where the items come from, however many there are."""
        settings = repr(sorted((key, repr(value)) for key, value in self.settings.items()))
        source = self.family if self.domain is None else self.domain.digest
        return digest_of(source, self.seed, settings, self.cocoa_version).hex()[:12]

    @classmethod
    def begun(
        cls,
        family: str,
        source: ItemSource | None,
        seed: int,
        settings: RunSettings,
        count: int,
        fitted: Mapping[str, Any] | None = None,
    ) -> Manifest:
        """Returns the manifest of a run that has yet to write its items.

        Raises:
            SettingsError: a name cannot be that of a data set.
        """
        try:
            return cls(
                family=family,
                domain=None if source is None else _state(source),
                seed=seed,
                settings=settings.to_json(),
                count=count,
                files={side: FileState(f"{side}.jsonl") for side in settings.sides or (WHOLE,)},
                fitted=fitted,
            )
        except ValueError as error:
            raise SettingsError("no data set can be written of this", got=str(error)) from None

    def finished(self, ledger: Ledger) -> Manifest:
        """Returns the manifest of the complete data set, with the counts of the ledger."""
        return evolve(
            self,
            complete=True,
            count=ledger.total,
            files={
                side: FileState(state.file, ledger.items(side), ledger.sha256(side))
                for side, state in self.files.items()
            },
            counts=ledger.counts(),
            draws=ledger.draws(),
        )

    def to_json(self) -> dict[str, Any]:
        """Returns the manifest as plain data. It holds no clock time and no machine's name."""
        data: dict[str, Any] = plain(self)
        for name in ("split", "fitted", "paraphrase"):
            if data[name] is None:
                del data[name]
        for file in data["files"].values():
            if file["shards"] is None:
                del file["shards"]
        return data

    def write(self, folder: Path) -> None:
        """Writes the manifest at once: a reader finds the former one or this one, never a part."""
        text = json.dumps(self.to_json(), indent=2, ensure_ascii=False)
        write_whole(folder / MANIFEST, f"{text}\n".encode(), alone=True)


def _state(source: ItemSource) -> SourceState:
    return SourceState(
        source.name, source.version, source.digest, dict(source.digests), source.asserted_wordings
    )


def read_manifest(folder: Path) -> Manifest:
    """Reads the manifest of a data set's folder.

    Raises:
        UsageError: there is no such folder, or it holds no data set, or one of another format.
        FindingsError: the manifest cannot be read.
    """
    path = folder / MANIFEST
    try:
        data = json_of(read_plain(folder, MANIFEST, _LARGEST))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _no_data_set(folder) from error
    except ValueError as error:
        raise _unreadable(path, str(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageError(
            "this data set has a format that this cocoa does not read",
            got=str(data.get("format") if isinstance(data, dict) else type(data).__name__),
            expected=FORMAT,
            fix="use the version of cocoa that wrote it (cocoa-dataset/1: 0.1), or generate it again",
            place=Place(str(path)),
        )
    try:
        return Manifest.from_json(data)
    except ValueError as error:
        raise _unreadable(path, wrong_parts(error)) from error


def _no_data_set(folder: Path) -> UsageError:
    got = f"{folder}, a file" if folder.is_file() else f"{folder}, which does not exist"
    return UsageError(
        "this is not a data set",
        got=f"{folder}, without a {MANIFEST}" if folder.is_dir() else got,
        expected="a folder that `cocoa generate` wrote",
        fix=f"name another, or write one: cocoa generate --domain flights --count 100 --out {folder}",
    )


def _unreadable(path: Path, got: str) -> FindingsError:
    return FindingsError(
        "the manifest cannot be read",
        got=got,
        expected="the manifest as it was written",
        fix="restore it from a copy, or generate into a new folder",
        place=Place(str(path)),
    )
