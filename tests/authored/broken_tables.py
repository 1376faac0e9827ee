"""Harm to tables: ragged rows, wrong and doubled headers and ids, cells that no kind reads."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from typing import Any, Final

_Rows = list[list[str]]
_CELLS: Final = (
    *(
        "",
        " ",
        "x",
        "\0",
        "\x1b[31mred",
        "\n",
        "\r\n",
        '"',
        '""',
        ",",
        ";",
        "; ;",
        "a;;b",
        "none",
        "not given",
        "nan",
    ),
    *(
        "-0",
        "+5",
        "1e5",
        "1,000",
        "$5",
        "５",
        "٣",
        "0x10",
        "1.",
        ".5",
        "1.00001",
        "007",
        " 5",
        "5 ",
        "9" * 30,
        "inf",
    ),
    *(
        "yes",
        "YES",
        "Yes ",
        "true",
        "2h 75m",
        "1h1m",
        "-5m",
        "0h",
        "24:00",
        "7:40",
        "07:40 PM",
        "07:40+4",
        "12:00-0",
    ),
    *(
        "2027-02-29",
        "2027-2-1",
        "20270201",
        "0000-01-01",
        "10000-01-01",
        "é",
        "e\u0301",
        "\u202e",
        "\u2028",
        "\ufeff",
    ),
    *(
        "x" * 201,
        "x" * 10_001,
        "y" * 140_000,
        "a; " * 4000,
        "5; " * 101,
        "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    ),
)


def _cell(rows: _Rows, rng: random.Random) -> None:
    row = rng.choice(rows)
    if row:
        row[rng.randrange(len(row))] = rng.choice(_CELLS)


def _ragged(rows: _Rows, rng: random.Random) -> None:
    row = rng.choice(rows)
    if rng.random() < 0.5 and row:
        row.pop(rng.randrange(len(row)))
    else:
        row.insert(rng.randrange(len(row) + 1), rng.choice(_CELLS))


def _header(rows: _Rows, rng: random.Random) -> None:
    row = rows[0]
    index = rng.randrange(len(row))
    row[index] = rng.choice(
        (rng.choice(row), row[index].upper(), f" {row[index]}", "", "x", row[index] + "s")
    )


def _column(rows: _Rows, rng: random.Random) -> None:
    index = rng.randrange(len(rows[0]))
    for row in rows:
        if index < len(row):
            row.pop(index)


def _columns_swapped(rows: _Rows, rng: random.Random) -> None:
    one, two = rng.randrange(len(rows[0])), rng.randrange(len(rows[0]))
    for row in rows[rng.randrange(2) :]:
        if max(one, two) < len(row):
            row[one], row[two] = row[two], row[one]


def _id(rows: _Rows, rng: random.Random) -> None:
    row = rng.choice(rows)
    if row:
        row[0] = rng.choice(
            ("", " ", rng.choice(rows)[0] if rng.choice(rows) else "", "x" * 101, "a\nb", "\x9b", "1 ")
        )


def _row_lost(rows: _Rows, rng: random.Random) -> None:
    rows.pop(rng.randrange(len(rows)))


def _row_doubled(rows: _Rows, rng: random.Random) -> None:
    rows.insert(rng.randrange(len(rows) + 1), list(rng.choice(rows)))


def _blank(rows: _Rows, rng: random.Random) -> None:
    rows.insert(rng.randrange(len(rows) + 1), rng.choice(([], [""], [" "])))


def _few(rows: _Rows, rng: random.Random) -> None:
    del rows[rng.choice((0, 1, 2)) :]


def _wide(rows: _Rows, rng: random.Random) -> None:
    rng.choice(rows).extend([""] * rng.choice((1, 1000)))


def _cells_swapped(rows: _Rows, rng: random.Random) -> None:
    row = rng.choice(rows)
    rng.shuffle(row)


_HARMS: Final[dict[str, Callable[[_Rows, random.Random], None]]] = {
    "cell": _cell,
    "ragged": _ragged,
    "header": _header,
    "column lost": _column,
    "columns swapped": _columns_swapped,
    "id": _id,
    "row lost": _row_lost,
    "row doubled": _row_doubled,
    "blank row": _blank,
    "few rows": _few,
    "wide row": _wide,
    "cells swapped": _cells_swapped,
}


def break_csv(text: str, rng: random.Random) -> tuple[str, str]:
    """A CSV text with one harm, and its name; a text that is no table comes back as it is."""
    rows = [list(row) for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))]
    if not rows or not all(rows):
        return text, "none"
    name = rng.choice(list(_HARMS))
    _HARMS[name](rows, rng)
    out = io.StringIO()
    delimiter = ";" if rng.random() < 0.02 else "\t" if rng.random() < 0.02 else ","
    writer = csv.writer(out, delimiter=delimiter, quoting=rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)))
    writer.writerows(rows)
    return out.getvalue(), name


def break_json_lines(text: str, rng: random.Random) -> tuple[str, str]:
    """JSON lines with one harm to one of them, and its name."""
    lines = text.split("\n")
    index = rng.randrange(len(lines))
    try:
        found = json.loads(lines[index])
    except ValueError:
        found = {}
    found = found if isinstance(found, dict) else {}
    keys = list(found) or ["id"]
    others: tuple[Any, ...] = (None, 1, 1.5, True, [], {}, ["x"], *_CELLS)
    harms: dict[str, Callable[[], Any]] = {
        "key lost": lambda: {key: found[key] for key in list(found)[1:]},
        "value": lambda: found | {rng.choice(keys): rng.choice(others)},
        "key added": lambda: found | {"x": "x"},
        "keys turned": lambda: dict(reversed(found.items())),
        "no object": lambda: rng.choice((None, [], [found], "x", 1, True)),
    }
    raw = (
        '{"id": "1", "id": "2"}',
        "[" * 5000,
        '{"a": ' * 3000,
        "NaN",
        '{"id": "\\ud800"}',
        "1" * 5000,
        "{",
        "x",
    )
    name = rng.choice((*harms, "raw"))
    lines[index] = rng.choice(raw) if name == "raw" else json.dumps(harms[name]())
    return "\n".join(lines), f"json {name}"
