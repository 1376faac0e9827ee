"""Slots that follow from others by a table of the domain: their words, and their values for an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from cocoa_core.independent.kinds import NO_ITEMS, NOT_GIVEN
from cocoa_core.independent.plain_yaml import mapping, text
from cocoa_core.independent.schema_reading import read_label, read_slot
from cocoa_core.independent.slots import Slot, Value
from cocoa_core.independent.table_reading import TableError, read_words

__all__ = ["Derived", "Tables", "derived_text", "derived_value", "read_slots"]

Tables = Mapping[str, bytes]
"""The bytes of each table by its path in the domain's folder: `tables/NAME.csv`."""

_KEY: Final = "derived"


@frozen
class Derived:
    """How a slot follows from another one."""

    slot: str
    source: str
    """The slot that it follows from."""
    words: Mapping[str, str] = field(hash=False)
    """The word of this slot for each word of the source."""


def read_slots(entries: Mapping[str, Any], tables: Tables) -> tuple[dict[str, Slot], tuple[Derived, ...]]:
    """Reads the slots of a schema.

    Args:
        entries: the slots of schema.yaml by name.
        tables: the tables of the domain.

    Returns:
        All slots in the order of the schema, and how some follow from others, each after its source.

    Raises:
        ValueError: a slot cannot be understood, or the slot that it follows from is missing.
        TableError: a table cannot be understood.
    """
    slots: dict[str, Slot] = {}
    waiting: dict[str, Mapping[str, Any]] = {}
    for name, node in entries.items():
        given = mapping(node, f"slot {name}")
        if _KEY in given:
            waiting[name] = given
        else:
            slots[name] = read_slot(name, given)
    derived: list[Derived] = []
    while waiting:
        ready = [name for name, given in waiting.items() if _source(name, given) in slots]
        if not ready:
            raise ValueError(f"{', '.join(waiting)}: there is no such slot to follow from")
        for name in ready:
            given = waiting.pop(name)
            derived_slot = _derived(name, given, tables)
            source_words = slots[derived_slot.source].words
            if source_words is not None:  # the table may hold words that no option has
                derived_slot = evolve(
                    derived_slot,
                    words={word: to for word, to in derived_slot.words.items() if word in source_words},
                )
            derived.append(derived_slot)
            slots[name] = _slot(
                name, given, slots[derived_slot.source], frozenset(derived_slot.words.values())
            )
    return {name: slots[name] for name in entries}, tuple(derived)


def derived_value(derived: Derived, source: Value) -> Value:
    """Returns the value that follows from a value of the source.

    Raises:
        ValueError: the table lacks a word.
    """
    if source is None:
        return None
    if isinstance(source, frozenset):
        return frozenset(_looked_up(derived, word) for word in source)
    return _looked_up(derived, str(source))


def derived_text(value: Value) -> str:
    """Returns the value as a certificate writes it."""
    if value is None:
        return NOT_GIVEN
    return "; ".join(sorted(value)) or NO_ITEMS if isinstance(value, frozenset) else str(value)


def _looked_up(derived: Derived, word: str) -> str:
    result = derived.words.get(word)
    if result is None:
        raise ValueError(f"the table of {derived.slot} lacks {word!r}")
    return result


def _source(name: str, given: Mapping[str, Any]) -> str:
    return text(mapping(given[_KEY], f"`derived` of {name}").get("from"), f"source of {name}")


def _derived(name: str, given: Mapping[str, Any], tables: Tables) -> Derived:
    node = mapping(given[_KEY], f"`derived` of {name}")
    table, key, value = (
        text(node.get(key_name), f"{key_name} of {name}") for key_name in ("table", "key", "value")
    )
    path = f"tables/{table}.csv"
    if path not in tables:
        raise TableError(path, 0, f"{name} needs this table")
    return Derived(name, _source(name, given), read_words(path, tables[path], key, value))


def _slot(name: str, given: Mapping[str, Any], source: Slot, words: frozenset[str]) -> Slot:
    if not source.worded:
        raise ValueError(f"{name} follows from {source.name}, which has no words")
    return Slot(
        name=name,
        label=read_label(name, given),
        kind=source.kind,
        shown=False,
        missing=source.missing,
        words=words,
        least=min(source.least, 1),
        most=source.most,
        worded=source.worded,
        plural=source.plural,
        derived=True,
        topic=text(given.get("topic", ""), f"topic of {name}"),
        noun=text(given.get("noun", ""), f"noun of {name}"),
    )
