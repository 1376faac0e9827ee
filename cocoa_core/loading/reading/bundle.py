"""From bundle.yaml to what several options may have to meet together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cocoa_core.domain import Bundles, Rule, Schema, Slot, wanted_side
from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.errors import DomainError
from cocoa_core.loading.mistakes import (
    InvalidDependencyError,
    Mistakes,
    TooManyError,
    unexpected,
    unknown_word,
)
from cocoa_core.loading.models.base import read_model
from cocoa_core.loading.models.bundle_file import BundleFile
from cocoa_core.loading.reading.schema import ReadSchema
from cocoa_core.loading.yaml.nodes import Entry, MappingNode, Node

__all__ = ["bundles_of"]

_KINDS: Final = {
    "total": ("quantity", "duration"),
    "average": ("quantity", "duration"),
    "different": ("category", "date"),
    "with": ("category", "boolean", "set"),
}
"""The kinds of slots that each key takes."""
_BEST: Final = "best"
_POINTS: Final = "year"


def bundles_of(root: Node, read: ReadSchema, rules: Sequence[Rule], mistakes: Mistakes) -> Bundles | None:
    """What the file says; None where nothing is left of it. What is wrong is noted.

    rules: of the domain; none where they have mistakes of their own.
    """
    schema = read.schema
    try:
        file = read_model(BundleFile, root, mistakes)
        if schema is None:
            return None
        names = {key: _slots(file, key, read, schema, rules, mistakes) for key in _KINDS}
        best = _best(file, read, schema, rules, mistakes)
        found = Bundles(
            file.called, names["total"], names["average"], names["different"], names["with"], best
        )
    except (InvalidDependencyError, TooManyError):
        return None
    if not mistakes.found and (not found.numbers or sum(map(len, names.values())) < len(("best", "met"))):
        mistakes.note(
            DomainError(
                "there is too little to ask of several options together",
                got=", ".join(f"{key}: {', '.join(some)}" for key, some in names.items() if some)
                or "no slots",
                expected="a number under `total` or `average`, and at least one more slot",
                fix="name another number, or slots under `different` or `with`",
                place=file.place,
            )
        )
    return found


def _slots(
    file: BundleFile, key: str, read: ReadSchema, schema: Schema, rules: Sequence[Rule], mistakes: Mistakes
) -> tuple[str, ...]:
    field = "with_" if key == "with" else key
    names: tuple[str, ...] = mistakes.tried(getattr, file, field) or ()
    if not file.has(key):
        return ()
    others = (mistakes.tried(getattr, file, "total") or ()) if key == "average" else ()
    found: list[str] = []
    for name, node in zip(names, file.items_at(key), strict=True):
        with mistakes.kept():
            if name in read.forgotten:
                raise InvalidDependencyError
            _refuse(key, name, node, schema, rules)
            if name in found or name in others:
                raise unexpected(node, f"an item of `{key}`", "each slot once", "leave it out")
            found.append(name)
    return tuple(found)


def _best(
    file: BundleFile, read: ReadSchema, schema: Schema, rules: Sequence[Rule], mistakes: Mistakes
) -> dict[str, str]:
    """What the best by a number is called, by slot."""
    words: dict[str, str] = mistakes.tried(lambda: file.best) or {}
    node = file.node_at(_BEST) if file.has(_BEST) else None
    for entry in node.entries if isinstance(node, MappingNode) else ():
        with mistakes.kept():
            if entry.key in words and entry.key not in read.forgotten:
                _refuse(_BEST, entry.key, entry, schema, rules)
    return words


def _refuse(key: str, name: str, node: Node | Entry, schema: Schema, rules: Sequence[Rule]) -> None:
    """DomainError for a slot that the key does not take."""
    shown = [slot for slot in schema.slots if slot.shown and slot.derived is None]
    slot = next((one for one in schema.slots if one.name == name), None)
    if slot is None:
        raise unknown_word(name, "slot", [one.name for one in shown], node.place)
    if slot not in shown:
        raise _not_taken(key, slot, node, "a slot that options show", "name another slot, or show this one")
    kinds = _KINDS["total" if key == _BEST else key]
    if slot.kind.name not in kinds or getattr(slot.kind, "unit", "") == _POINTS:
        raise _not_taken(key, slot, node, f"a slot of the kind {' or '.join(kinds)}", "leave it out")
    if name in schema.group_by:
        raise _not_taken(key, slot, node, "a slot that tells options of one group apart", "leave it out")
    if key not in ("total", "average", _BEST):
        return
    if key != _BEST and isinstance(slot.kind, OrderedKind) and slot.kind.limits()[0] < 0:
        raise _not_taken(key, slot, node, "numbers from 0", "leave it out, or give the slot `min: 0`")
    if rules and wanted_side(rule for rule in rules if rule.slot == name) is None:
        fix = f"add `wanted: less` or `wanted: more` to a rule of {name} in rules.yaml, or leave it out"
        raise _not_taken(key, slot, node, "a number of which people want less, or more", fix)


def _not_taken(key: str, slot: Slot, node: Node | Entry, expected: str, fix: str) -> DomainError:
    return DomainError(
        f"`{key}` does not take the slot {slot.name!r}",
        got=f"{slot.name}, a {slot.kind.name}" + ("" if slot.shown else " that is not shown"),
        expected=expected,
        fix=fix,
        place=node.place,
    )
