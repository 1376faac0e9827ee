"""Judges what reviewers sent back: agreement, changed meanings that were caught, items to drop or decide."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final

from attrs import asdict, frozen

from cocoa_core.errors import CocoaError, Place, UsageError
from cocoa_core.grouping import grouped
from cocoa_core.items import Dataset, score, wrong_parts
from cocoa_core.reviewing.page import MEANINGS, QUESTIONS
from cocoa_core.reviewing.plan import Planned, ReviewPlan
from cocoa_core.reviewing.ratings import (
    ModelText,
    RatingPlan,
    RatingReport,
    krippendorff_alpha,
    rating_report,
)

_LARGEST: Final = 50_000_000
"""Bytes of a file: 2,000 reviews with a long note each have 5 MB."""


@frozen
class Review:
    """What one person said of one item; None for what was not asked or not reached."""

    reviewer: str
    id: str
    meaning: str | None
    natural: int | None
    answer: str | None
    seconds: float
    note: str
    ratings: Mapping[str, int]
    """The answers to questions about texts and relations, by question."""


@frozen
class ReviewerReport:
    """The counts of one reviewer."""

    reviewer: str
    items: int
    changed: int
    """Judged items whose meaning was changed."""
    caught: int
    """Those of them whose meaning the reviewer rejected."""
    unchanged: int
    """Judged items whose meaning was not changed."""
    doubted: int
    """Those of them whose meaning the reviewer rejected."""
    solved: int
    """Items that were answered blind."""
    right: int
    """Those of them that were answered right."""
    natural: float | None
    """The mean of the naturalness, from 1 to 5; None where none was given."""
    seconds: float | None
    """The median time for an item; None where there are no reviews."""


@frozen
class ReviewReport:
    """The result of all reviews of one plan."""

    reviewers: tuple[ReviewerReport, ...]
    raw: float | None
    """The share of items judged by several on whose meaning they agree; None where there are none."""
    alpha_meaning: float | None
    """Krippendorff's alpha, nominal; None where it is not defined."""
    alpha_natural: float | None
    """Krippendorff's alpha, ordinal; None where it is not defined."""
    meanings: Mapping[tuple[str, str], int]
    """How often items were judged so, by the judgements of the first two reviewers."""
    drop: tuple[str, ...]
    """Items that most reviewers rejected unchanged, or whose blind answers were all wrong."""
    decide: tuple[str, ...]
    """The ids of items on whose meaning reviewers differ."""
    notes: tuple[tuple[str, str, str], ...]
    """The id, the reviewer and the text of each note."""

    def to_json(self) -> dict[str, Any]:
        """Returns all figures; `meanings` as rows of first, second, items."""
        return {
            "reviewers": [asdict(person) for person in self.reviewers],
            "agreement": self.raw,
            "alpha_meaning": self.alpha_meaning,
            "alpha_natural": self.alpha_natural,
            "meanings": [[*pair, count] for pair, count in sorted(self.meanings.items())],
            "drop": list(self.drop),
            "decide": list(self.decide),
            "notes": [list(note) for note in self.notes],
        }


def read_reviews(path: Path) -> tuple[ReviewPlan | RatingPlan, list[Review]]:
    """Returns the plan and the reviews in a file that the page saved.

    Raises:
        UsageError: there is no such file, or it is too large.
        CocoaError: a line is not what the page writes, or the file is empty.
    """
    if not path.is_file() or path.stat().st_size > _LARGEST:
        raise UsageError(
            "there is no such review", got=str(path), expected="a file that the review page saved"
        )
    plan: ReviewPlan | RatingPlan | None = None
    reviews: list[Review] = []
    ids: set[str] = set()
    for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), start=1):
        try:
            data = json.loads(line)
            if plan is None:
                plan = (RatingPlan if "kind" in data else ReviewPlan).from_json(data)
            else:
                reviews.append(_review(data))
                if reviews[-1].id in ids:
                    raise ValueError(f"a second review of {reviews[-1].id}")
                ids.add(reviews[-1].id)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise CocoaError(
                "a line is not what the review page writes",
                got=wrong_parts(error),
                expected="the plan of the review first, then a review a line",
                place=Place(str(path), number),
            ) from None
    if plan is None:
        raise CocoaError(
            "the review is empty", expected="the plan of the review first", place=Place(str(path))
        )
    return plan, reviews


def _review(data: Mapping[str, Any]) -> Review:
    answers = {name: data[name] for name in QUESTIONS if data.get(name) is not None}
    for name, value in answers.items():
        QUESTIONS[name].check(name, value)
    if not isinstance(data.get("reviewer"), str) or not isinstance(data.get("id"), str):
        raise ValueError("a review without reviewer or id")
    answer, seconds = data.get("answer"), float(data.get("seconds", 0.0))
    if not 0 <= seconds < math.inf:
        raise ValueError(f"the seconds {seconds}")
    return Review(
        reviewer=data["reviewer"],
        id=data["id"],
        meaning=answers.pop("meaning", None),
        natural=answers.pop("natural", None),
        answer=None if answer is None else str(answer),
        seconds=seconds,
        note=str(data.get("note", "")),
        ratings=answers,
    )


