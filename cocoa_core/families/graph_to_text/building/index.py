"""The kept assertions in a file on disk, to be asked for what lies around some concepts."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import FindingsError
from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge

__all__ = ["Index"]

_MADE: Final = """
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS edges (
    head TEXT, relation INTEGER, tail TEXT, weight REAL, PRIMARY KEY (head, tail, relation)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS built (id TEXT PRIMARY KEY, line TEXT) WITHOUT ROWID;
"""
_PUT: Final = """
INSERT INTO edges VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET weight = max(weight, excluded.weight)
"""
_AROUND: Final = """
SELECT head, relation, tail, weight FROM (
    SELECT * FROM (SELECT * FROM edges WHERE head = ?1 ORDER BY weight DESC, tail, relation LIMIT ?2)
    UNION SELECT * FROM (SELECT * FROM edges WHERE tail = ?1 ORDER BY weight DESC, head, relation LIMIT ?2)
)
"""
_BETWEEN: Final = """
SELECT edges.head, edges.relation, edges.tail, edges.weight FROM near AS one
CROSS JOIN edges ON edges.head = one.name JOIN near AS other ON edges.tail = other.name
"""
_CACHE: Final = "PRAGMA cache_size = -64000"
"""Kilobytes of the file that are held in memory."""


class Index:
    """A file that outlives a kill: what was committed is there. A context manager."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = sqlite3.connect(path)
            self._file.executescript(
                f"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; {_CACHE}; {_MADE}"
            )
            self._file.execute("CREATE TEMP TABLE near (name TEXT PRIMARY KEY) WITHOUT ROWID")
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
        """Close it, and take it away."""
        self._file.close()
        for ending in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + ending).unlink(missing_ok=True)

    def state(self, name: str) -> Any:
        """What was kept under a name, None where nothing was."""
        row = self._file.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def keep(self, name: str, value: object) -> None:
        """Put a value under a name; there to stay with the next commit."""
        self._file.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, json.dumps(value)))

    def commit(self) -> None:
        """What was put so far outlives this process."""
        self._file.commit()

    def put(self, edges: Iterable[tuple[Edge, float]]) -> None:
        """Add edges; of equal ones the largest weight counts."""
        rows = ((head, RELATIONS.index(name), tail, weight) for (head, name, tail), weight in edges)
        self._file.executemany(_PUT, rows)

    def finish_edges(self) -> None:
        """All edges are there: make them quick to find from either end."""
        self._file.execute("CREATE INDEX IF NOT EXISTS by_tail ON edges (tail, weight)")
        self._file.execute("CREATE INDEX IF NOT EXISTS by_head ON edges (head, weight)")
        self.commit()

    def count(self) -> int:
        """How many different edges there are."""
        return int(self._file.execute("SELECT count(*) FROM edges").fetchone()[0])

    def around(self, concepts: Sequence[str], most: int) -> list[Edge]:
        """The heaviest edges at each concept, `most` in either direction, and all edges between their ends.

        In a fixed order. So a path has three edges at the most.
        """
        found: set[Edge] = set()
        for concept in concepts:
            found.update(map(_edge, self._file.execute(_AROUND, (concept, most))))
        near = {node for head, _, tail in found for node in (head, tail)} | set(concepts)
        self._file.execute("DELETE FROM near")
        self._file.executemany("INSERT INTO near VALUES (?)", [(node,) for node in sorted(near)])
        found.update(map(_edge, self._file.execute(_BETWEEN)))
        self._file.rollback()
        return sorted(found)

    def built(self, key: str) -> str | None:
        """The line of a concept set that was built; "" where it was left out, None where it was not tried."""
        row = self._file.execute("SELECT line FROM built WHERE id = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def put_built(self, rows: Sequence[tuple[str, str]]) -> None:
        """Keep lines by id."""
        self._file.executemany("INSERT OR REPLACE INTO built VALUES (?, ?)", rows)
        self.commit()

    def lines(self) -> Iterator[str]:
        """The lines that were built, by id."""
        for (line,) in self._file.execute("SELECT line FROM built WHERE line != '' ORDER BY id"):
            yield str(line)


def _edge(row: tuple[str, int, str, float]) -> Edge:
    return row[0], RELATIONS[row[1]], row[2]
