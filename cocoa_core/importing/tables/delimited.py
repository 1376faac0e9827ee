"""Reads tables made of lines (CSV, TSV and the like), and finds their delimiter and their header.

HTML entities in cells are decoded before a line is split: "K&ouml;nig" is "König".
"""

from __future__ import annotations

import csv
import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Final

from attrs import define, field

from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.importing.tables.multirow_headers import (
    begins_with_number,
    grouped_header,
    numeric_columns,
    rows_of_kinds,
    with_units,
)
from cocoa_core.importing.tables.records import KeyIndex, Record, TableFile
from cocoa_core.importing.tables.text import TextFile
from cocoa_core.loading import shown_path
from cocoa_core.suggestions import quoted
from cocoa_core.text import counted

_ENTITY: Final = re.compile(r"&(?:amp;)*(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_PARTING: Final = ",;\t|\"\n\r'&"
_FIRST: Final = 0xF8E0
"""The first private-use character that stands for a separator or quotation mark of an entity."""
_HIDDEN: Final = {ord(sign): chr(_FIRST + number) for number, sign in enumerate(_PARTING)}
_SHOWN: Final = {ord(hidden): chr(sign) for sign, hidden in _HIDDEN.items()}
_DEEPEST: Final = 3
"""How often a text may have been encoded: "&amp;amp;" is "&"."""
_TAG: Final = re.compile(
    r"</?(?:(?P<block>br|div|h[1-6]|img|li|ol|p|table|td|tr|ul)|a|b|em|font|i|small|span|strong|sub|sup|u)\b[^<>]*>",
    re.IGNORECASE,
)
"""A tag of HTML as descriptions in shops have them; one that ends a line becomes a blank."""
_ESCAPE_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
"""What colours a text or names a window in a terminal; without its first character it would be text."""
_LINK: Final = re.compile(r"(?<=\S) \(https?://[^\s()]{1,2000}\)")
"""The address that Airtable and Notion write behind the name of a file or page: "Epic 1 (https://...)"."""
_MARKDOWN_LINK: Final = re.compile(r"\[(?P<name>[^\[\]]+)\]\(https?://[^\s()]{1,2000}\)")


def decoded(text: str) -> str:
    """Returns the text with its entities decoded, including those that were encoded repeatedly, and without
    the tags of HTML, the addresses behind names and the escape sequences of terminals.
    """
    for _ in range(_DEEPEST):
        plain = _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text
        if plain == text:
            break
        text = plain
    text = _LINK.sub("", _MARKDOWN_LINK.sub(r"\g<name>", text)) if "://" in text else text
    text = _ESCAPE_SEQUENCE.sub("", text) if "\x1b" in text else text
    if "<" not in text or not _TAG.search(text):
        return text
    return " ".join(_TAG.sub(lambda match: " " if match["block"] else "", text).split())


def protected(line: str) -> str:
    """Returns the line with decoded entities, in which separators stay hidden until `released`."""
    if "&" not in line or ";" not in line:
        return line
    return _ENTITY.sub(lambda match: decoded(match[0]).translate(_HIDDEN), line)


def released(cell: str) -> str:
    """Returns a cell of a `protected` line with the hidden characters restored."""
    plain = cell.isascii() and not any(sign in cell for sign in ("<", "://", "\x1b"))
    return cell if plain else decoded(cell.translate(_SHOWN))


OTHER_WIDTH: Final = "another number of cells than"
"""Part of the note on rows of another width than the header; `proposals/doubtful.py` finds the note by it."""
_RULE: Final = " \t-=_+|:"
"""Signs of a line that is drawn between rows, as reports and Markdown have it."""
_DELIMITERS: Final = (",", "\t", ";", "|")
_LOOKED_AT: Final = 200
_HEADING: Final = 10
_EXAMPLES: Final = 3
_MOST_COLUMNS: Final = 16_384
"""The number of columns that a header may have: one of 1,000,000 names was read for more than 150 s."""
_NUMBER: Final = re.compile(r"[-+]?[0-9][0-9.,]*(?:[eE][-+]?[0-9]+)?%?")
_YEAR: Final = re.compile(r"1[5-9][0-9]{2}|2[01][0-9]{2}")
_BEGUN: Final = re.compile(r"[-+(]?(?:[A-Z]{0,3}[$€£¥₹]|[A-Z]{3})? ?[1-9][0-9]{0,2}")
_GROUP: Final = re.compile(r"[0-9]{3}(?:[.,][0-9]{1,2})?(?: ?[€$£%)])?")
_MOSTLY: Final = 0.9
_Line = tuple[int, list[str]]
Lines = Iterator[_Line]
"""The lines that are not blank, each as its number from 1 and its cells."""


def open_delimited(path: Path, at: str = "") -> TableFile:
    """Opens the table in a text file.

    Args:
        at: has to be empty: such a table has no path to its rows.

    Raises:
        DomainError: a line cannot belong to a table.
        UsageError: a path is given.
    """
    if at:
        raise UsageError(
            f"{shown_path(path)} is a table", got=f"the path {quoted(at)}", expected="no path to its rows"
        )
    delimiter = _delimiter([protected(line) for line in islice(TextFile(path).lines(), _LOOKED_AT)])
    file = TextFile(path)
    source = open_lines(shown_path(path), _cells(path, file, delimiter))
    return TableFile(source.file, source.records, lambda: (*file.notes(), *source.notes()))


def open_lines(file: str, lines: Lines) -> TableFile:
    """Opens the table that these lines form.

    Args:
        file: the name of the file, for messages.

    Raises:
        DomainError: there are no lines, too many columns, or rows with unquoted separators.
    """
    looked_at = list(islice(lines, _LOOKED_AT))
    if not looked_at:
        raise DomainError(
            "the table is empty", expected="a header and a row for each option", place=Place(file, 1)
        )
    _refuse_unquoted(file, looked_at)
    header, first, notes = _header(file, looked_at)
    if len(header) > _MOST_COLUMNS:
        raise DomainError(
            f"the table has {len(header):,} columns",
            expected=f"at most {_MOST_COLUMNS:,}, as in a spreadsheet",
            fix="save the columns that describe an option in a table of their own",
            place=Place(file, looked_at[first - 1][0] if first else 1),
        )
    rows = _Rows(tuple(name.strip() for name in header))
    return TableFile(file, rows.fitting(chain(looked_at[first:], lines)), lambda: (*notes, *rows.notes()))


def _delimiter(lines: Sequence[str]) -> str:
    """Returns the delimiter that splits most lines, the first among them, into equally many cells."""
    best, delimiter = 0.0, ","
    for sign in _DELIMITERS:
        cells = [len(row) for row in _readable(lines, sign) if row]
        width, count = max(
            Counter(cells).items(), key=lambda item: (item[1] * (item[0] > 1), item[0]), default=(1, 0)
        )
        score = count / max(1, len(cells)) + (cells[:1] in ([width], [width - 1])) + width / 1000
        if width > 1 and score > best:
            best, delimiter = score, sign
    return delimiter


def _readable(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """Returns the rows before the first that cannot be read."""
    rows = []
    with suppress(csv.Error):
        for row in csv.reader(lines, delimiter=delimiter):
            rows.append(row)  # noqa: PERF402 - those read before an error count
    return rows


def _cells(path: Path, file: TextFile, delimiter: str) -> Lines:
    """Yields the rows. One that goes over several lines, and the last one, have to be quoted strictly: a mark
    that is never closed makes one cell of all that follows it. Within a line `"27" screen"` may stand.
    """
    row: list[str] = []
    line = 0
    try:
        for cells in csv.reader(_collected(file.lines(), row), delimiter=delimiter):
            if len(row) > 1:
                _read_strictly(row, delimiter)
            if any(cell.strip(_RULE) for cell in cells):
                yield line + 1, [released(cell) for cell in cells]
            line += len(row)
            last = row.copy()
            row.clear()
        if line:
            line -= len(last)
            _read_strictly(last, delimiter)
    except csv.Error as error:
        long = "field larger" in str(error)
        raise DomainError(
            "the table cannot be read from this line on",
            got=f"a cell of more than {csv.field_size_limit():,} characters" if long else quoted(str(error)),
            fix="close every quotation mark, and double those inside a cell"
            + ("; shorten a cell that is as long as that" if long else ""),
            place=Place(shown_path(path), line + 1),
        ) from None


def _collected(lines: Iterator[str], row: list[str]) -> Iterator[str]:
    """Yields the lines as they are split, and adds each to the row."""
    for line in map(protected, lines):
        row.append(line)
        yield line


def _read_strictly(lines: Sequence[str], delimiter: str) -> None:
    for _ in csv.reader(lines, delimiter=delimiter, strict=True):
        pass


def _titles(number: int) -> tuple[str, ...]:
    """Returns a note on so many lines before the header; none without any."""
    lines = "1 line stands" if number == 1 else f"{number} lines stand"
    return (f"{lines} before the header: left out.",) if number else ()


def _header(file: str, lines: Sequence[_Line]) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Returns the names of the columns, the index of the first row, and notes on what had to be decided."""
    widths = Counter(len(cells) for _, cells in lines[1:] or lines)
    width = max(widths, key=lambda cell_count: (widths[cell_count], cell_count))
    fitting = (width, width - 1) if width > 2 else (width,)
    if len(lines) > 1:
        lines = [(line, _without_blanks(cells, width)) for line, cells in lines]
    near = [index for index, (_, cells) in enumerate(lines[:_HEADING]) if len(cells) in fitting]
    used = {at for _, cells in lines for at, cell in enumerate(cells[:width]) if cell.strip()}
    full = [index for index in near if 2 * sum(bool(cell.strip()) for cell in lines[index][1]) > len(used)]
    start = next(iter(full or near), 0)  # a title has one cell, as wide as the table or not
    start = _header_below(lines, full, width) or start
    if (joined := grouped_header(lines, start, width)) is not None:
        names, first, titles, note = joined
        return names, first, (*_titles(titles), note)
    cells = lines[start][1]
    notes = _titles(start)
    below = [row for _, row in lines[start + 1 :] if len(row) == width]
    _refuse_wide_header(file, lines[:start], cells, below)
    if below and len(cells) == width and (united := with_units(cells, below)) is not None:
        note = f"Line {lines[start + 1][0]} holds the units of the columns: joined with their names."
        return united, start + 2, (*notes, note)
    if len(cells) == width and (kinds := rows_of_kinds(below)):
        numbers = " and ".join(str(line) for line, _ in lines[start + 1 : start + 1 + kinds])
        subject = f"Lines {numbers} say" if kinds > 1 else f"Line {numbers} says"
        return tuple(cells), start + 1 + kinds, (*notes, f"{subject} what the columns hold: left out.")
    if len(cells) == width - 1 and width > 2:
        return ("", *cells), start + 1, notes
    if below and _is_data(cells, below):
        names = tuple(f"Column {number}" for number in range(1, width + 1))
        note = "The first line holds numbers: the columns have no names, so it is a row."
        return names, start, (*notes, note)
    if not below:
        alone = len(lines) == start + 1
        raise DomainError(
            "the table has a header and no rows" if alone else "the rows do not fit the header",
            got=counted(len(cells), "column"),
            expected="a row for each option, with as many cells as the header",
            place=Place(file, lines[start][0]),
        )
    return tuple(cells), start + 1, notes


def _header_below(lines: Sequence[_Line], full: Sequence[int], width: int) -> int:
    """Returns the index of the first line with a name for each column where the lines before it are remarks
    that lie over several columns; 0 where there is none.

    Beside such names some column holds numbers, and none of these has a name that begins with one, so that
    the line is no row.
    """
    for index in full[1:]:
        names = [cell.strip() for cell in lines[index][1]]
        gaps = all("" in map(str.strip, lines[above][1]) for above in full if above < index)
        if not gaps or any(map(_NUMBER.fullmatch, names)):
            return 0
        if len(names) == width and all(names) and len(set(names)) == width:
            numeric = numeric_columns([row for _, row in lines[index + 1 :]], width)
            return index if numeric and not any(begins_with_number(names[at]) for at in numeric) else 0
    return 0


def _without_blanks(cells: list[str], width: int) -> list[str]:
    """Returns the cells without blank ones at the end that go beyond the width."""
    return cells if any(cell.strip() for cell in cells[width:]) else cells[:width]


def _refuse_wide_header(
    file: str, above: Sequence[_Line], cells: Sequence[str], below: Sequence[Sequence[str]]
) -> None:
    """Refuses a first line of names with more cells than the rows, which would be taken for a title."""
    line, names = above[0] if above else (0, [])
    data = below and (_is_data(cells, below) or not any(map(_NUMBER.fullmatch, chain(*below))))
    if data and len(names) > len(cells) and all(name.strip() for name in names[: len(cells)]):
        raise DomainError(
            f"the header has {len(names)} cells, and the rows have {len(cells)}",
            got=quoted(",".join(names)[:80]),
            expected="a cell of every row for each name in the header",
            fix="put names that hold commas in quotation marks, or delete names of columns without cells",
            place=Place(file, line),
        )


def _refuse_unquoted(file: str, lines: Sequence[_Line]) -> None:
    """Refuses a table in which a number with the separator in it gives rows more cells than others. Such a
    row is `Delmar,$1,299,5,4.5` for four columns. If it were left out, the expensive options would go with
    it; if it were read, every cell behind the number would be shifted.
    """
    lines = lines[_names_below_remarks(lines) :]
    widths = Counter(len(cells) for _, cells in lines[1:])
    header = next((len(cells) for _, cells in lines[:_HEADING] if len(cells) > 1), 0)
    if header < 2 or set(widths) <= {header}:
        return
    wider = [(line, cells) for line, cells in lines[1:] if len(cells) > header]
    parted = [(line, cells, index) for line, cells in wider if (index := _parted_at(cells)) is not None]
    rows = len(lines) - 1
    mixed = 0 < len(wider) < rows and widths[header] + len(wider) > _MOSTLY * rows
    named = all(cells[0].strip() and not _NUMBER.fullmatch(cells[0].strip()) for _, cells in wider)
    shifted = mixed and len(wider) > (1 - _MOSTLY) * rows
    if not (len(parted) > _MOSTLY * len(wider) > 0 and (mixed or named)) and not shifted:
        return
    line, cells, index = parted[0] if parted else (*wider[0], None)
    fix = "put cells that hold commas in quotation marks"
    if index is not None:
        fix += f': "{cells[index]},{cells[index + 1]}"'
    raise DomainError(
        f"the row has {len(cells)} cells",
        got=quoted(",".join(cells)[:80]),
        expected=f"{header} cells, one for each column of the header",
        fix=fix + (f"; {len(wider):,} rows have too many" if len(wider) > 1 else ""),
        place=Place(file, line),
    )


def _names_below_remarks(lines: Sequence[_Line]) -> int:
    """Returns the index of the line of names that stands below remarks of a name and a value each, as banks
    write them ("Saldo;1.200,00;EUR"); 0 where the table begins with its names.
    """
    width, count = Counter(len(cells) for _, cells in lines).most_common(1)[0]
    if 2 * count <= len(lines):
        return 0
    for index, (_, cells) in enumerate(lines[:_HEADING]):
        if len(cells) == width:
            named = all(cell.strip() and not begins_with_number(cell.strip()) for cell in cells)
            return index if named and numeric_columns([row for _, row in lines[index + 1 :]], width) else 0
        if 3 * sum(bool(cell.strip()) for cell in cells) > 2 * width:
            return 0  # names of which a row has more, since it holds separators that are not quoted
    return 0


def _parted_at(cells: Sequence[str]) -> int | None:
    """Returns the index of a cell that forms a number with the next ("$1", "299"); None if none does."""
    for index, (cell, next_cell) in enumerate(pairwise(cells)):
        if _BEGUN.fullmatch(cell.strip()) and _GROUP.fullmatch(next_cell.strip()):
            return index
    return None


def _is_data(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Returns whether the supposed header has numbers where the rows do, neither years nor a count."""
    numeric = []
    for index, name in enumerate(header):
        filled = [row[index].strip() for row in rows if row[index].strip() not in ("", "NA")]
        numbers = sum(_NUMBER.fullmatch(cell) is not None for cell in filled)
        if filled and numbers >= _MOSTLY * len(filled):
            numeric.append(name.strip())
    named = [name for name in numeric if _NUMBER.fullmatch(name) is None]
    years = all(_YEAR.fullmatch(name) for name in numeric) and len(set(numeric)) == len(numeric) > 1
    counted = numeric == [str(number) for number in range(len(numeric))]
    return bool(numeric) and not named and not years and not counted


@define
class _Rows:
    """The rows of the right width; any others are left out and counted."""

    header: tuple[str, ...]
    ragged: list[str] = field(factory=list)
    """The lines of the first rows that are left out, with their widths."""
    count: int = 0
    wider: bool = False

    def fitting(self, lines: Lines) -> Iterator[Record]:
        index, width, number = KeyIndex(self.header), len(self.header), 0
        for line, cells in lines:
            if len(cells) >= width and not any(cell.strip() for cell in cells[width:]):
                number += 1
                yield Record(number, line, "", index, tuple(cells[:width]))
                continue
            self.count += 1
            self.wider = self.wider or len(cells) > width
            if self.count <= _EXAMPLES:
                breaks = sum(cell.count("\n") for cell in cells)
                lines_have = f"lines {line} to {line + breaks} have" if breaks else f"line {line} has"
                self.ragged.append(f"{lines_have} {len(cells)}")

    def notes(self) -> tuple[str, ...]:
        if not self.count:
            return ()
        rows = "1 row has" if self.count == 1 else f"{self.count:,} rows have"
        note = f"{rows} {OTHER_WIDTH} the header's {len(self.header)}: left out ({', '.join(self.ragged)})"
        return (note + ("; cells that hold commas have to stand in quotation marks." if self.wider else "."),)
