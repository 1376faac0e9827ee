"""Opens files of lines, plain or compressed, and bounds what is read of them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, BinaryIO, Final

from cocoa_core.errors import UsageError
from cocoa_core.independent.regular_files import open_regular
from cocoa_core.independent.table_files import table_lines

__all__ = ["most_unpacked", "open_lines"]

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


class _Table(io.RawIOBase):
    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        most = most_unpacked(name, file.seek(0, io.SEEK_END))
        file.seek(0)
        self._lines, self._left = table_lines(file, most), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._left = self._left or next(self._lines, b"")
        count = min(len(buffer), len(self._left))
        buffer[:count], self._left = self._left[:count], self._left[count:]
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


class _Unpacked(io.RawIOBase):
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

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            count: int = self._stream.readinto(buffer)
        except self._broken as error:
            raise OSError(None, f"it cannot be unpacked: {error}") from None
        self._left -= count
        if self._left < 0:
            raise OSError(None, f"unpacked, it has more than {_TIMES:,} times its size")
        return count

    def close(self) -> None:
        self._file.close()
        super().close()
