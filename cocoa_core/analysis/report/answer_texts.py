"""What models wrote, looked up in the logs for the answers that a report shows."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from cocoa_core.analysis.log_reading import UnreadableLogError, require_inspect, sample_key, samples_of
from cocoa_core.analysis.results import Result

__all__ = ["Key", "answer_texts", "key_of", "shortened"]

Key: TypeAlias = tuple[str, str, int]
"""The name of a log, the id of a sample, an epoch."""

_LONGEST: Final = 6000
_ATTACHED: Final = "attachment://"


def key_of(result: Result) -> Key:
    """Where an answer stands."""
    return result.log, result.sample, result.epoch


def answer_texts(logs: Mapping[str, Path], results: Iterable[Result]) -> dict[Key, tuple[str, ...]]:
    """What the model wrote, turn by turn; nothing for answers whose log cannot be read again."""
    wanted: dict[str, set[tuple[str, int]]] = {}
    for one in results:
        wanted.setdefault(one.log, set()).add((one.sample, one.epoch))
    found: dict[Key, tuple[str, ...]] = {}
    for log, keys in wanted.items():
        if log in logs:
            for sample in _samples(logs[log], keys):
                key = sample_key(sample)
                if key in keys:
                    found[(log, *key)] = _turns(sample)
    return found


def shortened(text: str) -> str:
    """The text, or of a very long one the beginning, the end, and how much lies between."""
    if len(text) <= _LONGEST:
        return text
    head, tail = _LONGEST * 2 // 3, _LONGEST // 3
    left_out = len(text) - head - tail
    return f"{text[:head]}\n[… {left_out:,} characters are left out here …]\n{text[-tail:]}"


def _samples(path: Path, keys: set[tuple[str, int]]) -> Iterator[Mapping[str, Any]]:
    """The samples of a log, if their names tell only those asked for."""
    try:
        if path.suffix == ".eval":
            yield from _named(path, keys)
        else:
            yield from (one for one in samples_of(path) if not isinstance(one, UnreadableLogError))
    except (UnreadableLogError, OSError, zipfile.BadZipFile):
        return


def _named(path: Path, keys: set[tuple[str, int]]) -> Iterator[Mapping[str, Any]]:
    require_inspect()  # loading it teaches zipfile the compression that logs have
    with zipfile.ZipFile(path) as archive:
        for name in (f"samples/{sample}_epoch_{epoch}.json" for sample, epoch in sorted(keys)):
            try:
                sample = json.loads(archive.read(name))
            except Exception:  # missing, or broken in one of many ways: then there is no text
                continue
            if isinstance(sample, dict):
                yield sample


def _turns(sample: Mapping[str, Any]) -> tuple[str, ...]:
    attached = sample.get("attachments")
    attachments: Mapping[str, Any] = attached if isinstance(attached, dict) else {}
    messages = sample.get("messages")
    said = [
        _content(message.get("content"), attachments)
        for message in (messages if isinstance(messages, list) else [])
        if isinstance(message, dict) and message.get("role") == "assistant"
    ]
    if not any(said):
        output = sample.get("output")
        completion = output.get("completion") if isinstance(output, dict) else None
        said = [_content(completion, attachments)]
    return tuple(text for text in said if text)


def _content(content: Any, attachments: Mapping[str, Any]) -> str:
    """Text and reasoning of a message, whether it is one text or a list of parts."""
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
