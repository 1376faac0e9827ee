"""Which slots a file has no key for, and which keys of it no slot uses."""

from __future__ import annotations

from collections.abc import Iterator

from cocoa_core.domain.printed.declaration import PRINTED, Field
from cocoa_core.domain.printed.definition_files import Definition
from cocoa_core.domain.printed.keys import KeyIndex
from cocoa_core.domain.printed.records import Records
from cocoa_core.domain.schema import Slot
from cocoa_core.domain.suggestions import closest, listed, quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["check_keys", "unused_keys"]


def check_keys(definition: Definition, records: Records, folder: str) -> None:
    """DomainError that names every slot which no record has a key for and which cannot be without one.

    Such a slot may be missing, have a value `otherwise`, be counted, or hold items under numbered keys.
    """
    lacking = [
        slot
        for slot in definition.schema.given
        if not _printed(definition.declaration.fields[slot.name], records)
        and not _dispensable(definition.declaration.fields[slot.name], slot)
    ]
    if not lacking:
        return
    fields = definition.declaration.fields
    free = [key for key in records.all_keys() if not _used(key, definition)]
    lines = [_line(fields[slot.name], free) for slot in lacking]
    names = listed(slot.name for slot in lacking)
    raise DomainError(
        f"the file has no key for the slot{'s' * (len(lacking) > 1)} {names}",
        got=f"the keys {listed(map(repr, records.all_keys()))}",
        expected="\n    ".join(["", *lines]) if len(lines) > 1 else lines[0],
        fix=f"write `slots: {{{lacking[0].name}: {{key: ...}}}}` in {folder}/{PRINTED}, or, if options may "
        "lack it, `missing: true` for the slot in schema.yaml",
        place=Place(records.file),
    )


def unused_keys(definition: Definition, records: Records) -> Iterator[str]:
    """Notes: keys of the file that nothing was read from, and slots that no record has."""
    unused = [key for key in records.all_keys() if not _used(key, definition)]
    if unused:
        yield f"not used: {listed(map(repr, unused))}"
    fields = definition.declaration.fields
    absent = [
        slot.name
        for slot in definition.schema.given
        if not _printed(fields[slot.name], records) and not fields[slot.name].count_of
    ]
    if absent:
        yield f"no record has a key for {listed(absent)}"


def _printed(field: Field, records: Records) -> bool:
    return any(index.find(field.keys) or index.numbered(field.numbered) for index in records.indexes())


def _dispensable(field: Field, slot: Slot) -> bool:
    if slot.kind.missing or field.otherwise is not None or field.count_of:
        return True
    return bool(field.numbered) and not getattr(slot.kind, "min_items", 1)


def _used(key: str, definition: Definition) -> bool:
    index = KeyIndex((key,))
    declaration = definition.declaration
    fields = declaration.fields.values()
    return bool(index.find(declaration.id.keys)) or any(
        index.find(field.keys) or index.numbered(field.numbered) for field in fields
    )


def _line(field: Field, free: list[str]) -> str:
    spelled = [*field.keys, *field.numbered]
    like = closest(spelled[-1], free)
    wanted = " or ".join(map(quoted, dict.fromkeys(spelled)))
    hint = f"; did you mean {like!r}?" if like else ""
    return f"{field.slot}: a key such as {wanted}{hint}"
