"""Words that have an order of their own, in which a vocabulary is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["MONTH_NAMES", "in_order"]

MONTH_NAMES: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
_SCALES: Final = tuple(
    tuple(scale.split(", "))
    for scale in (
        "january, february, march, april, may, june, july, august, september, october, november, december",
        "jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec",
        "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
        "mon, tue, wed, thu, fri, sat, sun",
        "spring, summer, autumn, fall, winter",
        "never, rarely, sometimes, often, always",
        "none, very low, low, mid, medium, middle, average, high, very high",
        "xxs, xs, s, m, l, xl, xxl, xxxl",
        "tiny, mini, small, compact, midsize, medium, large, full-size, big, huge, extra large",
        "very poor, poor, bad, fair, average, ok, good, very good, great, premium, ideal, excellent",
        "beginner, elementary, intermediate, advanced, expert",
        "basic, economy, standard, comfort, plus, premium, business, deluxe, luxury, first",
        "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth",
        "1st, 2nd, 3rd, 4th, 5th, 6th, 7th, 8th, 9th, 10th",
        "i, ii, iii, iv, v, vi, vii, viii, ix, x",
        "child, teen, young, adult, middle-aged, senior, elderly, old",
        "strongly disagree, disagree, neutral, agree, strongly agree",
        "morning, noon, afternoon, evening, night",
    )
)


def in_order(words: Sequence[str]) -> tuple[str, ...]:
    """The words, those of a known scale in its order, others by the alphabet."""
    folded = {word.casefold() for word in words}
    for scale in _SCALES:
        if folded <= set(scale) and len(folded) > 1:
            return tuple(sorted(words, key=lambda word: scale.index(word.casefold())))
    return tuple(sorted(words))