def report_on(
    dataset: Dataset, files: Sequence[Path], texts: Sequence[ModelText] = ()
) -> ReviewReport | RatingReport:
    """Returns what the reviews or ratings of one plan say.

    Args:
        texts: those of models that were rated; none for other reviews.

    Raises:
        UsageError: the files are of different plans, of another data set or of other texts, or a reviewer has
            two of them.
        CocoaError: as in `read_reviews`.
    """
    plan, contents = _of_one_plan(files)
    if isinstance(plan, RatingPlan):
        planned = {item.id: item for item in plan.drawn_from(dataset, texts)}
        ratings = {
            name: {review.id: review.ratings for review in _known(reviews, planned)}
            for name, reviews in contents.items()
        }
        return rating_report(planned, ratings)
    planned = {item.id: item for item in plan.drawn_from(dataset)}
    return _review_report(planned, {name: _known(reviews, planned) for name, reviews in contents.items()})


def _review_report(
    planned: Mapping[str, Planned], by_reviewer: Mapping[str, Sequence[Review]]
) -> ReviewReport:
    by_id = grouped((review.id, review) for reviews in by_reviewer.values() for review in reviews)
    by_item = {item: by_id.get(item, []) for item in planned}
    judged = {
        item: {review.reviewer: review.meaning for review in reviews if review.meaning}
        for item, reviews in by_item.items()
    }
    several = {item: meanings for item, meanings in judged.items() if len(meanings) > 1}
    differing = tuple(item for item, meanings in several.items() if len(set(meanings.values())) > 1)
    first_two = list(by_reviewer)[:2]
    return ReviewReport(
        reviewers=tuple(_person(name, reviews, planned) for name, reviews in by_reviewer.items()),
        raw=(len(several) - len(differing)) / len(several) if several else None,
        alpha_meaning=krippendorff_alpha(
            [{name: MEANINGS.index(word) for name, word in words.items()} for words in several.values()]
        ),
        alpha_natural=krippendorff_alpha(
            [
                {review.reviewer: review.natural for review in reviews if review.natural is not None}
                for reviews in by_item.values()
            ],
            ordinal=True,
        ),
        meanings=Counter(
            (meanings[first_two[0]], meanings[first_two[1]])
            for meanings in several.values()
            if meanings.keys() >= set(first_two)
        ),
        drop=tuple(item for item, reviews in by_item.items() if _drops(planned[item], reviews)),
        decide=differing,
        notes=tuple(
            (review.id, review.reviewer, review.note)
            for reviews in by_reviewer.values()
            for review in reviews
            if review.note
        ),
    )


def _of_one_plan(files: Sequence[Path]) -> tuple[ReviewPlan | RatingPlan, dict[str, list[Review]]]:
    """Returns the plan that some files have in common, and the reviews by reviewer."""
    contents = [read_reviews(path) for path in files]
    if len({plan for plan, _ in contents}) > 1:
        raise UsageError(
            "these are different reviews",
            got=", ".join(map(str, files)),
            expected="files that one page saved",
        )
    by_reviewer: dict[str, list[Review]] = {}
    for path, (_, reviews) in zip(files, contents, strict=True):
        names = {review.reviewer for review in reviews}
        if names & by_reviewer.keys():
            raise UsageError(
                "a reviewer was given twice", got=f"{sorted(names)[0]} in {path}", expected="a file each"
            )
        for review in reviews:
            by_reviewer.setdefault(review.reviewer, []).append(review)
    return contents[0][0], by_reviewer


def _known(reviews: Sequence[Review], planned: Mapping[str, Planned]) -> list[Review]:
    return [review for review in reviews if review.id in planned]


def _person(name: str, reviews: Sequence[Review], planned: Mapping[str, Planned]) -> ReviewerReport:
    judged = [(planned[review.id].changed, review.meaning) for review in reviews if review.meaning]
    answered = [(planned[review.id], review.answer) for review in reviews if review.answer is not None]
    natural = [review.natural for review in reviews if review.natural is not None]
    return ReviewerReport(
        reviewer=name,
        items=len(reviews),
        changed=sum(changed for changed, _ in judged),
        caught=sum(changed and meaning == "no" for changed, meaning in judged),
        unchanged=sum(not changed for changed, _ in judged),
        doubted=sum(not changed and meaning == "no" for changed, meaning in judged),
        solved=len(answered),
        right=sum(_is_right(item, answer) for item, answer in answered),
        natural=fmean(natural) if natural else None,
        seconds=median(review.seconds for review in reviews) if reviews else None,
    )


def _is_right(planned: Planned, answer: str) -> bool:
    return score(planned.item, f"Answer: {answer}", planned.item.family).value == 1.0


def _drops(planned: Planned, reviews: Sequence[Review]) -> bool:
    meanings = [review.meaning for review in reviews if review.meaning]
    answers = [review.answer for review in reviews if review.answer is not None]
    rejected = not planned.changed and 2 * meanings.count("no") > len(meanings)
    return rejected or (bool(answers) and not any(_is_right(planned, answer) for answer in answers))
