"""What models said: read again from the logs for a few answers, as all of it would not fit into memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cocoa_core.analysis.log_reading import UnreadableLogError, samples_of
from cocoa_core.analysis.results import Reading, Result

__all__ = ["completions_of"]


def completions_of(reading: Reading, wanted: Collection[Result]) -> dict[tuple[str, str, int], str]:
    """The last message of the model for each wanted answer, by (log, sample, epoch).

    Each log with a wanted answer is read once more. What cannot be read any more is missing, never raised.
    """
    keys = {(one.log, one.sample, one.epoch) for one in wanted}
    found: dict[tuple[str, str, int], str] = {}
    for log in sorted({log for log, _, _ in keys} & set(reading.logs)):
        try:
            for sample in samples_of(reading.logs[log]):
                if isinstance(sample, Mapping):
                    key = (log, str(sample.get("id")), sample.get("epoch") or 1)
                    if key in keys:
                        found[key] = _said(sample)
        except (UnreadableLogError, OSError):
            continue
    return found


def _said(sample: Mapping[str, Any]) -> str:
    """The completion of the sample's output: the text parts of its last message."""
    try:
        content = sample["output"]["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        return ""
    if isinstance(content, str):
        return content
    parts = [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []
    return "\n".join(str(part["text"]) for part in parts if part.get("type") == "text" and "text" in part)
