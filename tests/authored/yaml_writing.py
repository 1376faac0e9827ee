"""Plain data as YAML that people write: blocks and flows, quoted and bare, all of it read back the same."""

from __future__ import annotations

import json
import random
import re
from decimal import Decimal
from typing import Any

from attrs import frozen

_BARE = re.compile(r"[A-Za-z][A-Za-z_]*(?: [A-Za-z]+)*")
_TRUTHS = {"true", "false", "null"}
_FLOWS = 0.4


@frozen
class Bare:
    """A text that stands in the file as it is, whatever it then means."""

    text: str


def written(data: Any, rng: random.Random) -> str:
    """A document that says `data`: dicts, lists, texts, truths, None, whole and decimal numbers."""
    return "".join(f"{line}\n" for line in _block(data, rng))


def _block(data: Any, rng: random.Random) -> list[str]:
    if not isinstance(data, dict | list) or not data or rng.random() < _FLOWS / (1 + len(str(data)) / 80):
        return [_flow(data, rng)]
    lines: list[str] = []
    step = " " * rng.choice((1, 2, 4))
    for key, value in data.items() if isinstance(data, dict) else ((None, one) for one in data):
        head = "-" if key is None else f"{_scalar(key, rng)}:"
        below = _block(value, rng)
        if not isinstance(value, dict | list) or below[0][0] in "[{":
            lines.append(f"{head} {below[0]}")
        elif key is None:
            lines += [f"- {below[0]}", *(f"  {line}" for line in below[1:])]
        else:
            lines += [head, *(f"{step}{line}" for line in below)]
        if rng.random() < 0.05:
            lines.append(rng.choice(("", "# a: remark, 'quoted")))
    return lines


def _flow(data: Any, rng: random.Random) -> str:
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_scalar(key, rng)}: {_flow(one, rng)}" for key, one in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(_flow(one, rng) for one in data) + "]"
    return _scalar(data, rng)


def _scalar(data: Any, rng: random.Random) -> str:
    if isinstance(data, Bare):
        return data.text
    if data is None:
        return rng.choice(("null", "~"))
    if isinstance(data, bool):
        return rng.choice(("true", "True", "TRUE") if data else ("false", "False", "FALSE"))
    if isinstance(data, int | Decimal):
        return str(data)
    if _BARE.fullmatch(data) and data.casefold() not in _TRUTHS and rng.random() < 0.7:
        return str(data)
    if "\n" not in data and rng.random() < 0.3:
        return "'" + data.replace("'", "''") + "'"
    return json.dumps(data, ensure_ascii=False)
