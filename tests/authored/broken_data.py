"""Harm to what a YAML file says: keys lost, renamed and added, values of other types, parts swapped."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from decimal import Decimal
from typing import Any, Final

from .yaml_writing import Bare

_Place = tuple[Any, Any]
"""A mapping or list, and a key or index in it."""


def _nested(depth: int) -> Any:
    inner: Any = "x"
    for level in range(depth):
        inner = [inner] if level % 2 else {"a": inner}
    return inner


_OTHERS: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 60, 10**9, 10**12, 10**14, -(10**14), Decimal("0.5"), Decimal("1e-12")),
    *(
        "",
        " ",
        " x",
        "a  b",
        "x",
        "id",
        "slot",
        "not given",
        "none",
        "it",
        "I",
        "no",
        "or",
        "é" * 70,
        "x" * 5000,
    ),
    *(
        "money",
        "count",
        "percent",
        "rating",
        "quantity",
        "list",
        "set",
        "Category",
        "kind",
        "values",
        "less",
        "is",
    ),
    *("0m", "2h", "99h 99m", "25:00", "12:00+9", "0001-01-01", "9999-12-31", "7d", "every", "each", "total"),
    *(
        [],
        {},
        [None],
        [[]],
        ["x", "x"],
        ["A"] * 60,
        list(range(2000)),
        {"a": 1},
        {"slot": "x"},
        {"count": "x"},
    ),
    *(
        _nested(15),
        _nested(25),
        [1, 2, 3],
        [2, 1],
        ["0m", "1h"],
        {"fixed": []},
        {"grid": 0},
        {"quantiles": -1},
    ),
    *(
        Bare(text)
        for text in (".nan", ".inf", "1e999999999", "9" * 5000, "0x" + "f" * 99, "1_000", "0o17", "*a")
    ),
    *(
        Bare(text)
        for text in ("&a x", "!!int 3", "! x", "<<", "|", ">", "%x", "@x", "`", "{", "]", "x: y", "- - -")
    ),
    *(
        "a\u0301",
        "\x1b[31m",
        "x\ny",
        "\u202e",
        "\ud800"[:0] + "\ufffd",
        "💥",
        "<script>",
        "{0}",
        "a;b",
        "../x",
        "/etc/passwd",
    ),
)


def break_data(data: Any, rng: random.Random) -> tuple[Any, str]:
    """A copy of the data with one harm, and its name."""
    data = deepcopy(data)
    places = [*_places(data)]
    if not places:
        return rng.choice(_OTHERS), "value"
    name = rng.choice(list(DATA_HARMS))
    DATA_HARMS[name](places, rng)
    return data, name


def _places(data: Any) -> list[_Place]:
    found: list[_Place] = []
    waiting = [data]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict | list):
            keys = list(node) if isinstance(node, dict) else range(len(node))
            found += [(node, key) for key in keys]
            waiting += [node[key] for key in keys]
    return found


def _lost(places: list[_Place], rng: random.Random) -> None:
    parent, key = rng.choice(places)
    del parent[key]


def _renamed(places: list[_Place], rng: random.Random) -> None:
    parent, key = rng.choice([place for place in places if isinstance(place[0], dict)] or places)
    if not isinstance(parent, dict):
        return
    others = [other for _, other in places if isinstance(other, str)]
    new = rng.choice(
        (key.upper(), f"{key}s", key[:-1], f" {key}", "x", "é", "", key[::-1], rng.choice(others))
    )
    entries = [(new if name == key else name, value) for name, value in parent.items()]
    parent.clear()
    parent.update(entries)


def _added(places: list[_Place], rng: random.Random) -> None:
    parent, _ = rng.choice(places)
    if isinstance(parent, dict):
        others = [other for _, other in places if isinstance(other, str)]
        parent.setdefault(rng.choice((*others, "x", "missing", "noun", "item", "over")), rng.choice(_OTHERS))
    else:
        parent.insert(rng.randrange(len(parent) + 1), rng.choice(_OTHERS))


def _replaced(places: list[_Place], rng: random.Random) -> None:
    parent, key = rng.choice(places)
    parent[key] = rng.choice(_OTHERS)


def _moved(places: list[_Place], rng: random.Random) -> None:
    """A value stands where another belongs."""
    (parent, key), (other, there) = rng.sample(places, 2) if len(places) > 1 else (places[0], places[0])
    parent[key] = deepcopy(other[there])


def _swapped(places: list[_Place], rng: random.Random) -> None:
    kin = rng.choice([parent for parent, _ in places])
    keys = [key for parent, key in places if parent is kin]
    one, two = rng.choice(keys), rng.choice(keys)
    kin[one], kin[two] = kin[two], kin[one]


def _repeated(places: list[_Place], rng: random.Random) -> None:
    parent, key = rng.choice(places)
    if isinstance(parent, list):
        parent += [deepcopy(parent[key]) for _ in range(rng.choice((1, 1, 60)))]
    else:
        parent[f"{key}2"] = deepcopy(parent[key])


def _wrapped(places: list[_Place], rng: random.Random) -> None:
    parent, key = rng.choice(places)
    parent[key] = rng.choice(([parent[key]], {"a": parent[key]}, {str(key): parent[key]}))


def _unwrapped(places: list[_Place], rng: random.Random) -> None:
    fitting = [
        (parent, key) for parent, key in places if isinstance(parent[key], dict | list) and parent[key]
    ]
    if fitting:
        parent, key = rng.choice(fitting)
        inner = parent[key]
        parent[key] = rng.choice(list(inner.values()) if isinstance(inner, dict) else inner)


def _retyped(places: list[_Place], rng: random.Random) -> None:
    """Numbers as texts, texts as numbers, negated and huge numbers."""
    parent, key = rng.choice(
        [place for place in places if not isinstance(place[0][place[1]], dict | list)] or places
    )
    value = parent[key]
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        parent[key] = rng.choice((-value, value * 10**6, value + Decimal("0.001"), str(value), value + 1))
    elif isinstance(value, str):
        parent[key] = rng.choice(
            (Bare(value or "~"), value + " ", value.upper(), value * 50, value[:1], f"{value};")
        )


DATA_HARMS: Final[dict[str, Callable[[list[_Place], random.Random], None]]] = {
    "lost": _lost,
    "renamed": _renamed,
    "added": _added,
    "replaced": _replaced,
    "moved": _moved,
    "swapped": _swapped,
    "repeated": _repeated,
    "wrapped": _wrapped,
    "unwrapped": _unwrapped,
    "retyped": _retyped,
}
"""Name -> a change to the data that holds these places."""
