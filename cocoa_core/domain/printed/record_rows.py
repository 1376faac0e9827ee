"""From a printed record to a row of the catalogue, with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain.axiom_checking import axiom_text, broken_axioms, broken_text
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.bounds import Widening, needed, widening_text
from cocoa_core.domain.printed.declaration import PRINTED, Field
from cocoa_core.domain.printed.definition_files import Definition
from cocoa_core.domain.printed.field_values import legal, value_of
from cocoa_core.domain.printed.findings import Finding, shown_text
from cocoa_core.domain.printed.keys import NUMBER, folded_key, folded_text
from cocoa_core.domain.printed.pieces import UnreadableError, sources_of
from cocoa_core.domain.printed.records import Record
from cocoa_core.domain.printed.row_ids import RowIds
from cocoa_core.domain.suggestions import closest, quoted

__all__ = ["Row", "RowReader"]

_BROKEN: Final = "broken axiom"
_REPEATED: Final = "repeated record"
_UNKNOWN: Final = "word that a table lacks"
_ALIKE: Final = 0.8
_UNEVEN: Final = "gap in numbered keys"


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

    def read(self, record: Record) -> Row:
        """The record's row. Only a row without other mistakes takes an id and can be a repetition."""
        values, findings = self._values(record)
        findings += self._uneven(record, {finding.slot for finding in findings})
        if not findings:
            findings += self._broken(record, values) or self._lacking(record, values)
        if not findings:
            findings += self._repeated(record, values)
        if findings:
            return Row("", values, tuple(findings))
        try:
            name = self.ids.next(record, values)
        except UnreadableError as error:
            return Row("", values, (_finding(record, error, "id"),))
        self._seen[values] = record
        return Row(name, values)

    def _values(self, record: Record) -> tuple[tuple[Value, ...], list[Finding]]:
        schema = self.definition.schema
        fields = self.definition.declaration.fields
        values: dict[str, Value] = {}
        findings: list[Finding] = []
        # Slots that count others come last, and are left alone where those cannot be read.
        for slot in sorted(schema.given, key=lambda slot: bool(fields[slot.name].count_of)):
            one = fields[slot.name]
            if one.count_of and one.count_of not in values:
                continue
            try:
                if one.count_of:
                    values[slot.name] = _counted(one, slot.kind, values[one.count_of])
                else:
                    values[slot.name] = value_of(one, slot.kind, record)
            except UnreadableError as error:
                findings.append(_finding(record, error, slot.name, needed(slot.name, slot.kind, error.value)))
        return tuple(values.get(slot.name) for slot in schema.slots), findings

    def _uneven(self, record: Record, known: set[str]) -> list[Finding]:
        """Numbered keys that belong together, by what stands before the number, where one lacks a value."""
        families: dict[str, list[tuple[Field, int]]] = {}
        for slot in self.definition.schema.given:
            one = self.definition.declaration.fields[slot.name]
            if one.numbered and isinstance(slot.kind, CategorySet | NumberList) and slot.name not in known:
                before = folded_key(one.numbered[0].partition(NUMBER)[0])
                families.setdefault(before, []).append((one, len(sources_of(one, record))))
        findings: list[Finding] = []
        for members in families.values():
            most = max(members, key=lambda member: member[1])
            least = min(members, key=lambda member: member[1])
            if most[1] > least[1]:
                full, empty = (
                    one.numbered[0].replace(NUMBER, str(least[1] + 1)) for one in (most[0], least[0])
                )
                error = UnreadableError(empty, "", f"a value beside {full!r}, which has one", None, _UNEVEN)
                findings.append(_finding(record, error, least[0].slot))
        return findings

    def _broken(self, record: Record, values: tuple[Value, ...]) -> list[Finding]:
        schema = self.definition.schema
        return [
            _about_record(
                record,
                _BROKEN,
                broken_text(schema, axiom, values),
                f"{axiom_text(schema, axiom)} (schema.yaml)",
            )
            for _, axiom in broken_axioms(schema, [values])
        ]

    def _lacking(self, record: Record, values: tuple[Value, ...]) -> list[Finding]:
        return list(self._lacking_words(record, values))

    def _lacking_words(self, record: Record, values: tuple[Value, ...]) -> Iterator[Finding]:
        """Words from which a derived slot follows, and that its table does not have."""
        schema = self.definition.schema
        known: set[tuple[str, str]] = set()
        for slot in schema.derived:
            derived = slot.derived
            if derived is None or schema.slot(derived.source).derived is not None:
                continue
            value = values[schema.position(derived.source)]
            for word in map(str, value if isinstance(value, tuple) else () if value is None else (value,)):
                if word not in derived.known and (derived.path, word) not in known:
                    known.add((derived.path, word))
                    yield Finding(
                        *_place(record),
                        reason=_UNKNOWN,
                        key="",
                        slot=derived.source,
                        got=quoted(word),
                        expected=f"a word of the column {derived.key!r} of {derived.path}",
                        fix=f"add it to {derived.path}{_other_spelling(word, derived.known)}",
                    )

    def _repeated(self, record: Record, values: tuple[Value, ...]) -> list[Finding]:
        first = self._seen.get(values)
        if first is None:
            return []
        return [
            _about_record(record, _REPEATED, f"the same values as {first.where()}", "options that differ")
        ]


def _counted(field: Field, kind: Kind, items: Value) -> Value:
    """How many items another slot has."""
    if isinstance(items, tuple):
        return legal(field, kind, len(items), "", f"{len(items)} in {field.count_of}")
    if field.otherwise is not None:
        return kind.read(field.otherwise)
    return legal(field, kind, None, "", "")


def _other_spelling(word: str, known: Iterable[str]) -> str:
    """How to say that a word is one of the known ones, where it looks like another spelling of it."""
    like = closest(word, known)
    if like is None or not (folded_text(like) in folded_text(word) or _alike(word, like)):
        return ""
    return f", or say `words: {{{quoted(word)}: {like}}}` in {PRINTED} if that is what it means"


def _alike(word: str, other: str) -> bool:
    """Whether two words are the same but for a letter or an accent in ten."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, folded_text(word), folded_text(other)).ratio() >= _ALIKE


def _place(record: Record) -> tuple[int, int, str]:
    return record.number, record.line, record.where()


def _about_record(record: Record, reason: str, got: str, expected: str) -> Finding:
    return Finding(*_place(record), reason=reason, key="", slot="", got=got, expected=expected)


def _finding(
    record: Record, error: UnreadableError, slot: str, widenings: tuple[Widening, ...] = ()
) -> Finding:
    return Finding(
        *_place(record),
        reason=error.reason,
        key=error.key,
        slot=slot,
        got=shown_text(error.text),
        expected=error.expected,
        fix=error.fix or widening_text(widenings) or None,
        widenings=widenings,
    )
