"""Files of questions read in batches, with their length and digest worked out on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import define, field

from cocoa_core.errors import Place
from cocoa_core.verification.checks_provenance import Run
from cocoa_core.verification.line_checks import Batch
from cocoa_core.verification.manifest_reading import DataFile
from cocoa_core.verification.report import Finding, Flaw

__all__ = ["LINES", "FileReading"]

LINES: Final = 64
"""Lines of a batch."""
_LONGEST: Final = 1 << 24
"""Bytes of a line beyond which the rest is read as another line, so that no line takes all memory."""


@define
class FileReading:
    """One file being read. `lines` and `sha256` are whole after the last batch."""

    folder: Path
    state: DataFile
    run: Run
    lines: int = 0
    _digest: hashlib._Hash = field(factory=hashlib.sha256, init=False)

    def batches(self) -> Iterator[Batch]:
        """The file in batches of lines, in order; none where it is missing."""
        try:
            file = (self.folder / self.state.name).open("rb")
        except OSError:
            return
        with file:
            while lines := tuple(islice(iter(lambda: file.readline(_LONGEST), b""), LINES)):
                for line in lines:
                    self._digest.update(line)
                yield Batch(self.state.name, self.lines + 1, lines, self.run)
                self.lines += len(lines)

    def findings(self, complete: bool) -> Iterator[Finding]:
        """What is wrong with the file as a whole; to be asked after its last batch."""
        if not (self.folder / self.state.name).is_file():
            if complete:
                yield self._finding("file-missing", "the file is missing")
            return
        if not complete:
            return
        if self.state.questions != self.lines:
            yield self._finding(
                "lines", "the file has another number of lines", str(self.lines), str(self.state.questions)
            )
        found = self._digest.hexdigest()
        if self.state.sha256 != found:
            yield self._finding(
                "sha256", "the file has another digest than the manifest says", found, str(self.state.sha256)
            )

    def _finding(self, what: str, problem: str, got: str = "", expected: str = "") -> Finding:
        return Finding.of(Flaw(what, problem, got, expected), Place(self.state.name))
