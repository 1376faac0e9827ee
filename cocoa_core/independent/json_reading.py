"""Reads JSON that may come from anybody: one text in UTF-8, no deeper than it may be."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

__all__ = ["read_json"]

_DEEPEST: Final = 20
"""Objects and lists within each other."""
_FEW: Final = 400
"""With fewer objects and lists in all, none are so deep that Python's own depth could run out."""


def read_json(data: bytes, *, once: bool = False) -> Any:
    """The value of a JSON text; ValueError where it is none. once: no object may have a key twice.

    NaN and infinities are refused, and so are other encodings, a byte order mark and more than 20 levels.
    """
    text = data.decode("utf-8")
    try:
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_once if once else None)
    except RecursionError:
        raise _too_deep() from None
    if text.count("[") + text.count("{") > _FEW and _is_deep(value):
        raise _too_deep()
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _too_deep() -> ValueError:
    return ValueError(f"it has more than {_DEEPEST} levels")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice!r} stands twice")
    return result


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return any(isinstance(one, dict | list) for one in level)
