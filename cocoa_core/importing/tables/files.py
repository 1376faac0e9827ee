"""Reads the table in any supported file; the kind of the file is found by its content and its name. Numbers
come with the digits 0 to 9, and without the apostrophe that makes them texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from unicodedata import decimal

from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.importing.columns.glued_words import words_of
from cocoa_core.importing.tables.delimited import decoded, open_delimited
from cocoa_core.importing.tables.documents import open_json, open_json_lines
from cocoa_core.importing.tables.records import (
    FEWEST_ROWS,
    MOST_CELL,
    Cell,
    RawTable,
    Row,
    Score,
    TableFile,
    sampled,
)
from cocoa_core.importing.tables.sheets import open_parquet, open_sheet
from cocoa_core.importing.tables.shops import shop_variants
from cocoa_core.importing.tables.text import first_bytes
from cocoa_core.loading import shown_path
from cocoa_core.suggestions import listed
from cocoa_core.text import counted

_BETWEEN_DIGITS: Final = re.compile(r"(?<=[0-9])[٫٬．，](?=[0-9])")
_SIGNS: Final = {"٫": ".", "٬": ",", "．": ".", "，": ","}
_PERCENT: Final = re.compile(r"(?<=[0-9]) ?[％٪]")
_TEXT_NUMBER: Final = re.compile(r"'[-+]?[$€£]?[0-9][0-9.,]*%?")
_SHORT_YEAR: Final = re.compile(r"'[0-9]{2}")
_OF_YEARS: Final = frozenset("year years yr season vintage model class decade since born founded".split())
"""Words of headers below which '91 is a year."""


def with_ascii_digits(text: str) -> str:
    """Returns the text with digits of other scripts, and what parts them, as English has them: "7.5" for
    "٧٫٥", "361" for "３６１".
    """
    if text.isascii():
        return text
    plain = "".join(str(decimal(sign)) if sign.isdecimal() else sign for sign in text)
    if plain == text:
        return text
    return _PERCENT.sub("%", _BETWEEN_DIGITS.sub(lambda match: _SIGNS[match[0]], plain))


