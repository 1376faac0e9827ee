"""From a printed record to a row of the catalogue, with everything that is wrong with it."""

from __future__ import annotations

from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.bounds import needed
from cocoa_core.domain.printed.declaration import Field
from cocoa_core.domain.printed.definition_files import Definition
from cocoa_core.domain.printed.field_values import FieldReader, legal
from cocoa_core.domain.printed.findings import Finding
from cocoa_core.domain.printed.numbered_families import Families
from cocoa_core.domain.printed.pieces import UnreadableError
from cocoa_core.domain.printed.records import Record
from cocoa_core.domain.printed.row_findings import about_record, broken, finding_of, lacking
from cocoa_core.domain.printed.row_ids import RowIds
from cocoa_core.domain.schema import Slot

__all__ = ["Row", "RowReader"]

_REPEATED: Final = "repeated record"


@frozen
class Row:
    """A row, or why there is none. `values` are in the order of the schema's slots; derived ones are None."""

    id: str
    values: tuple[Value, ...]
    findings: tuple[Finding, ...] = ()


@define
class RowReader:
    """Reads records one after the other; remembers rows and ids, of which none may come again."""

    definition: Definition
    ids: RowIds
    _seen: dict[tuple[Value, ...], Record] = field(factory=dict)
    _readers: tuple[tuple[Slot, FieldReader], ...] = field(init=False)
    _families: Families = field(init=False)

    def __attrs_post_init__(self) -> None:
        fields = self.definition.declaration.fields
        given = self.definition.schema.given
        # Slots that count others come last, and are left alone where those cannot be read.
        ordered = sorted(given, key=lambda slot: bool(fields[slot.name].count_of))
        self._readers = tuple((slot, FieldReader(fields[slot.name], slot.kind)) for slot in ordered)
        self._families = Families.of((slot.kind, fields[slot.name]) for slot in given)

    def read(self, record: Record) -> Row:
        """The record's row. Only a row without other mistakes takes an id and can be a repetition."""
        schema = self.definition.schema
        values, findings = self._values(record)
        bad = {finding.slot for finding in findings}
        for slot, error in self._families.uneven(record, bad):
            findings.append(finding_of(record, error, slot))
        if not findings:
            findings += broken(schema, record, values) or lacking(schema, record, values)
        if not findings and values in self._seen:
            same = f"the same values as {self._seen[values].where()}"
            findings.append(about_record(record, _REPEATED, same, "options that differ"))
        if findings:
            return Row("", values, tuple(findings))
        try:
            name = self.ids.next(record, values)
        except UnreadableError as error:
            return Row("", values, (finding_of(record, error, "id"),))
        self._seen[values] = record
        return Row(name, values)

    def _values(self, record: Record) -> tuple[tuple[Value, ...], list[Finding]]:
        values: dict[str, Value] = {}
        findings: list[Finding] = []
        for slot, reader in self._readers:
            counted = reader.field.count_of
            if counted and counted not in values:
                continue
            try:
                if counted:
                    values[slot.name] = _counted(reader.field, slot.kind, values[counted])
                else:
                    values[slot.name] = reader.value(record)
            except UnreadableError as error:
                widenings = needed(slot.name, slot.kind, error.value)
                findings.append(finding_of(record, error, slot.name, widenings))
        return tuple([values.get(slot.name) for slot in self.definition.schema.slots]), findings


def _counted(field: Field, kind: Kind, items: Value) -> Value:
    """How many items another slot has."""
    if isinstance(items, tuple):
        return legal(field, kind, len(items), "", f"{len(items)} in {field.count_of}")
    if field.otherwise is not None:
        return kind.read(field.otherwise)
    return legal(field, kind, None, "", "")
