"""Reads whole requests back: every form of sentence, with literals of every rule.

Openings, closings and reasons must say nothing of an option; that is checked by words, and by reading them
back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from itertools import chain, islice
from typing import Final

from attrs import frozen

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.checking.survey import Survey
from cocoa_core.checking.wording_checks import is_odd, literals_of
from cocoa_core.domain import (
    Domain,
    GroundedLiteral,
    Requirement,
    SlotRef,
    requirement_text,
)
from cocoa_core.errors import Finding, Place
from cocoa_core.families.selection import Groups, RequestWording
from cocoa_core.language import InertTextCheck, Realizer, TextSpec, statements_of
from cocoa_core.lexicon import FORMS, SentenceForm
from cocoa_core.proof import equivalent
from cocoa_core.seeds import stream
from cocoa_core.suggestions import quoted

_OPENINGS: Final = 100
"""Groups whose opening is read back."""
_ODD_TESTS: Final = 5
"""Tests of a rule with words that hold connectives or commas."""
_MOST_LITERALS: Final = 4
"""Literals of a sentence that is tried. Longer sentences only repeat the conditions of shorter ones."""


@frozen
class Misread:
    """A request that does not read as its requirement."""

    rule: str
    text: str
    requirement: Requirement
    reading: Requirement | None
    """What it reads as; None where it has no reading."""


def misread_of(
    domain: Domain, survey: Survey, wording: RequestWording, seed: int, passed_over: Set[str] = frozenset()
) -> Iterator[Misread]:
    """Yields requests that cannot be read back, or that read as something else.

    For a few literals of every rule, one request is written in each form of sentence. The seed decides which
    wording is used, and which literals of other slots fill the rest of the sentence.

    Args:
        passed_over: rules that stand in no sentence.
    """
    literals = _literals(survey, passed_over)
    for name, rule_literals in literals.items():
        rng = stream("sentences checked", domain.digest, seed, name)
        others = [
            literal for rule, other_literals in literals.items() for literal in other_literals if rule != name
        ]
        for form_literals, form in (
            pair for literal in rule_literals for pair in _sentences(literal, others, rng)
        ):
            requirement = tuple(
                tuple(
                    form_literals[literal - 1] if literal > 0 else form_literals[-literal - 1].negated()
                    for literal in term
                )
                for term in form.terms
            )
            text = _said(wording.realizer, form_literals, form, rng)
            if text is None or wording.states(text, requirement):
                continue
            readings = wording.parser.statements(text)
            different = [reading for reading in readings if _differs(domain, reading, requirement)]
            if different or not readings:
                yield Misread(name, text, requirement, next(iter(different), None))


def _differs(domain: Domain, first: Requirement, second: Requirement) -> bool:
    """Returns whether two requirements differ.

    They also count as different if one of them tests a derived slot and the other its source.
    """
    slots = [
        {literal.primitive.slot for term in requirement for literal in term}
        for requirement in (first, second)
    ]
    return bool(domain.schema.derived_among(slots[0] ^ slots[1])) or not equivalent(
        domain.schema, first, second
    )


def _said(
    realizer: Realizer, literals: tuple[GroundedLiteral, ...], form: SentenceForm, rng: random.Random
) -> str | None:
    """Returns a sentence of this form with the literals; None where they do not fit into it."""
    try:
        return realizer.sentence(literals, rng, form)
    except LookupError:
        return None


def _literals(survey: Survey, passed_over: Set[str]) -> dict[str, list[GroundedLiteral]]:
    """Returns, by rule, a test of each op and some with odd words, each as a literal and its negation."""
    result: dict[str, list[GroundedLiteral]] = {}
    for name, rule_survey in survey.rules.items():
        tests = [next(iter(sampled)) for sampled in rule_survey.samples.values() if sampled]
        every = chain.from_iterable(rule_survey.samples.values())
        odd = (test for test in every if any(map(is_odd, test.args)))
        chosen = dict.fromkeys([*islice(odd, _ODD_TESTS), *tests])
        if chosen and name not in passed_over:
            result[name] = [literal for test in chosen for literal in literals_of(rule_survey.rule, test)]
    return result


def _sentences(
    first: GroundedLiteral, others: list[GroundedLiteral], rng: random.Random
) -> Iterator[tuple[tuple[GroundedLiteral, ...], SentenceForm]]:
    """Yields forms, each with as many literals as it takes: this one first, all of different slots. In a form
    that limits a slot in two cases this one is the limit in both.
    """
    for form in FORMS:
        number = max(place for term in form.terms for place in term)
        if form.compares:
            literals = _term(first, others, 3, rng)
            if len(literals) == 3:
                yield (literals[1], first, literals[2], first), form
        elif number <= _MOST_LITERALS:
            literals = _term(first, others, number, rng)
            if len(literals) == number:
                yield literals, form


def _term(
    first: GroundedLiteral, others: list[GroundedLiteral], number: int, rng: random.Random
) -> tuple[GroundedLiteral, ...]:
    """Returns the literal and others of other slots, `number` in all or as many as there are."""
    term = [first]
    slots = {first.primitive.slot}
    for other in rng.sample(others, len(others)):
        if len(term) < number and other.primitive.slot not in slots:
            term.append(other)
            slots.add(other.primitive.slot)
    return tuple(term)


def sentence_findings(misread: Iterable[Misread], domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds as few rules as explain all that is misread, each with its shortest sentence.

    The rule that stands in most misread requests comes first, then the one in most of those that are left,
    and so on.
    """
    unreported = sorted(misread, key=lambda sentence: sum(map(len, sentence.requirement)))
    while unreported:
        ruled = Counter(rule for sentence in unreported for rule in _rules(sentence))
        rule = max(sorted(ruled), key=lambda name: (ruled[name], name == unreported[0].rule))
        shortest = next(sentence for sentence in unreported if rule in _rules(sentence))
        unreported = [other for other in unreported if rule not in _rules(other)]
        odd = any(is_odd(arg) for literal in _spoken(shortest) for arg in literal.primitive.test.args)
        yield finding_of(
            "wording-unread" if shortest.reading is None else "value-two-ways" if odd else "wording-two-ways",
            places.rule(rule, "say"),
            f"a request with the rule {rule!r} does not read as what it means: {shortest.text!r}",
            got=requirement_text(domain.schema, shortest.reading) if shortest.reading else "no reading",
            expected=requirement_text(domain.schema, shortest.requirement),
            fix="change the fixed words of the rule, or the values, that look like cocoa's own words",
        )


