"""What reviewers sent back, read and judged: agreement, changed meanings that were caught, items to drop or
to decide."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import CocoaError, Place, UsageError
from cocoa_core.items import Dataset, score
from cocoa_core.reviewing.agreement import krippendorff_alpha
from cocoa_core.reviewing.plan import Planned, ReviewPlan

__all__ = ["Review", "ReviewReport", "ReviewerReport", "read_reviews", "report_on"]

_MEANINGS: Final = ("yes", "no", "unsure")
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


@frozen
class ReviewerReport:
    """changed, caught: changed meanings that were judged, and those of them called another meaning.
    doubted: unchanged meanings called another one, of `unchanged`. solved, right: blind answers, and right
    ones."""

    reviewer: str
    items: int
    changed: int
    caught: int
    unchanged: int
    doubted: int
    solved: int
    right: int
    natural: float | None
    seconds: float | None


@frozen
class ReviewReport:
    """meanings: of the items that the first two reviewers judged, how often each said what, as (first,
    second).

    raw: share of items on whose meaning all of their reviewers agree. alphas: Krippendorff's, nominal of
    meanings and ordinal of naturalness. drop: ids whose meaning was unchanged and denied by most, or whose
    blind answers were all wrong. decide: ids on whose meaning reviewers differ.
    """

    reviewers: tuple[ReviewerReport, ...]
    raw: float | None
    alpha_meaning: float | None
    alpha_natural: float | None
    meanings: Mapping[tuple[str, str], int]
    drop: tuple[str, ...]
    decide: tuple[str, ...]
    notes: tuple[tuple[str, str, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Returns all figures; `meanings` as rows of first, second, items."""
        return {
            "reviewers": [
                {name: getattr(person, name) for name in ReviewerReport.__annotations__}
                for person in self.reviewers
            ],
            "agreement": self.raw,
            "alpha_meaning": self.alpha_meaning,
            "alpha_natural": self.alpha_natural,
            "meanings": [[*pair, count] for pair, count in sorted(self.meanings.items())],
            "drop": list(self.drop),
            "decide": list(self.decide),
            "notes": [list(note) for note in self.notes],
        }


def read_reviews(path: Path) -> tuple[ReviewPlan, list[Review]]:
    """The plan and the reviews in a file that the page saved.

    Raises:
        UsageError: there is no such file.
        CocoaError: a line is not what the page writes, with its number.
    """
    if not path.is_file() or path.stat().st_size > _LARGEST:
        raise UsageError(
            "there is no such review", got=str(path), expected="a file that the review page saved"
        )
    plan: ReviewPlan | None = None
    reviews: list[Review] = []
    ids: set[str] = set()
    for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), start=1):
        try:
            data = json.loads(line)
            if plan is None:
                plan = ReviewPlan.from_json(data)
            else:
                reviews.append(_review(data))
                if reviews[-1].id in ids:
                    raise ValueError(f"a second review of {reviews[-1].id}")
                ids.add(reviews[-1].id)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise CocoaError(
                "a line is not what the review page writes",
                got=str(error),
                expected="the plan of the review first, then a review a line",
                place=Place(str(path), number),
            ) from None
    if plan is None:
        raise CocoaError(
            "the review is empty", expected="the plan of the review first", place=Place(str(path))
        )
    return plan, reviews


def _review(data: Mapping[str, Any]) -> Review:
    meaning, natural = data.get("meaning"), data.get("natural")
    if meaning is not None and meaning not in _MEANINGS:
        raise ValueError(f"the meaning {meaning!r}")
    if natural is not None and (type(natural) is not int or not 1 <= natural <= 5):
        raise ValueError(f"natural {natural!r}")
    if not isinstance(data.get("reviewer"), str) or not isinstance(data.get("id"), str):
        raise ValueError("a review without reviewer or id")
    answer, seconds = data.get("answer"), float(data.get("seconds", 0.0))
    if not 0 <= seconds < math.inf:
        raise ValueError(f"the seconds {seconds}")
    return Review(
        reviewer=data["reviewer"],
        id=data["id"],
        meaning=meaning,
        natural=natural,
        answer=None if answer is None else str(answer),
        seconds=seconds,
        note=str(data.get("note", "")),
    )


def report_on(dataset: Dataset, files: Sequence[Path]) -> ReviewReport:
    """What the reviews of one plan say.

    Raises:
        UsageError: files of different plans, of another data set, or of one reviewer twice.
        CocoaError: see `read_reviews`.
    """
    found = [read_reviews(path) for path in files]
    if len({plan for plan, _ in found}) > 1:
        raise UsageError(
            "these are different reviews",
            got=", ".join(map(str, files)),
            expected="files that one page saved",
        )
    planned = {item.item.id: item for item in found[0][0].drawn_from(dataset)}
    by_reviewer: dict[str, list[Review]] = {}
    for path, (_, reviews) in zip(files, found, strict=True):
        names = {review.reviewer for review in reviews}
        if names & by_reviewer.keys():
            raise UsageError(
                "a reviewer was given twice", got=f"{sorted(names)[0]} in {path}", expected="a file each"
            )
        for review in reviews:
            if review.id in planned:
                by_reviewer.setdefault(review.reviewer, []).append(review)
    everything = [review for reviews in by_reviewer.values() for review in reviews]
    judged = {item: {r.reviewer: r for r in everything if r.id == item and r.meaning} for item in planned}
    several = {item: by for item, by in judged.items() if len(by) > 1}
    return ReviewReport(
        reviewers=tuple(_person(name, reviews, planned) for name, reviews in by_reviewer.items()),
        raw=fmean(len({r.meaning for r in by.values()}) == 1 for by in several.values()) if several else None,
        alpha_meaning=krippendorff_alpha(
            [{name: _MEANINGS.index(r.meaning or "") for name, r in by.items()} for by in several.values()]
        ),
        alpha_natural=krippendorff_alpha(
            [
                {r.reviewer: r.natural for r in everything if r.id == item and r.natural is not None}
                for item in planned
            ],
            ordinal=True,
        ),
        meanings=_meanings(several, list(by_reviewer)[:2]),
        drop=tuple(
            item for item in planned if _drops(planned[item], [r for r in everything if r.id == item])
        ),
        decide=tuple(item for item, by in several.items() if len({r.meaning for r in by.values()}) > 1),
        notes=tuple((r.id, r.reviewer, r.note) for r in everything if r.note),
    )


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
    denied = not planned.changed and 2 * meanings.count("no") > len(meanings)
    return denied or (bool(answers) and not any(_is_right(planned, answer) for answer in answers))


def _meanings(
    several: Mapping[str, Mapping[str, Review]], names: Sequence[str]
) -> Mapping[tuple[str, str], int]:
    if len(names) < 2:
        return {}
    first, second = names
    pairs = (
        (by[first].meaning, by[second].meaning) for by in several.values() if first in by and second in by
    )
    return Counter((str(one), str(other)) for one, other in pairs)
