"""From rules.yaml to rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cocoa_core.domain.keys.keys import optional, required
from cocoa_core.domain.keys.limits import LONGEST_RULE_ID, MOST_RULES, MOST_WEIGHT
from cocoa_core.domain.keys.rule_keys import RULE_FILE_KEYS, RULE_KEYS
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import COMPLEMENTS
from cocoa_core.domain.reading.comparisons import over_at
from cocoa_core.domain.reading.draws import read_draw
from cocoa_core.domain.reading.wordings import read_free_wordings, read_wordings
from cocoa_core.domain.rules import Rule
from cocoa_core.domain.schema import Schema, Slot
from cocoa_core.domain.yaml.nodes import Entry, Node
from cocoa_core.domain.yaml.reading import (
    choice_at,
    entries_at,
    items_at,
    keyed,
    text_at,
    unexpected,
    unknown_word,
    whole_at,
)
from cocoa_core.errors import DomainError, Place

__all__ = ["read_rules"]

_RULE_ID: Final = re.compile(r"[a-z][a-z0-9_-]{0,60}")
_ORDERED: Final = frozenset({"less", "at_most", "more", "at_least"})


def read_rules(root: Node, schema: Schema) -> tuple[Rule, ...]:
    """The rules of a file in its order; DomainError with its place for every mistake."""
    slots = {slot.name: slot for slot in schema.slots}
    rules: list[Rule] = []
    seen: dict[str, Place] = {}
    for entry in entries_at(
        keyed(root, "the rule set", required(RULE_FILE_KEYS))["rules"], "`rules`", 1, len(slots)
    ):
        slot = _slot(entry, schema, slots)
        for node in items_at(entry.value, f"the rules of {slot.name!r}", 1, MOST_RULES):
            rule = _rule(node, slot)
            if rule.id in seen:
                raise DomainError(
                    f"two rules have the id {rule.id!r}",
                    got=f"the first is in line {seen[rule.id].line}",
                    expected="an id of its own for every rule of the domain",
                    place=node.place,
                )
            seen[rule.id] = node.place
            rules.append(rule)
    return tuple(rules)


def _slot(entry: Entry, schema: Schema, slots: dict[str, Slot]) -> Slot:
    if entry.key not in slots:
        raise unknown_word(entry.key, "slot", tuple(slots), entry.place)
    slot = slots[entry.key]
    root = slot
    while root.derived is not None:
        root = slots[root.derived.source]
    if root is not slot:
        _check_root(entry, schema, root)
        return slot
    if not slot.shown:
        raise DomainError(
            f"options do not show the slot {entry.key!r}, so no question may ask for it",
            fix="take `shown: false` from the schema, or delete these rules",
            place=entry.place,
        )
    if entry.key in schema.group_by:
        raise DomainError(
            f"all options of a question share the slot {entry.key!r}, so no rule of it tells them apart",
            fix="take the slot from `group_by`, or delete these rules",
            place=entry.place,
        )
    return slot


def _check_root(entry: Entry, schema: Schema, root: Slot) -> None:
    """Options must show the slot from which a derived one follows, and differ in it."""
    if not root.shown:
        raise DomainError(
            f"options do not show the slot {root.name!r}, from which {entry.key!r} follows",
            fix=f"take `shown: false` of {root.name!r} from the schema, or delete these rules",
            place=entry.place,
        )
    if root.name in schema.group_by:
        raise DomainError(
            f"all options of a question share the slot {root.name!r}, from which {entry.key!r} follows",
            fix=f"take {root.name!r} from `group_by`, or delete these rules",
            place=entry.place,
        )


def _rule(node: Node, slot: Slot) -> Rule:
    nodes = keyed(node, "the rule", required(RULE_KEYS), optional(RULE_KEYS))
    name = text_at(nodes["id"], "`id`", LONGEST_RULE_ID)
    if not _RULE_ID.fullmatch(name):
        raise unexpected(nodes["id"], "`id`", 'a small letter, then small letters, digits, "-" and "_"')
    over = over_at(nodes, slot.kind, f"the rule {name!r}", node.place)
    if slot.derived is not None and over is not None:
        raise unexpected(
            nodes["over"],
            "`over`",
            f"no such key: of the derived slot {slot.name!r} only its words can be asked",
            f"leave it out, or ask for the number of items of {slot.derived.source!r}",
        )
    tests = _tests(nodes["tests"], slot, over)
    return Rule(
        id=name,
        slot=slot.name,
        over=over,
        tests=tests,
        draw=read_draw(nodes.get("draw"), slot.kind, over, tests, node.place),
        say=read_wordings(nodes["say"], slot.kind, over, tests),
        also=read_free_wordings(nodes["also"], slot, over) if "also" in nodes else (),
        atypical=_atypical(nodes["atypical"], tests) if "atypical" in nodes else frozenset(),
        weight=whole_at(nodes["weight"], "`weight`", 1, MOST_WEIGHT) if "weight" in nodes else 1,
    )


def _tests(node: Node, slot: Slot, over: str | None) -> tuple[str, ...]:
    kind = slot.kind
    relative = isinstance(kind, Quantity) and bool(kind.relative_to)
    allowed = sorted(_ORDERED if relative else slot.ops(over))
    what = f"test of a {'derived ' if slot.derived else ''}{kind.name}" + (f" over {over}" if over else "")
    found: list[str] = []
    for item in items_at(node, "`tests`", 1, len(allowed)):
        op = choice_at(item, what, allowed)
        if op in found:
            raise unexpected(item, "an item of `tests`", "each test once")
        found.append(op)
    return tuple(found)


def _atypical(node: Node, tests: Sequence[str]) -> frozenset[str]:
    """Effective tests: what a literal says once negation has moved into the test."""
    effective: dict[str, str] = {}
    for op in tests:
        if op in _ORDERED:
            effective.update({op: op, COMPLEMENTS[op]: COMPLEMENTS[op]})
        elif op in COMPLEMENTS:
            effective.update({"any": "any", "none": "not_any", "not_any": "not_any"})
        else:
            effective.update({op: op, f"not_{op}": f"not_{op}"})
    return frozenset(
        effective[choice_at(item, "test that this rule can ask", tuple(effective))]
        for item in items_at(node, "`atypical`", 0, len(effective))
    )
