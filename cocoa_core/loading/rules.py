"""Reads rules.yaml: what requests may ask of each slot, and in which words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from typing import Annotated, Final, TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Draw, Inert, Rule, Schema, Slot, SlotRef, opposite
from cocoa_core.domain.kinds import THRESHOLD_OPS, Kind
from cocoa_core.errors import DomainError, Place
from cocoa_core.loading.arguments import OVERS, PAIRS, SEVERAL, TESTS, over_at
from cocoa_core.loading.draws import DRAWN_OTHERWISE, PLAIN_DRAW, DrawKeys
from cocoa_core.loading.inert_texts import closing_of, opening_of, opening_parts, reason_of
from cocoa_core.loading.mistakes import (
    InvalidDependencyError,
    Mistakes,
    TooManyMistakesError,
    unexpected,
    unknown_word,
)
from cocoa_core.loading.models.base import Model, read_model, says
from cocoa_core.loading.models.leaves import (
    FLAG,
    Entries,
    Items,
    Kept,
    Otherwise,
    inert,
    pattern,
    raw,
    whole_number,
)
from cocoa_core.loading.schema import MOST_SLOTS, ReadSchema
from cocoa_core.loading.values import choice_of, read_at
from cocoa_core.loading.wordings import FreeWordingKeys, ThingKeys, WordingKeys
from cocoa_core.loading.yaml import Node
from cocoa_core.suggestions import closest, quoted

_SIDES: Final = ("less", "more", "yes", "no")
"""The sides to which a literal can point."""
_NEITHER: Final = "neither"
_MOST_RULES: Final = 50
"""Rules of one slot."""
_MOST_WORDINGS: Final = 50
_MOST_REASONS: Final = 50
"""Reasons of one side."""
_MOST_OPENINGS: Final = 500
_MOST_CLOSINGS: Final = 100
_EFFECTIVE: Final = (*TESTS, *(f"not_{test}" for test in ("is", *PAIRS, *SEVERAL)))


_REASON: Final = inert(80, "", reason_of)
_Reasons: TypeAlias = Annotated[tuple[Annotated[str, _REASON], ...], Items(1, _MOST_REASONS, unique=True)]


class ReasonsKeys(Model):
    """Why somebody would demand one side or the other."""

    what = "`reasons`"
    less: _Reasons = says("Why it should be less or earlier.", ())
    more: _Reasons = says("Why it should be more or later.", ())
    yes: _Reasons = says("Why the words should hold.", ())
    no: _Reasons = says("Why they should not.", ())


class RuleKeys(Model):
    """One rule."""

    what = "the rule"
    id: Annotated[
        str, pattern(61, "[a-z][a-z0-9_-]*", 'a small letter, then small letters, digits, "-" and "_"')
    ] = says("A name of its own in the domain.")
    tests: Annotated[
        tuple[Annotated[Node, raw({"enum": list(TESTS)})], ...], Items(1, len(TESTS), unique=True)
    ] = says("Which tests may be drawn, in their positive form; negations come along.")
    say: Annotated[tuple[WordingKeys, ...], Items(1, _MOST_WORDINGS)] = says(
        "Wordings: subject, verb and fixed words. cocoa adds the comparison."
    )
    over: Annotated[Node | None, raw({"enum": list(OVERS)})] = says(
        "What is compared of a list, or count of a set.", None
    )
    draw: Annotated[DrawKeys | None, Otherwise(DRAWN_OTHERWISE)] = says(
        "How arguments are drawn; values, the group's own, without it.", None
    )
    also: Annotated[tuple[FreeWordingKeys, ...], Items(0, _MOST_WORDINGS)] = says(
        "Free wordings, whose meaning the author asserts.", ()
    )
    atypical: Annotated[
        tuple[Annotated[Node, raw({"enum": list(_EFFECTIVE)})], ...], Items(0, len(_EFFECTIVE))
    ] = says("Tests that few people ask for, once negation has moved into the test.", ())
    weight: Annotated[int, whole_number(1, 1000)] = says(
        "Relative chance of this rule among the slot's; 1 without it.", 1
    )
    wanted: Annotated[Node | None, raw({"enum": [*_SIDES, _NEITHER]})] = says(
        "Which way people want it: less or more of what is ordered, yes or no to anything else; neither.",
        None,
    )
    want: Annotated[tuple[ThingKeys, ...], Items(1, _MOST_WORDINGS)] = says(
        'Noun phrases for what is wanted: "a layover in", which "I want" and a value go around.', ()
    )
    reasons: ReasonsKeys | None = says("By side, why somebody would demand that: clauses.", None)
    proposed: Annotated[bool, FLAG] = says(
        "true as long as nobody has read the words that `cocoa new-domain` proposed; `cocoa say` says them.",
        False,
    )


class RulesFile(Model):
    """The keys of rules.yaml."""

    what = "the rule set"
    rules: Annotated[
        dict[str, Annotated[tuple[RuleKeys, ...], Items(1, _MOST_RULES), Kept("the rules of")]],
        Entries(1, MOST_SLOTS),
    ] = says("For each slot what requests may ask of it.")
    openings: Annotated[
        tuple[Annotated[str, inert(200, ".?!", opening_of)], ...], Items(1, _MOST_OPENINGS, unique=True)
    ] = says("First sentences of requests, with {slot} for the value of each slot of `group_by`.", ())
    closings: Annotated[
        tuple[Annotated[str, inert(200, ".?!", closing_of)], ...], Items(1, _MOST_CLOSINGS, unique=True)
    ] = says("Last sentences, which requests may end with.", ())


@frozen
class ReadRules:
    """What a rules.yaml says, as far as it can be read."""

    rules: tuple[Rule, ...] = ()
    inert: Inert = field(factory=Inert)


def rules_of(root: Node, read: ReadSchema, schema: Schema, mistakes: Mistakes) -> ReadRules:
    """Returns what has no mistake. Mistakes are noted; rules of invalid slots are not checked."""
    rules: list[Rule] = []
    inert_texts = Inert()
    try:
        file = read_model(RulesFile, root, mistakes)
        with mistakes.collecting():
            rules.extend(_rules(file, schema, read.invalid_slots, mistakes))
        inert_texts = _inert_of(file, read, schema, mistakes)
    except (InvalidDependencyError, TooManyMistakesError):
        pass
    return ReadRules(tuple(rules), inert_texts)


def _rules(file: RulesFile, schema: Schema, invalid_slots: Set[str], mistakes: Mistakes) -> Iterator[Rule]:
    slots = {slot.name: slot for slot in schema.slots}
    seen: dict[str, Place] = {}
    places = {entry.key: entry.place for entry in file.entries_at("rules")}
    for name, place in places.items():
        if name in invalid_slots:
            continue
        with mistakes.collecting():
            if name not in slots:
                raise unknown_word(name, "slot", tuple(slots), place)
            _check_asked(slots[name], schema, place)
        for keys in file.rules.get(name, ()):
            with mistakes.collecting():
                _check_id(keys, seen)
            if name in slots:
                with mistakes.collecting():
                    yield _rule(keys, slots[name], mistakes)


def _check_asked(slot: Slot, schema: Schema, place: Place) -> None:
    """Refuses a slot that options do not show, nor its source, or in which they do not differ."""
    root = schema.slot(schema.catalogue_slot(slot.name))
    follows = f", from which {slot.name!r} follows" if root is not slot else ""
    of_source = f"of {root.name!r} " if follows else ""
    if not root.shown:
        raise DomainError(
            f"options do not show the slot {root.name!r}{follows or ', so no question may ask for it'}",
            fix=f"take `shown: false` {of_source}from the schema, or delete these rules",
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
    """Returns the rule. Mistakes of its parts are noted each on its own."""
    over = _over(keys, slot)
    kind = slot.kind
    tests = mistakes.tried(_tests, keys, slot, over, mistakes)
    draw = mistakes.tried(_draw, keys, kind, over, tests, mistakes)
    say = mistakes.each(WordingKeys.wording, keys.get("say", ()), kind, over, tests)
    also = mistakes.each(FreeWordingKeys.wording, keys.get("also"), slot, over)
    want = mistakes.each(ThingKeys.thing, keys.get("want"), kind, over, tests)
    atypical = mistakes.tried(_atypical, keys, tests, mistakes)
    sides = _sides(tests or ())
    wanted_side = mistakes.tried(_wanted, keys, sides) or ""
    reasons = mistakes.tried(_reasons_of, keys, sides, mistakes) or {}
    if tests is None or draw is None or atypical is None:
        raise InvalidDependencyError
    return Rule(
        id=keys.id,
        slot=slot.name,
        over=over,
        tests=tests,
        draw=draw,
        say=say,
        also=also,
        atypical=atypical,
        weight=keys.weight,
        wanted=wanted_side,
        want=want,
        reasons=reasons,
    )


def _sides(tests: Sequence[str]) -> tuple[str, ...]:
    """Returns the sides to which literals of these tests can point; all where the tests are unknown."""
    ordered = set(tests) & THRESHOLD_OPS
    unordered = set(tests) - THRESHOLD_OPS
    return tuple(side for side in _SIDES if not tests or (ordered if side in ("less", "more") else unordered))


def _wanted(keys: RuleKeys, sides: Sequence[str]) -> str:
    if keys.wanted is None:
        return ""
    side = read_at(keys.wanted, "`wanted`", choice_of, "side of these tests", (*sides, _NEITHER))
    return "" if side == _NEITHER else side


def _over(keys: RuleKeys, slot: Slot) -> str | None:
    name = f"the rule {keys.id!r}"
    over = over_at(keys.over, slot.kind, name, keys.place)
    if slot.derived is not None and over is not None:
        expected = f"no such key: of the derived slot {slot.name!r} only its words can be asked"
        fix = f"leave it out, or ask for the number of items of {slot.derived.source!r}"
        raise keys.unexpected("over", expected, fix)
    return over


def _tests(keys: RuleKeys, slot: Slot, over: str | None, mistakes: Mistakes) -> tuple[str, ...]:
    """Returns the tests. A misspelt test is noted, and read as the one that is meant."""
    kind = slot.kind
    relative = bool(kind.relative_to)
    allowed = sorted(THRESHOLD_OPS if relative else slot.ops(over))
    described = f"test of a {'derived ' if slot.derived else ''}{kind.name}" + (
        f" over {over}" if over else ""
    )
    if len(keys.tests) > len(allowed):
        raise keys.unexpected("tests", f"a list of 1 to {len(allowed)}")
    read: list[str | None] = []
    for item in keys.tests:
        test = mistakes.tried(read_at, item, described, choice_of, described, allowed)
        if test is None:
            test = closest(str(getattr(item, "value", "")), allowed)
        elif test in read:
            mistakes.note(unexpected(item, "an item of `tests`", "each test once"))
            continue
        read.append(test)
    if None in read:
        raise InvalidDependencyError
    return tuple(test for test in read if test is not None)


def _atypical(keys: RuleKeys, tests: Sequence[str] | None, mistakes: Mistakes) -> frozenset[str]:
    """Returns the atypical tests as effective tests, in which negation is carried out."""
    if tests is None:
        raise InvalidDependencyError
    effective: dict[str, str] = {}
    for op in tests:
        negated = opposite(op, None)
        if negated is not None and op in THRESHOLD_OPS:
            effective.update({op: op, negated[0]: negated[0]})
        elif negated is not None:
            effective.update({"any": "any", "none": "not_any", "not_any": "not_any"})
        else:
            effective.update({op: op, f"not_{op}": f"not_{op}"})
    if len(keys.atypical) > len(effective):
        raise keys.unexpected("atypical", f"a list of 0 to {len(effective)}")
    described = "test that this rule can ask"
    names = mistakes.each(read_at, keys.atypical, described, choice_of, described, tuple(effective))
    return frozenset(effective[name] for name in names)


def _draw(
    keys: RuleKeys, kind: Kind, over: str | None, tests: Sequence[str] | None, mistakes: Mistakes
) -> Draw:
    """Returns how arguments are drawn; from the group's own values without the key."""
    written = keys.draw
    draw = written.draw(kind, over, tests, mistakes) if written is not None else PLAIN_DRAW
    if kind.relative_to and draw.fixed != (0,):
        raise DomainError(
            f"a percentage relative to {kind.relative_to} is compared with 0 only",
            expected="`draw: {fixed: [0]}`",
            place=keys.node_at("draw").place if keys.has("draw") else keys.place,
        )
    return draw


