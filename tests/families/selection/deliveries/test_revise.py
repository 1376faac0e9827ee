"""What holds of conversations with revisions: drawn, heard in every way, verified from the texts."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import permutations
from statistics import fmean
from typing import Any

import pytest
from attrs import evolve
from benchmarks.earlier_answers import EARLIER_BAR, Earlier, guessed_by_earlier
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.domain import GroundedLiteral, Primitive, Test
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import (
    FAMILY,
    Message,
    Question,
    RequestReader,
    answer,
    nearest_settings,
    reader_of,
    reference_model,
)
from cocoa_core.families.selection import engine as engine_source
from cocoa_core.families.selection.asks.choose import Choose
from cocoa_core.families.selection.deliveries.prompter import DeliveryPrompter
from cocoa_core.families.selection.difficulty import REVISED_PRESETS, DifficultyCell
from cocoa_core.families.selection.engine import Engine
from cocoa_core.families.selection.explanation import grounded
from cocoa_core.families.selection.fitting import search_limits
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    QuestionSetSearch,
    QuestionSetSpec,
    QuestionSource,
    Sets,
)
from cocoa_core.families.selection.generation.conversation_terms import (
    ConversationTerm,
    SlotNouns,
    State,
    Step,
    WishClass,
)
from cocoa_core.families.selection.generation.conversation_terms import (
    fitting as conversation_fit,
)
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS
from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.generation.revising import Reviser
from cocoa_core.families.selection.generation.revision_plans import (
    FEWEST,
    NumberedOptions,
    RevisionPlan,
    plan_of,
    plans_of_set,
)
from cocoa_core.families.selection.generation.revision_search import (
    _OPS,
    HistorySearch,
    LastSwaps,
    _changed,
    _Ending,
    _Wishes,
    provable,
)
from cocoa_core.families.selection.generation.set_search import (
    DrawnSets,
    Limits,
    NothingFoundError,
    draw_together,
)
from cocoa_core.families.selection.generation.wording import RequestWording
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.independent import TextReader, clauses, hear_turns, read_request
from cocoa_core.items import ANSWERING, ChatMessage, Episode, Prompting
from cocoa_core.language import Parser, bounded_phrases, nouns_of, read_conversation, sentences_like, small
from cocoa_core.lexicon import BOUNDS, MARKERS, REVISIONS
from cocoa_core.loading import load_domain
from cocoa_core.logic import MintermTable, minimize
from cocoa_core.proof import equivalent
from cocoa_core.seeds import stream
from cocoa_core.verification.selection.checker import QuestionChecker

DOMAINS = ("flights", "hotels")
SEVERAL = ("every", "count", "best")
"""Asks of which any number of options may fit at the end."""
Record = dict[str, Any]


@cache
def conversations(domain: str) -> Sequence[Question]:
    """One of each pair of the right option and the one that fits before the last revision."""
    return tuple(cocoa_core.load_domain(domain).generate(10, seed=3, revisions=3))


@cache
def reader_in(domain: str) -> RequestReader:
    return reader_of(load_domain(domain).files)


@cache
def checker_in(domain: str) -> QuestionChecker:
    return QuestionChecker(reader_in(domain).domain)


@cache
def reviser_in(domain: str) -> Reviser:
    return Reviser(RequestWording(load_domain(domain)))


@cache
def groups_in(domain: str) -> Groups:
    return Groups(load_domain(domain), RequestWording(load_domain(domain)).realizer.wordings)


@cache
def parser_in(domain: str) -> Parser:
    return Parser(load_domain(domain))


def prompter(question: Question, answering: str = "free") -> DeliveryPrompter:
    how = Prompting(strategy="direct", delivery="revise", answering=answering)
    found = FAMILY.prompter_for(question, how)
    assert isinstance(found, DeliveryPrompter)
    return found


def scored(question: Question, replies: Sequence[str], answering: str = "free") -> dict[str, float]:
    messages = tuple(ChatMessage(role="assistant", content=reply) for reply in replies)
    episode = Episode(item=question.id, delivery="revise", answer=answering, messages=messages)
    score = cocoa_core.score_episode(question, episode)
    return {"right": score.value, **score.metrics}


def conversed(question: Question, model: str, answering: str = "free") -> list[str]:
    player = reference_model(model)
    assert player is not None
    script = prompter(question, answering).script(question)
    messages = [Message("system", script.system)]
    for turn in script.turns:
        messages.append(Message("user", turn.text))
        messages.append(Message("assistant", answer(player, reader_in(question.domain.name), 0, messages)))
    return [message.text for message in messages if message.role == "assistant"]


@pytest.mark.parametrize("answering", ANSWERING)
def test_no_message_holds_what_the_record_knows(answering: str) -> None:
    for question in conversations("flights")[:5]:
        script = prompter(question, answering).script(question)
        text = "\n".join([script.system, *(turn.text for turn in script.turns)])
        rows = [option.row for option in question.options]
        secrets = (question.id, question.requirement.id, question.requirement.text, "canary", *rows)
        assert not [secret for secret in secrets if secret in text]


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_twin_finds_nothing_wrong_and_records_come_back(domain: str) -> None:
    for question in conversations(domain):
        record = json.loads(question.line())
        assert checker_in(domain).flaws(record) == []
        assert Question.read(question.line()) == question
        assert {"delivery", "history", "states", "keys"} <= record.keys()
    plain = next(iter(cocoa_core.load_domain(domain).generate(1, seed=3)))
    assert not {"delivery", "history", "states", "keys"} & json.loads(plain.line()).keys()


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_fits_before_the_last_revision_says_nothing_of_what_is_right(domain: str) -> None:
    made = conversations(domain)
    assert all(len(one.keys[place]) == 1 for one in made for place in (-2, -1))
    assert sum(one.keys[-2] == one.keys[-1] for one in made) == len(made) / 5
    assert all(one.keys[-1] == tuple(one.key) for one in made)
    # whoever takes everything together that was ever said finds nothing that fits
    for question in made:
        ever = {place for state in question.states for place in state}
        assert len(ever) > len(question.states[-1])
        assert not set(question.keys[0]).intersection(*question.keys[:-1])


def plans(revisions: int, count: int, *, several: bool = False) -> list[RevisionPlan]:
    """So many plans for each option that may fit before the last revision."""
    return [
        plan_of(revisions, shift, stream("plan", revisions, number, shift), several=several)
        for number in range(count)
        for shift in range(5)
    ]


def test_no_guesser_gains_from_what_fitted_before_in_a_plan() -> None:
    for revisions in (2, 3, 4, 6, 9):
        drawn = plans(revisions, 1_500)
        rates = guessed_by_earlier(
            Earlier(
                ["".join("ABCDE"[number] for number in fit) for fit in plan.fits[:-1]], plan.turns[-1], "A"
            )
            for plan in drawn
        )
        assert max(rates.values()) <= EARLIER_BAR, (revisions, rates)
        for plan in drawn:
            assert len(plan.turns) == revisions == len(plan.fits) - 1
            assert plan.turns.count("swap") <= 4
            assert plan.fits[-1] == (0,)
            assert len(plan.fits[-2]) == 1
            assert not set(plan.fits[0]).intersection(*plan.fits[:-1])
            assert plan.turns[-1] in ("swap", "undo")
            for index, turn in enumerate(plan.turns):
                assert turn != "undo" or plan.turns[index - 1] in ("swap", "revise")
                assert turn not in ("undo", "back") or plan.fits[index + 1] == plan.fits[index - 1]
            # what holds after all is not to be dropped once more
            assert "back" not in plan.turns[:-2]


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("revisions", [3, 4, 6, 9])
def test_a_turn_before_the_last_changes_what_fits_as_often_as_not(revisions: int, several: bool) -> None:
    """At each place, and of each kind of turn. Some turn has to change it: with three revisions one of two,
    so both of a pair of which the second takes back the first."""
    changed: dict[str, list[bool]] = {}
    for plan in plans(revisions, 800, several=several):
        for number, turn in enumerate(plan.turns[:-1]):
            change = plan.fits[number] != plan.fits[number + 1]
            for name in (f"turn {number}", f"turn {turn}"):
                changed.setdefault(name, []).append(change)
    rates = {name: fmean(changes) for name, changes in changed.items() if len(changes) > 100}
    assert "turn swap" in rates
    assert "turn revise" in rates
    assert ("turn back" in rates) == (revisions > 3 and not several)
    assert "turn undo" in rates
    if revisions == 3:
        assert rates.pop("turn undo") == 1
    for name, rate in rates.items():
        assert 0.4 < rate < (0.76 if revisions < 6 else 0.65), (name, rates)


@given(st.integers(2, 4), st.data())
def test_where_no_term_has_a_noun_the_last_turn_takes_nothing_back(slots: int, data: st.DataObject) -> None:
    rows = data.draw(st.sets(st.integers(0, 2**slots - 1), min_size=1, max_size=2**slots - 1))
    cell = DifficultyCell(slots, len(rows))
    product = minimize(MintermTable(slots, tuple(rows)), 0).product
    variables = {literal.variable for term in product.terms for literal in term}
    if len(variables) == slots and any(len(term) == 1 for term in product.terms):
        assert cell.has_single_literals
    for ring in range(20):
        for plan in plans_of_set(("nouns",), ring, 0, [cell] * 5, 3):
            assert cell.has_single_literals or plan.turns[-1] == "swap"


@cache
def of_ask(ask: str) -> Sequence[Question]:
    """A ring of hotels of an ask of which any number of options may fit at the end."""
    return tuple(cocoa_core.load_domain("hotels").generate(6, seed=3, revisions=3, ask=ask))


@pytest.mark.parametrize("ask", SEVERAL)
def test_where_several_may_be_right_one_fits_before_and_everybody_agrees_on_all_of_it(ask: str) -> None:
    for question in of_ask(ask):
        assert checker_in("hotels").flaws(json.loads(question.line())) == []
        assert len(question.keys[-2]) == 1
        assert question.keys[-1] == tuple(question.right)
        assert scored(question, prompter(question).replies(question))["right"] == 1
        for answering in ("end", "each"):
            heard = scored(question, conversed(question, "oracle", answering), answering)
            assert heard["right"] == 1
            assert answering == "end" or heard["all_states"] == 1


@pytest.mark.parametrize("ask", SEVERAL)
def test_a_key_before_the_end_is_forged_where_several_may_be_right(ask: str) -> None:
    for change in (partial(_another_letter, turn=0), partial(_another_letter, turn=-2), _one_more_at_the_end):
        record = copy.deepcopy(json.loads(of_ask(ask)[1].line()))
        change(record)
        assert "keys" in {flaw.what for flaw in checker_in("hotels").flaws(record)}


def _one_more_at_the_end(record: Record) -> None:
    letters = {option["label"] for option in record["options"]} - set(record["keys"][-1])
    record["keys"][-1] = sorted([*record["keys"][-1], min(letters)] if letters else record["keys"][-1][1:])


def test_where_several_may_be_right_a_plan_says_nothing_of_them() -> None:
    """Its numbers stand for options by their place, and no number but the last for what fits at the end."""
    for revisions in (2, 3, 6, 9):
        for number, plan in enumerate(plans(revisions, 60, several=True)):
            assert len(plan.turns) == revisions
            assert plan.turns.count("swap") <= 4
            assert plan.fits[-1] == (0,)
            assert all(1 <= option <= 5 for fit in plan.fits[:-1] for option in fit)
            assert plan.stale == number % 5
            assert plan.turns[-1] == "swap"
            assert "back" not in plan.turns
            assert not set(plan.fits[0]).intersection(*plan.fits[:-1])
    members = [DifficultyCell(2, 3, 1)] * 6
    rings = [plans_of_set(("some",), ring, 0, members, 3, several=True) for ring in range(5)]
    assert all({ring[member].stale for ring in rings} == set(range(5)) for member in range(6))


@given(st.integers(0, 31), st.integers(1, 5), st.permutations(range(1, 6)), st.randoms(use_true_random=False))
def test_where_several_may_be_right_a_search_does_not_choose_how_often_an_earlier_option_fits_at_the_end(
    end: int, stale: int, order: list[int], rng: random.Random
) -> None:
    options = RevisionPlan(("swap", "swap"), ((1,), (stale,), (0,)), several=True).numbered(end)
    for number in order:
        possible = options.possible(number)
        assert possible
        assert {bool(mask & end) for mask in possible} == {bool(end >> number - 1 & 1)}
        options = options.settled(number, rng.choice(possible))
    assert len({options.taken[number] for number in order}) == len(order)


def keeps_to(drawn: DrawnQuestion, plan: RevisionPlan) -> bool:
    """Whether options fit after each turn as planned: some options that the plan's numbers can stand for."""
    assert drawn.revised is not None
    return any(
        numbered[0] == drawn.placed
        and all(
            set(fits) == {numbered[number] for number in fit}
            for fits, fit in zip(drawn.revised.fits, plan.fits, strict=True)
        )
        for numbered in permutations(range(5))
    )


