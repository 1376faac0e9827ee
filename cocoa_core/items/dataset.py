"""Reads a data set: its manifest, its items in the order of their indices, or one of them by name.

The folder is checked before anything in it is read: plain files, and no more than a domain can have.
"""

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
from cocoa_core.items.card import CARD
from cocoa_core.items.family import Family, family_named
from cocoa_core.items.file_reading import check_plain, lines_of
from cocoa_core.items.item import Item, wrong_parts
from cocoa_core.items.manifest import MANIFEST, Manifest, SourceState, read_manifest
from cocoa_core.items.packing import open_lines
from cocoa_core.suggestions import not_among

DOMAIN_FOLDER: Final = "domain"
"""Where a data set carries the files of what its items were drawn from."""
_MOST_FILES: Final = 1_000
_MOST_BYTES: Final = 100_000_000
"""Of `domain/`: ten times the files, and twice the bytes, that the tables of a domain can have."""


def check_folder(folder: Path, manifest: Manifest) -> None:
    """Refuses a folder in which a file of the data set is something other than a plain file.

    Missing files are left to the reader to name; other files in the folder are not looked at.

    Raises:
        FindingsError: a link, pipe or device stands in the place of a file.
    """
    for name in (CARD, *(piece.file for state in manifest.files.values() for piece in state.pieces)):
        check_plain(folder / name)
    domain_files(folder)


def domain_files(folder: Path) -> list[str]:
    """Returns the paths of the files under `domain/`, relative to the data set's folder.

    Raises:
        FindingsError: one is a link, pipe or device, or there are more files or bytes than a domain has.
    """
    top = folder / DOMAIN_FOLDER
    check_plain(top, folder=True)
    walk = os.walk(top)  # which follows no link to a folder, but names it among the folders
    paths = (Path(where, name) for where, folders, files in walk for name in (*folders, *files))
    names, size = [], 0
    for seen, path in enumerate(paths, start=1):
        is_folder = path.is_dir()
        size += check_plain(path, folder=is_folder)
        if not is_folder:
            names.append(path.relative_to(folder).as_posix())
        if seen > _MOST_FILES or size > _MOST_BYTES:
            raise FindingsError(
                "the domain of this data set is too large",
                got=f"more than {_MOST_FILES:,} files or {_MOST_BYTES:,} bytes",
                expected="the domain's files as they were when the questions were written",
                fix="move those that manifest.json does not name out of the folder",
                place=Place(str(top)),
            )
    return names


_SHOWN: Final = 3
_ID_WITHIN: Final = 64
"""Bytes of a line in which its id stands: a cheap look before a line is parsed."""


@frozen
class Dataset:
    """A folder with items of one family. Iterating reads them one by one; nothing is kept in memory."""

    folder: Path
    manifest: Manifest
    family: Family[Any]

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides; "questions" alone where there are none."""
        return tuple(self.manifest.files)

    @property
    def domain(self) -> SourceState:
        """The domain that the manifest names.

        Raises:
            FindingsError: it names none.
        """
        state = self.manifest.domain
        if state is None:
            raise FindingsError(
                "the manifest of this data set names no domain",
                got="domain: null",
                expected="the domain that its questions are of",
                fix="restore it from a copy, or generate into a new folder",
                place=Place(str(self.folder / MANIFEST)),
            )
        return state

    def __len__(self) -> int:
        """Returns the number of items: by the manifest, or counted where the data set is not complete."""
        if self.manifest.complete:
            return self.manifest.count
        return sum(1 for side in self.sides for _ in self._lines(side))

    def __iter__(self) -> Iterator[Any]:
        """Returns all items by index, then in the order of their lines, whatever side they are on."""
        sides = [self.side(side) for side in self.sides]
        return merge(*sides, key=attrgetter("provenance.index"))

    def side(self, name: str) -> Iterator[Any]:
        """Returns the items of one side in their order.

        Where the data set is not complete, a last line without a line end is left out.

        Raises:
            UsageError: there is no such side.
            FindingsError: a line is no item; raised while reading.
        """
        if name not in self.manifest.files:
            raise UsageError("this data set has no such side", **not_among(name, self.sides, " or "))
        return (self._item(place, line) for place, line in self._lines(name))

    def lines(self) -> Iterator[tuple[bytes, Any]]:
        """Returns pairs of a line, as it was written, and its item: all sides, one after the other."""
        return ((line, self._item(place, line)) for side in self.sides for place, line in self._lines(side))

    def first(self, side: str | None, limit: int | None) -> Iterator[Any]:
        """Returns the first items of a side.

        Args:
            side: None for all sides.
            limit: how many; None for all.

        Raises:
            UsageError: there is no such side, or the limit is below 1.
        """
        return islice((item for _, item in self.sided(side)), self.checked(limit))

    def sided(self, side: str | None) -> Iterator[tuple[str, Any]]:
        """Returns pairs of a side and an item, by index.

        Args:
            side: the only side; None for all.
        """
        sides = [side] if side is not None else self.sides
        every = [zip(repeat(side_read), self.side(side_read), strict=False) for side_read in sides]
        return merge(*every, key=lambda sided_item: sided_item[1].provenance.index)

    def checked(self, limit: int | None) -> int | None:
        """Returns the limit unchanged.

        Raises:
            UsageError: the limit is below 1.
        """
        if limit is not None and (not isinstance(limit, int) or limit < 1):
            raise UsageError("the limit is out of range", got=str(limit), expected="a whole number from 1")
        return limit

    def find(self, key: int | str) -> Any:
        """Finds one item.

        Args:
            key: an index, of which the first item is taken, or the start of an id. Digits in a text are an
                index where there is such an item.

        Raises:
            UsageError: no item matches, or several do.
        """
        text = str(key).strip()
        if re.fullmatch("0|[1-9][0-9]*", text):  # with a leading zero it can only be an id
            for candidate in self._search(re.compile(rb'"index": ?%s\b' % text.encode())):
                if candidate.provenance.index == int(text):
                    return candidate
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
                got=text or "an empty text",
                expected=f"an index from 0, or the start of an id ({len(self):,} questions)",
            )
        names = ", ".join(item.id for item in matches[:_SHOWN])
        return UsageError(
            f"several questions of {self.folder} have an id that starts so",
            got=text,
            expected="the start of one id only: " + names + (", ..." if len(matches) > _SHOWN else ""),
        )

    def _lines(self, side: str) -> Iterator[tuple[Place, bytes]]:
        """Yields a side's lines, each with its place."""
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
    """Opens the data set in a folder.

    Args:
        family: the name of the family, needed where it is none of cocoa's own: code of other packages is
            loaded only where the caller names it.

    Raises:
        UsageError: there is no data set, or its manifest names another family.
        FindingsError: the data set cannot be read.
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
    item_family = family_named(manifest.family, built_in=family is None)
    return Dataset(path, manifest, item_family)
