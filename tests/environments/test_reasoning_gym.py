"""docs/examples/cocoa-reasoning-gym in reasoning-gym: registered, drawn, scored, mixed, made harder."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
import reasoning_gym
from cocoa_reasoning_gym import LEVELS, NAMES
from reasoning_gym.coaching.base_curriculum import DefaultCurriculumContext
from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec
from reasoning_gym.factory import create_curriculum, get_score_answer_fn

import cocoa_core
from cocoa_core.items import BUILT_IN, family_named

ASKS = [(family, ask) for family in BUILT_IN for ask in family_named(family).asks]


def made(name: str, **how: Any) -> Any:
    return reasoning_gym.create_dataset(name, **{"seed": 7, "size": 10, **how})


def test_every_ask_of_every_family_is_registered() -> None:
    assert tuple(f"cocoa_{ask.replace('-', '_')}" for _, ask in ASKS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_is_a_function_of_seed_and_index(name: str) -> None:
    data, again = made(name), made(name)
    assert len(data) == 10
    forth = [data[place] for place in (0, 1, 2)]
    assert [again[place] for place in (2, 1, 0)] == forth[::-1]
    assert json.loads(json.dumps(forth)) == forth
    assert made(name, seed=8)[0]["question"] != forth[0]["question"]
    assert len({one["metadata"]["id"] for one in forth}) == 3
    for place, one in enumerate(forth):
        assert (one["metadata"]["source_dataset"], one["metadata"]["source_index"]) == (name, place)
        assert one["metadata"]["difficulty"]["level"] == 0
        family = json.loads(one["metadata"]["record"])["family"]
        assert one["metadata"]["scorer"] == f"{family}-{family_named(family).reader}"
    with pytest.raises(IndexError):
        data[10]


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_worth_what_the_scorer_says(name: str) -> None:
    """What reasoning-gym pays by default, the right letter among others included, is not paid."""
    data, score = made(name), get_score_answer_fn(name)
    for place in range(2):
        entry = data[place]
        said = (
            "Hm.",
            "",
            None,
            f"It is {entry['answer']} or not.",
            "Answer: A",
            f"Answer: {entry['answer']}",
        )
        record = entry["metadata"]["record"]
        for answer in (entry["answer"], *said):
            expected = 0.0 if answer is None else float(cocoa_core.score(json.loads(record), answer))
            assert data.score_answer(answer, entry) == score(answer, entry) == expected
        assert score(entry["answer"], entry) == 1.0
        assert score(None, entry) == 0.0


def test_a_level_that_a_family_does_not_have_is_its_highest() -> None:
    assert made("cocoa_form", level=3)[0]["metadata"]["difficulty"]["level"] == 0
    assert made("cocoa_choose", level=3)[0]["metadata"]["difficulty"]["level"] == 3


def test_a_letter_among_others_earns_nothing() -> None:
    entry = made("cocoa_choose")[0]
    assert get_score_answer_fn("cocoa_choose")("A, B, C, D or E", entry) == 0.0


def test_scoring_loads_no_domain() -> None:
    entry = json.dumps(made("cocoa_every")[0])
    program = (
        "import sys, json, cocoa_reasoning_gym\nfrom reasoning_gym.factory import get_score_answer_fn\n"
        f"print(get_score_answer_fn('cocoa_every')('Answer: A', json.loads({entry!r})))\n"
        "assert 'cocoa_core.loading.discovery' not in sys.modules\n"
        "assert 'cocoa_core.families.selection.engine' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_in_a_composite_with_one_of_their_own() -> None:
    specs = [DatasetSpec(name, 1.0, {}) for name in ("cocoa_choose", "knights_knaves")]
    mixed = CompositeDataset(CompositeConfig(size=12, seed=3, datasets=specs))
    entries = [mixed[place] for place in range(12)]
    sources = {entry["metadata"]["source_dataset"] for entry in entries}
    assert sources == {"cocoa_choose", "knights_knaves"}
    assert all(mixed.score_answer(entry["answer"], entry) == 1.0 for entry in entries)
    again = CompositeDataset(CompositeConfig(size=12, seed=3, datasets=specs))
    assert again[5] == entries[5]


def test_the_curriculum_makes_questions_harder() -> None:
    curriculum = create_curriculum("cocoa_choose")
    context = DefaultCurriculumContext()
    seen = []
    for level in range(len(LEVELS["selection"])):
        config = curriculum.generate_configuration({"seed": 1, "size": 5}, context)
        assert config.level == level
        data = reasoning_gym.create_dataset("cocoa_choose", seed=1, size=5, level=config.level)
        difficulty = data[0]["metadata"]["difficulty"]
        seen.append((difficulty["slots"], difficulty["minterms"]))
        if level + 1 < len(LEVELS["selection"]):
            assert curriculum.increment_attr_level("level")
    assert not curriculum.increment_attr_level("level")
    assert seen == [(one["slots"], one["minterms"]) for one in LEVELS["selection"]]
