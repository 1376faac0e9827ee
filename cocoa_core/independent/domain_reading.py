"""Reads a data set's own `domain/` folder: slots, axioms, rules, openings, conditions on bundles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, Place, one_line
from cocoa_core.independent.rule_reading import Rule, argument_texts, read_rules
from cocoa_core.independent.semantics import Literal, Truth, truth
from cocoa_core.independent.slot_reading import Derived, TableError, Tables, read_slots
from cocoa_core.independent.slots import Slot, Value
from cocoa_core.independent.value_reading import read_literal
from cocoa_core.independent.yaml_files import RESTORE, flag, load_plain, mapping, sequence, text

_KEYS: Final = ("total", "average", "different", "with")
_MOST: Final = 20


@frozen
class Bundles:
    """What bundle.yaml says."""

    called: str
    """The phrase for a bundle, with {number} in it."""
    slots: Mapping[str, tuple[str, ...]]
    """The names of slots by what may be demanded of them: "total", "average", "different" or "with"."""
    best: Mapping[str, str] = MappingProxyType({})
    """For each slot the word for the best by its numbers ("cheapest")."""


def _read_bundles(data: bytes, slots: Mapping[str, Slot]) -> Bundles:
    root: Any = load_plain(data, "domain/bundle.yaml")
    with _understanding("what is said of several options", "domain/bundle.yaml"):
        content = mapping(root, "the file")
        named = {key: tuple(sequence(content.get(key, []), key, _MOST)) for key in _KEYS}
        best = {name: text(word, name) for name, word in mapping(content.get("best", {}), "best").items()}
        for names in (*named.values(), best):
            for name in names:
                _slot_name(name, slots)
        return Bundles(text(content.get("called"), "called"), named, best)


@contextmanager
def _understanding(thing: str, path: str) -> Iterator[None]:
    """Makes each error of reading an error of the file."""
    try:
        yield
    except TableError as error:
        place = Place(f"domain/{one_line(error.path)}", error.line)
        raise FindingsError(
            "the table cannot be understood", got=one_line(error.problem), fix=RESTORE, place=place
        ) from None
    except ValueError as error:
        raise FindingsError(
            f"{thing} cannot be understood", got=one_line(error), fix=RESTORE, place=Place(path)
        ) from None


_PRONOUNS: Final = ("it", "they", "she", "he")
_MOST_SLOTS: Final = 64
_MOST_PARTS: Final = 64
_MOST_AXIOMS: Final = 100
_MOST_DOUBTS: Final = 100
_MOST_OPENINGS: Final = 500
_MOST_CLOSINGS: Final = 100
"""The limits above keep a malicious domain from taking all time and memory."""


@frozen
class Measure:
    """A number of an option: a slot's value, or over `total` or `count` of its items."""

    slot: str
    over: str | None


@frozen
class Axiom:
    """What holds where it is defined: `equal`, `at_most`, `sum` (the last) of measures, `never` of tests."""

    relation: str
    measures: tuple[Measure, ...] = ()
    tests: tuple[Literal, ...] = ()
    overnight: bool = False
    """But for whole days."""
    slots: frozenset[str] = field(init=False)

    @slots.default
    def _named(self) -> frozenset[str]:
        return frozenset({measure.slot for measure in self.measures} | {test.slot for test in self.tests})


@frozen
class UndefinedWhen:
    """When a test of a slot is undefined, whatever its value is."""

    rival: str = ""
    """A slot of which the same test has the opposite truth; "" for none."""
    tests: tuple[Literal, ...] = ()
    """Without a rival, tests that are all true."""


@frozen
class SlotName:
    """The place of a slot's value in the opening sentence."""

    slot: str


