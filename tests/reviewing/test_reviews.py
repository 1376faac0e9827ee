"""A review is drawn again from its numbers; what people sent back is counted as one would by hand."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.items import Dataset, read_dataset
from cocoa_core.reviewing import Planned, ReviewPlan, krippendorff_alpha, read_reviews, report_on, review_page
from cocoa_core.reviewing.subjects import changed_meaning, subject_of


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("exam") / "exam"
    cocoa_core.load_domain("hotels").write(folder, 30, seed=4)
    return read_dataset(folder)


@pytest.fixture(scope="module")
def plan(exam: Dataset) -> ReviewPlan:
    return ReviewPlan.of(exam, count=24, solve=0.5, changed=0.4)


def test_alpha_by_hand() -> None:
    """Two reviewers, four items: 1 1, 2 2, 1 2, 2 2. Of 8 values three are 1 and five 2: expected 2 * 15."""
    units = [dict(zip("ab", pair, strict=True)) for pair in ((1, 1), (2, 2), (1, 2), (2, 2))]
    assert krippendorff_alpha(units) == pytest.approx(1 - 7 * 2 / 30)
    assert krippendorff_alpha([{"a": 1}, {"b": 2}]) is None
    assert krippendorff_alpha([{"a": 1, "b": 1}]) is None


def test_far_ranks_disagree_more() -> None:
    near = [{"a": rank, "b": rank + (rank == 1)} for rank in (1, 2, 3, 4, 5)]
    far = [{"a": rank, "b": 5 if rank == 1 else rank} for rank in (1, 2, 3, 4, 5)]
    closer, farther = (krippendorff_alpha(units, ordinal=True) for units in (near, far))
    assert closer is not None
    assert farther is not None
    assert farther < closer < 1


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=12), st.booleans())
def test_alpha_is_at_most_1_and_1_where_all_agree(pairs: Sequence[tuple[int, int]], ordinal: bool) -> None:
    alpha = krippendorff_alpha([dict(zip("ab", pair, strict=True)) for pair in pairs], ordinal=ordinal)
    same = krippendorff_alpha([{"a": one, "b": one} for one, _ in pairs], ordinal=ordinal)
    assert alpha is None or alpha <= 1 + 1e-9
    assert same is None or same == pytest.approx(1.0)


def test_a_plan_is_drawn_again_alike_and_belongs_to_its_data_set(exam: Dataset, plan: ReviewPlan) -> None:
    first, second = plan.drawn_from(exam), ReviewPlan.from_json(plan.to_json()).drawn_from(exam)
    assert [(one.item.id, one.subject, one.prompt, one.changed) for one in first] == [
        (one.item.id, one.subject, one.prompt, one.changed) for one in second
    ]
    assert {True, False} == {one.changed for one in first} == {bool(one.prompt) for one in first}
    with pytest.raises(UsageError, match="another data set"):
        ReviewPlan("0" * 12).drawn_from(exam)


@pytest.mark.parametrize(
    ("over", "slot", "test", "values", "positive", "words"),
    [
        (None, "price", "less", ("400",), True, "price under 400"),
        (None, "check_in", "at_least", ("16:30",), False, "not check in at least 16:30"),
        (None, "type", "one_of", ("hostel", "inn"), False, "not type is hostel or inn"),
        (None, "departs", "between", ("8:00", "9:00"), True, "departs between 8:00 and 9:00"),
        (None, "meals", "all", ("breakfast", "dinner"), True, "meals with breakfast and dinner"),
        (None, "meals", "only", ("breakfast",), True, "meals with nothing but breakfast"),
        ("total", "fees", "more", ("40",), True, "the total of fees over 40"),
        ("count", "fees", "at_most", ("1",), True, "the number of fees at most 1"),
        ("each", "layovers", "less", ("8h",), True, "each of layovers under 8h"),
    ],
)
def test_a_condition_is_shown_in_words(
    exam: Dataset, over: str, slot: str, test: str, values: tuple[str, ...], positive: bool, words: str
) -> None:
    question: Any = next(iter(exam))
    literal = evolve(
        question.requirement.terms[0][0], over=over, slot=slot, test=test, values=values, positive=positive
    )
    shown = subject_of(evolve(question, requirement=evolve(question.requirement, terms=((literal,),))))
    assert shown.meaning == ((words,),)


def test_a_changed_meaning_is_another_one(exam: Dataset) -> None:
    """By a reading of its own: a product of literals over random truth values is true of other rows."""
    rng = random.Random(1)
    for question in exam:
        subject = subject_of(question)
        changed = changed_meaning(subject, [], rng)
        assert changed is not None
        names = sorted({literal.removeprefix("not ") for line in subject.meaning for literal in line})
        rows = [dict(zip(names, map(bool, bits), strict=True)) for bits in _bits(len(names))]

        def true(meaning: Any, row: dict[str, bool]) -> bool:
            return all(
                any(row[one.removeprefix("not ")] != one.startswith("not ") for one in line)
                for line in meaning
            )

        assert any(true(subject.meaning, row) != true(changed.meaning, row) for row in rows)


def _bits(number: int) -> list[list[int]]:
    return [[value >> index & 1 for index in range(number)] for value in range(2**number)]


def test_the_page_holds_no_key_and_no_mark_of_a_change(exam: Dataset, plan: ReviewPlan) -> None:
    planned = plan.drawn_from(exam)
    page = review_page(plan, planned, "<b>exam</b>").decode()
    text = page.partition('id="data">')[2].partition("</script>")[0]
    items = json.loads(text)["items"]
    keys = ("id", "group", "steps", "text", "shown", "meaning", "prompt")
    assert {frozenset(item) for item in items} == {frozenset(keys)}
    assert "<b>exam" not in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize(
    ("family", "settings"), [("parsing", {}), ("graph-to-text", {"distribution": "both"})]
)
def test_items_of_every_family_can_be_reviewed(family: str, settings: dict[str, Any], tmp_path: Path) -> None:
    from cocoa_core.items import family_named
    from cocoa_core.running import RunSpec, write_dataset

    given_family = family_named(family)
    source = given_family.source(None)
    write_dataset(
        RunSpec.fitted(given_family, source, given_family.settings(settings), 3), tmp_path / "items", 12
    )
    dataset = read_dataset(tmp_path / "items")
    planned = ReviewPlan.of(dataset, count=12, changed=1.0, solve=1.0).drawn_from(dataset)
    assert all(one.changed and one.prompt and one.subject.text for one in planned)
    assert all(one.subject.meaning != subject_of(one.item).meaning for one in planned)


def _file(path: Path, plan: ReviewPlan, reviewer: str, said: dict[str, dict[str, Any]]) -> Path:
    lines = [
        plan.to_json(),
        *({"reviewer": reviewer, "id": item, "seconds": 2.5} | one for item, one in said.items()),
    ]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_reviews_are_counted_as_by_hand(exam: Dataset, plan: ReviewPlan, tmp_path: Path) -> None:
    """Ann sees every change and answers as the key says; Bob says yes to all, never answers right, and
    doubts one."""
    planned = plan.drawn_from(exam)
    doubted = next(one.item.id for one in planned if not one.changed)
    ann, bob = {}, {}
    for one in planned:
        ann[one.item.id] = {"meaning": "no" if one.changed else "yes", "natural": 4}
        bob[one.item.id] = {"meaning": "no" if one.item.id == doubted else "yes", "natural": 2}
        if one.prompt:
            ann[one.item.id]["answer"] = one.item.answer
            bob[one.item.id]["answer"] = _wrong(one)
    files = [_file(tmp_path / "a.jsonl", plan, "Ann", ann), _file(tmp_path / "b.jsonl", plan, "Bob", bob)]
    report = report_on(exam, files)
    changed, solved = sum(one.changed for one in planned), sum(bool(one.prompt) for one in planned)
    first, second = report.reviewers
    assert (first.caught, first.changed, first.doubted, first.right, first.solved) == (
        changed,
        changed,
        0,
        solved,
        solved,
    )
    assert (second.caught, second.doubted, second.right) == (0, 1, 0)
    assert (first.natural, second.natural, first.seconds) == (4.0, 2.0, 2.5)
    assert report.raw == pytest.approx((24 - changed - 1) / 24)
    assert report.meanings == {("yes", "yes"): 24 - changed - 1, ("no", "yes"): changed, ("yes", "no"): 1}
    assert set(report.decide) == {one.item.id for one in planned if one.changed} | {doubted}
    assert report.drop == ()  # of each answered item Ann is right, and no meaning is denied by most
    alone = report_on(exam, files[1:])
    assert set(alone.drop) == {doubted} | {one.item.id for one in planned if one.prompt}
    assert (alone.raw, alone.alpha_meaning) == (None, None)


def _wrong(planned: Planned) -> str:
    return next(option.label for option in planned.item.options if option.label != planned.item.answer)


@pytest.mark.parametrize("line", ["{", "[]", '{"reviewer": 1}', '{"reviewer": "a", "id": "b", "natural": 9}'])
def test_a_line_that_no_page_writes_is_refused(line: str, plan: ReviewPlan, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps(plan.to_json())}\n{line}\n", "utf-8")
    with pytest.raises(CocoaError, match="a line is not"):
        read_reviews(path)


def test_other_reviews_and_a_reviewer_twice_are_refused(
    exam: Dataset, plan: ReviewPlan, tmp_path: Path
) -> None:
    item = plan.drawn_from(exam)[0].item.id
    one = _file(tmp_path / "a.jsonl", plan, "Ann", {item: {"natural": 3}})
    other = _file(tmp_path / "b.jsonl", ReviewPlan.of(exam, count=3), "Bob", {item: {"natural": 3}})
    with pytest.raises(UsageError, match="different reviews"):
        report_on(exam, [one, other])
    with pytest.raises(UsageError, match="twice"):
        report_on(exam, [one, one])


def test_other_words_and_turns_are_what_is_looked_at(tmp_path: Path) -> None:
    """All turns by number, not the request that holds at the end; other words in the place of the first."""
    hotels = cocoa_core.load_domain("hotels")
    hotels.write(tmp_path / "revised", 6, seed=4, revisions=2)
    hotels.write(tmp_path / "numbered", 3, seed=4, ask="broken")
    for question in read_dataset(tmp_path / "numbered"):
        assert f"\n1. {question.sentences[1].text}" in subject_of(question).text
    dataset = read_dataset(tmp_path / "revised")
    for question in dataset:
        text = subject_of(question).text
        assert all(f"{number}. {turn.text}" in text for number, turn in enumerate(question.history, 1))
        other = evolve(question, paraphrase={"text": "\n".join("abc")})
        assert subject_of(other).text.endswith("\n1. a\n2. b\n3. c")
    asked = ReviewPlan.of(dataset, solve=1.0).drawn_from(dataset)
    for one in asked:
        assert all(turn.text in one.prompt for turn in one.item.history)


def test_an_item_twice_and_endless_seconds_are_refused(plan: ReviewPlan, tmp_path: Path) -> None:
    line = {"reviewer": "a", "id": "b", "natural": 3}
    for lines in ([line, line], [line | {"seconds": float("nan")}]):
        path = tmp_path / "a.jsonl"
        path.write_text("\n".join(map(json.dumps, [plan.to_json(), *lines])), "utf-8")
        with pytest.raises(CocoaError, match="a line is not"):
            read_reviews(path)
