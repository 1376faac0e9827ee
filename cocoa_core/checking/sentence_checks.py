"""Whole requests read back: every form of sentence, with literals of every rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from cocoa_core.checking.clauses import is_odd, literals_of, sample_tests
from cocoa_core.checking.findings import Finding, found
from cocoa_core.checking.places import Places
from cocoa_core.checking.survey import Survey
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Value
from cocoa_core.domain.requirement import requirement_text
from cocoa_core.generation.proofs import equivalent
from cocoa_core.generation.wording import Wording
from cocoa_core.language.phrases import FORMS, Form
from cocoa_core.language.realizer import Allowed
from cocoa_core.seeds import stream

__all__ = ["Misread", "misread_of", "sentence_findings"]

_LIST: Final = 4
"""Literals of the sum term that is written as a list."""


@frozen
class Misread:
    """A request that does not read as its requirement. reading: another one, None where there is none."""

    rule: str
    text: str
    requirement: Requirement
    reading: Requirement | None


def misread_of(
    domain: Domain, survey: Survey, wording: Wording, group: dict[str, Value], seed: int
) -> Iterator[Misread]:
    """Requests with two readings, or none: for each rule, one of each form of sentence and some joined ones.

    The other literals of a sentence are those of other slots, drawn by seed.
    """
    literals = _literals(survey)
    for name, own in literals.items():
        rng = stream("sentences checked", domain.digest, seed, name)
        others = [one for rule, found in literals.items() for one in found if rule != name]
        for requirement, form in _requirements(own, others, rng):
            text = wording.realizer.realize(requirement, rng, group, _only(form))
            if wording.means(text, requirement):
                continue
            readings = wording.parser.parse(text)
            different = (one for one in readings if not equivalent(domain.schema, one, requirement))
            yield Misread(name, text, requirement, next(different, None))


def _only(form: Form) -> Allowed:
    return lambda _term, one: one == form


def _literals(survey: Survey) -> dict[str, list[GroundedLiteral]]:
    """Two literals of each op of a rule, one of each polarity; those with odd words where there are some."""
    found: dict[str, list[GroundedLiteral]] = {}
    for name, one in survey.rules.items():
        tests = sorted(sample_tests(one), key=lambda test: not any(map(is_odd, test.args)))
        chosen = {test.op: test for test in reversed(tests)}
        if chosen:
            found[name] = [literal for test in chosen.values() for literal in literals_of(one.rule, test)]
    return found


def _requirements(
    own: list[GroundedLiteral], others: list[GroundedLiteral], rng: random.Random
) -> Iterator[tuple[Requirement, Form]]:
    for number, forms in FORMS.items():
        for form in forms:
            first = rng.choice(own)
            term = _term(first, others, number, rng)
            if len(term) == number:
                yield (term,), form
    first = rng.choice(own)
    term = _term(first, others, _LIST, rng)
    if len(term) == _LIST:
        yield (term,), FORMS[1][0]
    joined = (*((one,) for one in _term(first, others, 3, rng)), _term(rng.choice(own), others, 2, rng))
    yield joined, FORMS[2][0]


def _term(
    first: GroundedLiteral, others: list[GroundedLiteral], number: int, rng: random.Random
) -> tuple[GroundedLiteral, ...]:
    """The literal with so many others that each is of another slot; fewer where there are none."""
    term = [first]
    slots = {first.primitive.slot}
    for one in rng.sample(others, len(others)):
        if len(term) < number and one.primitive.slot not in slots:
            term.append(one)
            slots.add(one.primitive.slot)
    return tuple(term)


def sentence_findings(
    domain: Domain, survey: Survey, wording: Wording, group: dict[str, Value], places: Places, seed: int
) -> Iterator[Finding]:
    """The first request of each rule that reads otherwise: by its words, or by the values in it."""
    known: set[tuple[str, str]] = set()
    for one in misread_of(domain, survey, wording, group, seed):
        odd = any(
            is_odd(arg) for term in one.requirement for each in term for arg in each.primitive.test.args
        )
        code = "value-two-ways" if odd else "wording-two-ways" if one.reading else "wording-unread"
        if (code, one.rule) in known:
            continue
        known.add((code, one.rule))
        yield found(
            code,
            places.rule(one.rule, "say"),
            f"a request with the rule {one.rule!r} does not read as what it means: {one.text!r}",
            got=requirement_text(domain.schema, one.reading) if one.reading else "no reading",
            expected=requirement_text(domain.schema, one.requirement),
            fix="change the fixed words of the rule, or the values, that look like cocoa's own words",
        )
