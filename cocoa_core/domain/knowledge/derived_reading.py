"""From an entry of `slots:` with the key `derived` to a slot that follows from another one by a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cocoa_core.domain.keys.keys import optional, required
from cocoa_core.domain.keys.kind_keys import DERIVED_KEYS, DERIVED_SLOT_KEYS
from cocoa_core.domain.keys.limits import LONGEST_NAME, LONGEST_TABLE_NAME, LONGEST_VALUE
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.vocabulary import element_problem, vocabulary_problem
from cocoa_core.domain.knowledge.derived import Derived
from cocoa_core.domain.knowledge.tables import KnowledgeTable, KnowledgeTables, lacking_words
from cocoa_core.domain.reading.slots import check_name, described_slot
from cocoa_core.domain.schema import Slot
from cocoa_core.domain.suggestions import listed, quoted
from cocoa_core.domain.yaml.nodes import Entry, MappingNode, Node
from cocoa_core.domain.yaml.reading import keyed, text_at, unexpected, unknown_word
from cocoa_core.errors import DomainError, Place

__all__ = ["is_derived", "read_derived"]

_KEY: Final = "derived"
_FOLLOW: Final = ("kind", "closed", "values", "missing", "shown", "min_items", "max_items")
"""Keys of other slots that a derived one may not have: they follow from its source."""


def is_derived(entry: Entry) -> bool:
    """Whether the slot of this entry follows from another one."""
    node = entry.value
    return isinstance(node, MappingNode) and any(one.key == _KEY for one in node.entries)


def read_derived(
    entries: Sequence[Entry], slots: Mapping[str, Slot], tables: KnowledgeTables
) -> dict[str, Slot]:
    """The slots of these entries, which follow from each other and from `slots`, in any order.

    DomainError with its place for every mistake, also in the tables that are used.
    """
    for entry in entries:
        check_name(entry)
    names = {entry.key for entry in entries}
    found: dict[str, Slot] = {}
    waiting = list(entries)
    while waiting:
        known = {**slots, **found}
        ready = [entry for entry in waiting if _source(entry, {*slots, *names}) in known]
        if not ready:
            raise _circle(waiting)
        for entry in ready:
            found[entry.key] = _slot(entry, known, tables)
        waiting = [entry for entry in waiting if entry.key not in found]
    return found


def _source(entry: Entry, names: set[str]) -> str:
    node = _settings(entry)["from"]
    name = text_at(node, "`from`", LONGEST_NAME)
    if name not in names:
        raise unknown_word(name, "slot", sorted(names), node.place)
    return name


def _circle(entries: Sequence[Entry]) -> DomainError:
    return DomainError(
        "these slots follow from each other in a circle",
        got=listed(entry.key for entry in entries),
        expected="a slot that the catalogue holds at the start of every chain",
        fix="change `from` of one of them",
        place=_settings(entries[0])["from"].place,
    )


def _settings(entry: Entry) -> Mapping[str, Node]:
    """What stands under `derived`."""
    if isinstance(entry.value, MappingNode):
        for one in entry.value.entries:
            if one.key in _FOLLOW:
                raise DomainError(
                    f"the derived slot {entry.key!r} has the key {one.key!r}",
                    expected="`derived`, `label` and `description`",
                    fix="leave it out: its values follow from those of its source, and options never show it",
                    place=one.place,
                )
    nodes = keyed(entry.value, f"the derived slot {entry.key!r}", (_KEY,), optional(DERIVED_SLOT_KEYS))
    return keyed(nodes[_KEY], "`derived`", required(DERIVED_KEYS))


def _slot(entry: Entry, slots: Mapping[str, Slot], tables: KnowledgeTables) -> Slot:
    nodes = _settings(entry)
    source = slots[text_at(nodes["from"], "`from`", LONGEST_NAME)]
    kind = source.kind
    if not isinstance(kind, Category | CategorySet):
        raise unexpected(
            nodes["from"],
            "`from`",
            f"a category or a set: {source.name!r} is a {kind.name} and has no words",
            "derive from " + (listed(_with_words(slots)) or "a slot of one of these kinds"),
        )
    table = _table(nodes["table"], tables)
    key, value = (_column(nodes[name], name, table) for name in ("key", "value"))
    if key == value:
        raise unexpected(nodes["value"], "`value`", "another column than `key`")
    problem = element_problem if isinstance(kind, CategorySet) else vocabulary_problem
    known = table.words(key, value, problem)
    if kind.closed:
        lacking = [word for word in kind.values if word not in known]
        if lacking:
            raise lacking_words(entry.key, source.name, key, table.file, lacking)
        known = {word: known[word] for word in kind.values}
    derived = Derived(source.name, table.name, key, value, tuple(sorted(known.items())))
    return described_slot(entry, _kind(kind, known, table.file), derived)


def _with_words(slots: Mapping[str, Slot]) -> list[str]:
    return [name for name, slot in slots.items() if isinstance(slot.kind, Category | CategorySet)]


def _kind(kind: Category | CategorySet, known: Mapping[str, str], file: str) -> Category | CategorySet:
    values = tuple(sorted(set(known.values())))
    if isinstance(kind, Category):
        return Category(True, values, missing=kind.missing)
    if len(known) < kind.min_items:
        raise DomainError(
            "the table has fewer words than the set that follows from it",
            got=f"{len(known)}",
            expected=f"{kind.min_items} or more, the `min_items` of its source",
            place=Place(file),
        )
    # Different words may lead to one and the same, so no more than one is certain.
    return CategorySet(True, values, min(kind.min_items, 1), kind.max_items, missing=kind.missing)


def _table(node: Node, tables: KnowledgeTables) -> KnowledgeTable:
    name = text_at(node, "`table`", LONGEST_TABLE_NAME)
    if name not in tables.names():
        raise DomainError(
            f"there is no table {quoted(name)}",
            got=f"the tables {listed(tables.names())}" if tables.names() else "no tables",
            expected="the NAME of a file tables/NAME.csv in the domain's folder",
            fix=f"write tables/{name}.csv, with a header and a row for each word"
            if name.replace("-", "").replace("_", "").isalnum()
            else "leave out `tables/` and `.csv`",
            place=node.place,
        )
    return tables.table(name)


def _column(node: Node, what: str, table: KnowledgeTable) -> str:
    name = text_at(node, f"`{what}`", LONGEST_VALUE)
    if name not in table.columns:
        raise unknown_word(name, f"column of {table.file}", table.columns, node.place)
    return name
