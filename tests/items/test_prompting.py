"""Prompts of single records: those of their data set, with nothing of the key in them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from every_ask import ASKS, call_of, items_of

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.items import Prompting, family_named, read_dataset
from cocoa_core.running import write_dataset


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_a_record_alone_is_asked_as_in_its_data_set(family: str, ask: str, tmp_path: Path) -> None:
    write_dataset(call_of(family, ask), tmp_path / "set", 3)
    dataset = read_dataset(tmp_path / "set")
    for strategy in dataset.family.strategies:
        prompter = dataset.family.prompter(dataset, Prompting(strategy=strategy))
        for item in dataset:
            messages = prompter.conversation(item)
            if messages.turns:
                with pytest.raises(UsageError, match="several turns"):
                    cocoa_core.prompt(item, strategy)
                continue
            expected = [{"role": "user", "content": messages.first}]
            if messages.system:
                expected.insert(0, {"role": "system", "content": messages.system})
            assert cocoa_core.prompt(item, strategy, dataset=tmp_path / "set") == expected
            with suppress(UsageError):  # examples are in the data set alone
                assert cocoa_core.prompt(item.line(), strategy) == expected


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_the_first_strategy_needs_no_data_set(family: str, ask: str) -> None:
    for item in items_of(family, ask):
        for explain in (False, True):
            assert cocoa_core.prompt(item.to_json(), explain=explain)[-1]["role"] == "user"


def test_nothing_of_the_proof_is_said() -> None:
    for ask in family_named("selection").asks:
        for item in items_of("selection", ask):
            record = item.to_json()
            prompt = cocoa_core.prompt(record, explain=True)
            assert all(sentence["text"] in prompt[0]["content"] for sentence in record["sentences"])
            nothing: dict[str, Any] = {"satisfied": {}, "broken": {}, "terms": []}
            assert (
                cocoa_core.prompt({**record, "answer": None, "certificate": nothing}, explain=True) == prompt
            )
            assert not any(option["row"] in prompt[0]["content"] for option in record["options"])


@pytest.mark.parametrize("record", [{}, {"family": "selection"}, "{", "[]", {"family": "chess"}, 3])
def test_what_is_no_record_is_said_to_be_none(record: Any) -> None:
    with pytest.raises(UsageError):
        cocoa_core.prompt(record)
