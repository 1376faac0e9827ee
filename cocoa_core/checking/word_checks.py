"""Words of an author that will not fit between cocoa's: comparisons, and verbs that are no base form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.checking.findings import Finding, found
from cocoa_core.checking.places import Places
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.kinds.ordered import ORDERED_OPS
from cocoa_core.domain.rules import Rule
from cocoa_core.domain.suggestions import quoted

__all__ = ["COMPARING", "word_findings"]

COMPARING: Final = frozenset(
    (
        "above",
        "below",
        "exactly",
        "exceed",
        "exceeding",
        "fewer",
        "least",
        "less",
        "longer",
        "maximum",
        "minimum",
        "more",
        "most",
        "shorter",
        "under",
    )
)
"""Words that compare. Others (over, after, before, by) are as often part of a verb or a place."""
_ENDS_OF_BASE_FORMS: Final = ("ss", "us", "is", "as", "os")
"""A base form may end so: pass, focus; others with an "s" at their end are the third person."""


def word_findings(domain: Domain, places: Places) -> Iterator[Finding]:
    """For each rule its wordings that compare beside cocoa's comparison, or begin with "costs"."""
    for rule in domain.rules:
        for number, wording in enumerate(rule.say):
            words = (wording.verb, wording.before, wording.after, wording.item)
            if set(rule.tests) & ORDERED_OPS:
                yield from _comparing(rule, number, " ".join(words), places)
            yield from _no_base_form(rule, "say", number, wording.verb, places)
        for number, free in enumerate(rule.also):
            yield from _no_base_form(rule, "also", number, free.verb, places)


def _comparing(rule: Rule, number: int, words: str, places: Places) -> Iterator[Finding]:
    compared = [word for word in words.casefold().split() if word in COMPARING]
    if compared:
        yield found(
            "wording-compares",
            places.rule(rule.id, "say", number),
            f"a wording of the rule {rule.id!r} compares by itself",
            got=quoted(compared[0]),
            expected="no comparison: cocoa puts one there, and its negation too",
            fix=f"leave {quoted(compared[0])} out; which comparisons are drawn is for `tests` to say",
        )


def _no_base_form(rule: Rule, key: str, number: int, verb: str, places: Places) -> Iterator[Finding]:
    first = verb.partition(" ")[0]
    if first.endswith("s") and not first.endswith(_ENDS_OF_BASE_FORMS):
        yield found(
            "verb-not-base",
            places.rule(rule.id, key, number, "verb"),
            f"the verb {quoted(first)} of the rule {rule.id!r} looks like the third person",
            expected="the base form: it has to cost, it costs",
            fix=f"write {quoted(first[:-1])}, if that is its base form",
        )
