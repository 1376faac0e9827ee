"""Files that are made to do harm: each takes the folder of a valid domain and spoils one thing in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

Spoil: TypeAlias = Callable[[Path], None]

_LINE: Final = 99_000


def _yaml(*parts: str) -> Spoil:
    text = "".join(parts)
    return lambda folder: (folder / "schema.yaml").write_text(text, "utf-8") and None


def _rules(text: str) -> Spoil:
    return lambda folder: (folder / "rules.yaml").write_text(text, "utf-8") and None


def _noun(text: str) -> Spoil:
    """The schema with another noun."""

    def spoil(folder: Path) -> None:
        schema = (folder / "schema.yaml").read_text("utf-8")
        (folder / "schema.yaml").write_text(schema.replace("noun: room", f"noun: {text}"), "utf-8")

    return spoil


def _csv(text: str) -> Spoil:
    """Lines below the catalogue's header."""

    def spoil(folder: Path) -> None:
        header = (folder / "catalogue.csv").read_text("utf-8").split("\n")[0]
        (folder / "catalogue.csv").write_text(f"{header}\n{text}", "utf-8")

    return spoil


def _whole_csv(text: str) -> Spoil:
    return lambda folder: (folder / "catalogue.csv").write_text(text, "utf-8") and None


def _json(text: str) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / "catalogue.csv").unlink()
        (folder / "catalogue.jsonl").write_text(text, "utf-8")

    return spoil


def _instead(name: str, put: Spoil) -> Spoil:
    """Something else in place of a file."""

    def spoil(folder: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).unlink(missing_ok=True)
        put(folder / name)

    return spoil


def _sparse(size: int) -> Spoil:
    def put(path: Path) -> None:
        with path.open("wb") as file:
            file.truncate(size)

    return put


def _link(target: str) -> Spoil:
    return lambda path: path.symlink_to(target)


def _tables(count: int) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / "tables").mkdir()
        for number in range(count):
            (folder / "tables" / f"t{number}.csv").write_bytes(b"")

    return spoil


def _laughs() -> Iterator[str]:
    yield "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for number in range(1, 30):
        yield f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 9)}]\n"


_ALIKE: Final = [f"{'a' * 190}{chr(0x4E00 + number)}" for number in range(1000)]
_BIG_VOCABULARY: Final = (
    "name: inns\nversion: 1\nnoun: room\nslots:\n  w:\n    kind: category\n    closed: true\n    values:\n"
)

