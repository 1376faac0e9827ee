"""Stores the kept assertions on disk, for queries of the edges at a node, with the edges' vectors."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import FindingsError
from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge

PAGE: Final = 4_096
"""The edges in either direction that are read together; a node may have a million."""

_MADE: Final = """
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS edges (
    id INTEGER PRIMARY KEY, head TEXT, relation INTEGER, tail TEXT, UNIQUE (head, tail, relation)
);
CREATE TABLE IF NOT EXISTS vectors (edge INTEGER PRIMARY KEY, vector BLOB);
CREATE TABLE IF NOT EXISTS built (id TEXT PRIMARY KEY, line TEXT) WITHOUT ROWID;
"""
_PUT: Final = "INSERT INTO edges (head, relation, tail) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_FROM: Final = """
SELECT id, head, relation, tail FROM edges WHERE head = ? ORDER BY tail, relation LIMIT ? OFFSET ?
"""
_TO: Final = """
SELECT id, head, relation, tail FROM edges WHERE tail = ? ORDER BY head, relation LIMIT ? OFFSET ?
"""
_VECTORS: Final = "SELECT edge, vector FROM vectors WHERE edge IN (SELECT value FROM json_each(?))"
_CACHE: Final = "PRAGMA cache_size = -64000"
"""Kilobytes of the file that are held in memory."""


class Index:
    """A database file that survives a kill: what was committed remains. It is a context manager."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = sqlite3.connect(path)
            self._file.executescript(
                f"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; {_CACHE}; {_MADE}"
            )
        except sqlite3.DatabaseError as error:
            raise FindingsError(
                "the file of an earlier, unfinished build cannot be read",
                got=f"{path}: {error}",
                fix="remove it; the build begins anew",
            ) from error

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def remove(self) -> None:
        self._file.close()
        for ending in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + ending).unlink(missing_ok=True)

    def state(self, name: str) -> Any:
        """Returns the value stored under a name; None where there is none."""
        row = self._file.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def keep(self, name: str, value: object) -> None:
        """Stores a value under a name; it is permanent after the next commit."""
        self._file.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, json.dumps(value)))

    def commit(self) -> None:
        self._file.commit()

    def put(self, edges: Iterable[Edge]) -> None:
        """Adds edges; an edge that is there already is not added again."""
        rows = ((head, RELATIONS.index(name), tail) for head, name, tail in edges)
        self._file.executemany(_PUT, rows)

    def finish_edges(self) -> None:
        """Indexes the edges by their tails, once all are there; by their heads they are indexed already."""
        self._file.execute("CREATE INDEX IF NOT EXISTS by_tail ON edges (tail, head, relation)")
        self.commit()

    def count(self) -> int:
        return int(self._file.execute("SELECT count(*) FROM edges").fetchone()[0])

    def edges_at(self, node: str, page: int) -> tuple[dict[int, Edge], bool]:
        """Returns the edges on a page of a node, by their numbers, and whether it is the last page.

        A page has up to `PAGE` edges of either direction, in a fixed order.

        Args:
            page: the number of the page, from 0.
        """
        window = (node, PAGE, page * PAGE)
        leaving, arriving = (self._file.execute(call, window).fetchall() for call in (_FROM, _TO))
        edges = {
            number: (head, RELATIONS[relation], tail)
            for number, head, relation, tail in (*leaving, *arriving)
        }
        return edges, max(len(leaving), len(arriving)) < PAGE

    def vectors(self, edges: Sequence[int]) -> dict[int, bytes]:
        """Returns the stored vectors of the edges with these numbers."""
        return dict(self._file.execute(_VECTORS, (json.dumps(list(edges)),)))

    def put_vectors(self, vectors: Mapping[int, bytes]) -> None:
        """Stores vectors by the numbers of their edges."""
        self._file.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", vectors.items())

    def built(self, key: str) -> str | None:
        """Returns the line of a built concept set; empty where left out, None where not tried."""
        row = self._file.execute("SELECT line FROM built WHERE id = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def put_built(self, rows: Sequence[tuple[str, str]]) -> None:
        """Stores lines by the id of their concept set, and commits."""
        self._file.executemany("INSERT OR REPLACE INTO built VALUES (?, ?)", rows)
        self.commit()

    def lines(self) -> Iterator[str]:
        """Yields the lines that were built, by id."""
        for (line,) in self._file.execute("SELECT line FROM built WHERE line != '' ORDER BY id"):
            yield str(line)
