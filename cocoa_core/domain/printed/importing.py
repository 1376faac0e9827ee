"""Options as other systems print them, made into a catalogue of a domain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, field, frozen

from cocoa_core.domain.catalogue_text import catalogue_text
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.declaration import PRINTED
from cocoa_core.domain.printed.definition_files import Definition, read_printed_definition
from cocoa_core.domain.printed.findings import Finding, refusal
from cocoa_core.domain.printed.keys import KeyIndex
from cocoa_core.domain.printed.lacking_keys import check_keys, unused_keys
from cocoa_core.domain.printed.record_rows import RowReader
from cocoa_core.domain.printed.records import Records, read_records
from cocoa_core.domain.printed.row_ids import RowIds
from cocoa_core.domain.reading.catalogue import read_catalogue
from cocoa_core.domain.reading.folder_files import shown_path

__all__ = ["Imported", "catalogue_from", "import_options"]


@frozen
class Imported:
    """A catalogue made of a file.

    file:     as messages name it
    text:     the catalogue, CSV with a header, in the canonical form of its domain; it loads with the domain
    records, rows: how many the file holds, and how many of them became rows
    findings: what is wrong with the records that were left out, in their order
    notes:    what was not used: keys of the file, slots that no record has
    """

    file: str
    text: str
    records: int
    rows: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    def left_out(self) -> Mapping[str, int]:
        """How many records were left out by reason, that of their first finding; the most frequent first."""
        reasons = {finding.record: finding.reason for finding in reversed(self.findings)}
        return dict(Counter(reasons.values()).most_common())


def import_options(folder: Path, path: Path, at: str = "", *, skip_bad: bool = False) -> Imported:
    """A catalogue for the domain in a folder from a CSV, JSON or JSON lines file of printed options.

    at:       the path of keys to the options in a JSON file; without it that of printed.yaml
    skip_bad: leave records out that cannot be used, instead of refusing the file
    DomainError with its place for a broken schema, printed.yaml or file, and for slots that the file has no
    key for; FindingsError for records that cannot be used, with the first ten mistakes: values that cannot be
    read or are out of bounds, broken axioms, repeated rows and ids.
    """
    definition = read_printed_definition(folder)
    declaration = definition.declaration

    def score(names: tuple[str, ...]) -> int:
        index = KeyIndex(names)
        fields = declaration.fields.values()
        return sum(bool(index.find(one.keys) or index.numbered(one.numbered)) for one in fields)

    records = read_records(path, at or declaration.at, score)
    check_keys(definition, records, shown_path(folder))
    return catalogue_from(definition, records, skip_bad=skip_bad)


def catalogue_from(definition: Definition, records: Records, *, skip_bad: bool = False) -> Imported:
    """The catalogue that records give; FindingsError as of `import_options`."""
    import_ = _Import(definition, records)
    import_.run()
    if import_.findings and (not skip_bad or not import_.rows):
        raise refusal(records.file, import_.findings, len(records.records), _hint(definition, skip_bad))
    text = import_.text()
    read_catalogue("catalogue.csv", text.encode("utf-8"), records.file, definition.schema)
    return Imported(
        file=records.file,
        text=text,
        records=len(records.records),
        rows=len(import_.rows),
        findings=tuple(import_.findings),
        notes=(*records.notes, *unused_keys(definition, records)),
    )


def _hint(definition: Definition, skip_bad: bool) -> str:
    where = PRINTED if definition.declared else f"a {PRINTED} in the domain's folder"
    leave = "" if skip_bad else "; --skip-bad leaves such records out"
    return f"correct the file, or say in {where} how it is read{leave}"


@define
class _Import:
    """One pass over the records."""

    definition: Definition
    records: Records
    rows: list[tuple[str, tuple[Value, ...]]] = field(factory=list)
    findings: list[Finding] = field(factory=list)

    def run(self) -> None:
        rule = self.definition.declaration.id
        printed = any(index.find(rule.keys) for index in self.records.indexes())
        ids = RowIds(self.definition.schema, rule, printed or (rule.declared and bool(rule.keys)))
        reader = RowReader(self.definition, ids)
        for record in self.records.records:
            found = reader.read(record)
            if found.findings:
                self.findings += found.findings
            else:
                self.rows.append((found.id, found.values))

    def text(self) -> str:
        """The rows as a catalogue."""
        header = ("id", *(slot.name for slot in self.definition.schema.given))
        return catalogue_text(header, self._cells())

    def _cells(self) -> Iterator[Sequence[str]]:
        schema = self.definition.schema
        places = [schema.position(slot.name) for slot in schema.given]
        for name, values in self.rows:
            yield [name, *(schema.slots[place].kind.write(values[place]) for place in places)]
