"""What a guesser gets that knows which options fitted before the last revision, and not what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final

from attrs import frozen

__all__ = ["EARLIER_BAR", "Earlier", "guessed_by_earlier"]

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
