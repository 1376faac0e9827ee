"""Rewards: numbers for whatever a trainer hands over, worth what the family says, in every ask."""

from __future__ import annotations

import json
from typing import Any

import pytest
from every_ask import ASKS, items_of
from hypothesis import given, settings
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.items import Item, Prompting, family_named

PARTIAL = cocoa_core.Reward(partial=True)


def right_reply(item: Item) -> str:
    family = family_named(item.family)
    how = Prompting(strategy=next(iter(family.strategies)))
    return family.prompter_for(item, how).replies(item)[-1]


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_right_pays_one_and_nothing_else_does(family: str, ask: str) -> None:
    items = items_of(family, ask)
    replies = [right_reply(item) for item in items]
    lines = [item.line() for item in items]
    for reward in (cocoa_core.reward, PARTIAL):
        assert reward(completions=replies, record=lines) == [1.0] * len(items)
        for item in items:
            for reply in (
                *replies[:2],
                "Answer: A",
                "Answer: A, C",
                "Answer: none",
                "Answer: 2",
                "It depends.",
            ):
                found = reward.of(item, reply)
                assert 0.0 <= found.value <= 1.0
                assert (found.value == 1.0) == (found.score.value == 1.0)
                assert found.value >= cocoa_core.score(item, reply).value
                assert found.scorer == f"{family}-{family_named(family).reader}"


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_texts_messages_and_dicts_are_worth_the_same(family: str, ask: str) -> None:
    item = items_of(family, ask)[0]
    reply = right_reply(item)
    message = {"role": "assistant", "content": reply}
    asked = {"role": "tool", "content": "Answer: Z"}
    half = len(reply) // 2
    parts = [
        {"type": "reasoning", "text": "Answer: Z"},
        {"type": "text", "text": reply[:half]},
        {"type": "image_url", "image_url": {}},
        {"type": "output_text", "text": reply[half:]},
    ]
    completions = [
        reply,
        [message],
        [{"content": reply}],
        [{**message, "content": "Hm."}, asked, message],
        [{**message, "content": parts}],
    ]
    for record in (item, item.line(), item.to_json()):
        rewards = cocoa_core.reward(completions=completions, record=[record] * len(completions))
        assert rewards == [1.0] * len(completions)
        assert cocoa_core.score(record, reply).value == 1.0


NO_TEXTS = (
    None,
    3,
    [],
    {},
    [None],
    [{"role": "assistant"}],
    [{"role": "assistant", "content": None}],
    [{"role": "assistant", "content": [{"type": "reasoning", "text": "Answer: A"}]}],
    [{"role": "assistant", "content": [{"type": "text", "text": None}, "Answer: A", None]}],
    [{"role": "user", "content": "Answer: A"}],
)


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_what_is_no_text_scores_nothing_and_never_raises(family: str, ask: str) -> None:
    item = items_of(family, ask)[0]
    record = [item.line()] * len(NO_TEXTS)
    assert cocoa_core.reward(completions=list(NO_TEXTS), record=record) == [0.0] * len(NO_TEXTS)
    harsh = cocoa_core.Reward(unread=-0.5)
    assert harsh(completions=list(NO_TEXTS), record=record) == [-0.5] * len(NO_TEXTS)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["role", "content", "type", "text"]), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=25)
@given(completion=JSON)
def test_nothing_in_a_completion_raises(completion: Any) -> None:
    for family, ask in ASKS:
        value = cocoa_core.reward(completions=[completion], record=[items_of(family, ask)[0]])
        assert 0.0 <= value[0] <= 1.0


def test_a_part_is_paid_by_the_certificate() -> None:
    """Of a letter: the sum terms that its option does not break, counted from the requirement again."""
    for item in items_of("selection", "choose"):
        record = item.to_json()
        terms = record["requirement"]["terms"]
        for label, broken in record["certificate"]["broken"].items():
            share = sum(index not in {one["term"] for one in broken} for index in range(len(terms)))
            assert PARTIAL.of(record, f"Answer: {label}").value == pytest.approx(share / len(terms))
            assert cocoa_core.reward.of(record, f"Answer: {label}").value == 0.0


def test_a_part_of_a_set_is_paid_by_its_f1() -> None:
    (item,) = [one for one in items_of("selection", "every", 12) if len(one.key) == 2][:1]
    wrong = next(letter for letter in "ABCDE" if letter not in item.key)
    assert PARTIAL.of(item, f"Answer: {item.key[0]}").value == pytest.approx(2 / 3)
    assert PARTIAL.of(item, f"Answer: {item.key[0]}, {wrong}").value == pytest.approx(1 / 2)
    assert PARTIAL.of(item, f"Answer: {wrong}").value == 0.0


class Trainer:
    """Calls a reward function as TRL 1.16 does, in `GRPOTrainer._calculate_rewards`."""

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {}
        self.metrics: dict[str, float] = {}

    def rewards(self, function: Any, rows: list[dict[str, Any]], completions: list[Any]) -> list[float]:
        keys = [key for key in rows[0] if key not in ("prompt", "completion", "completion_ids")]
        columns = {key: [row[key] for row in rows] for key in keys}
        found: list[float] = function(
            prompts=[row["prompt"] for row in rows],
            completions=completions,
            completion_ids=[[1, 2]] * len(rows),
            trainer_state=object(),
            log_extra=self.columns.__setitem__,
            log_metric=self.metrics.__setitem__,
            **columns,
        )
        assert len(found) == len(completions)
        assert isinstance(function.__name__, str)
        return found


def test_a_trainer_calls_it_with_all_of_its_keywords() -> None:
    items = items_of("selection", "choose", 5)
    rows = [{"prompt": cocoa_core.prompt(item), "record": json.dumps(item.to_json())} for item in items]
    said = [[{"role": "assistant", "content": right_reply(item)}] for item in items]
    said[0] = [{"role": "assistant", "content": "Who knows."}]
    trainer = Trainer()
    assert trainer.rewards(cocoa_core.reward, rows, said) == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert trainer.columns["cocoa_outcome"] == ["unparsed", *["right"] * 4]
    assert set(trainer.columns["cocoa_scorer"]) == {"selection-3"}
    assert trainer.metrics == {"cocoa_unread": 0.2}
    assert cocoa_core.reward.__name__ != PARTIAL.__name__


@pytest.mark.parametrize(
    "columns", [{}, {"record": ["{}"]}, {"record": []}, {"record": "{}"}, {"record": [None]}, {"record": [7]}]
)
def test_a_wrong_column_is_said_and_not_scored(columns: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="record"):
        cocoa_core.reward(completions=["Answer: A"], **columns)
