"""Reads the slots of `domain/schema.yaml` without the code that wrote the questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.independent.kinds import kind_named
from cocoa_core.independent.plain_yaml import flag, mapping, sequence, text, whole
from cocoa_core.independent.slots import Slot

__all__ = ["read_label", "read_slot"]

_MOST_ITEMS: Final = 100


def read_slot(name: str, node: Any) -> Slot:
    """Reads a slot of the schema.

    Raises:
        ValueError: it cannot be understood.
    """
    given = mapping(node, f"slot {name}")
    kind = kind_named(text(given.get("kind"), f"kind of {name}"))
    words, listed = None, tuple[str, ...]()
    if kind.worded and flag(given.get("closed"), f"closed of {name}"):
        listed = tuple([text(word, "a value") for word in sequence(given.get("values"), f"values of {name}")])
        words = frozenset(listed)
    return Slot(
        name=name,
        label=read_label(name, given),
        kind=kind.name,
        shown=flag(given.get("shown", "true"), f"shown of {name}"),
        missing=flag(given.get("missing", "false"), f"missing of {name}"),
        numbers=kind.numbers(name, given),
        words=words,
        least=whole(given.get("min_items", "0"), f"min_items of {name}", 0, _MOST_ITEMS),
        most=whole(given.get("max_items", "0"), f"max_items of {name}", 0, _MOST_ITEMS),
        worded=kind.worded,
        plural=kind.several,
        topic=text(given.get("topic", ""), f"topic of {name}"),
        noun=text(given.get("noun", ""), f"noun of {name}"),
        grades=_grades(name, given, listed),
    )


def read_label(name: str, given: Mapping[str, Any]) -> str:
    """Returns the label of a slot: its `label`, or its name in words.

    Raises:
        ValueError: the label is no text.
    """
    return text(given.get("label", name.replace("_", " ").strip().capitalize()), f"label of {name}")


def _grades(name: str, given: Mapping[str, Any], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the words from the best to the worst; empty where the schema names no best end."""
    if "best" not in given:
        return ()
    best = text(given["best"], f"best of {name}")
    if best not in ("first", "last") or not listed:
        raise ValueError(f"{name} has no end of its values that is {best!r}")
    return listed if best == "first" else tuple(reversed(listed))
