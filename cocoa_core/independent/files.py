"""Opens and reads the files of a data set, bounded: regular files, JSON, packed lines, Parquet."""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

import msgspec

from cocoa_core.errors import UsageError, one_line

_DEEPEST: Final = 20
"""The most objects and lists that may be nested."""
_FEW: Final = 400
"""With at most this many objects and lists in all, Python's recursion limit cannot be reached."""


def read_json(data: bytes, *, once: bool = False) -> Any:
    """Returns the value of a JSON text.

    NaN, infinities, other encodings and a byte order mark are refused.

    Args:
        once: whether a key that stands twice in an object is refused.

    Raises:
        ValueError: the text is no such JSON, or is nested more than 20 levels deep.
    """
    text = data.decode("utf-8")
    try:
        value = (_ONCE if once else _PLAIN).decode(text)
    except RecursionError:
        raise _too_deep() from None
    return _bounded(value, data)


def read_compact_json(data: bytes) -> tuple[Any, bool]:
    """Returns the value of a JSON text, and whether Python's `json` writes that value as this text: without
    blanks, every character outside ASCII as itself.

    msgspec reads and writes in a third of the time. What it does not give back byte for byte is left to
    `json`.

    Raises:
        ValueError: as `read_json` does.
    """
    try:
        value = _DECODER.decode(data)
        if _ENCODER.encode(value) == data:
            return _bounded(value, data), True
    except (ValueError, RecursionError):
        pass  # `json` reads lone surrogates, and says what is wrong
    value = read_json(data)
    return value, _COMPACT.encode(value).encode("utf-8", "surrogatepass") == data


def _bounded(value: Any, data: bytes) -> Any:
    """Returns the value that was read from these bytes.

    Raises:
        ValueError: it is nested too deeply.
    """
    if data.count(b"[") + data.count(b"{") > _FEW and _is_deep(value):
        raise _too_deep()
    return value


@lru_cache(maxsize=1 << 10)
def _float(text: str) -> float:
    """Returns a number with a point as Python writes it.

    Raises:
        ValueError: Python writes it otherwise; msgspec has exponents of its own.
    """
    value = float(text)
    if repr(value) != text:
        raise ValueError(f"Python writes {text} as {value!r}")
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _too_deep() -> ValueError:
    return ValueError(f"it has more than {_DEEPEST} levels")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice!r} stands twice")
    return result


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for container in level
            if isinstance(container, dict | list)
            for inner in (container.values() if isinstance(container, dict) else container)
        ]
        if not level:
            return False
    return any(isinstance(container, dict | list) for container in level)


_PLAIN: Final = json.JSONDecoder(parse_constant=_refuse)
_ONCE: Final = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_once)
_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
_DECODER: Final = msgspec.json.Decoder(float_hook=_float)
_ENCODER: Final = msgspec.json.Encoder()


def open_regular(path: Path, within: Path | None = None) -> BinaryIO:
    """Opens a file for reading.

    Args:
        within: a folder that the file has to lie in.

    Raises:
        OSError: there is no such file, it is something whose end may never come, it lies outside of `within`,
            or a link leads to it.
    """
    try:
        if within is not None:
            _check_way(within, path.relative_to(within).parts)
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:  # a name that no file can have
        raise OSError(str(error)) from None
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError("this is not a file")
        return os.fdopen(file, "rb")
    except BaseException:
        os.close(file)
        raise


def _check_way(folder: Path, parts: tuple[str, ...]) -> None:
    for part in parts:
        folder = folder / part
        if part == "..":
            raise OSError("it leads out of the folder")
        if folder.is_symlink():
            raise OSError("it is a link, or lies behind one")


def read_regular(path: Path, most: int, within: Path | None = None) -> bytes:
    """Returns the content of a file.

    Args:
        most: the largest number of bytes to accept.
        within: as in `open_regular`.

    Raises:
        OSError: the file cannot be read, or is larger than `most`.
    """
    with open_regular(path, within) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(f"it has more than {most:,} bytes")
    return data


