"""Reads the number formats of .xls cells from the records of the workbook's stream.

An .xls file is a small file system (OLE2): sectors, a table of which sector follows which, and a directory.
One of its streams is the workbook, a sequence of records, each preceded by its kind and its length.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from cocoa_core.importing.tables.number_formats import NumberFormat, named_formats

_MAGIC: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STREAMS: Final = ("Workbook", "Book")
"""The name of the workbook's stream in Excel 97 and later, and in Excel 5 and 95."""
_FREE: Final = 0xFFFFFFFA
"""Sector numbers from here on mean that no sector follows."""
_SHEET, _FORMAT, _STYLE, _SEVERAL, _END = 0x85, 0x41E, 0xE0, 0xBD, 0x0A
_CELLS: Final = (0x203, 0x27E, 0x06)
"""Records of numbers, packed numbers and formulas, each beginning with row, column and style."""


def binary_formats_of(data: bytes, sheet: str) -> Mapping[tuple[int, int], NumberFormat]:
    """Returns the formats of a sheet's cells that add something to the number, by row and column from 0.

    Raises:
        ValueError: the file is not laid out as .xls files are.
        KeyError: the file is not laid out as .xls files are, or has no such sheet.
        IndexError: the file is not laid out as .xls files are.
        struct.error: the file is not laid out as .xls files are.
    """
    stream, modern = _workbook(data)
    codes: dict[int, str] = {}
    used: list[int] = []
    starts: dict[str, int] = {}
    for kind, body in _records(stream, 0):
        if kind == _SHEET:
            starts[_text(body[6:], 1, modern)] = struct.unpack_from("<I", body)[0]
        elif kind == _FORMAT:
            codes[struct.unpack_from("<H", body)[0]] = _text(body[2:], 2 if modern else 1, modern)
        elif kind == _STYLE:
            used.append(struct.unpack_from("<H", body, 2)[0])
    styles = named_formats(codes, used)
    if not any(styles):
        return {}
    formats: dict[tuple[int, int], NumberFormat] = {}
    for row, column, number in _cells(stream, starts[sheet]):
        style = styles[number] if number < len(styles) else None
        if style is not None:
            formats[row, column] = style
    return formats


def _cells(stream: bytes, start: int) -> Iterator[tuple[int, int, int]]:
    """Yields row, column and style of each number of the sheet that begins at `start`."""
    for kind, body in _records(stream, start):
        if kind in _CELLS:
            yield struct.unpack_from("<HHH", body)
        elif kind == _SEVERAL:
            row, column = struct.unpack_from("<HH", body)
            for index in range((len(body) - 6) // 6):
                yield row, column + index, struct.unpack_from("<H", body, 4 + 6 * index)[0]


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yields the kind and the body of each record from `at` to the end of this part of the workbook."""
    kind = -1
    while kind != _END and at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        yield kind, stream[at + 4 : at + 4 + length]
        at += 4 + length


def _text(body: bytes, size: int, modern: bool) -> str:
    """Returns a text behind its length (of `size` bytes) and, in a modern file, a byte for its encoding."""
    length = int.from_bytes(body[:size], "little")
    if not modern:
        return body[size : size + length].decode("cp1252", "replace")
    wide, start = body[size] & 1, size + 1
    if wide:
        return body[start : start + 2 * length].decode("utf-16-le", "replace")
    return body[start : start + length].decode("latin-1")


def _workbook(data: bytes) -> tuple[bytes, bool]:
    """Returns the stream of the workbook, and whether it is as Excel 97 and later write it."""
    if not data.startswith(_MAGIC):
        raise ValueError("expected an OLE2 file")
    shift, small_shift = struct.unpack_from("<HH", data, 30)
    directory, cutoff, small_start = (struct.unpack_from("<I", data, at)[0] for at in (48, 56, 60))
    size = 1 << shift
    table = _table(data, size)
    entries = _chained(data, table, directory, size, size)
    root = struct.unpack_from("<I", entries, 116)[0]
    for at in range(0, len(entries) - 127, 128):
        length = struct.unpack_from("<H", entries, at + 64)[0]
        name = entries[at : at + max(0, length - 2)].decode("utf-16-le", "replace")
        if name in _STREAMS:
            start, held = struct.unpack_from("<II", entries, at + 116)
            if held >= cutoff:
                return _chained(data, table, start, size, size)[:held], name == _STREAMS[0]
            small = _chained(data, table, root, size, size)
            follow = _numbers(_chained(data, table, small_start, size, size))
            return _chained(small, follow, start, 1 << small_shift, 0)[:held], name == _STREAMS[0]
    raise KeyError(_STREAMS[0])


def _table(data: bytes, size: int) -> list[int]:
    """Returns the number of the sector that follows each sector."""
    listed = list(struct.unpack_from("<109I", data, 76))
    further = struct.unpack_from("<I", data, 68)[0]
    for _ in range(len(data) // size + 1):
        if further >= _FREE:
            break
        block = _numbers(data[size * (further + 1) : size * (further + 2)])
        listed += block[:-1]
        further = block[-1]
    sectors = (data[size * (sector + 1) : size * (sector + 2)] for sector in listed if sector < _FREE)
    return list(chain.from_iterable(map(_numbers, sectors)))


def _numbers(data: bytes) -> list[int]:
    return [number for (number,) in struct.iter_unpack("<I", data[: len(data) // 4 * 4])]


def _chained(data: bytes, table: list[int], start: int, size: int, before: int) -> bytes:
    """Returns the content of a sector and all that follow it; `before` bytes precede the first one."""
    parts: list[bytes] = []
    while start < _FREE and len(parts) <= len(table):
        parts.append(data[before + size * start : before + size * (start + 1)])
        start = table[start]
    return b"".join(parts)
