"""Checks the options of a question: all different, of one group, each a possible row of the domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from cocoa_core.independent import Axiom, Catalogue, Measure, Slot, Value, VerifierDomain, all_of, truth
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

_MINUTES_OF_A_DAY: Final = 1440
_MOST_OPTIONS: Final = 2048
"""The size of the caches by option; `parsed_question` caches as many parsed options."""


def option_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds options that look alike, share a row, are of two groups, or break an axiom of the schema."""
    options = question.record["options"]
    rows, looks = (
        {option["row"] for option in options},
        {tuple(option["shown"].values()) for option in options},
    )
    alike = min(len(rows), len(looks)) < len(options)
    for first, second in combinations(options, 2) if alike else ():
        pair = f"options {first['label']} and {second['label']}"
        if first["shown"] == second["shown"]:
            yield Flaw("options", f"{pair} look alike")
        if first["row"] == second["row"]:
            yield Flaw("options", f"{pair} are the same row", first["row"])
    for option in options:
        if not option["row"]:
            yield Flaw("options", f"option {option['label']} names no row")
    for name in question.domain.group_by:
        texts = {shown.get(name) for shown in question.shown.values()}
        if len(texts) > 1:
            yield Flaw("group", f"the options are not of one group: {name}", sorted(map(str, texts)))
    for label, values in question.values.items():
        for axiom in _broken_axioms(question.domain, values):
            yield Flaw("axiom", f"option {label} breaks an axiom of the schema", _described(axiom))


@lru_cache(_MOST_OPTIONS)
def _broken_axioms(domain: VerifierDomain, values: Mapping[str, Value]) -> tuple[Axiom, ...]:
    """Returns the axioms that do not hold for the values of an option."""
    return tuple(axiom for axiom in domain.axioms if not holds(axiom, values, domain))


def installed_flaws(question: ParsedQuestion, catalogue: Catalogue) -> Iterator[Flaw]:
    """Finds options that are no row of the installed catalogue, or show other values than their row has."""
    for option in question.record["options"]:
        name, row = f"option {option['label']}", option["row"]
        if row not in catalogue.rows:
            yield Flaw("catalogue", f"{name} is no row of the catalogue", row)
            continue
        others = _other_values(question.domain, catalogue, row, question.values[option["label"]])
        if others:
            slots = ", ".join(slot for slot, _ in others)
            got = question.shown[option["label"]][others[0][0]]
            yield Flaw("catalogue", f"{name} shows another {slots} than its row has", got, others[0][1])


@lru_cache(_MOST_OPTIONS)
def _other_values(
    domain: VerifierDomain, catalogue: Catalogue, row: str, values: Mapping[str, Value]
) -> tuple[tuple[str, str], ...]:
    """Returns the slots of which the option shows another value than its row has, with that value."""
    others = []
    for slot, value in values.items():
        if slot not in domain.derived_slots:
            try:
                actual = catalogue.value(row, domain.slots[slot])
            except ValueError as error:
                others.append((slot, str(error)))
                continue
            if actual != value:
                others.append((slot, str(actual)))
    return tuple(others)


def holds(axiom: Axiom, values: Mapping[str, Value], domain: VerifierDomain) -> bool:
    """Returns whether an option that shows these values is possible by an axiom."""
    if axiom.relation == "never":
        return (
            all_of(truth(domain.slots[test.slot], test, values.get(test.slot)) for test in axiom.tests)
            is not True
        )
    slots = domain.slots
    measured = [
        _measured(measure, slots[measure.slot], values.get(measure.slot)) for measure in axiom.measures
    ]
    numbers = [number for number in measured if number is not None]
    if axiom.relation == "equal":
        return len(set(numbers)) <= 1
    if axiom.relation == "sum":
        difference = sum(numbers[:-1]) - numbers[-1] if len(numbers) == len(measured) else 0
        return difference % _MINUTES_OF_A_DAY == 0 if axiom.overnight else difference == 0
    return len(numbers) < len(axiom.measures) or all(left <= right for left, right in pairwise(numbers))


def _measured(measure: Measure, slot: Slot, value: Value) -> int | None:
    """Returns the measured number; None where it is undefined, as for a time before the reference day."""
    if slot.numbers is not None and slot.numbers.days and isinstance(value, int) and value < 0:
        return None
    if isinstance(value, tuple | frozenset):
        if measure.over == "count":
            return len(value)
        return sum(item for item in value if isinstance(item, int)) if value else None
    return value if isinstance(value, int) else None


def _described(axiom: Axiom) -> str:
    parts = [
        f"{measure.over} of {measure.slot}" if measure.over else measure.slot for measure in axiom.measures
    ]
    parts += [f"{test.slot} {test.test}" for test in axiom.tests]
    return f"{axiom.relation}: {', '.join(parts)}"
