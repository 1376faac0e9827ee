"""Surveys what rules can draw in groups: which tests split them, and with which values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain import Domain, Rule, Scalar, Test
from cocoa_core.families.selection import Candidate, CandidatePool, Groups
from cocoa_core.grouping import grouped
from cocoa_core.seeds import stream

MOST_GROUPS: Final = 300
"""Groups that are surveyed, drawn from more; all are for a rule that splits none of them."""
_KEPT: Final = 12
"""Tests of an op that are collected as samples."""


@define(eq=False)
class RuleSurvey:
    """What one rule drew. Its candidates hold for some row of a group and fail for another."""

    rule: Rule
    words: frozenset[Scalar] | None = None
    """The words of its slot; None where its tests compare no words."""
    groups: int = 0
    """The number of groups in which it has candidates."""
    ops: set[str] = field(factory=set)
    """The tests of the rule that are ever candidates."""
    args: set[Scalar] = field(factory=set)
    """The values in the tests of its candidates."""
    tests: set[Test] = field(factory=set)
    """The tests of candidates that a free wording says."""
    samples: dict[str, dict[Test, None]] = field(factory=dict)
    """Some tests of candidates by op, from several groups, without words that no option has."""

    def add(self, candidates: Iterable[Candidate]) -> None:
        """Adds the candidates of one group."""
        self.groups += 1
        free = {wording.test for wording in self.rule.also}
        for candidate in candidates:
            test = candidate.test
            self.args.update(test.args)
            if test in free:
                self.tests.add(test)
            self.ops.add(test.op)
            samples = self.samples.setdefault(test.op, {})
            if len(samples) < _KEPT and (self.words is None or self.words.issuperset(test.args)):
                samples[test] = None


@frozen(eq=False)
class Survey:
    """What the rules of a domain drew."""

    rules: Mapping[str, RuleSurvey]
    """The survey of each rule, by id."""
    seen: int
    """The number of groups that were surveyed for every rule."""
    eligible: int
    """The number of groups that can show five options."""
    widest: int
    """The most slots with candidates in one of these groups, derived ones left out."""
    widest_derived: int
    """The most slots with candidates in a group where a derived slot has some; 0 for none."""


def survey_of(domain: Domain, groups: Groups, seed: int) -> Survey:
    """Surveys what every rule draws in the groups that can show five options."""
    rules = {rule.id: RuleSurvey(rule, _vocabulary_of(domain, rule)) for rule in domain.rules}
    order = list(groups.eligible)
    if len(order) > MOST_GROUPS:
        stream("groups checked", domain.digest, seed).shuffle(order)
    seen, unseen = order[:MOST_GROUPS], order[MOST_GROUPS:]
    usable = [_survey_group(domain, groups.pool(group_index), rules) for group_index in seen]
    for index in unseen:
        unsplit = {name: rule_survey for name, rule_survey in rules.items() if not rule_survey.groups}
        if not unsplit:
            break
        group = domain.catalogue.groups[index]
        _survey_group(domain, CandidatePool(domain, group, groups.pool(order[0]).wordings), unsplit)
    widest = max((slot_count for slot_count, _ in usable), default=0)
    widest_derived = max((slot_count + derived for slot_count, derived in usable if derived), default=0)
    return Survey(rules, len(seen), len(order), widest, widest_derived)


def _vocabulary_of(domain: Domain, rule: Rule) -> frozenset[Scalar] | None:
    kind = domain.schema.slot(rule.slot).kind
    words = kind.worded and rule.over is None
    return frozenset(domain.vocabulary(rule.slot)) if words else None


def _survey_group(domain: Domain, pool: CandidatePool, rules: Mapping[str, RuleSurvey]) -> tuple[int, int]:
    """Adds what these rules draw in one group, and returns how many slots have candidates there."""
    usable = [0, 0]
    for slot in dict.fromkeys(rule.rule.slot for rule in rules.values()):
        candidates_by_rule = grouped((candidate.rule, candidate) for candidate in pool.candidates(slot))
        usable[domain.schema.slot(slot).derived is not None] += bool(candidates_by_rule)
        for name, candidates in candidates_by_rule.items():
            if name in rules:
                rules[name].add(candidates)
    return usable[0], usable[1]
