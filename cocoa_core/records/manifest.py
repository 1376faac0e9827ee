"""The manifest of a data set: what it is, what it was asked to be, and what is in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import asdict, evolve, field, frozen

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.records.file_reading import json_of, open_plain
from cocoa_core.records.ledger import QUESTIONS, Ledger
from cocoa_core.version import __version__
from cocoa_core.whole_files import write_whole

__all__ = ["FORMAT", "MANIFEST", "DomainState", "FileState", "Manifest", "read_manifest"]

FORMAT: Final = "cocoa-dataset/1"
MANIFEST: Final = "manifest.json"
_LARGEST: Final = 4_000_000
"""Bytes that are read; what is larger is cut, and so no JSON."""


@frozen
class DomainState:
    """Which domain, in which state. digests: SHA-256 of schema, rules, catalogue and each table."""

    name: str
    version: str
    digest: str
    digests: Mapping[str, str]


@frozen
class FileState:
    """A data file: its name in the folder, its questions and its SHA-256, both None until it is complete."""

    file: str
    questions: int | None = None
    sha256: str | None = None


@frozen
class Manifest:
    """As in `manifest.json`.

    count:             questions asked for; those there are, once complete
    files:             by side, or the one file under "questions"
    counts:            questions by setting, by side and answer, how many are atypical, and by derived slot
    draws:             by setting: questions, requirements and refused draws by reason
    asserted_wordings: wordings of the rules whose meaning rests on their author's word
    minimality:        questions by how small their product of sums is known to be

    The last four but `asserted_wordings` are empty until the data set is complete.
    """

    domain: DomainState
    seed: int
    settings: Mapping[str, Any]
    count: int
    files: Mapping[str, FileState]
    complete: bool = False
    counts: Mapping[str, Any] = field(factory=dict)
    draws: Mapping[str, Any] = field(factory=dict)
    asserted_wordings: int = 0
    minimality: Mapping[str, int] = field(factory=dict)
    cocoa_version: str = __version__
    format: str = FORMAT

    @classmethod
    def begun(
        cls, domain: DomainState, seed: int, settings: Mapping[str, Any], count: int, asserted_wordings: int
    ) -> Manifest:
        """Of a run that has yet to write its questions."""
        sides = tuple(settings["split"] or ()) or (QUESTIONS,)
        files = {side: FileState(f"{side}.jsonl") for side in sides}
        return cls(domain, seed, settings, count, files, asserted_wordings=asserted_wordings)

    def finished(self, ledger: Ledger) -> Manifest:
        """The same, complete, with what the ledger counted."""
        return evolve(
            self,
            complete=True,
            count=ledger.total,
            files={
                side: FileState(state.file, ledger.questions(side), ledger.sha256(side))
                for side, state in self.files.items()
            },
            counts=ledger.counts(),
            draws=ledger.draws(),
            minimality=ledger.minimality(),
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data; no clock time, no machine's name."""
        data = asdict(self)
        head = ("format", "cocoa_version", "domain", "seed", "settings", "count", "complete", "files")
        return {key: data[key] for key in (*head, *(key for key in data if key not in head))}

    def write(self, folder: Path) -> None:
        """Put it in place at once: a reader finds the former one or this one, never a part."""
        text = json.dumps(self.to_json(), indent=2, ensure_ascii=False)
        write_whole(folder / MANIFEST, f"{text}\n".encode(), alone=True)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a data set's folder.

    Raises UsageError where there is no such folder, or it holds no data set or one of another format,
    FindingsError where the manifest cannot be read.
    """
    path = folder / MANIFEST
    try:
        with open_plain(path) as file:
            data = json_of(file.read(_LARGEST))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _no_data_set(folder) from error
    except ValueError as error:
        raise _unreadable(path, str(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageError(
            "this data set has a format that this cocoa does not read",
            got=str(data.get("format") if isinstance(data, dict) else type(data).__name__),
            expected=FORMAT,
            fix="use the version of cocoa that wrote it",
            place=Place(str(path)),
        )
    from cattrs import structure
    from cattrs.errors import BaseValidationError

    try:
        return structure(data, Manifest)
    except (BaseValidationError, TypeError, ValueError) as error:
        raise _unreadable(path, str(error)) from error


def _no_data_set(folder: Path) -> UsageError:
    found = f"{folder}, a file" if folder.is_file() else f"{folder}, which does not exist"
    return UsageError(
        "this is not a data set",
        got=f"{folder}, without a {MANIFEST}" if folder.is_dir() else found,
        expected="a folder that `cocoa generate` wrote",
    )


def _unreadable(path: Path, found: str) -> FindingsError:
    return FindingsError(
        "the manifest cannot be read",
        got=found,
        expected="the manifest as it was written",
        fix="restore it from a copy, or generate into a new folder",
        place=Place(str(path)),
    )
