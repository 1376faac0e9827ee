"""A domain's schema: the slots of an option, what groups options, and what ties slots together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds import Kind, VocabularyKind
from cocoa_core.domain.primitives import Primitive, Value

__all__ = ["Axiom", "Derived", "Measure", "Relation", "Schema", "Slot", "SlotRef", "Unclear"]

Relation: TypeAlias = Literal["equal", "at_most", "sum", "never"]


_DAY: Final = 24 * 60
"""Minutes."""
DERIVED_TESTS: Final = frozenset({"is", "one_of", "any", "none", "only"})
"""The tests of derived slots: each of them is exactly a test of the slot that it follows from."""


@frozen(cache_hash=True)
class Derived:
    """Where the words of a derived slot come from.

    source:     the slot that it follows from, which may be derived itself
    table:      NAME of `tables/NAME.csv`
    key, value: the columns with the words of the source and with those of this slot
    words:      (word of the source, word of this slot), sorted, each word of the source once
    """

    source: str
    table: str
    key: str
    value: str
    words: tuple[tuple[str, str], ...] = field(repr=False)

    @property
    def path(self) -> str:
        """The table's path in the domain's folder."""
        return f"tables/{self.table}.csv"

    @cached_property
    def known(self) -> dict[str, str]:
        """The word of this slot for each word of the source."""
        return dict(self.words)

    def of(self, value: Value) -> Value:
        """What follows from a value of the source: nothing known from a missing one, a set from a set.

        KeyError with a word that the table lacks.
        """
        if value is None:
            return None
        if isinstance(value, tuple):
            return tuple(sorted({self.known[str(word)] for word in value}))
        return self.known[str(value)]


@frozen
class Slot:
    """An attribute of an option.

    name:  as files and records write it: a small letter, then small letters, digits and "_"
    label: as a person sees it; no two slots of a schema share one
    kind:  what its values are
    shown: whether options show it
    topic: what it is about ("money"), so that a request keeps wishes of one topic together
    noun: what a customer calls it where the label is no noun ("number of stars")
    derived: how it follows from another slot, None for one that the catalogue holds; if it does, it is not
             shown, and its kind is that of the source with the closed vocabulary of the table
    """

    name: str
    label: str
    kind: Kind
    shown: bool = True
    description: str = ""
    derived: Derived | None = None
    topic: str = ""
    noun: str = ""

    def ops(self, over: str | None) -> frozenset[str]:
        """The tests that may be asked of it over `over`: those of its kind, of a derived slot fewer."""
        ops = self.kind.ops(over)
        if self.derived is None:
            return ops
        return ops & DERIVED_TESTS if over is None else frozenset()


@frozen
class SlotRef:
    """The place in the opening sentence where a slot's value goes."""

    slot: str


@frozen(cache_hash=True)
class Measure:
    """A number that an option has: the value of a slot, or over `total` or `count` of its items."""

    slot: str
    over: str | None = None


@frozen(cache_hash=True)
class Axiom:
    """What holds for every option, wherever its parts are defined.

    equal:   the measures are all the same
    at_most: no measure is above the next one
    sum:     all measures but the last add up to the last: money, minutes, a time and minutes to a time
    never:   the tests do not all hold
    overnight: of a sum of minutes to a time of day: the time may be that of a later day
    """

    relation: Relation
    measures: tuple[Measure, ...] = ()
    tests: tuple[Primitive, ...] = ()
    overnight: bool = False

    def adds_up(self, parts: int, total: int) -> bool:
        """Whether the sum of the other measures may go with this last one."""
        return (parts - total) % _DAY == 0 if self.overnight else parts == total

    @cached_property
    def named(self) -> frozenset[str]:
        """The slots that it speaks of."""
        return frozenset({part.slot for part in self.tests} | {part.slot for part in self.measures})


@frozen(cache_hash=True)
class Unclear:
    """Options on which two careful readers could answer a test of a slot differently: it is undefined there.

    slot:  whose tests are concerned
    rival: a slot that readers may take for this one; a test is undefined where the rival answers the opposite
    where: without a rival, tests that make every test of the slot undefined where all of them hold
    """

    slot: str
    rival: str | None = None
    where: tuple[Primitive, ...] = ()

    @cached_property
    def named(self) -> frozenset[str]:
        """The slots that it speaks of."""
        return frozenset({self.slot, *(part.slot for part in self.where)} | {self.rival or self.slot})


