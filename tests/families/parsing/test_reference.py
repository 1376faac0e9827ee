"""The reference models of parsing: one reads every sentence, in every notation; one repeats an example."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import attrs
import pytest

from cocoa_core.families.parsing.family import FAMILY
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.record import ParsingItem
from cocoa_core.families.parsing.reference import reply_to_sentence
from cocoa_core.independent import lone_word_form
from cocoa_core.items import Dataset, Prompting
from cocoa_core.running import RunSpec, write_dataset


def written(folder: Path, notation: str) -> Dataset:
    """Items of a notation with everything held out, and each again in another one and in another order."""
    variant = next(name for name in NOTATIONS if name != notation)
    given = {"notation": notation, "hold-out": "all", "variants": f"reordered,{variant}"}
    manifest = write_dataset(RunSpec(FAMILY, None, FAMILY.settings(given), 5), folder, 150).manifest
    return Dataset(folder, manifest, FAMILY)


def lone_words(dataset: Dataset) -> list[ParsingItem]:
    """A noun, a name and a verb alone, which few of a data set's items are."""
    item = next(iter(dataset))
    forms = {word: lone_word_form(word, item.notation) for word in ("kite", "Tilda", "skate")}
    return [attrs.evolve(item, sentence=word, key=form) for word, form in forms.items()]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_oracle_is_right_in_every_notation_and_way_to_ask(notation: str, tmp_path: Path) -> None:
    dataset = written(tmp_path / "items", notation)
    asked = [*islice(iter(dataset), 15), *islice(dataset.side("gen"), 15), *lone_words(dataset)]
    for strategy in FAMILY.strategies:
        prompter = FAMILY.prompter(dataset, Prompting(strategy=strategy))
        for item in asked:
            message = prompter.conversation(item).first
            reply = reply_to_sentence("oracle", 0, message)
            assert reply is not None
            assert FAMILY.score(item, [reply]).value == 1.0, (strategy, item.sentence, item.key, reply)
            forms = re.findall(r"(?m)^Answer: (.*)$", message)
            repeated = [f"Answer: {form}" for form in forms] or ["I cannot read this sentence."]
            assert reply_to_sentence("random", 0, message) in repeated
