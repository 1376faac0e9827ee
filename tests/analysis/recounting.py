"""A second program for the tables of an analysis: it sees records and answers as plain data, nothing else."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from statistics import fmean, median
from typing import Any

import numpy as np
import statsmodels.api as sm
from attrs import frozen
from scipy.sparse.csgraph import connected_components
from statsmodels.stats.proportion import proportion_confint

Row = dict[str, Any]


@frozen
class Given:
    """One answer. letter: "" where none could be read. Tokens, seconds and dollars: None where not said."""

    record: Mapping[str, Any]
    epoch: int
    letter: str
    reason: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float | None = None
    cost: float | None = None

    @property
    def right(self) -> bool:
        return bool(self.letter == self.record["answer"])

    @property
    def requirement(self) -> str:
        return str(self.record["requirement"]["id"])

    @property
    def entropy(self) -> float:
        return float(self.record["complexity"]["entropy"][self.record["answer"]])


def counts(answers: Sequence[Given]) -> Row:
    """What some answers are worth."""
    right, number = sum(answer.right for answer in answers), len(answers)
    clusters = {answer.requirement for answer in answers}
    size = float(number)
    if len(clusters) < number:
        size = float(len(clusters))
        if 0 < right < number and len(clusters) > 1:
            error = error_of([(answer.requirement, answer.right) for answer in answers])
            size = min(number, right / number * (1 - right / number) / error**2) if error else number
    low, high = (
        proportion_confint(right / number * size, size, method="wilson") if number else (None, None)
    )  # of a count that need not be whole
    return {
        "answers": number,
        "right": right,
        "accuracy": right / number if number else None,
        "low": low,
        "high": high,
        "clusters": len(clusters),
        "effective": size if number else None,
        "parse_failures": sum(answer.letter == "" for answer in answers),
    }


def recounted(answers: Sequence[Given]) -> dict[str, list[Row]]:
    """The tables of one run, row by row, without the columns that say whose they are."""
    right, wrong = ([answer for answer in answers if answer.right is side] for side in (True, False))
    named = [one for one in wrong if one.letter]
    failed = sum(answer.letter == "" for answer in answers)
    asked = {answer.record["id"] for answer in answers}
    parts = {
        name: {
            "regular": [answer for answer in answers if not answer.record["complexity"][measure]],
            "atypical": [answer for answer in answers if answer.record["complexity"][measure]],
            "total": list(answers),
        }
        for name, measure in (("typicality", "against"), ("typicality_paper", "atypical"))
    }
    whole = {"questions": len(asked), "epochs": len({answer.epoch for answer in answers})}
    return {
        "summary": [{**whole, **counts(answers), "parse_failure_share": failed / len(answers)}],
        **{
            table: [{"questions": name, **counts(own)} for name, own in kinds.items()]
            for table, kinds in parts.items()
        },
        **{f"by_{name}": _parted(answers, measure, names) for name, (names, measure) in PARTS.items()},
        "by_knowledge": _parted(answers, lambda one: ("yes" if one["knowledge"] else "no",), ("knowledge",)),
        "entropy": [_mean("right", right), _mean("wrong", wrong)],
        "by_position": [_position(answers, letter) for letter in "ABCDE"],
        "broken_terms": _broken(named, failed),
        "groups": _groups(answers),
        "parse_failures": [
            {"reason": reason, "parse_failures": many, "share": many / len(answers)}
            for reason, many in sorted(Counter(one.reason for one in wrong if not one.letter).items())
        ],
        "usage": [_usage(answers, failed)],
    }


def complexity(record: Mapping[str, Any]) -> dict[str, int]:
    """The measures of the dependency graph of a record's requirement."""
    terms = [{literal["slot"] for literal in term} for term in record["requirement"]["terms"]]
    slots = sorted(set().union(*terms))
    near = np.array([[a != b and any({a, b} <= term for term in terms) for b in slots] for a in slots])
    _, labels = connected_components(near)

    def reach(path: tuple[int, ...]) -> int:
        steps = [reach((*path, one)) for one in np.flatnonzero(near[path[-1]]).tolist() if one not in path]
        return max(steps, default=len(path))

    return {
        "sum_terms": len(terms),
        "width": sum(len(term) > 1 for term in terms),
        "component": int(np.bincount(labels).max()),
        "longest_path": max(reach((index,)) for index in range(len(slots))),
        "max_degree": int(near.sum(axis=0).max()),
    }


def _one_measure(name: str) -> tuple[tuple[str, ...], Callable[[Mapping[str, Any]], tuple[Any, ...]]]:
    return (name,), lambda record: (complexity(record)[name],)


def setting(record: Mapping[str, Any]) -> tuple[int, int]:
    """The slots of the table, without those of wishes, and its minterms."""
    slots, minterms, *_ = record["provenance"]["setting"]
    return int(slots), int(minterms)


