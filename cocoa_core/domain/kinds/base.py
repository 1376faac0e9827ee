"""What every slot kind must be able to do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from cocoa_core.domain.primitives import Scalar, Test, Value

__all__ = ["NOT_GIVEN", "Kind"]

NOT_GIVEN: Final = "not given"
"""How a missing value is shown, in every kind; so nothing else may be shown like this."""


class Kind(ABC):
    """The values of one slot: how they are read and shown, which tests they have and what those mean.

    An instance carries the slot's configuration (bounds, unit, vocabulary) and is frozen.
    """

    name: ClassVar[str]
    missing: bool
    """Whether an option may lack the value: then None is a value too, and its cell is empty."""

    @property
    def item_kind(self) -> Kind:
        """The kind of one item of a list; of a value that is no list, the kind itself."""
        return self

    @abstractmethod
    def read(self, text: str) -> Value:
        """Returns the value that a cell's canonical text stands for.

        Raises:
            ValueError: it cannot be done; the message names what was expected.
        """

    @abstractmethod
    def write(self, value: Value) -> str:
        """Returns the canonical text of a value: `read(write(v)) == v`."""

    @abstractmethod
    def show(self, value: Value) -> str:
        """Returns the value as a person sees it; no two values look alike."""

    @abstractmethod
    def overs(self) -> tuple[str | None, ...]:
        """Returns what a test of this kind may be over: None, or `each`, `any`, `total`, `count`."""

    @abstractmethod
    def ops(self, over: str | None) -> frozenset[str]:
        """Returns the tests that may be asked over `over`."""

    @abstractmethod
    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds for the value; None where it is undefined (strong Kleene logic)."""

    @abstractmethod
    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Returns values that together give every vector of truth values that some legal value gives, no
        other.
        """

    @abstractmethod
    def measure(self, over: str | None, value: Value) -> int | None:
        """Returns the number that ordered tests over `over` compare; None where it is undefined."""

    @abstractmethod
    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """Returns the typed argument of a test from its canonical text.

        Raises:
            ValueError: it cannot be done; the message names what was expected.
        """

    @abstractmethod
    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns the canonical text of a test's argument: the inverse of `read_arg`."""
