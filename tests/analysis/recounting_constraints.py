"""The second program's tables of constraints: by slot, by rule and by kind of test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from analysis.recounting import Given, Row, counts

NEGATED = {
    "less": "at_least",
    "at_least": "less",
    "at_most": "more",
    "more": "at_most",
    "each less": "any at_least",
    "each at_least": "any less",
    "each at_most": "any more",
    "each more": "any at_most",
    "any less": "each at_least",
    "any at_least": "each less",
    "any at_most": "each more",
    "any more": "each at_most",
    "any": "none",
    "none": "any",
}


def _names(record: Mapping[str, Any], what: str, places: Iterable[int] | None = None) -> set[str]:
    terms = record["requirement"]["terms"]
    own = terms if places is None else [terms[place] for place in places]
    return {_kind(one) if what == "test" else str(one[what]) for term in own for one in term}


def _kind(literal: Mapping[str, Any]) -> str:
    over, test = literal["over"], literal["test"]
    plain = f"{over} {test}" if over else str(test)
    if literal["positive"]:
        return plain
    if plain in NEGATED:
        return NEGATED[plain]
    return f"{over} {NEGATED[test]}" if over and test in NEGATED else f"{over or ''} not {test}".strip()


def constraints(answers: Sequence[Given], what: str) -> list[Row]:
    """The rows of the table by `slot`, `rule` or `test`."""
    return [
        _constraint(answers, what, name)
        for name in sorted(set().union(*(_names(answer.record, what) for answer in answers)))
    ]


def _constraint(answers: Sequence[Given], what: str, name: str) -> Row:
    def hit(one: Given, letter: str) -> bool:
        broken = one.record["certificate"]["broken"][letter]
        return name in _names(one.record, what, [each["term"] for each in broken])

    holding = [answer for answer in answers if name in _names(answer.record, what)]
    others = [answer for answer in answers if name not in _names(answer.record, what)]
    wrong = [one for one in holding if one.letter not in ("", one.record["answer"])]
    overlooked = sum(hit(one, one.letter) for one in wrong)
    drawn = [hit(one, letter) for one in wrong for letter in one.record["certificate"]["broken"]]
    without = fmean(other.right for other in others) if others else None
    difference = fmean(one.right for one in holding) - (math.nan if without is None else without)
    with_it, others_share = counts(holding), counts(others)
    least = [one["accuracy"] - one["low"] for one in (with_it, others_share) if others]
    most = [one["high"] - one["accuracy"] for one in (with_it, others_share) if others]
    return {
        what: name,
        **with_it,
        "accuracy_without": without,
        "difference": difference,
        "difference_low": difference - math.hypot(least[0], most[1]) if others else math.nan,
        "difference_high": difference + math.hypot(most[0], least[1]) if others else math.nan,
        "wrong": len(wrong),
        "overlooked": overlooked,
        "overlooked_share": overlooked / len(wrong) if wrong else None,
        "expected": fmean(drawn) if drawn else None,
    }
