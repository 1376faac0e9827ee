"""Reads unprepared tables of any file format; types of columns are guessed, given by the author, or set by a
file of the domain.
"""

from __future__ import annotations

from cocoa_core.importing.choices import Choices, choices_of
from cocoa_core.importing.columns.header import ABBREVIATIONS, Header, numbers_one, short_forms
from cocoa_core.importing.columns.measures import (
    BOUNDS,
    MONEY_WORDS,
    TALLIED,
    count_noun,
    nice_step,
    plain,
    spread,
)
from cocoa_core.importing.doubts import Doubt, DoubtAnswer, settled
from cocoa_core.importing.findings import RecordFinding, Widening, together
from cocoa_core.importing.guessing import GuessedColumns, read_columns
from cocoa_core.importing.import_file import IMPORT, Recipe, import_document, read_recipe
from cocoa_core.importing.kinds.clock import read_time
from cocoa_core.importing.kinds.duration import minutes_text, read_minutes
from cocoa_core.importing.naming import checked_name, checked_phrase, fitting_phrase, noun_of, usual_label
from cocoa_core.importing.printed.declaration import declaration_of
from cocoa_core.importing.printed.importing import (
    Imported,
    check_target,
    import_options,
    printed_findings,
    write_catalogue,
)
from cocoa_core.importing.printed.printed_file import PRINTED, printed_document, printed_root
from cocoa_core.importing.reimport import AgainRow, Reimport, read_again
from cocoa_core.importing.relations import related_columns, repeated_rows
from cocoa_core.importing.report import ColumnReport, details
from cocoa_core.importing.showing import SlotColumn, worth
from cocoa_core.importing.tables.files import read_table
from cocoa_core.importing.tables.records import FEWEST_ROWS, RawTable
from cocoa_core.importing.tables.totals import without_total
from cocoa_core.importing.whole_file import AmbiguousValueError

__all__ = [
    "ABBREVIATIONS",
    "BOUNDS",
    "FEWEST_ROWS",
    "IMPORT",
    "MONEY_WORDS",
    "PRINTED",
    "TALLIED",
    "AgainRow",
    "AmbiguousValueError",
    "Choices",
    "ColumnReport",
    "Doubt",
    "DoubtAnswer",
    "GuessedColumns",
    "Header",
    "Imported",
    "RawTable",
    "Recipe",
    "RecordFinding",
    "Reimport",
    "SlotColumn",
    "Widening",
    "check_target",
    "checked_name",
    "checked_phrase",
    "choices_of",
    "count_noun",
    "declaration_of",
    "details",
    "fitting_phrase",
    "import_document",
    "import_options",
    "minutes_text",
    "nice_step",
    "noun_of",
    "numbers_one",
    "plain",
    "printed_document",
    "printed_findings",
    "printed_root",
    "read_again",
    "read_columns",
    "read_minutes",
    "read_recipe",
    "read_table",
    "read_time",
    "related_columns",
    "repeated_rows",
    "settled",
    "short_forms",
    "spread",
    "together",
    "usual_label",
    "without_total",
    "worth",
    "write_catalogue",
]
