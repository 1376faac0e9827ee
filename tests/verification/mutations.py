"""Every place of a JSON record changed in every way: deleted, of another type, off by one, exchanged."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from attrs import field, frozen
from verification.dataset_edits import dumped

Path = tuple[str | int, ...]
"""Keys, and places in lists, from the outside to the inside."""
_Change = Callable[[Any, Any], object]
"""Changes what stands in a container under a key."""

OTHERS: Final[Mapping[str, Any]] = {
    "null": None,
    "true": True,
    "false": False,
    "minus one": -1,
    "zero": 0,
    "one": 1,
    "a huge number": 10**30,
    "a number beyond floats": 10**400,
    "a large number": 1e308,
    "a fraction": 0.5,
    "an empty text": "",
    "a text": "x",
    "a long text": "x" * 5_000,
    "a text of digits": "9" * 5_000,
    "half a surrogate": "\ud800",
    "an escape": "\x1b[31m\0",
    "a path": "../x",
    "marks of formats": "[red]{0}%s[/red]",
    "an empty list": [],
    "an empty object": {},
    "lists in lists": [[[["x"]]]],
    "objects in objects": {"a": {"b": [{"c": None}]}},
}
"""Values of every type of JSON, to stand in place of another."""

RAW: Final[Mapping[str, str]] = {
    "NaN": "NaN",
    "an infinity": "-Infinity",
    "a float out of range": "1e999",
    "more digits than are read": "1" * 5_000,
    "an escaped letter": '"\\u0041"',
    "a key twice": '{"a":1,"a":1}',
    "too deep": "[" * 5_000 + "]" * 5_000,
    "no end": '"a',
}
"""Texts to stand in place of a value: no JSON, or none that is written so."""
EACH: Final = int(os.environ.get("COCOA_EXAMPLES", "1"))
"""How many changes of a place a deep test draws: of records a sixtieth of all 315,000, which take 470 s.
`COCOA_EXAMPLES=1000` has the tests of records, manifests and headers go through all of them."""
QUICK: Final = os.environ.get("COCOA_TESTS", "fixed") == "fixed"
"""Whether this is `make test`, which tries fewer changes of a record, manifest or domain."""
_FLOATS: Final = 10**300
"""Numbers from here on have none beside them that is a float."""
_HOLE: Final = "\x00hole"


@frozen
class Mutation:
    """kind: what was done, in words; path: where; line: the record's line after it, with its end."""

    kind: str
    path: Path
    _made: Callable[[], bytes] = field(repr=False)

    @property
    def line(self) -> bytes:
        """Made when it is asked for: of many mutations some are taken."""
        return self._made()

    @property
    def named(self) -> str:
        """The path as `options.*.row`: `*` for each place in a list."""
        return ".".join("*" if isinstance(part, int) else part for part in self.path)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place within a value, the outer ones first."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))


def mutations(record: Any, other: Any) -> Iterator[Mutation]:
    """Every change of every place of the record, and of its line; some leave it as it was.

    other: what it exchanges values with
    """
    for path in places(record):
        for kind, change in _changes(_at(record, path), path, other):
            yield Mutation(kind, path, partial(_with, record, path, change))
        for kind, text in RAW.items():
            yield Mutation(kind, path, partial(_raw, record, path, text))
    for kind, line in _lines(dumped(record)):
        yield Mutation(kind, (), partial(bytes, line))


def drawn(mutations: Iterable[Mutation], rng: random.Random) -> Iterator[Mutation]:
    """A sample that leaves out no place: EACH changes of each, where all places in a list are one."""
    by_place: dict[str, list[Mutation]] = {}
    for mutation in mutations:
        by_place.setdefault(mutation.named, []).append(mutation)
    for own in by_place.values():
        yield from rng.sample(own, min(EACH, len(own)))


def mutated_at_random(record: Any, other: Any, rng: random.Random, times: int) -> Mutation:
    """So many changes, one after the other."""
    kinds: list[str] = []
    path: Path = ()
    for _ in range(times):
        here = list(places(record))
        if not here:
            break
        path = rng.choice(here)
        kind, change = rng.choice(list(_changes(_at(record, path), path, other)))
        record = _changed(record, path, change)
        kinds.append(kind)
    return Mutation(", ".join(kinds), path, partial(dumped, record))


