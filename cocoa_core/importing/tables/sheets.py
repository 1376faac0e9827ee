"""Reads spreadsheets, and Parquet files, which need the extra `parquet`.

Values are read by calamine, which ignores number formats. The number formats of .xls files are read here, by
xlrd, and those of .xlsx files by `xlsx_formats`.
"""

from __future__ import annotations

import datetime
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.extras import library
from cocoa_core.importing.tables.delimited import Lines, open_lines
from cocoa_core.importing.tables.records import FEWEST_ROWS, Cell, KeyIndex, Record, TableFile
from cocoa_core.importing.tables.xlsx_formats import (
    NumberFormat,
    column_number,
    folder_of,
    formats_of,
    hidden_notes,
    named_formats,
    shown_number,
)
from cocoa_core.loading import shown_path
from cocoa_core.suggestions import did_you_mean, listed, quoted
from cocoa_core.text import library_message


def binary_formats_of(path: Path, sheet: str) -> Mapping[tuple[int, int], NumberFormat]:
    """Returns the formats of the cells of an .xls sheet that add something to the number, by row and column
    from 0.

    Raises:
        Exception: the file is damaged; the library has no class of its own for that.
    """
    import xlrd

    with xlrd.open_workbook(path, logfile=StringIO(), formatting_info=True, on_demand=True) as book:
        codes = {code.format_key: code.format_str for code in book.format_list}
        styles = named_formats(codes, [style.format_key for style in book.xf_list])
        if not any(styles):
            return {}
        rows = book.sheet_by_name(sheet)
        return {
            (row, column): style
            for row in range(rows.nrows)
            for column, kind in enumerate(rows.row_types(row))
            if kind == xlrd.XL_CELL_NUMBER and (style := styles[rows.cell_xf_index(row, column)]) is not None
        }


_ROWS_AT_ONCE: Final = 10_000
_LARGEST: Final = 100_000_000
_LARGEST_UNPACKED: Final = 1_000_000_000
_MOST_CELLS: Final = 20_000_000
"""The number of cells in the smallest rectangle that holds all cells of a sheet; memory is taken for each."""
_CELL: Final = re.compile(rb'<c\b[^<>]{0,200}?\br="([A-Z]{1,3})([0-9]{1,7})"')
_CHUNK: Final = 1 << 20
_OVERLAP: Final = 300
_MIDNIGHT: Final = datetime.time()
OTHER_SHEETS: Final = "Read from the sheet"
"""The beginning of the note on sheets that are not read."""
_MUCH_SMALLER: Final = 20
"""How much larger the sheet of the rows is than one that describes its columns; 400 times was seen."""


def open_sheet(path: Path, at: str = "") -> TableFile:
    """Opens the table in a sheet of an .xlsx or .xls file.

    Percent signs, currencies, units and leading zeros that a cell shows by its number format become part of
    its text.

    Args:
        at: the name of the sheet; empty for the first one that may hold the table, which a cover sheet and a
            list of the columns do not.

    Raises:
        DomainError: the file is not a spreadsheet, or would need too much memory.
        UsageError: no sheet has this name.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    place = Place(shown_path(path))
    _check_size(path, place)
    try:
        with CalamineWorkbook.from_path(path) as book:
            names = book.sheet_names
            if at and at not in names:
                raise UsageError(
                    f"the spreadsheet has no sheet {quoted(at)}",
                    expected=f"one of {listed(map(quoted, names))}",
                    fix=did_you_mean(at, names),
                )
            sheets = [(name, book.get_sheet_by_name(name)) for name in ([at] if at else names)]
            filled = [(name, candidate) for name, candidate in sheets if candidate.height]
            tables = [pair for pair in filled if pair[1].height > FEWEST_ROWS and pair[1].width > 1]
            name, sheet = _main_sheet(tables or filled or sheets)
            first_row, first_column = sheet.start or (0, 0)
            rows = sheet.to_python()
            merged = _fill_down(rows, _joined_rows(sheet), (first_row, first_column))
    except (CalamineError, OSError, ValueError, IndexError) as error:
        raise _broken("spreadsheet", error, place) from None
    others = [quoted(candidate) for candidate in names if candidate != name]
    notes = () if at or not others else (f"{OTHER_SHEETS} {quoted(name)}, not {listed(others)}.",)
    formats, format_notes = _formats(path, name)
    source = open_lines(place.file, _lines(rows, first_row, first_column, formats))
    return TableFile(source.file, source.records, lambda: (*notes, *merged, *format_notes, *source.notes()))


def _joined_rows(sheet: Any) -> list[tuple[int, int, int]]:
    """Returns the cells of one column that are merged below a header: the column, the first and the last row.

    A header of two rows merges at most two cells of a column, and these once.
    """
    merged = sheet.merged_cell_ranges or ()
    ranges = [
        (left, top, bottom) for (top, left), (bottom, right) in merged if left == right and top < bottom
    ]
    often = Counter(column for column, _, _ in ranges)
    return [(column, top, bottom) for column, top, bottom in ranges if often[column] > 1 or bottom - top > 1]


def _fill_down(
    rows: list[list[Any]], ranges: list[tuple[int, int, int]], start: tuple[int, int]
) -> tuple[str, ...]:
    """Writes the value of merged cells into each of their rows, and returns a note on it."""
    filled = 0
    for column, top, bottom in ranges:
        index, first = column - start[1], top - start[0]
        if min(index, first) < 0:
            continue  # above or beside the cells with values
        for row in rows[first + 1 : bottom - start[0] + 1]:
            row[index] = rows[first][index]
            filled += 1
    return (f"{filled:,} cells that are merged with the one above have its value.",) if filled else ()


def _main_sheet(sheets: list[tuple[str, Any]]) -> tuple[str, Any]:
    """Returns the first sheet that is not much smaller than another, as a legend of the columns is."""
    largest = max(sheet.height * sheet.width for _, sheet in sheets)
    return next(pair for pair in sheets if pair[1].height * pair[1].width * _MUCH_SMALLER >= largest)


def _formats(path: Path, name: str) -> tuple[Mapping[tuple[int, int], NumberFormat], tuple[str, ...]]:
    """Returns the formats of a sheet's cells, and notes on what is hidden or cannot be read."""
    try:
        if not _is_packed(path):
            return binary_formats_of(path, name), ()
        with zipfile.ZipFile(path) as archive:
            return formats_of(archive, name), hidden_notes(archive, name)
    except Exception:  # whatever xlrd and zipfile meet in a damaged file
        return {}, ("The number formats of the sheet cannot be read: percent and currencies may lack.",)


