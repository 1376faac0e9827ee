"""Finds parts of the schema that no option uses, slots without rules, and labels that cannot be answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.domain import Domain, Slot
from cocoa_core.domain.kinds import OrderedKind, VocabularyKind
from cocoa_core.errors import Finding
from cocoa_core.families.selection import misread_labels
from cocoa_core.suggestions import first_few, quoted

FAR_SHARE: Final = 0.1
"""Bounds are far from the values where these span a smaller share of what the bounds allow."""
_DECORATIONS: Final = (("", "."), ("**", "**"), ('"', '"'), ("(", ")"), ("the ", ""))
"""What models write around an answer. None of it may turn one label into another."""


def slot_findings(domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds slots without a rule, also those in `trade`, bounds far from the values, words that no option
    has, and labels that cannot be stated as the answer to a question of the ask `missing`.
    """
    for slot in domain.schema.slots:
        if not domain.rules_of(slot.name):
            yield from _without_rule(domain, slot, places)
        elif slot.derived is None:
            yield from _far_bounds(domain, slot, places)
        if slot.derived is None:
            yield from _unused_words(domain, slot, places)
    for number, pair in enumerate(domain.schema.trades):
        for name in sorted(pair):
            if not domain.rules_of(name):
                yield finding_of(
                    "trade-without-rule",
                    places.top("trade", number),
                    f"`trade` names the slot {name!r}, and no rule is about it",
                    fix="take the pair out, or write a rule for the slot",
                )
    yield from _unclear(domain, places)
    yield from _labels(domain, places)


def _unclear(domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds items of `unclear` that no option bears out."""
    schema, rows = domain.schema, domain.catalogue.rows
    for number, item in enumerate(schema.unclear):
        if item.rival is not None:
            columns = schema.position(item.slot), schema.position(item.rival)
            pairs = ((row[columns[0]], row[columns[1]]) for row in rows)
            bears_out = any(own != rival and None not in (own, rival) for own, rival in pairs)
            got = f"{item.slot!r} and {item.rival!r} differ in no option"
        else:
            tests = [
                (schema.position(condition.slot), schema.slot(condition.slot).kind, condition.test)
                for condition in item.where
            ]
            bears_out = any(
                all(kind.evaluate(test, row[position]) for position, kind, test in tests) for row in rows
            )
            got = "no option meets all tests of `where`"
        if not bears_out:
            yield finding_of(
                "unclear-never",
                places.top("unclear", number),
                f"an item of `unclear` leaves no test of {item.slot!r} open",
                got=got,
                fix="correct its values, or take it out",
            )


def _labels(domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds labels that the reader of answers takes for no answer or for another label."""
    unread = misread_labels(domain)
    for name, other in unread.items():
        read_as = "no answer" if other is None else quoted(other)
        yield finding_of(
            "label-unread",
            places.slot(name, "label"),
            f"the label of {name!r} is not read as an answer, which the ask `missing` needs",
            got=f"{quoted(domain.schema.slot(name).label)}, read as {read_as}",
            expected="a label that is read as itself where an answer states it",
            fix=f"give {name!r} another `label`: words, without marks around them",
        )
    alike = {
        name: other
        for before, after in _DECORATIONS
        for name, other in misread_labels(domain, before, after).items()
        if other is not None and name not in unread
    }
    for name, other in alike.items():
        yield finding_of(
            "labels-alike",
            places.slot(name, "label"),
            f"the label of {name!r} and that of another slot differ by what models put around an answer",
            got=f"{quoted(domain.schema.slot(name).label)} beside {quoted(other)}",
            expected="labels that differ in a word that means something",
            fix=f"give {name!r} another `label`",
        )


def _without_rule(domain: Domain, slot: Slot, places: Places) -> Iterator[Finding]:
    if slot.derived is not None:
        sources = {other.derived.source for other in domain.schema.derived if other.derived}
        if slot.name not in sources:
            yield finding_of(
                "derived-without-rule",
                places.slot(slot.name),
                f"no rule is about the derived slot {slot.name!r}, and options do not show it",
                fix="write a rule for it, or delete the slot",
            )
    elif slot.shown and slot.name not in domain.schema.group_by:
        yield finding_of(
            "slot-shown-only",
            places.slot(slot.name),
            f"the slot {slot.name!r} is shown only: no rule is about it",
            fix="nothing, if it is there to be looked past; otherwise write a rule",
        )


def _far_bounds(domain: Domain, slot: Slot, places: Places) -> Iterator[Finding]:
    kind = slot.kind.item_kind
    if not isinstance(kind, OrderedKind) or not kind.bounded:
        return
    low, high, _ = kind.limits()
    numbers = _numbers(domain, slot.name)
    if len(numbers) < 2 or max(numbers) - min(numbers) >= (high - low) * FAR_SHARE:
        return
    least, most = (kind.show(number) for number in (min(numbers), max(numbers)))
    yield finding_of(
        "bounds-far",
        places.slot(slot.name, *(("items",) if slot.kind.several else ()), "max"),
        f"the bounds of {slot.name!r} are far from its values",
        got=f"{least} to {most}, in bounds of {kind.show(low)} to {kind.show(high)}",
        expected=f"values that span {FAR_SHARE:.0%} of what the bounds allow, or more",
        fix="bring `min` and `max` to what an option can have: the proofs count on all between them",
    )


def _numbers(domain: Domain, slot: str) -> set[int]:
    position = domain.schema.position(slot)
    result: set[int] = set()
    for value in {row[position] for row in domain.catalogue.rows}:
        items = value if isinstance(value, tuple) else (value,)
        result.update(item for item in items if isinstance(item, int))
    return result


def _unused_words(domain: Domain, slot: Slot, places: Places) -> Iterator[Finding]:
    kind = slot.kind
    if not isinstance(kind, VocabularyKind) or not kind.closed:
        return
    used = domain.words_used(slot.name)
    unused = [word for word in kind.values if word not in used]
    if unused:
        yield finding_of(
            "word-never-used",
            places.slot(slot.name, "values"),
            f"no option has {len(unused):,} of the {len(kind.values):,} `values` of {slot.name!r}",
            got=first_few(unused),
            fix="take them from `values`, or correct their spelling",
        )
