"""Turns a printed record into a row of the catalogue, with everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import define, evolve, field

from cocoa_core.domain import Schema, Slot, Value, axiom_text, broken_axioms, broken_text
from cocoa_core.importing.findings import RecordFinding, Widening, needed, shown_text, widening_text
from cocoa_core.importing.printed.declaration import Declaration, PrintedField
from cocoa_core.importing.printed.field_values import (
    GAP,
    FieldReader,
    UnreadableValueError,
    counted_value,
    sources_of,
)
from cocoa_core.importing.printed.printed_file import PRINTED
from cocoa_core.importing.tables.records import NUMBER, Record, folded_key, folded_text
from cocoa_core.suggestions import closest, quoted

__all__ = ["PrintedRowReader"]

_LONGEST: Final = 100
_LONGEST_STEM: Final = 80
_ALIKE: Final = 0.8


_Values = tuple[Value, ...]


@define
class PrintedRowReader:
    """Reads records one after the other, and remembers rows and ids, since none may occur twice."""

    declaration: Declaration
    printed_ids: bool
    """Whether ids are printed in the file; otherwise they are made."""
    _seen: dict[_Values, Record] = field(factory=dict)
    _used: set[str] = field(factory=set)
    _numbers: Counter[str] = field(factory=Counter)
    _readers: tuple[tuple[Slot, FieldReader], ...] = field(init=False)
    _families: tuple[tuple[PrintedField, ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        fields, given = self.declaration.fields, self.declaration.schema.given
        # Slots that count others come last, and are left alone where those cannot be read.
        ordered = sorted(given, key=lambda slot: bool(fields[slot.name].count_of))
        self._readers = tuple((slot, FieldReader(fields[slot.name], slot.kind)) for slot in ordered)
        families: dict[str, list[PrintedField]] = {}
        for slot in given:
            numbered = fields[slot.name].numbered
            if numbered and slot.kind.several:
                families.setdefault(folded_key(numbered[0].partition(NUMBER)[0]), []).append(
                    fields[slot.name]
                )
        self._families = tuple(tuple(family) for family in families.values() if len(family) > 1)

    def read(self, record: Record) -> tuple[str, _Values, Sequence[RecordFinding]]:
        """Returns the record's id, its values in the order of the schema's slots (None for derived ones), and
        what is wrong.

        Only a row without other mistakes takes an id and can be a repetition.
        """
        schema = self.declaration.schema
        values, findings = self._values(record)
        if not findings:
            findings += _broken(schema, record, values) or _lacking(schema, record, values)
        if not findings and values in self._seen:
            same = f"the same values as {self._seen[values].where()}"
            findings.append(_finding(record, "repeated record", same, "options that differ"))
        name = ""
        if not findings:
            try:
                name = self._printed_id(record) if self.printed_ids else self._made_id(values)
                self._seen[values] = record
            except UnreadableValueError as error:
                findings.append(_unreadable(record, error, "id"))
        return name, values, findings

    def _values(self, record: Record) -> tuple[_Values, list[RecordFinding]]:
        values: dict[str, Value] = {}
        findings: list[RecordFinding] = []
        for slot, reader in self._readers:
            counted = reader.field.count_of
            if counted and counted not in values:
                continue
            try:
                if counted:
                    values[slot.name] = counted_value(reader.field, slot.kind, values[counted])
                else:
                    values[slot.name] = reader.value(record)
            except UnreadableValueError as error:
                widenings = needed(slot.name, slot.kind, error.value)
                findings.append(_unreadable(record, error, slot.name, widenings))
        bad = {finding.slot for finding in findings}
        for family in self._families:
            findings += _uneven([field for field in family if field.slot not in bad], record)
        return tuple([values.get(slot.name) for slot in self.declaration.schema.slots]), findings

    def _printed_id(self, record: Record) -> str:
        keys = self.declaration.id.keys
        indexes = record.keys.find(keys)
        key = record.keys.names[indexes[0]] if indexes else keys[0]
        text = record.text(indexes[0]).strip() if indexes else ""
        if not text or len(text) > _LONGEST or not text.isprintable():
            raise UnreadableValueError(
                key, text, f"an id of 1 to {_LONGEST} printable characters", None, "no id"
            )
        if text in self._used:
            raise UnreadableValueError(key, text, "an id of its own for every option", None, "id used twice")
        self._used.add(text)
        return text

    def _made_id(self, values: _Values) -> str:
        rule, schema = self.declaration.id, self.declaration.schema
        parts = [rule.prefix or (schema.noun if not rule.parts else "")]
        positions = map(schema.position, rule.parts)
        parts += [schema.slots[index].kind.write(values[index]) for index in positions]
        words = (
            "-".join("".join(letter if letter.isalnum() else " " for letter in part).split())
            for part in parts
        )
        stem = "-".join(filter(None, words))[:_LONGEST_STEM]
        self._numbers[stem] += 1
        return f"{stem}-{self._numbers[stem]:03d}"  # the last "-" parts stem and number, so no two are alike


def _uneven(family: Sequence[PrintedField], record: Record) -> Iterator[RecordFinding]:
    """Yields a finding where fields whose numbered keys begin alike have different numbers of values."""
    numbers = [len(sources_of(field, record)) for field in family]
    if len(set(numbers)) > 1:
        least, most = family[numbers.index(min(numbers))], family[numbers.index(max(numbers))]
        number = str(min(numbers) + 1)
        full, empty = (field.numbered[0].replace(NUMBER, number) for field in (most, least))
        error = UnreadableValueError(empty, "", f"a value beside {full!r}, which has one", None, GAP)
        yield _unreadable(record, error, least.slot)


def _finding(
    record: Record, reason: str, got: str, expected: str, fix: str | None = None, slot: str = ""
) -> RecordFinding:
    """Returns a finding about the values of a record as a whole."""
    return RecordFinding(record.number, record.line, record.where(), reason, "", slot, got, expected, fix)


def _unreadable(
    record: Record, error: UnreadableValueError, slot: str, widenings: tuple[Widening, ...] = ()
) -> RecordFinding:
    """Returns the finding for a value that cannot be used."""
    fix = error.fix or widening_text(widenings) or None
    finding = _finding(record, error.reason, shown_text(error.text), error.expected, fix, slot)
    return evolve(finding, key=error.key, widenings=widenings)


def _broken(schema: Schema, record: Record, values: _Values) -> list[RecordFinding]:
    """Returns a finding for each axiom that the values break."""
    broken = [axiom for _, axiom in broken_axioms(schema, [values])]
    return [
        _finding(
            record,
            "broken axiom",
            broken_text(schema, axiom, values),
            f"{axiom_text(schema, axiom)} (schema.yaml)",
        )
        for axiom in broken
    ]


def _lacking(schema: Schema, record: Record, values: _Values) -> list[RecordFinding]:
    """Returns a finding for each word from which a derived slot follows and that its table lacks."""
    findings: dict[tuple[str, str], RecordFinding] = {}
    for slot in schema.derived:
        derived = slot.derived
        if derived is None or schema.slot(derived.source).derived is not None:
            continue
        value = values[schema.position(derived.source)]
        words = value if isinstance(value, tuple) else () if value is None else (value,)
        for word in map(str, words):
            if word not in derived.known:
                column = f"a word of the column {derived.key!r} of {derived.path}"
                fix = f"add it to {derived.path}{_other_spelling(word, derived.known)}"
                finding = _finding(
                    record, "word that a table lacks", quoted(word), column, fix, derived.source
                )
                findings.setdefault((derived.path, word), finding)
    return list(findings.values())


def _other_spelling(word: str, known: Iterable[str]) -> str:
    """Returns the advice that a word may be another spelling of a known one; empty where it is not like
    any.
    """
    from difflib import SequenceMatcher

    like = closest(word, known)
    if like is None:
        return ""
    like_folded, word_folded = folded_text(like), folded_text(word)
    if like_folded not in word_folded and SequenceMatcher(None, word_folded, like_folded).ratio() < _ALIKE:
        return ""
    return f", or say `words: {{{quoted(word)}: {like}}}` in {PRINTED} if that is what it means"
