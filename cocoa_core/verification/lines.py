"""Reads the lines of a file of questions, checks each, and reduces it to what is compared across lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import Place
from cocoa_core.independent import read_json
from cocoa_core.verification.checker import SHAPE, Checker, ComparedEntry, ManifestFacts, Parted, run_flaws
from cocoa_core.verification.columns import RecordColumns
from cocoa_core.verification.report import Findings, Flaw, LocatedFlaw, to_the_end

__all__ = ["Batch", "CheckedBatch", "Line", "check_batch"]


_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


@frozen
class Batch:
    """Consecutive lines of a file."""

    file: str
    first: int
    """The number of the first line, from 1."""
    lines: tuple[bytes, ...]
    run: ManifestFacts


@frozen
class Line:
    """An item at its line, with what is compared with other items."""

    number: int
    item: str
    entry: ComparedEntry
    parted: Parted | None = None
    """Only where there is a split."""


@frozen
class CheckedBatch:
    """The outcome of a batch."""

    file: str
    lines: int
    findings: tuple[LocatedFlaw, ...]
    found: int
    """The number of findings; `findings` keeps the first ones."""
    read: tuple[Line, ...]
    """The lines that have the shape of an item."""
    columns: RecordColumns
    """The columns of these lines."""


def check_batch(checker: Checker, batch: Batch) -> CheckedBatch:
    """Reads and checks the lines of a batch, in order.

    A checker should raise for no record. If it does, that is a finding, and the check goes on with the next
    record.
    """
    findings, read, columns = Findings(), list[Line](), RecordColumns()
    for number, line in enumerate(batch.lines, batch.first):
        record, flaws = _read(line)
        item_id, compared = "", None
        if record is not None:
            item_id = record["id"] if isinstance(record.get("id"), str) else ""
            compared_parts: list[tuple[ComparedEntry, Parted | None]] = []
            flaws += to_the_end("the record", _flaws, checker, record, batch.run, compared_parts)
            compared = compared_parts[0] if compared_parts else None
        if record is None or compared is None:
            columns.whole = False
        else:
            columns.take(record)
            read.append(Line(number, item_id, *compared))
        findings.extend(LocatedFlaw.of(flaw, Place(batch.file, number), item_id) for flaw in flaws)
    return CheckedBatch(
        batch.file, len(batch.lines), tuple(findings.kept), findings.found, tuple(read), columns
    )


def _flaws(
    checker: Checker,
    record: dict[str, Any],
    run: ManifestFacts,
    compared: list[tuple[ComparedEntry, Parted | None]],
) -> Iterator[Flaw]:
    """Finds what is wrong with a record.

    Args:
        checker: the checker of the family.
        record: the record.
        run: the run of its manifest.
        compared: receives what is compared across lines, unless the record's shape is wrong.
    """
    flaws = [*checker.flaws(record, run), *run_flaws(record, run)]
    yield from flaws
    if not any(flaw.what in SHAPE for flaw in flaws):
        parted = None if run.split is None else checker.parted(record, run.split)
        compared.append((checker.entry(record), parted))


def _read(line: bytes) -> tuple[dict[str, Any] | None, list[Flaw]]:
    """Returns the record of a line, or None, and what is wrong with the line itself."""
    flaws = [] if line.endswith(b"\n") else [Flaw("cut-line", "the line has no end: the file was cut")]
    written = line.removesuffix(b"\n")
    try:
        record = read_json(written)
    except ValueError as error:
        return None, [*flaws, Flaw("json", "the line is no JSON", str(error))]
    if not isinstance(record, dict):
        return None, [
            *flaws,
            Flaw("json", "the line is no JSON object", written[:60].decode(errors="replace")),
        ]
    rewritten = _COMPACT.encode(record)
    if rewritten.encode("utf-8", "surrogatepass") != written:
        flaws.append(Flaw("json", "the line is not as it was written: other blanks, escapes, or a key twice"))
    return record, flaws