_Parts = tuple[str | SlotRef, ...]


def _inert_of(file: RulesFile, read: ReadSchema, schema: Schema, mistakes: Mistakes) -> Inert:
    """Returns the openings and closings without a mistake. Mistakes are noted.

    The parts of an opening join to its text: blanks around a value belong to the words.
    """
    openings: list[_Parts] = []
    for text, node in _each_once(file, "openings", mistakes):
        parts = mistakes.tried(_parts, text, node, read, schema)
        openings += [parts] if parts is not None else []
    return Inert(tuple(openings), tuple(text for text, _ in _each_once(file, "closings", mistakes)))


def _each_once(keys: Model, name: str, mistakes: Mistakes) -> list[tuple[str, Node]]:
    """Returns the texts of a key with their nodes, each text once; one that stands twice is noted."""
    first_uses: dict[str, tuple[str, Node]] = {}
    texts: tuple[str, ...] = keys.get(name)
    for text, node in zip(texts, keys.items_at(name) if texts else (), strict=True):
        if first_uses.setdefault(text.casefold(), (text, node))[1] is not node:
            mistakes.note(unexpected(node, f"an item of `{name}`", "each text once", "leave it out"))
    return list(first_uses.values())


def _parts(text: str, node: Node, read: ReadSchema, schema: Schema) -> _Parts:
    parts = tuple(SlotRef(part[1:-1]) if part[0] == "{" else part for part in opening_parts(text))
    named = [part.slot for part in parts if isinstance(part, SlotRef)]
    if read.invalid_slots & {*named} or not read.grouped:
        raise InvalidDependencyError  # the slots that it would be checked against are invalid themselves
    for name in named:
        if name not in schema.group_by:
            raise unknown_word(name, "slot in `group_by`", schema.group_by, node.place)
    if sorted(named) != sorted(schema.group_by):
        raise DomainError(
            "the opening does not name the group of its options",
            got=quoted(text),
            expected=f"each of {' and '.join(f'{{{name}}}' for name in schema.group_by)} once",
            place=node.place,
        )
    return parts


def _reasons_of(keys: RuleKeys, sides: Collection[str], mistakes: Mistakes) -> dict[str, tuple[str, ...]]:
    """Returns the reasons by side. A side to which no literal of the rule points is noted."""
    result: dict[str, tuple[str, ...]] = {}
    if keys.reasons is None:
        return result
    for side in _SIDES:
        if not keys.reasons.has(side):
            continue
        with mistakes.collecting():
            if side not in sides:
                raise unknown_word(side, "side of these tests", sides, keys.reasons.key_place(side))
            result[side] = tuple(text for text, _ in _each_once(keys.reasons, side, mistakes))
    return result
