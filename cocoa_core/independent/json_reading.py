"""Reads JSON that may come from anybody: one text in UTF-8, with bounded nesting."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

__all__ = ["read_json"]

_DEEPEST: Final = 20
"""The most objects and lists that may be nested."""
_FEW: Final = 400
"""With at most this many objects and lists in all, Python's recursion limit cannot be reached."""


def read_json(data: bytes, *, once: bool = False) -> Any:
    """Returns the value of a JSON text.

    NaN, infinities, other encodings and a byte order mark are refused.

    Args:
        data: the text.
        once: whether a key that stands twice in an object is refused.

    Raises:
        ValueError: the text is no such JSON, or is nested more than 20 levels deep.
    """
    text = data.decode("utf-8")
    try:
        value = (_ONCE if once else _PLAIN).decode(text)
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
            for container in level
            if isinstance(container, dict | list)
            for inner in (container.values() if isinstance(container, dict) else container)
        ]
        if not level:
            return False
    return any(isinstance(container, dict | list) for container in level)


_PLAIN: Final = json.JSONDecoder(parse_constant=_refuse)
_ONCE: Final = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_once)
