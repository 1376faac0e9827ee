"""Logs of inspect: the header by inspect's own reader, the samples one at a time."""

from __future__ import annotations

import importlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.errors import UsageError

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

__all__ = ["UnreadableLogError", "read_header", "require_inspect", "sample_key", "samples_of"]

_SAMPLES: Final = "samples/"


class UnreadableLogError(Exception):
    """A log, or a sample of one, that cannot be read; the text says why, in one line."""


def require_inspect() -> None:
    """Raises UsageError where inspect is not installed."""
    try:
        importlib.import_module("inspect_ai.log")
    except ImportError as error:
        raise UsageError(
            "reading logs needs inspect",
            got=f"{error.name or 'inspect_ai'} is not installed",
            fix="pip install 'cocoa-exams[eval]'",
        ) from None


def read_header(path: Path) -> EvalLog:
    """All but the samples, also of a run that was killed. UnreadableLogError for no log or a newer one."""
    from inspect_ai.log import EvalLog, read_eval_log

    try:
        log = read_eval_log(str(path), header_only=True)
    except Exception as error:  # of a broken file inspect, zipfile, pydantic and ijson raise all kinds
        raise UnreadableLogError(_reason(path, error)) from None
    known = int(EvalLog.model_fields["version"].default)
    if log.version > known:
        raise UnreadableLogError(
            f"format {log.version} is newer than the installed inspect, which reads {known}"
        )
    return log


def samples_of(path: Path) -> Iterator[Mapping[str, Any] | UnreadableLogError]:
    """The samples as plain data, one at a time; in place of one that cannot be read, why.

    inspect's own readers validate every event of a sample, which takes ten times as long; the two formats
    are documented as a zip of JSON files and as one JSON file. Raises UnreadableLogError for a broken file.
    """
    return _zipped(path) if path.suffix == ".eval" else _listed(path)


def sample_key(sample: Mapping[str, Any]) -> tuple[str, int]:
    """The id of a sample and its epoch, from 1; a sample that names no epoch is of the first."""
    epoch = sample.get("epoch")
    return str(sample.get("id")), epoch if isinstance(epoch, int) else 1


def _zipped(path: Path) -> Iterator[Mapping[str, Any] | UnreadableLogError]:
    require_inspect()  # loading it teaches zipfile the compression that logs have
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise UnreadableLogError(_reason(path, error)) from None
    with archive:
        for name in dict.fromkeys(archive.namelist()):  # of two samples of one name zipfile reads the later
            if name.startswith(_SAMPLES) and name.endswith(".json"):
                try:
                    sample = json.loads(archive.read(name))
                except Exception as error:  # zstandard, zlib, zipfile and json each have their own
                    yield UnreadableLogError(str(error))
                else:
                    yield sample if isinstance(sample, dict) else UnreadableLogError("no JSON object")


def _listed(path: Path) -> Iterator[Mapping[str, Any] | UnreadableLogError]:
    ijson: Any = importlib.import_module("ijson")
    with path.open("rb") as file:
        done = 0
        with suppress(ijson.JSONError, ValueError):  # NaN and the like, which Python's own reader takes
            for sample in ijson.items(file, "samples.item", use_float=True):
                done += 1
                yield sample if isinstance(sample, dict) else UnreadableLogError("no JSON object")
            return
    try:
        whole = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UnreadableLogError(_reason(path, error)) from None
    for sample in (whole.get("samples") or [])[done:]:
        yield sample if isinstance(sample, dict) else UnreadableLogError("no JSON object")


def _reason(path: Path, error: Exception) -> str:
    try:
        empty = path.stat().st_size == 0
    except OSError as unreadable:
        return f"cannot be read: {unreadable.strerror}"
    if empty:
        return "the file is empty"
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {error.strerror}"
    kind = "zip" if path.suffix == ".eval" else "JSON"
    return f"broken, or not a log of inspect (no {kind} file that holds one)"
