"""What the rules of a domain can draw in its groups: which tests split them, and with which values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain import Domain, Rule, Scalar, Test
from cocoa_core.families.selection import Candidate, Groups, Pool
from cocoa_core.seeds import stream

__all__ = ["MOST_GROUPS", "RuleSurvey", "Survey", "survey_of"]

MOST_GROUPS: Final = 300
"""Groups that are looked at; of more, so many are drawn. For a rule that splits none of them, all are."""
_KEPT: Final = 12
"""Tests of an op kept as samples."""


@define(eq=False)
class RuleSurvey:
    """What one rule drew. Candidates hold for some row of a group and fail for some other."""

    rule: Rule
    known: frozenset[Scalar] | None = None
    """The words of its slot; None where its tests compare no words."""
    groups: int = 0
    """In how many groups it has candidates."""
    ops: set[str] = field(factory=set)
    """The tests of the rule that are ever candidates."""
    args: set[Scalar] = field(factory=set)
    """The values of its candidates' tests."""
    tests: set[Test] = field(factory=set)
    """Candidates' tests of free wordings."""
    samples: dict[str, dict[Test, None]] = field(factory=dict)
    """Some candidates' tests by op, from several groups, without words that no option has."""

    @property
    def compares_words(self) -> bool:
        """Whether its tests compare words of a vocabulary."""
        return self.known is not None

    def add(self, candidates: Iterable[Candidate]) -> None:
        """Notes the candidates of one group."""
        self.groups += 1
        free = {wording.test for wording in self.rule.also}
        for candidate in candidates:
            test = candidate.test
            self.args.update(test.args)
            if test in free:
                self.tests.add(test)
            self.ops.add(test.op)
            samples = self.samples.setdefault(test.op, {})
            if len(samples) < _KEPT and (self.known is None or self.known.issuperset(test.args)):
                samples[test] = None


@frozen(eq=False)
class Survey:
    """rules: by id. looked, eligible: groups looked at, and groups that can show five options.

    widest: the most slots that have candidates in one of the groups, derived ones aside.
    widest_derived: the most that have, in one of the groups in which a derived one does; 0 where none does.
    """

    rules: Mapping[str, RuleSurvey]
    looked: int
    eligible: int
    widest: int
    widest_derived: int


def survey_of(domain: Domain, groups: Groups, seed: int) -> Survey:
    """Returns what every rule draws in the groups that can show five options."""
    rules = {rule.id: RuleSurvey(rule, _known(domain, rule)) for rule in domain.rules}
    order = list(groups.eligible)
    if len(order) > MOST_GROUPS:
        stream("groups checked", domain.digest, seed).shuffle(order)
    looked, unseen = order[:MOST_GROUPS], order[MOST_GROUPS:]
    usable = [_look(domain, groups.pool(place), rules) for place in looked]
    for index in unseen:
        idle = {name: rule_survey for name, rule_survey in rules.items() if not rule_survey.groups}
        if not idle:
            break
        group = domain.catalogue.groups[index]
        _look(domain, Pool(domain, group, groups.pool(order[0]).wordings), idle)
    widest = max((slot_count for slot_count, _ in usable), default=0)
    widest_derived = max((slot_count + derived for slot_count, derived in usable if derived), default=0)
    return Survey(rules, len(looked), len(order), widest, widest_derived)


def _known(domain: Domain, rule: Rule) -> frozenset[Scalar] | None:
    kind = domain.schema.slot(rule.slot).kind
    words = kind.name in ("category", "set") and rule.over is None
    return frozenset(domain.vocabulary(rule.slot)) if words else None


def _look(domain: Domain, pool: Pool, rules: Mapping[str, RuleSurvey]) -> tuple[int, int]:
    """Notes what these rules draw in one group; how many slots have candidates there, given and derived."""
    usable = [0, 0]
    for slot in dict.fromkeys(rule.rule.slot for rule in rules.values()):
        found: dict[str, list[Candidate]] = {}
        for candidate in pool.candidates(slot):
            found.setdefault(candidate.rule, []).append(candidate)
        usable[domain.schema.slot(slot).derived is not None] += bool(found)
        for name, candidates in found.items():
            if name in rules:
                rules[name].add(candidates)
    return usable[0], usable[1]
