"""Reads saved pages: what they say of their products in JSON-LD (schema.org), else their largest table.

Nothing in a page is run, and nothing that it names is fetched.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cocoa_core.errors import DomainError, Place
from cocoa_core.extras import library
from cocoa_core.loading import shown_path
from cocoa_core.sources.linked_data import LinkedData
from cocoa_core.sources.records import Row
from cocoa_core.suggestions import listed, quoted

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_BEGIN: Final = re.compile(rb"\s*<(?:!doctype\s+html|!--|html|head|body|table|script|meta)\b", re.IGNORECASE)
_CHARSET: Final = re.compile(rb"<meta[^>]{0,200}?charset=[\"']?([A-Za-z0-9_-]{1,40})", re.IGNORECASE)
_HEAD: Final = 4096
_LARGEST: Final = 20_000_000
_MOST_PAGES: Final = 5_000
_WIDEST: Final = 2_000
_ENDINGS: Final = (".html", ".htm", ".xhtml")


def is_page(path: Path, head: bytes) -> bool:
    """Returns whether a file is a page, by its name or beginning, or whether a folder holds pages."""
    if path.is_dir():
        return any(file.suffix.casefold() in _ENDINGS for file in path.iterdir())
    return path.suffix.casefold() in _ENDINGS or _BEGIN.match(head.removeprefix(codecs.BOM_UTF8)) is not None


def page_paths(path: Path) -> list[Path]:
    """Returns the page, or the pages of a folder by name.

    Raises:
        DomainError: there are more than 5,000.
    """
    if not path.is_dir():
        return [path]
    result = sorted(file for file in path.iterdir() if file.suffix.casefold() in _ENDINGS and file.is_file())
    if len(result) > _MOST_PAGES:
        expected = f"at most {_MOST_PAGES:,}"
        raise DomainError(
            f"{len(result):,} pages are too many", expected=expected, place=Place(shown_path(path))
        )
    return result


def parsed_page(path: Path) -> BeautifulSoup:
    """Returns the tree of a saved page.

    Raises:
        DomainError: the page is too large or is no text, or the extra `pages` is not installed.
    """
    place = Place(shown_path(path))
    # the parser of the standard library nests what is not closed, that of lxml does not
    for name in ("lxml", "bs4"):
        library(name, "pages", "reading pages", error=DomainError, place=place)
    from bs4 import BeautifulSoup

    if path.stat().st_size > _LARGEST:
        raise DomainError("the page is too large", expected=f"at most {_LARGEST:,} bytes", place=place)
    return BeautifulSoup(_text(path.read_bytes(), place), "lxml")


def _text(data: bytes, place: Place) -> str:
    """Returns the page's text in UTF-8, UTF-16, the encoding that it names, or else Windows-1252."""
    declared = _CHARSET.search(data[:_HEAD])
    by_mark = "utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    names = dict.fromkeys([by_mark, *([declared[1].decode()] if declared else []), "cp1252"])
    for name in names:
        try:
            return data.decode(name)
        except (UnicodeError, LookupError):
            continue
    raise DomainError("the page is no text", expected=f"one of {listed(names)}", place=place)


def rows_of_pages(paths: Sequence[Path], notes: list[str]) -> Iterator[Row]:
    """Yields what the pages say of their products, in the order of the pages.

    Args:
        notes: gets what was decided while reading.

    Raises:
        DomainError: pages without JSON-LD hold no table, or their tables have different headers.
    """
    data = LinkedData()
    tables = []
    for path in paths:
        page = parsed_page(path)
        data.read(page, shown_path(path))
        tables.append((path, _largest_table(page)))
    if data.nodes:
        yield from data.rows(notes)
        return
    header: list[str] = []
    for path, grid in tables:
        place = Place(shown_path(path))
        if len(grid) < 2:
            raise DomainError(
                "the page holds no products that can be read",
                expected="JSON-LD (schema.org), or a <table> with a header and rows",
                fix="a page map says how rows of any page are read: `cocoa collect --help`",
                place=place,
            )
        names = _distinct(grid[0])
        if header and names != header:
            raise DomainError(
                "the tables of the pages differ", got=listed(names), expected=listed(header), place=place
            )
        header = names
        yield from _rows(grid, header, place, notes)


def _largest_table(page: BeautifulSoup) -> list[list[str]]:
    """Returns the cells of the table that has the most cells; a cell that spans others is repeated."""
    grids = (_grid(table) for table in page.find_all("table"))
    return max(grids, key=lambda grid: sum(map(len, grid)), default=[])


def _grid(table: Tag) -> list[list[str]]:
    """Returns the rows of a table as texts; a table inside a cell is read as text."""
    lines: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}  # by column: how many more lines a cell spans, and its text
    for line in table.find_all("tr"):
        if line.find_parent("table") is not table:
            continue
        cells: list[str] = []
        for cell in [tag for tag in line.find_all(["td", "th"]) if tag.find_parent("tr") is line]:
            _span_down(cells, below)
            text = " ".join(cell.get_text(" ").split())
            for _ in range(_number(cell.get("colspan"))):
                if _number(cell.get("rowspan")) > 1:
                    below[len(cells)] = (_number(cell.get("rowspan")) - 1, text)
                cells.append(text)
        _span_down(cells, below)
        if any(cells) and len(cells) <= _WIDEST:
            lines.append(cells)
    return lines


def _span_down(cells: list[str], below: dict[int, tuple[int, str]]) -> None:
    """Adds the cells of rows above that reach down into this row at its end."""
    while len(cells) in below:
        rows_left, text = below.pop(len(cells))
        if rows_left > 1:
            below[len(cells)] = (rows_left - 1, text)
        cells.append(text)


def _number(text: object) -> int:
    digits = str(text or "1")
    return min(max(int(digits), 1), _WIDEST) if digits.isdecimal() and len(digits) < 6 else 1


def _distinct(names: Sequence[str]) -> list[str]:
    result: list[str] = []
    for position, name in enumerate(names, start=1):
        filled = name or f"Column {position}"
        result.append(filled if filled not in result else f"{filled} {position}")
    return result


def _rows(grid: list[list[str]], header: list[str], place: Place, notes: list[str]) -> Iterator[Row]:
    for number, cells in enumerate(grid[1:], start=2):
        if len(cells) == len(header) > 1 and len(set(cells)) == 1:
            notes.append(
                f"{place.file}: line {number} of the table is one cell, {quoted(cells[0])}: left out."
            )
        elif len(cells) != len(header):
            raise DomainError(
                f"line {number} of the table has {len(cells)} cells",
                expected=f"{len(header)}, as its header",
                fix="a page map says how rows of any page are read: `cocoa collect --help`",
                place=place,
            )
        elif cells != grid[0]:
            yield dict(zip(header, cells, strict=True))