def _spoken(misread: Misread) -> list[GroundedLiteral]:
    return [literal for term in misread.requirement for literal in term]


def _rules(misread: Misread) -> set[str]:
    return {literal.primitive.rule for literal in _spoken(misread)}


def opening_findings(
    domain: Domain, survey: Survey, wording: RequestWording, groups: Groups, places: Places
) -> Iterator[Finding]:
    """Finds the first group, of the first hundred, whose opening sentence cannot be read back."""
    literal = next(
        (candidate for literals in _literals(survey, frozenset()).values() for candidate in literals), None
    )
    if literal is None or not (domain.schema.request or domain.inert.openings):
        return
    requirement, rng = ((literal,),), random.Random(0)
    if not wording.states(wording.realizer.sentence((literal,), rng), requirement):
        return  # not the opening's fault
    for index in groups.eligible[:_OPENINGS]:
        group = domain.catalogue.groups[index]
        spec = TextSpec(group=groups.values(group.rows[0]), inert=False)
        request = wording.realizer.realize(requirement, rng, spec)[0]
        if not wording.means(request.text, requirement):
            yield finding_of(
                "opening-unread",
                places.inert("openings") if domain.inert.openings else places.top("request"),
                f"the opening of the group {group.name!r} cannot be read back, so no question has it",
                got=request.sentences[0].text,
                fix="take the slot out of the opening, or rename the value",
            )
            return


@frozen
class _Text:
    """An inert text."""

    text: str
    place: Place
    sentences: tuple[str, ...]
    """Its sentences, with no word where a value stands."""


def inert_findings(domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds inert texts that name a value of the domain, or that read as a wish."""
    check = InertTextCheck.of(domain)
    for text in _texts(domain, places):
        named = check.value_in(text.sentences)
        if named is not None:
            value, slot = named
            yield finding_of(
                "inert-value",
                text.place,
                f"the text {quoted(text.text)} names a value of the slot {slot!r}",
                got=quoted(value),
                expected="a text that says nothing of any option",
                fix="say it in other words: whoever reads it could take it for a wish",
            )
        wish = check.wish_in(text.sentences)
        if wish is not None:
            yield finding_of(
                "inert-wish",
                text.place,
                f"the text {quoted(text.text)} reads as a wish",
                got=quoted(wish),
                expected="a text that says nothing of any option",
                fix="say it in other words, or leave it out",
            )


def _texts(domain: Domain, places: Places) -> Iterator[_Text]:
    for number, parts in enumerate(domain.inert.openings):
        words = "".join(part if isinstance(part, str) else "\0" for part in parts)
        text = "".join(f"{{{part.slot}}}" if isinstance(part, SlotRef) else part for part in parts)
        yield _Text(text, places.inert("openings", number), statements_of(words))
    for number, text in enumerate(domain.inert.closings):
        yield _Text(text, places.inert("closings", number), statements_of(text))
    for rule in domain.rules:
        for side, reasons in rule.reasons.items():
            for number, text in enumerate(reasons):
                sentence = f"{text[:1].upper()}{text[1:]}."
                yield _Text(text, places.rule(rule.id, "reasons", side, number), (sentence,))
