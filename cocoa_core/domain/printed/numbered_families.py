"""Numbered keys that belong together: "Layover {n} Location" and "Layover {n} Time"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from attrs import frozen

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.printed.declaration import Field
from cocoa_core.domain.printed.keys import NUMBER, folded_key
from cocoa_core.domain.printed.pieces import GAP, UnreadableError, sources_of
from cocoa_core.domain.printed.records import Record

__all__ = ["Families"]


@frozen
class Families:
    """Fields of sets and lists whose numbered keys begin alike, two or more in each family."""

    families: tuple[tuple[Field, ...], ...]

    @classmethod
    def of(cls, fields: Iterable[tuple[Kind, Field]]) -> Families:
        """The families among the fields of these kinds."""
        found: dict[str, list[Field]] = {}
        for kind, field in fields:
            if field.numbered and isinstance(kind, CategorySet | NumberList):
                found.setdefault(folded_key(field.numbered[0].partition(NUMBER)[0]), []).append(field)
        return cls(tuple(tuple(family) for family in found.values() if len(family) > 1))

    def uneven(self, record: Record, bad: Collection[str]) -> Iterator[tuple[str, UnreadableError]]:
        """For each family with fewer values under one key than under another: the slot and the mistake.

        bad: slots that cannot be read anyway, and are left alone
        """
        for family in self.families:
            fields = [field for field in family if field.slot not in bad]
            numbers = [len(sources_of(field, record)) for field in fields]
            if len(set(numbers)) > 1:
                least, most = fields[numbers.index(min(numbers))], fields[numbers.index(max(numbers))]
                number = str(min(numbers) + 1)
                full, empty = (one.numbered[0].replace(NUMBER, number) for one in (most, least))
                expected = f"a value beside {full!r}, which has one"
                yield least.slot, UnreadableError(empty, "", expected, None, GAP)
