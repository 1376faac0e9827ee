"""What a guesser gets that sees one side of a question: which cells are hidden, how many axioms are told, the
words of the request.

A naive Bayes classifier learns from the questions of other groups of the catalogue, in five folds.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from cocoa_core.families.selection import Question
from cocoa_core.families.selection.record import TO_BE_CONFIRMED
from cocoa_core.seeds import seed_of

__all__ = ["guessed_by_form"]

_FOLDS: Final = 5


def guessed_by_form(questions: Sequence[Question], group_by: Sequence[str]) -> dict[str, float]:
    """The share of right guesses by what the guesser sees; empty for an ask with no such guesser.

    Args:
        group_by: labels of the slots that name an option's group
    """
    if questions[0].ask == "missing":
        seen = {
            "hidden pattern": [_hidden(question) for question in questions],
            "hidden slots": [{slot: {slot} for slot in _hidden(question)} for question in questions],
        }
        keys = [question.key[0] for question in questions]
    elif questions[0].ask in ("possible", "every"):
        yes = [question.key == ["yes"] for question in questions]
        keys = [
            str(right) if question.ask == "possible" else str(len(question.key))
            for question, right in zip(questions, yes, strict=True)
        ]
        classes = sorted(set(keys))
        features = {
            "words": [set(question.request.lower().split()) for question in questions],
            "form": [
                {
                    f"axioms {len(question.asked.get('axioms', ()))}",
                    f"sentences {len(question.sentences)}",
                    f"literals {sum(map(len, question.requirement.terms))}",
                    f"length {len(question.request) // 25}",
                }
                for question in questions
            ],
        }
        seen = {name: [dict.fromkeys(classes, one) for one in each] for name, each in features.items()}
    else:
        return {}
    folds = [_fold(question, group_by) for question in questions]
    return {name: _share_right(each, keys, folds) for name, each in seen.items()}


def _hidden(question: Question) -> dict[str, set[str]]:
    """By label of a slot with hidden cells: how many it has, and with which others it shares options."""
    rows = [
        {label for label, text in option.shown.items() if text == TO_BE_CONFIRMED}
        for option in question.options
    ]
    slots = sorted(set().union(*rows))
    return {
        slot: {
            f"of {len(slots)}: {sum(slot in row for row in rows)} cells",
            f"of {len(slots)}: beside {len(set().union(*(row for row in rows if slot in row))) - 1}",
            f"alone {sum(row == {slot} for row in rows)}",
            f"slot {slot}",
        }
        for slot in slots
    }


def _fold(question: Question, group_by: Sequence[str]) -> int:
    shown = question.options[0].shown if question.options else question.asked["group"]
    group = [shown[label] for label in group_by if label in shown] or list(
        question.asked.get("group", {}).values()
    )
    return (
        seed_of("fold", *(group or sorted(option.row for option in question.options) or [question.id]))
        % _FOLDS
    )


def _share_right(seen: Sequence[dict[str, set[str]]], keys: Sequence[str], folds: Sequence[int]) -> float:
    """Of candidates with their features, how often the likeliest is the key."""
    right = 0
    for fold in range(_FOLDS):
        counts: defaultdict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
        totals: Counter[tuple[str, bool]] = Counter()
        by_class = seen and len({frozenset(one) for one in seen}) == 1
        for candidates, key, own in zip(seen, keys, folds, strict=True):
            if own != fold:
                for name, features in candidates.items():
                    group = (name if by_class else "", name == key)
                    counts[group].update(features)
                    totals[group] += 1
        for candidates, key, own in zip(seen, keys, folds, strict=True):
            if own == fold:
                points = {
                    name: sum(
                        math.log((counts[group, True][one] + 1) / (totals[group, True] + 2))
                        - math.log((counts[group, False][one] + 1) / (totals[group, False] + 2))
                        for one in features
                    )
                    for name, features in candidates.items()
                    for group in [name if by_class else ""]
                }
                right += max(points, key=lambda name: points[name]) == key
    return right / len(seen)
