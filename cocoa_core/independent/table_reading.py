"""Reads a table of a domain: for each word of one column the word of another."""

from __future__ import annotations

import csv
import io
from typing import Final

from cocoa_core.independent.kinds import LONGEST_WORD

__all__ = ["TableError", "read_words"]

_MOST_ROWS: Final = 100_000


class TableError(ValueError):
    """What is wrong with a table.

    `path` is relative to the domain's folder; `line` is 0 where the whole table is wrong.
    """

    def __init__(self, path: str, line: int, problem: str) -> None:
        self.path, self.line, self.problem = path, line, problem
        super().__init__(f"{path}: {problem}")


def read_words(path: str, data: bytes, key: str, value: str) -> dict[str, str]:
    """Returns the cell of column `value` for each cell of column `key`.

    Raises:
        TableError: the table cannot be read.
    """
    try:
        lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
        rows = (row for row in lines if row)
        header = next(rows, [])
        for column in (key, value):
            if column not in header:
                raise TableError(path, 1, f"there is no column {column!r}")
        places, words = (header.index(key), header.index(value)), dict[str, str]()
        for number, row in enumerate(rows, 1):
            if number > _MOST_ROWS:
                raise TableError(path, lines.line_num, f"there are more than {_MOST_ROWS:,} rows")
            problem = _problem(row, len(header), places, words)
            if problem:
                raise TableError(path, lines.line_num, problem)
            words[row[places[0]]] = row[places[1]]
    except UnicodeDecodeError as error:
        raise TableError(path, data.count(b"\n", 0, error.start) + 1, "this is not text in UTF-8") from None
    except csv.Error as error:
        raise TableError(path, 0, f"this is no table: {error}") from None
    return words


def _problem(row: list[str], width: int, places: tuple[int, int], words: dict[str, str]) -> str:
    """Returns what is wrong with a row; empty where nothing is."""
    if len(row) != width:
        return f"the row has {len(row)} cells, not {width}"
    word, follows = row[places[0]], row[places[1]]
    if not word or not follows:
        return "the row has an empty cell"
    if max(len(word), len(follows)) > LONGEST_WORD:
        return f"the row has a word of more than {LONGEST_WORD} characters"
    return f"there are two rows of {word!r}" if words.get(word, follows) != follows else ""
