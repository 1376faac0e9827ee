"""Defines what every slot kind must be able to do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from cocoa_core.domain.primitives import Scalar, Test, Value

__all__ = ["NOT_GIVEN", "Kind"]

NOT_GIVEN: Final = "not given"
"""The text that shows a missing value in every kind. No other value may be shown like this."""


class Kind(ABC):
    """The values of one slot: how they are read and shown, which tests they have, and what the tests mean.

    An instance has the slot's configuration (bounds, unit, vocabulary) and is frozen.
    """

    name: ClassVar[str]
    missing: bool
    """Whether an option may lack the value. Then None is a value too, and its cell is empty."""

    @property
    def item_kind(self) -> Kind:
        """The kind of the items of a list; of every other kind, the kind itself."""
        return self

    @abstractmethod
    def read(self, text: str) -> Value:
        """Returns the value of a cell's canonical text.

        Raises:
            ValueError: the text has no value of this kind; the message says what was expected.
        """

    @abstractmethod
    def write(self, value: Value) -> str:
        """Returns the canonical text of a value: `read(write(v)) == v`."""

    @abstractmethod
    def show(self, value: Value) -> str:
        """Returns the value as people read it. No two values look alike."""

    @abstractmethod
    def overs(self) -> tuple[str | None, ...]:
        """Returns what tests may be over: None for the value itself, or `each`, `any`, `total`, `count`."""

    @abstractmethod
    def ops(self, over: str | None) -> frozenset[str]:
        """Returns the tests that may be asked over `over`; empty where there are none."""

    @abstractmethod
    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds for the value; None where that is undefined (strong Kleene logic).

        Raises:
            ValueError: the kind has no such test.
        """

    @abstractmethod
    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Yields values that together give every vector of the tests' truth values that some legal value
        gives, and no other vector.
        """

    @abstractmethod
    def measure(self, over: str | None, value: Value) -> int | None:
        """Returns the number that ordered tests over `over` compare; None where there is none."""

    @abstractmethod
    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """Returns the typed argument of a test from its canonical text.

        Raises:
            ValueError: the kind has no such test, or the text is no argument of it; the message says what was
                expected.
        """

    @abstractmethod
    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns the canonical text of a test's argument; the inverse of `read_arg`."""
