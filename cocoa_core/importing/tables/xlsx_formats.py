"""Reads the number formats of spreadsheets: what a cell shows beside its number, which readers of values
leave out.

A cell that holds 0.25 and shows "25%" is 25 %, one that holds 2116 and shows "02116" is a code, and one with
the format `"$"#,##0` is money. Formats of dates and times are ignored: their values are read as dates and
times.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final
from xml.etree import ElementTree

from attrs import frozen

from cocoa_core.importing.columns.units import MONEY_SIGNS, UNITS
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.suggestions import listed

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_LARGEST_PART: Final = 20_000_000
"""Bytes of the styles or the list of sheets; no spreadsheet that a person made has more."""
_CELL: Final = re.compile(rb"<c\b([^<>]{0,400})>")
_AT: Final = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_STYLE: Final = re.compile(rb'\bs="([0-9]{1,6})"')
_WITHOUT_RESULT: Final = re.compile(
    rb'<c\b[^<>]{0,200}?\br="([A-Z]{1,3})[0-9]{1,7}"[^<>]{0,200}>\s*'
    rb"<f\b(?:[^<>]*/>|[^<>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>"
)
_HIDDEN_ROW: Final = re.compile(rb'<row\b[^<>]*\bhidden="(?:1|true)"')
_HIDDEN_COLUMN: Final = re.compile(rb'<col\b[^<>]*\bhidden="(?:1|true)"')
NO_RESULTS: Final = "formulas without results"
_BUILT_IN: Final[Mapping[int, str]] = {9: "0%", 10: "0.00%"}
_LITERAL: Final = re.compile(rf'"([^"]*)"|\[\$([^\]-]*)(?:-[0-9A-Fa-f]+)?\]|\\(.)|([{MONEY_SIGNS}])')
_SIGNS: Final = frozenset((*CURRENCIES.values(), *CURRENCIES, "US$"))
_MASK: Final = re.compile(r"0{2,}|(?=(?:.*0){3})[(]?0[0()\- /]*0")
_DIGITS: Final = 15
"""The number of digits that a spreadsheet keeps: 0.07 times 100 is 7, not 7.000000000000001."""


@frozen
class NumberFormat:
    """What a cell shows with its number."""

    before: str = ""
    """A currency that is shown before the number."""
    after: str = ""
    """A currency or a unit that is shown after the number, with the blank before it."""
    percent: bool = False
    """Whether the number is shown multiplied by a hundred."""
    mask: str = ""
    """Zeros, with signs between them, that the digits are written over: "00000", "000-00-0000"."""


def shown_number(number: int | float, style: NumberFormat) -> str:
    """Returns the number as a text with what its format adds."""
    if style.mask and number >= 0 and number == int(number):
        return _masked(int(number), style.mask)
    exact = Decimal(f"{number:.{_DIGITS}g}") * (100 if style.percent else 1)
    text = f"{exact.normalize():f}"
    sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
    return f"{sign}{style.before}{text}{style.after}{'%' if style.percent else ''}"


def _masked(number: int, mask: str) -> str:
    digits = list(str(number))
    shown = [sign if sign != "0" else digits.pop() if digits else "0" for sign in reversed(mask)]
    return "".join(digits) + "".join(reversed(shown))


def formats_of(archive: zipfile.ZipFile, sheet: str) -> Mapping[tuple[int, int], NumberFormat]:
    """Returns the formats of a sheet's cells that add something to the number, by row and column from 0.

    Raises:
        ValueError: the file is not laid out as .xlsx files are.
        KeyError: the file is not laid out as .xlsx files are, or has no such sheet.
    """
    named = f"{folder_of(archive)}styles.xml"
    styles = _styles(archive, named) if named in archive.namelist() else []
    if not any(styles):
        return {}
    formats: dict[tuple[int, int], NumberFormat] = {}
    with archive.open(_part_of(archive, sheet)) as part:
        tail = b""
        while chunk := part.read(1 << 20):
            text = tail + chunk
            end = text.rfind(b"<c")
            text, tail = (text[:end], text[end:]) if end > 0 else (text, b"")
            _collect(text, styles, formats)
        _collect(tail, styles, formats)
    return formats


def hidden_notes(archive: zipfile.ZipFile, sheet: str) -> tuple[str, ...]:
    """Returns sentences on what a person does not see in a sheet: hidden rows and columns, which are read
    like others, and formulas whose results the file lacks.

    Raises:
        ValueError: the file is not laid out as .xlsx files are.
        KeyError: the file is not laid out as .xlsx files are, or has no such sheet.
    """
    text = archive.read(_part_of(archive, sheet))
    columns = sorted(
        {match.decode() for match in _WITHOUT_RESULT.findall(text)}, key=lambda name: (len(name), name)
    )
    rows, hidden_columns = len(_HIDDEN_ROW.findall(text)), len(_HIDDEN_COLUMN.findall(text))
    notes = []
    if columns:
        named = f"Column {columns[0]} holds" if len(columns) == 1 else f"Columns {listed(columns)} hold"
        notes.append(
            f"{named} {NO_RESULTS}: open the file in a spreadsheet program and save it to have them."
        )
    for number, what in ((rows, "row"), (hidden_columns, "column")):
        if number:
            subject = f"1 hidden {what} is" if number == 1 else f"{number:,} hidden {what}s are"
            notes.append(f"{subject} read like the others; delete what should not be in the table.")
    return tuple(notes)


def _collect(
    text: bytes, styles: list[NumberFormat | None], formats: dict[tuple[int, int], NumberFormat]
) -> None:
    for match in _CELL.finditer(text):
        at, style = _AT.search(match[1]), _STYLE.search(match[1])
        number = int(style[1]) if style else 0
        number_format = styles[number] if number < len(styles) else None
        if at is not None and number_format is not None:
            formats[int(at[2]) - 1, column_number(at[1]) - 1] = number_format


def column_number(letters: bytes) -> int:
    """Returns the number of a column from its letters, from 1: 28 for AB."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _root(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    if archive.getinfo(name).file_size > _LARGEST_PART:
        raise ValueError(f"expected at most {_LARGEST_PART:,} bytes in {name}")
    content = archive.read(name)
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise ValueError(f"expected no entities in {name}")
    try:
        return ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise ValueError(str(error)) from None


