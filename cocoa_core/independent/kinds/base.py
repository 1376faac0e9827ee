"""Defines what the verifier has to know of every slot kind, with what most kinds have in common."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, ClassVar, Final

from attrs import evolve

from cocoa_core.independent.semantics import ORDERED, Literal
from cocoa_core.independent.slots import Numbers, Slot, Value, numbers_of
from cocoa_core.independent.yaml_files import plain_number, text, whole
from cocoa_core.lexicon import NUMBER_WORDS

Measured = tuple[str | None, int, int, int]
"""The numbers that a measure can be: what it is over (None for the value itself), low, high, step."""
MOST_FILLED = 5_000
"""The most ways to fill a set or a list that are tried."""


class TooManyStatesError(Exception):
    """There are more ways to fill the slot than are tried."""


def span(numbers: Numbers) -> tuple[int, int, int]:
    """Returns the lowest and the highest legal number, and the step of which all are multiples."""
    step = numbers.step
    return -(-numbers.low // step) * step, numbers.high // step * step, step


def number_arguments(literals: Iterable[Literal], over: str | None, *others: str) -> set[int]:
    """Returns the numbers among the arguments of the literals over `over` or the others."""
    return {
        arg
        for literal in literals
        if literal.over in (over, *others)
        for arg in literal.args
        if isinstance(arg, int) and not isinstance(arg, bool)
    }


def cells(low: int, high: int, step: int, points: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yields the legal numbers from low to high as ranges: each point, and the stretches between points."""
    start = low
    for point in sorted(points):
        for first, last in ((start, point - 1), (point, point)):
            first, last = -(-max(first, low) // step) * step, min(last, high) // step * step
            if first <= last:
                yield first, last
        start = point + 1
    first = -(-max(start, low) // step) * step
    if first <= high:
        yield first, high


NOT_GIVEN: Final = "not given"
NO_ITEMS: Final = "none"
LONGEST_WORD: Final = 200
"""The most characters of a category's value or a set's item."""
DAY: Final = 24 * 60
"""The number of minutes in a day."""

States = Iterator[tuple[Value, tuple[Measured, ...]]]
"""One value per class of values on which all literals agree, with the measures that the class can have."""


class VerifierKind(ABC):
    """What the verifier knows of a slot kind."""

    name: ClassVar[str]
    worded: ClassVar[bool] = False
    """Whether values are texts of a vocabulary, or several of them."""
    several: ClassVar[bool] = False
    """Whether a value holds several items."""
    has_unit: ClassVar[bool] = False
    """Whether the first of two numbers may leave out its unit, as in "between 3 and 5 km"."""

    def numbers(self, name: str, given: Mapping[str, Any]) -> Numbers | None:
        """Returns the numbers that the keys of the slot in schema.yaml set up; None for other values.

        Args:
            name: the name of the slot, for errors.
            given: its keys.

        Raises:
            ValueError: a key cannot be understood.
        """
        return None

    @abstractmethod
    def tests(self, over: str | None) -> frozenset[str]:
        """Returns the tests over `over`, which is not `count`."""

    @abstractmethod
    def read_shown(self, slot: Slot, text: str) -> Value:
        """Returns the value that an option shows as this text, which is not `NOT_GIVEN`.

        Raises:
            ValueError: the text is not exactly how a value of the slot is shown.
        """

    @abstractmethod
    def read_cell(self, slot: Slot, text: str) -> Value:
        """Returns the value of a cell of the catalogue, without blanks around it.

        Raises:
            ValueError: the cell cannot be read.
        """

    @abstractmethod
    def read_argument(self, slot: Slot, text: str, *, exact: bool) -> str | bool | int:
        """Returns one argument of a test over anything but `count`.

        Args:
            text: the argument as the file has it.
            exact: whether only the canonical text is accepted.

        Raises:
            ValueError: the text cannot be read, or is not canonical where that is demanded.
        """

    def authored(self, text: str) -> str:
        """Returns an author's argument over anything but `count` as `read_argument` takes it."""
        return text.strip(" ")

    def meaning(self, slot: Slot, literal: Literal) -> Hashable:
        """Returns a key that is equal for literals that hold, fail and are undefined on the same values.

        None stands for a literal about numbers: these are compared in the same way in all kinds.
        """
        return None

    @abstractmethod
    def states(self, slot: Slot, literals: Sequence[Literal], measured: frozenset[str | None]) -> States:
        """Yields values that produce every combination of truth values of the literals, but no missing value.

        Raises:
            TooManyStatesError: the slot can be filled in too many ways.
        """

    def comparison_row(self, slot: Slot) -> str:
        """Returns the name of the row in the lexicon that has the wording for tests of a single value."""
        return self.name


class NumberKind(VerifierKind):
    """A kind whose values are numbers, which may be the items of a list too."""

    @abstractmethod
    def numbers(self, name: str, given: Mapping[str, Any]) -> Numbers:
        """Returns the numbers of a slot, as `VerifierKind.numbers`."""

    @abstractmethod
    def read(self, numbers: Numbers, text: str) -> int:
        """Returns the number of a text as records write it, canonical or not (`90m`, `4.50`).

        Raises:
            ValueError: the text cannot be read.
        """

    @abstractmethod
    def write(self, numbers: Numbers, number: int) -> str:
        """Returns the only canonical text of a number."""

    @abstractmethod
    def parse_shown(self, numbers: Numbers, text: str) -> int:
        """Returns the number of a text such as options show, whether it is shown exactly so or not.

        Raises:
            ValueError: the text cannot be read.
        """

    @abstractmethod
    def show(self, numbers: Numbers, number: int) -> str:
        """Returns the only text that shows a number."""

    @abstractmethod
    def read_spoken(self, numbers: Numbers, text: str) -> int:
        """Returns a number as a request says it.

        Raises:
            ValueError: the text is no number of the slot as a request says it.
        """

    def row_of(self, numbers: Numbers) -> str:
        """Returns the lexicon's row for these numbers."""
        return self.name

    def wider(self, numbers: Numbers) -> Numbers:
        """Returns the numbers with wider bounds, where the schema sets them."""
        return numbers

    def read_exactly(self, numbers: Numbers, text: str) -> int:
        """Returns the number of a canonical text.

        Raises:
            ValueError: the text is not exactly how a number of the slot is written.
        """
        number = self.read(numbers, text)
        if self.write(numbers, number) != text:
            raise ValueError(f"{text!r} is not how {self.write(numbers, number)!r} is written")
        return number

    def read_shown_exactly(self, numbers: Numbers, text: str) -> int:
        """Returns the number that a text shows, whether it is legal or not.

        Raises:
            ValueError: the text is not exactly how a number of the slot is shown.
        """
        number = self.parse_shown(numbers, text)
        if self.show(numbers, number) != text:
            raise ValueError(f"{text!r} is not how {self.show(numbers, number)!r} is shown")
        return number

    def read_legal(self, numbers: Numbers, text: str) -> int:
        """Returns the legal number that a text shows.

        Raises:
            ValueError: the text is not exactly how a number is shown, or the number is out of bounds or
                between steps.
        """
        number = self.read_shown_exactly(numbers, text)
        if not numbers.low <= number <= numbers.high or number % numbers.step:
            low, high = self.show(numbers, numbers.low), self.show(numbers, numbers.high)
            raise ValueError(f"{text!r} is not a legal value from {low} to {high}")
        return number

    def bounds(self, name: str, given: Mapping[str, Any]) -> tuple[int, int]:
        """Returns `min` and `max` of a slot, each written as a value of it.

        Raises:
            ValueError: a bound cannot be read.
        """
        low, high = (self._bound(given.get(key), f"{key} of {name}") for key in ("min", "max"))
        return low, high

    def _bound(self, node: Any, what: str) -> int:
        try:
            return self.read(Numbers(self.name, 0, 0), text(node, what))
        except ValueError as error:
            raise ValueError(f"{what} cannot be read: {error}") from None

    def tests(self, over: str | None) -> frozenset[str]:
        """Returns every ordered test."""
        return ORDERED if over is None else frozenset()

    def read_shown(self, slot: Slot, text: str) -> Value:
        """Returns the legal number that a text shows."""
        return self.read_legal(numbers_of(slot), text)

    def read_cell(self, slot: Slot, text: str) -> Value:
        """Returns the number of a cell."""
        return self.read(numbers_of(slot), text)

    def read_argument(self, slot: Slot, text: str, *, exact: bool) -> int:
        """Returns the number of an argument."""
        return (self.read_exactly if exact else self.read)(numbers_of(slot), text)

    def authored(self, text: str) -> str:
        """Returns the number in plain digits."""
        return plain_number(text)

    def states(self, slot: Slot, literals: Sequence[Literal], measured: frozenset[str | None]) -> States:
        """Yields one number from each interval that the arguments of the tests bound."""
        numbers = numbers_of(slot)
        points = number_arguments(literals, None)
        if numbers.days:
            points = {*points, 0}  # before the reference day tests and measures are undefined
        low, high, step = span(numbers)
        for first, last in cells(low, high, step, points):
            defined = None in measured and not (numbers.days and first < 0)
            yield first, ((None, first, last, step),) if defined else ()

    def comparison_row(self, slot: Slot) -> str:
        """Returns the row for the numbers of the slot."""
        return self.row_of(numbers_of(slot))


@cache
def _kinds() -> Mapping[str, VerifierKind]:
    package = __name__.rpartition(".")[0]
    modules = (
        import_module(f"{package}.{module.name}") for module in iter_modules(import_module(package).__path__)
    )
    return MappingProxyType({module.KIND.name: module.KIND for module in modules if hasattr(module, "KIND")})


def kind_named(name: str) -> VerifierKind:
    """Returns the kind of this name.

    Raises:
        ValueError: there is none.
    """
    try:
        return _kinds()[name]
    except KeyError:
        raise ValueError(f"the kind {name!r} is unknown") from None


def number_kind(name: str) -> NumberKind:
    """Returns the kind of numbers of this name.

    Raises:
        ValueError: there is none.
    """
    kind = kind_named(name)
    if not isinstance(kind, NumberKind):
        raise ValueError(f"{name} is no kind of numbers")
    return kind


def wider_from_zero(numbers: Numbers) -> Numbers:
    """Returns the numbers with bounds as far outside as the old ones are apart, but not below zero."""
    width = numbers.high - numbers.low + 1
    return evolve(numbers, low=max(numbers.low - width, 0), high=numbers.high + width)


def matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    """Matches a pattern with a whole text.

    Raises:
        ValueError: it does not match.
    """
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} cannot be read")
    return match


def read_step(name: str, given: Mapping[str, Any]) -> int:
    """Returns the `step` of a slot in minutes.

    Raises:
        ValueError: it is no whole number of minutes up to a day.
    """
    return whole(given.get("step", "1"), f"step of {name}", 1, DAY)


def legal_word(slot: Slot, text: str) -> str:
    """Returns a text that is a value of a category or an element of a set.

    Raises:
        ValueError: it cannot be one.
    """
    if slot.words is not None and text not in slot.words:
        raise ValueError(f"{text!r} is not in the vocabulary")
    if len(text) > LONGEST_WORD:
        raise ValueError(f"{text!r} has more than {LONGEST_WORD} characters")
    odd = not text or text != " ".join(text.split()) or ";" in text or not text.isprintable()
    if odd or text.casefold() == NOT_GIVEN:
        raise ValueError(f"{text!r} cannot be a value")
    return text


def read_word_argument(slot: Slot, text: str) -> str:
    """Returns a word of the vocabulary that a test names.

    Raises:
        ValueError: the text cannot be a word of the slot.
    """
    if slot.words is not None and text not in slot.words:
        raise ValueError(f"{text!r} is not in the vocabulary")
    if not text or text != text.strip():
        raise ValueError(f"{text!r} cannot be a value")
    return text


def unnamed_word(number: int) -> str:
    """Returns a word of an open vocabulary that no literal names."""
    return f"\0{number}"


_COUNTS: Final = {word: number for number, word in enumerate(NUMBER_WORDS)}
COUNT: Final = rf"(\d{{1,9}}|{'|'.join(NUMBER_WORDS)})"
"""The pattern of a count without commas, as a group."""


@lru_cache(maxsize=256)
def read_count(text: str) -> int:
    """Returns a whole number, in digits or in words up to twelve.

    Raises:
        ValueError: the text is no such number.
    """
    word_value = _COUNTS.get(text)
    if word_value is not None:
        return word_value
    digits = text.replace(",", "")
    if digits.isascii() and digits.isdigit() and text == f"{int(digits):,}":
        return int(digits)
    raise ValueError(f"{text!r} is not a count")
