"""Reads unprepared tables of any file format; types of columns are guessed, given by the author, or set by a
file of the domain.
"""

from __future__ import annotations

from cocoa_core.importing.catalogue_import import (
    Imported,
    check_target,
    import_options,
    imported_options,
    made_ids,
    read_printed_options,
    write_catalogue,
)
from cocoa_core.importing.choices import Choices, choices_of
from cocoa_core.importing.columns.header import (
    ABBREVIATIONS,
    LONGEST_PHRASE,
    Header,
    numbers_one,
    short_forms,
)
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
from cocoa_core.importing.import_file import IMPORT, import_document
from cocoa_core.importing.kinds import TOO_FINE
from cocoa_core.importing.kinds.clock import read_time
from cocoa_core.importing.kinds.duration import minutes_text, read_minutes
from cocoa_core.importing.naming import checked_name, checked_phrase, fitting_phrase, noun_of, usual_label
from cocoa_core.importing.option_rows import OptionRow, TableOptions, read_options
from cocoa_core.importing.recipe import PRINTED, Recipe, read_recipe, recipe_of, recipe_root
from cocoa_core.importing.relations import related_columns, repeated_rows
from cocoa_core.importing.report import ColumnReport, details
from cocoa_core.importing.showing import SlotColumn, worth
from cocoa_core.importing.tables.delimited import OTHER_WIDTH
from cocoa_core.importing.tables.files import read_table
from cocoa_core.importing.tables.number_formats import NO_RESULTS
from cocoa_core.importing.tables.records import FEWEST_ROWS, RawTable
from cocoa_core.importing.tables.sheets import OTHER_SHEETS
from cocoa_core.importing.tables.totals import without_total
from cocoa_core.importing.whole_file import AmbiguousValueError

__all__ = [
    "ABBREVIATIONS",
    "BOUNDS",
    "FEWEST_ROWS",
    "IMPORT",
    "LONGEST_PHRASE",
    "MONEY_WORDS",
    "NO_RESULTS",
    "OTHER_SHEETS",
    "OTHER_WIDTH",
    "PRINTED",
    "TALLIED",
    "TOO_FINE",
    "AmbiguousValueError",
    "Choices",
    "ColumnReport",
    "Doubt",
    "DoubtAnswer",
    "GuessedColumns",
    "Header",
    "Imported",
    "OptionRow",
    "RawTable",
    "Recipe",
    "RecordFinding",
    "SlotColumn",
    "TableOptions",
    "Widening",
    "check_target",
    "checked_name",
    "checked_phrase",
    "choices_of",
    "count_noun",
    "details",
    "fitting_phrase",
    "import_document",
    "import_options",
    "imported_options",
    "made_ids",
    "minutes_text",
    "nice_step",
    "noun_of",
    "numbers_one",
    "plain",
    "read_columns",
    "read_minutes",
    "read_options",
    "read_printed_options",
    "read_recipe",
    "read_table",
    "read_time",
    "recipe_of",
    "recipe_root",
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
