"""Reads the manifest of a data set without the code that writes it.

Only keys, types and ranges are checked here. Whether the manifest says the truth is checked where the rest of
the data set is read: the digests of the files of items in `item_files.py`, the counts over all items in
`across_records.py`, and the files around them, with the domain's digests, in `folder.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from json import JSONDecodeError
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import FindingsError, Place, one_line
from cocoa_core.independent import RESTORE, read_json, read_regular

MANIFEST: Final = "manifest.json"
_FORMAT: Final = "cocoa-dataset/2"
_OLDER: Final = "cocoa-dataset/1"
WHOLE: Final = "questions"
"""The name of the only file of a data set without sides."""
_SIDES: Final = frozenset((WHOLE, "train", "validation", "dev", "test", "gen", "test_id", "test_ood"))
"""The sides that a data set can have. The engine's own list is not shared."""
_ENDING: Final = r"(?:-[0-9]{5,9})?\.(?:jsonl(?:\.zst)?|parquet)"
"""What follows the side in the name of a file."""
_MOST_BYTES: Final = 4_000_000
_MOST_SIDES: Final = 4
"""The most sides of one data set: train, validation or dev, test, gen."""
_MOST_FILES: Final = 10_000
_MOST_QUESTIONS: Final = 10**15
_KEYS: Final = frozenset(
    ("format", "cocoa_version", "family", "domain", "seed", "settings", "count", "complete", "files")
) | {"counts", "draws", "split", "fitted", "paraphrase"}
_PARAPHRASE_COUNTS: Final = ("passed", "repaired", "dropped", "open")
_MUTANT_COUNTS: Final = ("read", "by_first", "by_second", "by_both")
_FITTED_KEYS: Final = frozenset(("asked_options", "left_out"))
_LEFT_OUT_KEYS: Final = frozenset(("setting", "reason"))
_USUAL_OPTIONS: Final = 5
_LONGEST_REASON: Final = 1_000
_DOMAIN_KEYS: Final = frozenset(("name", "version", "digest", "digests", "asserted_wordings"))
_SHARD_KEYS: Final = frozenset(("file", "items", "sha256"))


@frozen
class DataFile:
    """A file of items."""

    name: str
    items: int | None
    sha256: str | None
    """None, like `items`, where the data set is not complete."""
    shards: tuple[DataFile, ...] = ()
    """The files that hold its lines in its place, in order; empty where the file itself exists."""

    @property
    def pieces(self) -> tuple[DataFile, ...]:
        """The files that have to exist."""
        return self.shards or (self,)


@frozen
class Manifest:
    """What a data set says of itself."""

    version: str
    family: str
    domain: Mapping[str, str] | None
    """Name, version and digest of what the items were drawn from; None for a family that needs nothing."""
    digests: Mapping[str, str]
    """The digest of each part of it."""
    seed: int
    settings: Mapping[str, Any]
    count: int
    complete: bool
    files: Mapping[str, DataFile]
    """The file of each side, or the only one under `WHOLE`."""
    raw: Mapping[str, Any]
    """The whole content."""
    split: Mapping[str, Any] | None = None
    """How `cocoa split` divided a data set without sides; None where it did not."""

    @property
    def sides(self) -> tuple[str | None, ...]:
        """The side of each file; None where there are no sides."""
        return tuple(self.files) if self.settings.get("split") else (None,) * len(self.files)


