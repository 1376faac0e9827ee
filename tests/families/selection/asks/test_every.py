"""The ask `every`: the key is what satisfies, whatever its size, and neither size nor option tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import attrs
import pytest
import strategies
from enumerated import label
from hypothesis import given, settings
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.answers import Letter, read_answer, score_exact
from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import ASKS, FAMILY, Engine, Question, Settings, grounded
from cocoa_core.families.selection.asks.choose import CHOOSE
from cocoa_core.families.selection.asks.every import drawing
from cocoa_core.families.selection.asks.every.ask import EVERY
from cocoa_core.families.selection.asks.every.drawing import balanced_targets
from cocoa_core.families.selection.generation.balanced_set import draw_ahead, draw_questions

LETTERS = "ABCDE"
RINGS = 6
ASKED = Settings.of(slots=3, minterms=2, ask="every")


def rings_of(engine: Engine, count: int) -> list[list[Question]]:
    """The questions of the first rings, by member."""
    return [[engine.items(index)[0] for index in engine.schedule.members(ring)] for ring in range(count)]


@pytest.fixture(scope="module")
def rings() -> list[list[Question]]:
    """Six consecutive rings over flights."""
    return rings_of(Engine(cocoa_core.load_domain("flights").domain, ASKED, 3), RINGS)


def labels_of(domain: Domain, question: Question) -> list[bool | None]:
    """What each option makes of the requirement, from the catalogue."""
    rows = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    names = [slot.name for slot in domain.schema.slots]
    terms = tuple(tuple(grounded(domain.schema, one) for one in term) for term in question.requirement.terms)
    return [
        label(domain.schema, terms, dict(zip(names, rows[option.row], strict=True)))
        for option in question.options
    ]


@given(strategies.domains(8), st.integers(0, 2**32))
@settings(max_examples=10)
def test_what_is_in_the_key_satisfies_and_all_else_is_broken(domain: Domain, seed: int) -> None:
    try:
        rings = rings_of(Engine(domain, ASKED, seed), 1)
    except SettingsError:
        return
    for question in rings[0]:
        assert labels_of(domain, question) == [letter in question.key for letter in LETTERS]
        assert set(question.certificate.satisfied) == set(question.key)
        assert set(question.certificate.broken) == set(LETTERS) - set(question.key)
        assert list(question.right) == question.key == sorted(question.key)
        assert (question.ask, question.answer) == ("every", None)


def test_six_rings_of_a_shipped_domain_are_labelled_as_their_catalogue_has_it(
    rings: list[list[Question]],
) -> None:
    domain = cocoa_core.load_domain("flights").domain
    for question in (question for ring in rings for question in ring):
        assert labels_of(domain, question) == [letter in question.key for letter in LETTERS]


def test_each_number_of_right_options_occurs_once_in_a_ring(rings: list[list[Question]]) -> None:
    for ring in rings:
        assert sorted(len(question.key) for question in ring) == list(range(RINGS))
    for of_a_member in zip(*rings, strict=True):  # so that no setting has a number of its own
        assert len({len(question.key) for question in of_a_member}) == RINGS


def test_each_option_of_a_ring_is_right_equally_often(rings: list[list[Question]]) -> None:
    for ring in rings:
        shown = [{option.row for option in question.options} for question in ring]
        assert all(rows == shown[0] for rows in shown)
        right = Counter(
            option.row for question in ring for option in question.options if option.label in question.key
        )
        assert {right[row] for row in shown[0]} == {3}
        assert len({question.groups["ring"] for question in ring}) == 1
    assert len({ring[0].groups["ring"] for ring in rings}) == RINGS


@pytest.mark.parametrize(("name", "number", "asked"), [("flights", 30, {}), ("jobs", 10, {"revisions": 2})])
def test_how_rare_a_request_is_does_not_tell_how_many_options_are_right(
    name: str, number: int, asked: dict[str, int]
) -> None:
    """Words say how rare it is. Rows drawn before it would give means of 0.16 for none and 0.75 for all, and
    without `_SHARES` they were 0.32 and 0.47; of conversations about jobs they would be 0.56 apart.

    Conversations about flights say the same and take 2 s a ring.
    """
    domain = cocoa_core.load_domain(name).domain
    drawn = Settings.of(slots=3, minterms=2, ask="every", **asked)
    names = [slot.name for slot in domain.schema.slots]
    group_of = {row: group for group in domain.catalogue.groups for row in group.rows}
    place_of = {row: index for index, row in enumerate(domain.catalogue.ids)}
    shares: dict[int, list[float]] = {}
    for question in (question for ring in rings_of(Engine(domain, drawn, 5), number) for question in ring):
        terms = tuple(
            tuple(grounded(domain.schema, one) for one in term) for term in question.requirement.terms
        )
        rows = [
            dict(zip(names, domain.catalogue.rows[row], strict=True))
            for row in group_of[place_of[question.options[0].row]].rows
        ]
        right = sum(label(domain.schema, terms, row) is True for row in rows)
        shares.setdefault(len(question.key), []).append(right / len(rows))
    means = {number: fmean(some) for number, some in shares.items()}
    assert max(means.values()) - min(means.values()) < 0.22, means  # 0.13 and 0.06
    outside = [share for some in shares.values() for share in some if not 0.25 <= share <= 0.6]
    assert len(outside) < 0.1 * number * RINGS  # 0.01 and 0; without `_SHARES` 0.2


def test_a_requirement_drawn_before_the_rows_has_one_target_as_those_drawn_for_them_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of several it would take one that suits its slots, and slots with few values would be more frequent
    where no option is right, or all are.
    """
    asked_for: list[Sequence[int]] = []

    def recorded(search: Any, context: Any, targets: Sequence[int]) -> Any:
        asked_for.append(targets)
        return draw_ahead(search, context, targets)

    monkeypatch.setattr(drawing, "draw_ahead", recorded)
    rings_of(Engine(cocoa_core.load_domain("flights").domain, ASKED, 3), 4)
    assert len(asked_for) >= 12  # three of each ring
    assert {(len(targets), targets[0].bit_count()) for targets in asked_for} == {(1, 2)}
    assert len({target for [target] in asked_for}) > 3


