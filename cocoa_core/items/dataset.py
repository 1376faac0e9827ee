"""Reading a data set: its manifest, its items in the order of their indices, one of them by name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from heapq import merge
from itertools import islice, repeat
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.items.family import Family, family_named
from cocoa_core.items.file_reading import lines_of
from cocoa_core.items.folder_check import check_folder
from cocoa_core.items.item import Item, wrong_parts
from cocoa_core.items.manifest import Manifest, read_manifest
from cocoa_core.items.packing import open_lines

__all__ = ["Dataset", "read_dataset"]

_SHOWN: Final = 3
_ID_WITHIN: Final = 64
"""Bytes of a line in which its id stands: a cheap look before a line is parsed."""


@frozen
class Dataset:
    """A folder that holds items of one family. Iterating reads them one by one; nothing is kept."""

    folder: Path
    manifest: Manifest
    family: Family[Any]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, or "questions" alone where there are none."""
        return tuple(self.manifest.files)

    def __len__(self) -> int:
        """How many items there are: as in the manifest, counted where it is not complete."""
        if self.manifest.complete:
            return self.manifest.count
        return sum(1 for side in self.sides for _ in self._lines(side))

    def __iter__(self) -> Iterator[Any]:
        """All items by index, then in the order of their lines, whichever side they are on."""
        sides = [self.side(side) for side in self.sides]
        return merge(*sides, key=attrgetter("provenance.index"))

    def side(self, name: str) -> Iterator[Any]:
        """The items of one side in their order. UsageError for an unknown side.

        FindingsError, while reading, at a line that is no item; a last line without its end is left out where
        the data set is not complete.
        """
        if name not in self.manifest.files:
            raise UsageError("this data set has no such side", got=name, expected=" or ".join(self.sides))
        return (self._item(place, line) for place, line in self._lines(name))

    def lines(self) -> Iterator[tuple[bytes, Any]]:
        """The lines of all sides, one after the other, as they were written, each with its item."""
        return ((line, self._item(place, line)) for side in self.sides for place, line in self._lines(side))

    def first(self, side: str | None, limit: int | None) -> Iterator[Any]:
        """The first `limit` items of a side, or of all (None). UsageError for an unknown side or a limit
        below 1."""
        return islice((item for _, item in self.sided(side)), self.checked(limit))

    def sided(self, side: str | None) -> Iterator[tuple[str, Any]]:
        """The items of a side, or of all (None), in their order, each with its side."""
        sides = [side] if side is not None else self.sides
        every = [zip(repeat(side_read), self.side(side_read), strict=False) for side_read in sides]
        return merge(*every, key=lambda found: found[1].provenance.index)

    def checked(self, limit: int | None) -> int | None:
        """The limit. UsageError where it is below 1."""
        if limit is not None and (not isinstance(limit, int) or limit < 1):
            raise UsageError("the limit is out of range", got=str(limit), expected="a whole number from 1")
        return limit

    def find(self, key: int | str) -> Any:
        """The item with this index (its first one), or the only one whose id starts with the text.

        Digits in a text are an index where there is such an item. UsageError for none or several.
        """
        text = str(key).strip()
        if re.fullmatch("0|[1-9][0-9]*", text):  # with a leading zero it can only be an id
            for found in self._search(re.compile(rb'"index": ?%s\b' % text.encode())):
                if found.provenance.index == int(text):
                    return found
        matches: list[Item] = []
        if isinstance(key, str) and re.fullmatch("[0-9a-f]+", text):
            candidates = self._search(re.compile(rb'.{,%d}"%s' % (_ID_WITHIN, text.encode())), start=True)
            matches = list(islice((item for item in candidates if item.id.startswith(text)), _SHOWN + 1))
        if len(matches) == 1:
            return matches[0]
        raise self._not_found(text, matches)

    def _search(self, pattern: re.Pattern[bytes], *, start: bool = False) -> Iterator[Any]:
        look = pattern.match if start else pattern.search
        for side in self.sides:
            for place, line in self._lines(side):
                if look(line):
                    yield self._item(place, line)

    def _not_found(self, text: str, matches: list[Item]) -> UsageError:
        if not matches:
            return UsageError(
                f"{self.folder} has no such question",
                got=text,
                expected=f"an index from 0, or the start of an id ({len(self):,} questions)",
            )
        names = ", ".join(item.id for item in matches[:_SHOWN])
        return UsageError(
            f"several questions of {self.folder} have an id that starts so",
            got=text,
            expected="the start of one id only: " + names + (", ..." if len(matches) > _SHOWN else ""),
        )

    def _lines(self, side: str) -> Iterator[tuple[Place, bytes]]:
        """A side's lines, each with its place."""
        for piece in self.manifest.files[side].pieces:
            path = self.folder / piece.file
            if not os.path.lexists(path) and not self.manifest.complete:
                return
            try:
                number = 0
                with open_lines(path) as file:
                    for number, line in lines_of(file, path):
                        if line.endswith(b"\n") or self.manifest.complete:
                            yield Place(str(path), number), line
                if self.manifest.complete and piece.items not in (None, number):
                    raise FindingsError(
                        "a file of this data set has another number of questions than its manifest says",
                        got=f"{number:,}",
                        expected=f"{piece.items:,}",
                        fix="restore it from a copy, or generate it again",
                        place=Place(str(path)),
                    )
            except FileNotFoundError as error:
                raise FindingsError(
                    "a file of this data set is missing", got=f"no {path.name}", expected=str(path)
                ) from error

    def _item(self, place: Place, line: bytes) -> Item:
        try:
            item: Item = self.family.read(line)
        except ValueError as error:
            raise FindingsError(
                "a line of this data set is no question",
                got=f"{len(line)} bytes; {wrong_parts(error)}",
                expected="the record of a question, as it was written",
                fix="restore the file from a copy, or generate it again",
                place=place,
            ) from error
        return item


def read_dataset(folder: str | Path, family: str | None = None) -> Dataset:
    """The data set in a folder. UsageError where there is none, FindingsError where it cannot be read.

    family: the name of the family that its items are of, needed where it is not one of cocoa's own: code of
    other packages is loaded only where a caller names it. UsageError where the manifest names another.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    if family is not None and family != manifest.family:
        raise UsageError(
            "this data set is of another family",
            got=f"the family {family}",
            expected=manifest.family,
            fix=f"name that one, or none if it is cocoa's own, for {path}",
        )
    check_folder(path, manifest)
    found = family_named(manifest.family, built_in=family is None)
    return Dataset(path, manifest, found)
