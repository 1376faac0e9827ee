"""Reads the files of items in batches of lines, checks each line, and compares each file's digest and number
of lines with the manifest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from attrs import define, field, frozen

from cocoa_core.errors import Place
from cocoa_core.independent import is_there, open_lines, read_compact_json
from cocoa_core.verification.card import RecordColumns
from cocoa_core.verification.checker import SHAPE, Checker, ComparedEntry, ManifestFacts, Parted, run_flaws
from cocoa_core.verification.manifest import DataFile
from cocoa_core.verification.report import Findings, Flaw, to_the_end


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
    findings: tuple[Flaw, ...]
    count: int
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
        record, flaws = _read_line(line)
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
        findings.extend(flaw.at(Place(batch.file, number), item_id) for flaw in flaws)
    return CheckedBatch(
        batch.file, len(batch.lines), tuple(findings.kept), findings.count, tuple(read), columns
    )


def _flaws(
    checker: Checker,
    record: dict[str, Any],
    run: ManifestFacts,
    compared: list[tuple[ComparedEntry, Parted | None]],
) -> Iterator[Flaw]:
    """Finds what is wrong with a record; `compared` receives what is compared across lines."""
    flaws = [*checker.flaws(record, run), *run_flaws(record, run)]
    yield from flaws
    if not any(flaw.what in SHAPE for flaw in flaws):
        parted = None if run.split is None else checker.parted(record, run.split)
        compared.append((checker.entry(record), parted))


def _read_line(line: bytes) -> tuple[dict[str, Any] | None, list[Flaw]]:
    flaws = [] if line.endswith(b"\n") else [Flaw("cut-line", "the line has no end: the file was cut")]
    written = line.removesuffix(b"\n")
    try:
        record, compact = read_compact_json(written)
    except ValueError as error:
        return None, [*flaws, Flaw("json", "the line is no JSON", error)]
    if not isinstance(record, dict):
        return None, [
            *flaws,
            Flaw("json", "the line is no JSON object", written[:60].decode(errors="replace")),
        ]
    if not compact:
        flaws.append(Flaw("json", "the line is not as it was written: other blanks, escapes, or a key twice"))
    return record, flaws


_LINES: Final = 64
"""The number of lines in a batch."""
LONGEST_LINE: Final = 1 << 22
"""The most bytes of a line; a file is not read beyond a longer one."""
_BYTES: Final = 1 << 20
"""The most bytes of a batch, except for its last line."""


@define
class SideReading:
    """What was read of a side, however many files it has."""

    sharded: bool = True
    """Whether it has several files. The digest of a single one is that file's, so it is not taken twice."""
    lines: int = 0
    digest: hashlib._Hash = field(factory=hashlib.sha256)

    def findings(self, state: DataFile) -> Iterator[Flaw]:
        """Finds what is wrong with a side that lies in shards, as a whole. Call it after the last batch."""
        if state.shards and (state.items, state.sha256) != (self.lines, self.digest.hexdigest()):
            got = f"{self.lines} lines, {self.digest.hexdigest()}"
            problem = "its shards are not what the manifest says of the side"
            yield Flaw("sha256", problem, got, place=Place(state.name))


@define
class FileReading:
    """The reading of one file. `lines` and the digest are complete after the last batch."""

    folder: Path
    state: DataFile
    run: ManifestFacts
    side: SideReading
    """What is read of the side, files before this one included."""
    lines: int = 0
    _digest: hashlib._Hash = field(factory=hashlib.sha256, init=False)
    _fault: Flaw | None = field(default=None, init=False)

    def batches(self) -> Iterator[Batch]:
        """Yields the file in batches of lines, in order; nothing where it is missing."""
        path = self.folder / self.state.name
        try:
            with open_lines(path, self.folder) as file:
                while lines := self._lines(file):
                    yield Batch(self.state.name, self.lines + 1, lines, self.run)
                    self.lines += len(lines)
        except OSError as error:
            if is_there(path) and self._fault is None:
                self._fault = Flaw("not-a-file", "the file cannot be read", error.strerror or str(error))

    def _lines(self, file: BinaryIO) -> tuple[bytes, ...]:
        """Returns the lines of the next batch; empty at the end, and from a line on that is too long."""
        result: list[bytes] = []
        taken = 0
        while len(result) < _LINES and taken < _BYTES and self._fault is None:
            line = file.readline(LONGEST_LINE + 1)
            if not line:
                break
            if len(line) > LONGEST_LINE:
                self._fault = Flaw(
                    "long-line",
                    "the line is too long: the file was not read from here on",
                    f"more than {LONGEST_LINE:,} bytes",
                )
                break
            self._digest.update(line)
            if self.side.sharded:
                self.side.digest.update(line)
            self.side.lines += 1
            taken += len(line)
            result.append(line)
        return tuple(result)

    def findings(self, complete: bool) -> Iterator[Flaw]:
        """Finds what is wrong with the file as a whole. Call it after the last batch."""
        if self._fault is not None:
            line = self.lines + 1 if self._fault.what == "long-line" else 0
            yield self._fault.at(Place(self.state.name, line))
            return
        if not complete:
            return
        place = Place(self.state.name)
        if not is_there(self.folder / self.state.name):
            yield Flaw("file-missing", "the file is missing", place=place)
            return
        lines, digest = str(self.lines), self._digest.hexdigest()
        if self.state.items != self.lines:
            yield Flaw("lines", "the file has another number of lines", lines, self.state.items, place)
        if self.state.sha256 != digest:
            problem = "the file has another digest than the manifest says"
            yield Flaw("sha256", problem, digest, self.state.sha256, place)