@frozen(eq=False)
class VerifierDomain:
    """What is needed to check questions."""

    name: str
    version: str
    noun: str
    group_by: tuple[str, ...]
    opening: tuple[str | SlotName, ...]
    """The opening of the schema, as parts to be joined by blanks; used only if `openings` is empty."""
    slots: Mapping[str, Slot]
    """By name, in the order in which options show them."""
    axioms: tuple[Axiom, ...]
    rules: Mapping[str, Rule]
    derived: tuple[Derived, ...] = ()
    """How slots follow from others, each after its source; options show none of these."""
    openings: tuple[tuple[str | SlotName, ...], ...] = ()
    """First sentences of requests, in parts that stand side by side."""
    closings: tuple[str, ...] = ()
    """Last sentences."""
    bundles: Bundles | None = None
    """What several options may have to meet together; None where nothing is said of that."""
    computed: frozenset[str] = frozenset()
    doubts: Mapping[str, tuple[UndefinedWhen, ...]] = MappingProxyType({})
    """For each slot the cases in which its tests are undefined because of other values of the option."""
    labels: tuple[str, ...] = field(init=False)
    derived_slots: frozenset[str] = field(init=False)

    @labels.default
    def _shown_labels(self) -> tuple[str, ...]:
        return tuple(slot.label for slot in self.slots.values() if slot.shown)

    @derived_slots.default
    def _derived_names(self) -> frozenset[str]:
        return frozenset(derived.slot for derived in self.derived)

    def truth(self, literal: Literal, values: Mapping[str, Value]) -> Truth:
        """Returns whether a literal holds for an option; None where it is undefined.

        Args:
            values: of the option, by slot; one that is not there counts as not given.
        """
        own = truth(self.slots[literal.slot], literal, values.get(literal.slot))
        if own is None:
            return None
        for doubt in self.doubts.get(literal.slot, ()):
            if doubt.rival:
                other = truth(self.slots[doubt.rival], literal, values.get(doubt.rival))
                if other is not None and other is not own:
                    return None
            elif all(truth(self.slots[test.slot], test, values.get(test.slot)) for test in doubt.tests):
                return None
        return own

    @property
    def doubtful(self) -> frozenset[str]:
        """Every slot that has to be seen to know whether some test is undefined."""
        names = set(self.doubts)
        for doubt in chain.from_iterable(self.doubts.values()):
            names.update([doubt.rival] if doubt.rival else [test.slot for test in doubt.tests])
        return frozenset(names)

    def wanted(self, slot: str) -> str | None:
        """Returns what people want of a slot, "less" or "more"; None where its rules name neither or both."""
        sides = {rule.wanted for rule in self.rules.values() if rule.slot == slot and rule.over is None}
        sides &= {"less", "more"}
        return sides.pop() if len(sides) == 1 else None


def read_domain(
    schema: bytes, rules: bytes, tables: Tables = MappingProxyType({}), bundle: bytes | None = None
) -> VerifierDomain:
    """Returns the domain of schema.yaml, rules.yaml, tables and, if there is one, bundle.yaml.

    Raises:
        FindingsError: they cannot be understood.
    """
    root = load_plain(schema, "domain/schema.yaml")
    with _understanding("the schema", "domain/schema.yaml"):
        given = mapping(root, "the schema")
        entries = mapping(given.get("slots"), "slots", _MOST_SLOTS)
        slots, derived = read_slots(entries, tables)
        group_by = tuple(_slot_name(name, slots) for name in _listed(given, "group_by", _MOST_PARTS))
        opening = tuple(_part(part, slots) for part in _listed(given, "request", _MOST_PARTS))
        axioms = tuple(_axiom(node, slots) for node in _listed(given, "axioms", _MOST_AXIOMS))
        computed = frozenset(
            _slot_name(name, slots)
            for names in _listed(given, "computed", _MOST_PARTS)
            for name in sequence(names, "a set of `computed`", _MOST_PARTS)
        )
        doubts = _doubts(_listed(given, "unclear", _MOST_DOUBTS), slots)
        pronoun = text(given.get("pronoun", "it"), "pronoun")
        if pronoun not in _PRONOUNS:
            raise ValueError(f"there is no pronoun {pronoun!r}")
        name, version, noun = (text(given.get(key), key) for key in ("name", "version", "noun"))
    with _understanding("the rules", "domain/rules.yaml"):
        written = mapping(load_plain(rules, "domain/rules.yaml"), "the file")
        named_rules = read_rules(written, slots, pronoun)
        openings = tuple(
            _opening(text(sentence, "an opening"), group_by)
            for sentence in _listed(written, "openings", _MOST_OPENINGS)
        )
        closings = tuple(
            text(sentence, "a closing") for sentence in _listed(written, "closings", _MOST_CLOSINGS)
        )
    bundles = None if bundle is None else _read_bundles(bundle, slots)
    return VerifierDomain(
        name,
        version,
        noun,
        group_by,
        opening,
        slots,
        axioms,
        named_rules,
        derived,
        openings,
        closings,
        bundles,
        computed,
        doubts,
    )