def is_there(path: Path) -> bool:
    """Returns whether anything has this name, even a link that leads nowhere."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False


_ROWS: Final = 64
"""The number of rows held in memory."""


def _table_lines(file: BinaryIO, most: int) -> Iterator[bytes]:
    """Yields the records of a Parquet file as lines."""
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "files that end in .parquet are read with the library pyarrow",
            got="no pyarrow",
            fix="pip install -e '.[parquet]' in a checkout of cocoa",
        ) from None
    try:
        yield from _lines(parquet.ParquetFile(file), most)
    except (arrow.ArrowException, ValueError) as error:
        raise OSError(None, f"it cannot be read as Parquet: {one_line(error)}") from None


def _lines(table: Any, most: int) -> Iterator[bytes]:
    groups = (table.metadata.row_group(number) for number in range(table.metadata.num_row_groups))
    bytes_left = most - sum(group.total_byte_size for group in groups)
    if bytes_left < 0:
        raise _too_much(most)
    bytes_left = most
    _compare_columns(table.schema_arrow)
    rows = (row for batch in table.iter_batches(_ROWS, use_threads=False) for row in batch.to_pylist())
    for number, row in enumerate(rows, start=1):
        text = row.pop("record", None)
        if not isinstance(text, str) or "\n" in text:
            raise OSError(None, f"row {number} has no record of one line")
        _compare(number, row, text)
        line = f"{text}\n".encode()
        bytes_left -= len(line)
        if bytes_left < 0:
            raise _too_much(most)
        yield line


def _too_much(most: int) -> OSError:
    return OSError(None, f"unpacked, it has more than {most:,} bytes")


def _compare(number: int, row: dict[str, Any], text: str) -> None:
    """Compares a row with its record, so that whoever filters by a column finds what the records hold."""
    try:
        stated = _columns(read_json(text.encode()))
    except ValueError:  # the check of the line says what is wrong with it
        return
    for name, value in stated.items():
        cell = read_json(row[name].encode()) if name == "key" and row[name] is not None else row[name]
        if cell != value or type(cell) is not type(value):
            got, expected = one_line(str(cell)), one_line(str(value))
            raise OSError(None, f"row {number}: the column {name} says {got}, its record {expected}")


def _compare_columns(schema: Any) -> None:
    """Compares the types of the columns before anything is read: values of others could be of any size."""
    texts, numbers = _columns(None), ("index", "slots", "minterms")
    expected = {name: "int64" if name in numbers else "string" for name in (*texts, "record")}
    columns = [(column.name, str(column.type)) for column in schema]
    if sorted(columns) != sorted(expected.items()):
        got = ", ".join(f"{name} ({kind})" for name, kind in columns)
        wanted = ", ".join(f"{name} ({kind})" for name, kind in expected.items())
        raise OSError(None, f"its columns are {got}, not {wanted}")


def _columns(record: Any) -> dict[str, Any]:
    """Returns the columns that go with a record; None for what records of its family lack."""
    whole = _part(record)
    domain, size, made = (_part(whole.get(name)) for name in ("domain", "complexity", "provenance"))
    text = whole.get("request")
    plain = {
        "id": whole.get("id"),
        "family": whole.get("family"),
        "ask": whole.get("ask"),
        "variant": whole.get("variant"),
        "domain": domain.get("name"),
        "text": text if isinstance(text, str) else whole.get("sentence"),
        "answer": whole.get("answer"),
        "side": made.get("side"),
    }
    counts = {"index": made.get("index"), "slots": size.get("slots"), "minterms": size.get("minterms")}
    return {
        **{name: value if type(value) is str else None for name, value in plain.items()},
        "key": whole.get("key"),
        **{name: value if type(value) is int else None for name, value in counts.items()},
    }


def _part(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


_TIMES: Final = 1_000
_LEAST: Final = 1 << 24
_WIDEST: Final = 1 << 27


def most_unpacked(name: str, size: int) -> int:
    """Returns the most bytes that are read of a file with this name and size."""
    return max(_LEAST, _TIMES * size) if name.endswith((".zst", ".parquet")) else size


def open_lines(path: Path, within: Path) -> BinaryIO:
    """Opens a file for reading, as the lines that it held before it was compressed or put into a table.

    Raises:
        OSError: as `open_regular`, and while reading: it cannot be unpacked, or holds too much.
    """
    file = open_regular(path, within)
    if path.suffix == ".parquet":
        return io.BufferedReader(_Table(file, path.name))
    return io.BufferedReader(_Unpacked(file, path.name)) if path.suffix == ".zst" else file


class _OverFile(io.RawIOBase):
    """Bytes that are made of those of a file."""

    _file: BinaryIO

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()


class _Table(_OverFile):
    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        most = most_unpacked(name, file.seek(0, io.SEEK_END))
        file.seek(0)
        self._lines, self._left = _table_lines(file, most), b""

    def readinto(self, buffer: Any) -> int:
        self._left = self._left or next(self._lines, b"")
        count = min(len(buffer), len(self._left))
        buffer[:count], self._left = self._left[:count], self._left[count:]
        return count


class _Unpacked(_OverFile):
    def __init__(self, file: BinaryIO, name: str) -> None:
        try:
            import zstandard
        except ImportError:
            file.close()
            raise UsageError(
                "files that end in .zst are read with the library zstandard",
                got="no zstandard",
                fix="pip install -e '.[zstd]' in a checkout of cocoa",
            ) from None
        self._file, self._broken = file, zstandard.ZstdError
        self._left = most_unpacked(name, file.seek(0, io.SEEK_END))
        file.seek(0)
        unpacker = zstandard.ZstdDecompressor(max_window_size=_WIDEST)
        self._stream = unpacker.stream_reader(file, read_across_frames=True, closefd=False)

    def readinto(self, buffer: Any) -> int:
        try:
            count: int = self._stream.readinto(buffer)
        except self._broken as error:
            raise OSError(None, f"it cannot be unpacked: {error}") from None
        self._left -= count
        if self._left < 0:
            raise OSError(None, f"unpacked, it has more than {_TIMES:,} times its size")
        return count
