"""`possible`: whether anything could meet the conditions, and which of them clash where nothing can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from cocoa_core.independent import (
    Axiom,
    Catalogue,
    Literal,
    Measure,
    Slot,
    StepBudgetExceededError,
    Value,
    VerifierDomain,
    any_of,
    can_be_met,
    displayed_number,
    redundant_part,
)
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.asks.ask import AskContract
from cocoa_core.verification.selection.options import holds
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion, Terms, read_option

_CLASHING_SLOTS: Final = 2
"""The conditions of the form replace this many slots of a setting, whatever slots they are about."""
_SAID: Final = {"less": "less than", "at_most": "at most", "more": "more than", "at_least": "at least"}
_SAYABLE: Final = {"is", "one_of", *_SAID}


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a key that witnesses and a search do not prove, and axioms that are not told."""
    record, asked = question.record, question.record["asked"]
    key, form = record["key"], asked["form"]
    numbers = [str(number) for number in form]
    proper = form == sorted(set(form)) and len(form) > 1 and form[0] >= 1 and form[-1] <= len(question.terms)
    if not proper or key not in (["yes"], numbers):
        yield Flaw("key", "the key is neither yes nor the conditions of the form", key, numbers)
        return
    axioms = _tellable_axioms(question)
    sentences = [_axiom_words(question.domain, axiom) for axiom in axioms]
    if asked["axioms"] != sentences:
        yield Flaw("axioms", "what is told of every option is not what ties the slots", asked["axioms"])
    slots, wishes = sum(record["provenance"]["setting"][:1]), sum(record["provenance"]["setting"][2:3])
    further = max(slots - _CLASHING_SLOTS, 0) + wishes
    if len(question.terms) != len(form) + further:
        got, expected = f"{len(form)} of {len(question.terms)}", f"all but {further} conditions"
        yield Flaw("provenance", "the form has another size by the setting", got, expected)
    about = _about(question)
    yield from unequal("asked", "it is about other slots", asked["about"], about)
    yield from _witnessed(question, key, form)
    yield from _proved(question, key, form)


def _is_shown_to_clash(question: ParsedQuestion, terms: Terms, form: Sequence[int]) -> bool:
    """Returns whether these of the sum terms clash by what is told of every option.

    Raises:
        StepBudgetExceededError: there are more ways to meet them than are gone through.
    """
    domain = evolve(question.domain, axioms=tuple(_tellable_axioms(question)))
    return can_be_met(domain, [terms[number - 1] for number in form]) is False


def _proved(question: ParsedQuestion, key: Sequence[str], form: Sequence[int]) -> Iterator[Flaw]:
    try:
        if key != ["yes"] and not _is_shown_to_clash(question, question.terms, form):
            yield Flaw("clash", "the conditions of the key are not shown to clash", ", ".join(key))
        rest = [term for number, term in enumerate(question.terms, 1) if number not in form]
        idle = redundant_part(question.domain, rest, []) if rest else None
    except StepBudgetExceededError:
        yield Flaw("clash", "the conditions can be met in more ways than are gone through")
        return
    if idle:
        yield Flaw("redundant", f"beside the form, without {idle} the rest means the same")


def reading_flaws(question: ParsedQuestion, reading: Terms) -> Iterator[Flaw]:
    """Finds conditions of the key that, as the request says them, do not clash without a closed list of
    values.
    """
    key, form = question.record["key"], question.record["asked"]["form"]
    if key == ["yes"] or not all(1 <= number <= len(reading) for number in form):
        return
    try:
        clashes = _is_shown_to_clash(question, reading, form)
    except StepBudgetExceededError:
        clashes = False
    if not clashes:
        yield Flaw("clash", "as the request says them, the conditions are not shown to clash", ", ".join(key))


def _witnessed(question: ParsedQuestion, key: Sequence[str], form: Sequence[int]) -> Iterator[Flaw]:
    """Finds witnesses that are not of the group, are impossible, or do not show what they should."""
    witnesses = question.record["asked"]["witnesses"]
    expected = [0] if key == ["yes"] else list(form)
    if [witness["without"] for witness in witnesses] != expected:
        got = str([witness["without"] for witness in witnesses])
        yield Flaw("witness", "the witnesses are for other conditions", got, expected)
        return
    for witness in witnesses:
        name, shown, values, unreadable = _read_witness(question, witness)
        if unreadable:
            yield from unreadable
            continue
        other = [slot for slot in question.domain.group_by if shown.get(slot) != question.group.get(slot)]
        if other or set(question.group) != set(question.domain.group_by):
            yield Flaw("group", f"the {name} is not of the group", ", ".join(other))
        if not all(holds(axiom, values, question.domain) for axiom in question.domain.axioms):
            yield Flaw("witness", f"the {name} breaks an axiom of the schema")
        for number, term in enumerate(question.terms, 1):
            truth = any_of([question.domain.truth(literal, values) for literal in term])
            if truth is not True and number != witness["without"]:
                yield Flaw("witness", f"the {name} does not meet condition {number}", truth, "true")


