"""With knowledge every requirement speaks of a derived slot and stays proved; without it nothing changes."""

from __future__ import annotations

import random

import attrs
import knowing
import pytest
import strategies
from enumerated import label
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import options_of, requirement_of

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Requirement, Test
from cocoa_core.domain.kinds import Category
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import DifficultyCell, Engine, Question, RequestWording, Settings
from cocoa_core.language import Parser, TextSpec
from cocoa_core.proof import equivalent

SEEDS = st.integers(0, 2**32)
MIXES = st.sampled_from([(2, 2), (3, 2), (4, 2), (4, 3)])
MODES = st.sampled_from(["per-occurrence", "per-slot"])


def drawn(
    domain: Domain, mix: tuple[int, int], mode: str = "per-occurrence", knowledge: bool = True
) -> list[Question]:
    """Two questions, or none where the random domain cannot meet the setting."""
    engine = Engine(domain, Settings(((DifficultyCell(*mix), 1),), mode, knowledge=knowledge), 5)
    try:
        return [question for index in (0, 21) for question in engine.items(index)]
    except SettingsError as error:
        if f"found for {DifficultyCell(*mix)}" not in str(error) and "no group" not in str(error):
            raise
        return []


@given(SEEDS, MIXES, MODES)
@settings(max_examples=6)
def test_every_requirement_speaks_of_a_derived_slot_and_has_one_right_option(
    seed: int, mix: tuple[int, int], mode: str
) -> None:
    domain = knowing.knowing_domain(seed)
    for question in drawn(domain, mix, mode):
        used = {literal.slot for term in question.requirement.terms for literal in term}
        known = [slot.name for slot in domain.schema.slots if slot.derived and slot.name in used]
        assert known
        assert question.knowledge == tuple(known)
        options = options_of(domain, question)
        requirement = requirement_of(domain.schema, question.requirement)
        found = {letter: label(domain.schema, requirement, one) for letter, one in options.items()}
        assert found == {letter: letter == question.answer for letter in "ABCDE"}
        shown = {slot.label for slot in domain.schema.slots if slot.derived is None}
        assert all(set(option.shown) == shown for option in question.options)
        assert question.provenance.settings["knowledge"] is True
        assert Question.from_json(question.to_json()) == question


@given(SEEDS, MIXES)
@settings(max_examples=6)
def test_derived_slots_without_rules_change_no_byte(seed: int, mix: tuple[int, int]) -> None:
    plain, knows = strategies.domain_of(seed, 14), knowing.knowing_domain(seed).without_derived_rules()
    assert plain.digest == knows.digest
    assert len(knows.schema.slots) == len(plain.schema.slots) + 9
    before, after = (
        [question.line() for question in drawn(domain, mix, knowledge=False)] for domain in (plain, knows)
    )
    assert before == after


@given(SEEDS, MIXES)
@settings(max_examples=6)
def test_without_knowledge_no_question_asks_for_it_nor_can_be_read_to(
    seed: int, mix: tuple[int, int]
) -> None:
    """Rules of derived slots are still a way to read a text, so one that could be theirs is not used."""
    domain = knowing.knowing_domain(seed)
    parser = Parser(domain)
    for question in drawn(domain, mix, knowledge=False):
        assert question.knowledge == ()
        first, *others = parser.parse(question.request)
        assert all(equivalent(domain.schema, first, other) for other in others)


def test_a_domain_without_derived_slots_says_how_to_get_some() -> None:
    with pytest.raises(SettingsError, match="no derived slots with rules") as caught:
        Engine(strategies.domain_of(3), Settings.of(knowledge=True))
    assert "--knowledge" in str(caught.value.fix)
    knows = knowing.knowing_domain(3)
    ruleless = knows.without_derived_rules()
    with pytest.raises(SettingsError, match="maker_0") as caught:
        Engine(ruleless, Settings.of(knowledge=True))


def test_without_knowledge_derived_slots_are_not_counted_among_those_with_rules() -> None:
    knows = knowing.knowing_domain(3)
    Engine(knows, Settings.of(slots=15, minterms=2, knowledge=True))
    with pytest.raises(SettingsError, match="too few slots"):
        Engine(knows, Settings.of(slots=15, minterms=2))


def one_way(*literals: tuple[str, str, bool]) -> Requirement:
    return tuple(
        (GroundedLiteral(Primitive(slot, Test("is", (word,)), rule), positive),)
        for slot, word, positive in literals
        for rule in (slot,)
    )


def city_state(domain: Domain, word: str) -> Domain:
    """The domain with a table in which the maker of that name is all there is of what is called so."""
    tables = {
        "maker_0": tuple(
            (one, word if one == word else "realm") for one in knowing.base_words(domain.schema, "maker")
        ),
        "maker_1": ((word, "high"), ("realm", "high")),
    }
    slots = []
    for slot in domain.schema.slots:
        if slot.name in tables and slot.derived is not None:
            words = tuple(sorted(tables[slot.name]))
            kind = Category(True, tuple(sorted({follows for _, follows in words})))
            slot = attrs.evolve(slot, kind=kind, derived=attrs.evolve(slot.derived, words=words))
        slots.append(slot)
    rules = tuple(rule for rule in domain.rules if rule.slot in ("maker", "maker_0"))
    return attrs.evolve(domain, schema=attrs.evolve(domain.schema, slots=tuple(slots)), rules=rules)


def test_a_text_that_leaves_open_which_slot_a_word_is_of_is_refused_though_both_come_to_the_same() -> None:
    domain = city_state(knowing.knowing_domain(3), "A or B")
    wording = RequestWording(domain)
    group = {"place": domain.catalogue.rows[0][0]}
    rng = random.Random(0)
    word = "A or B"
    requirement, of_base = one_way(("maker_0", word, True)), one_way(("maker", word, True))
    assert equivalent(domain.schema, requirement, of_base)
    spec = TextSpec(group=group)
    drawn = [request for _ in range(40) for request in wording.realizer.realize(requirement, rng, spec)]
    texts = {request.text for request in drawn}
    either = {text for text in texts if f"come from {word}" in text or f"comes from {word}" in text}
    assert either
    assert either != texts
    assert {text for text in texts if wording.means(text, requirement)} == texts - either