def read_manifest(folder: Path) -> Manifest:
    """Reads the manifest of a folder.

    Raises:
        FindingsError: there is none, or it cannot be read.
    """
    place = Place(MANIFEST)
    try:
        data = read_json(read_regular(folder / MANIFEST, _MOST_BYTES, folder), once=True)
    except FileNotFoundError:
        raise FindingsError(
            "the data set has no manifest",
            got=f"{folder} without {MANIFEST}",
            expected="a folder that `cocoa generate` wrote",
            fix="give the folder itself; if the file was lost, restore it from a copy of the data set",
            place=place,
        ) from None
    except (OSError, ValueError) as error:
        got, line = one_line(error), error.lineno if isinstance(error, JSONDecodeError) else 0
        raise FindingsError(
            "the manifest cannot be read", got=got, fix=RESTORE, place=Place(MANIFEST, line)
        ) from None
    if isinstance(data, dict) and data.get("format") == _OLDER:
        raise FindingsError(
            "this data set was written by cocoa 0.1, whose records have another format",
            got=_OLDER,
            expected=_FORMAT,
            fix="verify it with the cocoa 0.1 that wrote it, or generate it again",
            place=place,
        )
    try:
        return _manifest(data)
    except (KeyError, TypeError, ValueError) as error:
        got = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise FindingsError(
            "the manifest cannot be understood", got=one_line(got), fix=RESTORE, place=place
        ) from None


def unknown_keys(manifest: Manifest) -> Iterator[str]:
    """Yields keys that no manifest has. Those of settings, split, counts and draws are compared elsewhere."""
    raw = manifest.raw
    yield from _beyond(raw, _KEYS, "")
    yield from _beyond(raw["domain"] or {}, _DOMAIN_KEYS, "domain.")
    paraphrase = raw.get("paraphrase") or {}
    yield from _beyond(paraphrase, frozenset(("asked", *_PARAPHRASE_COUNTS, "mutants")), "paraphrase.")
    for kind, counts in (paraphrase.get("mutants") or {}).items():
        yield from _beyond(counts, frozenset(_MUTANT_COUNTS), f"paraphrase.mutants.{kind}.")
    fitted = raw.get("fitted") or {}
    yield from _beyond(fitted, _FITTED_KEYS, "fitted.")
    for number, node in enumerate(fitted.get("left_out", ())):
        yield from _beyond(node, _LEFT_OUT_KEYS, f"fitted.left_out[{number}].")
    for side, file in raw["files"].items():
        yield from _beyond(file, _SHARD_KEYS | {"shards"}, f"files.{side}.")
        for number, shard in enumerate(file.get("shards") or ()):
            yield from _beyond(shard, _SHARD_KEYS, f"files.{side}.shards[{number}].")


def _beyond(node: Mapping[str, Any], known: frozenset[str], path: str) -> Iterator[str]:
    return (f"{path}{key}" for key in node if key not in known)


def _manifest(data: Any) -> Manifest:
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise ValueError(f"its format is not {_FORMAT}")
    domain = None if data["domain"] is None else _typed(data["domain"], dict, "domain")
    if domain is not None:
        _count(domain.get("asserted_wordings", 0), "asserted_wordings")  # else false and 0.0 are equal to 0
    nodes = _typed(data["files"], dict, "files")
    if not 0 < len(nodes) <= _MOST_SIDES:
        raise ValueError(f"it names {len(nodes)} files of questions")
    files = {side: _file(side, _typed(node, dict, "a file")) for side, node in nodes.items()}
    if data.get("fitted") is not None:
        _check_fitted(_typed(data["fitted"], dict, "fitted"), data["settings"])
    if data.get("paraphrase") is not None:
        _check_paraphrase(_typed(data["paraphrase"], dict, "paraphrase"))
    pieces = [piece.name for file in files.values() for piece in file.pieces]
    if len(pieces) > _MOST_FILES:
        raise ValueError(f"it names {len(pieces):,} files of questions")
    if len(set(pieces)) < len(pieces):
        raise ValueError("it names one file of questions twice")
    return Manifest(
        version=_typed(data["cocoa_version"], str, "cocoa_version"),
        family=_typed(data["family"], str, "family"),
        domain=None
        if domain is None
        else {key: _typed(domain[key], str, key) for key in ("name", "version", "digest")},
        digests={}
        if domain is None
        else {
            name: _typed(part_digest, str, "a digest")
            for name, part_digest in _typed(domain["digests"], dict, "digests").items()
        },
        seed=_typed(data["seed"], int, "seed"),
        settings=_settings(data["settings"]),
        count=_count(data["count"], "count"),
        complete=_typed(data["complete"], bool, "complete"),
        files=files,
        raw=data,
        split=None if data.get("split") is None else _split(data),
    )


