"""Reads logs: headers with inspect's reader, samples one at a time, and conversations."""

from __future__ import annotations

import importlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import frozen

from cocoa_core.analysis import lm_eval_logs, target_logs
from cocoa_core.analysis.log_files import (
    MOST_AT_ONCE,
    SAMPLE_DECODER,
    TooLargeError,
    UnreadableLogError,
    check_file,
    mapping_in,
    parsed,
    require_inspect,
)
from cocoa_core.grouping import grouped
from cocoa_core.text import whole

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

_SAMPLES: Final = "samples/"
_ATTACHED: Final = "attachment://"

AnswerKey: TypeAlias = tuple[str, str, int]
"""The name of a log, the id of a sample, and the epoch."""


def read_header(path: Path) -> EvalLog:
    """Reads everything of a log but its samples, also of a run that was killed.

    Raises:
        UnreadableLogError: the file is no log, or its format is newer than the installed inspect.
        UsageError: inspect is not installed.
    """
    require_inspect()  # for its own logs alone: the import takes seconds
    from inspect_ai.log import EvalLog, read_eval_log

    check_file(path)
    _check_sizes(path)
    try:
        log = read_eval_log(str(path), header_only=True)
    except Exception as error:  # of a broken file inspect, zipfile, pydantic and ijson raise all kinds
        raise UnreadableLogError(_reason(path, error)) from None
    newest = int(EvalLog.model_fields["version"].default)
    if log.version > newest:
        raise UnreadableLogError(
            f"format {log.version} is newer than the installed inspect, which reads {newest}"
        )
    return log


def samples_of(path: Path) -> Iterator[Mapping[str, Any] | UnreadableLogError]:
    """Yields the samples as plain data, one at a time; in place of a sample that cannot be read, the error.

    inspect's own readers validate every event of a sample, which takes thirty times as long (55 s against 1.9
    for 4,000 samples); its data frames leave out metadata of more than 1,000 characters; and both fail on a
    log that was cut short. The two formats are documented as a zip of JSON files and as one JSON file.

    Raises:
        UnreadableLogError: the file is broken.
    """
    if lm_eval_logs.is_samples(path):
        return lm_eval_logs.samples_of(path)
    return _zipped(path) if path.suffix == ".eval" else _listed(path)


def sample_key(sample: Mapping[str, Any]) -> tuple[str, int]:
    """Returns the id of a sample and its epoch, 1 where it states none."""
    epoch = sample.get("epoch")
    return str(sample.get("id")), epoch if isinstance(epoch, int) else 1


def _check_sizes(path: Path) -> None:
    """Refuses a log one of whose parts is read at once and is too large when unpacked."""
    with suppress(OSError, zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        for part in archive.infolist():
            if part.file_size > MOST_AT_ONCE and not part.filename.startswith(_SAMPLES):
                raise UnreadableLogError(f"{whole(part.filename)} has {_too_large(part.file_size)}")


def _too_large(size: int) -> str:
    return f"{size:,} bytes, not {MOST_AT_ONCE:,} at most"


def _member(archive: zipfile.ZipFile, name: str) -> Any:
    if archive.getinfo(name).file_size > MOST_AT_ONCE:
        raise TooLargeError(f"a sample of more than {MOST_AT_ONCE:,} bytes")
    return parsed(archive.read(name), SAMPLE_DECODER)


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
                    sample = _member(archive, name)
                except TooLargeError as error:
                    yield error
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
    if (size := path.stat().st_size) > MOST_AT_ONCE:
        raise UnreadableLogError(f"broken, or with NaN in it, and read at once then: {_too_large(size)}")
    try:
        log = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UnreadableLogError(_reason(path, error)) from None
    for sample in (log.get("samples") or [])[done:]:
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


@frozen
class Transcript:
    """The texts of one sample."""

    prompt: str
    target: str
    """The right answer as the sample states it."""
    turns: tuple[str, ...]
    """The messages that the model wrote."""


def conversations(logs: Mapping[str, Path], answers: Iterable[AnswerKey]) -> dict[AnswerKey, Transcript]:
    """Reads the conversation of each answer. Answers whose log cannot be read again are left out."""
    transcripts: dict[AnswerKey, Transcript] = {}
    keys_by_log = grouped((log, (sample, epoch)) for log, sample, epoch in answers if log in logs)
    for log, keys in keys_by_log.items():
        wanted = set(keys)
        for sample in _samples(log, logs[log], wanted):
            if (key := sample_key(sample)) in wanted:
                transcripts[(log, *key)] = _conversation(sample)
    return transcripts


def _samples(log: str, path: Path, keys: set[tuple[str, int]]) -> Iterator[Mapping[str, Any]]:
    """Yields the samples of a log: only those asked for in a format whose file names tell them apart."""
    try:
        if path.suffix == ".eval":
            yield from _named(path, keys)
        elif target_logs.is_results(path):
            yield from target_logs.samples_of(path, log.rpartition("@")[2])
        else:
            yield from (sample for sample in samples_of(path) if not isinstance(sample, UnreadableLogError))
    except (UnreadableLogError, OSError, zipfile.BadZipFile):
        return


def _named(path: Path, keys: set[tuple[str, int]]) -> Iterator[Mapping[str, Any]]:
    require_inspect()  # loading it teaches zipfile the compression that logs have
    with zipfile.ZipFile(path) as archive:
        for name in (f"samples/{sample}_epoch_{epoch}.json" for sample, epoch in sorted(keys)):
            try:
                sample = _member(archive, name)
            except Exception:  # missing, or broken in one of many ways: then there is no text
                continue
            if isinstance(sample, dict):
                yield sample


def _conversation(sample: Mapping[str, Any]) -> Transcript:
    attachments = mapping_in(sample, "attachments")
    prompt = sample.get("input")
    target = sample.get("target") or mapping_in(sample, "metadata").get("target")  # samples hold no key
    messages = prompt if isinstance(prompt, list) else [{"content": prompt}]
    first = [
        _content(message.get("content"), attachments) for message in messages if isinstance(message, dict)
    ]
    targets = target if isinstance(target, list) else [target]
    return Transcript(
        "\n\n".join(text for text in first if text),
        ", ".join(target for target in targets if isinstance(target, str)),
        _turns(sample, attachments),
    )


def _turns(sample: Mapping[str, Any], attachments: Mapping[str, Any]) -> tuple[str, ...]:
    messages, prompt = sample.get("messages"), sample.get("input")
    shown = sum(isinstance(message, dict) and message.get("role") == "assistant" for message in prompt or ())
    replies = [
        _content(message.get("content"), attachments)
        for message in (messages if isinstance(messages, list) else [])
        if isinstance(message, dict) and message.get("role") == "assistant"
    ][shown:]
    if not any(replies):
        replies = [_content(mapping_in(sample, "output").get("completion"), attachments)]
    return tuple(text for text in replies if text)


def _content(content: Any, attachments: Mapping[str, Any]) -> str:
    """Returns the text and the reasoning of a message, whether it is a single text or a list of parts."""
    if isinstance(content, str):
        if content.startswith(_ATTACHED):
            return str(attachments.get(content.removeprefix(_ATTACHED), ""))
        return content
    parts: Sequence[Any] = content if isinstance(content, list) else []
    texts = [
        _content(part.get("reasoning" if part.get("type") == "reasoning" else "text"), attachments)
        for part in parts
        if isinstance(part, dict)
    ]
    return "\n\n".join(text for text in texts if text)
