"""How a finished data set keeps its lines: one file for each side or shards, compressed or not."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

from attrs import evolve, frozen

from cocoa_core.atomic_files import writing_whole
from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.extras import library
from cocoa_core.items.file_reading import open_plain
from cocoa_core.items.manifest import FORMATS, MOST_SHARDS, Manifest, ShardState, is_data_file
from cocoa_core.items.parquet import PARQUET, Arrow, Rows, records_in
from cocoa_core.suggestions import not_among

_ZST: Final = ".zst"
_GZ: Final = ".gz"
_LEVEL: Final = 9
_WIDEST: Final = 1 << 27
_MOST_TIMES: Final = 1_000
_LEAST_BOUND: Final = 1 << 24
"""Unpacked, a file may be so many times as large as it is, and so many bytes in any case."""
_CHUNK: Final = 1 << 20


@frozen
class Packing:
    """The format of the data files, and the size of shards."""

    format: str = FORMATS[0]
    """One of FORMATS."""
    shard: int | None = None
    """The largest number of questions in a file; None for one file a side."""

    @classmethod
    def of(cls, form: str, shard: int | None = None) -> Packing:
        """Checks the user's choice.

        Raises:
            UsageError: the format is unknown, the size is below 1, or a library is not installed.
        """
        if form not in FORMATS:
            raise UsageError("there is no such format", **not_among(form, FORMATS, " or "))
        if shard is not None and shard < 1:
            raise UsageError("the size of a shard is out of range", got=str(shard), expected="1 or more")
        if form.endswith(_ZST):
            _zstandard()
        if form.endswith(PARQUET[1:]):
            Arrow.installed()
        return cls(form, shard)

    def names(self, side: str, items: int) -> Iterator[tuple[str, int]]:
        """Yields the name and the number of items of each shard of a side, if there are any."""
        if self.shard is not None:
            for number, start in enumerate(range(0, max(items, 1), self.shard)):
                yield f"{side}-{number:05}.{self.format}", min(self.shard, items - start)
        elif self.format != FORMATS[0]:
            yield f"{side}.{self.format}", items

    def check(self, manifest: Manifest) -> None:
        """Refuses a packing that gives more files than a manifest can name.

        Raises:
            UsageError: the data set has too many questions for shards of this size.
        """
        if self.shard is not None and manifest.count // self.shard + len(manifest.files) > MOST_SHARDS:
            raise UsageError(
                "the shards are too many",
                got=f"{manifest.count:,} questions in shards of {self.shard:,}",
                expected=f"{MOST_SHARDS:,} files at most",
                fix="name a larger --shard",
            )

    def fits(self, manifest: Manifest) -> bool:
        """Returns whether a finished data set is packed this way already."""
        return all(
            [(shard.file, shard.items) for shard in state.shards or ()]
            == list(self.names(side, state.items or 0))
            for side, state in manifest.files.items()
        )


def pack(folder: Path, manifest: Manifest, packing: Packing) -> Manifest:
    """Writes the shards of a finished data set beside its lines.

    Returns:
        The manifest that names the shards.
    """
    files = {}
    for side, state in manifest.files.items():
        with (folder / state.file).open("rb") as lines:
            shards = tuple(
                ShardState(name, items, _write(folder / name, islice(lines, items)))
                for name, items in packing.names(side, state.items or 0)
            )
        files[side] = evolve(state, shards=shards or None)
    return evolve(manifest, files=files)


def pack_file(lines: Path, path: Path) -> None:
    """Packs a file of lines into the format of the name `path`, and removes the plain file."""
    if path.name.endswith(FORMATS[0]):
        os.replace(lines, path)
        return
    with lines.open("rb") as file:
        _write(path, file)
    lines.unlink()


@contextmanager
def writing_packed(path: Path) -> Iterator[Any]:
    """Writes lines to a file of the format that its name ends in. The file appears whole at the end, or not
    at all.

    Besides FORMATS the name may end in `.gz`, which needs no library.
    """
    with writing_whole(path, alone=True) as file, _packed(file, path) as packed:
        yield packed


def unpack(folder: Path, manifest: Manifest) -> None:
    """Turns the files of a finished data set back into plain lines, to which more can be appended."""
    for state in manifest.files.values():
        if state.shards is not None:
            with writing_whole(folder / state.file, alone=True) as plain_file:
                for shard in state.shards:
                    with open_lines(folder / shard.file) as lines:
                        while chunk := lines.read(_CHUNK):
                            plain_file.write(chunk)


def tidy(folder: Path, manifest: Manifest) -> None:
    """Removes the files that a killed call left beside those that a finished data set names."""
    named_files = {piece.file for state in manifest.files.values() for piece in state.pieces}
    for path in list(folder.iterdir()):
        name = path.name.removesuffix(".tmp")
        if path.name not in named_files and any(is_data_file(side, name) for side in manifest.files):
            path.unlink()


def open_lines(path: Path) -> BinaryIO:
    """Opens a file of lines for reading, and decompresses it where needed.

    Raises:
        OSError: there is no such file, or, while reading, it cannot be decompressed.
        FindingsError: as `open_plain`.
    """
    file = open_plain(path)
    if path.suffix == PARQUET:
        return io.BufferedReader(_Table(file, path))
    return io.BufferedReader(_Unpacked(file, path)) if path.suffix in (_ZST, _GZ) else file


def lines_sha256(path: Path, after: str = "") -> str:
    """Returns the SHA-256 of a file's lines, in hexadecimal, however they are packed.

    Args:
        after: digits that are hashed after the lines.
    """
    digest = hashlib.sha256()
    with open_lines(path) as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    digest.update(after.encode())
    return digest.hexdigest()


def _write(path: Path, lines: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    with writing_packed(path) as packed:
        for line in lines:
            digest.update(line)
            packed.write(line)
    return digest.hexdigest()


@contextmanager
def _packed(file: BinaryIO, path: Path) -> Iterator[Any]:
    if path.suffix == PARQUET:
        with closing(Rows(file, path)) as rows:
            yield rows
        return
    if path.suffix == _GZ:
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            yield packed
        return
    if path.suffix != _ZST:
        yield file
        return
    with _zstandard().ZstdCompressor(level=_LEVEL).stream_writer(file, closefd=False) as packed:
        yield packed


class _Unpacked(io.RawIOBase):
    """Streams the content of a compressed file, up to a bound: few bytes may unpack to very many."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self._path, self._left = file, path, _most(file)
        self._reader: Any
        self._faults: tuple[type[Exception], ...]
        if path.suffix == _GZ:
            self._reader = _Gunzip(file)
            self._faults = (EOFError, zlib.error)
            return
        zstandard = _zstandard()
        unpacker = zstandard.ZstdDecompressor(max_window_size=_WIDEST)
        self._reader = unpacker.stream_reader(file, read_across_frames=True, closefd=False)
        self._faults = (zstandard.ZstdError,)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            count: int = self._reader.readinto(buffer)
        except self._faults as error:
            raise _broken(self._path, str(error)) from None
        self._left -= count
        if self._left < 0:
            raise _broken(self._path, f"more than {_MOST_TIMES:,} times its size when it is unpacked")
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


