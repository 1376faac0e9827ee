"""GroundCocoa's published file, read: questions with their conditions, options and key.

The file is a JSON array, an object of arrays (`test_set`), JSON lines or a Parquet file, as the repository
and the Hub (`harsh147/GroundCocoa`) have it: `query`, `query_fol`, `condition_templates`, `Option A` to
`Option E`, `Answer`, and measures of the formula.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.auditing.conditions import Condition, read_condition
from cocoa_core.auditing.flight import Flight, read_flight
from cocoa_core.errors import CocoaError, MismatchError, Place, UsageError, one_line

__all__ = ["LETTERS", "PublishedQuestion", "read_published", "read_question"]

LETTERS: Final = "ABCDE"
_LARGEST: Final = 2**30
"""Bytes of a file that is read: the published one has some 30 MB."""
_OPTION: Final = re.compile(r"Option ([A-Z])")


@frozen
class PublishedQuestion:
    """record: the row as it was published. terms: the sum terms of the requirement, in the order of the
    templates. options: by letter."""

    id: str
    record: Mapping[str, Any]
    terms: tuple[tuple[Condition, ...], ...]
    options: Mapping[str, Flight]
    key: str


def read_published(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a published file, in order.

    Raises:
        UsageError: there is no such file, or it is too large.
        CocoaError: it is not in a published form, with the line where there is one.
    """
    if not path.is_file():
        raise UsageError(
            "there is no such file", got=str(path), expected="GroundCocoa's JSON, JSON lines or Parquet"
        )
    if path.stat().st_size > _LARGEST:
        raise UsageError(
            "the file is too large", got=f"{path.stat().st_size:,} bytes", expected=f"{_LARGEST:,}"
        )
    if path.suffix == ".parquet":
        rows = _parquet(path)
    else:
        text = _text(path)
        rows = _json_lines(path, text) if path.suffix == ".jsonl" else _json(path, text)
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise CocoaError(
                f"row {number} is no question",
                got=type(row).__name__,
                expected="an object with query, condition_templates, Option A to E and Answer",
                place=Place(str(path)),
            )
        yield row


def read_question(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    """The question of a row. number: of the row, from 1, which stands for an id that is missing.

    Raises:
        MismatchError: a part is missing or cannot be read; the message names it.
    """
    templates = record.get("condition_templates")
    if not isinstance(templates, list) or not templates:
        raise MismatchError("condition_templates, a list of lists of sentences", _shown(templates))
    terms = []
    for index, term in enumerate(templates, start=1):
        sentences = [term] if isinstance(term, str) else term
        if not isinstance(sentences, list) or not sentences:
            raise MismatchError(f"sentences in condition {index}", _shown(sentences))
        terms.append(tuple(read_condition(str(sentence)) for sentence in sentences))
    options: dict[str, Flight] = {}
    for name, option in record.items():
        match = _OPTION.fullmatch(name)
        if match is not None:
            if not isinstance(option, dict):
                raise MismatchError(f"{name}, an object", _shown(option))
            try:
                options[match[1]] = read_flight(option)
            except MismatchError as error:
                raise MismatchError(f"{error.expected} ({name})", error.got) from None
    key = str(record.get("Answer", "")).strip().upper()
    if len(options) < 2 or key not in options:
        raise MismatchError(
            f"an Answer among the options {', '.join(sorted(options))}", _shown(record.get("Answer"))
        )
    return PublishedQuestion(
        str(record.get("id", number)), record, tuple(terms), dict(sorted(options.items())), key
    )


def _parquet(path: Path) -> Sequence[Any]:
    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "reading Parquet needs pyarrow",
            got="pyarrow is not installed",
            expected="the extra `parquet`",
            fix="pip install -e '.[parquet]' in a checkout of cocoa, or audit the file as JSON",
        ) from None
    try:
        rows: Sequence[Any] = parquet.read_table(path).to_pylist()
    except (OSError, ValueError) as error:  # pyarrow's own errors are subclasses of these
        raise CocoaError("the file is no Parquet", got=one_line(str(error)), place=Place(str(path))) from None
    return rows


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CocoaError(
            "the file is no text in UTF-8",
            got=f"byte {error.start:,}",
            expected="JSON",
            place=Place(str(path)),
        ) from None


def _json(path: Path, text: str) -> Sequence[Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        if line == 2 and path.suffix == ".json":  # lines under another name
            return _json_lines(path, text)
        raise CocoaError("the file is no JSON", got=str(error), place=Place(str(path), line)) from None
    if isinstance(data, dict) and "condition_templates" not in data:
        data = [row for rows in data.values() if isinstance(rows, list) for row in rows]
    return data if isinstance(data, list) else [data]


def _json_lines(path: Path, text: str) -> Sequence[Any]:
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                rows.append(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise CocoaError(
                    "a line is no JSON", got=str(error), place=Place(str(path), number)
                ) from None
    return rows


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