HOSTILE: Final[dict[str, Spoil]] = {
    "a billion laughs": _yaml(*_laughs()),
    "aliases": _yaml("a: &a x\nb: [", "*a, " * 20_000, "]"),
    "a merge of merges": _yaml("a: &a {x: 1}\nb:\n  <<: *a\n"),
    "a tag that runs code": _noun("!!python/object/apply:os.system [id]"),
    "an endless tag": _noun("!" + "%41" * 30_000),
    "a directive": _yaml("%YAML 1.1\n%TAG ! tag:x,2000:\n---\na: 1\n"),
    "many documents": _yaml("---\n" * 250_000),
    "flow lists in each other": _yaml("[" * _LINE),
    "flow lists in each other, a line each": _yaml("[\n" * 400_000),
    "mappings in each other": _yaml("".join(f"{' ' * depth}a:\n" for depth in range(1300))),
    "dashes in one line": _yaml("- " * 49_000),
    "question marks in one line": _yaml("? " * 49_000),
    "a giant flow list": _noun("[" + "a,\n" * 300_000 + "]"),
    "a hundred thousand keys": _yaml("".join(f"k{number}: v\n" for number in range(80_000))),
    "one key again and again": _yaml("a: b\n" * 190_000),
    "a very long key": _yaml("x" * _LINE + ": a\n"),
    "a line of a million signs": _yaml("x" * 900_000),
    "ten million bytes": _yaml("# x\n" * 2_500_000),
    "a terabyte of nothing": _instead("schema.yaml", _sparse(1 << 40)),
    "a number of a million digits": _noun("9" * _LINE),
    "a number beyond all": _noun("1e999999999"),
    "a fraction of a million digits": _noun("1." + "9" * _LINE),
    "a hexadecimal number of a million digits": _noun("0x" + "f" * _LINE),
    "not a number": _noun(".nan"),
    "a text that never ends": _yaml('a: "' + "word word\n  " * 80_000),
    "quotes without end": _noun("'" * 80_001),
    "escapes of surrogates": _noun('"\\ud800\\udfff"'),
    "an escaped terminal sequence": _noun('"\\x1b[31m"'),
    "a terminal sequence": _noun("\x1b[31mred"),
    "a mark that turns text around": _noun("\u202eroom"),
    "a noun for a backtracking pattern": _noun("a" * 30_000 + "!"),
    "a word like a thousand others": _yaml(
        _BIG_VOCABULARY, *(f"      - {word}\n" for word in _ALIKE), f"request: [{{slot: {'a' * 200}}}]\n"
    ),
    "a rule for a backtracking pattern": _rules("rules: {" + "a-" * 40_000 + ": []}"),
    "rules of slots there are not": _rules("rules:\n" + "".join(f"  s{n}: []\n" for n in range(90_000))),
    "a catalogue that is a pipe": _instead("catalogue.csv", os.mkfifo),
    "a catalogue that is a folder": _instead("catalogue.csv", Path.mkdir),
    "a catalogue that is endless": _instead("catalogue.csv", _link("/dev/zero")),
    "a catalogue from elsewhere": _instead("catalogue.csv", _link("/etc/passwd")),
    "a catalogue that is its own link": _instead("catalogue.csv", _link("catalogue.csv")),
    "a catalogue of a terabyte": _instead("catalogue.csv", _sparse(1 << 40)),
    "rules that are a pipe": _instead("rules.yaml", os.mkfifo),
    "a table that is a pipe": _instead("tables/x.csv", os.mkfifo),
    "a table that is its own link": _instead("tables/x.csv", _link("x.csv")),
    "a table from elsewhere": _instead("tables/x.csv", _link("../../../../../../../etc/passwd")),
    "a table of a terabyte": _instead("tables/x.csv", _sparse(1 << 40)),
    "a table named to mislead": _instead("tables/\u202evsc.csv", Path.touch),
    "a table named like a command": _instead("tables/$(id);.csv", Path.touch),
    "more tables than there may be": _tables(101),
    "a header of a million columns": _whole_csv("," * 900_000),
    "a header of ever new columns": _whole_csv(",".join(f"c{number}" for number in range(140_000))),
    "a header with one column again and again": _whole_csv("id," * 300_000),
    "a header with a terminal sequence": _whole_csv("\x1b[2J\x1b]0;gone\x07,id\n"),
    "a row of a million cells": _csv("," * 900_000),
    "a cell of a hundred thousand signs": _csv("a1," + "x" * 120_000),
    "a cell of a hundred thousand lines": _csv('a1,"' + "x\n" * 60_000 + '"'),
    "a quote that never ends": _csv('a1,"' + "x\n" * 3_000_000),
    "a line of five million signs": _csv("x" * 5_000_000),
    "nothing but quotes": _csv('"' * 900_000),
    "nothing but zeros": _csv("\0" * 900_000),
    "three million empty lines": _csv("\n" * 3_000_000),
    "a hundred thousand rows that are wrong": _csv("x,y\n" * 100_000),
    "JSON in itself": _json('{"id": ' + "[" * 100_000),
    "objects in each other": _json('{"a":' * 100_000),
    "a JSON number of a million digits": _json('{"id": ' + "1" * 900_000 + "}"),
    "a JSON number beyond all": _json('{"id": 1e999999999}'),
    "a JSON key again and again": _json("{" + ",".join(['"a":"b"'] * 90_000) + "}"),
    "seventy thousand JSON keys": _json("{" + ",".join(f'"a{n}":"b"' for n in range(70_000)) + "}"),
    "a JSON key of surrogates": _json('{"' + "\\ud800" * 1000 + '": "x"}'),
    "a JSON key with a terminal sequence": _json('{"\\u001b[31m": "x"}'),
}
"""Name -> what is done to a valid domain; loading each of them has to fail soon."""


def _parquet(folder: Path, columns: dict[str, tuple[str, int]], rows: int) -> None:
    """A column of one repeated text each, which takes a few bytes however many rows there are."""
    import pyarrow as arrow
    from pyarrow import parquet

    table = {
        name: arrow.DictionaryArray.from_arrays(
            arrow.repeat(arrow.scalar(0, arrow.int32()), rows), arrow.array([text * times])
        )
        for name, (text, times) in columns.items()
    }
    (folder / "catalogue.csv").unlink()
    parquet.write_table(
        arrow.table(table), folder / "catalogue.parquet", store_schema=False, row_group_size=rows
    )


def _nested(folder: Path) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    kind = arrow.string()
    for _ in range(90):
        kind = arrow.struct([("\x1b[31m", kind)])
    (folder / "catalogue.csv").unlink()
    parquet.write_table(arrow.table({"id": arrow.nulls(1, kind)}), folder / "catalogue.parquet")


def _columns(folder: Path) -> Iterator[str]:
    return iter((folder / "catalogue.csv").read_text("utf-8").split("\n")[0].split(","))


def _no_parquet(folder: Path) -> None:
    (folder / "catalogue.csv").unlink()
    (folder / "catalogue.parquet").write_bytes(b"PAR1\xff\xff\xff\x7fPAR1")


PARQUET: Final[dict[str, Spoil]] = {
    "millions of rows in a few bytes": lambda folder: _parquet(
        folder, dict.fromkeys(_columns(folder), ("1", 1)), 5_000_000
    ),
    "a text of a million signs in every row": lambda folder: _parquet(
        folder, {name: ("x", 1_000_000 if name == "town" else 1) for name in _columns(folder)}, 20_000
    ),
    "types in each other": _nested,
    "a thousand and more columns": lambda folder: _parquet(
        folder, {f"c{number}": ("x", 1) for number in range(1001)}, 1
    ),
    "no Parquet at all": _no_parquet,
}
"""The same for catalogues in Parquet."""
