"""What a guesser gets that sees the options alone, ask by ask, trained on the questions of other groups.

Which options are right, how many conditions an option breaks, which slot is asked for: each is learned by
gradient boosting from numbers of the options, in which nothing of the request is. What options cannot show,
such as how conditions are numbered, is guessed as it is most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from cocoa_core.families.selection import Question, RequestReader
from cocoa_core.families.selection.record import TO_BE_CONFIRMED
from cocoa_core.families.selection.reference.blind import features, query_blind
from cocoa_core.seeds import seed_of

Lines = np.ndarray[Any, Any]
Chances = Callable[[Lines], Lines]
"""Of candidates, one a line, how likely each is of the class that it is to be told from the others."""
Guess = Callable[[Sequence[Question], Sequence[Question], RequestReader], list[bool]]
"""Whether each of the second questions is guessed by who learned from the first."""

_TREES: Final = 60


def guessed_alone(questions: Sequence[Question], reader: RequestReader) -> list[bool]:
    """Whether each question was guessed. None is where no options are shown."""
    if not questions[0].options:
        return []
    if questions[0].ask in ("choose", "best"):
        blind = query_blind(questions, reader)
        return list(blind.right) if blind else []
    found = []
    for half in (0, 1):
        known = [question for question in questions if _half(question, reader) != half]
        asked = [question for question in questions if _half(question, reader) == half]
        found += _GUESSES[questions[0].ask](known, asked, reader)
    return found


def _half(question: Question, reader: RequestReader) -> int:
    """By the group of the catalogue; without groups by which options are shown."""
    shown = question.options[0].shown
    group = [shown.get(reader.domain.slots[name].label, "") for name in reader.domain.group_by]
    return seed_of("half", *(group or sorted(option.row for option in question.options))) % 2


def _lines(question: Question, reader: RequestReader) -> tuple[list[str], Lines]:
    """The letters in an order that says nothing, and a line of numbers for each option."""
    order = [option.label for option in sorted(question.options, key=lambda option: option.row)]
    options = reader.options({option.label: option.shown for option in question.options})
    return order, features(reader.domain, tuple([options[label] for label in order]))


def _classes(lines: Sequence[Lines], classes: Sequence[int]) -> Callable[[Lines], tuple[Lines, Lines]]:
    """Learns which line is of which class; gives the classes, and how likely a line is of each."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        model = HistGradientBoostingClassifier(max_iter=_TREES, random_state=0)
        model.fit(np.stack(lines), np.array(classes))
    return lambda some: (model.classes_, model.predict_proba(some))


def _told(lines: Sequence[Lines], true: Sequence[bool]) -> Chances:
    learned = _classes(lines, [int(one) for one in true])
    return lambda some: learned(some)[1][:, -1]


def _right_options(known: Sequence[Question], reader: RequestReader) -> Chances:
    lines, true = [], []
    for question in known:
        order, own = _lines(question, reader)
        lines += list(own)
        true += [label in question.key for label in order]
    return _told(lines, true)


def _in_all(lines: Lines) -> Lines:
    """A question as one line: of each number the mean, the least and the most."""
    return np.concatenate([lines.mean(0), lines.min(0), lines.max(0)])


def _numbers(
    known: Sequence[Question], reader: RequestReader, number: Callable[[Question], int]
) -> Callable[[Lines], int]:
    """Learns how many are right of a question."""
    lines = [_in_all(_lines(question, reader)[1]) for question in known]
    learned = _classes(lines, [number(question) for question in known])

    def guess(own: Lines) -> int:
        classes, chances = learned(_in_all(own)[None])
        return int(classes[int(chances[0].argmax())])

    return guess


def _sets(known: Sequence[Question], asked: Sequence[Question], reader: RequestReader) -> list[bool]:
    number = _numbers(known, reader, lambda question: len(question.key))
    chances, found = _right_options(known, reader), []
    for question in asked:
        order, own = _lines(question, reader)
        best = np.argsort(-chances(own))[: number(own)]
        found.append({order[place] for place in best} == set(question.key))
    return found


def _counts(known: Sequence[Question], asked: Sequence[Question], reader: RequestReader) -> list[bool]:
    number = _numbers(known, reader, lambda question: int(question.key[0]))
    return [number(_lines(question, reader)[1]) == int(question.key[0]) for question in asked]


def _bundles(known: Sequence[Question], asked: Sequence[Question], reader: RequestReader) -> list[bool]:
    chances, found = _right_options(known, reader), []
    for question in asked:
        order, own = _lines(question, reader)
        best = np.argsort(-chances(own))[: question.asked["take"]]
        found.append({order[place] for place in best} == set(question.key))
    return found


def _relaxed(known: Sequence[Question], asked: Sequence[Question], reader: RequestReader) -> list[bool]:
    [(often, _)] = Counter(question.key[0] for question in known).most_common(1)
    chances, found = _right_options(known, reader), []
    for question in asked:
        order, own = _lines(question, reader)
        found.append([often, order[int(chances(own).argmax())]] == question.key)
    return found


def _broken(known: Sequence[Question], asked: Sequence[Question], reader: RequestReader) -> list[bool]:
    """How many conditions the option breaks, learned from its line; and which so many most often are."""

    def line(question: Question) -> Lines:
        order, own = _lines(question, reader)
        return own[order.index(question.asked["option"])]

    learned = _classes([line(one) for one in known], [len(one.key) for one in known])
    often: dict[int, Counter[tuple[str, ...]]] = {}
    for question in known:
        often.setdefault(len(question.key), Counter())[tuple(question.key)] += 1
    found = []
    for question in asked:
        classes, chances = learned(line(question)[None])
        [(guess, _)] = often[int(classes[int(chances[0].argmax())])].most_common(1)
        found.append(guess == tuple(question.key))
    return found


def _missing(known: Sequence[Question], asked: Sequence[Question], reader: RequestReader) -> list[bool]:
    """Learned of each slot with hidden values: which it is, where it stands, and which options lack it."""
    labels = sorted({slot.label for slot in reader.domain.slots.values()})

    def candidates(question: Question) -> Iterator[tuple[str, Lines]]:
        shown = [option.shown for option in question.options]
        hidden = [label for label in shown[0] if any(one[label] == TO_BE_CONFIRMED for one in shown)]
        for index, label in enumerate(hidden):
            lacking = [one for one in shown if one[label] == TO_BE_CONFIRMED]
            beside = [sum(one[other] == TO_BE_CONFIRMED for other in hidden) for one in lacking]
            kinds = len({one[label] for one in shown})
            numbers = [labels.index(label), index, len(hidden), len(lacking), sum(beside), max(beside), kinds]
            yield label, np.array(numbers, dtype=float)

    lines = [(line, label == one.key[0]) for one in known for label, line in candidates(one)]
    chances = _told([line for line, _ in lines], [true for _, true in lines])
    found = []
    for question in asked:
        names, some = zip(*candidates(question), strict=True)
        found.append(names[int(chances(np.stack(some)).argmax())] == question.key[0])
    return found


_GUESSES: Final[dict[str, Guess]] = {
    "every": _sets,
    "count": _counts,
    "broken": _broken,
    "relax": _relaxed,
    "missing": _missing,
    "bundle": _bundles,
}
