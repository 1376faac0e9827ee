"""What holds of the derived deliveries over every ask: the same conditions, and a key after each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice
from pathlib import Path

import pytest
from attrs import evolve
from families.selection.deliveries.turn_flaws import turn_flaws
from jsonschema import Draft202012Validator

import cocoa_core
from cocoa_core.answers import Score
from cocoa_core.errors import UsageError
from cocoa_core.families.selection import (
    ASKS,
    FAMILY,
    Message,
    Question,
    RequestReader,
    answer,
    reader_of,
    reference_model,
)
from cocoa_core.families.selection.deliveries.prompter import DeliveryPrompter
from cocoa_core.families.selection.deliveries.turns import FIGURES, TURNS
from cocoa_core.families.selection.delivering import DELIVERIES, TurnKey
from cocoa_core.items import ANSWERING, ChatMessage, Episode, Prompting, Script, UserTurn, episode_schema
from cocoa_core.lexicon import ALL_SAID
from cocoa_core.loading import load_domain
from cocoa_core.verification.selection.asks import ASKS as VERIFIED
from cocoa_core.verification.selection.checker import QuestionChecker
from cocoa_core.verification.selection.parsed_question import parse_question

COUNT = 3
every_ask = pytest.mark.parametrize("name", list(ASKS))


@cache
def _drawing(name: str, domain: str) -> tuple[list[Question], Iterator[Question]]:
    return [], cocoa_core.load_domain(domain).generate(seed=6, ask=name)


def drawn(name: str, domain: str = "flights") -> Iterator[Question]:
    """The questions of an ask that have conditions enough for a conversation, each drawn once."""
    earlier, further = _drawing(name, domain)
    for index in count():
        if index == len(earlier):
            earlier.append(next(question for question in further if not TURNS.refusal(question)))
        yield earlier[index]


def questions(name: str, domain: str = "flights") -> Sequence[Question]:
    """The first few of them."""
    return tuple(islice(drawn(name, domain), COUNT))


@cache
def prompter(delivery: str, answering: str = "free", domain: str = "flights") -> DeliveryPrompter:
    how = Prompting(strategy="direct", delivery=delivery, answering=answering)
    found = FAMILY.prompter_for(questions("choose", domain)[0], how)
    assert isinstance(found, DeliveryPrompter)
    return found


def script_of(question: Question, delivery: str = "turns", answering: str = "free") -> Script:
    domain = prompter("turns", answering, question.domain.name).domain
    return DELIVERIES[delivery].script(question, domain, answering)


def episode_of(question: Question, replies: Sequence[str], answering: str = "free") -> Episode:
    return Episode(
        item=question.id,
        delivery="turns",
        answer=answering,
        messages=tuple(ChatMessage(role="assistant", content=reply) for reply in replies),
    )


def scored(question: Question, replies: Sequence[str], answering: str = "free") -> Score:
    return cocoa_core.score_episode(question, episode_of(question, replies, answering))


@every_ask
def test_every_condition_is_said_once_and_the_last_turn_says_nothing(name: str) -> None:
    for question in questions(name):
        script = script_of(question)
        terms = [term for turn in script.turns for term in turn.units]
        assert sorted(terms) == list(range(len(question.requirement.terms)))
        assert all(len(turn.units) == 1 for turn in script.turns[:-1])
        assert script.turns[-1] == UserTurn(ALL_SAID)


@every_ask
def test_a_list_and_turns_have_the_same_wordings(name: str) -> None:
    for question in questions(name):
        listed = script_of(question, "concat").turns[0].text
        for turn in script_of(question).turns[1:-1]:
            assert turn.text in listed


@every_ask
def test_full_is_what_the_strategy_direct_says(name: str) -> None:
    for question in questions(name):
        conversation = FAMILY.prompter_for(question, Prompting(strategy="direct")).conversation(question)
        assert script_of(question, "full").turns[0].text == conversation.first


@pytest.mark.parametrize("domain", ["flights", pytest.param("hotels", marks=pytest.mark.deep)])
@every_ask
def test_the_twin_reads_the_same_conditions_and_keys_from_the_texts_alone(name: str, domain: str) -> None:
    checker = checker_in(domain)
    for question in questions(name, domain):
        script = script_of(question)
        keys = TURNS.keys(question, script, prompter("turns", "free", domain).domain)
        case, flaws = parse_question(question.to_json(), checker.domain, VERIFIED[name].needs)
        assert case is not None, flaws
        texts = [turn.text for turn in script.turns]
        stated = [(key.key, key.settled) for key in keys]
        assert list(turn_flaws(case, checker.lexicon, texts, stated)) == []
        if question.options and keys[-1].settled:
            assert keys[-1].key == question.right
        wrong = [*stated[:-1], (("Z",), True)]
        assert [flaw.what for flaw in turn_flaws(case, checker.lexicon, texts, wrong)] == ["keys"]
        if len(texts) > 3:
            swapped = [texts[0], *texts[2:-1], texts[-1]]
            found = {flaw.what for flaw in turn_flaws(case, checker.lexicon, swapped, stated[1:])}
            assert found & {"keys", "turns"}


@cache
def reader_in(domain: str) -> RequestReader:
    return reader_of(load_domain(domain).files)


@cache
def checker_in(domain: str) -> QuestionChecker:
    return QuestionChecker(reader_in(domain).domain)


def conversed(question: Question, model: str, answering: str) -> list[str]:
    player = reference_model(model)
    assert player is not None
    reader = reader_in(question.domain.name)
    script = script_of(question, "turns", answering)
    messages = [Message("system", script.system)]
    for turn in script.turns:
        messages.append(Message("user", turn.text))
        messages.append(Message("assistant", answer(player, reader, 0, messages)))
    return [message.text for message in messages if message.role == "assistant"]


@pytest.mark.parametrize("answering", list(ANSWERING))
@every_ask
def test_who_reads_every_turn_is_right_and_so_are_the_right_replies(name: str, answering: str) -> None:
    asked = prompter("turns", answering)
    for question in (one for one in questions(name) if asked.fits(one)):
        right = scored(question, asked.replies(question), answering)
        assert right.value == 1
        score = scored(question, conversed(question, "oracle", answering), answering)
        assert score.value == 1
        if answering == "each":
            assert score.metrics.get("all_states", 1) == right.metrics.get("all_states", 1) == 1


@every_ask
def test_who_hears_one_turn_alone_is_not_always_right(name: str) -> None:
    """Draws until each has been wrong: of `possible` half are right, of `broken` a third, so three of three
    at times.
    """
    wrong = {"first-term": 0, "last-term": 0}
    for question in islice(drawn(name), 60):
        for model in wrong:
            wrong[model] += scored(question, conversed(question, model, "end"), "end").value < 1
        if all(wrong.values()):
            return
    raise AssertionError(wrong)


@every_ask
def test_no_message_holds_what_the_record_knows(name: str) -> None:
    for question in questions(name):
        for delivery in {*DELIVERIES} - {"revise", "paraphrase"}:  # these have tests of their own
            script = script_of(question, delivery)
            text = "\n".join([script.system, *(turn.text for turn in script.turns)])
            rows = [option.row for option in question.options if len(option.row) > 3]
            secrets = (question.id, question.requirement.id, question.requirement.text, "canary", *rows)
            assert not [secret for secret in secrets if secret in text]


def test_a_request_of_two_conditions_is_refused() -> None:
    question = questions("choose")[0]
    terms = evolve(question.requirement, terms=question.requirement.terms[:2])
    short = evolve(question, requirement=terms)
    assert not prompter("turns").fits(short)
    with pytest.raises(UsageError, match="few conditions"):
        prompter("turns").script(short)


def test_an_episode_is_json_with_a_schema_and_comes_back() -> None:
    question = questions("choose")[0]
    episode = episode_of(question, ["Answer: A"])
    Draft202012Validator(episode_schema()).validate(json.loads(json.dumps(episode.to_json())))
    assert Episode.from_json(episode.to_json()) == episode
    whole = cocoa_core.score_episode(question.to_json(), episode.to_json())
    assert whole == cocoa_core.score_episode(question, episode)
    with pytest.raises(UsageError, match="not one of this item"):
        cocoa_core.score_episode(question, evolve(episode, item="other"))
    with pytest.raises(UsageError, match="no such delivery"):
        cocoa_core.score_episode(question, evolve(episode, delivery="pigeon"))
    with pytest.raises(UsageError, match="not an episode"):
        cocoa_core.score_episode(question, {"item": question.id})


def test_scores_tell_luck_from_patience_and_anchoring_from_error() -> None:
    question = next(one for one in questions("choose") if len(one.requirement.terms) == 3)
    right = question.key[0]
    wrong = next(option.label for option in question.options if option.label != right)
    other = next(option.label for option in question.options if option.label not in (right, wrong))

    def figures(*said: str) -> dict[str, float]:
        score = scored(question, [f"Answer: {one}" if one in "ABCDE" else one for one in said])
        assert set(score.metrics) <= {*FIGURES, *ASKS["choose"].figures}
        return {"right": score.value, **score.metrics}

    lucky = figures(right, "Noted.", "Noted.", "Noted.")
    assert (lucky["right"], lucky["premature"], lucky["premature_right"], lucky["attempts"]) == (1, 1, 1, 1)
    patient = figures("Noted.", "Which airline?", "Noted.", right)
    assert (patient["right"], patient["premature"], patient["asked_back"]) == (1, 0, 0.25)
    recovered = figures(wrong, "Noted.", "Noted.", right)
    assert (recovered["recovered"], recovered["anchored"]) == (1, 0)
    anchored = figures(wrong, "Noted.", "Noted.", wrong)
    assert (anchored["right"], anchored["anchored"], anchored["recovered"]) == (0, 1, 0)
    erred = figures(wrong, "Noted.", "Noted.", other)
    assert (erred["right"], erred["anchored"]) == (0, 0)
    cut = figures(wrong)
    assert (cut["right"], cut["turns"]) == (0, 3)


def test_a_turn_that_is_not_settled_is_not_scored() -> None:
    question = questions("choose")[0]
    keys = [TurnKey(("A",), True), TurnKey(("A", "B"), False), TurnKey(question.right, True)]
    replies = ["Answer: A", "Answer: none", f"Answer: {question.key[0]}"]
    score = TURNS.score(question, episode_of(question, replies, "each"), keys)
    assert (score.metrics["states"], score.metrics["all_states"]) == (1, 1)
    missed = TURNS.score(question, episode_of(question, ["Answer: B", *replies[1:]], "each"), keys)
    assert (missed.value, missed.metrics["states"], missed.metrics["all_states"]) == (1, 0, 0)


def test_what_a_model_says_changes_no_turn(tmp_path: Path) -> None:
    """By construction: a script is made before anybody speaks."""
    question = questions("choose")[0]
    assert script_of(question) == script_of(question)
    assert not any("reply" in name for name in Script.__annotations__)
