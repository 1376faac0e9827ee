"""What a guesser gets that knows which options fitted before the last revision, and not what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final

from attrs import frozen

EARLIER_BAR: Final = 0.22
"""1.1 times chance of five options."""
_LETTERS: Final = "ABCDE"

Keys = Sequence[Sequence[str]]
"""The letters that fit after each turn but the last."""


@frozen
class Earlier:
    """One conversation. before: what fitted after each turn but the last. op: of the last turn."""

    before: Keys
    op: str
    right: str


def _times(before: Keys) -> Counter[str]:
    return Counter({letter: sum(letter in key for key in before) for letter in _LETTERS})


def _with(times: Mapping[str, int], number: int) -> list[str]:
    return [letter for letter in _LETTERS if times[letter] == number]


GUESSES: Final[Mapping[str, Callable[[Keys], Sequence[str]]]] = {
    "first": lambda before: before[0],
    "stale": lambda before: before[-1],
    "not stale": lambda before: [letter for letter in _LETTERS if letter not in before[-1]],
    "before the stale one": lambda before: before[-2],
    "most often": lambda before: _with(_times(before), max(_times(before).values())),
    "least often": lambda before: _with(_times(before), min(_times(before).values())),
}
"""By name, the letters that it guesses from, each as likely as another."""


def guessed_by_earlier(conversations: Iterable[Earlier]) -> dict[str, float]:
    """How often each guesser is right, in the mean over its ties.

    "op" knows for each last operation whether what fits changes with it more often than not.
    """
    shares: dict[str, list[float]] = {name: [] for name in GUESSES}
    by_op: dict[str, tuple[list[float], list[float]]] = {}
    for conversation in conversations:
        for name, guess in GUESSES.items():
            letters = guess(conversation.before)
            shares[name].append(letters.count(conversation.right) / len(letters) if letters else 0.0)
        stays, changes = by_op.setdefault(conversation.op, ([], []))
        stays.append(shares["stale"][-1])
        changes.append(shares["not stale"][-1])
    found = {name: fmean(rates) for name, rates in shares.items()}
    best = [max(sum(stays), sum(changes)) for stays, changes in by_op.values()]
    return {**found, "op": sum(best) / len(shares["stale"])}


@frozen
class EndCase:
    """One conversation of an ask other than choose, as a guesser of its end knows it.

    before: what fitted after each turn but the last. ops: of each turn. ranks: of the options by the number
    that the best is wanted of, from 0; none of other asks. end: what is guessed: how many options fit at the
    end or, of the ask best, the rank of the right one.
    """

    before: Keys
    ops: tuple[str, ...]
    ranks: Mapping[str, int]
    end: int


def _pattern(case: EndCase) -> Hashable:
    """Which earlier keys are alike, and how large they are."""
    letters = list(dict.fromkeys(letter for key in case.before for letter in key))
    return tuple(tuple(letters.index(letter) for letter in key) for key in case.before)


def _ranks(case: EndCase, turn: int) -> Hashable:
    return tuple(sorted(case.ranks.get(letter, 0) for letter in case.before[turn]))


CLUES: Final[Mapping[str, Callable[[EndCase], Hashable]]] = {
    "nothing": lambda case: (),
    "last operation": lambda case: case.ops[-1],
    "operations": lambda case: case.ops,
    "which earlier keys are alike": _pattern,
    "stale": lambda case: _ranks(case, -1),
    "first and stale": lambda case: (_ranks(case, 0), _ranks(case, -1)),
    "every earlier key": lambda case: tuple(_ranks(case, turn) for turn in range(len(case.before))),
}
"""By name, what a guesser goes by."""


def guessed_by_clues(cases: Sequence[EndCase]) -> dict[str, float]:
    """By clue, how often the most frequent end of the first half with it is that of the second half, too."""
    half = len(cases) // 2
    rates = {}
    for name, clue in CLUES.items():
        seen: dict[Hashable, Counter[int]] = {}
        for case in cases[:half]:
            seen.setdefault(clue(case), Counter())[case.end] += 1
        guesses = [
            seen[clue(case)].most_common(1)[0][0] if clue(case) in seen else -1 for case in cases[half:]
        ]
        rates[name] = fmean(guess == case.end for guess, case in zip(guesses, cases[half:], strict=True))
    return rates
