"""From rules.yaml to rules."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from attrs import field, frozen

from cocoa_core.domain import Inert, Rule, Schema, Slot, opposite
from cocoa_core.domain.kinds import Quantity
from cocoa_core.errors import DomainError, Place
from cocoa_core.loading.mistakes import (
    InvalidDependencyError,
    Mistakes,
    TooManyError,
    unexpected,
    unknown_word,
)
from cocoa_core.loading.models.base import read_model
from cocoa_core.loading.models.rules_file import (
    NEITHER,
    SIDES,
    RuleKeys,
    RulesFile,
)
from cocoa_core.loading.reading.arguments import over_at, read_draw
from cocoa_core.loading.reading.inert import inert_of, reasons_of
from cocoa_core.loading.reading.schema import ReadSchema
from cocoa_core.loading.reading.wordings import read_free_wording, read_thing, read_wording
from cocoa_core.loading.values import choice_of, read_at
from cocoa_core.loading.yaml.nodes import Node
from cocoa_core.suggestions import closest

__all__ = ["ReadRules", "read_rules", "rules_of"]

_ORDERED: Final = frozenset({"less", "at_most", "more", "at_least"})


@frozen
class ReadRules:
    """What a rules.yaml says, as far as it can be read."""

    rules: tuple[Rule, ...] = ()
    inert: Inert = field(factory=Inert)


def read_rules(root: Node, schema: Schema) -> ReadRules:
    """The rules of a file in its order, and its inert texts; one DomainError with all of its mistakes."""
    mistakes = Mistakes(root.place.file)
    read = rules_of(root, ReadSchema(schema), schema, mistakes)
    mistakes.refuse()
    return read


def rules_of(root: Node, read: ReadSchema, schema: Schema, mistakes: Mistakes) -> ReadRules:
    """What is without a mistake; what is wrong is noted. Rules of forgotten slots are let be."""
    rules: list[Rule] = []
    inert = Inert()
    try:
        file = read_model(RulesFile, root, mistakes)
        mistakes.tried(_read, file, schema, read.forgotten, mistakes, rules)
        inert = inert_of(file, read, schema, mistakes)
    except (InvalidDependencyError, TooManyError):
        pass
    return ReadRules(tuple(rules), inert)


def _read(
    file: RulesFile, schema: Schema, forgotten: Set[str], mistakes: Mistakes, rules: list[Rule]
) -> None:
    slots = {slot.name: slot for slot in schema.slots}
    seen: dict[str, Place] = {}
    places = {entry.key: entry.place for entry in getattr(file.node_at("rules"), "entries", ())}
    for name, place in places.items():
        if name in forgotten:
            continue
        with mistakes.kept():
            if name not in slots:
                raise unknown_word(name, "slot", tuple(slots), place)
            _check_asked(slots[name], schema, place)
        for keys in file.rules.get(name, ()):
            with mistakes.kept():
                _check_id(keys, seen)
            if name in slots:
                rule = mistakes.tried(_rule, keys, slots[name], mistakes)
                rules += [rule] if rule is not None else []


def _check_asked(slot: Slot, schema: Schema, place: Place) -> None:
    """Options must show the slot, or the one from which it follows, and differ in it."""
    root = schema.slot(schema.base(slot.name))
    follows = f", from which {slot.name!r} follows" if root is not slot else ""
    what = f"of {root.name!r} " if follows else ""
    if not root.shown:
        raise DomainError(
            f"options do not show the slot {root.name!r}{follows or ', so no question may ask for it'}",
            fix=f"take `shown: false` {what}from the schema, or delete these rules",
            place=place,
        )
    if root.name in schema.group_by:
        raise DomainError(
            f"all options of a question share the slot {root.name!r}"
            f"{follows or ', so no rule of it tells them apart'}",
            fix=f"take {repr(root.name) if follows else 'the slot'} from `group_by`, or delete these rules",
            place=place,
        )


def _check_id(keys: RuleKeys, seen: dict[str, Place]) -> None:
    first = seen.setdefault(keys.id, keys.place)
    if first != keys.place:
        raise DomainError(
            f"two rules have the id {keys.id!r}",
            got=f"the first is in line {first.line}",
            expected="an id of its own for every rule of the domain",
            place=keys.place,
        )


def _rule(keys: RuleKeys, slot: Slot, mistakes: Mistakes) -> Rule:
    """The rule, where it has no mistake; those of its parts are noted each on its own."""
    over = _over(keys, slot)
    kind = slot.kind
    tests = mistakes.tried(_tests, keys, slot, over, mistakes)
    draw = mistakes.tried(read_draw, keys, kind, over, tests, mistakes)
    say = [
        mistakes.tried(read_wording, wording, kind, over, tests)
        for wording in mistakes.tried(lambda: keys.say) or ()
    ]
    also = [
        mistakes.tried(read_free_wording, wording, slot, over)
        for wording in mistakes.tried(lambda: keys.also) or ()
    ]
    want = [
        mistakes.tried(read_thing, thing, kind, over, tests)
        for thing in mistakes.tried(lambda: keys.want) or ()
    ]
    atypical = mistakes.tried(_atypical, keys, tests, mistakes)
    sides = _sides(tests or ())
    wanted = mistakes.tried(_wanted, keys, sides) or ""
    reasons = mistakes.tried(reasons_of, keys, sides, mistakes) or {}
    if tests is None or draw is None or atypical is None:
        raise InvalidDependencyError
    return Rule(
        id=keys.id,
        slot=slot.name,
        over=over,
        tests=tests,
        draw=draw,
        say=tuple(wording for wording in say if wording is not None),
        also=tuple(wording for wording in also if wording is not None),
        atypical=atypical,
        weight=keys.weight,
        wanted=wanted,
        want=tuple(thing for thing in want if thing is not None),
        reasons=reasons,
    )


def _sides(tests: Sequence[str]) -> tuple[str, ...]:
    """The ways in which literals of these tests can point; all where the tests are not known."""
    ordered = set(tests) & _ORDERED
    others = set(tests) - _ORDERED
    return tuple(side for side in SIDES if not tests or (ordered if side in ("less", "more") else others))


def _wanted(keys: RuleKeys, sides: Sequence[str]) -> str:
    if keys.wanted is None:
        return ""
    said = read_at(keys.wanted, "`wanted`", choice_of, "side of these tests", (*sides, NEITHER))
    return "" if said == NEITHER else said


def _over(keys: RuleKeys, slot: Slot) -> str | None:
    name = f"the rule {keys.id!r}"
    over = over_at(keys.node_at("over") if keys.has("over") else None, slot.kind, name, keys.place)
    if slot.derived is not None and over is not None:
        raise unexpected(
            keys.node_at("over"),
            "`over`",
            f"no such key: of the derived slot {slot.name!r} only its words can be asked",
            f"leave it out, or ask for the number of items of {slot.derived.source!r}",
        )
    return over


def _tests(keys: RuleKeys, slot: Slot, over: str | None, mistakes: Mistakes) -> tuple[str, ...]:
    """The tests, and what was meant by one that is misspelt; LostError where that is not known."""
    kind = slot.kind
    relative = isinstance(kind, Quantity) and bool(kind.relative_to)
    allowed = sorted(_ORDERED if relative else slot.ops(over))
    what = f"test of a {'derived ' if slot.derived else ''}{kind.name}" + (f" over {over}" if over else "")
    if len(keys.tests) > len(allowed):
        raise unexpected(keys.node_at("tests"), "`tests`", f"a list of 1 to {len(allowed)}")
    found: list[str | None] = []
    for item in keys.tests:
        test = mistakes.tried(read_at, item, what, choice_of, what, allowed)
        if test is None:
            test = closest(str(getattr(item, "value", "")), allowed)
        elif test in found:
            mistakes.note(unexpected(item, "an item of `tests`", "each test once"))
            continue
        found.append(test)
    if None in found:
        raise InvalidDependencyError
    return tuple(test for test in found if test is not None)


def _atypical(keys: RuleKeys, tests: Sequence[str] | None, mistakes: Mistakes) -> frozenset[str]:
    """Effective tests: what a literal says once negation has moved into the test."""
    if tests is None:
        raise InvalidDependencyError
    effective: dict[str, str] = {}
    for op in tests:
        against = opposite(op, None)
        if against is not None and op in _ORDERED:
            effective.update({op: op, against[0]: against[0]})
        elif against is not None:
            effective.update({"any": "any", "none": "not_any", "not_any": "not_any"})
        else:
            effective.update({op: op, f"not_{op}": f"not_{op}"})
    if len(keys.atypical) > len(effective):
        raise unexpected(keys.node_at("atypical"), "`atypical`", f"a list of 0 to {len(effective)}")
    what = "test that this rule can ask"
    named = (mistakes.tried(read_at, item, what, choice_of, what, tuple(effective)) for item in keys.atypical)
    return frozenset(effective[name] for name in named if name is not None)