@frozen
class Schema:
    """The slots of a domain in the order of its file, and what is said of an option as a whole.

    noun:     what an option is ("flight"), singular
    group_by: slots whose values the options of one question share; none: all options are one group
    request:  the opening sentence in parts, without its full stop; its slots are among `group_by`
    pronoun:  how wordings call an option: "it", "they", "she" or "he"
    trades:   pairs of slots that people trade against each other; what goes together in one condition
    computed: sets of slots of which each can be worked out from the others
    unclear:  options on which tests of a slot are undefined, because of what else the options show
    """

    name: str
    version: str
    noun: str
    description: str
    group_by: tuple[str, ...]
    request: tuple[str | SlotRef, ...]
    slots: tuple[Slot, ...]
    axioms: tuple[Axiom, ...] = ()
    trades: tuple[frozenset[str], ...] = ()
    computed: tuple[frozenset[str], ...] = ()
    pronoun: str = "it"
    unclear: tuple[Unclear, ...] = ()

    @cached_property
    def given(self) -> tuple[Slot, ...]:
        """The slots that the catalogue holds, in their order."""
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
        """Pairs of slots of one topic that can be worked out from one another, with others: a price, and the
        price per carat. People ask for one of them."""
        return tuple(
            frozenset(pair)
            for some in self.computed
            for pair in combinations(sorted(some), 2)
            if self.slot(pair[0]).topic and self.slot(pair[0]).topic == self.slot(pair[1]).topic
        )

    def knowledge(self, names: Iterable[str]) -> tuple[str, ...]:
        """The derived slots among these, in the order of the schema."""
        wanted = set(names) if self.derived else ()
        return tuple(slot.name for slot in self.slots if slot.derived is not None and slot.name in wanted)

    def base(self, name: str) -> str:
        """The slot that options hold from which a derived one follows at last; any other is its own."""
        return self._bases[name][0] if name in self._bases else name

    def knows(self, base: str, word: str) -> bool:
        """Whether all tables by which slots follow from this one know the word."""
        return all(word in words for slot, words in self._bases.values() if slot == base)

    def follows(self, name: str) -> Mapping[str, str]:
        """For each word of its base the word of a derived slot; KeyError for another slot."""
        return self._bases[name][1]

    def alike(self, base: str, names: tuple[str, ...]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """The words of a base by what follows from them in the named derived slots; all that tables know."""
        alike = self._alike.get((base, names))
        if alike is None:
            sorts: dict[tuple[str, ...], list[str]] = {}
            follows = [self.follows(name) for name in names]
            for word in _words(self.closed.slot(base).kind):
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
                known, source = slot.derived.known, slot.derived.source
                base, words = result.get(source, (source, {word: word for word in known}))
                result[slot.name] = base, {word: known[follows] for word, follows in words.items()}
        return result

    @cached_property
    def closed(self) -> Schema:
        """The same schema, the vocabulary of a slot that others follow from closed to what their tables know.

        No option has another word there, so both schemas have the same options.
        """
        known: dict[str, set[str]] = {}
        for base, words in self._bases.values():
            known.setdefault(base, set(words)).intersection_update(words)
        return evolve(self, slots=tuple(_closed(slot, known.get(slot.name)) for slot in self.slots))

    @cached_property
    def _named(self) -> dict[str, Slot]:
        return {slot.name: slot for slot in self.slots}

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {slot.name: position for position, slot in enumerate(self.slots)}

    def slot(self, name: str) -> Slot:
        """The slot of this name; KeyError if there is none."""
        return self._named[name]

    def position(self, name: str) -> int:
        """Where the slot stands in `slots` and in every row of the catalogue; KeyError if there is none."""
        return self._positions[name]


def _closed(slot: Slot, words: set[str] | None) -> Slot:
    kind = slot.kind
    if words is not None and isinstance(kind, VocabularyKind) and not kind.closed:
        return evolve(slot, kind=kind.closed_to(words))
    return slot


def _words(kind: Kind) -> tuple[str, ...]:
    return kind.values if isinstance(kind, VocabularyKind) else ()
