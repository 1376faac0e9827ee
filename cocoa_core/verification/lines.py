"""Lines of a file of questions: read, checked one by one, boiled down to what is compared across lines."""

from __future__ import annotations

import json
from typing import Any

from attrs import frozen

from cocoa_core.errors import Place
from cocoa_core.independent import read_json
from cocoa_core.verification.checker import SHAPE, Checker, Entry, Parted, Run, run_flaws
from cocoa_core.verification.report import Finding, Findings, Flaw

__all__ = ["Batch", "Checked", "Line", "check_batch"]


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
    """The outcome for a batch of a file. read: its lines that have the shape of an item."""

    file: str
    lines: int
    findings: tuple[Finding, ...]
    found: int
    read: tuple[Line, ...]


def check_batch(checker: Checker, batch: Batch) -> Checked:
    """Read and check the lines of a batch, in order."""
    findings, read = Findings(), []
    for number, line in enumerate(batch.lines, batch.first):
        place = Place(batch.file, number)
        record, flaws = _read(line)
        name = ""
        if record is not None:
            name = record["id"] if isinstance(record.get("id"), str) else ""
            flaws += checker.flaws(record, batch.run)
            flaws += run_flaws(record, batch.run)
            if not any(flaw.what in SHAPE for flaw in flaws):
                split = batch.run.split
                parted = None if split is None else checker.parted(record, split)
                read.append(Line(number, name, checker.entry(record), parted))
        findings.extend(Finding.of(flaw, place, name) for flaw in flaws)
    return Checked(batch.file, len(batch.lines), tuple(findings.kept), findings.found, tuple(read))


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
    again = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if again.encode("utf-8", "surrogatepass") != written:
        flaws.append(Flaw("json", "the line is not as it was written: other blanks, escapes, or a key twice"))
    return record, flaws
