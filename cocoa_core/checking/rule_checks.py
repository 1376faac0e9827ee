"""Finds what no question will use of the rules, and what their author has yet to decide or read."""

from __future__ import annotations

from collections.abc import Iterator, Set
from shlex import quote
from typing import Final

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.checking.sayings import example_of
from cocoa_core.checking.survey import RuleSurvey, Survey
from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Scalar, Test
from cocoa_core.domain.kinds import THRESHOLD_OPS
from cocoa_core.errors import Finding
from cocoa_core.loading import shown_path
from cocoa_core.suggestions import quoted
from cocoa_core.text import counted

RARE_SHARE: Final = 0.1
"""A rule that splits a smaller share of the groups hardly ever splits."""
FEWEST_WORDINGS: Final = 2


def rule_findings(domain: Domain, survey: Survey, places: Places) -> Iterator[Finding]:
    """Finds rules that split few groups, parts of rules that are never used, and rules to review."""
    for rule_survey in survey.rules.values():
        if not rule_survey.groups:
            yield _never_splits(rule_survey, survey, places)
        else:
            yield from _rarely_splits(rule_survey, survey, places)
            yield from _unused_tests(rule_survey, survey, places)
            yield from _unused_values(domain, rule_survey, places)
            yield from _unused_wordings(rule_survey, places)
        yield from _few_wordings(rule_survey, places)
        yield from _wanted(rule_survey, places)
        yield from _asserted(rule_survey, places)
        yield from _proposed(domain, rule_survey, places)


def _never_splits(rule_survey: RuleSurvey, survey: Survey, places: Places) -> Finding:
    return finding_of(
        "rule-never-splits",
        places.rule(rule_survey.rule.id),
        f"the rule {rule_survey.rule.id!r} can tell no two options of any group apart",
        got=f"no test that holds for one row and fails for another, in {counted(survey.eligible, 'group')}",
        expected="a test that splits some group",
        fix="change its `draw` or `tests`, or delete the rule; "
        f"the values of {rule_survey.rule.slot!r} must vary",
    )


def _rarely_splits(rule_survey: RuleSurvey, survey: Survey, places: Places) -> Iterator[Finding]:
    share = rule_survey.groups / survey.seen
    if share < RARE_SHARE:
        yield finding_of(
            "rule-rarely-splits",
            places.rule(rule_survey.rule.id),
            f"the rule {rule_survey.rule.id!r} hardly ever splits a group",
            got=f"{rule_survey.groups:,} of {counted(survey.seen, 'group')} ({share:.1%})",
            expected=f"{RARE_SHARE:.0%} or more",
            fix="let it draw other values, or group by fewer slots",
        )


def _unused_tests(rule_survey: RuleSurvey, survey: Survey, places: Places) -> Iterator[Finding]:
    rule = rule_survey.rule
    for op in rule.tests:
        if op not in rule_survey.ops:
            yield finding_of(
                "test-never-drawn",
                places.item(rule.id, "tests", op),
                f"the test {op!r} of the rule {rule.id!r} never becomes a candidate",
                got=f"no value with which it splits one of {counted(survey.seen, 'group')} and can be said",
                fix="take it from `tests`, or let `draw` give it other values",
            )
    literals = [GroundedLiteral(Primitive(rule.slot, Test(op, (), rule.over))) for op in rule_survey.ops]
    drawn = {side.effective().key for literal in literals for side in (literal, literal.negated())}
    for word in sorted(rule.atypical - drawn):
        yield finding_of(
            "atypical-never-matches",
            places.item(rule.id, "atypical", word),
            f"no question of the rule {rule.id!r} says {word!r}",
            got="the tests that would say it are never candidates",
            fix="take it from `atypical`, or let the rule draw such a test",
        )


def _unused_values(domain: Domain, rule_survey: RuleSurvey, places: Places) -> Iterator[Finding]:
    """Finds fixed words that no option has, and fixed numbers that split no group."""
    rule = rule_survey.rule
    kind = domain.schema.slot(rule.slot).kind
    words = rule_survey.words is not None
    used: Set[Scalar] = domain.words_used(rule.slot) if words else rule_survey.args
    for value in rule.draw.fixed:
        if value not in used:
            text = kind.write_arg(rule.tests[0], rule.over, value)
            yield finding_of(
                "fixed-value-unused",
                places.item(rule.id, "draw.fixed", text),
                f"the rule {rule.id!r} draws {quoted(text)} and no group is split by it"
                if not words
                else f"the rule {rule.id!r} draws {quoted(text)}, which no option has",
                fix="take it from `fixed`, or correct its spelling" if words else "take it from `fixed`",
            )


def _unused_wordings(rule_survey: RuleSurvey, places: Places) -> Iterator[Finding]:
    for number, free in enumerate(rule_survey.rule.also):
        if free.test not in rule_survey.tests:
            yield finding_of(
                "free-wording-unused",
                places.rule(rule_survey.rule.id, "also", number),
                f"the free wording {quoted(f'{free.third} {free.complement}')} is never used",
                got=f"the rule {rule_survey.rule.id!r} never draws its test",
                expected="a test among `tests`, with a value that `draw` gives",
                fix="give the rule that test and value, or delete the wording",
            )


def _few_wordings(rule_survey: RuleSurvey, places: Places) -> Iterator[Finding]:
    if len(rule_survey.rule.say) < FEWEST_WORDINGS:
        yield finding_of(
            "few-wordings",
            places.rule(rule_survey.rule.id, "say"),
            f"the rule {rule_survey.rule.id!r} has one wording",
            expected=f"{FEWEST_WORDINGS} or more, so that requests do not all sound alike",
            fix="add another verb or subject under `say`",
        )


def _wanted(rule_survey: RuleSurvey, places: Places) -> Iterator[Finding]:
    rule = rule_survey.rule
    if set(rule.tests) & THRESHOLD_OPS and not places.says(rule.id, "wanted"):
        yield finding_of(
            "wanted-missing",
            places.rule(rule.id),
            f"the rule {rule.id!r} does not say which side people want",
            expected="`wanted: less`, `wanted: more` or `wanted: neither`",
            fix="add it: a request that wants the wrong side sounds like nobody",
        )


def _asserted(rule_survey: RuleSurvey, places: Places) -> Iterator[Finding]:
    for number, free in enumerate(rule_survey.rule.also):
        values = ", ".join(str(arg) for arg in free.test.args)
        yield finding_of(
            "wording-asserted",
            places.rule(rule_survey.rule.id, "also", number),
            f"that {quoted(f'it {free.third} {free.complement}')} means {free.test.op} {values} "
            f"of {rule_survey.rule.slot!r} rests on your word",
            fix="read both ways once more: the wording, and its denial",
        )


def _proposed(domain: Domain, rule_survey: RuleSurvey, places: Places) -> Iterator[Finding]:
    name = rule_survey.rule.id
    if places.flag(name, "proposed"):
        example = example_of(domain, rule_survey.rule, places)
        folder = quote(shown_path(domain.folder))
        yield finding_of(
            "words-proposed",
            places.rule(name, "proposed"),
            f"the words of the rule {name!r} are still as proposed" + f": {quoted(example)}" * bool(example),
            expected="words that somebody has read",
            fix=f"read them with `cocoa say {folder} --rule {name}`, mend them, then delete `proposed: true`",
        )
