"""Reads the slots of `domain/schema.yaml`, and the tables by which slots follow from others."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from cocoa_core.independent.kinds import LONGEST_WORD, NO_ITEMS, NOT_GIVEN, kind_named
from cocoa_core.independent.slots import Slot, Value
from cocoa_core.independent.yaml_files import flag, mapping, sequence, text, whole

_MOST_ROWS: Final = 100_000


class TableError(ValueError):
    """What is wrong with a table at `path` in the domain's folder; `line` is 0 for the whole table."""

    def __init__(self, path: str, line: int, problem: str) -> None:
        self.path, self.line, self.problem = path, line, problem
        super().__init__(f"{path}: {problem}")


def read_words(path: str, data: bytes, key: str, value: str) -> dict[str, str]:
    """Returns the cell of column `value` for each cell of column `key`.

    Raises:
        TableError: the table cannot be read.
    """
    try:
        lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
        rows = (row for row in lines if row)
        header = next(rows, [])
        for column in (key, value):
            if column not in header:
                raise TableError(path, 1, f"there is no column {column!r}")
        places, words = (header.index(key), header.index(value)), dict[str, str]()
        for number, row in enumerate(rows, 1):
            if number > _MOST_ROWS:
                raise TableError(path, lines.line_num, f"there are more than {_MOST_ROWS:,} rows")
            problem = _problem(row, len(header), places, words)
            if problem:
                raise TableError(path, lines.line_num, problem)
            words[row[places[0]]] = row[places[1]]
    except UnicodeDecodeError as error:
        raise TableError(path, data.count(b"\n", 0, error.start) + 1, "this is not text in UTF-8") from None
    except csv.Error as error:
        raise TableError(path, 0, f"this is no table: {error}") from None
    return words


def _problem(row: list[str], width: int, places: tuple[int, int], words: dict[str, str]) -> str:
    if len(row) != width:
        return f"the row has {len(row)} cells, not {width}"
    word, follows = row[places[0]], row[places[1]]
    if not word or not follows:
        return "the row has an empty cell"
    if max(len(word), len(follows)) > LONGEST_WORD:
        return f"the row has a word of more than {LONGEST_WORD} characters"
    return f"there are two rows of {word!r}" if words.get(word, follows) != follows else ""


_MOST_ITEMS: Final = 100


def _read_slot(name: str, node: Any) -> Slot:
    given = mapping(node, f"slot {name}")
    kind = kind_named(text(given.get("kind"), f"kind of {name}"))
    words, listed = None, tuple[str, ...]()
    if kind.worded and flag(given.get("closed"), f"closed of {name}"):
        listed = tuple([text(word, "a value") for word in sequence(given.get("values"), f"values of {name}")])
        words = frozenset(listed)
    return Slot(
        name=name,
        label=_read_label(name, given),
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


def _read_label(name: str, given: Mapping[str, Any]) -> str:
    """Returns the label of a slot: its `label`, or its name in words."""
    return text(given.get("label", name.replace("_", " ").strip().capitalize()), f"label of {name}")


def _grades(name: str, given: Mapping[str, Any], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the words from the best to the worst; empty where the schema names no best end."""
    if "best" not in given:
        return ()
    best = text(given["best"], f"best of {name}")
    if best not in ("first", "last") or not listed:
        raise ValueError(f"{name} has no end of its values that is {best!r}")
    return listed if best == "first" else tuple(reversed(listed))


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
            slots[name] = _read_slot(name, given)
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
        label=_read_label(name, given),
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
