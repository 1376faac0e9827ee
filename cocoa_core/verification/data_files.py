"""Reads the data files line by line, in batches of bounded size; each byte once, counted and hashed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from attrs import define, field

from cocoa_core.errors import Place
from cocoa_core.independent import is_there, open_lines
from cocoa_core.verification.checker import ManifestFacts
from cocoa_core.verification.lines import Batch
from cocoa_core.verification.manifest import DataFile
from cocoa_core.verification.report import Flaw, LocatedFlaw

__all__ = ["LINES", "LONGEST_LINE", "FileReading", "SideReading"]

LINES: Final = 64
"""The number of lines in a batch."""
LONGEST_LINE: Final = 1 << 22
"""The most bytes of a line; a file is not read beyond a longer one."""
_BYTES: Final = 1 << 20
"""The most bytes of a batch, except for its last line."""


@define
class SideReading:
    """What was read of a side, however many files it has."""

    lines: int = 0
    digest: hashlib._Hash = field(factory=hashlib.sha256)

    def findings(self, state: DataFile) -> Iterator[LocatedFlaw]:
        """Finds what is wrong with a side that lies in shards, as a whole. Call it after the last batch."""
        if state.shards and (state.items, state.sha256) != (self.lines, self.digest.hexdigest()):
            got = f"{self.lines} lines, {self.digest.hexdigest()}"
            flaw = Flaw("sha256", "its shards are not what the manifest says of the side", got)
            yield LocatedFlaw.of(flaw, Place(state.name))


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
        while len(result) < LINES and taken < _BYTES and self._fault is None:
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
            self.side.digest.update(line)
            self.side.lines += 1
            taken += len(line)
            result.append(line)
        return tuple(result)

    def findings(self, complete: bool) -> Iterator[LocatedFlaw]:
        """Finds what is wrong with the file as a whole. Call it after the last batch."""
        if self._fault is not None:
            line = self.lines + 1 if self._fault.what == "long-line" else 0
            yield LocatedFlaw.of(self._fault, Place(self.state.name, line))
            return
        if not complete:
            return
        if not is_there(self.folder / self.state.name):
            yield self._finding("file-missing", "the file is missing")
            return
        if self.state.items != self.lines:
            yield self._finding(
                "lines", "the file has another number of lines", str(self.lines), str(self.state.items)
            )
        digest = self._digest.hexdigest()
        if self.state.sha256 != digest:
            yield self._finding(
                "sha256", "the file has another digest than the manifest says", digest, str(self.state.sha256)
            )

    def _finding(self, what: str, problem: str, got: str = "", expected: str = "") -> LocatedFlaw:
        return LocatedFlaw.of(Flaw(what, problem, got, expected), Place(self.state.name))