def _all_slots(record: Mapping[str, Any]) -> tuple[int]:
    """The slots of table and wishes."""
    return (len({literal["slot"] for term in record["requirement"]["terms"] for literal in term}),)


def _band(record: Mapping[str, Any]) -> tuple[float, float]:
    entropy = record["complexity"]["entropy"][record["answer"]]
    low = next(tenth for tenth in (9, 8, 7, 6, 5, 4, 3, 2, 1, 0) if entropy >= tenth / 10)
    return low / 10, (low + 1) / 10


PARTS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], tuple[Any, ...]]]] = {
    "setting": (("slots", "minterms"), setting),
    "slots": (("slots",), _all_slots),
    "entropy": (("from", "below"), _band),
    **{
        name: _one_measure(name) for name in ("sum_terms", "width", "component", "longest_path", "max_degree")
    },
}


def _parted(
    answers: Sequence[Given], key: Callable[[Mapping[str, Any]], Hashable], names: Sequence[str]
) -> list[Row]:
    found: dict[Any, list[Given]] = defaultdict(list)
    for answer in answers:
        found[key(answer.record)].append(answer)
    return [{**dict(zip(names, part, strict=True)), **counts(found[part])} for part in sorted(found)]


def _mean(outcome: str, answers: Sequence[Given]) -> Row:
    failed = sum(answer.letter == "" for answer in answers)
    mean = fmean(answer.entropy for answer in answers) if answers else None
    return {"outcome": outcome, "answers": len(answers), "mean": mean, "parse_failures": failed}


def _groups(answers: Sequence[Given]) -> list[Row]:
    """Requirements of which several questions were asked, and those of them that are all right."""
    found: dict[str, list[Given]] = defaultdict(list)
    for one in answers:
        found[one.requirement].append(one)
    several = [own for own in found.values() if len({one.record["id"] for one in own}) > 1]
    if not several:
        return []
    inside = [one for own in several for one in own]
    right = sum(all(one.right for one in own) for own in several)
    low, high = proportion_confint(right, len(several), method="wilson")
    return [
        {
            "kind": "cluster",
            "groups": len(several),
            "all_right": right,
            "group_share": right / len(several),
            "low": low,
            "high": high,
            "answers": len(inside),
            "accuracy": fmean(one.right for one in inside),
            "parse_failures": sum(one.letter == "" for one in inside),
        }
    ]


def _position(answers: Sequence[Given], letter: str) -> Row:
    chosen = sum(answer.letter == letter for answer in answers)
    own = counts([answer for answer in answers if answer.record["answer"] == letter])
    return {"letter": letter, **own, "chosen": chosen, "chosen_share": chosen / len(answers)}


def _broken(named: Sequence[Given], failed: int) -> list[Row]:
    def many(one: Given, letter: str) -> int:
        return len({broken["term"] for broken in one.record["certificate"]["broken"][letter]})

    others = [(one, letter) for one in named for letter in "ABCDE" if letter != one.record["answer"]]
    by_chance = Counter(many(one, letter) for one, letter in others)
    chosen = Counter(many(one, one.letter) for one in named)
    return [
        {
            "broken": number,
            "chosen": chosen[number],
            "share": chosen[number] / len(named),
            "expected": by_chance[number] / (4 * len(named)),
            "parse_failures": failed,
        }
        for number in sorted({*by_chance, *chosen})
    ]


def error_of(answers: Sequence[tuple[str, float]]) -> float:
    """The standard error of the mean, by clustered least squares; NaN of fewer than two clusters."""
    labels = (
        np.unique([cluster for cluster, _ in answers], return_inverse=True)[1] if answers else np.array([])
    )
    groups = len(set(labels.tolist()))
    if groups < 2:
        return math.nan
    fitted = sm.OLS(np.array([float(value) for _, value in answers]), np.ones(len(answers))).fit(
        cov_type="cluster", cov_kwds={"groups": labels, "use_correction": False}
    )
    return float(fitted.bse[0]) * math.sqrt(groups / (groups - 1))


def _usage(answers: Sequence[Given], failed: int) -> Row:
    def said(name: str) -> list[float]:
        return [getattr(answer, name) for answer in answers if getattr(answer, name) is not None]

    read, written, seconds, cost = map(said, ("tokens_in", "tokens_out", "seconds", "cost"))
    right = sum(answer.right for answer in answers)
    return {
        "answers": len(answers),
        "parse_failures": failed,
        "input_tokens": sum(read) if read else None,
        "output_tokens": sum(written) if written else None,
        "input_mean": fmean(read) if read else None,
        "output_mean": fmean(written) if written else None,
        "output_median": median(written) if written else None,
        "seconds": sum(seconds) if seconds else None,
        "seconds_mean": fmean(seconds) if seconds else None,
        "seconds_median": median(seconds) if seconds else None,
        "cost": sum(cost) if cost else None,
        "cost_per_right": sum(cost) / right if cost and right else None,
    }