def _changes(value: Any, path: Path, other: Any) -> Iterator[tuple[str, _Change]]:
    """What can be done at a place."""
    yield "deleted", lambda parent, key: parent.pop(key)
    for kind, instead in OTHERS.items():
        yield kind, _put(instead)
    for kind, instead in _near(value):
        yield kind, _put(instead)
    if isinstance(path[-1], int):
        yield "twice", lambda parent, key: parent.insert(key, copy.deepcopy(parent[key]))
        yield "swapped with the next", _swap
    else:
        yield "under another key", lambda parent, key: parent.update({f"{key}x": parent.pop(key)})
    with suppress(KeyError, IndexError, TypeError):  # where the other record has no such place
        yield "exchanged with another record", _put(copy.deepcopy(_at(other, path)))


def _near(value: Any) -> Iterator[tuple[str, Any]]:
    """Values that are nearly this one."""
    if isinstance(value, bool):
        yield "the other truth", not value
    elif isinstance(value, int | float) and abs(value) < _FLOATS:
        yield from {"one more": value + 1, "one less": value - 1, "a bit more": value + 0.001}.items()
        yield from {"as a text": str(value), "as a float": float(value)}.items()
    elif isinstance(value, str):
        yield from {"longer": value + "x", "shorter": value[:-1], "with a blank": value + " "}.items()
        yield from {"in the other case": value.swapcase(), "in a list": [value]}.items()
    elif isinstance(value, list):
        yield "reversed", value[::-1]
        for more in ("x", 1, -1, 10**30, None, [], {}):
            yield "with one more", [*value, more]
    elif isinstance(value, dict):
        yield "with its keys in another order", dict(reversed(value.items()))
        for key in ("x", "", "\ud800"):
            for more in (1, "x", []):
                yield "with a key more", {**value, key: more}


def _put(value: Any) -> _Change:
    return lambda parent, key: parent.__setitem__(key, value)


def _swap(parent: Any, key: int) -> None:
    other = (key + 1) % len(parent)
    parent[key], parent[other] = parent[other], parent[key]


def _changed(value: Any, path: Path, change: _Change) -> Any:
    """A copy in which one place is another; what lies beside the way there is shared."""
    node = copy.copy(value)
    if len(path) == 1:
        change(node, path[0])
    else:
        node[path[0]] = _changed(node[path[0]], path[1:], change)
    return node


def _with(record: Any, path: Path, change: _Change) -> bytes:
    return dumped(_changed(record, path, change))


def _raw(record: Any, path: Path, text: str) -> bytes:
    holed = dumped(_changed(record, path, _put(_HOLE)))
    return holed.replace(json.dumps(_HOLE).encode(), text.encode())


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def _lines(line: bytes) -> Iterator[tuple[str, bytes]]:
    """The line as text in another way, or another text."""
    record = json.loads(line)
    for key in record:
        again = json.dumps(key).encode() + b":" + dumped(record[key]).rstrip()
        yield "a key of the record twice", b"{" + again + b"," + line[1:]
    for index in range(1, len(line), max(1, len(line) // 40)):
        yield "a byte that is no UTF-8", line[:index] + b"\xff" + line[index:]
        yield "cut", line[:index]
        yield "cut, with an end", line[:index] + b"\n"
        yield "a zero byte", line[:index] + b"\0" + line[index:]
    yield "with blanks", json.dumps(record).encode() + b"\n"
    yield "escaped", json.dumps(record, separators=(",", ":")).replace("o", "\\u006f").encode() + b"\n"
    yield "without an end", line.rstrip(b"\n")
    yield "with a carriage return", line.rstrip(b"\n") + b"\r\n"
    yield "with a byte order mark", b"\xef\xbb\xbf" + line
    for text in (b"", b" ", b"null", b"[]", b"{}", b"1", b'"x"', b"[" * 100_000, b'{"a":' * 50_000):
        yield "another text", text + b"\n"
    yield "a long line", line.rstrip(b"}\n") + b',"x":"' + b"x" * 4_000_000 + b'"}\n'
