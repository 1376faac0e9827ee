"""Worked examples: never the requirement under test, from the validation side where there is one."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import attrs
import pytest

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.evaluation.task import exam_task
from cocoa_core.families.selection import Question, domain_of, explain
from cocoa_core.families.selection.prompting.conversations import prompter_of
from cocoa_core.families.selection.prompting.worked_examples import example_pool, explained
from cocoa_core.items import Prompting, PromptOptions, read_dataset


def test_an_example_has_another_requirement_another_group_and_no_option_in_common(
    flights_exam: Path,
) -> None:
    dataset = read_dataset(flights_exam)
    examples = example_pool(dataset, domain_of(dataset), None)
    for question in dataset:
        example = examples.example_for(question)
        assert example.requirement.id != question.requirement.id
        assert not {option.row for option in example.options} & {option.row for option in question.options}
        route = [
            {one: shown.options[0].shown[one] for one in ("From", "To")} for shown in (question, example)
        ]
        assert route[0] != route[1]
        assert examples.example_for(question) is example


def test_the_question_itself_is_never_its_own_example(flights_exam: Path) -> None:
    dataset = read_dataset(flights_exam)
    examples = example_pool(dataset, domain_of(dataset), None)
    first = examples.pool[0]
    assert examples.example_for(first) is not first
    alone = attrs.evolve(examples, pool=(first, attrs.evolve(first, id="another option set")))
    with pytest.raises(UsageError, match="no other question"):
        alone.example_for(first)


def test_examples_come_from_the_validation_side(hotels_exam: Path) -> None:
    dataset = read_dataset(hotels_exam)
    pool = example_pool(dataset, domain_of(dataset), "test").pool
    assert {one.provenance.side for one in pool} == {"validation"}


def test_a_side_that_has_no_other_requirement_borrows_from_all_sides(hotels_exam: Path) -> None:
    dataset = read_dataset(hotels_exam)
    examples = example_pool(dataset, domain_of(dataset), "test")
    only = examples.pool[0]
    assert {one.provenance.side for one in examples.reserve} == {"validation", "test"}
    example = attrs.evolve(examples, pool=(only,)).example_for(only)
    assert example in examples.reserve
    assert example.requirement.id != only.requirement.id


@pytest.mark.parametrize("limit", [None, 1])
def test_one_requirement_alone_is_told_with_what_to_do(tmp_path: Path, limit: int | None) -> None:
    cocoa_core.load_domain("flights").write(tmp_path / "exam", 1, seed=7)
    for strategy in ("cot-full", "cot-partial"):
        with pytest.raises(UsageError) as caught:
            exam_task(tmp_path / "exam", PromptOptions(strategy=strategy, limit=limit))
        assert "strategy direct or l2m" in str(caught.value.fix)
    assert len(exam_task(tmp_path / "exam", PromptOptions(strategy="l2m", limit=limit)).dataset) == 1


def test_an_empty_validation_side_is_no_hindrance(tmp_path: Path) -> None:
    split = {"validation": 0.01, "test": 0.99}
    cocoa_core.load_domain("flights").write(tmp_path / "exam", 3, seed=7, split=split)
    dataset = read_dataset(tmp_path / "exam")
    assert not list(dataset.side("validation"))
    assert (
        len(exam_task(dataset.folder, PromptOptions(strategy="cot-full", side="test", limit=1)).dataset) == 1
    )


def test_another_group_is_preferred_even_to_other_options_of_the_same(flights_exam: Path) -> None:
    dataset = read_dataset(flights_exam)
    examples = example_pool(dataset, domain_of(dataset), None)
    question = next(iter(dataset))
    elsewhere = next(
        one for one in examples.pool if one.options[0].shown["From"] != question.options[0].shown["From"]
    )
    shown = {**elsewhere.options[0].shown, **{key: question.options[0].shown[key] for key in ("From", "To")}}
    option = attrs.evolve(elsewhere.options[0], shown=shown)
    here = attrs.evolve(elsewhere, id="here", options=(option, *elsewhere.options[1:]))
    assert attrs.evolve(examples, pool=(here, elsewhere)).example_for(question) is elsewhere
    assert attrs.evolve(examples, pool=(here,)).example_for(question) is here


def lines(question: Question, exam: Path, how: str) -> list[str]:
    text, labels = explained(question, domain_of(read_dataset(exam)), how)
    result = [line for line in text.split("\n") if line.startswith("Option ")]
    assert tuple(line.split()[1] for line in result) == labels
    return result


def test_groundcocoas_prompt_shows_two_options_of_a_partial_example_and_refuses_other_questions(
    flights_exam: Path,
) -> None:
    dataset = read_dataset(flights_exam)
    prompter = prompter_of(dataset, Prompting(strategy="cot-partial", prompt=Path("groundcocoa")))
    question = next(iter(dataset))
    text = prompter.conversation(question).first
    example, asked = text.split("Answer is Option ")
    assert "Below are two different flight options" in example
    assert (example.count("\nOption "), asked.count("\nOption ")) == (2 + 2, 5)  # two are explained, too
    assert f"'D', or 'E'\n\nQ. {question.request}\n\nOption A:{{'From': " in asked
    for other in (
        attrs.evolve(question, ask="every"),
        attrs.evolve(
            question, provenance=attrs.evolve(question.provenance, settings={"none": True}), answer="none"
        ),
    ):
        with pytest.raises(UsageError, match="which one of the options is right"):
            prompter.conversation(other)


def test_a_full_example_explains_five_options_and_a_partial_one_the_right_and_a_near_miss(
    flights_exam: Path,
) -> None:
    dataset = read_dataset(flights_exam)
    domain = domain_of(dataset)
    for question in islice(dataset, 6):
        verdicts = {verdict.label: verdict for verdict in explain(question, domain).verdicts}
        full, partial = lines(question, flights_exam, "full"), lines(question, flights_exam, "partial")
        assert [line.split()[1] for line in full] == list("ABCDE")
        assert next(line.split()[1] for line in partial) == question.answer
        assert set(partial) < set(full)
        (wrong,) = (line.split()[1] for line in partial[1:])
        assert len(verdicts[wrong].reasons) == 1
        assert not verdicts[wrong].right


def test_an_example_that_needs_knowledge_names_the_fact(knowledge_exam: Path) -> None:
    domain = cocoa_core.load_domain("flights").domain
    labels = {slot.label for slot in domain.schema.derived}
    for question in islice(read_dataset(knowledge_exam), 6):
        text = " ".join(lines(question, knowledge_exam, "full"))
        used = {domain.schema.slot(name).label for name in question.knowledge}
        assert used <= labels
        assert any(f". {label}: " in text for label in used)
