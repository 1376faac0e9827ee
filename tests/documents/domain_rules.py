"""The rules of a domain in words. Run with `python -m tests.documents.domain_rules NAME`."""

from __future__ import annotations

import sys
from typing import Final

import cocoa_core
from cocoa_core.domain import Domain, Rule, literal_text
from cocoa_core.families.selection import Candidate, CandidatePool
from cocoa_core.language import Realizer

from .tables import code, table

_HEAD: Final = ("rule", "a test that it may draw", "in words", "and its negation")


def text(name: str) -> str:
    """A markdown table with one test of every rule, drawn in the first group that has one."""
    domain = cocoa_core.load_domain(name).domain
    realizer = Realizer(domain)
    return table(_HEAD, [_line(domain, realizer, rule) for rule in domain.rules])


def _line(domain: Domain, realizer: Realizer, rule: Rule) -> tuple[str, ...]:
    literal = _middle(domain, realizer, rule).literal
    formal = literal_text(domain.schema.slot(rule.slot).kind, literal)
    return code(rule.id), code(formal), realizer.clause(literal), realizer.clause(literal.negated())


def _middle(domain: Domain, realizer: Realizer, rule: Rule) -> Candidate:
    """The candidate of the first group that comes nearest to splitting its rows into halves."""
    for group in domain.catalogue.groups:
        pool = CandidatePool(domain, group, realizer.wordings)
        candidates = [candidate for candidate in pool.candidates(rule.slot) if candidate.rule == rule.id]
        if candidates:
            return min(candidates, key=lambda one: abs(one.holds.bit_count() - one.fails.bit_count()))
    raise LookupError(f"no group has a test of the rule {rule.id}")


if __name__ == "__main__":
    print(text(*sys.argv[1:]))
