"""Laws of reading an answer: what is stated counts, the last statement wins, and nothing is guessed."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping
from typing import Any, get_args

import pytest
from answers.cases import CASES, LETTER_CASES, shape_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cocoa_core.answers import (
    LABELS,
    Failure,
    Letter,
    Letters,
    Number,
    Reading,
    Shape,
    Text,
    YesNo,
    read_answer,
    reader,
)

SHAPES: tuple[Shape, ...] = (
    Letter(),
    Letter(("1", "2", "10"), none=True),
    Letters(),
    Number(),
    YesNo(),
    YesNo(("1", "2")),
    Text(),
)
STATEMENTS = (
    "Answer: {}",
    "**Answer:** Option {}",
    "### Answer\n{}",
    "The answer is {}.",
    "So the answer is **({})**.",
    "Final answer: $\\boxed{{\\text{{{}}}}}$",
    "We get \\boxed{{{}}}",
    "<answer>{}</answer>",
    '{{"answer": "{}"}}',
    '```json\n{{"reason": "The answer is A.", "answer": "Option {}"}}\n```',
)
PROSE = (
    "Option {} leaves at 9:40 AM and costs $512.",
    "Options {} and {} have two stops.",
    "- {}: too late.",
    "Is the answer {}? Not yet clear.",
    "If the answer is {}, then the fare must be under $400.",
    "The answer is not {}.",
    "It is not true that the answer is {}.",
    "Compared with {}, {} is slower.",
    "The answer might be {}.",
    "I would not choose {}.",
    "Only {} remains.",
    "Incorrect answer: {}",
)
EXPLANATIONS = (
    "Option A costs too much.",
    "A costs $512, C has two stops, and D and E leave too late.",
    "A cheaper one would break the first condition.",
    "I checked each option against every condition.",
    "It is not the cheapest, but it meets every wish.",
    "None of the other options fits.",
    "No option is cheaper.",
    "A: too late. C: two stops.",
    "A is wrong, C is not correct.",
    "A does not satisfy the request, and C would not work.",
    "I hope it is correct.",
    "Would you like me to book it?",
    "This answer is correct.",
    "B is the only one that satisfies all of them.",
    "Option B is nonstop; option A is not.",
    "A meets the price, but takes too long.",
)
letters = st.sampled_from(LABELS)
statements = st.sampled_from(STATEMENTS)


@st.composite
def reasoning(draw: st.DrawFn) -> str:
    """Sentences that speak of labels and state no answer."""
    sentences = draw(st.lists(st.sampled_from(PROSE), max_size=8))
    between = draw(st.sampled_from(["\n", " ", "\n\n"]))
    return between.join(sentence.format(draw(letters), draw(letters)) for sentence in sentences)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['record']['shape']}: {case['completion']!r}")
def test_a_contract_case_is_read_as_it_says(case: Mapping[str, Any]) -> None:
    reading = read_answer(case["completion"], shape_of(case["record"]))
    read = sorted(reading.value) if isinstance(reading.value, frozenset) else reading.value
    verdict = case["verdict"]
    assert (read, type(read), reading.failure) == (
        verdict["read"],
        type(verdict["read"]),
        verdict["failure"],
    )


def test_the_contract_holds_every_shape_and_every_failure() -> None:
    assert len(CASES) >= 120
    assert len({(str(case["record"]), case["completion"]) for case in CASES}) == len(CASES)
    assert {case["verdict"]["failure"] for case in CASES} == {*get_args(Failure), None}
    for shape in ("letter", "letters", "number", "yes or no", "yes or clash", "letter or none", "text"):
        outcomes = {case["verdict"]["outcome"] for case in CASES if case["record"]["shape"] == shape}
        assert outcomes == {"right", "wrong", "unparsed"}, shape


TABLES = {
    "negated": (reader.DENIED, reader.OPTION_DENIED),
    "hedged": (reader.TAKEN_BACK, reader.DOUBTED),
    "several": (reader.CLAIMED, reader.OPTION_CLAIMED, reader.BOTH_CLAIMED),
}
FORMS = [
    (failure, form, example)
    for failure, tables in TABLES.items()
    for table in tables
    for form, example in zip(reader.forms_of(table), re.findall(r"# (.*)", table), strict=True)
]


@pytest.mark.parametrize(("failure", "form", "example"), FORMS, ids=lambda part: part[:40])
def test_a_closed_form_makes_the_answer_before_it_unread(failure: str, form: str, example: str) -> None:
    """Wherever it stands; and its example is one of the form itself, not of another."""
    clauses = reader._clauses(f". {example}", "B", Letter())
    assert reader._compiled(**{name: f"\n    {form}" * (name == failure) for name in TABLES}).search(clauses)
    for text in (
        "Answer: B. {}",
        "Answer: B\n\n{}",
        "\\boxed{{B}}. {}",
        "**Answer: B** ({})",
        "I choose B. And {}",
    ):
        assert read_answer(text.format(example)).value != "B", text


@pytest.mark.parametrize("reason", EXPLANATIONS)
def test_why_other_options_fail_changes_nothing(reason: str) -> None:
    for text in ("Answer: B. {}", "Answer: B\n\n{}", "The answer is **B**.\n- {}", "<answer>B</answer>\n{}"):
        assert read_answer(text.format(reason)) == Reading("B"), text


@given(reasoning(), statements, letters)
def test_a_statement_wins_over_all_that_stands_before_it(thoughts: str, form: str, label: str) -> None:
    assert read_answer(f"{thoughts}\n\n{form.format(label)}") == Reading(label)


@given(statements, letters, reasoning(), statements, letters)
def test_the_last_statement_wins(first: str, one: str, between: str, second: str, other: str) -> None:
    text = f"{first.format(one)}\n\n{between}\n\n{second.format(other)}"
    assert read_answer(text) == Reading(other)


@given(reasoning())
def test_letters_in_the_reasoning_are_no_answer(thoughts: str) -> None:
    assert read_answer(thoughts).value is None


@given(
    st.sampled_from(LETTER_CASES),
    st.sampled_from(["<think>{}</think>", "<thinking>\n{}", "<think>{}"]),
    st.data(),
)
def test_thinking_after_it_changes_nothing(case: Mapping[str, Any], block: str, data: st.DataObject) -> None:
    text, shape = case["completion"], shape_of(case["record"])
    assume("think" not in text.lower())
    thought = data.draw(statements).format(data.draw(letters))
    assert read_answer(f"{text}\n{block.format(thought)}", shape) == read_answer(text, shape)


@given(statements, letters, statements, letters)
def test_thinking_alone_says_nothing(form: str, label: str, other: str, second: str) -> None:
    thought = f"{form.format(label)}\n{other.format(second)}"
    for block in (f"<think>{thought}</think>", f"<think>{thought}", f"{thought}</think>"):
        assert read_answer(block) == Reading(failure="empty")


DRESSES = (
    "  {}  ",
    "\n\n{}\n\n",
    "\t{}\r\n",
    "**{}**",
    "__{}__",
    "*{}*",
    "\ufeff{}\u200b",
    "{}<|im_end|>",
    "<b>{}</b>",
)


@given(st.sampled_from(CASES), st.sampled_from(DRESSES))
def test_markdown_and_space_around_it_change_no_verdict(case: Mapping[str, Any], dress: str) -> None:
    text, shape = case["completion"], shape_of(case["record"])
    assume(not ("{" in text[:1] and "\n" not in dress and dress.strip() != "{}"))  # JSON stands alone
    assert read_answer(dress.format(text), shape) == read_answer(text, shape)


@given(st.sampled_from(LETTER_CASES), st.permutations("BCDE"))
def test_no_letter_is_read_better_than_another(case: Mapping[str, Any], order: list[str]) -> None:
    """All but A, which is a word, too."""
    renamed = str.maketrans(dict(zip("BCDE", order, strict=True)))
    text, read = case["completion"], case["verdict"]["read"]
    assume(shape_of(case["record"]) == Letter())
    assume(text.isascii() and not re.search(r"\b[a-e]\b", text))
    turned = re.sub(r"(?<![A-Za-z'])[B-E](?![A-Za-z'])", lambda label: label[0].translate(renamed), text)
    reading = read_answer(turned, shape_of(case["record"]))
    assert reading == Reading(read and read.translate(renamed), case["verdict"]["failure"])


@given(
    st.text()
    | st.text("ABCDEa \n.,:*\\{}[]()<>\"'|-?_isornt")
    | st.lists(st.sampled_from([*PROSE, *STATEMENTS, "</think>", "<answer>", "{", "\\boxed{"])).map(" ".join),
    st.sampled_from(SHAPES),
)
@settings(max_examples=300)
def test_any_text_is_read_without_error(text: str, shape: Shape) -> None:
    reading = read_answer(text, shape)
    assert (reading.value is None) == (reading.failure is not None)
    assert reading == read_answer(text, shape)


@given(statements, st.sampled_from("FGHJKLMOPQRSTUVWZ"))
def test_a_label_that_no_option_has_is_unknown(form: str, letter: str) -> None:
    assert read_answer(form.format(letter)).value is None
    assert read_answer(form.format(letter), Letter((letter,))).value == letter


@given(statements, st.sets(letters, min_size=1), st.sampled_from([", ", " and ", " ", " & "]))
def test_a_set_is_read_in_any_order_and_by_no_other_shape(form: str, chosen: set[str], between: str) -> None:
    text = form.format(between.join(chosen))
    assert read_answer(text, Letters()).value == frozenset(chosen)
    assert (read_answer(text).value is None) == (len(chosen) > 1)


@given(statements, st.integers(-(10**12), 10**12))
def test_a_number_is_read_with_and_without_commas(form: str, number: int) -> None:
    assume("Option" not in form)
    for written in (f"{number}", f"{number:,}", f"{number}.0"):
        assert read_answer(form.format(written), Number()).value == number


HOSTILE = (
    *(
        "A ",
        "A, ",
        "A\n",
        "\n",
        " ",
        "Answer: ",
        "Answer: A, ",
        "answer\n",
        "answer x\n",
        "the answer is A. ",
        "is the answer ",
    ),
    *(
        "if ",
        "not ",
        "or ",
        "Wait, ",
        "\\boxed{",
        "\\boxed{A}",
        "\\text{",
        "\\text{A}",
        "{",
        '{"a":',
        '\n{"a":[',
        '\n{"answer": "A"}',
    ),
    *(
        "<answer>",
        "</answer>",
        "<think>",
        "</think>",
        "<b",
        "[",
        "*",
        "_",
        ".",
        "!",
        ")",
        "'",
        "1,",
        "\u0301\u0328",
        "Ａ",
        "\u200b",
        "- ",
    ),
)


def calls(text: str, shape: Shape) -> int:
    """How many functions, of Python or C, a reading calls."""
    count = 0

    def counted(frame: object, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        read_answer(text, shape)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", HOSTILE)
def test_work_grows_with_the_length_and_no_faster(unit: str) -> None:
    for shape in (Letter(), Letters(), Number()):
        for text in (unit, f"Answer: A {unit}"):
            read_answer(text, shape)
            times = 600 // len(unit)
            assert calls(text * times * 4, shape) <= 4.4 * calls(text * times, shape) + 300


@pytest.mark.parametrize("before", ["İ" * 40, "ſ", "\u2028", "Ａ\u00ad"])
def test_letters_of_other_lengths_shift_no_answer(before: str) -> None:
    for said in ("Answer: B", "The anſwer is B", "\\boxed{B}", "ANSWER IS B."):
        assert read_answer(f"{before}\n{said}") == Reading("B")


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_long_text_is_read_at_once(unit: str) -> None:
    """A quadratic step takes minutes at this length; a linear one a tenth of a second."""
    text = unit * (120_000 // len(unit))
    for said in (text, f"Answer: A{text}", f"{text}\nAnswer: A"):
        begun = time.process_time()
        read_answer(said)
        assert time.process_time() - begun < 60