def test_rows_of_conversations_leave_the_requirements_drawn_before_them_a_last_swap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The wish that it drops holds on the stale option alone, and is of a slot that the requirement lacks."""
    looked_at = 0

    def checked(search: Any, shape: Any) -> Any:
        nonlocal looked_at
        pool, rows = shape.chosen
        for member, draft in shape.drafts.items():
            plan, reviser = search.plan.revisions[member], search.source.reviser
            slots = {literal.primitive.slot for term in draft.requirement for literal in term}
            looks = reviser.wish_classes(pool, rows, slots)
            stale = 1 << plan.stale
            assert any((look.holds, look.fails) == (stale, 0b11111 ^ stale) for look in looks)
            looked_at += 1
        return draw_questions(search, shape)

    monkeypatch.setattr(drawing, "draw_questions", checked)
    drawn = Settings.of(slots=3, minterms=2, ask="every", revisions=3)
    rings_of(Engine(cocoa_core.load_domain("flights").domain, drawn, 3), 1)
    assert looked_at >= 3


@given(st.integers(1, 8), st.integers(0, 10**6))
def test_targets_have_every_size_once_and_each_option_as_often(size: int, turn: int) -> None:
    targets = balanced_targets(size, turn)
    assert sorted(target.bit_count() for target in targets) == list(range(size + 1))
    right = [sum(target >> option & 1 for target in targets) for option in range(size)]
    assert max(right) - min(right) == (size + 1) % 2 * (size > 1)
    assert targets == balanced_targets(size, turn + size + 1)
    assert {balanced_targets(size, turn + step)[0] for step in range(size + 1)} == set(targets)


@pytest.mark.parametrize(
    ("key", "reply", "value", "f1"),
    [
        (["A", "C"], "Answer: A, C", 1.0, 1.0),
        (["A", "C"], "Answer: C and A", 1.0, 1.0),
        (["A", "C"], "Answer: A", 0.0, 2 / 3),
        (["A", "C"], "Answer: A, B, C", 0.0, 0.8),
        (["A", "C"], "Answer: B", 0.0, 0.0),
        ([], "Answer: none", 1.0, 1.0),
        ([], "Answer: A", 0.0, 0.0),
        (["A"], "Answer: none", 0.0, 0.0),
        (["A"], "I cannot tell.", 0.0, 0.0),
    ],
)
def test_a_reply_is_worth_what_its_set_is(key: list[str], reply: str, value: float, f1: float) -> None:
    [question] = cocoa_core.load_domain("flights").generate(1, seed=1, ask="every")
    score = EVERY.score(attrs.evolve(question, key=key), reply)
    assert (score.value, score.metrics["f1"]) == (value, pytest.approx(f1))
    assert set(score.metrics) == set(EVERY.figures) <= set(FAMILY.figures)
    assert score.metrics["exact"] == value
    assert (score.outcome == "unparsed") == (reply == "I cannot tell.")


def test_the_family_scores_a_question_by_its_ask(rings: list[list[Question]]) -> None:
    for question in (question for ring in rings for question in ring):
        said = ", ".join(question.key) or "none"
        assert FAMILY.score(question, [f"Answer: {said}"]).value == 1.0
        others = [letter for letter in LETTERS if letter not in question.key]
        assert FAMILY.score(question, [f"Answer: {', '.join(others) or 'none'}"]).value == 0.0


def test_a_guess_gets_its_chance(rings: list[list[Question]]) -> None:
    """Over six rings any guess of a size that does not depend on the question gets at most its chance."""
    questions = [question for ring in rings for question in ring]
    assert FAMILY.chance(questions[0]) == EVERY.chance(questions[0]) == 1 / 6
    for guess in ("none", "A, B, C, D, E"):
        values = [FAMILY.score(question, [f"Answer: {guess}"]).value for question in questions]
        assert sum(values) / len(values) == pytest.approx(1 / 6)


def test_choosing_stays_what_it_was() -> None:
    assert next(iter(ASKS)) == CHOOSE.name == "choose"
    [question] = cocoa_core.load_domain("flights").generate(1, seed=1)
    letter = question.answer
    assert (question.key, CHOOSE.chance(question)) == ([letter], 0.2)
    assert letter is not None
    text = f"Answer: {letter}"
    assert CHOOSE.score(question, text) == score_exact(letter, read_answer(text, Letter()))
    assert "ask" not in Settings.of().to_json()
    assert ASKED.to_json()["ask"] == "every"


@pytest.mark.parametrize("name", ["flights", "jobs"])
def test_the_questions_of_one_ask_are_none_of_the_other(name: str) -> None:
    handle = cocoa_core.load_domain(name)
    chosen = list(handle.generate(10, seed=5))
    assert [question.line() for question in handle.generate(10, seed=5, ask="choose")] == [
        question.line() for question in chosen
    ]
    every = list(handle.generate(10, seed=5, ask="every"))
    assert not {question.id for question in chosen} & {question.id for question in every}


def test_several_option_sets_are_for_one_right_option() -> None:
    with pytest.raises(SettingsError, match="one option set"):
        Settings.of(option_sets=2, ask="every")