class _Gunzip:
    """Streams the one member of a gzip file, and takes nothing after it.

    Python's own reader skips zeros after a member one by one: a sparse file of a terabyte keeps it for days.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._inflate = file, zlib.decompressobj(zlib.MAX_WBITS | 16)

    def readinto(self, buffer: Any) -> int:
        while not self._inflate.eof:
            packed = self._inflate.unconsumed_tail or self._file.read(_CHUNK)
            data = self._inflate.decompress(packed, len(buffer))
            if data:
                buffer[: len(data)] = data
                return len(data)
            if not packed and not self._inflate.eof:
                raise EOFError("the file was cut")
        if self._inflate.unused_data or self._file.read(1):
            raise EOFError("something follows its end")
        return 0


class _Table(io.RawIOBase):
    """Streams the records of a Parquet file as lines."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self._path = file, path
        self._records, self._left = records_in(file, _most(file)), memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            self._left = self._left or memoryview(next(self._records, b""))
        except ValueError as error:
            raise _broken(self._path, str(error)) from None
        count = min(len(buffer), len(self._left))
        buffer[:count], self._left = self._left[:count], self._left[count:]
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


def _most(file: BinaryIO) -> int:
    """Returns the bytes that a file may hold when it is unpacked; it is at its start again then."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    return max(_LEAST_BOUND, _MOST_TIMES * size)


def _broken(path: Path, got: str) -> FindingsError:
    return FindingsError(
        "a file of this data set cannot be unpacked",
        got=got,
        expected="the file as it was written",
        fix="restore it from a copy, or generate it again",
        place=Place(str(path)),
    )


def _zstandard() -> Any:
    return library("zstandard", "zstd", "a file that ends in .zst")
