"""Whole requests read back: every form of sentence, with literals of every rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from itertools import islice
from typing import Final

from attrs import frozen

from cocoa_core.checking.findings import Finding, found
from cocoa_core.checking.places import Places
from cocoa_core.checking.survey import Survey
from cocoa_core.checking.wording_checks import is_odd, literals_of
from cocoa_core.domain import Domain, GroundedLiteral, Requirement, requirement_text
from cocoa_core.families.selection import Groups, Wording
from cocoa_core.language import Realizer
from cocoa_core.lexicon import FORMS, Form
from cocoa_core.proof import equivalent
from cocoa_core.seeds import stream

__all__ = ["Misread", "misread_of", "opening_findings", "sentence_findings"]

_OPENINGS: Final = 100
_ODD_TESTS: Final = 5
"""Tests of a rule with words that hold connectives or commas."""
_MOST_LITERALS: Final = 4
"""Of the sentences that are tried; longer ones only repeat their conditions."""


@frozen
class Misread:
    """A request that does not read as its requirement. reading: another one, None where there is none."""

    rule: str
    text: str
    requirement: Requirement
    reading: Requirement | None


def misread_of(
    domain: Domain, survey: Survey, wording: Wording, seed: int, passed_over: Set[str] = frozenset()
) -> Iterator[Misread]:
    """Requests with two readings, or none: for several literals of a rule, one of each form of sentence.

    Which wording stands in which sentence, and the literals beside it, of other slots, are drawn by seed.
    passed_over: rules that stand in no sentence.
    """
    literals = _literals(survey, passed_over)
    for name, own in literals.items():
        rng = stream("sentences checked", domain.digest, seed, name)
        others = [literal for rule, found in literals.items() for literal in found if rule != name]
        for literals_said, form in (pair for literal in own for pair in _sentences(literal, others, rng)):
            requirement = tuple(
                tuple(
                    literals_said[literal - 1] if literal > 0 else literals_said[-literal - 1].negated()
                    for literal in term
                )
                for term in form.terms
            )
            text = _said(wording.realizer, literals_said, form, rng)
            if text is None or wording.states(text, requirement):
                continue
            readings = wording.parser.statements(text)
            different = [reading for reading in readings if _differs(domain, reading, requirement)]
            if different or not readings:
                yield Misread(name, text, requirement, next(iter(different), None))


def _differs(domain: Domain, one: Requirement, other: Requirement) -> bool:
    """Whether two readings differ in meaning, or say the same of a slot and of one that follows from it."""
    slots = [{literal.primitive.slot for term in each for literal in term} for each in (one, other)]
    return bool(domain.schema.knowledge(slots[0] ^ slots[1])) or not equivalent(domain.schema, one, other)


def _said(
    realizer: Realizer, literals: tuple[GroundedLiteral, ...], form: Form, rng: random.Random
) -> str | None:
    """The form with the literals in its places; None where they cannot take them."""
    try:
        return realizer.sentence(literals, rng, form)
    except LookupError:
        return None


def _literals(survey: Survey, passed_over: Set[str]) -> dict[str, list[GroundedLiteral]]:
    """For each op of a rule a test as it is and denied; some more with odd words, where there are any."""
    result: dict[str, list[GroundedLiteral]] = {}
    for name, one in survey.rules.items():
        tests = [next(iter(known)) for known in one.samples.values() if known]
        odd = (test for known in one.samples.values() for test in known if any(map(is_odd, test.args)))
        chosen = dict.fromkeys([*islice(odd, _ODD_TESTS), *tests])
        if chosen and name not in passed_over:
            result[name] = [literal for test in chosen for literal in literals_of(one.rule, test)]
    return result


def _sentences(
    first: GroundedLiteral, others: list[GroundedLiteral], rng: random.Random
) -> Iterator[tuple[tuple[GroundedLiteral, ...], Form]]:
    """Forms of up to some literals, the first of them this one, each of another slot."""
    for form in FORMS:
        number = max(place for term in form.terms for place in term)
        if number <= _MOST_LITERALS:
            literals = _term(first, others, number, rng)
            if len(literals) == number:
                yield literals, form


def _term(
    first: GroundedLiteral, others: list[GroundedLiteral], number: int, rng: random.Random
) -> tuple[GroundedLiteral, ...]:
    """The literal with so many others that each is of another slot; fewer where there are none."""
    term = [first]
    slots = {first.primitive.slot}
    for literal_tried in rng.sample(others, len(others)):
        if len(term) < number and literal_tried.primitive.slot not in slots:
            term.append(literal_tried)
            slots.add(literal_tried.primitive.slot)
    return tuple(term)


def sentence_findings(misread: Iterable[Misread], domain: Domain, places: Places) -> Iterator[Finding]:
    """As few rules as explain all that is misread, each with its shortest sentence.

    The rule that stands in most of them comes first, then the one in most of those without it, and so on.
    """
    left = sorted(misread, key=lambda sentence: sum(map(len, sentence.requirement)))
    while left:
        ruled = Counter(rule for sentence in left for rule in _rules(sentence))
        rule = max(sorted(ruled), key=lambda name: (ruled[name], name == left[0].rule))
        one = next(sentence for sentence in left if rule in _rules(sentence))
        left = [other for other in left if rule not in _rules(other)]
        odd = any(is_odd(arg) for literal in _spoken(one) for arg in literal.primitive.test.args)
        yield found(
            "wording-unread" if one.reading is None else "value-two-ways" if odd else "wording-two-ways",
            places.rule(rule, "say"),
            f"a request with the rule {rule!r} does not read as what it means: {one.text!r}",
            got=requirement_text(domain.schema, one.reading) if one.reading else "no reading",
            expected=requirement_text(domain.schema, one.requirement),
            fix="change the fixed words of the rule, or the values, that look like cocoa's own words",
        )


def _spoken(one: Misread) -> list[GroundedLiteral]:
    return [literal for term in one.requirement for literal in term]


def _rules(one: Misread) -> set[str]:
    return {literal.primitive.rule for literal in _spoken(one)}


def opening_findings(
    domain: Domain, survey: Survey, wording: Wording, groups: Groups, places: Places
) -> Iterator[Finding]:
    """The first group, of the first hundred, whose opening sentence cannot be read back."""
    literal = next((one for literals in _literals(survey, frozenset()).values() for one in literals), None)
    if literal is None or not (domain.schema.request or domain.inert.openings):
        return
    requirement, rng = ((literal,),), random.Random(0)
    if not wording.states(wording.realizer.sentence((literal,), rng), requirement):
        return  # not the opening's fault
    for index in groups.eligible[:_OPENINGS]:
        group = domain.catalogue.groups[index]
        request = wording.realizer.realize(requirement, rng, groups.values(group.rows[0]), inert=False)[0]
        if not wording.means(request.text, requirement):
            yield found(
                "opening-unread",
                places.inert("openings") if domain.inert.openings else places.top("request"),
                f"the opening of the group {group.name!r} cannot be read back, so no question has it",
                got=request.sentences[0].text,
                fix="take the slot out of the opening, or rename the value",
            )
            return
