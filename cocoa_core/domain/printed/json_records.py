"""JSON as other systems write it: read with limits, and objects as flat cells of texts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.domain.suggestions import quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["Located", "json_objects", "json_value"]

_DEEPEST: Final = 50


@frozen
class Located:
    """An object, and where it stands: "examples[0].options[2]"."""

    path: str
    value: Mapping[str, Any]


def json_value(text: str, place: Place) -> Any:
    """What a JSON text says, numbers as they are written; DomainError for a text that is no JSON."""
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        line = place.line or error.lineno
        raise DomainError(
            "this is not valid JSON", got=error.msg, place=Place(place.file, line, error.colno)
        ) from None
    except (ValueError, RecursionError) as error:
        raise DomainError("this JSON cannot be read", got=quoted(str(error)), place=place) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice in an object")
    return found


def json_objects(value: Mapping[str, Any]) -> dict[str, str | tuple[str, ...] | None]:
    """An object as cells: a text, the texts of a list, or None for null.

    Objects within it are spread out, with "." between the keys: `fare.amount`; a list of objects gives a list
    for each of their keys, with "" where an object lacks it. A list of lists stays one text, its JSON.
    """
    cells: dict[str, str | tuple[str, ...] | None] = {}
    _spread(value, "", cells, 0)
    return cells


def _spread(
    value: Mapping[str, Any], before: str, cells: dict[str, str | tuple[str, ...] | None], depth: int
) -> None:
    for key, inner in value.items():
        name = before + key
        if isinstance(inner, dict) and depth < _DEEPEST:
            _spread(inner, f"{name}.", cells, depth + 1)
        elif isinstance(inner, list) and inner and all(isinstance(item, dict) for item in inner):
            _spread(_columns(inner), f"{name}.", cells, depth + 1)
        elif isinstance(inner, list) and not any(isinstance(item, dict | list) for item in inner):
            cells[name] = tuple(_text(item) or "" for item in inner)
        else:
            cells[name] = _text(inner)


def _columns(objects: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    keys = dict.fromkeys(key for one in objects for key in one)
    return {key: [one.get(key) for one in objects] for key in keys}


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False)
