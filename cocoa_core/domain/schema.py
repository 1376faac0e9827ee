"""A domain's schema: the slots of an option, what groups options, and what ties slots together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds import Kind, VocabularyKind
from cocoa_core.domain.primitives import Primitive, Value

Relation: TypeAlias = Literal["equal", "at_most", "sum", "never"]


_DAY: Final = 24 * 60
"""Minutes."""
DERIVED_TESTS: Final = frozenset({"is", "one_of", "any", "none", "only"})
"""The tests of derived slots: each of them is exactly a test of the slot that it follows from."""


@frozen(cache_hash=True)
class Derived:
    """Where the words of a derived slot come from."""

    source: str
    """The slot that it follows from, which may be derived itself."""
    table: str
    """NAME in `tables/NAME.csv`."""
    key: str
    value: str
    """The column with the words of this slot; `key` is the column with those of the source."""
    words: tuple[tuple[str, str], ...] = field(repr=False)
    """Pairs of a word of the source and the word of this slot, sorted; each word of the source once."""

    @property
    def path(self) -> str:
        """The table's path in the domain's folder."""
        return f"tables/{self.table}.csv"

    @cached_property
    def known(self) -> dict[str, str]:
        """The word of this slot for each word of the source."""
        return dict(self.words)

    def of(self, value: Value) -> Value:
        """Returns what follows from a value of the source: nothing from a missing one, a set from a set.

        Raises:
            KeyError: the table lacks a word, which is named.
        """
        if value is None:
            return None
        if isinstance(value, tuple):
            return tuple(sorted({self.known[str(word)] for word in value}))
        return self.known[str(value)]


@frozen
class Slot:
    """An attribute of an option."""

    name: str
    """The name in files and records: a small letter, then small letters, digits and "_"."""
    label: str
    """The name that a person sees; no two slots of a schema share one."""
    kind: Kind
    """The kind of its values."""
    shown: bool = True
    """Whether options show it."""
    description: str = ""
    derived: Derived | None = None
    """How it follows from another slot; None for a slot of the catalogue. A derived slot is not shown, and
    its kind is that of the source with the closed vocabulary of the table.
    """
    topic: str = ""
    """What it is about ("money"); a request keeps wishes of one topic together."""
    noun: str = ""
    """What a customer calls it where the label is no noun ("number of stars")."""

    def ops(self, over: str | None) -> frozenset[str]:
        """Returns the tests that may be asked over `over`: those of the kind, fewer for a derived slot."""
        ops = self.kind.ops(over)
        if self.derived is None:
            return ops
        return ops & DERIVED_TESTS if over is None else frozenset()


@frozen
class SlotRef:
    """The place of a slot's value in the opening sentence."""

    slot: str


@frozen(cache_hash=True)
class Measure:
    """A number of an option: the value of a slot, or over `total` or `count` of its items."""

    slot: str
    over: str | None = None


@frozen(cache_hash=True)
class Axiom:
    """What holds for every option, wherever its parts are defined.

    equal:   the measures are all the same
    at_most: no measure is above the next one
    sum:     all measures but the last add up to the last: money, minutes, a time and minutes to a time
    never:   the tests do not all hold
    """

    relation: Relation
    measures: tuple[Measure, ...] = ()
    tests: tuple[Primitive, ...] = ()
    overnight: bool = False
    """For a sum of minutes to a time of day: whether the time may be that of a later day."""

    def adds_up(self, parts: int, total: int) -> bool:
        """Returns whether the sum of the other measures may go with the last one."""
        return (parts - total) % _DAY == 0 if self.overnight else parts == total

    @cached_property
    def slots(self) -> frozenset[str]:
        """The slots that it mentions."""
        return frozenset({part.slot for part in self.tests} | {part.slot for part in self.measures})


@frozen(cache_hash=True)
class Unclear:
    """Options for which careful readers could answer a test differently: there it is undefined."""

    slot: str
    """The slot whose tests are concerned."""
    rival: str | None = None
    """A slot that readers may take for this one; a test is undefined where the rival answers the opposite."""
    where: tuple[Primitive, ...] = ()
    """Without a rival, tests that make every test of the slot undefined where all of them hold."""

    @cached_property
    def slots(self) -> frozenset[str]:
        """The slots that it mentions."""
        return frozenset({self.slot, *(part.slot for part in self.where)} | {self.rival or self.slot})


