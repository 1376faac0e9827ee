"""Checks a guessed draft before anyone sees it: its rules must split groups, its wordings be clear."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Rule, Test
from cocoa_core.families.selection import splitting_tests
from cocoa_core.language import Frame, InertTextCheck, Parser, Wordings, statements_of
from cocoa_core.scaffolding.drafts import DomainDraft, loaded
from cocoa_core.scaffolding.yaml_text import as_written

_TESTS_TRIED: Final = 3
_Words = tuple[str, str, str]
"""The parts of a wording that are compared: subject, verb and the last word of the item."""


def checked_draft(draft: DomainDraft) -> DomainDraft:
    """Returns the draft without the parts that do not pass the checks.

    Removed are rules that split no group, wordings that could be about another column, and openings that say
    something of an option. The draft's notes name the columns that lost their rules.

    Raises:
        DomainError: the draft is no domain.
    """
    domain = loaded(as_written(draft).texts)
    idle = {rule.id for rule in domain.rules if not splits(domain, rule)}
    draft = _without_rules(draft, idle)
    domain = attrs.evolve(domain, rules=tuple(rule for rule in domain.rules if rule.id not in idle))
    draft = _without_wordings(draft, _unclear(domain))
    return attrs.evolve(draft, openings=tuple(_inert(domain, draft.openings)))


def _inert(domain: Domain, openings: Sequence[str]) -> Iterator[str]:
    """Yields the openings that neither name a value of an option nor can be read as a wish."""
    check = InertTextCheck.of(domain)
    for text in openings:
        sentences = statements_of(re.sub(r"\{[^{}]*\}", "\0", text))
        if check.value_in(sentences) is None and check.wish_in(sentences) is None:
            yield text


def splits(domain: Domain, rule: Rule) -> list[Test]:
    """Returns a few tests of the rule that hold for some rows of a group and fail for others."""
    position = domain.schema.position(rule.slot)
    kind = domain.schema.slot(rule.slot).kind
    result: list[Test] = []
    for group in domain.catalogue.groups:
        values = [domain.catalogue.rows[row][position] for row in group.rows]
        tests = splitting_tests(kind, values, rule, random.Random(0))
        result += tests[:: max(1, len(tests) // _TESTS_TRIED)]
        if len(result) >= _TESTS_TRIED:
            break
    return result


def _without_rules(draft: DomainDraft, idle: set[str]) -> DomainDraft:
    if not idle:
        return draft
    rules = tuple(rule for rule in draft.rules if rule.settings["id"] not in idle)
    without_rules = {rule.slot for rule in draft.rules} - {rule.slot for rule in rules}
    labels = [
        str(slot.settings.get("label", slot.name)) for slot in draft.slots if slot.name in without_rules
    ]
    notes = (f"No test of {', '.join(labels)} would tell rows apart: shown without rules.",) if labels else ()
    return attrs.evolve(draft, rules=rules, notes=(*draft.notes, *notes))


def _unclear(domain: Domain) -> dict[str, set[_Words]]:
    """Returns, for each rule, the wordings of which a sentence could also be about another slot."""
    parser, wordings = Parser(domain), Wordings(domain)
    result: dict[str, set[_Words]] = {}
    for rule in domain.rules:
        for test in splits(domain, rule):
            for literal, frame, words in _sentences(wordings, rule, test):
                readings = parser.statements(f"{words[0].upper()}{words[1:]}.")
                slots = ({part.primitive.slot for term in reading for part in term} for reading in readings)
                if any(read != {literal.primitive.slot} for read in slots):
                    result.setdefault(rule.id, set()).add(_key(frame))
    return result


def _sentences(wordings: Wordings, rule: Rule, test: Test) -> Iterator[tuple[GroundedLiteral, Frame, str]]:
    for positive in (True, False):
        literal = GroundedLiteral(Primitive(rule.slot, test, rule.id), positive)
        for choice in wordings.choices(literal, "must"):
            for phrase in choice.phrases:
                yield literal, choice.frame, wordings.words(choice, phrase, literal)


def _key(frame: Frame) -> _Words:
    item = frame.subject if frame.person in ("every", "some", "no") else ""
    return frame.subject if not item else "", frame.verb, item.rpartition(" ")[2]


def _without_wordings(draft: DomainDraft, unclear: Mapping[str, set[_Words]]) -> DomainDraft:
    """Returns the draft without these wordings; a rule keeps its last one at least."""
    rules = []
    for rule in draft.rules:
        unclear_words = unclear.get(str(rule.settings["id"]), ())
        wordings: Any = rule.settings["say"]
        clear = [wording for wording in wordings if _words_of(wording) not in unclear_words] or wordings[-1:]
        rules.append(attrs.evolve(rule, settings={**rule.settings, "say": clear}))
    return attrs.evolve(draft, rules=tuple(rules))


def _words_of(wording: Mapping[str, Any]) -> _Words:
    item = str(wording.get("item", ""))
    return "" if item else str(wording.get("subject", "it")), str(wording["verb"]), item.rpartition(" ")[2]