def folder_of(archive: zipfile.ZipFile) -> str:
    """Returns the folder of the workbook's parts, with a slash: "xl/" as Excel writes it, others elsewhere.

    Raises:
        ValueError: the archive holds no workbook.
    """
    books = [name for name in archive.namelist() if name.rpartition("/")[2] == "workbook.xml"]
    if not books:
        raise ValueError("expected a workbook in the archive")
    return books[0].removesuffix("workbook.xml")


def _styles(archive: zipfile.ZipFile, part: str) -> list[NumberFormat | None]:
    root = _root(archive, part)
    codes = {
        int(element.get("numFmtId", 0)): element.get("formatCode", "")
        for element in root.iterfind(f"{_MAIN}numFmts/{_MAIN}numFmt")
    }
    return named_formats(
        codes, [int(element.get("numFmtId", 0)) for element in root.iterfind(f"{_MAIN}cellXfs/{_MAIN}xf")]
    )


def named_formats(codes: Mapping[int, str], used: Sequence[int]) -> list[NumberFormat | None]:
    """Returns the format with each of the numbers; None for one that adds nothing to the number.

    Args:
        codes: the format codes that are not built in, by number.
        used: the numbers of the formats.
    """
    return [_format(codes.get(number) or _BUILT_IN.get(number, "")) for number in used]


def _part_of(archive: zipfile.ZipFile, sheet: str) -> str:
    folder = folder_of(archive)
    book = _root(archive, f"{folder}workbook.xml")
    ids = {
        element.get("name"): element.get(_RELATION)
        for element in book.iterfind(f"{_MAIN}sheets/{_MAIN}sheet")
    }
    for element in _root(archive, f"{folder}_rels/workbook.xml.rels"):
        if element.get("Id") == ids.get(sheet):
            target = element.get("Target", "")
            return target.removeprefix("/") if target.startswith("/") else f"{folder}{target}"
    raise KeyError(sheet)


def _format(code: str) -> NumberFormat | None:
    """Returns what a format adds to positive numbers; None where that is nothing."""
    positive = code.split(";")[0]
    digits = re.search(r"[0#?]", positive)
    if digits is None:
        return None
    plain = _LITERAL.sub("", re.sub(r"_.|\*.", "", positive))
    plain = re.sub(r"\[[^\]]*\]", "", plain).strip()
    if re.search(r"[dmyhsDMYHS]", plain):
        return None
    if "%" in plain:
        return NumberFormat(percent=True)
    literals = [
        (match.start(), "".join(filter(None, match.groups()))) for match in _LITERAL.finditer(positive)
    ]
    masked = re.sub(r'\\(.)|"([^"]*)"', lambda match: "".join(filter(None, match.groups())), positive)
    if _MASK.fullmatch(masked):
        return NumberFormat(mask=masked)
    scaled = re.search(r"[0#],+(?![0#])", plain) is not None
    before = "".join(text.strip() for at, text in literals if at < digits.start())
    after = "".join(text for at, text in literals if at > digits.start()).strip()
    money = next((mark for mark in (before, after) if mark in _SIGNS), "")
    if money:
        return NumberFormat(before=money) if money == before else NumberFormat(after=f" {money}")
    unit = "" if scaled or after.casefold() not in UNITS else f" {after}"
    return NumberFormat(after=unit) if unit else None
