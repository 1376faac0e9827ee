"""An answer that names its option by what only that option shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from cocoa_core.records.answers.patterns import any_of
from cocoa_core.records.answers.phrases import ANSWERS, GOOD, THINGS
from cocoa_core.records.answers.text import PlainText, plain

__all__ = ["named_by_value"]


def named_by_value(
    text: PlainText, labels: Sequence[str], options: Sequence[Mapping[str, str]]
) -> tuple[str, int, int] | None:
    """The label whose value follows "the answer is" or "answer:", and where the value stands in the text.

    The value must be one that no other option shows, of three characters or more, and every announcement that
    can be read so must name the same option.
    """
    values = tuple(_own_values(labels, options))
    named: tuple[str, int, int] | None = None
    for announcement in _announcement().finditer(text.low):
        start = announcement.end()
        for value, label in values:
            end = start + len(value)
            if text.low.startswith(value, start) and not text.low[end : end + 1].isalnum():
                if named is not None and named[0] != label:
                    return None
                named = (label, start, end)
                break
    return named


def _own_values(labels: Sequence[str], options: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Each value that one option shows and no other, longest first, with that option's label."""
    owners: dict[str, set[str]] = {}
    for label, shown in zip(labels, options, strict=False):
        for value in shown.values():
            owners.setdefault(plain(str(value)).low, set()).add(label)
    for value in sorted(owners, key=lambda value: (-len(value), value)):
        if len(owners[value]) == 1 and len(value) > 2:
            yield value, min(owners[value])


@cache
def _announcement() -> re.Pattern[str]:
    noun = rf"(?:{any_of(ANSWERS)}|{any_of(GOOD)} {any_of(THINGS)})"
    return re.compile(rf"\b{noun}(?: is| would be)?[^\w.!?]{{1,6}}(?:(?:the|an?)\b[^\w.!?]{{1,3}})?")
