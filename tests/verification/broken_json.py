"""Harm to what a JSON text says: values lost, moved, nudged, of other types, in places of others."""

from __future__ import annotations

import json
import random
from typing import Any, Final

_NUMBERS: Final = (0, 1, -1, 2, 40, 10**6, 10**12, 10**17, 10**30, 10**4000, 0.5, 1.0, -0.0, 1e300)
_OTHERS: Final[tuple[Any, ...]] = (
    *_NUMBERS,
    *(None, True, False, [], {}, [[]], [None], {"A": "A"}, [1, 2, 3], ["A"] * 70),
    *(
        "",
        " ",
        "A",
        "B",
        "F",
        "x",
        "not given",
        "none",
        "yes",
        "0",
        "1",
        "$1",
        "train",
        "questions",
        "é" * 70,
    ),
    *(
        "x" * 5000,
        "a; b",
        "\ud800",
        "\udcff",
        "\0",
        "\x1b[31m",
        "\u202e",
        "a\nb",
        "../x",
        "/etc/passwd",
        "💥",
    ),
    *("questions.jsonl", "cocoa-dataset/1", "0" * 64, "{0}", "[red]x[/red]", "%s", "no", "exact", "per-slot"),
)


def _places(data: Any) -> list[tuple[Any, Any]]:
    found, waiting = [], [data]
    while waiting:
        node = waiting.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        found += [(node, key) for key in keys]
        waiting += [node[key] for key in keys]
    return found


def harm_json(data: Any, rng: random.Random) -> str:
    """Change one place of the data."""
    places = _places(data)
    parent, key = rng.choice(places)
    kind = rng.choice(
        ("replaced", "lost", "moved", "swapped", "retyped", "added", "nudged", "nudged", "wrapped")
    )
    if kind == "lost":
        del parent[key]
    elif kind == "moved":
        other, there = rng.choice(places)
        parent[key] = json.loads(json.dumps(other[there]))
    elif kind == "swapped":
        keys = [there for other, there in places if other is parent]
        there = rng.choice(keys)
        parent[key], parent[there] = parent[there], parent[key]
    elif kind == "added" and isinstance(parent, dict):
        parent[rng.choice(("x", "", "\ud800", "id", "answer", "A", "mix"))] = rng.choice(_OTHERS)
    elif kind == "added":
        parent.insert(rng.randrange(len(parent) + 1), rng.choice(_OTHERS))
    elif kind == "wrapped":
        parent[key] = rng.choice(([parent[key]], {"a": parent[key]}))
    elif kind == "nudged":
        parent[key] = _nudged(parent[key], rng)
    elif kind == "retyped":
        parent[key] = rng.choice(
            (str(parent[key]), float(len(str(parent[key]))), bool(parent[key]), [parent[key]])
        )
    else:
        parent[key] = rng.choice(_OTHERS)
    return f"{kind} {str(key)[:30]!r}"


def _nudged(value: Any, rng: random.Random) -> Any:
    """Nearly the same value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, float(value), str(value)))
    if isinstance(value, float):
        return rng.choice((value + 0.001, -value, round(value, 1)))
    if isinstance(value, str) and value:
        index = rng.randrange(len(value))
        return value[:index] + rng.choice(("", " ", "x", "1", value[index].swapcase())) + value[index + 1 :]
    return rng.choice(_OTHERS)