@pytest.mark.parametrize("domain", DOMAINS)
def test_conversations_keep_to_the_plans_of_their_balanced_set(domain: str) -> None:
    """Each plan is that of one member: they may exchange them, and none is left out."""
    engine = Engine(load_domain(domain), Settings.of(revisions=4), 5)
    schedule = engine.schedule.by_ask["choose"]
    engine.items(0)
    [((_, ring, attempt), together)] = engine._rings.items()
    plans = plans_of_set(schedule.key, ring, attempt, schedule.cells_of(ring), 4)
    kept = [[keeps_to(drawn, plan) for plan in plans] for [drawn] in together.sets]
    assert any(
        all(row[index] for row, index in zip(kept, order, strict=True)) for order in permutations(range(5))
    )


def test_a_set_whose_plans_hardly_fit_is_drawn_by_others_that_lead_between_the_same_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[tuple[RevisionPlan, ...]] = []

    def never_by_the_first(
        source: QuestionSource, plan: QuestionSetSpec, rng: random.Random, limits: Limits, *doubt: Any
    ) -> DrawnSets:
        tried.append(tuple(plan.revisions))
        if len(tried) in (2, 3):
            raise NothingFoundError("none", got="none", expected="some", fix="none")
        return draw_together(source, plan, rng, limits, *doubt)

    monkeypatch.setattr(engine_source, "draw_together", never_by_the_first)
    engine = Engine(load_domain("hotels"), Settings.of(revisions=3), 5)
    [judged, *_] = engine.items(0), engine.items(5)
    assert judged
    assert len(tried) == 4
    _, *redrawn = tried
    assert len(set(redrawn)) == 3
    assert len({tuple(plan.fits[-2:] for plan in plans) for plans in redrawn}) == 1


