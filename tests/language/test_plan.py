"""Sum terms with a literal in common, or one and its negation, are said at once: neither is said twice."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement, Test
from cocoa_core.language.plan import Planner, Statement, faults, lone_statement, ordered
from cocoa_core.language.referents import named_again, names_of_others, reference_costs, slips
from cocoa_core.lexicon import SentenceForm
from cocoa_core.loading import load_domain

A, B, C, D = (GroundedLiteral(Primitive(slot, Test("is", (True,)), slot)) for slot in "abcd")


def of(slot: str, value: int) -> GroundedLiteral:
    """A test of its own of the slot."""
    return GroundedLiteral(Primitive(slot, Test("less", (value,)), slot))


PAIRS = [
    (one, other)
    for a, b, c in product((A, A.negated()), (B, B.negated()), (C, C.negated()))
    for one in ((a, b), (b, a))
    for other in ((a, c), (c, a), (a.negated(), c), (c, a.negated()))
]
DEMANDS = list(product((0, 1), (0, 1)))


def allowed(_literals: tuple[GroundedLiteral, ...], form: SentenceForm) -> bool:
    """No form that a careful reader could take otherwise."""
    return not form.others


@pytest.mark.parametrize("pair", PAIRS)
def test_two_terms_that_share_a_literal_are_one_statement(pair: Requirement) -> None:
    for demands, seed in product(DEMANDS, range(5)):
        plan = Planner(pair, demands, allowed).draw(random.Random(seed))
        assert len(plan) == 1
        for statement in (*plan, *plan[0].instead):
            assert sorted(statement.terms) == [0, 1]
            assert _true(statement) == [_holds(pair, values) for values in _values()]
            assert [set(one.literals) for one in sorted(statement.apart(), key=lambda one: one.terms)] == [
                set(term) for term in pair
            ]


def test_what_nobody_wants_is_not_demanded_to_say_less() -> None:
    """ "If b, a. If a, c." would be "if not a, not b": here nobody wants that."""
    chain = ((B.negated(), A), (A.negated(), C))
    assert len(Planner(chain, (1, 1), allowed).draw(random.Random(1))) == 1
    for seed in range(5):
        plan = Planner(chain, (1, 1), allowed, wanted=lambda one: 1 if one == A else -1).draw(
            random.Random(seed)
        )
        assert len(plan) == 2


def test_three_demands_of_one_condition_are_one_statement() -> None:
    terms = ((A, B), (A, C), (A, D))
    [statement] = Planner(terms, (1, 1, 1), allowed).draw(random.Random(0))
    assert statement.form.name == "if, three wishes"
    assert [one.literals for one in statement.apart()] == list(terms)


P, Q, R, S = (of(slot, 1) for slot in "abcd")


@pytest.mark.parametrize(
    ("terms", "number"),
    [
        (((P, Q), (R, S)), 0),
        (((P, Q), (P, R)), 0),  # one condition with two demands
        (((A, Q), (A, R)), 1),  # the same, where it denies
        (((P, R), (Q, R)), 0),  # one demand in two cases
        (((P, Q, R),), 0),
        (((P, Q), (of("b", 2), R)), 1),  # a demand that the next one has as its condition
        (((P, Q), (of("a", 2), of("b", 2))), 1),  # mirrored
        (((P, Q), (R, of("b", 2)), (S, of("b", 3))), 1),  # three conditions of one slot
    ],
)
def test_the_faults_of_a_plan_are_counted(terms: Requirement, number: int) -> None:
    demands = [len(term) - 1 for term in terms]
    for seed in range(5):
        plan = Planner(terms, demands, allowed, wanted=lambda _: -1).draw(random.Random(seed))
        assert faults(plan) == number, plan


@pytest.mark.parametrize("count", [2, 3])
def test_implications_with_one_trigger_or_one_result_are_said_once(count: int) -> None:
    for terms in (
        tuple((P, one) for one in (Q, R, S)[:count]),
        tuple((one, P) for one in (Q, R, S)[:count]),
    ):
        [statement] = Planner(terms, [1] * count, allowed).draw(random.Random(0))
        assert sorted(statement.terms) == list(range(count))
        assert not faults([statement])


def test_forms_that_read_stiffly_are_not_said() -> None:
    """ "I can pay over $400 as long as", "a or b, or both" and the like are only read."""
    for terms in (((P, Q),), ((A, Q),), ((P, Q), (P, R)), ((P, Q, R),), ((P,), (A, S))):
        for seed in range(60):
            plan = Planner(terms, [len(term) - 1 for term in terms], always).draw(random.Random(seed))
            assert not {statement.form.family for statement in plan} & {"allowed", "either", "only if"}


def test_nothing_is_demanded_unless_there_is_no_more_than_something() -> None:
    """ "A first class seat unless I have no more than one stop" denies twice."""
    at_most = GroundedLiteral(Primitive("a", Test("at_most", (1,)), "a"))
    for terms, said in (
        (((B, at_most),), False),
        (((B, of("a", 2)),), True),
        (((B, at_most), (B, C)), False),
        (((B, of("a", 2)), (B, C)), True),
    ):
        drawn = [Planner(terms, [0] * len(terms), always).draw(random.Random(seed)) for seed in range(60)]
        statements = [other for plan in drawn for one in plan for other in (one, *one.instead)]
        assert any(statement.form.family == "unless" for statement in statements) == said


def test_of_two_conditions_on_one_slot_the_wider_one_comes_first() -> None:
    """ "If it's over 10, b. If it's over 20, c." and not the other way round."""
    narrow, wide = lone_statement(0, (of("a", 21), B)), lone_statement(1, (of("a", 11), B))
    for plan in ([narrow, wide], [wide, narrow]):
        assert ordered(plan, {"a": (0, 0), "b": (0, 1)}) == [wide, narrow]


def test_two_limits_of_a_slot_are_one_statement() -> None:
    """ "If it's over 10, b under 5, and if it's over 20, under 3": the wider case first."""
    wide, narrow = (of("a", 11), of("b", 5)), (of("a", 21), of("b", 3))
    named = (A, of("b", 4))  # "unless a", of which readers had to think twice
    for seed in range(20):
        [statement] = Planner((narrow, wide), (1, 1), allowed, wanted=towards_b).draw(random.Random(seed))
        assert statement.literals == (*wide, *narrow)
        assert [one.literals for one in statement.apart()] == [wide, narrow]
        assert len(Planner((narrow, named), (1, 1), always, wanted=towards_b).draw(random.Random(seed))) == 2


@pytest.mark.parametrize(
    "other",
    [
        (of("a", 21), B),  # named, not measured
        (of("a", 21), GroundedLiteral(Primitive("b", Test("between", (1, 5)), "b"), False)),
        (of("a", 21), GroundedLiteral(Primitive("b", Test("less", (5,), "each"), "b"))),
        (of("a", 21), of("d", 5)),
    ],
)
def test_rules_whose_conditions_are_about_one_slot_are_one_statement(
    other: tuple[GroundedLiteral, ...],
) -> None:
    """ "If it's over 10, b under 3, and if it's over 20, d under 5": the wider case first."""
    first = (of("a", 11), of("b", 3))
    for terms in ((first, other), (other, first)):
        [statement] = Planner(terms, (1, 1), always, wanted=towards_b).draw(random.Random(0))
        assert statement.form.steps
        assert statement.literals == (*first, *other)
    apart = (A, other[1])  # the condition is named, not measured
    assert len(Planner((first, apart), (1, 1), always, wanted=towards_b).draw(random.Random(0))) == 2


def always(_literals: tuple[GroundedLiteral, ...], _form: SentenceForm) -> bool:
    return True


def towards_b(literal: GroundedLiteral) -> int:
    """What is not asked of b is not wanted, so that it is a condition."""
    return 1 if literal.primitive.slot == "b" else -1


def drawn(terms: Requirement, seed: int) -> list[Statement]:
    return Planner(terms, [1] * len(terms), allowed).draw(random.Random(seed))


def test_a_text_begins_with_if_twice_and_lifts_one_limit() -> None:
    terms = tuple((of(f"a{number}", 1), of(f"b{number}", 1)) for number in range(4))
    for seed in range(40):
        plan = drawn(terms, seed)
        manners = [statement.form.family for statement in plan]
        assert sum(statement.form.pattern.startswith("if ") for statement in plan) <= 2
        assert manners.count("exception") <= 1
        assert max(map(manners.count, manners)) <= 2


def test_no_limit_is_lifted_that_another_sentence_sets() -> None:
    for seed in range(60):
        families = {statement.form.family for statement in drawn(((P, Q), (of("a", 2), R)), seed)}
        assert not families & {"allowed", "only if", "exception"}


@pytest.mark.parametrize(
    "terms",
    [
        ((P, Q), (of("b", 2).negated(), of("a", 2).negated())),  # two conditions about two slots
        ((P, Q), (of("b", 2).negated(), R)),  # a chain
        ((P, Q), (of("b", 2), R), (S, of("c", 2))),
    ],
)
def test_no_slot_is_demanded_here_and_a_condition_there(terms: Requirement) -> None:
    for seed in range(20):
        implied = [one.literals for statement in drawn(terms, seed) for one in statement.apart()]
        asked, supposed = ({literals[place].primitive.slot for literals in implied} for place in (-1, 0))
        assert not asked & supposed


def test_a_pronoun_slips_after_something_else_is_named() -> None:
    names = frozenset({"job"})
    for text, slipped in {
        "it should come with lunch": False,
        "the job should be remote, and it should come with lunch": False,
        "the employer shouldn't be small, and it should come with lunch": True,
        "the employer shouldn't be small, and the job should come with lunch": False,
        "if the job has a trial period, it should come with lunch": False,
        "if the job has a trial period, I want a job with lunch": True,
        "every job should be remote, and it should come with lunch": True,
        "training should be paid, and it should come with lunch": True,
        "I want training to be paid, and it should come with lunch": True,
        "if the job has a trial period, I want something with lunch": True,
        "if there's parking, it should come with lunch": True,
        "if there isn't a gym on site, it should come with lunch": True,
        "if there's parking, the job should come with lunch": False,
        "if the job's pay is low, it should come with lunch": True,
    }.items():
        assert bool(slips(text, names, "it")) is slipped


def test_a_thing_named_by_another_of_its_nouns_is_named_again() -> None:
    others = names_of_others(load_domain("jobs"))
    assert frozenset({"company", "employer"}) in others
    for text, count in {
        "if the company offers lunch, I want an employer rated 4.0": 1,
        "if the employer offers lunch, I want an employer with over 50 people at the company": 2,
        "if I get lunch, I want an employer rated 4.0": 0,
    }.items():
        assert named_again(text, others) == count


def test_a_pronoun_costs_where_something_else_was_named_since() -> None:
    names = frozenset({"diamond", "stone"})

    def cost(*texts: str) -> float:
        return reference_costs("I need a diamond.", texts, names, "it")

    assert cost("it has to cost under $400") == 0
    assert cost("the stone has to cost under $400") > 0
    assert cost("the table has to be over 60%", "it has to cost under $400") > cost(
        "it has to cost under $400"
    )
    assert cost("the table has to be over 60%", "the diamond has to cost under $400") == 0
    assert cost("the table has to be over 60%", "the stone has to cost under $400") > 0
    assert reference_costs("I'm in a hurry.", ["I want it"], names, "it") > 0


def _values() -> list[dict[str, bool]]:
    return [dict(zip("abcd", row, strict=True)) for row in product((False, True), repeat=4)]


def _holds(terms: Requirement, values: dict[str, bool]) -> bool:
    return all(any(values[one.primitive.slot] == one.positive for one in term) for term in terms)


def _true(statement: Statement) -> list[bool]:
    """Where the sum terms of its form hold, with its literals in their places."""

    def said(place: int) -> GroundedLiteral:
        literal = statement.literals[abs(place) - 1]
        return literal if place > 0 else literal.negated()

    terms = tuple(tuple(map(said, term)) for term in statement.form.terms)
    return [_holds(terms, values) for values in _values()]