def _split(data: Mapping[str, Any]) -> Mapping[str, Any]:
    if data["settings"].get("split") is not None:
        raise ValueError("it has the sides of its run and a split of its own")
    split: Mapping[str, Any] = _typed(data["split"], dict, "split")
    return split


def _check_fitted(fitted: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Refuses `fitted` where what was left out contradicts the settings."""
    asked = _count(fitted["asked_options"], "asked_options")
    left_out = _typed(fitted["left_out"], list, "left_out")
    options = settings.get("options", _USUAL_OPTIONS)
    if asked < options or (asked == options and not left_out):
        raise ValueError(f"of {asked} options asked for {options} were fitted, with nothing left out")
    asked_for = [[*cell[:2], *cell[3:]] for cell in settings["mix"]]
    for node in left_out:
        setting = _typed(_typed(node, dict, "what is left out")["setting"], list, "a setting")
        reason = _typed(node["reason"], str, "a reason")
        if not 2 <= len(setting) <= 3 or setting in asked_for:
            raise ValueError(f"{setting} is left out of the settings, and in them")
        for number in setting:
            _count(number, "a setting")
        if not 0 < len(reason) <= _LONGEST_REASON or not reason.isprintable():
            raise ValueError("a reason for what is left out is not one line")


def _check_paraphrase(paraphrase: Mapping[str, Any]) -> None:
    """Refuses `paraphrase` where its counts are impossible."""
    counts = [_count(paraphrase[name], name) for name in _PARAPHRASE_COUNTS]
    if sum(counts) != _count(paraphrase["asked"], "asked"):
        raise ValueError(
            f"of {paraphrase['asked']} requests {sum(counts)} passed, were repaired, dropped or are open"
        )
    for kind, node in _typed(paraphrase["mutants"], dict, "mutants").items():
        read, *let_through = [_count(_typed(node, dict, kind)[name], name) for name in _MUTANT_COUNTS]
        if max(let_through) > read or let_through[-1] > min(let_through):
            raise ValueError(f"more mutants of the kind {kind} were let through than can be")


def _file(side: str, node: Mapping[str, Any], *, within: bool = True) -> DataFile:
    name = _typed(node["file"], str, "the name of a file")
    if side not in _SIDES:
        raise ValueError(f"{side!r} is no side of a data set")
    if not re.fullmatch(side + _ENDING, name):
        raise ValueError(f"{name!r} is not the name of a file of {side}")
    items, sha256 = node.get("items"), node.get("sha256")
    shards = node.get("shards") if within else None
    if shards == []:  # to whoever unpacks them, a file without a line
        raise ValueError(f"{name!r} is said to lie in shards, of which there are none")
    return DataFile(
        name,
        None if items is None else _count(items, "items"),
        None if sha256 is None else _typed(sha256, str, "sha256"),
        ()
        if shards is None
        else tuple(
            _file(side, _typed(shard, dict, "a shard"), within=False)
            for shard in _typed(shards, list, "shards")
        ),
    )


def _settings(value: Any) -> Mapping[str, Any]:
    settings: Mapping[str, Any] = _typed(value, dict, "settings")
    if settings.get("split") is not None:
        _typed(settings["split"], dict, "split")
    return settings


def _count(value: Any, what: str) -> int:
    number: int = _typed(value, int, what)
    if not 0 <= number < _MOST_QUESTIONS:
        raise ValueError(f"{what} is out of range")
    return number


def _typed(value: Any, kind: type[Any], what: str) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{what} has another type")
    return value