def _listed(given: Mapping[str, Any], key: str, most: int) -> Sequence[Any]:
    return sequence(given.get(key, []), key, most)


def _slot_name(name: Any, slots: Mapping[str, Slot]) -> str:
    if not isinstance(name, str) or name not in slots:
        raise ValueError(f"there is no slot {name!r}")
    return name


def _part(part: Any, slots: Mapping[str, Slot]) -> str | SlotName:
    if isinstance(part, dict):
        return SlotName(_slot_name(part.get("slot"), slots))
    return text(part, "a part of request")


def _opening(sentence: str, group_by: Sequence[str]) -> tuple[str | SlotName, ...]:
    """Returns the parts of an opening, in which {slot} stands for a value; every slot of the group once."""
    words, *blanks = sentence.split("{")
    parts: list[str | SlotName] = [words] if words else []
    for blank in blanks:
        name, closed, words = blank.partition("}")
        if not closed:
            raise ValueError("an opening has a brace that is not closed")
        parts += [SlotName(name), words] if words else [SlotName(name)]
    if "}" in words or sorted(part.slot for part in parts if isinstance(part, SlotName)) != sorted(group_by):
        raise ValueError("an opening does not name each slot of the group once")
    return tuple(parts)


def _axiom(node: Any, slots: Mapping[str, Slot]) -> Axiom:
    given = mapping(node, "an axiom")
    if len(given) != 1:
        raise ValueError("an axiom has one key")
    (relation, parts), *_ = given.items()
    if relation == "sum":
        return _sum(parts, slots)
    items = sequence(parts, "the parts of an axiom", _MOST_PARTS)
    if relation == "never":
        return Axiom(relation, tests=tuple(_test(item, slots) for item in items))
    if relation not in ("equal", "at_most"):
        raise ValueError(f"there is no axiom {relation!r}")
    return Axiom(relation, measures=tuple(_measure(item, slots) for item in items))


def _doubts(nodes: Sequence[Any], slots: Mapping[str, Slot]) -> dict[str, tuple[UndefinedWhen, ...]]:
    doubts: dict[str, tuple[UndefinedWhen, ...]] = {}
    for node in nodes:
        given = mapping(node, "an item of unclear")
        name = _slot_name(given.get("slot"), slots)
        if set(given) == {"slot", "rival"}:
            doubt = UndefinedWhen(rival=_slot_name(given["rival"], slots))
        elif set(given) == {"slot", "where"}:
            tests = sequence(given["where"], "the tests of where", _MOST_PARTS)
            doubt = UndefinedWhen(tests=tuple(_test(item, slots, "where") for item in tests))
        else:
            raise ValueError("an item of unclear has `slot`, and `rival` or `where`")
        doubts[name] = (*doubts.get(name, ()), doubt)
    return doubts


def _sum(node: Any, slots: Mapping[str, Slot]) -> Axiom:
    given = mapping(node, "a sum")
    overnight = "overnight" in given and flag(given["overnight"], "overnight")
    if not {"of", "is"} <= set(given) <= {"of", "is", "overnight"}:
        raise ValueError("a sum has `of`, `is` and at most `overnight`")
    parts = sequence(given["of"], "the parts of a sum", _MOST_PARTS)
    return Axiom("sum", tuple(_measure(item, slots) for item in (*parts, given["is"])), overnight=overnight)


def _measure(node: Any, slots: Mapping[str, Slot]) -> Measure:
    if not isinstance(node, dict):
        return Measure(_slot_name(node, slots), None)
    if len(node) != 1:
        raise ValueError("a measure has one key")
    (over, name), *_ = node.items()
    if over not in ("count", "total"):
        raise ValueError(f"there is no measure {over!r}")
    return Measure(_slot_name(name, slots), over)


def _test(node: Any, slots: Mapping[str, Slot], key: str = "never") -> Literal:
    given = dict(mapping(node, f"a test of {key}"))
    slot, over = slots[_slot_name(given.pop("slot", None), slots)], given.pop("over", None)
    if over is not None:
        text(over, "over")
    if len(given) != 1:
        raise ValueError(f"a test of {key} has one comparison")
    (test, values), *_ = given.items()
    return read_literal(slot, over, test, argument_texts(slot, over, values), True, exact=False)
