"""Defines what every slot kind must be able to do, and marks fields that keys of schema.yaml set."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from attrs import evolve, fields, frozen

from cocoa_core.domain.primitives import Scalar, Test, Value

NOT_GIVEN: Final = "not given"
"""The text that shows a missing value in every kind. No other value may be shown like this."""
_METADATA: Final = "cocoa_core.schema_key"


class Kind(ABC):
    """The values of one slot: how they are read and shown, which tests they have, and what the tests mean.

    An instance has the slot's configuration (bounds, unit, vocabulary) and is frozen.
    """

    name: ClassVar[str]
    worded: ClassVar[bool] = False
    """Whether values are texts of a vocabulary, or several of them."""
    several: ClassVar[bool] = False
    """Whether a value holds several items; tests over `count` compare their number."""
    numeric: ClassVar[bool] = False
    """Whether values are whole numbers in the kind's unit, or several of them."""
    yes_or_no: ClassVar[bool] = False
    """Whether the only test is whether the value is true, so that requests name no value."""
    sayable: ClassVar[range | None] = None
    """The numbers that a request can name; None for all."""
    rounded: ClassVar[bool] = True
    """Whether people name round numbers more readily than others."""
    summable: ClassVar[bool] = False
    """Whether two values have a sum."""
    distance_units: ClassVar[str] = ""
    """The letters of units of distances in rules.yaml: "mh", "d", or empty for a plain number."""
    says: ClassVar[str] = ""
    """The kind's description in the JSON Schema of schema.yaml, if its keys are declared by `schema_key`."""
    missing: bool
    """Whether an option may lack the value. Then None is a value too, and its cell is empty."""

    min_items: int = 1
    """The smallest number of items in a value."""
    max_items: int = 1
    """The largest number of items in a value."""
    relative_to: str = ""
    """What the numbers compare with; empty where they are amounts of their own."""

    @property
    def grades(self) -> tuple[str, ...]:
        """The values from the best to the worst; empty where they are no grades."""
        return ()

    @property
    def comparison_row(self) -> str:
        """The name of the row in the lexicon that has the wording for tests of a single value."""
        return self.name

    @property
    def item_kind(self) -> Kind:
        """The kind of an item where a value holds several; else the kind itself."""
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

    @property
    def wraps(self) -> bool:
        """Whether the numbers begin again after the last, as times of day do."""
        return False

    def measured_in(self, over: str | None) -> str:
        """Returns what the measure over `over` counts in: measures with the same text can be compared."""
        return "a count" if over == "count" else f"a {self.name}"

    def measures(self, over: str | None) -> tuple[range, ...]:
        """Returns the numbers that legal values measure over `over`, as ranges of multiples of their step.

        Raises:
            TypeError: nothing is measured.
        """
        raise TypeError(f"no number is measured of a {self.name}")

    def wider(self) -> Kind:
        """Returns the kind with wider bounds, more items and an open vocabulary.

        Each bound moves outwards by the width of the old range. Values further out are not needed: they
        cannot change the result of a test whose argument lies within the old bounds.
        """
        return self

    def unbounded(self) -> Kind:
        """Returns the kind without bounds, steps, limits and missing values: it reads what could be held."""
        configured: Any = self
        wide: Kind = evolve(configured, missing=False)
        return wide

    def overs(self) -> tuple[str | None, ...]:
        """Returns what tests may be over: None for the value itself, or `each`, `any`, `total`, `count`."""
        return (None,)

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
        """Yields values that give exactly the vectors of truth values that some legal value gives."""

    def measure(self, over: str | None, value: Value) -> int | None:
        """Returns the number that ordered tests over `over` compare; None where there is none."""
        return None

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

    def say(self, arg: Scalar) -> str:
        """Returns an argument of a test as a request says it, unless it is a number of items."""
        return self.show(arg)

    def say_amount(self, arg: Scalar) -> str:
        """Returns a number without its unit, as in "between 3 and 5 km"; empty where no unit follows it."""
        return ""

    def spoken_numbers(self, tokens: tuple[str, ...], position: int) -> Iterator[int]:
        """Yields candidates for the number that begins at a token of a request.

        The caller renders each with `say` and compares it with the text, so extra candidates do no harm.
        Words of a vocabulary are recognized elsewhere.
        """
        return iter(())


@frozen
class SchemaKey:
    """A key with a plain value: true or false, or a whole number."""

    says: str
    """Its description, for editors."""
    default: Any
    least: int = 0
    most: int = 0
    """The bounds of a whole number."""


def schema_key(says: str, least: int = 0, most: int = 0) -> Mapping[str, Any]:
    """Returns the metadata of a field that the key of its name sets.

    The field has a default, which tells the type: bool, or a whole number from `least` to `most`.

    Args:
        says: the description of the key.
        least: the lowest number.
        most: the highest number.
    """
    return {_METADATA: (says, least, most)}


def schema_keys(kind: type[Kind]) -> Mapping[str, SchemaKey]:
    """Returns the keys of a kind that are declared on its fields, in their order."""
    marked = (field for field in fields(kind) if _METADATA in field.metadata)  # type: ignore[arg-type]
    keys = {}
    for field in marked:
        says, least, most = field.metadata[_METADATA]
        keys[field.name] = SchemaKey(says, field.default, least, most)
    return keys
