"""Defines kinds with ordered values: what their tests mean, and where the truth of several tests can change.

Theory of cut points: the truth of an ordered test, as a function of a whole number, is constant between
finitely many numbers at which a new stretch begins (its *cuts*). Several tests are together constant on the
stretches between all their cuts, so one legal value per stretch witnesses every vector of truth values.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.cells import check_op, misconfigured, mismatch
from cocoa_core.domain.primitives import Scalar, Test, Value
from cocoa_core.lexicon import NUMBER_WORDS

_WORDS: Final = {word: number for number, word in enumerate(NUMBER_WORDS)}


def say_count(number: int) -> str:
    """Returns a whole number, in words up to twelve."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"


def spoken_count(token: str) -> int | None:
    """Returns the whole number below 10**9 of a token in words or digits; None where it is none."""
    number = _WORDS.get(token)
    if number is not None:
        return number
    digits = token.replace(",", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


_COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "less": operator.lt,
    "at_most": operator.le,
    "more": operator.gt,
    "at_least": operator.ge,
}
THRESHOLD_OPS: Final = frozenset(_COMPARED)
ORDERED_OPS: Final = THRESHOLD_OPS | {"between", "within", "is", "one_of"}


def holds(op: str, args: tuple[Any, ...], value: Any) -> bool | None:
    """Returns whether an ordered test holds for a whole number.

    `between` is None at its two ends: whether they belong to it is a convention.

    Raises:
        ValueError: the test is not an ordered one.
    """
    compared = _COMPARED.get(op)
    if compared is not None:
        return compared(value, args[0])
    if op == "between":
        return None if value in args else bool(args[0] < value < args[1])
    if op == "within":
        return bool(args[0] <= value <= args[1])
    if op in ("is", "one_of"):
        return value in args
    raise mismatch(f"one of the tests {', '.join(sorted(ORDERED_OPS))}", op)


def cuts(op: str, args: tuple[Any, ...]) -> tuple[int, ...]:
    """Returns the numbers at which a stretch of constant truth of a test begins.

    Raises:
        ValueError: the test is not an ordered one.
    """
    if op in ("less", "at_least"):
        return args
    if op in ("at_most", "more"):
        return (args[0] + 1,)
    if op == "within":
        return (args[0], args[1] + 1)
    if op in ("is", "one_of", "between"):
        return args + tuple([arg + 1 for arg in args])
    raise mismatch(f"one of the tests {', '.join(sorted(ORDERED_OPS))}", op)


def stretches(points: Iterable[int], low: int, high: int, step: int) -> list[int]:
    """Returns the first legal value of each stretch that has one, in rising order.

    Args:
        points: the cuts between the stretches.
        low: the lowest legal value.
        high: the highest legal value.
        step: the number of which all legal values are multiples.
    """
    firsts = {low}
    for point in points:
        if low < point <= high:
            firsts.add(-(-point // step) * step)
    return sorted(firsts)


class OrderedKind(Kind):
    """A kind whose values are whole numbers in the kind's unit: the multiples of a step between two bounds.

    A subclass says what the bounds are and how a number is written, read and shown. A configuration without
    any legal value is refused with ValueError.
    """

    numeric: ClassVar[bool] = True
    bounded: ClassVar[bool] = True
    """Whether the schema sets the bounds."""

    @property
    def places(self) -> int:
        """The number of decimals in which a plain number is written."""
        return 0

    @abstractmethod
    def noun(self) -> str:
        """Returns what errors call a text of this kind, with an example: "a date such as 2027-04-17"."""

    @abstractmethod
    def limits(self) -> tuple[int, int, int]:
        """Returns the configured bounds, both included, and the step."""

    @abstractmethod
    def parse(self, text: str) -> int:
        """Returns the number of a canonical text, whether it is within the bounds or not.

        Raises:
            ValueError: the text is malformed.
        """

    @abstractmethod
    def format(self, number: int) -> str:
        """Returns the canonical text of a number; the inverse of `parse`."""

    @abstractmethod
    def display(self, number: int) -> str:
        """Returns a number as people read it."""

    def __attrs_post_init__(self) -> None:
        """Refuses bounds between which there is no legal value."""
        minimum, maximum, step = self.limits()
        if step < 1:
            raise misconfigured("a step of at least 1", step)
        if minimum > maximum:
            raise misconfigured("a minimum not above the maximum", f"{minimum} and {maximum}")
        low, high, _ = self.span()
        if low > high:
            raise misconfigured(
                "a multiple of the step between the bounds", f"step {step}, {minimum} to {maximum}"
            )

    def span(self) -> tuple[int, int, int]:
        """Returns the lowest and the highest legal value, and the step of which all are multiples."""
        minimum, maximum, step = self.limits()
        return -(-minimum // step) * step, maximum // step * step, step

    def measures(self, over: str | None) -> tuple[range, ...]:
        """Returns every legal value; nothing where `over` is not None."""
        if over is not None:
            return super().measures(over)
        low, high, step = self.span()
        return (range(low, high + 1, step),)

    def steps(self) -> str:
        """Returns the step as errors name it."""
        return self.format(self.limits()[2])

    def read(self, text: str) -> Value:
        """Returns the number of a cell; None for a missing value.

        Raises:
            ValueError: the text is malformed, or the number is out of bounds or between steps.
        """
        cell = text.strip(" ")
        if not cell and self.missing:
            return None
        number = self.parse(cell)
        low, high, step = self.span()
        if low <= number <= high and number % step == 0:
            return number
        every = f" in steps of {self.steps()}" if step > 1 else ""
        raise mismatch(f"{self.noun()}, from {self.format(low)} to {self.format(high)}{every}", cell)

    def write(self, value: Value) -> str:
        """Returns the canonical text of a value; an empty text for a missing one."""
        return "" if value is None else self.format(whole_number(value))

    def show(self, value: Value) -> str:
        """Returns the value as people read it."""
        return NOT_GIVEN if value is None else self.display(whole_number(value))

    def ops(self, over: str | None) -> frozenset[str]:
        """Returns every ordered test."""
        return ORDERED_OPS if over is None else frozenset()

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds; None for a missing value and at the ends of `between`."""
        if test.op not in ORDERED_OPS or test.over is not None:
            check_op(test.op, self.ops(test.over), test.over)
        return None if value is None else holds(test.op, test.args, value)

    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Yields the first legal value of each stretch between the tests' cuts, rising; None if missing."""
        yield from stretches(self.boundaries(tests), *self.span())
        if self.missing:
            yield None

    def boundaries(self, tests: Sequence[Test]) -> list[int]:
        """Returns the numbers at which the truth of a test can change, in no order."""
        points: list[int] = []
        for test in tests:
            points += cuts(test.op, test.args)
        return points

    def measure(self, over: str | None, value: Value) -> int | None:
        """Returns the value itself; None where `over` is not None."""
        return None if over is not None or value is None else whole_number(value)

    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """Returns the argument of a test, a number that may be out of bounds or between steps."""
        check_op(op, self.ops(over), over)
        return self.parse(text.strip(" "))

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns the canonical text of a test's argument."""
        check_op(op, self.ops(over), over)
        return self.format(whole_number(arg))


def whole_number(value: object) -> int:
    """Returns the value of an ordered kind as a number.

    Raises:
        TypeError: it is none.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"expected a whole number, got {value!r}")


def wider_bounds(minimum: int, maximum: int) -> tuple[int, int]:
    """Returns bounds as far outside of the given ones as these are apart."""
    span = maximum - minimum + 1
    return minimum - span, maximum + span