def _lines(
    rows: list[list[Any]], first_row: int, first_column: int, formats: Mapping[tuple[int, int], NumberFormat]
) -> Lines:
    """Yields the rows as texts, each with its line from 1."""
    for line, row in enumerate(rows, start=first_row):
        cells = [_shown(cell, formats.get((line, first_column + column))) for column, cell in enumerate(row)]
        if any(cell.strip() for cell in cells):
            yield line + 1, cells


def _shown(cell: Any, style: NumberFormat | None) -> str:
    numeric = isinstance(cell, int | float) and not isinstance(cell, bool)
    return shown_number(cell, style) if style is not None and numeric else str(_text(cell) or "")


def _is_packed(path: Path) -> bool:
    """Returns whether the file is an archive, as .xlsx files are."""
    with path.open("rb") as file:
        return file.read(2) == b"PK"


def _check_size(path: Path, place: Place) -> None:
    """Refuses files that are no spreadsheets, and sheets that are too large to load.

    The size of the file is not enough: two cells in opposite corners make a small file, but a rectangle of 17
    billion cells.
    """
    if path.stat().st_size > _LARGEST:
        raise _too_large(f"at most {_LARGEST:,} bytes", place)
    if not _is_packed(path):
        return  # .xls, whose sheets hold at most 65,536 rows of 256 cells
    try:
        with zipfile.ZipFile(path) as archive:
            try:
                folder_of(archive)
            except ValueError:
                raise DomainError(
                    "this file is not a table",
                    got="a zip archive that is no .xlsx",
                    fix="unpack the archive, or save the sheet as .xlsx or CSV",
                    place=place,
                ) from None
            if sum(member.file_size for member in archive.infolist()) > _LARGEST_UNPACKED:
                raise _too_large(f"at most {_LARGEST_UNPACKED:,} bytes when unpacked", place)
            for member in archive.namelist():
                if member.endswith(".xml"):
                    with archive.open(member) as sheet:
                        _check_extent(sheet, place)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise _broken("spreadsheet", error, place) from None


def _check_extent(sheet: Any, place: Place) -> None:
    tail, rows, columns, read = b"", 1, 1, 0
    while chunk := sheet.read(_CHUNK):
        read += len(chunk)
        for letters, number in _CELL.findall(tail + chunk):
            rows, columns = max(rows, int(number)), max(columns, column_number(letters))
        if rows * columns > _MOST_CELLS or read > _LARGEST_UNPACKED:
            raise _too_large(f"at most {_MOST_CELLS:,} cells from the first to the last", place)
        tail = chunk[-_OVERLAP:]


def _too_large(expected: str, place: Place) -> DomainError:
    fix = "delete what stands far from the table, or save it as CSV"
    return DomainError("the spreadsheet is too large", expected=expected, fix=fix, place=place)


def open_parquet(path: Path, at: str = "") -> TableFile:
    """Opens the table in a Parquet file.

    Raises:
        DomainError: pyarrow is not installed, or the file is not a Parquet file.
        UsageError: a path is given.
    """
    place = Place(shown_path(path))
    if at:
        raise UsageError(f"{place.file} is a table", got=f"the path {quoted(at)}", expected="no path")
    arrow, parquet = (
        library(name, "parquet", "reading Parquet", ", or save the table as CSV", DomainError, place)
        for name in ("pyarrow", "pyarrow.parquet")
    )
    try:
        source = parquet.ParquetFile(path)
        index = KeyIndex(tuple(source.schema_arrow.names))
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise _broken("Parquet", error, place) from None
    return TableFile(place.file, _batches(source, index, arrow, place), tuple)


def _batches(source: Any, index: KeyIndex, arrow: Any, place: Place) -> Iterator[Record]:
    number = 0
    try:
        for batch in source.iter_batches(_ROWS_AT_ONCE):
            for cells in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                number += 1
                yield Record(number, 0, "", index, tuple([_text(cell) for cell in cells]))
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise _broken("Parquet", error, place) from None


def _text(value: object) -> Cell:
    if value is None or value != value:  # NaN differs from itself
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return (value.date() if value.time() == _MIDNIGHT else value).isoformat()
    if isinstance(value, datetime.timedelta):
        hours, seconds = divmod(int(value.total_seconds()), 3600)
        return f"{hours // 24} days {hours % 24:02d}:{seconds // 60:02d}:{seconds % 60:02d}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return tuple(str(_text(item) or "") for item in value)
    return str(value)


def _broken(what: str, error: Exception, place: Place) -> DomainError:
    got = library_message(error) or type(error).__name__
    return DomainError(f"this is not a valid {what} file", got=got, place=place)
