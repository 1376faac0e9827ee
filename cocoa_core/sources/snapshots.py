"""Reads a source once: into a file, with the digest by which a later reading is compared with it."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import asdict, evolve, field, fields, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import CocoaError, DomainError, Place, UsageError
from cocoa_core.loading import shown_path
from cocoa_core.sources.collecting import is_collection, rows_of_collection
from cocoa_core.sources.databases import is_sqlite, only_table, sqlite_rows
from cocoa_core.sources.duckdb_files import duckdb_rows, is_duckdb, is_queried
from cocoa_core.sources.feeds import feed_rows, is_feed
from cocoa_core.sources.fetching import (
    check_address,
    fetch,
    header_values,
    is_address,
    origin_of,
    shown_address,
)
from cocoa_core.sources.linked_data import is_linked_data, rows_of_file
from cocoa_core.sources.paged_replies import rows_of_replies
from cocoa_core.sources.pages import is_page, page_paths, rows_of_pages
from cocoa_core.sources.records import Row, write_rows
from cocoa_core.suggestions import quoted

SNAPSHOT: Final = "snapshot.json"
"""The file in a domain's folder that says where its table came from."""
MOST_REPLIES: Final = 100
_HEAD: Final = 4096
"""Bytes at the beginning of a file by which its kind is known."""
_LARGEST_NOTE: Final = 100_000
_BY_BEGIN: Final = {b"PK\x03\x04": ".xlsx", b"PAR1": ".parquet", b"\xd0\xcf\x11\xe0": ".xls"}
"""The endings of files by their first four bytes."""


@frozen
class Query:
    """What is read of a source."""

    at: str = ""
    """A table of a database, a sheet, or the keys to the rows of JSON."""
    sql: str = ""
    """A SELECT, where the source is a database."""
    next: str = ""
    """The keys to the address of the next reply, where the source answers page by page."""
    pages: int = MOST_REPLIES
    """The most replies to fetch."""
    headers: str = ""
    """Additional headers of requests, as `header_names` returns them: without the values."""


@frozen
class Snapshot:
    """The file that a source gave."""

    path: Path
    """The table."""
    source: str
    """The source as messages name it, without secrets."""
    query: Query
    at: str = ""
    """The part of the query that the reader of the table has yet to apply."""
    table: str = ""
    """The table of a database that was read; empty for any other source."""
    own: bool = False
    """Whether the file is the user's own, not a copy of it."""
    notes: tuple[str, ...] = ()
    """What was decided while reading, one sentence each."""
    digest: str = field(init=False)
    """"sha256:..." of the file; empty where there is no file."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "digest", _digest(self.path) if self.path.is_file() else "")


@contextmanager
def snapshot_of(source: str, query: Query, before: Query | None = None) -> Iterator[Snapshot]:
    """Reads a source once. The file of the snapshot exists until the block ends, unless it is kept.

    Errors in the block name the source, not the copy.

    Args:
        source: a path or an address.
        before: what was read of the source last time; it is used where the query is empty.

    Raises:
        UsageError: the source is none, or the query does not fit it.
        DomainError: the source cannot be read.
    """
    if is_address(source):
        check_address(source)
    with tempfile.TemporaryDirectory(prefix="cocoa-") as name:
        folder = Path(name)
        shown = shown_address(source) if is_address(source) else shown_path(Path(source))
        try:
            yield _taken(source, shown, query, before or Query(), folder)
        except CocoaError as error:
            for cause in (error, *getattr(error, "errors", ())):
                if cause.place is not None and cause.place.file.startswith(str(folder)):
                    cause.place = evolve(cause.place, file=shown)
            raise


def _taken(source: str, shown: str, query: Query, before: Query, folder: Path) -> Snapshot:
    used = query if query != Query() else before
    path, target, notes = Path(source), folder / "snapshot.jsonl", list[str]()
    if is_address(source):
        headers = header_values(used.headers)
        if used.next:
            rows = rows_of_replies(source, used.at, used.next, used.pages, notes, headers)
            write_rows(rows, target, shown)
            return Snapshot(target, shown, used, notes=tuple(notes))
        path = folder / "reply"
        path.write_bytes(fetch(source, headers=headers).body)
    elif "://" in source:
        raise UsageError(
            "this has to be a file of this machine, or an http(s) address",
            got=quoted(source.partition(":")[0] + "://"),
        )
    elif query.headers:
        raise UsageError("--header needs an address", got=shown, expected="https://...")
    elif query.next:
        raise UsageError("--next needs the address of a reply in JSON", got=shown, expected="https://...")
    if not (path.is_file() or path.is_dir()):  # opening a pipe would wait; the reader of tables refuses it
        return Snapshot(path, shown, query, query.at, own=True)
    head = _head(path)
    if is_sqlite(head):
        write_rows(sqlite_rows(path, used.at, used.sql), target, shown)
        return Snapshot(target, shown, used, table=used.at or only_table(path))
    if is_duckdb(head) or (query.sql and is_queried(path)):
        write_rows(duckdb_rows(path, used.at, used.sql), target, shown)
        return Snapshot(target, shown, used, table=used.at)
    if query.sql:
        raise UsageError(
            "--sql needs a database", got=shown, expected="an SQLite or DuckDB file, Parquet or CSV"
        )
    kinds = ((is_page, _page_rows), (is_feed, feed_rows), (is_linked_data, rows_of_file))
    read = next((read for is_kind, read in kinds if is_kind(path, head)), None)
    if read is not None:
        if query.at:
            raise UsageError("--at needs a table, a database or JSON", got=shown)
        write_rows(read(path, notes), target, shown)
        return Snapshot(target, shown, query, notes=tuple(notes))
    if not is_address(source):
        return Snapshot(path, shown, query, query.at, own=True)
    return Snapshot(path.rename(folder / f"snapshot{_ending(head)}"), shown, query, query.at)


def _page_rows(path: Path, notes: list[str]) -> Iterator[Row]:
    if is_collection(path):
        return rows_of_collection(path, notes)
    return rows_of_pages(page_paths(path), notes)


def _head(path: Path) -> bytes:
    """Returns the beginning of a file; empty where it cannot be read, which is refused later."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def _ending(head: bytes) -> str:
    begin = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return _BY_BEGIN.get(head[:4]) or (".json" if begin in (b"{", b"[") else ".csv")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"


