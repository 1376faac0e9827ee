"""The values of derived slots, worked out for every row of a catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from attrs import define, field

from cocoa_core.domain.knowledge.derived import Derived
from cocoa_core.domain.knowledge.tables import lacking_words
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.schema import Schema
from cocoa_core.errors import DomainError

__all__ = ["Completion"]


class _Known(dict[Value, Value]):
    """What follows from each value of the source, worked out once; None where the table lacks a word."""

    def __init__(self, derived: Derived) -> None:
        super().__init__()
        self.derived = derived
        self.lacking: dict[str, None] = {}

    def __missing__(self, value: Value) -> Value:
        words = value if isinstance(value, tuple) else () if value is None else (value,)
        lacking = [str(word) for word in words if word not in self.derived.known]
        self.lacking.update(dict.fromkeys(lacking))
        found = self[value] = None if lacking else self.derived.of(value)
        return found


@define
class Completion:
    """From the values that the catalogue holds to those of all slots, in the order of the schema."""

    schema: Schema
    _places: tuple[int, ...] = field(init=False)
    _steps: tuple[tuple[int, int, str, _Known], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        position = self.schema.position
        self._places = tuple(position(slot.name) for slot in self.schema.given)
        self._steps = tuple(
            (position(slot.name), position(slot.derived.source), slot.name, _Known(slot.derived))
            for slot in self.schema.derived
            if slot.derived is not None
        )

    def row(self, given: Sequence[Value]) -> tuple[Value, ...]:
        """The whole row; what follows from a word that a table lacks is missing, and remembered."""
        row: list[Value] = [None] * len(self.schema.slots)
        for place, value in zip(self._places, given, strict=True):
            row[place] = value
        for place, source, _, known in self._steps:
            row[place] = known[row[source]]
        return tuple(row)

    def lacking(self, file: str) -> Iterator[DomainError]:
        """For each derived slot one error with the words so far that its table lacks. file: the catalogue."""
        for _, _, name, known in self._steps:
            if known.lacking:
                one = known.derived
                table = str(PurePath(file).parent / one.path)
                yield lacking_words(name, one.source, one.key, table, known.lacking)
