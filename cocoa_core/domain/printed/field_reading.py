"""From an entry of `slots:` in printed.yaml to a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.printed.dates import DayOrder
from cocoa_core.domain.printed.declaration import COMBINATIONS, Field, Part
from cocoa_core.domain.printed.keys import NUMBER, folded_text
from cocoa_core.domain.printed.numbers import DecimalSign
from cocoa_core.domain.schema import Slot
from cocoa_core.domain.suggestions import closest, listed
from cocoa_core.domain.yaml.nodes import Entry, Node, ScalarNode, SequenceNode
from cocoa_core.domain.yaml.reading import (
    choice_at,
    entries_at,
    flag_at,
    items_at,
    keyed,
    refused,
    text_at,
    unexpected,
    unknown_word,
)
from cocoa_core.errors import DomainError

__all__ = ["FIELD_KEYS", "keys_at", "read_field"]

_LONGEST: Final = 200
_MOST_SPELLINGS: Final = 20
_MOST_WORDS: Final = 1000
_SOURCES: Final = ("key", "numbered", "count_of")
_KEYS: Final = ("part", "find", "words", "combine", "otherwise", *_SOURCES)
_CONVENTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "order": ("date",),
    "colon": ("duration",),
    "decimal": ("quantity",),
    "unit": ("quantity", "duration"),
}
"""Keys that settle how a text is read, each with the kinds that it goes with."""
_ORDERS: Final[Mapping[str, DayOrder]] = {"mdy": "mdy", "dmy": "dmy"}
_SIGNS: Final[Mapping[str, DecimalSign]] = {".": ".", ",": ","}
FIELD_KEYS: Final = (*_KEYS, "separator", *_CONVENTIONS)
"""All keys of an entry of `slots`."""
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "order": tuple(_ORDERS),
    "decimal": tuple(_SIGNS),
    "separator": (",", ";", "|", "/"),
}
_TIME_UNITS: Final = ("min", "h", "days")


def read_field(entry: Entry, slots: Mapping[str, Slot], plain: Field) -> Field:
    """The field that an entry declares; without a key it is looked for as in `plain`."""
    kind = slots[entry.key].kind
    conventions = _allowed(kind)
    nodes = keyed(entry.value, f"the slot {entry.key!r} in printed.yaml", (), (*_KEYS, *conventions))
    _check_together(entry, nodes, kind)
    field = _source(nodes, kind, slots, evolve(plain, place=entry.place, declared=True))
    item = _item_kind(kind)
    settled = {name: choice_at(nodes[name], name, _CHOICES[name]) for name in _CHOICES if name in nodes}
    return evolve(
        field,
        part=_part(nodes["part"]) if "part" in nodes else None,
        find=_words(nodes["find"], "`find`", item) if "find" in nodes else None,
        words=_words(nodes["words"], "`words`", item) if "words" in nodes else None,
        combine=_combine(nodes["combine"], kind) if "combine" in nodes else "",
        otherwise=_canonical(nodes["otherwise"], "`otherwise`", kind) if "otherwise" in nodes else None,
        separator=settled.get("separator"),
        unit=_unit(nodes["unit"], item) if "unit" in nodes else "",
        order=_ORDERS.get(settled.get("order", "")),
        decimal=_SIGNS.get(settled.get("decimal", "")),
        colon="colon" in nodes and flag_at(nodes["colon"], "`colon`"),
    )


def keys_at(node: Node, what: str, *, numbered: bool = False) -> tuple[str, ...]:
    """A key, or a list of its spellings; numbered ones hold one "{n}", others none."""
    several = isinstance(node, SequenceNode)
    found: list[str] = []
    for item in items_at(node, what, 1, _MOST_SPELLINGS) if several else (node,):
        name = text_at(item, what, _LONGEST)
        if name.count(NUMBER) != numbered:
            wanted = f"one {NUMBER} where the number stands" if numbered else f"no {NUMBER}"
            fix = "write `Layover {n} Time`" if numbered else "keys with numbers stand under `numbered`"
            raise unexpected(item, what, f"a key with {wanted}", fix)
        found.append(name)
    return tuple(found)


def _allowed(kind: Kind) -> tuple[str, ...]:
    """The keys that settle how texts of this kind are read."""
    inner = kind.items if isinstance(kind, NumberList) else kind
    names = [name for name, kinds in _CONVENTIONS.items() if inner.name in kinds]
    return ("separator", *names)


def _check_together(entry: Entry, nodes: Mapping[str, Node], kind: Kind) -> None:
    sources = [name for name in _SOURCES if name in nodes]
    clashing = [sources, [name for name in ("find", "part") if name in nodes]]
    clashing.append([name for name in ("find", "words") if name in nodes])
    if "count_of" in nodes:
        clashing.append([name for name in nodes if name != "otherwise"])
    for names in clashing:
        if len(names) > 1:
            raise DomainError(
                f"the slot {entry.key!r} has {listed(f'`{name}`' for name in names)}",
                expected="one of them",
                fix="delete the others",
                place=entry.place,
            )
    several = isinstance(kind, CategorySet | NumberList)
    if "numbered" in nodes and "combine" not in nodes and not several:
        raise DomainError(
            f"the slot {entry.key!r} has one value, and numbered keys give several",
            expected=f"`combine:` and one of {listed(COMBINATIONS)}",
            fix="add `combine`",
            place=entry.place,
        )
    if "combine" in nodes and several:
        raise unexpected(
            nodes["combine"], "`combine`", f"no such key: a {kind.name} holds several values", "leave it out"
        )


def _source(nodes: Mapping[str, Node], kind: Kind, slots: Mapping[str, Slot], field: Field) -> Field:
    if "key" in nodes:
        return evolve(field, keys=keys_at(nodes["key"], "`key`"))
    if "numbered" in nodes:
        return evolve(field, keys=(), numbered=keys_at(nodes["numbered"], "`numbered`", numbered=True))
    if "count_of" not in nodes:
        return field
    countable = [name for name, slot in slots.items() if isinstance(slot.kind, CategorySet | NumberList)]
    name = text_at(nodes["count_of"], "`count_of`", _LONGEST)
    if name not in countable:
        raise unknown_word(name, "set or list", countable, nodes["count_of"].place)
    if getattr(kind, "unit", "") != "count":
        raise unexpected(
            nodes["count_of"], "`count_of`", "no such key: only a quantity with the unit count is one"
        )
    return evolve(field, keys=(), count_of=name)


def _part(node: Node) -> Part:
    nodes = keyed(node, "`part`", (), ("after", "before"))
    if not nodes:
        raise unexpected(node, "`part`", "`after`, `before` or both")
    found = {name: _fixed(inner, f"`{name}`") for name, inner in nodes.items()}
    return Part(found.get("after", ""), found.get("before", ""))


def _fixed(node: Node, what: str) -> str:
    return text_at(node, what, _LONGEST)


def _item_kind(kind: Kind) -> Kind:
    """What one item is: of a set a word of its vocabulary, of a list a number."""
    if isinstance(kind, CategorySet):
        return Category(kind.closed, kind.values)
    return kind.items if isinstance(kind, NumberList) else kind


def _words(node: Node, what: str, kind: Kind) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in entries_at(node, what, 1, _MOST_WORDS):
        text = folded_text(entry.key)
        if text in found:
            raise DomainError(
                f"{entry.key!r} stands twice, but for capitals and blanks",
                expected="each text once",
                fix="delete one of them",
                place=entry.place,
            )
        found[text] = _canonical(entry.value, f"what {entry.key!r} means", kind)
    return found


def _canonical(node: Node, what: str, kind: Kind) -> str:
    """A cell's text for the kind: as schema.yaml and the catalogue have it."""
    if not isinstance(node, ScalarNode) or node.value is None or isinstance(node.value, bool):
        shown = "write yes or no" if kind.name == "boolean" else None
        raise unexpected(node, what, "a value as the catalogue has it", shown)
    try:
        return kind.write(kind.read(node.text))
    except ValueError as error:
        like = closest(node.text, getattr(kind, "values", ()))
        raise refused(
            error, f"{what} is no value of the slot", node.place, f"did you mean {like!r}?" if like else None
        ) from None


def _combine(node: Node, kind: Kind) -> str:
    ordered = ("least", "most") if kind.name in ("quantity", "duration", "clock", "date") else ()
    sums = ("sum",) if kind.name in ("quantity", "duration") else ()
    return choice_at(node, f"way to combine a {kind.name}", (*sums, *ordered, "first", "last", "same"))


def _unit(node: Node, kind: Kind) -> str:
    if kind.name == "duration":
        return choice_at(node, "unit of a duration", _TIME_UNITS)
    return text_at(node, "`unit`", 20)
