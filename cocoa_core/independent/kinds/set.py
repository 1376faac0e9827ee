"""Sets: several texts of a vocabulary."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from typing import Final

from cocoa_core.independent.kinds.base import (
    MOST_FILLED,
    NO_ITEMS,
    Measured,
    States,
    TooManyStatesError,
    VerifierKind,
    cells,
    legal_word,
    number_arguments,
    read_word_argument,
    unnamed_word,
)
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Slot, Value


class VerifierSet(VerifierKind):
    """Several texts of a vocabulary."""

    name = "set"
    several = True
    worded = True

    def tests(self, over: str | None) -> frozenset[str]:
        """Returns the tests of the elements."""
        return frozenset({"any", "none", "only", "all"}) if over is None else frozenset()

    def read_shown(self, slot: Slot, text: str) -> Value:
        """Returns the elements, which "; " separates."""
        items = [] if text == NO_ITEMS else text.split("; ")
        if not slot.least <= len(items) <= slot.most:
            raise ValueError(f"{len(items)} items are not {slot.least} to {slot.most}")
        words = [legal_word(slot, item) for item in items]
        if any(word.casefold() == NO_ITEMS for word in words):
            raise ValueError(f"{text!r} cannot be a value")
        if len(set(words)) < len(words):
            raise ValueError("an item of a set stands twice")
        return frozenset(words)

    def read_cell(self, slot: Slot, text: str) -> Value:
        """Returns the elements, which ";" separates."""
        items = [] if text in ("", NO_ITEMS) else [item.strip(" ") for item in text.split(";")]
        return frozenset(items)

    def read_argument(self, slot: Slot, text: str, *, exact: bool) -> str:
        """Returns the element itself."""
        return read_word_argument(slot, text)

    def meaning(self, slot: Slot, literal: Literal) -> Hashable:
        """Returns the test and its elements; `none` is a negated `any`, `all` of one element is `any`."""
        if literal.over is not None:
            return None
        test, args, positive = literal.test, frozenset(literal.args), literal.positive
        if test == "none":
            test, positive = "any", not positive
        if test == "all" and len(args) == 1:
            test = "any"
        return literal.slot, test, args, positive

    def states(self, slot: Slot, literals: Sequence[Literal], measured: frozenset[str | None]) -> States:
        """Yields sets with no word, some, or all (where a test asks for all) of each class of like words."""
        tests = [literal for literal in literals if literal.over is None]
        classes: dict[tuple[bool, ...], list[str]] = {}
        named = {arg for literal in tests for arg in literal.args if isinstance(arg, str)}
        for word in sorted(named if slot.words is None else slot.words):
            classes.setdefault(tuple(word in literal.args for literal in tests), []).append(word)
        if slot.words is None:
            classes.setdefault((False,) * len(tests), []).extend(map(unnamed_word, range(slot.most + 1)))
        ways = []
        for named_by, words in classes.items():
            size = len(words)
            asks_for_all = any(
                name and literal.test == "all" for name, literal in zip(named_by, tests, strict=True)
            )
            partial_or_full = ((1, size - 1), (size, size)) if asks_for_all else ((1, size),)
            ways.append([(words, low, high) for low, high in ((0, 0), *partial_or_full) if low <= high])
        _refuse_too_many(ways)
        counts = number_arguments(literals, "count")
        for pattern in product(*ways):
            low = max(slot.least, sum(low for _, low, _ in pattern))
            high = min(slot.most, sum(high for _, _, high in pattern))
            for first, last in cells(low, high, 1, counts):
                measures: tuple[Measured, ...] = (("count", first, last, 1),) if "count" in measured else ()
                yield _filled(pattern, first), measures


def _refuse_too_many(ways: Iterable[Sequence[object]]) -> None:
    number = 1
    for ways_of_class in ways:
        number *= len(ways_of_class)
        if number > MOST_FILLED:
            raise TooManyStatesError


def _filled(pattern: Iterable[tuple[list[str], int, int]], size: int) -> frozenset[str]:
    """Returns a set of this size, with as many words of each class as the pattern allows."""
    least = sum(low for _, low, _ in pattern)
    result: list[str] = []
    for words, low, high in pattern:
        more = min(high - low, size - least)
        least += more
        result += words[: low + more]
    return frozenset(result)


KIND: Final = VerifierSet()
