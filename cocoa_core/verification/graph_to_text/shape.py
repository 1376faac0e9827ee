"""Checks the shape of a record: its keys in their order, and their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.verification.graph_to_text.samples import edges
from cocoa_core.verification.report import Flaw

__all__ = ["shape_flaws"]

_KEYS: Final = (
    *("id", "family", "ask", "variant", "groups", "key", "sample", "concepts", "graph", "label"),
    *("structure", "distribution", "demonstrations", "provenance"),
)
_SHOWN: Final = ("sample", "concepts", "graph", "label", "structure", "sentence")
_MADE: Final = ("seed", "index", "attempt", "settings", "side", "rejections", "version", "canary")
_SETTINGS: Final = frozenset(
    ("distribution", "strict", "order", "division", "structure", "relations", "concepts")
)
_LATER: Final = frozenset(("shots", "shown"))
"""Settings that a record has only where they differ from their default."""
_TEXTS: Final = ("id", "family", "ask", "variant", "sample", "label", "structure", "distribution")
_LISTS: Final = ("key", "concepts")


def shape_flaws(record: Any) -> list[Flaw]:
    """Returns everything that is wrong with the shape of a record; a record with such a flaw is checked no
    further.
    """
    if not isinstance(record, dict) or tuple(record) != _KEYS:
        return [Flaw("keys", "the record has other keys", _named(record), ", ".join(_KEYS))]
    result = [*_types(record, _TEXTS, _LISTS, "")]
    demonstrations = record["demonstrations"]
    if not isinstance(demonstrations, list) or not all(
        isinstance(demonstration, dict) for demonstration in demonstrations
    ):
        return [
            *result,
            Flaw("type", "demonstrations has another type", repr(demonstrations)[:80], "a list of objects"),
        ]
    for number, entry in enumerate(demonstrations):
        if tuple(entry) != _SHOWN:
            result.append(
                Flaw("keys", f"demonstration {number} has other keys", _named(entry), ", ".join(_SHOWN))
            )
        else:
            texts = ("sample", "label", "structure", "sentence")
            result.extend(_types(entry, texts, ("concepts",), f"demonstrations.{number}."))
    provenance = record["provenance"]
    if not isinstance(provenance, dict) or tuple(provenance) != _MADE:
        result.append(Flaw("keys", "the provenance has other keys", _named(provenance), ", ".join(_MADE)))
    elif provenance["rejections"] != {} or not _has_settings(provenance):
        result.append(Flaw("type", "settings or rejections are others than can be", repr(provenance)[:80]))
    else:
        result.extend(
            Flaw("type", f"provenance.{name} has another type", repr(provenance[name])[:80])
            for name in ("index", "attempt", "seed")
            if type(provenance[name]) is not int
        )
    if not isinstance(record["groups"], dict):
        result.append(Flaw("type", "groups has another type", repr(record["groups"])[:80], "an object"))
    return result


def _has_settings(provenance: Mapping[str, Any]) -> bool:
    settings = provenance["settings"]
    return isinstance(settings, dict) and settings.keys() - _LATER == _SETTINGS


def _types(
    owner: Mapping[str, Any], texts: tuple[str, ...], lists: tuple[str, ...], path: str
) -> Iterator[Flaw]:
    for name in texts:
        if not isinstance(owner[name], str):
            yield Flaw("type", f"{path}{name} has another type", repr(owner[name])[:80], "a text")
    for name in lists:
        value = owner[name]
        if not isinstance(value, list) or not value or not all(isinstance(text, str) for text in value):
            yield Flaw("type", f"{path}{name} has another type", repr(value)[:80], "a list of texts")
    try:
        edges(owner["graph"])
    except ValueError as error:
        yield Flaw("type", f"{path}graph has another type: {error}")


def _named(owner: Any) -> str:
    return ", ".join(map(str, owner))[:200] if isinstance(owner, dict) else type(owner).__name__
