"""Finds words of rules that do not fit between cocoa's own, or that stand twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.domain import Domain, Rule, Wording
from cocoa_core.domain.kinds import ORDERED_OPS, Clock
from cocoa_core.errors import DomainError, Finding
from cocoa_core.lexicon import COMPARING
from cocoa_core.suggestions import quoted

_ENDS_OF_BASE_FORMS: Final = ("ss", "us", "is", "as", "os")
"""How a base form may end in "s" (pass, focus); other verbs in "s" are in the third person."""


def refuse_wrong_words(domain: Domain) -> None:
    """Refuses wordings that make sentences wrong: "it costs under over $400", "it costses", or a departure
    and an arrival that both "arrive".

    Other errors of `check_domain` need no such care: a question that could be read in two ways is never made.

    Raises:
        DomainError: there are such wordings; it holds all of them.
    """
    findings = word_findings(domain, Places(domain))
    if wrong := [finding for finding in findings if finding.severity == "error"]:
        raise DomainError.of(*wrong)


def word_findings(domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds wordings that compare, that have no base form as verb ("costs"), or that stand twice."""
    for rule in domain.rules:
        for number, wording in enumerate(rule.say):
            words = (wording.verb, wording.before, wording.after, wording.item)
            if set(rule.tests) & ORDERED_OPS:
                yield from _comparing(rule, "say", number, " ".join(words), places)
            yield from _no_base_form(rule, "say", number, wording.verb, places)
            if wording in rule.say[:number]:
                yield _twice(rule, number, places)
        for number, thing in enumerate(rule.want):
            if set(rule.tests) & ORDERED_OPS:
                yield from _comparing(rule, "want", number, f"{thing.before} {thing.after}", places)
        for number, free in enumerate(rule.also):
            yield from _no_base_form(rule, "also", number, free.verb, places)
    yield from _verbs_of_times(domain, places)


def _comparing(rule: Rule, key: str, number: int, words: str, places: Places) -> Iterator[Finding]:
    compared = [word for word in words.casefold().split() if word in COMPARING]
    if compared:
        yield finding_of(
            "wording-compares",
            places.rule(rule.id, key, number),
            f"a wording of the rule {rule.id!r} compares by itself",
            got=quoted(compared[0]),
            expected="no comparison: cocoa puts one there, and its negation too",
            fix=f"leave {quoted(compared[0])} out; which comparisons are drawn is for `tests` to say",
        )


def _no_base_form(rule: Rule, key: str, number: int, verb: str, places: Places) -> Iterator[Finding]:
    first = verb.partition(" ")[0]
    if first.endswith("s") and not first.endswith(_ENDS_OF_BASE_FORMS):
        yield finding_of(
            "verb-not-base",
            places.rule(rule.id, key, number, "verb"),
            f"the verb {quoted(first)} of the rule {rule.id!r} looks like the third person",
            expected="the base form: it has to cost, it costs",
            fix=f"write {quoted(first[:-1])}, if that is its base form",
        )


def _twice(rule: Rule, number: int, places: Places) -> Finding:
    return finding_of(
        "wording-twice",
        places.rule(rule.id, "say", number),
        f"a wording of the rule {rule.id!r} stands twice",
        fix="leave one out, or change its verb or subject",
    )


def _verbs_of_times(domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds two times of day with the same words. Where one of them names a day, a reader of "I arrive by
    noon" cannot tell which is meant.

    For other kinds the parser finds what two slots say in the same words.
    """
    seen: dict[Wording, Rule] = {}
    for rule in domain.rules:
        if not isinstance(domain.schema.slot(rule.slot).kind, Clock):
            continue
        for number, wording in enumerate(rule.say):
            first = seen.setdefault(wording, rule)
            if first.slot != rule.slot:
                yield finding_of(
                    "verb-shared",
                    places.rule(rule.id, "say", number),
                    f"two slots are worded alike: {first.slot!r} and {rule.slot!r}",
                    got=quoted(f"{wording.subject} {wording.third}"),
                    expected="a verb or subject of its own for each of two times of day",
                    fix="change the verb or the subject of one of the two",
                )
