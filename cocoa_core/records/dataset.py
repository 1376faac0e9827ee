"""Reading a data set: its manifest, its questions in the order of their indices, one of them by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import merge
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Final

from attrs import frozen

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.records.file_reading import json_of, lines_of, open_plain
from cocoa_core.records.manifest import Manifest, read_manifest
from cocoa_core.records.question import Question

__all__ = ["Dataset", "read_dataset"]

_SHOWN: Final = 3
_ID_WITHIN: Final = 64
"""Bytes of a line in which its id stands: a cheap look before a line is parsed."""


@frozen
class Dataset:
    """A folder that holds questions. Iterating reads them one by one; nothing is kept."""

    folder: Path
    manifest: Manifest

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, or "questions" alone where there are none."""
        return tuple(self.manifest.files)

    def __len__(self) -> int:
        """How many questions there are: as in the manifest, counted where it is not complete."""
        if self.manifest.complete:
            return self.manifest.count
        return sum(1 for side in self.sides for _ in self._lines(side))

    def __iter__(self) -> Iterator[Question]:
        """All questions by index, then option set, whichever side they are on."""
        sides = [self.side(side) for side in self.sides]
        return merge(*sides, key=attrgetter("provenance.index", "provenance.option_set"))

    def side(self, name: str) -> Iterator[Question]:
        """The questions of one side in their order. UsageError for an unknown side.

        FindingsError, while reading, at a line that is no question; a last line without its end is left out
        where the data set is not complete.
        """
        if name not in self.manifest.files:
            raise UsageError("this data set has no such side", got=name, expected=" or ".join(self.sides))
        return (self._question(name, number, line) for number, line in self._lines(name))

    def find(self, key: int | str) -> Question:
        """The question with this index (its first option set), or the only one whose id starts with the text.

        Digits in a text are an index where there is such a question. UsageError for none or several.
        """
        text = str(key).strip()
        if re.fullmatch("0|[1-9][0-9]*", text):  # with a leading zero it can only be an id
            for found in self._search(re.compile(rb'"index": ?%s\b' % text.encode())):
                if found.provenance.index == int(text):
                    return found
        matches: list[Question] = []
        if isinstance(key, str) and re.fullmatch("[0-9a-f]+", text):
            candidates = self._search(re.compile(rb'.{,%d}"%s' % (_ID_WITHIN, text.encode())), start=True)
            matches = list(islice((one for one in candidates if one.id.startswith(text)), _SHOWN + 1))
        if len(matches) == 1:
            return matches[0]
        raise self._not_found(text, matches)

    def _search(self, pattern: re.Pattern[bytes], *, start: bool = False) -> Iterator[Question]:
        look = pattern.match if start else pattern.search
        for side in self.sides:
            for number, line in self._lines(side):
                if look(line):
                    yield self._question(side, number, line)

    def _not_found(self, text: str, matches: list[Question]) -> UsageError:
        if not matches:
            return UsageError(
                f"{self.folder} has no such question",
                got=text,
                expected=f"an index from 0, or the start of an id ({len(self):,} questions)",
            )
        names = ", ".join(one.id for one in matches[:_SHOWN])
        return UsageError(
            f"several questions of {self.folder} have an id that starts so",
            got=text,
            expected="the start of one id only: " + names + (", ..." if len(matches) > _SHOWN else ""),
        )

    def _lines(self, side: str) -> Iterator[tuple[int, bytes]]:
        """Numbers, from 1, and bytes of a side's lines."""
        path = self.folder / self.manifest.files[side].file
        if not path.exists() and not self.manifest.complete:
            return
        try:
            with open_plain(path) as file:
                for number, line in lines_of(file, path):
                    if line.endswith(b"\n") or self.manifest.complete:
                        yield number, line
        except FileNotFoundError as error:
            raise FindingsError(
                "a file of this data set is missing", got=f"no {path.name}", expected=str(path)
            ) from error

    def _question(self, side: str, number: int, line: bytes) -> Question:
        from cattrs.errors import BaseValidationError

        try:
            return Question.from_json(json_of(line))
        except (BaseValidationError, AttributeError, KeyError, TypeError, ValueError) as error:
            path = self.folder / self.manifest.files[side].file
            raise FindingsError(
                "a line of this data set is no question",
                got=f"{len(line)} bytes; {error}",
                expected="the record of a question, as it was written",
                fix="restore the file from a copy, or generate it again",
                place=Place(str(path), number),
            ) from error


def read_dataset(folder: str | Path) -> Dataset:
    """The data set in a folder. UsageError where there is none, FindingsError where it cannot be read."""
    path = Path(folder)
    return Dataset(path, read_manifest(path))
