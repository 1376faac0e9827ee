"""Reads what the three tasks share: requests, fields, and sentences by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from re import Match
from typing import Any

from cocoa_core.auditing.questions import shown
from cocoa_core.errors import MismatchError


def request_of(record: Mapping[str, Any]) -> str:
    """Returns the text after the last `TASK:` and before `SOLUTION:`, where the prompt has these.

    Raises:
        MismatchError: the row has no request.
    """
    prompt = field(record, "prompt_0shot", str)
    return str(prompt.rpartition("TASK:")[2].partition("SOLUTION:")[0]).strip()


def field(record: Mapping[str, Any], name: str, kind: type) -> Any:
    """Returns a field of a row.

    Raises:
        MismatchError: the row has no such field, or one of another type.
    """
    value = record.get(name)
    if not isinstance(value, kind):
        raise MismatchError(f"{name}, a {kind.__name__}", shown(value))
    return value


def required(pattern: str, text: str, expected: str) -> Match[str]:
    """Returns the first match of a pattern in a text.

    Raises:
        MismatchError: there is none.
    """
    match = re.search(pattern, text)
    if match is None:
        raise MismatchError(expected, shown(text))
    return match


def read_sentence(sentence: str, patterns: Iterable[str]) -> Match[str]:
    """Returns the match of the first pattern that matches the whole sentence.

    Raises:
        MismatchError: none of them does.
    """
    for pattern in patterns:
        match = re.fullmatch(pattern, sentence)
        if match is not None:
            return match
    raise MismatchError("one of NATURAL PLAN's sentences", shown(sentence))
