"""Random slots that follow from others by tables of the domain, in chains, and what options then have."""

from __future__ import annotations

import csv
import io
import random
from typing import Any, Final

from attrs import frozen

from .odd_words import VALUES, distinct
from .slots import Cell, MadeSlot

_TABLES: Final = ("places", "t", "0", "A-b_c", "x" * 61)
_COLUMNS: Final = ("city", "continent", "a, b", "é", "1", "[x]", "Key", "key", "id")
_EXTRA: Final = ("Nowhere", "Atlantis, lost", "Ür")


@frozen(eq=False)
class Knowledge:
    """Derived slots, the texts of their tables by file name, and word for word what follows by which slot."""

    slots: tuple[MadeSlot, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    steps: tuple[tuple[str, str, dict[str, str]], ...] = ()

    def complete(self, row: dict[str, Cell]) -> dict[str, Cell]:
        """The row with the derived values; their cells stand in no file."""
        row = dict(row)
        for name, source, known in self.steps:
            value = row[source][1]
            if isinstance(value, tuple):
                value = tuple(sorted({known[word] for word in value}))
            row[name] = "", known[value] if isinstance(value, str) else value
        return row


def made_knowledge(made: list[MadeSlot], rng: random.Random) -> Knowledge:
    """None to three derived slots, each from a slot with words, some from one another."""
    sources = [slot for slot in made if slot.words]
    names = rng.sample(_TABLES, len(_TABLES))
    slots: list[MadeSlot] = []
    tables: list[tuple[str, str]] = []
    steps: list[tuple[str, str, dict[str, str]]] = []
    for number in range(rng.choice((0, 0, 1, 2, 3)) if sources else 0):
        source, table = rng.choice(sources), names[number]
        known = _known(source, rng)
        key, value, text = _table(known, rng)
        slot = _slot(f"derived_{number}", source, (table, key, value), known)
        slots.append(slot)
        tables.append((f"{table}.csv", text))
        steps.append((slot.name, source.name, known))
        sources.append(slot)
    return Knowledge(tuple(slots), tuple(tables), tuple(steps))


def _known(source: MadeSlot, rng: random.Random) -> dict[str, str]:
    """A word for each word of the source, and for a few that it may not have."""
    follow = distinct(VALUES, rng.randint(1, 4), rng)
    extra = [word for word in rng.sample(_EXTRA, rng.randint(0, 2)) if word not in source.words]
    return {word: rng.choice(follow) for word in (*source.words, *extra)}


def _table(known: dict[str, str], rng: random.Random) -> tuple[str, str, str]:
    """Columns for key and value, and the text of a table that has them among others."""
    columns = rng.sample(_COLUMNS, rng.randint(2, 4))
    key, value = columns[:2]
    rng.shuffle(columns)
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval=rng.choice(("", "x")), lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {key: word, value: follows} for word, follows in rng.sample([*known.items()], len(known))
    )
    return key, value, out.getvalue()


def _slot(name: str, source: MadeSlot, by: tuple[str, str, str], known: dict[str, str]) -> MadeSlot:
    def none(_rng: random.Random) -> Cell:
        raise ValueError("a derived slot has no cells")

    derived: dict[str, Any] = {"from": source.name} | dict(zip(("table", "key", "value"), by, strict=True))
    closed = source.derived or source.settings.get("closed", False)
    words = tuple(sorted({known[word] for word in (source.words if closed else known)}))
    return MadeSlot(
        name, source.kind, {"derived": derived}, none, words=words, derived=source.derived or source.name
    )
