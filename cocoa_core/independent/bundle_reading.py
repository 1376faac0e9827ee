"""What several options of a domain may have to meet together, from `domain/bundle.yaml`."""

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
    """called: with {number} in it. slots: by "total", "average", "different" and "with", names of slots.

    best: by slot what the best by its numbers is called
    """

    called: str
    slots: Mapping[str, tuple[str, ...]]
    best: Mapping[str, str] = MappingProxyType({})


def read_bundles(data: bytes, slots: Mapping[str, Slot]) -> Bundles:
    """What the file says; FindingsError where it cannot be understood."""
    root: Any = load_plain(data, "domain/bundle.yaml")
    try:
        given = mapping(root, "the file")
        named = {key: tuple(sequence(given.get(key, []), key, _MOST)) for key in _KEYS}
        best = {name: text(word, name) for name, word in mapping(given.get("best", {}), "best").items()}
        for some in (*named.values(), best):
            for name in some:
                if not isinstance(name, str) or name not in slots:
                    raise ValueError(f"there is no slot {name!r}")
        return Bundles(text(given.get("called"), "called"), named, best)
    except ValueError as error:
        raise FindingsError(
            "what is said of several options cannot be understood",
            got=one_line(error),
            fix=RESTORE,
            place=Place("domain/bundle.yaml"),
        ) from None