def without_apostrophes(header: Sequence[str], rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Returns the rows without the apostrophe by which spreadsheets keep a number as a text: "'450".

    A column of years keeps those of two digits: '91 is 1991.
    """
    marked: dict[int, set[str]] = {}
    for _, row in rows:
        for column, cell in enumerate(row):
            if cell[:1] == "'" and _TEXT_NUMBER.fullmatch(cell):
                marked.setdefault(column, set()).add(cell)
    for column, cells in list(marked.items()):
        words = {word.casefold() for word in words_of(header[column])}
        if not words.isdisjoint(_OF_YEARS) and all(map(_SHORT_YEAR.fullmatch, cells)):
            del marked[column]
    if not marked:
        return rows

    def plain(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([cell[1:] if cell in marked.get(at, ()) else cell for at, cell in enumerate(row)])

    return tuple((line, plain(row)) for line, row in rows)


MOST_RECORDS: Final = 1_000_000
_LOST: Final = "\ufffd"
_LINES_NAMED: Final = 5
_KINDS: Final = "a table: CSV, TSV, JSON, JSON lines, Parquet or a spreadsheet (.xlsx, .xls)"

_Opener = Callable[[Path, str], TableFile]
_BY_ENDING: Final[dict[str, _Opener]] = {
    ".json": open_json,
    ".geojson": open_json,
    ".jsonl": open_json_lines,
    ".ndjson": open_json_lines,
    ".parquet": open_parquet,
    ".pq": open_parquet,
    ".csv": open_delimited,
    ".tsv": open_delimited,
}
_BY_SIGNATURE: Final[dict[bytes, _Opener]] = {
    b"PAR1": open_parquet,
    b"PK\x03\x04": open_sheet,
    b"\xd0\xcf\x11\xe0": open_sheet,
}


def read_table(
    path: Path,
    seed: int = 0,
    most_rows: int = 2000,
    at: str = "",
    score: Score | None = None,
    fewest: int = FEWEST_ROWS,
) -> RawTable:
    """Reads the table in a file as texts.

    Args:
        seed: selects the sample.
        most_rows: of more rows, a sample of this size is drawn in one pass.
        at: the path of keys to the records of a JSON file, or the name of a sheet.
        score: returns how many of a record's keys are known. With it, a JSON document is refused where other
            objects in it have more of them than the records that would be taken.
        fewest: the least number of rows.

    Raises:
        UsageError: there is no such file.
        DomainError: the file holds no table, or one of fewer than two columns or of too few rows.
    """
    source = shop_variants(_opened(path, at, score))
    records, count = sampled(source.records, most_rows, seed)
    header = tuple(dict.fromkeys(name for record in records for name in record.keys.names))
    if len({id(record.keys) for record in records}) == 1:  # columns, some of which may be called alike
        header = records[0].keys.names
        cells = [record.cells for record in records]
    else:
        cells_by_name = (dict(zip(record.keys.names, record.cells, strict=True)) for record in records)
        cells = [tuple([record.get(name) for name in header]) for record in cells_by_name]
    cells = _unwrapped(cells)
    rows = tuple(
        (record.line or record.number, tuple([with_ascii_digits(_text(cell)[:MOST_CELL]) for cell in row]))
        for record, row in zip(records, cells, strict=True)
    )
    rows = without_apostrophes(header, rows)
    _refuse_replacement_characters(source.file, header, rows)
    by_line = not records or bool(records[0].line)
    table = RawTable(header, rows, count, source.notes(), by_line)
    _check_size(path, table, fewest)
    return table


def _refuse_replacement_characters(file: str, header: Sequence[str], rows: Sequence[Row]) -> None:
    """Refuses a table with U+FFFD in it: letters that were lost earlier and cannot be restored."""
    broken = [line for line, row in rows if any(_LOST in cell for cell in row)]
    if not broken and not any(_LOST in name for name in header):
        return
    named = ", ".join(map(str, broken[:_LINES_NAMED])) + (" ..." if len(broken) > _LINES_NAMED else "")
    where = f"in {counted(len(broken), 'row')}: {named}" if broken else "in the header"
    raise DomainError(
        "letters of this table were lost before it came here",
        got=f"U+FFFD, which stands for a letter that could not be read, {where}",
        fix="export the table again in UTF-8; or correct or delete what has such a sign",
        place=Place(file, broken[0] if broken else 1),
    )


def _opened(path: Path, at: str, score: Score | None) -> TableFile:
    if path.is_dir():
        endings = {".csv", ".tsv", *_BY_ENDING}
        names = sorted(entry.name for entry in path.iterdir() if entry.suffix.casefold() in endings)
        raise UsageError(
            "this is a folder, not a table",
            got=shown_path(path),
            expected=_KINDS,
            fix=f"name a file in it: {listed(names)}" if names else None,
        )
    if not path.is_file():
        raise UsageError("there is no such file", got=shown_path(path), expected=_KINDS)
    head = first_bytes(path)
    opener = _BY_SIGNATURE.get(head[:4]) or _BY_ENDING.get(path.suffix.casefold())
    if opener is None:
        start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        opener = open_json if start in (b"[", b"{") else open_delimited
    if opener in (open_json, open_json_lines):
        return opener(path, at, score)
    return opener(path, at)


def _unwrapped(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Returns the rows; in columns where no list has more than one item, the item replaces the list."""
    columns = []
    for column in zip(*rows, strict=True):
        lists = [cell for cell in column if isinstance(cell, tuple)]
        # an item that holds ";" would be split if it stood alone
        if not any(len(items) > 1 or ";" in "".join(items) for items in lists):
            column = tuple([next(iter(cell), None) if isinstance(cell, tuple) else cell for cell in column])
        columns.append(column)
    return list(zip(*columns, strict=True)) if columns else rows


def _text(cell: Cell) -> str:
    if isinstance(cell, tuple):
        return json.dumps([decoded(item) for item in cell], ensure_ascii=False)
    return decoded(cell) if cell else ""


def _check_size(path: Path, table: RawTable, fewest: int) -> None:
    place = Place(shown_path(path), 1 if path.suffix.casefold() == ".csv" else 0)
    if not table.rows:
        raise DomainError("the table is empty", expected="a record for each option", place=place)
    if len(table.header) < 2 and fewest > 1:
        raise DomainError(
            "the table has one column only",
            got=", ".join(table.header) or None,
            expected="two columns or more, with a comma, tab, semicolon or | between two cells",
            fix="save the table as CSV",
            place=place,
        )
    if len(table.rows) < fewest:
        raise DomainError(
            "the table has too few rows",
            got=counted(len(table.rows), "row"),
            expected=f"{fewest} rows or more, a dozen better: a question shows five options",
            fix=" ".join(table.notes) or None,
            place=Place(shown_path(path)),
        )
