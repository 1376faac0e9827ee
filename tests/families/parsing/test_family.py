"""The parsing family in a run: contract, sides, variants, answers, settings that cannot be met."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import SettingsError, UsageError
from cocoa_core.families.parsing.family import FAMILY
from cocoa_core.families.parsing.grammar import CASES
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.record import ParsingItem
from cocoa_core.families.parsing.settings import ParsingSettings
from cocoa_core.family_contract import check_family
from cocoa_core.independent import cases_of, meanings
from cocoa_core.items import Dataset, Prompting
from cocoa_core.running import RunSpec, write_dataset

SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"hold-out": "all", "variants": "reordered,recogs,rm-x-pc,variable-free"},
    {"hold-out": "pp-recursion", "split": {"train": 0.5, "gen": 0.5}},
    {"split": {"train": 0.5, "test": 0.5}},
    *({"notation": name, "variants": "reordered"} for name in NOTATIONS),
)


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_the_family_keeps_the_contract(given: dict[str, Any], tmp_path: Path) -> None:
    check_family(FAMILY, tmp_path, given, count=40)


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_settings_are_read_as_they_were_written(given: dict[str, Any]) -> None:
    settings = ParsingSettings.of(given)
    stated = settings.to_json()
    assert ParsingSettings.read(stated) == settings
    for key in stated:
        with pytest.raises(ValueError, match="settings: "):
            ParsingSettings.read({name: value for name, value in stated.items() if name != key})


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """600 items, everything held out, one variant."""
    folder = tmp_path_factory.mktemp("parsing") / "items"
    settings = FAMILY.settings({"hold-out": "all", "variants": "rm-x"})
    made = write_dataset(RunSpec(FAMILY, None, settings, 11), folder, 600).manifest
    return Dataset(folder, made, FAMILY)


def items(dataset: Dataset) -> list[ParsingItem]:
    return list(dataset)


def test_sides_have_their_shares_and_gen_has_every_case(dataset: Dataset) -> None:
    counts = Counter(item.provenance.side for item in items(dataset))
    assert {side: round(count / 600, 2) for side, count in counts.items()} == {
        "train": 0.8,
        "dev": 0.05,
        "test": 0.05,
        "gen": 0.1,
    }
    assert set(CASES) >= {item.category for item in dataset.side("gen")}
    assert len({item.category for item in dataset.side("gen")}) > 20


def test_training_items_hold_no_held_out_combination(dataset: Dataset) -> None:
    for side in ("train", "dev", "test"):
        for item in dataset.side(side):
            if item.category != "primitive":
                (meaning,) = meanings(item.sentence.split(" "))
                assert cases_of(meaning)[0] == frozenset()


def test_variants_of_a_sentence_are_a_group_and_mean_the_same(dataset: Dataset) -> None:
    groups: dict[str, list[ParsingItem]] = {}
    for item in items(dataset):
        groups.setdefault(item.groups["meaning"], []).append(item)
    assert {len(group) for group in groups.values()} == {2}
    for one, other in groups.values():
        assert (one.sentence, one.form, one.variant, other.variant) == (
            other.sentence,
            other.form,
            "plain",
            "rm-x",
        )
        assert FAMILY.cluster(one) == FAMILY.cluster(other)
        assert one.notation != other.notation


LEADS = ("", "Answer: ", "**Answer:** ", "It is so.\n\nAnswer: ", "<answer>", "Answer:\n```\n")


@given(data=st.data())
def test_an_answer_is_right_however_it_is_written(dataset: Dataset, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(items(dataset)[:60]))
    key = item.key
    tight = key.replace("x _ ", "x_").replace(" ( ", "(").replace(" )", ")").replace(" , ", ",")
    lead = data.draw(st.sampled_from(LEADS))
    text = f"{lead}{data.draw(st.sampled_from([key, tight]))}"
    text += "</answer>" if lead == "<answer>" else "\n```" if lead.endswith("```\n") else ""
    score = FAMILY.score(item, [text])
    assert (score.value, score.metrics["string"]) == (1.0, 1.0), text


@given(data=st.data())
def test_the_form_of_another_sentence_is_wrong(dataset: Dataset, data: st.DataObject) -> None:
    plain = [item for item in items(dataset) if item.variant == "plain"][:80]
    one, other = data.draw(st.permutations(plain))[:2]
    score = FAMILY.score(one, [f"Answer: {other.key}"])
    assert (score.value, score.outcome) == (0.0, "wrong")


@pytest.mark.parametrize("said", ["", "I cannot say.", "Answer: who knows?", "Answer:"])
def test_what_states_no_form_is_unread(dataset: Dataset, said: str) -> None:
    assert FAMILY.score(items(dataset)[0], [said]).outcome == "unparsed"


@pytest.mark.parametrize("strategy", FAMILY.strategies)
def test_examples_are_training_items_of_the_same_variant(dataset: Dataset, strategy: str) -> None:
    prompter = FAMILY.prompter(dataset, Prompting(strategy=strategy))
    train = {(item.sentence, item.key, item.variant) for item in dataset.side("train")}
    for item in list(dataset.side("gen"))[:10]:
        said = prompter.conversation(item).first
        blocks = said.split("Sentence: ")[1:]
        assert blocks[-1].startswith(f"{item.sentence}\n")
        shown = [tuple(block.split("\n")[:2]) for block in blocks[:-1]]
        assert len(shown) == (0 if strategy == "bare" else 8)
        assert {(said, form.removeprefix("Answer: "), item.variant) for said, form in shown} <= train


def test_covering_examples_have_more_words_of_the_question_than_drawn_ones(dataset: Dataset) -> None:
    covered = {}
    for strategy in ("direct", "covering"):
        prompter = FAMILY.prompter(dataset, Prompting(strategy=strategy))
        covered[strategy] = 0
        for item in list(dataset.side("gen"))[:20]:
            *shown, _ = prompter.conversation(item).first.split("Sentence: ")[1:]
            words = {word for block in shown for word in block.split("\n")[0].split()}
            covered[strategy] += len(words & set(item.sentence.split()))
    assert covered["covering"] > 1.3 * covered["direct"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"hold-out": "pp-recursions"}, "pp-recursion"),
        ({"notation": "lambda"}, "recogs-pos"),
        ({"variants": "recogs-pos"}, "reordered"),
        ({"variants": "recogs,recogs"}, "twice"),
        ({"length": 3}, "hold-out"),
        ({"hold-out": "all", "split": {"train": 1.0}}, "gen=0.1"),
        ({"split": {"train": 0.5, "gen": 0.5}}, "hold-out=all"),
        ({"split": {"train": 0.5, "test": 0.6}}, "add up"),
        ({"split": {"train": 0.5, "validation": 0.5}}, "dev"),
    ],
)
def test_settings_that_cannot_be_met_say_what_can(given: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        FAMILY.settings(given)
    assert said in str(caught.value)


def test_a_template_without_a_place_for_the_sentence_is_refused(dataset: Dataset, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("Parse it.", encoding="utf-8")
    with pytest.raises(UsageError, match="no place for the sentence"):
        FAMILY.prompter(dataset, Prompting(strategy="direct", prompt=path))
    path.write_text("{sentence}", encoding="utf-8")
    prompter = FAMILY.prompter(dataset, Prompting(strategy="direct", prompt=path))
    item = items(dataset)[0]
    assert prompter.conversation(item).first == item.sentence
