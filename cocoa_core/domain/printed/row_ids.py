"""The ids of imported rows: as printed, or made from a prefix, values and a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import define, field

from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.declaration import IdRule
from cocoa_core.domain.printed.pieces import UnreadableError
from cocoa_core.domain.printed.records import Record
from cocoa_core.domain.schema import Schema

__all__ = ["RowIds"]

_LONGEST: Final = 100
_LONGEST_STEM: Final = 80


@define
class RowIds:
    """Gives each row an id of its own, in the order of the file."""

    schema: Schema
    rule: IdRule
    printed: bool
    """Whether the file has a key for ids."""
    _used: set[str] = field(factory=set)
    _numbers: Counter[str] = field(factory=Counter)

    def next(self, record: Record, values: Sequence[Value]) -> str:
        """The id of the next row; UnreadableError for a printed one that is missing, unfit or used before."""
        if self.printed:
            return self._read(record)
        stem = self._stem(values)
        self._numbers[stem] += 1
        return f"{stem}-{self._numbers[stem]:03d}"  # the last "-" parts stem and number, so no two are alike

    def _read(self, record: Record) -> str:
        places = record.keys.find(self.rule.keys)
        key = record.keys.names[places[0]] if places else self.rule.keys[0]
        text = record.text(places[0]).strip() if places else ""
        if not text or len(text) > _LONGEST or not text.isprintable():
            raise UnreadableError(key, text, f"an id of 1 to {_LONGEST} printable characters", None, "no id")
        if text in self._used:
            raise UnreadableError(key, text, "an id of its own for every option", None, "id used twice")
        self._used.add(text)
        return text

    def _stem(self, values: Sequence[Value]) -> str:
        parts = [self.rule.prefix or (self.schema.noun if not self.rule.parts else "")]
        for name in self.rule.parts:
            place = self.schema.position(name)
            parts.append(self.schema.slots[place].kind.write(values[place]))
        words = (
            "-".join("".join(letter if letter.isalnum() else " " for letter in part).split())
            for part in parts
        )
        return "-".join(filter(None, words))[:_LONGEST_STEM]
