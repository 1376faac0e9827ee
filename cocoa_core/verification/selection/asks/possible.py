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
    VerifierDomain,
    any_of,
    can_be_met,
    displayed_number,
    redundant_part,
)
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import Ask
from cocoa_core.verification.selection.numbers import number_flaws
from cocoa_core.verification.selection.options import breaks_axiom
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion, read_option

__all__ = ["ASK"]

_CLASHING_SLOTS: Final = 2
"""Of the slots of a setting: the conditions of the form stand in for these, whatever slots they are about."""
_SAID: Final = {"less": "less than", "at_most": "at most", "more": "more than", "at_least": "at least"}
_SAYABLE: Final = {"is", "one_of", *_SAID}


def flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """A key that is not proved by the witnesses and by a search of its own; axioms that are not told."""
    yield from number_flaws(case)
    record, asked = case.record, case.record["asked"]
    key, form = record["key"], asked["form"]
    if record["answer"] is not None:
        yield Flaw("key", "the answer is no letter", str(record["answer"]), "null")
    numbers = [str(number) for number in form]
    proper = form == sorted(set(form)) and len(form) > 1 and form[0] >= 1 and form[-1] <= len(case.terms)
    if not proper or key not in (["yes"], numbers):
        yield Flaw("key", "the key is neither yes nor the conditions of the form", str(key), str(numbers))
        return
    axioms = _told(case)
    said = [_said(case.domain, axiom) for axiom in axioms]
    if asked["axioms"] != said:
        yield Flaw("axioms", "what is told of every option is not what ties the slots", str(asked["axioms"]))
    slots, wishes = sum(record["provenance"]["setting"][:1]), sum(record["provenance"]["setting"][2:3])
    further = max(slots - _CLASHING_SLOTS, 0) + wishes
    if len(case.terms) != len(form) + further:
        got, expected = f"{len(form)} of {len(case.terms)}", f"all but {further} conditions"
        yield Flaw("provenance", "the form has another size by the setting", got, expected)
    about = _about(case)
    if asked["about"] != about:
        yield Flaw("asked", "it is about other slots", str(asked["about"]), str(about))
    yield from _witnessed(case, key, form)
    yield from _proved(case, key, form, axioms)


def _proved(
    case: ParsedQuestion, key: Sequence[str], form: Sequence[int], axioms: Sequence[Axiom]
) -> Iterator[Flaw]:
    try:
        if key != ["yes"]:
            clash = [case.terms[number - 1] for number in form]
            if can_be_met(evolve(case.domain, axioms=tuple(axioms)), clash) is not False:
                yield Flaw("clash", "the conditions of the key are not shown to clash", ", ".join(key))
        rest = [term for number, term in enumerate(case.terms, 1) if number not in form]
        idle = redundant_part(case.domain, rest, []) if rest else None
    except StepBudgetExceededError:
        yield Flaw("clash", "the conditions can be met in more ways than are gone through")
        return
    if idle:
        yield Flaw("redundant", f"beside the form, without {idle} the rest means the same")


def _witnessed(case: ParsedQuestion, key: Sequence[str], form: Sequence[int]) -> Iterator[Flaw]:
    """Witnesses that are not of the group, not possible, or do not show what they should."""
    given = case.record["asked"]["witnesses"]
    expected = [0] if key == ["yes"] else list(form)
    if [one["without"] for one in given] != expected:
        got = str([one["without"] for one in given])
        yield Flaw("witness", "the witnesses are for other conditions", got, str(expected))
        return
    for one in given:
        name = f"witness without {one['without']}"
        unread: list[Flaw] = []
        shown, values = read_option({"label": name, "shown": one["shown"]}, case.domain, unread, False)
        if unread:
            yield from unread
            continue
        other = [slot for slot in case.domain.group_by if shown.get(slot) != case.group.get(slot)]
        if other or set(case.group) != set(case.domain.group_by):
            yield Flaw("group", f"the {name} is not of the group", ", ".join(other))
        if any(breaks_axiom(axiom, values, case.domain) for axiom in case.domain.axioms):
            yield Flaw("witness", f"the {name} breaks an axiom of the schema")
        for number, term in enumerate(case.terms, 1):
            found = any_of([case.domain.truth(literal, values) for literal in term])
            if found is not True and number != one["without"]:
                yield Flaw("witness", f"the {name} does not meet condition {number}", str(found), "true")


def installed_flaws(case: ParsedQuestion, catalogue: Catalogue) -> Iterator[Flaw]:
    """Witnesses that are no row of the installed catalogue, also by slots that nothing is asked of."""
    slots = tuple(slot for slot in case.domain.slots.values() if slot.shown)
    for one in case.record["asked"]["witnesses"]:
        name, unread = f"witness without {one['without']}", list[Flaw]()
        _, values = read_option({"label": name, "shown": one["shown"]}, case.domain, unread, False)
        try:
            if not unread and not catalogue.shows(slots, [values[slot.name] for slot in slots]):
                yield Flaw("catalogue", f"the {name} is no row of the catalogue", str(one["shown"]))
        except ValueError as error:
            yield Flaw("catalogue", "the rows of the catalogue cannot be read", str(error))
            return


def _told(case: ParsedQuestion) -> list[Axiom]:
    """The axioms that tie slots of the requirement, as far as they can be said: sums are not."""
    named = {literal.slot for term in case.terms for literal in term}
    found = []
    for axiom in case.domain.axioms:
        slots = {one.slot for one in axiom.measures} | {one.slot for one in axiom.tests}
        ties = len(slots & named) > 1 if axiom.measures else slots <= named
        ties = ties and axiom.relation != "sum"
        if ties and all(test.over is None and test.test in _SAYABLE for test in axiom.tests):
            found.append(axiom)
    return found


def _about(case: ParsedQuestion) -> list[str]:
    """Labels of the slots that it speaks of, or from which those follow, in the schema's order."""
    sources = {one.slot: one.source for one in case.domain.derived}
    named = set()
    for term in case.terms:
        for literal in term:
            slot = literal.slot
            while slot in sources:
                slot = sources[slot]
            named.add(slot)
    return [slot.label for slot in case.domain.slots.values() if slot.name in named]


def _said(domain: VerifierDomain, axiom: Axiom) -> str:
    """The sentence that a question tells."""
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
    said = f"{_SAID[literal.test]} {values[0]}" if literal.test in _SAID else " or ".join(values)
    return f'"{slot.label}" {said}'


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

ASK: Final = Ask(
    flaws,
    needs=Needs(options=(0, 0), table=False),
    asked=_SHAPE,
    members=lambda settings: 1,
    installed_flaws=installed_flaws,
)