def keep_snapshot(snapshot: Snapshot, folder: Path) -> str | None:
    """Stores the snapshot in a domain's folder, with a note of its source.

    A file of the user's own is not copied; the snapshot of an earlier source is removed.

    Returns:
        The name of the stored file; None for a file of the user's own.
    """
    before = kept_snapshot(folder)
    name = None if snapshot.own else snapshot.path.name
    if before is not None and before["file"] != name:
        (folder / before["file"]).unlink(missing_ok=True)
        (folder / SNAPSHOT).unlink(missing_ok=True)
    if name is None:
        return None
    write_whole(folder / name, snapshot.path.read_bytes())
    source = snapshot.source if is_address(snapshot.source) else Path(snapshot.source).name
    note = {"source": source, **asdict(snapshot.query), "file": name, "digest": snapshot.digest}
    write_whole(folder / SNAPSHOT, (json.dumps(note, indent=2, ensure_ascii=False) + "\n").encode())
    return name


def query_before(note: dict[str, Any] | None, source: str) -> Query | None:
    """Returns what was read of a source last time; None without a note.

    The headers are left out unless the source is at the same host.

    Args:
        note: what `kept_snapshot` returns.
    """
    if note is None:
        return None
    query = Query(**{attribute.name: note[attribute.name] for attribute in fields(Query)})
    addresses = is_address(source) and is_address(note["source"])
    same_host = addresses and origin_of(source) == origin_of(note["source"])
    return query if same_host else evolve(query, headers="")


def _fits(note: dict[str, Any]) -> bool:
    texts = all(isinstance(note[name], int if name == "pages" else str) for name in note)
    return texts and Path(note["file"]).name == note["file"] and note["file"].startswith("snapshot.")


def kept_snapshot(folder: Path) -> dict[str, Any] | None:
    """Returns the content of the folder's snapshot.json; None where there is none.

    Raises:
        DomainError: the file is not as cocoa wrote it.
    """
    path = folder / SNAPSHOT
    if not path.is_file():
        return None
    keys = {"source", "file", "digest", *(attribute.name for attribute in fields(Query))}
    try:
        result = json.loads(path.read_bytes()) if path.stat().st_size <= _LARGEST_NOTE else None
    except (ValueError, OSError, RecursionError):
        result = None
    if isinstance(result, dict):
        result = {"headers": "", **result}
    if not isinstance(result, dict) or result.keys() != keys or not _fits(result):
        fix = "delete it; then --at or --sql say again what is read"
        raise DomainError(
            "this file cannot be read", expected="as cocoa wrote it", fix=fix, place=Place(shown_path(path))
        )
    return result
