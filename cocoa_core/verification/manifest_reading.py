"""The manifest of a data set, as the verifier reads it: only what it checks, further keys are let be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import JSONDecodeError
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.verification.fixes import RESTORE
from cocoa_core.verification.json_reading import read_json
from cocoa_core.verification.regular_files import read_regular
from cocoa_core.verification.report import one_line

__all__ = ["FORMAT", "MANIFEST", "DataFile", "Manifest", "read_manifest"]

MANIFEST: Final = "manifest.json"
FORMAT: Final = "cocoa-dataset/1"
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.jsonl")
_MOST_BYTES: Final = 4_000_000
_MOST_FILES: Final = 3
"""Sides that a data set can have: train, validation and test."""
_MOST_QUESTIONS: Final = 10**15


@frozen
class DataFile:
    """A file of questions. questions, sha256: None where the data set is not complete."""

    name: str
    questions: int | None
    sha256: str | None


@frozen
class Manifest:
    """What a data set says of itself. files: by side, or one under "questions". raw: all that is written."""

    version: str
    domain: Mapping[str, str]
    digests: Mapping[str, str]
    seed: int
    settings: Mapping[str, Any]
    count: int
    complete: bool
    files: Mapping[str, DataFile]
    raw: Mapping[str, Any]

    @property
    def sides(self) -> tuple[str | None, ...]:
        """The side of each file's questions, None where there are no sides."""
        return tuple(self.files) if self.settings.get("split") else (None,) * len(self.files)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder; FindingsError where there is none or it cannot be read."""
    place = Place(MANIFEST)
    try:
        data = read_json(read_regular(folder / MANIFEST, _MOST_BYTES), once=True)
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
    try:
        return _manifest(data)
    except (KeyError, TypeError, ValueError) as error:
        got = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise FindingsError(
            "the manifest cannot be understood", got=one_line(got), fix=RESTORE, place=place
        ) from None


def _manifest(data: Any) -> Manifest:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    domain = _typed(data["domain"], dict, "domain")
    files = {
        side: _file(_typed(node, dict, "a file"))
        for side, node in _typed(data["files"], dict, "files").items()
    }
    if not 0 < len(files) <= _MOST_FILES:
        raise ValueError(f"it names {len(files)} files of questions")
    if len({file.name for file in files.values()}) < len(files):
        raise ValueError("it names one file of questions twice")
    return Manifest(
        version=_typed(data["cocoa_version"], str, "cocoa_version"),
        domain={key: _typed(domain[key], str, key) for key in ("name", "version", "digest")},
        digests={
            name: _typed(one, str, "a digest")
            for name, one in _typed(domain["digests"], dict, "digests").items()
        },
        seed=_typed(data["seed"], int, "seed"),
        settings=_settings(data["settings"]),
        count=_count(data["count"], "count"),
        complete=_typed(data["complete"], bool, "complete"),
        files=files,
        raw=data,
    )


def _file(node: Mapping[str, Any]) -> DataFile:
    name = _typed(node["file"], str, "the name of a file")
    if not _PLAIN_NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of a file in the folder")
    questions, sha256 = node.get("questions"), node.get("sha256")
    return DataFile(
        name,
        None if questions is None else _count(questions, "questions"),
        None if sha256 is None else _typed(sha256, str, "sha256"),
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
