"""Demands point to what people want, wishes are plain, and tests are shared or noticeably different."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import attrs
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from independent import translated
from searching import context_of

import cocoa_core
from cocoa_core.domain import Domain, Rule
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import CandidatePool, Engine, Groups, Question, RequestWording, Settings
from cocoa_core.families.selection.difficulty import PRESETS, DifficultyCell
from cocoa_core.families.selection.generation.candidates import Candidate
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.preference import ANY
from cocoa_core.families.selection.generation.primitive_reuse import repeated_occurrences
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.generation.requirement_search import draw_requirement, wishable_slots
from cocoa_core.families.selection.generation.structure import RequirementSpec, UsableSlots, draw_structure
from cocoa_core.verification.selection.checker import QuestionChecker

ORDERED = frozenset({"less", "at_most", "more", "at_least"})


def directed(domain: Domain, seed: int) -> Domain:
    """The domain with a side that is wanted of most rules."""
    rng = random.Random(seed)

    def with_side(rule: Rule) -> Rule:
        sides = ("less", "more", "") if ORDERED & set(rule.tests) else ("yes", "no", "")
        return attrs.evolve(rule, wanted=rng.choice(sides))

    return attrs.evolve(domain, rules=tuple(map(with_side, domain.rules)))


def drafts(
    domain: Domain, wanted: RequirementSpec, seed: int, number: int = 6
) -> Iterator[tuple[GroundedRequirement, CandidatePool]]:
    """Drafts over options of the domain, where there are any."""
    rng = random.Random(seed)
    groups = Groups(domain, RequestWording(domain).realizer.wordings)
    for _ in range(number):
        pool = groups.pool(rng.choice(groups.eligible))
        panel = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
        if len(pool.usable()) < wanted.cell.all_slots:
            continue
        target = 1 << rng.randrange(5)
        constraints = DistractorConstraints(True, True, True)
        context = context_of(panel, wanted, constraints, rng, rng.random())
        requirement = draw_requirement(context, [target])
        if requirement is not None:
            yield requirement[1], pool


@cache
def fixed_pool() -> CandidatePool:
    """Of the first group of a random domain of ten slots."""
    domain = strategies.domain_of(21, 10)
    return Groups(domain, RequestWording(domain).realizer.wordings).pool(0)


def questions(domain: Domain, asked: Settings, seed: int) -> Iterator[Question]:
    """Two questions, where the settings can be met."""
    engine = Engine(domain, asked, seed)
    for index in (0, 1):
        try:
            yield from engine.items(index)
        except SettingsError:
            return


def demanded(domain: Domain, draft: GroundedRequirement) -> list[int]:
    """The directions of the demands."""
    rules = {rule.id: rule for rule in domain.rules}
    found = []
    for term, demand in zip(draft.requirement, draft.demands, strict=True):
        found.append(rules[term[demand].primitive.rule].direction(term[demand].effective()))
    return found


@given(st.integers(0, 2**32), st.sampled_from([(2, 2, 0), (3, 2, 1), (3, 3, 0), (4, 2, 0), (2, 3, 2)]))
@settings(max_examples=25)
def test_demands_are_of_one_minterm_and_never_against_the_direction(
    seed: int, cell: tuple[int, int, int]
) -> None:
    domain = directed(strategies.domain_of(seed, 7), seed)
    for turned, shared, per_slot in ((True, 0.7, False), (False, 0.0, False), (True, 0.0, True)):
        wanted = RequirementSpec(DifficultyCell(*cell), per_slot, shared, turned=turned)
        for draft, _ in drafts(domain, wanted, seed):
            assert min(demanded(domain, draft)) >= 0
            literals = [
                term[demand]
                for term, demand in zip(draft.structure.product.terms, draft.demands, strict=True)
            ]
            row = draft.structure.assignment.row
            assert all(literal.holds(row) for literal in literals)
            assert row in draft.structure.table.rows
            assert all(draft.structure.product.holds(row) for row in draft.structure.table.rows)


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_an_odd_demand_is_against_the_direction_of_one_slot(seed: int) -> None:
    domain = directed(strategies.domain_of(seed, 7), seed)
    for draft, _ in drafts(
        domain, RequirementSpec(DifficultyCell(3, 2), shared=0.7, turned=True, against=True), seed
    ):
        against = {
            term[demand].primitive.slot
            for term, demand, direction in zip(
                draft.requirement, draft.demands, demanded(domain, draft), strict=True
            )
            if direction < 0
        }
        assert len(against) == 1


@given(st.integers(0, 2**32), st.integers(1, 3))
@settings(max_examples=20)
def test_wishes_are_plain_and_of_further_slots(seed: int, wishes: int) -> None:
    domain = directed(strategies.domain_of(seed, 7), seed)
    for draft, _ in drafts(domain, RequirementSpec(DifficultyCell(2, 2, wishes), shared=0.7), seed):
        structure = draft.structure
        assert len(set(structure.slots)) == 2 + wishes
        assert len(structure.table.rows) == 2
        plain = [term[0] for term in structure.product.terms if len(term) == 1]
        alike = {
            variable
            for variable in range(2 + wishes)
            if len({row >> variable & 1 for row in structure.table.rows}) == 1
        }
        assert {literal.variable for literal in plain} == alike == set(range(2, 2 + wishes))


def is_boolean(candidate: Candidate) -> bool:
    """Whether it is of a slot that has one primitive only."""
    return isinstance(candidate.test.args[0], bool)


def candidates_of(draft: GroundedRequirement, pool: CandidatePool) -> dict[str, list[Candidate]]:
    """The primitives of each slot, one for each occurrence."""
    found: dict[str, list[Candidate]] = {}
    for term in draft.requirement:
        for literal in term:
            primitive = literal.primitive
            [candidate] = [
                candidate
                for candidate in pool.candidates(primitive.slot)
                if candidate.rule == primitive.rule and candidate.test == primitive.test
            ]
            found.setdefault(primitive.slot, []).append(candidate)
    return found


@given(st.integers(0, 2**32), st.sampled_from([(2, 2), (3, 2), (3, 3), (4, 3)]))
@settings(max_examples=25)
def test_primitives_of_a_slot_are_shared_or_noticeably_others(seed: int, cell: tuple[int, int]) -> None:
    domain = directed(strategies.domain_of(seed, 7), seed)
    for shared in (0.0, 0.5, 1.0):
        for draft, pool in drafts(
            domain, RequirementSpec(DifficultyCell(*cell), shared=shared, turned=True), seed, 3
        ):
            for own in candidates_of(draft, pool).values():
                for one, other in combinations(own, 2):
                    assert (
                        is_boolean(one) or (one is other and shared) or not (one is other or one.near(other))
                    )
                    numbers = [arg for arg in (*one.test.args, *other.test.args) if type(arg) is int]
                    if numbers and one is not other and one.test.over == other.test.over:
                        assert max(numbers) - min(numbers) >= max(one.step, other.step)


@given(st.integers(0, 2**32), st.sampled_from([(3, 2), (3, 4), (4, 3), (5, 2)]))
@settings(max_examples=25)
def test_every_further_occurrence_is_to_share_or_none(seed: int, cell: tuple[int, int]) -> None:
    pool = fixed_pool()
    rng = random.Random(seed)
    structure = draw_structure(
        UsableSlots(pool.usable()), pool, RequirementSpec(DifficultyCell(*cell)), rng, Rejections()
    )
    assert structure is not None
    terms = structure.product.terms
    places: dict[int, list[tuple[int, int]]] = {}
    for number, term in enumerate(terms):
        for place, literal in enumerate(term):
            places.setdefault(literal.variable, []).append((number, place))
    assert set(repeated_occurrences(structure, 1.0, rng)) == {
        tuple(own) for own in places.values() if len(own) > 1
    }
    assert not repeated_occurrences(structure, 0.0, rng)
    for own in repeated_occurrences(structure, 0.5, rng):
        assert len({terms[number][place].variable for number, place in own}) == 1 < len(own)


def test_the_more_are_to_share_a_test_the_more_do() -> None:
    """Where options do not allow that all share theirs, fewer do, and the draw is not lost."""
    found = {}
    for shared in (0.0, 0.5, 1.0):
        pairs = []
        for seed, cell in product(range(6), [(2, 2), (3, 2), (3, 3)]):
            domain = directed(strategies.domain_of(seed, 7), seed)
            for draft, pool in drafts(
                domain, RequirementSpec(DifficultyCell(*cell), shared=shared, turned=True), seed, 3
            ):
                for own in candidates_of(draft, pool).values():
                    pairs += [one is other for one, other in combinations(own, 2) if not is_boolean(one)]
        found[shared] = sum(pairs) / len(pairs)
    assert 0 == found[0.0] < found[0.5] < found[1.0]


@given(st.integers(0, 2**32), st.sampled_from([(3, 2), (3, 4), (4, 5), (4, 8)]))
@settings(max_examples=25)
def test_where_tests_are_shared_nothing_is_said_both_ways(seed: int, cell: tuple[int, int]) -> None:
    """ "If a, b. If b, a.", but for two slots with two minterms, of which there is no other table."""
    pool = fixed_pool()
    rng = random.Random(seed)

    def both_ways(setting: DifficultyCell) -> bool:
        structure = draw_structure(
            UsableSlots(pool.usable()), pool, RequirementSpec(setting, shared=0.7), rng, Rejections()
        )
        assert structure is not None
        pairs = [set(term) for term in structure.product.terms if len(term) == 2]
        return any({one.negated(), other.negated()} in pairs for one, other in pairs)

    assert not both_ways(DifficultyCell(*cell))
    assert both_ways(DifficultyCell(2, 2))


@given(st.integers(0, 2**32))
@settings(max_examples=15)
@pytest.mark.parametrize("asked", [{"wishes": 1}, {"atypical": 1.0}, {"shared": 1.0}, {"preset": "paper"}])
def test_the_verifier_agrees_and_derives_what_goes_against_the_direction(
    asked: dict[str, Any], seed: int
) -> None:
    domain = directed(strategies.domain_of(seed, 7), seed)
    cell = asked if "preset" in asked else {"slots": 3, "minterms": 2, **asked}
    try:
        found = list(questions(domain, Settings.of(**cell), seed))
    except SettingsError:
        return
    checker = QuestionChecker(translated.verifier_domain(domain))
    for question in found:
        record = json.loads(question.line())
        assert checker.flaws(record) == []
        if asked.get("atypical") and any(rule.wanted for rule in domain.rules):
            assert question.complexity.against
        elif "atypical" not in asked and "preset" in asked:
            assert not question.complexity.against
        forged = json.loads(question.line())
        forged["complexity"]["against"] = [] if question.complexity.against else [domain.rules[0].id]
        assert "against is another" in str(checker.flaws(forged))
        forged = json.loads(question.line())
        forged["requirement"]["demands"][0] = 99
        assert "demands are not places" in str(checker.flaws(forged))


@given(st.integers(0, 2**32))
@settings(max_examples=5)
def test_demands_of_both_signs_and_missing_wishes_are_found(seed: int) -> None:
    domain = strategies.domain_of(seed, 7)
    checker = QuestionChecker(translated.verifier_domain(domain))
    for question in questions(domain, Settings.of(slots=2, minterms=2, wishes=1), seed):
        record = json.loads(question.line())
        terms = record["requirement"]["terms"]
        wide = [index for index, term in enumerate(terms) if len(term) == 2]
        first = terms[wide[0]][0]["slot"]
        for place in wide:
            record["requirement"]["demands"][place] = [one["slot"] for one in terms[place]].index(first)
        assert "not of one minterm" in str(checker.flaws(record))
        record = json.loads(question.line())
        record["provenance"]["setting"][2] = 2
        assert "fewer plain wishes" in str(checker.flaws(record))


def test_what_goes_together_shares_sum_terms_and_every_slot_is_wished_for() -> None:
    pool = fixed_pool()
    usable = pool.usable()
    trades = frozenset(frozenset((usable[0], other)) for other in usable[1:4])
    for cell in ((2, 2), (3, 2), (4, 2), (5, 3)):
        together = Counter[bool]()
        plain = Counter[str]()
        for traded in (frozenset[frozenset[str]](), trades):
            rng = random.Random(5)
            plain.clear()
            for _ in range(1500):
                structure = draw_structure(
                    UsableSlots(usable),
                    pool,
                    RequirementSpec(DifficultyCell(*cell, 1), trades=traded),
                    rng,
                    Rejections(),
                )
                assert structure is not None
                for term in structure.product.terms:
                    names = [structure.slots[literal.variable] for literal in term]
                    plain.update(names if len(names) == 1 else ())
                    together[bool(traded)] += sum(frozenset(two) in trades for two in combinations(names, 2))
        assert together[True] > 1.25 * together[False]
        shares = [plain[slot] / plain.total() for slot in usable]
        assert max(abs(share - 1 / len(usable)) for share in shares) < 0.05


@pytest.mark.parametrize("preset", ["paper", "hard"])
def test_conditions_of_the_presets_speak_of_slots_that_are_traded(preset: str) -> None:
    """Where no traded slots are usable, others are taken; airlines are traded against nothing."""
    trades = cocoa_core.load_domain("flights").domain.schema.trades
    traded = frozenset().union(*trades)
    terms = [
        {literal.slot for literal in term}
        for question in cocoa_core.generate("flights", count=40, seed=3, preset=preset)
        for term in question.requirement.terms
        if len(term) > 1
    ]
    pairs = [frozenset(pair) for slots in terms for pair in combinations(sorted(slots & traded), 2)]
    assert len(pairs) >= 40
    assert sum(pair in trades for pair in pairs) >= 0.9 * len(pairs)


def test_settings_say_what_differs_from_the_papers() -> None:
    paper = Settings.of(preset="paper").to_json()
    assert not paper.keys() & {"shared", "atypical", "inert", "ask"}
    assert all(len(cell) == 3 for cell in paper["mix"])
    standard = Settings.of().to_json()
    assert (standard["shared"], standard["atypical"]) == (1.0, 0.0)
    cells = {(slots, minterms) for slots, minterms, _, _ in standard["mix"]}
    assert cells == {(2, 3), (3, 3), (3, 5)}
    assert {wishes for *_, wishes in standard["mix"]} == {1, 2, 3}
    assert {slots + wishes for slots, _, _, wishes in standard["mix"]} == {3, 4, 5}
    assert Settings.of(slots=3, wishes=2, inert="none").to_json()["inert"] == "none"
    assert Settings.of(primitives="per-slot").shared == 0


@pytest.mark.parametrize("knowledge", [False, True])
@pytest.mark.parametrize("name", ["flights", "hotels"])
def test_a_standard_condition_has_a_reason(name: str, knowledge: bool) -> None:
    """Its slots are traded against each other, and it is no condition on what people want.

    With knowledge one of the slots has to be a derived one, so structures are drawn another way.
    """
    domain = cocoa_core.load_domain(name).domain
    realizer = RequestWording(domain).realizer
    pool = Groups(domain, realizer.wordings).pool(0)
    trades = frozenset(domain.schema.trades)
    known = tuple(domain.schema.derived_among(list(pool.usable()))) if knowledge else ()
    rng = random.Random(5)
    cells, weights = zip(*PRESETS["standard"], strict=True)
    traded, aimed = [], []
    for setting in rng.choices(cells, weights, k=600):
        wanted = RequirementSpec(
            setting, shared=1.0, turned=True, trades=trades, together=realizer.clauses.together, known=known
        )
        structure = draw_structure(UsableSlots(pool.usable()), pool, wanted, rng, Rejections())
        assert structure is not None
        names = [[structure.slots[one.variable] for one in term] for term in structure.product.terms]
        traded += [frozenset(two) in trades for term in names for two in combinations(term, 2)]
        aimed.append(not any(side == ANY for term in structure.assignment.sides for side in term))
    assert sum(traded) / len(traded) > 0.995
    assert sum(aimed) / len(aimed) > 0.97


def test_a_standard_question_has_a_wish_and_a_condition_and_few_conditions() -> None:
    pool = fixed_pool()
    rng = random.Random(5)
    cells, weights = zip(*PRESETS["standard"], strict=True)
    plain = conditional = 0
    for setting in rng.choices(cells, weights, k=300):
        structure = draw_structure(
            UsableSlots(pool.usable()), pool, RequirementSpec(setting, shared=0.7), rng, Rejections()
        )
        assert structure is not None
        lengths = [len(term) for term in structure.product.terms]
        assert 1 in lengths
        assert max(lengths) > 1
        plain += lengths.count(1)
        conditional += len(lengths) - lengths.count(1)
    assert conditional / (plain + conditional) < 0.65


@pytest.mark.parametrize(
    ("given_settings", "named"),
    [
        ({"shared": 1.5}, "--shared"),
        ({"atypical": -0.1}, "--atypical"),
        ({"wishes": 10}, "--wishes"),
        ({"slots": 20, "wishes": 1}, "--wishes"),
        ({"inert": "some"}, "--inert"),
        ({"shared": 0.5, "primitives": "per-slot"}, "--shared"),
    ],
)
def test_settings_that_cannot_be_are_refused(given_settings: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        Settings.of(**given_settings)


@given(strategies.domains(), st.integers(0, 2**32), st.booleans())
@settings(max_examples=20)
def test_plainly_is_wished_for_what_holds_on_the_right_option_and_fails_on_another(
    domain: Domain, seed: int, against: bool
) -> None:
    """A slot is left out of plain wishes just where none of its tests, as people want them, could be one."""
    rng = random.Random(seed)
    domain = directed(domain, seed)
    pool = CandidatePool(domain, domain.catalogue.groups[0], RequestWording(domain).realizer.wordings)
    panel = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
    wanted = RequirementSpec(DifficultyCell(2, 3, 1), against=against)
    rules = {rule.id: rule for rule in domain.rules}
    for right, row in enumerate(panel.rows):
        others = [other for other in panel.rows if other != row]
        expected = set()
        for slot in pool.usable():
            for candidate in pool.candidates(slot):
                for literal, holds, fails in (
                    (candidate.literal, candidate.holds, candidate.fails),
                    (candidate.literal.negated(), candidate.fails, candidate.holds),
                ):
                    sensible = against or rules[candidate.rule].direction(literal.effective()) >= 0
                    if sensible and holds >> row & 1 and any(fails >> other & 1 for other in others):
                        expected.add(slot)
        slots = wishable_slots(
            context_of(panel, wanted, DistractorConstraints(every_term=True), rng), 1 << right
        )
        assert slots == expected
        assert wishable_slots(context_of(panel, wanted, DistractorConstraints(), rng), 1 << right) == set(
            pool.usable()
        )