@pytest.mark.parametrize("ask", ["choose", "every", "count", "best"])
def test_a_requirement_has_the_near_miss_of_its_plan(ask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else most requirements of flights would be drawn in vain: no swap leads to them."""
    seen: list[bool] = []

    def history(search: HistorySearch, end: State, right: int, plan: RevisionPlan, *others: Any) -> Any:
        missed = plan.near_miss(right)
        seen.append(not missed or sum(bool(piece.fails & missed) for piece in end) == 1)
        return drawn(search, end, right, plan, *others)

    drawn = HistorySearch.history
    monkeypatch.setattr(HistorySearch, "history", history)
    Engine(load_domain("hotels"), Settings.of(revisions=3, ask=ask), 5).items(0)
    assert seen
    assert all(seen)


@pytest.mark.parametrize("answering", list(ANSWERING))
def test_who_hears_every_revision_is_right_after_every_turn(answering: str) -> None:
    for question in conversations("hotels")[:10]:
        asked = prompter(question, answering)
        assert scored(question, asked.replies(question), answering)["right"] == 1
        score = scored(question, conversed(question, "oracle", answering), answering)
        assert score["right"] == 1
        if answering == "each":
            assert score["all_states"] == 1


def test_who_forgets_a_revision_is_right_by_chance_alone() -> None:
    """The stale option is right in one conversation of five by construction; how often the others are is
    measured over thousands by the benchmark of leaks."""
    made = conversations("hotels")
    for model in ("stale", "ignores-revisions", "accumulate"):
        right = [scored(one, conversed(one, model, "end"), "end")["right"] for one in made]
        assert sum(right) < len(made), model
        if model == "stale":
            assert sum(right) == len(made) / 5


def forge(name: str, change: Callable[[Record], None], *expected: str) -> Any:
    return pytest.param(change, set(expected), id=name)


def _without_it(record: Record) -> None:
    for key in ("delivery", "history", "states", "keys"):
        del record[key]


def _terms(record: Record) -> list[list[dict[str, Any]]]:
    terms: list[list[dict[str, Any]]] = record["delivery"]["terms"]
    return terms


def _turned(record: Record) -> None:
    literal = _terms(record)[0][0]
    literal["positive"] = not literal["positive"]


def _say(turn: int, text: str, op: str | None = None) -> Callable[[Record], None]:
    """Another text of a turn; {} in it is the text that the turn has."""

    def change(record: Record) -> None:
        found = record["history"][turn]
        found["text"] = text.replace("{}", found["text"])
        found["op"] = op or found["op"]

    return change


def _exchange(record: Record) -> None:
    history = record["history"]
    history[1]["text"], history[2]["text"] = history[2]["text"], history[1]["text"]


def _another_letter(record: Record, turn: int) -> None:
    known = record["keys"][turn]
    record["keys"][turn] = ["A" if known != ["A"] else "B"]


def _another_op(record: Record) -> None:
    turn = record["history"][1]
    turn["op"] = "add" if turn["op"] != "add" else "drop"


def _exchange_states(record: Record) -> None:
    states = record["states"]
    states[0], states[1] = states[1], states[0]


def _set_state(place: int, other: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        record["states"][place] = record["states"][other]

    return change


def _opening_alone(record: Record) -> None:
    record["history"][0]["text"] = record["sentences"][0]["text"]


def _other_values(record: Record) -> None:
    literal = next(literal for term in _terms(record) for literal in term if literal["values"])
    literal["values"] = ["4321" for _ in literal["values"]]


def _set(path: str, value: Any) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        found: Any = record
        *parents, last = [int(one) if one.lstrip("-").isdigit() else one for one in path.split(".")]
        for one in parents:
            found = found[one]
        found[last] = value

    return change


FORGED = [
    forge("no history", lambda record: record.pop("history") and None, "keys"),
    forge("nothing of it", _without_it, "delivery"),
    forge("another delivery", _set("delivery.name", "turns"), "delivery"),
    forge("another version", _set("delivery.version", 2), "delivery"),
    forge("a turn less", lambda record: record["history"].pop() and None, "history"),
    forge("a state less", lambda record: record["states"].pop() and None, "states"),
    forge("a key less", lambda record: record["keys"].pop() and None, "states"),
    forge("another operation", _another_op, "op"),
    forge("an unknown operation", _set("history.1.op", "invert"), "op"),
    forge("the first turn revises", _set("history.0.op", "add"), "op"),
    forge("two turns exchanged", _exchange, "history", "op", "states"),
    forge("a key of the first turn", lambda record: _another_letter(record, 0), "keys"),
    forge("a key in the middle", lambda record: _another_letter(record, 1), "keys"),
    forge("the last key", lambda record: _another_letter(record, -1), "keys"),
    forge("an empty key", _set("keys.-2", []), "keys"),
    forge("a state without a term", lambda record: record["states"][0].pop() and None, "states", "keys"),
    forge("a state of no term", _set("states.1", [99]), "states"),
    forge("a term twice", lambda record: record["states"][0].append(record["states"][0][0]), "states"),
    forge("a term that is never in force", lambda record: _terms(record).append(_terms(record)[0]), "states"),
    forge("a term turned", _turned, "states"),
    forge("a term of no slot", _set("delivery.terms.0.0.slot", "mood"), "delivery"),
    forge("a term of no test", _set("delivery.terms.0.0.test", "near"), "delivery"),
    forge("a marker of its own", _say(1, "Listen, {}"), "history"),
    forge("two markers", _say(1, "Hm, wait, {}"), "history"),
    forge("another opening", _say(0, "Hello. {}"), "history"),
    forge("a noun of no slot", _say(1, "Forget the mood. I need a safe in the room."), "history"),
    forge("prose", _say(1, "Maybe something cheaper."), "history"),
    forge("an empty turn", _say(1, ""), "history"),
    forge("an early undo", _say(1, "Ignore my last message.", "undo"), "states", "op", "history"),
    forge("the settings say more", _set("provenance.settings.revisions", 4), "history"),
    forge("the settings say fewer", _set("provenance.settings.revisions", 2), "history"),
    forge("the settings say nothing", _set("provenance.settings.revisions", None), "type"),
    forge("no operation", _set("history.1.op", ""), "op"),
    forge("every option fits", _set("keys.1", list("ABCDE")), "keys"),
    forge("an option that there is not", _set("keys.0", ["Z"]), "keys"),
    forge("a letter twice", lambda record: record["keys"][-1].append(record["keys"][-1][0]), "keys"),
    forge("the first two states exchanged", _exchange_states, "states", "keys"),
    forge("the last state before the last turn", _set_state(-2, -1), "states", "keys"),
    forge("the first turn without conditions", _opening_alone, "history", "states"),
    forge(
        "a condition more",
        _say(0, "{} I want the place to have at least 4,321 reviews."),
        "states",
        "history",
    ),
    forge("a term of another number", _other_values, "states", "delivery"),
    forge("a term over a list", _set("delivery.terms.0.0.over", "each"), "delivery", "states"),
    forge("an empty term", lambda record: _terms(record)[0].clear(), "states", "delivery", "history"),
    forge("a marker in capitals", _say(1, "ACTUALLY, {}"), "history"),
    forge("thanks behind a turn", _say(1, "{} Thanks."), "history"),
    forge("a small I", _say(1, "i want the place to have at least 100 reviews.", "add"), "history"),
    forge("a small I after a marker", _say(1, "Hm, i need a safe in the room.", "add"), "history"),
    forge("a small I in a sentence", _say(1, "Also, i need a safe in the room.", "add"), "history"),
    forge("a small first letter", _say(1, "it should have a safe in the room.", "add"), "history"),
    forge("a capital in a sentence", _say(1, "Also, It should have a safe in the room.", "add"), "history"),
    forge("a capital after a marker", _say(1, "Hm, It should have a safe in the room.", "add"), "history"),
    forge("the end before a turn", _say(1, "That's everything. {}"), "history"),
    forge("a turn said twice", _say(1, "{} {}"), "history", "states"),
]


@pytest.mark.parametrize(("change", "expected"), FORGED)
def test_a_forged_conversation_is_named(change: Callable[[Record], None], expected: set[str]) -> None:
    for question in conversations("hotels")[:3]:
        record = copy.deepcopy(json.loads(question.line()))
        change(record)
        found = {flaw.what for flaw in checker_in("hotels").flaws(record)}
        assert found & expected, found


@cache
def with_ops() -> dict[tuple[str, str], Record]:
    """By an operation and words of its turn, the record of the first conversation in which they come."""
    wanted = {(op, sentence) for op, sentence, *_ in FORGED_TURNS}
    first: dict[tuple[str, str], Record] = {}
    for question in cocoa_core.load_domain("hotels").generate(5_000, seed=4, revisions=4):
        for op, sentence in wanted - first.keys():
            if any(turn.op == op and sentence in turn.text for turn in question.history):
                first[op, sentence] = json.loads(question.line())
        if len(first) == len(wanted):
            return first
    raise AssertionError(f"none of {wanted - first.keys()} in 5,000 conversations")


def _turn_of(record: Record, op: str, sentence: str) -> Record:
    found: Record = next(turn for turn in record["history"] if turn["op"] == op and sentence in turn["text"])
    return found


FORGED_TURNS = [
    ("bound", "ake that", r"ake that .* instead", "ake that at least 999 km instead"),
    ("shift", " off what I said", "take .* off what", "take a little off what"),
    ("shift", " off what I said", "take (.*) off what", r"add \1 to what"),
    ("drop both", " and the ", r" and the .*", "."),
    ("unless", "doesn't matter.", r"(?i:if) (.*), the (.*) doesn't matter", r"The \2 only matters if \1"),
    (
        "only if",
        "only matters",
        r"(?i:the) (.*) only matters if (.*)\.",
        r"If \2, the \1 doesn't matter.",
    ),
]


@pytest.mark.parametrize(("op", "sentence", "other", "instead"), FORGED_TURNS)
def test_a_forged_turn_of_each_later_operation_is_named(
    op: str, sentence: str, other: str, instead: str
) -> None:
    record = copy.deepcopy(with_ops()[op, sentence])
    assert checker_in("hotels").flaws(record) == []
    turn = _turn_of(record, op, sentence)
    turn["op"] = "add"
    assert "op" in {flaw.what for flaw in checker_in("hotels").flaws(record)}
    turn["op"], (turn["text"], replaced) = op, re.subn(other, instead, turn["text"])
    assert replaced
    assert {flaw.what for flaw in checker_in("hotels").flaws(record)} & {"history", "op", "states"}


def test_no_marker_occurs_twice_and_many_revisions_have_none() -> None:
    """Ten conversations of four revisions, read as a customer says them."""
    marked = []
    for question in cocoa_core.load_domain("hotels").generate(10, seed=5, revisions=4):
        texts = [turn.text for turn in question.history[1:]]
        markers = [marker for text in texts for marker in MARKERS if text.startswith(marker)]
        assert len(set(markers)) == len(markers)
        marked.append(len(markers) / len(texts))
    assert 0.25 < fmean(marked) < 0.75


OPENED = "I need a hotel in Chicago."
BEGUN = "I need a room with a minibar. I need a place under 5 km from the center."
SAID = {
    "add": (["I want the place to have at least 100 reviews."], 3),
    "drop": (["Forget what I said about the distance to the center."], 1),
    "swap": (["Forget the distance to the center. I want the place to have at least 100 reviews."], 2),
    "back": (
        [
            "The distance to the center doesn't matter anymore.",
            "What I said about the distance to the center holds after all.",
        ],
        2,
    ),
    "undo": (
        [
            "Never mind the room amenities. I want the place to have at least 100 reviews.",
            "Ignore my last message.",
        ],
        2,
    ),
    "drop both": (
        [
            "If the price is more than $100 per night, I want the place to have at least 100 reviews.",
            "Forget what I said about the price per night and the number of reviews.",
        ],
        2,
    ),
    "bound": (
        [
            "For the distance to the center, make it under 3 km instead.",
            "Make that no more than 4 km instead.",
        ],
        2,
    ),
    "shift": (
        [
            "Let's take 2 km off what I said about the distance to the center.",
            "I'd like to raise my limit for the distance to the center by 1 km.",
        ],
        2,
    ),
    "unless": (["If the price is more than $100 per night, the distance to the center doesn't matter."], 2),
    "only if": (["The distance to the center only matters if the price is more than $100 per night."], 2),
    "value": (["Where I said a minibar, make it a safe."], 2),
}


def heard_by_the_verifier(domain: str, begun: str, later: Sequence[str]) -> Any:
    """Every history that the second implementation hears. begun: without an opening."""
    slots, lexicon = reader_in(domain).domain.slots, checker_in(domain).lexicon
    words = {
        name: frozenset(load_domain(domain).vocabulary(name))
        for name, slot in slots.items()
        if slot.kind in ("category", "set")
    }

    def read(text: str) -> list[Any]:
        request = read_request(lexicon, slots, words, text)
        return [tuple(term for part in one for term in part.terms) for one in request]

    def read_condition(text: str) -> Any:
        return TextReader(lexicon, slots, words, text).conditions()

    return hear_turns(slots, words, read(begun), later, read, read_condition)


def test_what_the_last_turn_adds_is_drawn_by_how_much_it_excludes() -> None:
    """Else it would tell how many fit at the end: an option that fits there breaks none of its terms."""
    domain = load_domain("hotels")
    question = next(iter(cocoa_core.load_domain("hotels").generate(1, seed=3)))
    literal = grounded(domain.schema, question.requirement.terms[0][0])
    rare, usual = (ConversationTerm((literal,), 31, 0, (), breaking) for breaking in (1, 9))
    other = next(slot for slot in nouns_of(domain.schema) if slot != literal.primitive.slot)
    wishes = _Wishes([WishClass(other, 1, 30, (literal,))], frozenset(), stream("last"))
    reviser = Reviser(RequestWording(domain))
    drawn = [reviser.search._last_swap((rare, usual), 1, wishes) for _ in range(400)]
    added = [step.adds[0].breaking for step in drawn if step is not None]
    assert len(added) == 400
    assert 0.85 < added.count(9) / 400 < 0.95


def test_the_last_change_is_of_a_slot_that_tells_the_stale_option_from_all_others() -> None:
    """Else the slot would tell how many fit at the end: where all do, no other slot is possible."""
    domain = load_domain("hotels")
    question = next(iter(cocoa_core.load_domain("hotels").generate(1, seed=3)))
    literal = grounded(domain.schema, question.requirement.terms[0][0])
    end = tuple(ConversationTerm((literal,), 1, 30, (), 1) for _ in range(2))
    telling, other = [slot for slot in ("price", "rating", "stars") if slot != literal.primitive.slot][:2]
    looks = [WishClass(telling, 1, 30, (literal,)), *(WishClass(other, 3, 28, (literal,)) for _ in range(20))]
    search = Reviser(RequestWording(domain)).search
    for _ in range(50):
        step = search._last_swap(end, 1, _Wishes(looks, frozenset(), stream("apart")))
        assert step is not None
        assert step.drops[0].holds == 1
    assert search._last_swap(end, 1, _Wishes(looks[1:], frozenset(), stream("apart"))) is None


@given(
    st.lists(st.tuples(st.integers(0, 31), st.integers(0, 31)), min_size=2, max_size=4),
    st.lists(st.integers(0, 31), max_size=6),
    st.integers(1, 4),
)
def test_a_requirement_is_refused_unproved_if_no_last_swap_leads_to_it(
    terms: list[tuple[int, int]], met: list[int], shift: int
) -> None:
    schema = load_domain("hotels").schema
    nouns, search = SlotNouns(schema), Reviser(RequestWording(load_domain("hotels"))).search
    target, slots = 1, ("price", "center", "stars", "metro")
    end = tuple(
        evolve(capped(slot, "less", 10), holds=holds | target, fails=fails & ~holds & ~target)
        for slot, (holds, fails) in zip(slots, terms, strict=False)
    )
    looks = [
        WishClass(slot, holds, ALL_OPTIONS ^ holds, capped(slot, "less", 20).literals)
        for slot, holds in zip(("price", "rating", "size", "rooms", "wifi", "rating"), met, strict=False)
    ]
    plan = RevisionPlan(("revise", "swap"), ((), (shift,), (0,)))
    swaps = LastSwaps(plan, nouns, lambda: looks)
    wishes = _Wishes(looks, frozenset(piece.slot for piece in end), stream("swaps"))
    failing = swaps.of([piece.slot for piece in end], target)
    possible = swaps.are_possible(failing, [(piece.holds, piece.fails) for piece in end], target)
    assert possible == bool(search._replacements(end, plan.fitting_before_last(target), wishes))


def laid_out(
    state: Sequence[tuple[int, int]], wishes: Sequence[tuple[str, int]], both: tuple[int, int]
) -> _Ending:
    """The end of a conversation over hotels.

    Args:
        state: of a price and a distance the most that is wanted, and the options on which that is met.
        wishes: slots, and the options on which some wish of each is met.
        both: the options on which the parts of a condition of two slots are met.
    """
    (price, meeting), (distance, near) = state
    bounds = {"price": (price + 5_000, price + 10_000), "center": (distance + 10, distance + 20)}
    terms = tuple(
        evolve(capped(slot, "less", bound), holds=holds, fails=ALL_OPTIONS ^ holds)
        for slot, bound, holds in (("price", price, meeting), ("center", distance, near))
    )
    [condition], [demand] = (capped(slot, "at_least", 3).literals for slot in ("stars", "metro"))
    parts = tuple((holds, ALL_OPTIONS ^ holds) for holds in both)
    excepted = ConversationTerm(
        (condition, demand), both[0] | both[1], ALL_OPTIONS & ~(both[0] | both[1]), parts
    )
    looks = [
        WishClass(
            slot,
            holds,
            ALL_OPTIONS ^ holds,
            tuple(capped(slot, "less", bound).literals[0] for bound in bounds.get(slot, (10, 20))),
        )
        for slot, holds in wishes
    ]
    used = frozenset({"price", "center", "stars", "metro"})
    options = NumberedOptions({0: 1})
    return _Ending((*terms, excepted), options, _Wishes(looks, used, stream("laid out")))


masks = st.integers(0, ALL_OPTIONS)
WISHED = ("price", "center", "reviews", "beds", "size")


@given(
    st.tuples(masks, masks),
    st.lists(st.tuples(st.sampled_from(WISHED), masks), min_size=4, max_size=12),
    st.tuples(masks, masks),
)
def test_most_operations_only_exclude_options_or_only_admit_some(
    met: tuple[int, int], wishes: list[tuple[str, int]], both: tuple[int, int]
) -> None:
    """As the last turn each would tell that the option that fits before it is right."""
    ending = laid_out([(20_000, met[0]), (50, met[1])], wishes, both)
    search, after = reviser_in("hotels").search, conversation_fit(ending.state) or 0
    for op in _OPS:
        for before in range(ALL_OPTIONS + 1):
            step = search._revision(op, ending, before)
            if step is not None:
                assert conversation_fit(step.before) == before
                assert op != "add" or not after & ~before
                assert op not in ("drop", "drop both", "unless", "only if") or not before & ~after


def test_each_operation_changes_what_fits_or_does_not() -> None:
    """Laid out: one option breaks the price alone, another is met by the exception alone."""
    search = reviser_in("hotels").search
    wishes = [(slot, mask) for slot in WISHED for mask in range(ALL_OPTIONS + 1)]
    for op in set(_OPS) - {"value"}:
        for changes in (False, True):
            ending = laid_out(
                [(20_000, 0b01111), (50, ALL_OPTIONS)], wishes, (0b00011, 0b11100 if changes else ALL_OPTIONS)
            )
            if op == "add":
                ending = evolve(ending, state=(ending.state[0 if changes else 1], *ending.state[1:]))
            after = conversation_fit(ending.state)
            assert after is not None
            others = [mask for mask in range(ALL_OPTIONS + 1) if mask != after] if changes else [after]
            drawn = (search._revision(op, ending, before) for _ in range(20) for before in others)
            assert any(step is not None for step in drawn), (op, changes)


@pytest.mark.parametrize("domain", DOMAINS)
@given(data=st.data())
def test_rows_suit_where_some_wish_holds_on_each_option_that_fits_before_the_last_revision(
    domain: str, data: st.DataObject
) -> None:
    reviser, groups = reviser_in(domain), groups_in(domain)
    pool = groups.pool(data.draw(st.sampled_from(groups.eligible)))
    size = len(pool.group.rows)
    rows = data.draw(st.lists(st.integers(0, size - 1), min_size=PANEL, max_size=PANEL, unique=True))
    stale = data.draw(st.sets(st.integers(0, PANEL - 1), min_size=1))
    without = data.draw(st.sets(st.sampled_from(pool.usable()), max_size=3))
    wishes = {(look.holds, look.fails) for look in reviser.wish_classes(pool, rows, without)}
    apart = all((1 << option, ALL_OPTIONS ^ 1 << option) in wishes for option in stale)
    turns = ("swap", "swap")
    several = [RevisionPlan(turns, ((2,), (option + 1,), (0,)), True) for option in stale]
    assert reviser.can_single_out(pool, rows, several, without) == apart
    single = [evolve(plan, several=False) for plan in several]
    assert reviser.can_single_out(pool, rows, single, without), "one option that fits needs no such wish"


@pytest.mark.parametrize(("slots", "revisions"), [pytest.param(8, 6, marks=pytest.mark.deep), (9, 3)])
def test_too_few_slots_for_a_conversation_are_refused_with_settings_that_work(
    slots: int, revisions: int
) -> None:
    diamonds = cocoa_core.load_domain("diamonds")
    with pytest.raises(SettingsError, match="too few slots") as refused:
        list(diamonds.generate(1, seed=1, slots=slots, minterms=3, revisions=revisions))
    flags = re.findall(r"--(\w+) (\d+)", refused.value.fix)
    assert {"slots", "minterms"} <= {name for name, _ in flags}
    changed = {"revisions": revisions, **{name: int(number) for name, number in flags}}
    assert len(list(diamonds.generate(5, seed=1, **changed))) == 5


def test_a_domain_with_few_slots_is_told_of_conversations_without_wishes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    domain = load_domain("flights")
    wording = RequestWording(domain)
    source = QuestionSource(Groups(domain, wording.realizer.wordings, 5), wording)
    settings = Settings.of(slots=2, minterms=3, wishes=3, revisions=3)
    monkeypatch.setattr(
        nearest_settings, "has_questions", lambda _source, _settings, cell, *_rest: not cell.wishes
    )
    advice = nearest_settings.nearest_fix(source, settings, settings.mix[0][0], split=2)
    assert advice == "pass --slots 2 --minterms 3 --wishes 0"


@pytest.mark.parametrize(("found", "ended"), [(0, 30), (4, 150), (5, 394), (-1, 1)])
def test_a_search_for_conversations_ends_by_how_many_members_are_found(found: int, ended: int) -> None:
    """With four of five members found each time, hundreds of attempts are not in vain; with all of them but
    no words for them they are, in the end. A member that is never found ends its first attempt."""
    domain = load_domain("diamonds")
    settings = Settings.of(slots=2, minterms=3, revisions=3)
    attempts = 0

    class Nearly(Choose):
        def draw(self, search: QuestionSetSearch) -> Sets | None:
            nonlocal attempts
            attempts += 1
            while found < 0:
                search.rejections[0].count(Rejection.TOO_MUCH)
                search.rejections[0].charge(0)
            for number in range(1, found + 1):
                search.reached[number] += 1
            return [[]] * 5 if found == 4 and attempts == 150 else None

    wording = RequestWording(domain)
    source = QuestionSource(Groups(domain, wording.realizer.wordings, 5), wording)
    plan = QuestionSetSpec(Nearly(), (settings.mix[0][0],) * 5, settings)
    limits = Limits(tries=10_000, expected=1_000, lasting=True)
    if found == 4:
        draw_together(source, plan, stream("nearly"), limits)
    else:
        with pytest.raises(NothingFoundError, match="no conversation with 3 revisions"):
            draw_together(source, plan, stream("nearly"), limits)
    assert attempts == ended


def test_each_process_draws_the_first_set_of_each_ask_and_gives_no_later_one_up_sooner() -> None:
    domain = load_domain("flights")
    engine = Engine(domain, Settings.of(ask="choose,count", slots=2, minterms=3, wishes=1, revisions=3))
    engine.items(9)
    assert {("choose", 0, 0), ("count", 0, 0)} < set(engine._rings)
    plan = engine._rings["choose", 0, 0].plan
    first, later = (search_limits(domain, plan, judged=judged) for judged in (True, False))
    assert first is not None
    assert later is not None
    assert first.expected * 10 < later.expected


def test_a_state_that_repeats_a_term_is_not_provable() -> None:
    reviser = Reviser(RequestWording(load_domain("diamonds")))
    price, table = (
        ConversationTerm((GroundedLiteral(Primitive(slot, Test(op, (bound,)), f"{slot}_cap"), True),), 31, 0)
        for slot, op, bound in (("price", "less", 500_000), ("table", "more", 560))
    )
    assert provable(reviser.schema, [(price, table), (table, price)])
    assert not provable(reviser.schema, [(price, table, price)])
    assert not provable(reviser.schema, [(price, table, price), (price, table)]), "whichever state comes last"


def test_what_is_named_is_the_only_thing_that_the_noun_can_mean() -> None:
    """ "The price" may mean the price per carat too, and "it" after "the color only matters" the color."""
    domain = load_domain("diamonds")
    reviser = Reviser(RequestWording(domain))
    price, per_carat, table = (
        ConversationTerm((GroundedLiteral(Primitive(slot, Test(op, (bound,)), f"{slot}_cap"), True),), 31, 0)
        for slot, op, bound in (
            ("price", "less", 500_000),
            ("price_per_carat", "less", 400_000),
            ("table", "more", 560),
        )
    )
    for state, named in (
        ((price, table), (price, table)),
        ((price, per_carat), (per_carat,)),
        ((per_carat, table), (per_carat, table)),
    ):
        assert tuple(piece for piece in state if reviser.nouns.can_name(piece, state)) == named
        assert tuple(reviser.nouns.named(state)) == named
    clear = reviser.nouns.clear(["price_per_carat"])
    assert "table" in clear
    assert clear.isdisjoint({"price", "price_per_carat"})
    question = next(iter(cocoa_core.load_domain("diamonds").generate(1, seed=3)))
    literal = grounded(domain.schema, question.requirement.terms[0][0])
    rng = stream("only if")
    texts = {RequestWording(domain).realizer.condition(literal, rng) for _ in range(60)}
    assert len(texts) > 1
    assert not any(text.startswith(("it ", "it's ")) for text in texts)


def capped(slot: str, op: str, bound: int) -> ConversationTerm:
    """A term of one literal that compares a slot with a number."""
    return ConversationTerm(
        (GroundedLiteral(Primitive(slot, Test(op, (bound,)), f"{slot}_cap"), True),), 31, 0
    )


def test_a_comparison_is_that_only_where_it_is_what_was_said_last() -> None:
    reviser = Reviser(RequestWording(load_domain("hotels")))
    near, nearer = capped("center", "less", 80), capped("center", "less", 50)
    price, stars = capped("price", "less", 20_000), capped("stars", "at_least", 3)
    step = Step("bound", (near,), (nearer,), (nearer, price))
    for before, unnamed in (
        (Step("", (), (), (price, near)), False),
        (Step("add", (), (near,), (price, near)), True),
        (Step("add", (), (price,), (near, price)), False),
        (Step("drop", (stars,), (), (price, near)), False),
        (Step("undo", (stars,), (near,), (price, near)), False),
    ):
        assert any("{N}" not in pattern for pattern in reviser._patterns(step, before)) == unnamed, before


def test_a_message_that_did_two_things_is_taken_back_as_a_whole() -> None:
    """ "Forget my last message" could mean only what the message added."""
    reviser = reviser_in("hotels")
    near, price = capped("center", "less", 80), capped("price", "less", 20_000)
    step = Step("undo", (price,), (near,), (near,))
    swapped = reviser._patterns(step, Step("swap", (near,), (price,), (price,)))
    added = reviser._patterns(step, Step("add", (), (price,), (near, price)))
    assert swapped
    assert all("everything" in pattern or "how it was" in pattern for pattern in swapped)
    assert set(swapped) < set(added) == set(REVISIONS["undo"])


def test_a_first_turn_says_two_wishes_in_a_sentence_as_a_request_does() -> None:
    domain, rng = load_domain("diamonds"), stream("first turn")
    wishes = tuple(
        ConversationTerm((GroundedLiteral(Primitive(slot, Test("less", (bound,)), slot), True),), 31, 0)
        for slot, bound in (("table", 560), ("depth", 620))
    )
    texts = {reviser_in("diamonds")._first_turn("I need a stone.", wishes, rng) for _ in range(60)}
    assert {text.count(". ") for text in texts} == {1, 2}
    for text in texts:
        (terms,) = parser_in("diamonds").parse(f"I need a 0.50-0.69 carat stone.{text[15:]}")
        assert equivalent(domain.schema, terms, tuple(wish.literals for wish in wishes)), text
    assert reviser_in("diamonds")._first_turn("I need a stone.", (), rng) == "I need a stone."


@pytest.mark.parametrize("domain", ["diamonds", "flights", "hotels", "jobs"])
def test_what_is_made_to_be_a_comparison_is_no_time_by_which_something_happens(domain: str) -> None:
    """ "For the departure time, make it by 2:30 PM instead"."""
    reviser = Reviser(RequestWording(load_domain(domain)))
    for slot in reviser.schema.slots:
        for op in BOUNDS:
            if bounded_phrases(slot.kind, op):
                [literal] = capped(slot.name, op, 60).literals
                comparisons = reviser._bounds(literal)
                assert comparisons
                assert not any(re.match(r"by |in |on |at \d", text) for text in comparisons)


def test_a_plural_is_no_subject_of_a_sentence_in_the_singular() -> None:
    nouns = SlotNouns(load_domain("jobs").schema)
    assert [nouns.singular(slot) for slot in ("weekly_hours", "benefits", "shift_start")] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("op", ["bound", "shift"])
def test_no_bound_is_said_anew_that_was_given_up_before(op: str) -> None:
    """Turns are drawn backwards: $400, which is said later, cannot have been said at first."""
    domain = load_domain("diamonds")
    now, later, free = (capped("price", "less", bound * 100) for bound in (300, 400, 500))
    looks = [WishClass("price", 31, 0, (now.literals[0], later.literals[0], free.literals[0]))]
    wishes = _Wishes(looks, frozenset(), stream("again"))
    turns = (Step("bound", (now,), (later,), (later,)),)
    for steps, possible in ((turns, {free.literals}), ((), {later.literals, free.literals})):
        ending = _Ending((now,), NumberedOptions({0: 31}), wishes, steps)
        drawn = [_changed(op, [now], ending, 31, domain.schema) for _ in range(40)]
        assert {before.literals for before, _ in filter(None, drawn)} == possible


def test_no_percentage_is_added_or_taken_off() -> None:
    """ "7% off" would be a share of what there is."""
    opened = "I need a 0.50-0.69 carat stone."
    begun = "I need a table of less than 58%. I want to pay less than $3,000."
    for turn, times in (
        ("Let's take $100 off what I said about the price.", 1),
        ("Let's take 7% off what I said about the table.", 0),
    ):
        assert len(read_conversation(parser_in("diamonds"), f"{opened} {begun}", [turn])) == times
        assert len(heard_by_the_verifier("diamonds", begun, [turn])) == times


def test_an_addition_with_words_of_its_own_before_it_has_no_marker() -> None:
    reviser = Reviser(RequestWording(load_domain("hotels")))
    question = next(iter(cocoa_core.load_domain("hotels").generate(1, seed=3)))
    [literal] = next(term for term in question.requirement.terms if len(term) == 1)
    piece = ConversationTerm((grounded(load_domain("hotels").schema, literal),), 0, 0)
    rng = stream("markers")
    before, step = Step("", (), (), ()), Step("add", (), (piece,), (piece,))
    texts = {reviser._text(step, before, set(), rng) for _ in range(300)}
    own = [sentence.partition("{s}")[0] for sentence in REVISIONS["add"] if "{s}" in sentence]
    for words in (*own, *MARKERS):
        assert any(text.startswith(words) for text in texts), words
    for text in texts:
        assert not any(words.lower() in text.lower() for words in own) or text.startswith(tuple(own)), text


def test_every_sentence_of_every_operation_is_laid_out_here() -> None:
    """A sentence that nobody can hear would be left out of what both readers hear below."""
    assert set(SAID) == set(REVISIONS)
    for op, (turns, _) in SAID.items():
        alike = {sentence for turn in turns for sentence in sentences_like(turn, op, {})}
        assert len(alike) >= len(REVISIONS[op]), op


@pytest.mark.parametrize(
    "marker", ["", MARKERS[0], *(pytest.param(marker, marks=pytest.mark.deep) for marker in MARKERS[1:])]
)
@pytest.mark.parametrize("op", list(SAID))
def test_both_readers_hear_the_same_after_each_operation(op: str, marker: str) -> None:
    domain, verifier = load_domain("hotels"), reader_in("hotels").domain
    turns, terms = SAID[op]
    opening = "I need a room in Chicago."
    for last in dict.fromkeys([turns[-1], *sentences_like(turns[-1], op, {})]):
        later = [marker + small(turn) if marker else turn for turn in (*turns[:-1], last)]
        (ours,) = read_conversation(parser_in("hotels"), f"{opening} {BEGUN}", later)
        assert ours[-1].op == op
        assert len(ours[-1].terms) == terms
        (theirs,) = heard_by_the_verifier("hotels", BEGUN, later)
        assert [one.op for one in theirs] == [one.op for one in ours]
        for mine, other in zip(ours, theirs, strict=True):
            literals = read_literals(verifier, mine.terms, domain)
            assert clauses(verifier.slots, other.terms) == clauses(verifier.slots, literals)


def read_literals(verifier: Any, terms: Any, domain: Any) -> Any:
    from cocoa_core.families.selection.generation.assembly import literal_record
    from cocoa_core.independent import read_literal

    found = []
    for term in terms:
        said = []
        for literal in term:
            kind = domain.schema.slot(literal.primitive.slot).kind
            record = literal_record(kind, literal, literal.primitive.rule)
            said.append(
                read_literal(
                    verifier.slots[record.slot], record.over, record.test, record.values, record.positive
                )
            )
        found.append(tuple(said))
    return tuple(found)


def test_what_may_not_be_said_is_not_heard() -> None:
    parser = parser_in("hotels")
    begun = f"I'd like to book a room in Chicago. {BEGUN}"
    for later in (
        ["Ignore my last message."],
        ["What I said about the distance to the center holds after all."],
        ["Forget what I said about the view."],
        ["For the room amenities, make it under 3 km instead."],
        ["Where I said a sauna, make it a safe."],
        [
            "Forget what I said about the distance to the center.",
            "Ignore my last message.",
            "Ignore my last message.",
        ],
        ["Never mind."],
        ["Make that under $90 instead."],
        ["For the walk to the metro, make it under 3 minutes instead."],
        ["Let's take 5 km off what I said about the distance to the center."],
        ["Let's add $20 to what I said about the distance to the center."],
        ["Let's add 2 km to what I said about the room amenities."],
        ["Forget what I said about the room amenities and the distance to the center."],
        ["If the place is under 3 km from the center, the distance to the center doesn't matter."],
        ["The view only matters if the price is more than $100 per night."],
        ["The distance to the center only matters if it is nice."],
    ):
        assert read_conversation(parser, begun, later) == (), later


def test_no_two_slots_of_a_shipped_domain_have_one_noun() -> None:
    for name in ("flights", "hotels", "jobs", "diamonds"):
        schema = load_domain(name).schema
        assert len(nouns_of(schema)) == len(schema.slots), name


def test_a_preset_is_the_usual_mix_with_so_many_revisions() -> None:
    for name, revisions in REVISED_PRESETS.items():
        assert Settings.of(preset=name, ask="count") == Settings.of(revisions=revisions, ask="count")
        assert Settings.of(preset=name).usual
        with pytest.raises(SettingsError):
            Settings.of(preset=name, revisions=revisions)
    assert Settings.of(level=1.0, ask="every", revisions=3).options == 5


def test_other_asks_and_single_revisions_are_refused() -> None:
    for settings in (
        {"ask": "relax"},
        {"ask": "choose,possible"},
        {"options": 8},
        {"none": True},
        {"groups": "edit"},
    ):
        with pytest.raises(SettingsError):
            next(iter(cocoa_core.load_domain("hotels").generate(1, revisions=3, **settings)))
    with pytest.raises(SettingsError):
        next(iter(cocoa_core.load_domain("hotels").generate(1, revisions=FEWEST - 1)))
