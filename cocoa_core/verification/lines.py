"""Lines of a file of questions: read, checked one by one, boiled down to what is compared across lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import Place
from cocoa_core.independent import read_json
from cocoa_core.verification.checker import SHAPE, Checker, Entry, Parted, Run, run_flaws
from cocoa_core.verification.columns import Columns
from cocoa_core.verification.report import Finding, Findings, Flaw, to_the_end

__all__ = ["Batch", "Checked", "Line", "check_batch"]


_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


@frozen
class Batch:
    """Some lines of a file. first: the number of the first one, from 1."""

    file: str
    first: int
    lines: tuple[bytes, ...]
    run: Run


@frozen
class Line:
    """Where an item stands, and what of it is compared with the others; parted: where there is a split."""

    number: int
    item: str
    entry: Entry
    parted: Parted | None = None


@frozen
class Checked:
    """The outcome for a batch of a file. read: lines that have the shape of an item; columns: of these."""

    file: str
    lines: int
    findings: tuple[Finding, ...]
    found: int
    read: tuple[Line, ...]
    columns: Columns


def check_batch(checker: Checker, batch: Batch) -> Checked:
    """Read and check the lines of a batch, in order.

    A checker raises for no record. Should it do so, that is a finding, and the next record's turn.
    """
    findings, read, columns = Findings(), list[Line](), Columns()
    for number, line in enumerate(batch.lines, batch.first):
        record, flaws = _read(line)
        name, compared = "", None
        if record is not None:
            name = record["id"] if isinstance(record.get("id"), str) else ""
            found: list[tuple[Entry, Parted | None]] = []
            flaws += to_the_end("the record", _flaws, checker, record, batch.run, found)
            compared = found[0] if found else None
        if record is None or compared is None:
            columns.whole = False
        else:
            columns.take(record)
            read.append(Line(number, name, *compared))
        findings.extend(Finding.of(flaw, Place(batch.file, number), name) for flaw in flaws)
    return Checked(batch.file, len(batch.lines), tuple(findings.kept), findings.found, tuple(read), columns)


def _flaws(
    checker: Checker, record: dict[str, Any], run: Run, compared: list[tuple[Entry, Parted | None]]
) -> Iterator[Flaw]:
    """What is wrong with a record. compared: takes what of it is compared, but for one of another shape."""
    flaws = [*checker.flaws(record, run), *run_flaws(record, run)]
    yield from flaws
    if not any(flaw.what in SHAPE for flaw in flaws):
        parted = None if run.split is None else checker.parted(record, run.split)
        compared.append((checker.entry(record), parted))


def _read(line: bytes) -> tuple[dict[str, Any] | None, list[Flaw]]:
    """The record of a line, None where it is none, and what is wrong with the line itself."""
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
    again = _COMPACT.encode(record)
    if again.encode("utf-8", "surrogatepass") != written:
        flaws.append(Flaw("json", "the line is not as it was written: other blanks, escapes, or a key twice"))
    return record, flaws
