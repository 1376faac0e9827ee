"""The ask `best`: neither the literals that options satisfy nor the number alone finds the right one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from enumerated import truth

import cocoa_core
from cocoa_core.api import DomainHandle
from cocoa_core.families.selection import Question, grounded
from cocoa_core.items import read_dataset
from cocoa_core.verification import verify

COUNT = 60
SAID = 15
MOST = 0.5
"""Of those with the most literals the best is right in 0.7 of the questions where nobody looks after it, and
else in 0.29, with a standard error of 0.06."""


def players(name: str, options: int) -> Iterator[tuple[Question, str, str]]:
    """Questions with the best of all options, and the best of those that satisfy the most literals."""
    handle = cocoa_core.load_domain(name)
    schema, catalogue = handle.domain.schema, handle.domain.catalogue
    names = [slot.name for slot in schema.slots]
    rows = dict(zip(catalogue.ids, catalogue.rows, strict=True))
    for question in handle.generate(COUNT, seed=5, ask="best", options=options):
        sign = 1 if question.asked["wanted"] == "less" else -1
        literals = [grounded(schema, one) for term in question.requirement.terms for one in term]
        numbers, counts = {}, {}
        for option in question.options:
            values = dict(zip(names, rows[option.row], strict=True))
            numbers[option.label] = sign * int(str(values[question.asked["slot"]]))
            counts[option.label] = sum(truth(schema, literal, values) is True for literal in literals)
        most = [label for label, count in counts.items() if count == max(counts.values())]
        yield question, min(numbers, key=numbers.__getitem__), min(most, key=numbers.__getitem__)


@pytest.mark.parametrize(("name", "options"), [("flights", 5), ("diamonds", 5), ("hotels", 8)])
def test_who_counts_literals_or_reads_no_request_is_seldom_right(name: str, options: int) -> None:
    found = [(by_number, by_literals, one.answer) for one, by_number, by_literals in players(name, options)]
    assert 0 < sum(by_number == right for by_number, _, right in found) <= COUNT / (options - 1) + 1
    assert 0 < sum(by_literals == right for _, by_literals, right in found) < MOST * COUNT


def seed_of_words(handle: DomainHandle, words: Mapping[str, str]) -> int:
    """The first seed of which a question asks for the best by a word of the domain, such as "cheapest"."""
    return next(
        seed
        for seed in range(2, 40)
        if any(words.get(question.asked["slot"]) for question in handle.generate(SAID, seed=seed, ask="best"))
    )


@pytest.mark.parametrize("name", ["flights", "hotels", "diamonds", "jobs"])
def test_the_best_is_called_by_the_words_of_the_domain_and_the_verifier_wants_them(
    name: str, tmp_path: Path
) -> None:
    handle, folder = cocoa_core.load_domain(name), tmp_path / name
    own, said = handle.domain.bundles, set()
    assert own is not None
    handle.write(folder, SAID, seed=seed_of_words(handle, own.best), ask="best")
    for question in read_dataset(folder):
        asked = question.asked
        word = own.best.get(asked["slot"], "")
        assert (word or "est") in asked["words"]
        assert f'"{asked["label"]}"' in asked["words"]
        said.add(word)
    assert said - {""}
    assert verify(folder).findings == ()
    file = folder / "questions.jsonl"
    text = file.read_text(encoding="utf-8")
    for word in said - {""}:
        text = text.replace(f"the {word} ", "the dearest ")
    file.write_text(text, encoding="utf-8")
    assert "the objective is said otherwise" in str(verify(folder).findings)
