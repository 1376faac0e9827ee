"""Narrows the rows that requests are about, if these are not the whole catalogue, such as those in stock."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from cocoa_core.atomic_files import write_whole
from cocoa_core.domain import Domain, Slot, Test, Value
from cocoa_core.errors import UsageError, one_line
from cocoa_core.loading import catalogue_text, load_domain
from cocoa_core.suggestions import did_you_mean

_QUERY: Final = re.compile(r"\s*([^<>=!]*[^<>=!\s])\s*(<=|>=|!=|=|<|>)\s*(.*\S)\s*")
_ORDERED: Final = {"<=": "at_most", ">=": "at_least", "<": "less", ">": "more"}


def narrowed(domain: Domain, queries: Sequence[str], folder: Path) -> Domain:
    """Returns the domain with only the rows that meet every query, written to a folder and read from there.

    A row without the value meets no query.

    Args:
        domain: the domain with all rows.
        queries: each a slot (its name or label), one of = != < <= > >=, and a value as the catalogue has it
            or as people see it. For a slot that holds several values, = asks whether one of them is that
            value.
        folder: an empty folder.

    Raises:
        UsageError: a query cannot be read, or no row meets all of them.
        DomainError: what is left is no domain, for example because a rule has a value that no row has.
    """
    tests = [_read(domain, query) for query in queries]
    catalogue, slots = domain.catalogue, domain.schema.slots
    positions = [position for position, slot in enumerate(slots) if slot.derived is None]
    rows = [
        (name, *(slots[position].kind.write(row[position]) for position in positions))
        for name, row in zip(catalogue.ids, catalogue.rows, strict=True)
        if all(test(row) for test in tests)
    ]
    if not rows:
        raise UsageError(
            "no row of the catalogue is in the pool",
            got=one_line(" and ".join(queries)),
            expected=f"queries that some of the {len(catalogue.ids):,} rows meet",
        )
    text = catalogue_text(("id", *(slots[position].name for position in positions)), rows)
    for path, content in (*domain.files.items(), ("catalogue.csv", text.encode())):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, content)
    return load_domain(folder)


def _read(domain: Domain, query: str) -> Callable[[Sequence[Value]], bool]:
    """Returns a function that says whether a row meets a query."""
    match = _QUERY.fullmatch(query)
    if match is None:
        raise UsageError(
            "--pool is no query",
            got=one_line(query),
            expected="a slot, one of = != < <= > >=, and a value, such as --pool 'In stock=yes'",
        )
    name, sign, text = match.groups()
    slots = {slot.name.casefold(): slot for slot in domain.schema.slots}
    slots |= {slot.label.casefold(): slot for slot in domain.schema.slots}
    slot = slots.get(name.casefold())
    if slot is None:
        raise UsageError(
            "--pool names a slot that the domain does not have",
            got=one_line(name),
            expected=", ".join(slot.label for slot in domain.schema.slots),
            fix=did_you_mean(name.casefold(), slots),
        )
    position = domain.schema.position(slot.name)
    holds = _ordered(slot, sign, text) if sign in _ORDERED else _equal(domain, slot, sign, text)
    return lambda row: row[position] is not None and holds(row[position])


def _ordered(slot: Slot, sign: str, text: str) -> Callable[[Value], bool]:
    kind, op = slot.kind, _ORDERED[sign]
    if op not in kind.ops(None):
        raise UsageError(
            f"--pool compares {slot.label}, which has no order", got=sign, expected="= or !=, and a value"
        )
    try:
        test = Test(op, (kind.read_arg(op, None, text),))
    except ValueError as error:
        raise UsageError(f"--pool has no value of {slot.label}", got=one_line(error)) from None
    return lambda value: kind.evaluate(test, value) is True


def _equal(domain: Domain, slot: Slot, sign: str, text: str) -> Callable[[Value], bool]:
    position, kind = domain.schema.position(slot.name), slot.kind

    def texts(value: Value) -> set[str]:
        parts = {str(part) for part in value} if isinstance(value, tuple) else set()
        return {part.casefold() for part in (kind.write(value), kind.show(value), *parts)}

    values = [row[position] for row in domain.catalogue.rows if row[position] is not None]
    known_texts = {value_text for value in dict.fromkeys(values) for value_text in texts(value)}
    if text.casefold() not in known_texts:
        raise UsageError(
            f"--pool names a value of {slot.label} that no row has",
            got=one_line(text),
            fix=did_you_mean(text.casefold(), known_texts),
        )
    return lambda value: (text.casefold() in texts(value)) is (sign == "=")