def _read_witness(
    question: ParsedQuestion, witness: Mapping[str, Any]
) -> tuple[str, Mapping[str, str], Mapping[str, Value], list[Flaw]]:
    """Returns its name in messages, its texts and values by slot, and why it cannot be read."""
    name, unreadable = f"witness without {witness['without']}", list[Flaw]()
    option = {"label": name, "shown": witness["shown"]}
    return name, *read_option(option, question.domain, unreadable, False), unreadable


def installed_flaws(question: ParsedQuestion, catalogue: Catalogue) -> Iterator[Flaw]:
    """Finds witnesses that are no row of the installed catalogue, hidden differences included."""
    slots = tuple(slot for slot in question.domain.slots.values() if slot.shown)
    for witness in question.record["asked"]["witnesses"]:
        name, _, values, unreadable = _read_witness(question, witness)
        try:
            if not unreadable and not catalogue.shows(slots, [values[slot.name] for slot in slots]):
                yield Flaw("catalogue", f"the {name} is no row of the catalogue", witness["shown"])
        except ValueError as error:
            yield Flaw("catalogue", "the rows of the catalogue cannot be read", error)
            return


def _tellable_axioms(question: ParsedQuestion) -> list[Axiom]:
    """Returns the axioms that tie slots of the requirement and can be told; sums cannot."""
    named = {literal.slot for term in question.terms for literal in term}
    told = []
    for axiom in question.domain.axioms:
        slots = {measure.slot for measure in axiom.measures} | {test.slot for test in axiom.tests}
        ties = len(slots & named) > 1 if axiom.measures else slots <= named
        ties = ties and axiom.relation != "sum"
        if ties and all(test.over is None and test.test in _SAYABLE for test in axiom.tests):
            told.append(axiom)
    return told


def _about(question: ParsedQuestion) -> list[str]:
    """Returns the labels of the slots that the requirement rests on, in the schema's order."""
    sources = {derived_slot.slot: derived_slot.source for derived_slot in question.domain.derived}
    named = set()
    for term in question.terms:
        for literal in term:
            slot = literal.slot
            while slot in sources:
                slot = sources[slot]
            named.add(slot)
    return [slot.label for slot in question.domain.slots.values() if slot.name in named]


def _axiom_words(domain: VerifierDomain, axiom: Axiom) -> str:
    if axiom.relation == "never":
        return f"No {domain.noun} has {' and '.join(_fact(domain, test) for test in axiom.tests)}."
    labels = [_measured(domain, measure) for measure in axiom.measures]
    if axiom.relation == "equal":
        return f"For every {domain.noun}, {', '.join(labels[:-1])} and {labels[-1]} are the same."
    return f"For every {domain.noun}, {' is at most '.join(labels)}."


def _measured(domain: VerifierDomain, measure: Measure) -> str:
    label = f'"{domain.slots[measure.slot].label}"'
    return {"count": f"the number of {label}", "total": f"the total of {label}"}.get(
        measure.over or "", label
    )


def _fact(domain: VerifierDomain, literal: Literal) -> str:
    slot = domain.slots[literal.slot]
    values = [_shown(slot, arg) for arg in literal.args]
    comparison = f"{_SAID[literal.test]} {values[0]}" if literal.test in _SAID else " or ".join(values)
    return f'"{slot.label}" {comparison}'


def _shown(slot: Slot, arg: str | bool | int) -> str:
    if isinstance(arg, bool):
        return "yes" if arg else "no"
    if isinstance(arg, str):
        return arg
    return str(arg) if slot.numbers is None else displayed_number(slot.numbers, arg)


_SHAPE: Final[Mapping[str, Any]] = {
    "group": {...: str},
    "axioms": [str],
    "about": [str],
    "form": [int],
    "witnesses": [{"without": int, "shown": {...: str}}],
}

ASK: Final = AskContract(
    flaws,
    needs=Needs(options=(0, 0), table=False),
    asked=_SHAPE,
    numbered=True,
    members=lambda settings: 1,
    installed_flaws=installed_flaws,
    reading_flaws=reading_flaws,
)
