"""From the wordings of a rule in rules.yaml to those of the domain."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cocoa_core.domain import FreeWording, Noun, Slot, Thing, Wording
from cocoa_core.domain.kinds import Kind, NumberList, Quantity
from cocoa_core.errors import DomainError
from cocoa_core.loading.mistakes import unexpected
from cocoa_core.loading.models.rules_file import FreeWordingKeys, ThingKeys, WordingKeys
from cocoa_core.loading.reading.arguments import comparison_at
from cocoa_core.loading.values import choice_of, read_at

__all__ = ["read_free_wording", "read_thing", "read_wording"]

_AUXILIARIES: Final = ("be", "have", "do")


def read_free_wording(keys: FreeWordingKeys, slot: Slot, over: str | None) -> FreeWording:
    """A wording that the author asserts to mean one test."""
    kind, what = slot.kind, f"test of a {slot.kind.name}"
    op = read_at(keys.test, what, choice_of, what, sorted(slot.ops(over)))
    return FreeWording(
        test=comparison_at(keys.value, op, over, kind),
        verb=keys.verb,
        third=keys.third_person,
        complement=keys.complement,
    )


def read_wording(keys: WordingKeys, kind: Kind, over: str | None, tests: Collection[str] | None) -> Wording:
    """A wording with the noun or item that the tests need. tests: None where they are not known."""
    _check_item(keys, kind, over, tests)
    _check_noun(keys, kind, over)
    if kind.name == "boolean" and keys.verb in _AUXILIARIES and not keys.has("before") | keys.has("after"):
        raise _lacking(keys, "after", f"what `{keys.verb}` goes with, such as `after: refundable`")
    if keys.subject == "there" and keys.verb != "be":
        expected = "`verb: be`, which alone goes with `subject: there`"
        raise unexpected(keys.node_at("verb"), "`verb`", expected, "or name the subject: `the room`")
    if keys.plural and keys.subject in ("it", "I"):
        raise unexpected(keys.node_at("plural"), "`plural`", f"no such key: the subject is {keys.subject!r}")
    return Wording(
        verb=keys.verb,
        third=keys.third_person,
        subject=keys.subject,
        plural=keys.plural,
        before=keys.before,
        after=keys.after,
        item=keys.item,
        noun=Noun(keys.noun.one, keys.noun.many) if keys.noun else None,
    )


def read_thing(keys: ThingKeys, kind: Kind, over: str | None, tests: Collection[str] | None) -> Thing:
    """A noun phrase with the noun that the tests need. tests: None where they are not known."""
    if tests and set(tests) <= {"only"}:
        expected = "no such key for the test `only`: no noun phrase says that all are among several"
        raise DomainError("`want` cannot be said", expected=expected, fix="leave it out", place=keys.place)
    if over in ("each", "any"):
        expected = f"no such key over {over}: a noun phrase does not say whether each or any is meant"
        raise DomainError("`want` cannot be said", expected=expected, fix="leave it out", place=keys.place)
    _check_noun(keys, kind, over)
    if kind.name == "boolean" and not keys.has("before") | keys.has("after"):
        raise _lacking(keys, "after", "what is wanted, such as `after: free breakfast`")
    return Thing(keys.before, keys.after, Noun(keys.noun.one, keys.noun.many) if keys.noun else None)


def _check_item(keys: WordingKeys, kind: Kind, over: str | None, tests: Collection[str] | None) -> None:
    """`item` stands for the subject: of every item, of at least one, of none."""
    of_set = kind.name == "set" and over is None
    of_list = over in ("each", "any")
    if not keys.has("item"):
        if of_list or (of_set and "only" in (tests or ())):
            about = f"over {over}" if of_list else "`only`"
            raise _lacking(
                keys, "item", f"what one item is called, for tests {about}, such as `item: layover`"
            )
        return
    item = keys.node_at("item")
    if not of_set and not of_list:
        raise unexpected(item, "`item`", "no such key: it is for tests of single items", "leave it out")
    if "all" in (tests or ()):
        raise unexpected(
            item,
            "`item`",
            "no such key for the test `all`: no single item is all of several",
            "word `all` with a verb in a rule of its own",
        )
    if keys.has("subject") or keys.has("plural"):
        raise unexpected(item, "`item`", "either `item` or `subject`: the item is the subject")


def _check_noun(keys: WordingKeys | ThingKeys, kind: Kind, over: str | None) -> None:
    inner = kind.items if isinstance(kind, NumberList) else kind
    counts = over == "count" or (isinstance(inner, Quantity) and inner.unit == "count")
    if counts and not keys.has("noun"):
        raise _lacking(keys, "noun", "what is counted: `noun: {one: stop, many: stops}`")
    if keys.has("noun") and not counts:
        raise unexpected(
            keys.node_at("noun"), "`noun`", "no such key: nothing is counted here", "leave it out"
        )


def _lacking(keys: WordingKeys | ThingKeys, key: str, expected: str) -> DomainError:
    return DomainError(
        f"{keys.what} lacks the key {key!r}", expected=expected, fix=f"add `{key}`", place=keys.place
    )
