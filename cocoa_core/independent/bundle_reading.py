"""Reads `domain/bundle.yaml`: what several options of a domain may have to meet together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import FindingsError, Place, one_line
from cocoa_core.independent.plain_yaml import mapping, sequence, text
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.yaml_loading import RESTORE, load_plain

__all__ = ["Bundles", "read_bundles"]

_KEYS: Final = ("total", "average", "different", "with")
_MOST: Final = 20


@frozen
class Bundles:
    """What bundle.yaml says."""

    called: str
    """The phrase for a bundle, with {number} in it."""
    slots: Mapping[str, tuple[str, ...]]
    """The names of slots by what may be demanded of them: "total", "average", "different" or "with"."""
    best: Mapping[str, str] = MappingProxyType({})
    """For each slot the word for the best by its numbers ("cheapest")."""


def read_bundles(data: bytes, slots: Mapping[str, Slot]) -> Bundles:
    """Reads bundle.yaml.

    Args:
        data: the file's content.
        slots: the slots of the domain by name.

    Raises:
        FindingsError: the file cannot be understood.
    """
    root: Any = load_plain(data, "domain/bundle.yaml")
    try:
        content = mapping(root, "the file")
        named = {key: tuple(sequence(content.get(key, []), key, _MOST)) for key in _KEYS}
        best = {name: text(word, name) for name, word in mapping(content.get("best", {}), "best").items()}
        for slot_names in (*named.values(), best):
            for name in slot_names:
                if not isinstance(name, str) or name not in slots:
                    raise ValueError(f"there is no slot {name!r}")
        return Bundles(text(content.get("called"), "called"), named, best)
    except ValueError as error:
        raise FindingsError(
            "what is said of several options cannot be understood",
            got=one_line(error),
            fix=RESTORE,
            place=Place("domain/bundle.yaml"),
        ) from None