@frozen
class Schema:
    """The slots of a domain in the order of its file, and what is said of an option as a whole."""

    name: str
    version: str
    noun: str
    """What an option is ("flight"), singular."""
    description: str
    group_by: tuple[str, ...]
    """Slots whose values the options of one question share; none: all options are one group."""
    request: tuple[str | SlotRef, ...]
    """The opening sentence in parts, without its full stop; its slots are among `group_by`."""
    slots: tuple[Slot, ...]
    axioms: tuple[Axiom, ...] = ()
    trades: tuple[frozenset[str], ...] = ()
    """Pairs of slots that people trade against each other; what goes together in one condition."""
    computed: tuple[frozenset[str], ...] = ()
    """Sets of slots of which each can be worked out from the others."""
    pronoun: str = "it"
    """How wordings call an option: "it", "they", "she" or "he"."""
    speech: str = "wishes"
    """How requests speak: of "wishes" or of "facts"."""
    unclear: tuple[Unclear, ...] = ()
    """Options on which tests of a slot are undefined, because of what else the options show."""

    @cached_property
    def given(self) -> tuple[Slot, ...]:
        """The slots of the catalogue, in their order."""
        return tuple(slot for slot in self.slots if slot.derived is None)

    @cached_property
    def derived(self) -> tuple[Slot, ...]:
        """The slots that follow from others, each after its source."""
        ordered: list[Slot] = []
        waiting = [slot for slot in self.slots if slot.derived is not None]
        while waiting:
            names = {slot.name for slot in waiting}
            ordered += [slot for slot in waiting if slot.derived and slot.derived.source not in names]
            waiting = [slot for slot in waiting if slot.derived and slot.derived.source in names]
        return tuple(ordered)

    @cached_property
    def akin(self) -> tuple[frozenset[str], ...]:
        """Pairs of slots of one topic that can be computed from one another, with others: a price, and the
        price per carat. People ask for one of them.
        """
        return tuple(
            frozenset(pair)
            for slot_names in self.computed
            for pair in combinations(sorted(slot_names), 2)
            if self.slot(pair[0]).topic and self.slot(pair[0]).topic == self.slot(pair[1]).topic
        )

    def derived_among(self, names: Iterable[str]) -> tuple[str, ...]:
        """Returns the derived slots among these, in the order of the schema."""
        wanted = set(names) if self.derived else ()
        return tuple(slot.name for slot in self.slots if slot.derived is not None and slot.name in wanted)

    def catalogue_slot(self, name: str) -> str:
        """Returns the slot of the catalogue from which a derived one follows; any other is its own."""
        return self._bases[name][0] if name in self._bases else name

    def tables_have(self, base: str, word: str) -> bool:
        """Returns whether all tables by which slots follow from this one have the word."""
        return all(word in words for slot, words in self._bases.values() if slot == base)

    def derived_words(self, name: str) -> Mapping[str, str]:
        """Returns for each word of its base the word of a derived slot.

        Raises:
            KeyError: the slot is not derived.
        """
        return self._bases[name][1]

    def words_alike(self, base: str, names: tuple[str, ...]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Returns the words of a base that have the same words in the named derived slots, by these words;
        all that the tables have.
        """
        alike = self._alike.get((base, names))
        if alike is None:
            sorts: dict[tuple[str, ...], list[str]] = {}
            follows = [self.derived_words(name) for name in names]
            kind = self.closed.slot(base).kind
            for word in kind.values if isinstance(kind, VocabularyKind) else ():
                sorts.setdefault(tuple([words[word] for words in follows]), []).append(word)
            alike = self._alike[base, names] = {key: tuple(words) for key, words in sorts.items()}
        return alike

    @cached_property
    def _alike(self) -> dict[tuple[str, tuple[str, ...]], dict[tuple[str, ...], tuple[str, ...]]]:
        return {}

    @cached_property
    def _bases(self) -> dict[str, tuple[str, dict[str, str]]]:
        result: dict[str, tuple[str, dict[str, str]]] = {}
        for slot in self.derived:
            if slot.derived is not None:
                word_table, source = slot.derived.known, slot.derived.source
                base, words = result.get(source, (source, {word: word for word in word_table}))
                result[slot.name] = base, {word: word_table[follows] for word, follows in words.items()}
        return result

    @cached_property
    def closed(self) -> Schema:
        """Returns the schema with the vocabulary of each slot that others follow from closed to the words of
        their tables.

        No option has another word there, so both schemas have the same options.
        """
        words_by_base: dict[str, set[str]] = {}
        for base, words in self._bases.values():
            words_by_base.setdefault(base, set(words)).intersection_update(words)
        return evolve(self, slots=tuple(_closed(slot, words_by_base.get(slot.name)) for slot in self.slots))

    @cached_property
    def _named(self) -> dict[str, Slot]:
        return {slot.name: slot for slot in self.slots}

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {slot.name: position for position, slot in enumerate(self.slots)}

    def slot(self, name: str) -> Slot:
        """Returns the slot of this name.

        Raises:
            KeyError: there is no such slot.
        """
        return self._named[name]

    def position(self, name: str) -> int:
        """Returns the index of the slot in `slots` and in every row of the catalogue.

        Raises:
            KeyError: there is no such slot.
        """
        return self._positions[name]


def _closed(slot: Slot, words: set[str] | None) -> Slot:
    kind = slot.kind
    if words is not None and isinstance(kind, VocabularyKind) and not kind.closed:
        return evolve(slot, kind=kind.closed_to(words))
    return slot
