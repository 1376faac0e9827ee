"""Wordings that two conditions share are found, and no others: by realized texts, without the parser."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import product

import strategies
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.checking.sentence_checks import misread_of
from cocoa_core.checking.survey import Survey, survey_of
from cocoa_core.checking.wording_checks import clauses_of, collisions_of, literals_of, owners_of, sample_tests
from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Test
from cocoa_core.families.selection import Groups, RequestWording
from cocoa_core.language import Wordings
from cocoa_core.proof import equivalent

SEEDS = st.integers(0, 2**32)
ORDERED = ("less", "at_most", "more", "at_least", "between", "within", "is", "one_of")


def surveyed(domain: Domain) -> tuple[Survey, RequestWording]:
    wording = RequestWording(domain)
    return survey_of(domain, Groups(domain, wording.realizer.wordings), 0), wording


ALIKE = (("maker", "extras"), ("maker", "grade"), ("time", "breaks-total"), ("doors", "extras-count"))


def copied(domain: Domain, seed: int) -> Domain:
    """The domain with the wordings of one rule given to another one of a kind that compares likewise."""
    by_id = {rule.id: rule for rule in domain.rules}
    pairs = [pair for pair in ALIKE if set(pair) <= set(by_id)]
    if not pairs:
        return domain
    one, other = random.Random(seed).sample(random.Random(seed).choice(pairs), 2)
    say = (*by_id[other].say, *by_id[one].say)
    return evolve(
        domain, rules=tuple(evolve(rule, say=say) if rule.id == other else rule for rule in domain.rules)
    )


def texts(domain: Domain, survey: Survey, wordings: Wordings) -> dict[tuple[str, str], set[GroundedLiteral]]:
    """What each clause says, by realizing the samples of all rules: by role and text."""
    owners = owners_of(domain)
    found: dict[tuple[str, str], set[GroundedLiteral]] = defaultdict(set)
    for rule in survey.rules.values():
        for test in sample_tests(rule):
            for literal in literals_of(rule.rule, test):
                for clause in clauses_of(wordings, literal, owners):
                    found[clause.role, clause.text.casefold()].add(literal.canonical())
    return found


def says(domain: Domain, wordings: Wordings, literal: GroundedLiteral, role: str, text: str) -> bool:
    """Whether some rule can say the literal in these words, whatever test its words are drawn for."""
    primitive, owners = literal.primitive, owners_of(domain)
    ops = {
        op
        for rule in domain.rules_of(primitive.slot)
        for op in (*rule.tests, *(free.test.op for free in rule.also))
    }
    ops |= {"less", "at_most", "more", "at_least"} if ops & set(ORDERED) else {"any", "none"}
    for rule, op, positive in product(domain.rules_of(primitive.slot), ops, (True, False)):
        for args in (primitive.test.args, (False,)):
            variant = GroundedLiteral(Primitive(primitive.slot, Test(op, args, rule.over), rule.id), positive)
            if variant.canonical() == literal:
                for clause in clauses_of(wordings, variant, owners):
                    if (clause.role, clause.text.casefold()) == (role, text.casefold()):
                        return True
    return False


@given(SEEDS, SEEDS)
@settings(max_examples=10)
def test_shared_words_are_found_where_texts_are_the_same_and_nowhere_else(seed: int, other: int) -> None:
    domain = copied(strategies.domain_of(seed, 6, (8, 12)), other)
    survey, wording = surveyed(domain)
    wordings = wording.realizer.wordings
    collisions, unread = collisions_of(domain, survey, wordings, 0)
    assert not unread
    pairs = {
        frozenset((collision.clause.owner[0], (collision.other_owner or collision.clause.owner)[0]))
        for collision in collisions
    }
    for (_, text), literals in texts(domain, survey, wordings).items():
        first, *rest = literals
        for literal in rest:
            if not equivalent(domain.schema, ((first,),), ((literal,),)):
                rules = [
                    {rule.id for rule in domain.rules_of(one.primitive.slot)} for one in (first, literal)
                ]
                assert any(pair & rules[0] and pair & rules[1] for pair in pairs), text
    for one in collisions:
        assert one.other != one.clause.literal.canonical()
        assert says(domain, wordings, one.other, one.clause.role, one.clause.text), one


def test_a_wording_given_to_a_second_slot_is_found() -> None:
    found = 0
    for seed in range(6):
        domain = copied(strategies.domain_of(seed, 10, (8, 12)), seed)
        survey, wording = surveyed(domain)
        collisions, _ = collisions_of(domain, survey, wording.realizer.wordings, 0)
        found += bool(collisions)
    assert found >= 3


@given(SEEDS)
@settings(max_examples=5)
def test_a_domain_whose_wordings_are_its_own_has_none_that_are_shared(seed: int) -> None:
    domain = strategies.domain_of(seed, 6, (8, 12))
    survey, wording = surveyed(domain)
    collisions, unread = collisions_of(domain, survey, wording.realizer.wordings, 0)
    assert (collisions, unread) == ((), ())
    for one in misread_of(domain, survey, wording, 0):
        readings = wording.parser.parse(one.text)
        assert not readings or any(
            not equivalent(domain.schema, reading, one.requirement) for reading in readings
        )
        assert one.reading in (None, *readings)


def test_a_word_that_is_a_list_of_two_others_is_found_and_half_of_one_is_not() -> None:
    domain = strategies.domain_of(4, 14)
    for name, expected in (
        ("unless or either Or", True),
        ("unless or nobody", False),
        ("nobody or unless", False),
    ):
        renamed = strategies.renamed(domain, "North & South", name)
        assert name in renamed.vocabulary("maker")
        survey, wording = surveyed(renamed)
        collisions, _ = collisions_of(renamed, survey, wording.realizer.wordings, 0)
        slots = {collision.clause.literal.primitive.slot for collision in collisions}
        assert slots == ({"maker"} if expected else set()), name
