"""Reads what printed.yaml declares: how another system's options become rows of a domain."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final, cast

from attrs import evolve, field, frozen

from cocoa_core.domain import Schema, Slot
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.importing.conventions import Conventions, DayOrder, DecimalSign
from cocoa_core.importing.printed.printed_file import (
    COMBINATIONS,
    CONVENTIONS,
    PRINTED,
    PrintedFieldKeys,
    PrintedFile,
)
from cocoa_core.importing.tables.records import NUMBER, folded_text
from cocoa_core.loading import (
    InvalidDependencyError,
    MappingNode,
    Mistakes,
    Node,
    ScalarNode,
    SequenceNode,
    TooManyMistakesError,
    choice_of,
    items_of,
    read_at,
    read_model,
    refused,
    text_of,
    unexpected,
    unknown_word,
)
from cocoa_core.suggestions import did_you_mean, listed

__all__ = [
    "Declaration",
    "IdRule",
    "PrintedField",
    "PrintedPart",
    "declaration_of",
    "plain_declaration",
    "read_declaration",
]

_LONGEST: Final = 200
_MOST_SPELLINGS: Final = 20
_MOST_WORDS: Final = 1000
_ONE_OF: Final[tuple[tuple[str, ...], ...]] = (
    ("key", "numbered", "count_of"),
    ("find", "part"),
    ("find", "words"),
)
"""Groups of keys of which an entry may have only one."""
_TIME_UNITS: Final = ("min", "h", "days")


@frozen
class PrintedPart:
    """The piece of an item of a printed list between two fixed texts.

    An empty `after` means the beginning of the item, an empty `before` its end. Capitals and blanks do not
    matter.
    """

    after: str = ""
    before: str = ""


@frozen
class PrintedField:
    """Where the value of a slot is printed, and how it is read.

    The printed texts in `find` and `words` are folded (`folded_text` in tables/records.py).
    """

    slot: str
    keys: tuple[str, ...] = ()
    """Alternative spellings of the key that holds the value."""
    numbered: tuple[str, ...] = ()
    """Alternative spellings of numbered keys, each with one "{n}": "Layover {n} Time"."""
    count_of: str = ""
    """A set or list slot; the value is its number of items. Empty for other fields."""
    part: PrintedPart | None = None
    """The piece of each item of a printed list that is read; None for the whole item."""
    find: Mapping[str, str] | None = None
    """Canonical texts, by the items of a printed list that mean them; other items are ignored."""
    words: Mapping[str, str] | None = None
    """Canonical texts, by the printed texts (items, for sets and lists) that mean them."""
    combine: str = ""
    """How several printed values become one: a member of COMBINATIONS, or empty."""
    otherwise: str | None = None
    """The canonical text of the value where none is printed; None where there is no such value."""
    separator: str | None = None
    """The separator of the items of a printed list; None for the usual ones."""
    conventions: Conventions = field(factory=Conventions)


@frozen
class IdRule:
    """Where the id of a row comes from: its own key, or a prefix, slots and a number."""

    keys: tuple[str, ...] = ("id",)
    """Alternative spellings of the key that holds the id; empty where ids are made."""
    prefix: str = ""
    """The beginning of made ids."""
    parts: tuple[str, ...] = ()
    """Slots whose values follow the prefix; then comes a number, counted from 1 for each such beginning."""
    declared: bool = False
    """Whether printed.yaml has an entry for the id."""


@frozen
class Declaration:
    """How the printed options of a domain are read."""

    schema: Schema
    id: IdRule
    at: str
    """The path of keys to the options in a JSON file, with "." between them; empty where the file is a
    list.
    """
    fields: Mapping[str, PrintedField]
    """The field of each slot. The keys of a slot without an entry in printed.yaml are its name and its
    label.
    """
    declared: bool = True
    """Whether there is a printed.yaml."""


def plain_declaration(schema: Schema) -> Declaration:
    """Returns how options are read without a printed.yaml: by the names and labels of slots."""
    return Declaration(schema, IdRule(), "", {slot.name: _by_name(slot) for slot in schema.given}, False)


def read_declaration(root: Node, schema: Schema) -> Declaration:
    """Reads what a printed.yaml declares for the schema.

    Slots without an entry are read by their names and labels.

    Raises:
        DomainError: the file has mistakes; the error holds all of them.
    """
    mistakes = Mistakes(root.place.file)
    declaration = declaration_of(root, schema, frozenset(), mistakes)
    mistakes.refuse()
    return declaration


def declaration_of(root: Node, schema: Schema, forgotten: Set[str], mistakes: Mistakes) -> Declaration:
    """Reads what can be read of a printed.yaml, and notes the mistakes in it.

    Args:
        forgotten: slots whose entries are ignored.
        mistakes: is added to.
    """
    slots = {slot.name: slot for slot in schema.given}
    fields = {name: _by_name(slot) for name, slot in slots.items()}
    rule, at = None, None
    try:
        file = read_model(PrintedFile, root, mistakes)
        at = mistakes.tried(lambda: file.at)
        rule = mistakes.tried(_id_rule, file, slots, forgotten)
        mistakes.tried(_read_fields, file, slots, forgotten, fields, mistakes)
    except (InvalidDependencyError, TooManyMistakesError):
        pass
    return Declaration(schema, rule or IdRule(), at or "", fields)


def _by_name(slot: Slot) -> PrintedField:
    return PrintedField(slot.name, (slot.name, slot.label))


def _read_fields(
    file: PrintedFile,
    slots: Mapping[str, Slot],
    forgotten: Set[str],
    fields: dict[str, PrintedField],
    mistakes: Mistakes,
) -> None:
    entries = getattr(file.node_at("slots") if file.has("slots") else None, "entries", ())
    for name, place in ((entry.key, entry.place) for entry in entries):
        if name in forgotten:
            continue
        with mistakes.kept():
            if name not in slots:
                raise unknown_word(name, "slot in the catalogue", tuple(slots), place)
            if name in file.slots:
                fields[name] = _declared(name, place, file.slots[name], slots, fields[name])


def _id_rule(file: PrintedFile, slots: Mapping[str, Slot], forgotten: Set[str]) -> IdRule:
    keys = file.id
    if keys is None:
        return IdRule()
    if keys.has("key"):
        if keys.has("prefix") or keys.has("from"):
            raise unexpected(keys.node, keys.what, "either `key`, or `prefix` and `from`")
        return IdRule(_spellings(keys.node_at("key"), "`key`"), declared=True)
    for name, item in zip(keys.parts, keys.items_at("from") if keys.has("from") else (), strict=True):
        if name not in slots and name not in forgotten:
            raise unknown_word(name, "slot", tuple(slots), item.place)
    return IdRule((), keys.prefix, keys.parts, declared=True)


def _declared(
    name: str, place: Place, keys: PrintedFieldKeys, slots: Mapping[str, Slot], plain: PrintedField
) -> PrintedField:
    """Returns the field that an entry declares; without a key, the value is looked for as in `plain`."""
    kind = slots[name].kind
    _check_conventions(name, keys, kind)
    _check_together(name, place, keys, kind)
    item = kind.item_kind
    return evolve(
        _source(keys, kind, slots, plain),
        part=_part(keys),
        find=_words(keys.find, "`find`", item) if keys.find else None,
        words=_words(keys.words, "`words`", item) if keys.words else None,
        combine=_combine(keys.combine, kind) if keys.combine else "",
        otherwise=_canonical(keys.otherwise, "`otherwise`", kind) if keys.otherwise else None,
        separator=keys.separator or None,
        conventions=Conventions(
            cast(DecimalSign | None, keys.decimal or None),
            cast(DayOrder | None, keys.order or None),
            keys.colon,
            _unit(keys.unit, item) if keys.unit else "",
        ),
    )


def _spellings(node: Node, what: str, *, numbered: bool = False) -> tuple[str, ...]:
    """Returns a key as the only spelling, or a list of spellings; numbered ones hold one "{n}", others
    none.
    """
    is_list = isinstance(node, SequenceNode)
    spellings: list[str] = []
    for item in read_at(node, what, items_of, 1, _MOST_SPELLINGS) if is_list else (node,):
        name = read_at(item, what, text_of, _LONGEST)
        if name.count(NUMBER) != numbered:
            wanted = f"one {NUMBER} where the number stands" if numbered else f"no {NUMBER}"
            fix = "write `Layover {n} Time`" if numbered else "keys with numbers stand under `numbered`"
            raise unexpected(item, what, f"a key with {wanted}", fix)
        spellings.append(name)
    return tuple(spellings)


def _check_conventions(slot: str, keys: PrintedFieldKeys, kind: Kind) -> None:
    """Refuses keys that settle how texts of other kinds are read.

    Raises:
        DomainError: the entry has such a key.
    """
    inner = kind.item_kind
    alien = [name for name, kinds in CONVENTIONS.items() if inner.name not in kinds]
    allowed = [name for name in PrintedFieldKeys.known() if name not in alien]
    for name in alien:
        if keys.has(name):
            what = f"the slot {slot!r} in {PRINTED}"
            problem = f"{what} has no key {name!r}"
            raise unknown_word(name, f"key in {what}", allowed, keys.key_place(name), problem=problem)


def _check_together(slot: str, place: Place, keys: PrintedFieldKeys, kind: Kind) -> None:
    given = [name for name in PrintedFieldKeys.known() if keys.has(name)]
    clashing = [[name for name in group if name in given] for group in _ONE_OF]
    if "count_of" in given:
        clashing.append([name for name in given if name != "otherwise"])
    for names in clashing:
        if len(names) > 1:
            raise DomainError(
                f"the slot {slot!r} has {listed(f'`{name}`' for name in names)}",
                expected="one of them",
                fix="delete the others",
                place=place,
            )
    several = kind.several
    if "numbered" in given and "combine" not in given and not several:
        raise DomainError(
            f"the slot {slot!r} has one value, and numbered keys give several",
            expected=f"`combine:` and one of {listed(COMBINATIONS)}",
            fix="add `combine`",
            place=place,
        )
    if "combine" in given and several:
        reason = f"no such key: a {kind.name} holds several values"
        raise unexpected(keys.node_at("combine"), "`combine`", reason, "leave it out")


def _source(
    keys: PrintedFieldKeys, kind: Kind, slots: Mapping[str, Slot], field: PrintedField
) -> PrintedField:
    if keys.key:
        return evolve(field, keys=_spellings(keys.key, "`key`"))
    if keys.numbered:
        return evolve(field, keys=(), numbered=_spellings(keys.numbered, "`numbered`", numbered=True))
    name = keys.count_of
    if not name:
        return field
    countable = [name for name, slot in slots.items() if slot.kind.several]
    node = keys.node_at("count_of")
    if name not in countable:
        raise unknown_word(name, "set or list", countable, node.place)
    if getattr(kind, "unit", "") != "count":
        raise unexpected(node, "`count_of`", "no such key: only a quantity with the unit count is one")
    return evolve(field, keys=(), count_of=name)


def _part(keys: PrintedFieldKeys) -> PrintedPart | None:
    part = keys.part
    if part is None:
        return None
    if part.misnamed:
        raise InvalidDependencyError
    if not part.has("after") and not part.has("before"):
        raise unexpected(part.node, part.what, "`after`, `before` or both")
    return PrintedPart(part.after, part.before)


def _words(node: Node, what: str, kind: Kind) -> dict[str, str]:
    if not isinstance(node, MappingNode):
        raise unexpected(node, what, "a mapping (lines of the form `key: value`)")
    if not 1 <= len(node.entries) <= _MOST_WORDS:
        raise unexpected(node, what, f"1 to {_MOST_WORDS} keys")
    meanings: dict[str, str] = {}
    for entry in node.entries:
        key = folded_text(entry.key)
        if key in meanings:
            raise DomainError(
                f"{entry.key!r} stands twice, but for capitals and blanks",
                expected="each text once",
                fix="delete one of them",
                place=entry.place,
            )
        meanings[key] = _canonical(entry.value, f"what {entry.key!r} means", kind)
    return meanings


def _canonical(node: Node, what: str, kind: Kind) -> str:
    """Returns the text that the kind writes for a value in the file.

    Raises:
        DomainError: it is not a value of the kind.
    """
    if not isinstance(node, ScalarNode) or node.value is None or isinstance(node.value, bool):
        shown = "write yes or no" if kind.yes_or_no else None
        raise unexpected(node, what, "a value as the catalogue has it", shown)
    try:
        return kind.write(kind.read(node.text))
    except MismatchError as error:
        fix = did_you_mean(node.text, getattr(kind, "values", ()))
        raise refused(error, f"{what} is no value of the slot", node.place, fix) from None


def _combine(node: Node, kind: Kind) -> str:
    ordered = ("least", "most") if kind.numeric and not kind.several else ()
    sums = ("sum",) if kind.summable else ()
    what = f"way to combine a {kind.name}"
    return read_at(node, what, choice_of, what, (*sums, *ordered, "first", "last", "same"))


def _unit(node: Node, kind: Kind) -> str:
    if kind.name == "duration":
        return read_at(node, "`unit`", choice_of, "unit of a duration", _TIME_UNITS)
    return read_at(node, "`unit`", text_of, 20)
