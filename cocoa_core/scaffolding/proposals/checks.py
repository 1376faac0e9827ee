"""What a draft made by guessing is put to before anyone sees it: do its rules split, are its words clear."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test, Value
from cocoa_core.domain.rules import Rule
from cocoa_core.generation.columns import Column
from cocoa_core.generation.draws import drawable
from cocoa_core.language.frames import Frame
from cocoa_core.language.heads import heads
from cocoa_core.language.parser import Parser
from cocoa_core.language.realizer import opening
from cocoa_core.language.wordings import Wordings
from cocoa_core.scaffolding.draft_loading import loaded
from cocoa_core.scaffolding.drafts import Draft, DraftRule

__all__ = ["checked_draft"]

_TESTS_TRIED: Final = 3
_FEWEST_WORDINGS: Final = 1
_Words = tuple[str, str, str]
"""Of a wording: subject, verb, last word of the item."""


def checked_draft(draft: Draft) -> Draft:
    """The draft without rules that split no group and without wordings that another column's could be.

    Its notes gain what was taken out. DomainError where what is left is no domain.
    """
    domain = loaded(draft)
    idle = {rule.id for rule in domain.rules if not _splitting(domain, rule)}
    draft = _without_rules(draft, idle)
    domain = loaded(draft)
    unclear = _unclear(domain)
    if unclear:
        draft = _without_wordings(draft, unclear)
        loaded(draft)
    return draft


def _splitting(domain: Domain, rule: Rule) -> list[Test]:
    """A few tests of the rule that hold for some rows of a group and fail for others."""
    position = domain.schema.position(rule.slot)
    kind = domain.schema.slot(rule.slot).kind
    found: list[Test] = []
    for group in domain.catalogue.groups:
        rows: dict[Value, int] = {}
        for number in group.rows:
            value = domain.catalogue.rows[number][position]
            rows[value] = rows.get(value, 0) | 1 << number
        column = Column(kind, rows)
        tests = [test for test in drawable(column, rule, random.Random(0)) if all(column.masks(test))]
        found += tests[:: max(1, len(tests) // _TESTS_TRIED)]
        if len(found) >= _TESTS_TRIED:
            break
    return found


def _without_rules(draft: Draft, idle: set[str]) -> Draft:
    if not idle:
        return draft
    rules = tuple(rule for rule in draft.rules if rule.settings["id"] not in idle)
    lost = {rule.slot for rule in draft.rules} - {rule.slot for rule in rules}
    labels = [str(slot.settings.get("label", slot.name)) for slot in draft.slots if slot.name in lost]
    notes = (f"No test of {', '.join(labels)} would tell rows apart: shown without rules.",) if labels else ()
    return attrs.evolve(draft, rules=rules, notes=(*draft.notes, *notes))


def _unclear(domain: Domain) -> dict[str, set[_Words]]:
    """Wordings by rule, a sentence of which could also be about another slot."""
    parser, wordings = Parser(domain), Wordings(domain)
    begin = opening(domain, None)
    found: dict[str, set[_Words]] = {}
    for rule in domain.rules:
        for test in _splitting(domain, rule):
            for literal, frame, words in _sentences(wordings, rule, test):
                readings = parser.parse(f"{begin} {words[0].upper()}{words[1:]}.")
                if any(_slots(reading) != {literal.primitive.slot} for reading in readings):
                    found.setdefault(rule.id, set()).add(_key(frame))
    return found


def _sentences(wordings: Wordings, rule: Rule, test: Test) -> Iterator[tuple[GroundedLiteral, Frame, str]]:
    for positive in (True, False):
        literal = GroundedLiteral(Primitive(rule.slot, test, rule.id), positive)
        for frame, phrases in wordings.choices(literal, "must"):
            for phrase in phrases:
                worded = wordings.word(frame, phrase, literal)
                yield literal, frame, worded.after(heads(frame, "must")[0])


def _slots(reading: Sequence[Sequence[GroundedLiteral]]) -> set[str]:
    return {literal.primitive.slot for term in reading for literal in term}


def _key(frame: Frame) -> _Words:
    item = frame.subject if frame.style in ("every", "some", "no") else ""
    return frame.subject if not item else "", frame.verb, item.rpartition(" ")[2]


def _without_wordings(draft: Draft, unclear: Mapping[str, set[_Words]]) -> Draft:
    """The draft without these wordings, as long as a rule keeps one."""
    rules = tuple(
        _without(rule, unclear[str(rule.settings["id"])]) if rule.settings["id"] in unclear else rule
        for rule in draft.rules
    )
    return attrs.evolve(draft, rules=rules)


def _without(rule: DraftRule, words: set[_Words]) -> DraftRule:
    settings: dict[str, Any] = dict(rule.settings)
    kept = [one for one in settings["say"] if _words_of(one) not in words]
    settings["say"] = kept if len(kept) >= _FEWEST_WORDINGS else settings["say"][-1:]
    return attrs.evolve(rule, settings=settings)


def _words_of(wording: Mapping[str, Any]) -> _Words:
    item = str(wording.get("item", ""))
    return "" if item else str(wording.get("subject", "it")), str(wording["verb"]), item.rpartition(" ")[2]
