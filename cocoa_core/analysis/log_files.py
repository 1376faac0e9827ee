"""Finds the logs at given paths: inspect's, samples that lm-eval logs, and results of `cocoa test`."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypedDict

import msgspec

from cocoa_core.errors import UsageError
from cocoa_core.extras import library

MOST_AT_ONCE: Final = 1 << 28
"""Bytes of a sample, line or header of a log held in memory: fifty times a reply of 5 MB."""

SAMPLES: Final = re.compile(r"samples_(?P<task>.+)_(?P<begun>\d{4}-\d\d-\d\dT[\d.:-]+)\.jsonl")
"""The names that lm-eval gives to its samples (0.4.13)."""
RESULTS: Final = "results.jsonl"
TARGET: Final = "target.json"
"""The manifest that `cocoa test` writes. In a folder, results count only beside their manifest."""
_ENDINGS: Final = (".eval", ".json")
_RUN: Final = "cocoa evaluate exam/ --model cocoa/random --strategy direct --log-dir logs/"


class UnreadableLogError(Exception):
    """A log, or a sample of one, that cannot be read. The message says why, in one line."""


class TooLargeError(UnreadableLogError):
    """A sample larger than what is read at once. The message is the same for every such sample."""


def check_file(path: Path) -> None:
    """Refuses a path that is no regular file. A link is followed, because the user may keep a log elsewhere.

    Raises:
        UnreadableLogError: the path is missing, or is a folder, a pipe or a device, which may never end.
    """
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise UnreadableLogError(f"cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(mode):
        raise UnreadableLogError(
            "a folder" if stat.S_ISDIR(mode) else "a pipe, a socket or a device, not a file"
        )


class Sample(TypedDict, total=False):
    """The keys of a sample of inspect that are read. Half of its 24 kB are events that nobody looks at."""

    id: Any
    epoch: Any
    input: Any
    target: Any
    messages: Any
    output: Any
    attachments: Any
    metadata: Any
    scores: Any
    model_usage: Any
    working_time: Any
    total_time: Any
    error: Any
    invalidation: Any


_DECODER: Final = msgspec.json.Decoder()
SAMPLE_DECODER: Final = msgspec.json.Decoder(Sample)


def parsed(data: str | bytes, decoder: msgspec.json.Decoder[Any] = _DECODER) -> Any:
    """Returns the value of a JSON text, as `json` reads it.

    msgspec takes a third of the time, and a fifth where the decoder skips keys. What it refuses (halves of
    characters, many levels, NaN, other encodings) is read by `json`.

    Args:
        decoder: may leave out keys of the outermost object.

    Raises:
        ValueError: the text is no JSON.
    """
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError):
        return json.loads(data)


def mapping_in(owner: Any, name: str) -> Mapping[str, Any]:
    """Returns the object that an object of a log has under a name; empty where it has none, or no object."""
    value = owner.get(name) if isinstance(owner, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def log_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Returns the logs at the given paths, each once, in the order of the paths and by name within a folder.

    Folders are searched with all their subfolders except hidden ones. In a folder, a .json file whose name
    does not look like a log's (of sets of runs, of listings) is skipped; a file named in the call is always
    taken.

    Raises:
        UsageError: a path is missing or is a file of another kind, or there is no log.
    """
    logs: dict[str, Path] = {}
    for path in paths:
        for log in _logs_at(path):
            logs.setdefault(os.path.realpath(log), log)  # of a link to itself, too
    if not logs:
        raise UsageError(
            "there are no logs to analyze",
            got=f"no .eval or .json log in {', '.join(map(str, paths))}",
            expected="a folder with logs of inspect, or samples of lm-eval, or the logs themselves",
            fix=f"write some: {_RUN}",
        )
    return tuple(logs.values())


def _logs_at(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(_inside(path))
    if not path.exists():
        raise UsageError(
            "there is no such file or folder",
            got=str(path),
            expected="a folder with logs of inspect, or a log",
            fix=f"name the folder given as --log-dir, or write logs: {_RUN}",
        )
    if path.suffix not in _ENDINGS and not SAMPLES.fullmatch(path.name) and path.name != RESULTS:
        raise UsageError(
            "this is not a log",
            got=str(path),
            expected="a file that ends in .eval or .json, as inspect writes them, samples_TASK_TIME.jsonl of "
            "lm-eval, results.jsonl of cocoa test, or a folder of such files",
            fix="name the folder given as --log-dir, or as lm-eval's --output_path",
        )
    try:
        check_file(path)
    except UnreadableLogError as error:
        raise UsageError(
            "this is not a log",
            got=f"{path}, {error}",
            expected="a file, which can be read more than once",
            fix="write it to a file first",
        ) from None
    return [path]


def _inside(folder: Path) -> list[Path]:
    logs: list[Path] = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        logs.extend(Path(parent) / name for name in names if _looks_like_a_log(name))
        if {RESULTS, TARGET} <= {*names}:
            logs.append(Path(parent) / RESULTS)
    return logs


def _looks_like_a_log(name: str) -> bool:
    """Tells a log by its name: inspect's begin with the time, unlike its eval-set.json and logs.json."""
    if name.startswith("."):
        return False
    return (
        name.endswith(".eval")
        or SAMPLES.fullmatch(name) is not None
        or (name.endswith(".json") and name[:4].isdigit())
    )


def require_inspect() -> None:
    """Checks that inspect can be imported.

    Raises:
        UsageError: inspect is not installed.
    """
    library("inspect_ai.log", "eval", "reading logs")
