"""Reads `domain/rules.yaml`: the tests that a requirement may use, and their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from cocoa_core.independent.kinds import kind_named
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.value_reading import has_test, read_argument, read_literal
from cocoa_core.independent.yaml_files import flag, mapping, plain_number, sequence, text


@frozen
class Words:
    """An author's words around cocoa's comparisons."""

    person: str
    """`it`, `I`, `there`, `one` (a singular noun phrase), `many` (a plural) or `item` (of a list)."""
    subject: str
    """The noun phrase, or the item."""
    verb: str
    third: str
    """The third person; `verb` is the base form."""
    before: str
    after: str
    """Fixed words after the comparison; `before` are those before it."""
    one: str
    many: str
    """What is counted, in the plural; `one` is the singular."""
    plural: bool = False
    """Whether the verb is plural, with `there` too ("there are at least two beds")."""


@frozen
class Thing:
    """An author's noun phrase around cocoa's comparisons, for what is wanted."""

    before: str
    after: str
    one: str
    many: str
    """What is counted, in the plural; `one` is the singular."""


@frozen
class FixedWords:
    """Words that the author asserts to mean one literal: "it is nonstop"."""

    literal: Literal
    verb: str
    third: str
    complement: str
    subject: str = "it"
    """A pronoun."""


@frozen
class Rule:
    """Constraints on a slot."""

    id: str
    slot: str
    over: str | None
    tests: frozenset[str]
    """The tests as they are drawn."""
    say: tuple[Words, ...]
    also: tuple[FixedWords, ...]
    atypical: frozenset[str]
    """The tests, after negation, that few people ask for."""
    wanted: str = ""
    """The side that people want: `less`, `more`, `yes` or `no`; empty for neither."""
    want: tuple[Thing, ...] = ()
    """Noun phrases for what is wanted."""
    reasons: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Clauses that say why, by side."""


_SIDES: Final = ("less", "more", "yes", "no")
_MOST_REASONS: Final = 50
_LONGEST_REASON: Final = 80
_MOST_RULES: Final = 50
_MOST_WORDINGS: Final = 50
_MOST_ARGUMENTS: Final = 50


def read_rules(root: Any, slots: Mapping[str, Slot], pronoun: str = "it") -> Mapping[str, Rule]:
    """Reads the rules.

    Args:
        root: the content of rules.yaml.
        pronoun: what "it" stands for as the subject of a wording.

    Returns:
        Every rule by its id, in the order of the file.

    Raises:
        ValueError: the rules cannot be understood.
    """
    result: dict[str, Rule] = {}
    for name, nodes in mapping(mapping(root, "the file").get("rules"), "rules").items():
        if name not in slots:
            raise ValueError(f"rules of an unknown slot {name!r}")
        for node in sequence(nodes, f"rules of {name}", _MOST_RULES):
            rule = _rule(mapping(node, f"a rule of {name}"), slots[name], pronoun)
            if rule.id in result:
                raise ValueError(f"the rule {rule.id!r} stands twice")
            result[rule.id] = rule
    return result


def _rule(given: Mapping[str, Any], slot: Slot, pronoun: str) -> Rule:
    name = text(given.get("id"), "id of a rule")
    over = text(given["over"], f"over of {name}") if "over" in given else None
    tests = frozenset(text(test, "a test") for test in sequence(given.get("tests"), f"tests of {name}"))
    for test in sorted(tests):
        if not has_test(slot, over, test):
            raise ValueError(f"the rule {name} has the unfit test {test!r}")
    return Rule(
        id=name,
        slot=slot.name,
        over=over,
        tests=tests,
        say=tuple(_words(mapping(node, "a wording"), pronoun) for node in _wordings(given, "say")),
        also=tuple(
            _fixed(mapping(node, "a wording"), slot, over, pronoun) for node in _wordings(given, "also")
        ),
        atypical=frozenset(
            "not_any" if test == "none" else text(test, "a test")
            for test in sequence(given.get("atypical", []), "atypical")
        ),
        wanted=_wanted(given.get("wanted", "neither")),
        want=tuple(_thing(mapping(node, "a noun phrase")) for node in _wordings(given, "want")),
        reasons=_reasons(mapping(given.get("reasons", {}), "reasons")),
    )


