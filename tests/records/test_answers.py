"""Laws of reading an answer; the corpus beside this file holds answers as models write them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cocoa_core.records.answers import (
    judgement as answers_judgement,
)
from cocoa_core.records.answers import (
    languages as answers_languages,
)
from cocoa_core.records.answers import (
    lines as answers_lines,
)
from cocoa_core.records.answers import (
    mentions as answers_mentions,
)
from cocoa_core.records.answers import (
    options as answers_options,
)
from cocoa_core.records.answers import (
    patterns as answers_patterns,
)
from cocoa_core.records.answers import (
    refusals as answers_refusals,
)
from cocoa_core.records.answers import (
    text as answers_text,
)
from cocoa_core.records.answers.reader import LABELS, Reading, read_answer

CORPUS = tuple(
    json.loads(line)
    for line in (Path(__file__).parent / "answers_corpus.jsonl").read_text(encoding="utf-8").splitlines()
)

COMMITMENTS = (
    "The answer is Option {}",
    "The answer is {}.",
    "the answer is **{}**",
    "ANSWER: {}",
    "Answer - {}",
    "**Answer:** Option {}",
    "### Answer\n{}",
    "Final answer: $\\boxed{{{}}}$",
    "\\boxed{{\\text{{{}}}}}",
    "<answer>{}</answer>",
    '{{"answer": "{}"}}',
    '```json\n{{"answer": "Option {}"}}\n```',
    "I'd go with {}.",
    "My choice: option ({})",
    "The correct option is: **Option {}**",
    "I choose option {}.",
    "Option {} is the correct answer.",
)

LAST_LINES = ("**{}**", "Option {}.", "({})", "→ {}", "Therefore, {}.")

CONCLUSIONS = ("So it's {}.", "That means only {} remains.", "Therefore, {}.", "That leaves {}.")

FRAGMENTS = (
    "Option {} departs at 9:40 AM and costs $512.",
    "Option {} fails because the fare is over $400.",
    "Options {} and {} have two stops.",
    "{} is too expensive.",
    "- {}: the layover is longer than two hours.",
    "Is the answer {}? Not yet clear.",
    "If the answer is {}, then the fare must be under $400.",
    "The answer is not {}.",
    "We can rule out {}.",
    "Compared with {}, the flight {} is slower.",
    "Option {} satisfies the first condition.",
    "It can't be option {}.",
    "The cheapest option is {}.",
    "The answer might be {}.",
    "I would not choose {}.",
    "A flight like this is rare, and {} has one stop.",
    "Now let me look at {}.",
    "The fare is under the limit.",
)

labels = st.sampled_from(LABELS)


@st.composite
def reasoning(draw: st.DrawFn) -> str:
    """Sentences that mention labels and commit to none."""
    fragments = draw(st.lists(st.sampled_from(FRAGMENTS), max_size=12))
    lines = [fragment.format(draw(labels), draw(labels)) for fragment in fragments]
    return draw(st.sampled_from(["\n", " ", "\n\n"])).join(lines)


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: f"{case['style']}: {case['text'][:40]!r}")
def test_corpus_is_read_as_a_person_reads_it(case: dict[str, Any]) -> None:
    reading = read_answer(case["text"])
    assert (reading.label, reading.failure) == (case["label"], case["failure"])


def test_corpus_holds_every_label_and_every_failure() -> None:
    assert {case["label"] for case in CORPUS} == {*LABELS, None}
    assert {case["failure"] for case in CORPUS} == {"empty", "refusal", "several", "unreadable", None}
    assert len({case["text"] for case in CORPUS}) == len(CORPUS) >= 150


@given(reasoning(), st.sampled_from(COMMITMENTS + LAST_LINES), labels)
def test_last_commitment_wins_over_letters_in_the_reasoning(thoughts: str, form: str, label: str) -> None:
    assert read_answer(f"{thoughts}\n\n{form.format(label)}").label == label


@given(reasoning(), st.sampled_from(CONCLUSIONS), labels)
def test_conclusion_wins_over_letters_in_the_reasoning(thoughts: str, form: str, label: str) -> None:
    assert read_answer(f"{thoughts}\n{form.format(label)}").label == label


@given(reasoning())
def test_reasoning_without_commitment_names_nothing(thoughts: str) -> None:
    assert read_answer(thoughts).label is None


@given(st.sampled_from(COMMITMENTS), st.sampled_from(COMMITMENTS), labels, labels)
def test_two_commitments_count_only_if_they_agree(first: str, second: str, one: str, other: str) -> None:
    final = "final" in second.lower() and "final" not in first.lower()
    reading = read_answer(f"{first.format(one)}\n\nThe fare is $380.\n\n{second.format(other)}")
    if one == other:
        assert reading.label == one
    else:
        assert reading.label == (other if final else None)
        assert reading.failure == (None if final else "several")


@given(
    st.sampled_from(COMMITMENTS),
    st.sampled_from(
        ["Wait, no.", "Correction:", "On second thought,", "Scratch that.", "Sorry, I misread it."]
    ),
    st.sampled_from(COMMITMENTS),
    labels,
    labels,
)
def test_revision_takes_the_place_of_what_it_revises(
    first: str, revision: str, second: str, one: str, other: str
) -> None:
    assert read_answer(f"{first.format(one)}\n\n{revision}\n\n{second.format(other)}").label == other


@given(st.sampled_from(COMMITMENTS), st.permutations(LABELS), st.sampled_from([" ", "\n", ", ", "\n\n"]))
def test_committing_to_every_label_is_a_failure(form: str, order: list[str], between: str) -> None:
    assert read_answer(between.join(form.format(label) for label in order)).failure == "several"


@given(st.sampled_from(LAST_LINES + CONCLUSIONS), st.permutations(LABELS), st.sampled_from([" ", "\n"]))
def test_naming_every_label_in_turn_earns_nothing(form: str, order: list[str], between: str) -> None:
    assert read_answer(between.join(form.format(label) for label in order)).label is None


NUMBERS = ("{}. {}", "{}) {}", "({}) {}", "**{}.** {}", "{}. Option {}", "{}. **{}**.")


@given(st.sampled_from(NUMBERS), st.integers(1, 99), labels)
def test_a_numbered_label_is_the_answer_where_it_is_all_that_is_said(
    form: str, number: int, label: str
) -> None:
    assert read_answer(form.format(number, label)).label == label


@given(st.sampled_from(NUMBERS[:4]), st.lists(labels, min_size=2, max_size=5), st.data())
def test_numbered_labels_in_a_list_are_no_answer(form: str, order: list[str], data: st.DataObject) -> None:
    between = data.draw(st.sampled_from(["\n", "\n\n"]))
    lines = between.join(form.format(number, label) for number, label in enumerate(order, 1))
    assert read_answer(lines).label is None


@given(st.sampled_from(NUMBERS[:4]), labels, st.sampled_from(FRAGMENTS), labels, st.booleans())
def test_a_numbered_label_beside_other_words_is_no_answer(
    form: str, label: str, fragment: str, other: str, before: bool
) -> None:
    lines = [form.format(1, label), f"2. {fragment.format(other, other)}"]
    assert read_answer("\n".join(lines[::-1] if before else lines)).label is None


@given(
    st.sampled_from(
        ["The answer is {} or {}.", "Either {} or {}.", "{} and {} both work.", "Answer: {}, {}"]
    ),
    st.permutations(LABELS),
)
def test_answer_that_does_not_choose_is_several(form: str, order: list[str]) -> None:
    assert read_answer(form.format(*order)).failure == "several"


@given(
    st.sampled_from(CORPUS),
    st.sampled_from(["{}", "  {}  ", "\n\n{}\n", "> {}", "**{}**", "__{}__", "\ufeff{}\u200b", "\t{}\r\n"]),
)
def test_reading_does_not_depend_on_emphasis_and_space_around_it(case: dict[str, Any], frame: str) -> None:
    # A quotation mark is something to read, and quotes the first line only.
    assume(not frame.startswith(">") or (case["failure"] != "empty" and "\n" not in case["text"]))
    reading = read_answer(frame.format(case["text"]))
    assert (reading.label, reading.failure) == (case["label"], case["failure"])


@given(st.sampled_from(CORPUS), st.integers(1, 3))
def test_no_letter_is_read_better_than_another(case: dict[str, Any], turn: int) -> None:
    """Turning B to E into one another turns the reading likewise; A differs, as it is a word too."""
    ring = "BCDE"

    def turned(letter: str) -> str:
        return ring[(ring.index(letter) + turn) % 4]

    text = case["text"].replace("_", " ")
    small = re.search(r"(?<![\w'])[b-e](?![\w'])", text)
    text = re.sub(
        r"(?<!\w)(?<!\w['.])[B-E](?!\w|'(?!s the )\w|[+-]\w|\+)", lambda found: turned(found[0]), text
    )
    expected = turned(case["label"]) if case["label"] in tuple(ring) else case["label"]
    wide = not case["text"].isascii()
    if not small and not wide:
        assert (read_answer(text).label, read_answer(text).failure) == (expected, case["failure"])


@given(st.sampled_from(CORPUS))
def test_span_is_where_the_label_stands(case: dict[str, Any]) -> None:
    reading = read_answer(case["text"])
    if reading.span is None:
        assert reading.label is None
    else:
        start, end = reading.span
        written = answers_text.plain(case["text"][start:end]).text
        assert written.upper() == reading.label


@given(st.text() | st.text(alphabet="ABCDEa \n.,:*\\{}[]()<>\"'|-?→isornt") | st.binary().map(repr))
@settings(max_examples=500)
def test_any_text_is_read_without_error(text: str) -> None:
    reading = read_answer(text)
    assert (reading.label is None) == (reading.span is None) == (reading.failure is not None)
    assert reading == read_answer(text)


@given(
    st.lists(st.sampled_from([*FRAGMENTS, *COMMITMENTS, *CONCLUSIONS, "</think>", "~~", "\u200b"])), st.data()
)
def test_any_mixture_of_phrases_is_read_without_error(parts: list[str], data: st.DataObject) -> None:
    text = " ".join(part.replace("{}", data.draw(labels)) for part in parts)
    reading = read_answer(text)
    if reading.span is not None:
        assert text[slice(*reading.span)].upper() == reading.label


@pytest.mark.parametrize("text", ["", " ", "\n" * 5000, "\u200b\ufeff", "**", "<think></think>"])
def test_nothing_to_read_is_empty(text: str) -> None:
    assert read_answer(text) == Reading(failure="empty")


def test_thinking_is_left_out_if_an_answer_follows() -> None:
    assert read_answer("<think>The answer is A.</think> The answer is B.").label == "B"
    assert read_answer("The answer is A.</think>The answer is B.").label == "B"
    assert read_answer("<think>The answer is A.</think>\n").label == "A"
    assert read_answer("<think>The answer is A.</think> Done.").failure == "unreadable"


@given(st.sampled_from(COMMITMENTS), st.sampled_from("FGHJKLMOPQRSTUVWZ"))
def test_label_that_does_not_exist_is_unreadable(form: str, letter: str) -> None:
    assert read_answer(form.format(letter)).failure == "unreadable"


@given(st.sampled_from(COMMITMENTS), st.sampled_from("12345"))
def test_other_labels_are_read_too(form: str, label: str) -> None:
    assert read_answer(form.format(label), tuple("12345")).label == label
    assert read_answer(form.format(label)).label is None


OPTIONS = (
    {"airline": "Delta", "price": "$399"},
    {"airline": "United", "price": "$389"},
    {"airline": "Delta Connection", "price": "$389"},
)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The answer is the United flight.", "B"),
        ("Answer: Delta Connection", "C"),
        ("The best option is the $399 flight.", "A"),
        ("The answer is $389.", None),
        ("United has one stop.", None),
        ("The answer is United. The answer is Delta.", None),
        ("The answer is not United.", None),
        ("The answer is United, option C.", "B"),
    ],
)
def test_value_that_only_one_option_shows_names_it(text: str, label: str | None) -> None:
    reading = read_answer(text, "ABC", OPTIONS)
    assert reading.label == label
    assert read_answer(text).label is None


ADVERSARIAL = (
    "A ",
    "A, ",
    "A or ",
    "A\n",
    "Option A\n",
    "The answer is A. ",
    "The answer is A. The answer is B. A is wrong. ",
    "The answer is B. Wait, ",
    "A is the answer? ",
    "Option A satisfies all the criteria. ",
    "not A ",
    '{"answer": ',
    '{"answer": ["A", ',
    "\\boxed{",
    "\\boxed{A}",
    "\\text{",
    "\\text{A}",
    "答案是A。",
    "Die Antwort ist A, ",
    "<think>",
    "</think>",
    "<b ",
    "<answer>A",
    "[",
    "~~a",
    "*A",
    "_",
    " ",
    "\n ",
    "Ａ",
    "\u200b",
    "İ",
    "answer ",
    "the best ",
    "is ",
    "so only ",
    "none of the ",
    "i cannot ",
)


def _calls(text: str) -> int:
    """How many calls of functions, in Python or C, a reading makes."""
    count = 0

    def counted(frame: object, event: str, _: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        read_answer(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", ADVERSARIAL)
def test_work_grows_with_the_length_and_no_faster(unit: str) -> None:
    """With what each pattern can do bounded (below), the calls are the work."""
    read_answer(unit)
    times = 1500 // len(unit)
    assert _calls(unit * times * 4) <= 4.4 * _calls(unit * times) + 200


@pytest.mark.parametrize("unit", ["The answer is A. ", "\\boxed{", " ", "[", "</think>", "A\n"])
def test_huge_text_is_read(unit: str) -> None:
    reading = read_answer(unit * (200_000 // len(unit)))
    assert (reading.label is None) == (reading.failure is not None)


def _compiled() -> Iterator[re.Pattern[str]]:
    """Every pattern that a reading runs."""
    tables = (
        answers_patterns.patterns(),
        answers_text._tables(),
        answers_mentions._grammar(),
        answers_lines._grammar(),
        answers_judgement._grammar(),
        answers_languages._grammar(),
    )
    for table in tables:
        for name in table.__slots__:
            value = getattr(table, name, None)
            if isinstance(value, re.Pattern):
                yield value
    yield from (
        answers_refusals._refusal(),
        answers_options._announcement(),
        answers_mentions._label_pattern(LABELS)[0],
    )


def test_no_pattern_repeats_without_bound() -> None:
    found = list(_compiled())
    assert len(found) > 40
    for pattern in found:
        assert _repeats(parser.parse(pattern.pattern)) is None, pattern.pattern


def _repeats(parsed: Any, within: bool = False) -> str | None:
    """What in a parsed pattern repeats without a bound, or at length what itself repeats at length."""
    for op, value in parsed:
        name = str(op)
        if name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
            _, high, inner = value
            if int(high) > 1000 or (within and int(high) > 32):
                return f"{name} {high}"
            if (problem := _repeats(inner, within or int(high) > 12)) is not None:
                return problem
        else:
            for inner in _inside(name, value):
                if (problem := _repeats(inner, within)) is not None:
                    return problem
    return None


def _inside(name: str, value: Any) -> list[Any]:
    if name == "SUBPATTERN":
        return [value[-1]]
    if name == "BRANCH":
        return list(value[1])
    return [value[1]] if name in {"ASSERT", "ASSERT_NOT"} else []
