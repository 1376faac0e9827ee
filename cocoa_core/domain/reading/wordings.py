"""From `say:` and `also:` of a rule to wordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cocoa_core.domain.keys.keys import optional, required
from cocoa_core.domain.keys.limits import LONGEST_NOUN, LONGEST_PHRASE, MOST_WORDINGS
from cocoa_core.domain.keys.rule_keys import FREE_WORDING_KEYS, NOUN_KEYS, WORDING_KEYS
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.reading.comparisons import comparison_at
from cocoa_core.domain.rules import FreeWording, Noun, Wording
from cocoa_core.domain.schema import Slot
from cocoa_core.domain.words import phrase_at, subject_at, third_person, verb_at
from cocoa_core.domain.yaml.nodes import Node
from cocoa_core.domain.yaml.reading import choice_at, flag_at, items_at, keyed, unexpected
from cocoa_core.errors import DomainError

__all__ = ["read_free_wordings", "read_wordings"]

_AUXILIARIES: Final = ("be", "have", "do")


def read_wordings(node: Node, kind: Kind, over: str | None, tests: Sequence[str]) -> tuple[Wording, ...]:
    """The wordings of a rule, each with the noun or item that its tests need."""
    return tuple(_wording(item, kind, over, tests) for item in items_at(node, "`say`", 1, MOST_WORDINGS))


def read_free_wordings(node: Node, slot: Slot, over: str | None) -> tuple[FreeWording, ...]:
    """Wordings that the author asserts to mean one test."""
    return tuple(_free_wording(item, slot, over) for item in items_at(node, "`also`", 0, MOST_WORDINGS))


def _free_wording(node: Node, slot: Slot, over: str | None) -> FreeWording:
    kind = slot.kind
    nodes = keyed(node, "the free wording", required(FREE_WORDING_KEYS), optional(FREE_WORDING_KEYS))
    op = choice_at(nodes["test"], f"test of a {kind.name}", sorted(slot.ops(over)))
    verb, third = _verb(nodes)
    return FreeWording(
        test=comparison_at(nodes["value"], op, over, kind),
        verb=verb,
        third=third,
        complement=phrase_at(nodes["complement"], "`complement`", LONGEST_PHRASE),
    )


def _wording(node: Node, kind: Kind, over: str | None, tests: Sequence[str]) -> Wording:
    nodes = keyed(node, "the wording", required(WORDING_KEYS), optional(WORDING_KEYS))
    _check_item(node, nodes, kind, over, tests)
    _check_noun(node, nodes, kind, over)
    verb, third = _verb(nodes)
    if kind.name == "boolean" and verb in _AUXILIARIES and not {"before", "after"} & set(nodes):
        raise _lacking(node, "after", f"what `{verb}` goes with, such as `after: refundable`")
    subject = subject_at(nodes["subject"], "`subject`", LONGEST_PHRASE) if "subject" in nodes else "it"
    plural = "plural" in nodes and flag_at(nodes["plural"], "`plural`")
    if plural and subject in ("it", "I"):
        raise unexpected(nodes["plural"], "`plural`", f"no such key: the subject is {subject!r}")
    return Wording(
        verb=verb,
        third=third,
        subject=subject,
        plural=plural,
        before=phrase_at(nodes["before"], "`before`", LONGEST_PHRASE) if "before" in nodes else "",
        after=phrase_at(nodes["after"], "`after`", LONGEST_PHRASE) if "after" in nodes else "",
        item=phrase_at(nodes["item"], "`item`", LONGEST_NOUN) if "item" in nodes else "",
        noun=_noun(nodes["noun"]) if "noun" in nodes else None,
    )


def _verb(nodes: Mapping[str, Node]) -> tuple[str, str]:
    verb = verb_at(nodes["verb"], "`verb`")
    return verb, phrase_at(nodes["third"], "`third`", LONGEST_NOUN) if "third" in nodes else third_person(
        verb
    )


def _noun(node: Node) -> Noun:
    nodes = keyed(node, "`noun`", required(NOUN_KEYS))
    return Noun(*(phrase_at(nodes[key], f"`{key}`", LONGEST_NOUN) for key in required(NOUN_KEYS)))


def _check_item(
    node: Node, nodes: Mapping[str, Node], kind: Kind, over: str | None, tests: Sequence[str]
) -> None:
    """`item` stands for the subject: of every item, of at least one, of none."""
    of_set = kind.name == "set" and over is None
    of_list = over in ("each", "any")
    if "item" not in nodes:
        if of_list or (of_set and "only" in tests):
            about = f"over {over}" if of_list else "`only`"
            raise _lacking(
                node, "item", f"what one item is called, for tests {about}, such as `item: layover`"
            )
        return
    if not of_set and not of_list:
        raise unexpected(
            nodes["item"], "`item`", "no such key: it is for tests of single items", "leave it out"
        )
    if "all" in tests:
        raise unexpected(
            nodes["item"],
            "`item`",
            "no such key for the test `all`: no single item is all of several",
            "word `all` with a verb in a rule of its own",
        )
    if "subject" in nodes or "plural" in nodes:
        raise unexpected(nodes["item"], "`item`", "either `item` or `subject`: the item is the subject")


def _check_noun(node: Node, nodes: Mapping[str, Node], kind: Kind, over: str | None) -> None:
    inner = kind.items if isinstance(kind, NumberList) else kind
    counts = over == "count" or (isinstance(inner, Quantity) and inner.unit == "count")
    if counts and "noun" not in nodes:
        raise _lacking(node, "noun", "what is counted: `noun: {one: stop, many: stops}`")
    if "noun" in nodes and not counts:
        raise unexpected(nodes["noun"], "`noun`", "no such key: nothing is counted here", "leave it out")


def _lacking(node: Node, key: str, expected: str) -> DomainError:
    return DomainError(
        f"the wording lacks the key {key!r}", expected=expected, fix=f"add `{key}`", place=node.place
    )