def _wanted(node: Any) -> str:
    side = text(node, "wanted")
    if side not in (*_SIDES, "neither"):
        raise ValueError(f"nobody can want {side!r}")
    return "" if side == "neither" else side


def _thing(given: Mapping[str, Any]) -> Thing:
    noun = mapping(given.get("noun", {}), "noun")
    before, after = (text(given.get(key, ""), key) for key in ("before", "after"))
    return Thing(before, after, text(noun.get("one", ""), "one"), text(noun.get("many", ""), "many"))


def _reasons(given: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    if not given.keys() <= {*_SIDES}:
        raise ValueError(f"the reasons {', '.join(sorted(given.keys() - {*_SIDES}))} are of no side")
    return {side: _clauses(given[side]) for side in _SIDES if side in given}


def _clauses(node: Any) -> tuple[str, ...]:
    result = tuple(text(item, "a reason") for item in sequence(node, "reasons", _MOST_REASONS))
    if any(len(reason) > _LONGEST_REASON for reason in result):
        raise ValueError(f"a reason has more than {_LONGEST_REASON} characters")
    return result


def _wordings(given: Mapping[str, Any], key: str) -> Sequence[Any]:
    return sequence(given.get(key, []), key, _MOST_WORDINGS)


def _words(given: Mapping[str, Any], pronoun: str) -> Words:
    subject = text(given.get("subject", "it"), "subject")
    plural = flag(given.get("plural", "false"), "plural")
    if "item" in given:
        person, subject = "item", text(given["item"], "item")
    elif subject == "it":
        person = subject = pronoun
    elif subject in ("I", "there"):
        person = subject
    else:
        person = "many" if plural else "one"
    noun = mapping(given.get("noun", {}), "noun")
    verb, third = _verb(given)
    return Words(
        person=person,
        subject=subject,
        verb=verb,
        third=third,
        before=text(given.get("before", ""), "before"),
        after=text(given.get("after", ""), "after"),
        one=text(noun.get("one", ""), "one"),
        many=text(noun.get("many", ""), "many"),
        plural=plural,
    )


def _verb(given: Mapping[str, Any]) -> tuple[str, str]:
    verb = text(given.get("verb"), "verb")
    return verb, text(given["third"], "third") if "third" in given else _third_person(verb)


def _fixed(given: Mapping[str, Any], slot: Slot, over: str | None, pronoun: str) -> FixedWords:
    test = text(given.get("test"), "test")
    values = argument_texts(slot, over, given.get("value"), ordered=test not in ("between", "within"))
    literal = read_literal(slot, over, test, values, True, exact=False)
    verb, third = _verb(given)
    return FixedWords(literal, verb, third, text(given.get("complement"), "complement"), pronoun)


def argument_texts(slot: Slot, over: str | None, node: Any, *, ordered: bool = True) -> list[str]:
    """Returns the arguments of a test as an author wrote them; true and false stand for yes and no.

    Args:
        over: what the test is over.
        node: one value or a list.
        ordered: whether the texts are put in the order of their values.
    """
    nodes = sequence(node if isinstance(node, list) else [node], "the values of a test", _MOST_ARGUMENTS)
    texts = [text(item, "a value") for item in nodes]
    plain = plain_number if over == "count" else kind_named(slot.kind).authored
    texts = [plain(item) for item in texts]
    if ordered:
        texts.sort(key=lambda item: read_argument(slot, over, item, exact=False))
    return texts


_IRREGULAR: Final = {"be": "is", "have": "has", "do": "does"}
_SIBILANT: Final = ("s", "x", "z", "ch", "sh", "o")


def _third_person(verb: str) -> str:
    """Returns the third person singular of a base form, with what belongs to it: "takes off", "carries"."""
    first, blank, rest = verb.partition(" ")
    if first in _IRREGULAR:
        return _IRREGULAR[first] + blank + rest
    if first.endswith(_SIBILANT):
        return f"{first}es{blank}{rest}"
    if first.endswith("y") and first[-2:-1] not in ("a", "e", "i", "o", "u"):
        return f"{first[:-1]}ies{blank}{rest}"
    return f"{first}s{blank}{rest}"
