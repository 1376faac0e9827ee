"""Reads bundle.yaml: what several options may have to meet together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final

from cocoa_core.domain import Bundles, Rule, Schema, Slot, wanted_side
from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.errors import DomainError
from cocoa_core.loading.mistakes import (
    InvalidDependencyError,
    Mistakes,
    RefusedError,
    TooManyMistakesError,
    unexpected,
    unknown_word,
)
from cocoa_core.loading.models.base import Model, read_model, says
from cocoa_core.loading.models.leaves import SLOT, Entries, Items, Leaf, phrase, text
from cocoa_core.loading.schema import ReadSchema
from cocoa_core.loading.values import text_of
from cocoa_core.loading.yaml import MappingEntry, Node

_NUMBER: Final = "{number}"
_LONGEST: Final = 80
"""Characters of `called`."""
_LONGEST_BEST: Final = 30
"""Characters of what the best by a number is called."""
_MOST: Final = 20
"""The most slots of one key."""
_NUMBERS: Final = ("quantity", "duration")
_KINDS: Final = {
    "total": _NUMBERS,
    "average": _NUMBERS,
    "different": ("category", "date"),
    "with": ("category", "boolean", "set"),
    "best": _NUMBERS,
}
"""The kinds of slots that each key takes."""
_POINTS: Final = "year"
"""The unit of numbers that have no sum."""


def _called(node: Node) -> str:
    name = text_of(node, _LONGEST)
    if name.count(_NUMBER) != 1 or name.count("{") != 1 or name.count("}") != 1:
        raise RefusedError(f"a text with {_NUMBER} once", "write it as `a trip of {number} stays`")
    return name


_CALLED: Final = Leaf(_called, {**text(_LONGEST).shape, "pattern": r"^[^{}]*\{number\}[^{}]*$"})
_Names: Any = Annotated[tuple[Annotated[str, SLOT], ...], Items(1, _MOST, unique=True)]


class BundleFile(Model):
    """The keys of bundle.yaml."""

    what: ClassVar[str] = "the bundle"
    called: Annotated[str, _CALLED] = says(
        "What several options are together, {number} for how many: a trip of {number} stays."
    )
    total: _Names = says("Numbers that may be added up: a total at most, or the lowest total.", ())
    average: _Names = says(
        "Numbers of which the mean may be asked for: an average at least, or the highest average.", ()
    )
    different: _Names = says("Categories and dates of which no two options may have the same.", ())
    with_: _Names = says(
        "Categories, sets, and what is yes or no: so many options may have to have a value of it.",
        (),
        alias="with",
    )
    best: Annotated[dict[str, Annotated[str, phrase(_LONGEST_BEST)]], Entries(1, _MOST)] = says(
        "What the best of several options by a number is called: `price: cheapest`.", {}
    )

    def slots(
        self, key: str, read: ReadSchema, schema: Schema, rules: Sequence[Rule], mistakes: Mistakes
    ) -> tuple[str, ...]:
        """Returns the slots of a key. Those that it does not take, or that stand twice, are noted."""
        names = self.get("with_" if key == "with" else key)
        totals = set(self.get("total")) if key == "average" else set()
        slots: list[str] = []
        for name, node in zip(names, self.items_at(key), strict=True):
            with mistakes.collecting():
                if name in read.invalid_slots:
                    raise InvalidDependencyError
                _refuse(key, name, node, schema, rules)
                if name in totals:
                    raise unexpected(node, f"an item of `{key}`", "each slot once", "leave it out")
                totals.add(name)
                slots.append(name)
        return tuple(slots)

    def best_words(
        self, read: ReadSchema, schema: Schema, rules: Sequence[Rule], mistakes: Mistakes
    ) -> dict[str, str]:
        """Returns what the best by a number is called, by slot. Slots that `best` does not take are noted."""
        words: dict[str, str] = self.get("best")
        for entry in self.entries_at("best"):
            with mistakes.collecting():
                if entry.key in words and entry.key not in read.invalid_slots:
                    _refuse("best", entry.key, entry, schema, rules)
        return words


def bundles_of(root: Node, read: ReadSchema, rules: Sequence[Rule], mistakes: Mistakes) -> Bundles | None:
    """Reads a bundle.yaml.

    Args:
        read: what can be read of the domain's schema.
        rules: the rules of the domain; none where they have mistakes of their own, and then it is not checked
            that people want less or more of a number.
        mistakes: takes what is wrong.

    Returns:
        What the file says, as far as it has no mistake; None where nothing of it can be read.
    """
    schema = read.schema
    try:
        file = read_model(BundleFile, root, mistakes)
        if schema is None:
            return None
        slots = {key: file.slots(key, read, schema, rules, mistakes) for key in _KINDS if key != "best"}
        best = file.best_words(read, schema, rules, mistakes)
        bundles = Bundles(
            file.called, slots["total"], slots["average"], slots["different"], slots["with"], best
        )
    except (InvalidDependencyError, TooManyMistakesError):
        return None
    if not mistakes.findings and (not bundles.numbers or sum(map(len, slots.values())) < 2):
        mistakes.note(
            DomainError(
                "there is too little to ask of several options together",
                got=", ".join(f"{key}: {', '.join(names)}" for key, names in slots.items() if names)
                or "no slots",
                expected="a number under `total` or `average`, and at least one more slot",
                fix="name another number, or slots under `different` or `with`",
                place=file.place,
            )
        )
    return bundles


def _refuse(key: str, name: str, node: Node | MappingEntry, schema: Schema, rules: Sequence[Rule]) -> None:
    """Raises DomainError for a slot that the key does not take."""
    shown = [slot for slot in schema.slots if slot.shown and slot.derived is None]
    slot = next((slot for slot in schema.slots if slot.name == name), None)
    if slot is None:
        raise unknown_word(name, "slot", [slot.name for slot in shown], node.place)
    if slot not in shown:
        raise _not_taken(key, slot, node, "a slot that options show", "name another slot, or show this one")
    if slot.kind.name not in _KINDS[key] or getattr(slot.kind, "unit", "") == _POINTS:
        raise _not_taken(key, slot, node, f"a slot of the kind {' or '.join(_KINDS[key])}", "leave it out")
    if name in schema.group_by:
        raise _not_taken(key, slot, node, "a slot that tells options of one group apart", "leave it out")
    if key not in ("total", "average", "best"):
        return
    if key != "best" and isinstance(slot.kind, OrderedKind) and slot.kind.limits()[0] < 0:
        raise _not_taken(key, slot, node, "numbers from 0", "leave it out, or give the slot `min: 0`")
    if rules and wanted_side(rule for rule in rules if rule.slot == name) is None:
        fix = f"add `wanted: less` or `wanted: more` to a rule of {name} in rules.yaml, or leave it out"
        raise _not_taken(key, slot, node, "a number of which people want less, or more", fix)


def _not_taken(key: str, slot: Slot, node: Node | MappingEntry, expected: str, fix: str) -> DomainError:
    return DomainError(
        f"`{key}` does not take the slot {slot.name!r}",
        got=f"{slot.name}, a {slot.kind.name}" + ("" if slot.shown else " that is not shown"),
        expected=expected,
        fix=fix,
        place=node.place,
    )
