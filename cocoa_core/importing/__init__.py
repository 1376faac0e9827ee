"""Reads unprepared tables of any file format; types of columns are guessed, given by the author, or set by a
file of the domain.
"""

from __future__ import annotations

from cocoa_core.importing.catalogue_import import Imported as Imported
from cocoa_core.importing.catalogue_import import check_target as check_target
from cocoa_core.importing.catalogue_import import import_options as import_options
from cocoa_core.importing.catalogue_import import imported_options as imported_options
from cocoa_core.importing.catalogue_import import made_ids as made_ids
from cocoa_core.importing.catalogue_import import read_printed_options as read_printed_options
from cocoa_core.importing.catalogue_import import write_catalogue as write_catalogue
from cocoa_core.importing.choices import Choices as Choices
from cocoa_core.importing.choices import choices_of as choices_of
from cocoa_core.importing.columns.header import ABBREVIATIONS as ABBREVIATIONS
from cocoa_core.importing.columns.header import LONGEST_PHRASE as LONGEST_PHRASE
from cocoa_core.importing.columns.header import Header as Header
from cocoa_core.importing.columns.header import numbers_one as numbers_one
from cocoa_core.importing.columns.header import short_forms as short_forms
from cocoa_core.importing.columns.measures import BOUNDS as BOUNDS
from cocoa_core.importing.columns.measures import TALLIED as TALLIED
from cocoa_core.importing.columns.measures import count_noun as count_noun
from cocoa_core.importing.columns.measures import names_money as names_money
from cocoa_core.importing.columns.measures import nice_step as nice_step
from cocoa_core.importing.columns.measures import plain as plain
from cocoa_core.importing.columns.measures import spread as spread
from cocoa_core.importing.doubts import Doubt as Doubt
from cocoa_core.importing.doubts import DoubtAnswer as DoubtAnswer
from cocoa_core.importing.doubts import settled as settled
from cocoa_core.importing.findings import RecordFinding as RecordFinding
from cocoa_core.importing.findings import Widening as Widening
from cocoa_core.importing.findings import together as together
from cocoa_core.importing.guessing import GuessedColumns as GuessedColumns
from cocoa_core.importing.guessing import read_columns as read_columns
from cocoa_core.importing.import_file import IMPORT as IMPORT
from cocoa_core.importing.import_file import import_document as import_document
from cocoa_core.importing.kinds import TOO_FINE as TOO_FINE
from cocoa_core.importing.kinds.clock import read_time as read_time
from cocoa_core.importing.kinds.duration import minutes_text as minutes_text
from cocoa_core.importing.kinds.duration import read_minutes as read_minutes
from cocoa_core.importing.naming import checked_name as checked_name
from cocoa_core.importing.naming import checked_phrase as checked_phrase
from cocoa_core.importing.naming import fitting_phrase as fitting_phrase
from cocoa_core.importing.naming import noun_of as noun_of
from cocoa_core.importing.naming import usual_label as usual_label
from cocoa_core.importing.option_rows import OptionRow as OptionRow
from cocoa_core.importing.option_rows import TableOptions as TableOptions
from cocoa_core.importing.option_rows import read_options as read_options
from cocoa_core.importing.recipe import PRINTED as PRINTED
from cocoa_core.importing.recipe import Recipe as Recipe
from cocoa_core.importing.recipe import read_recipe as read_recipe
from cocoa_core.importing.recipe import recipe_of as recipe_of
from cocoa_core.importing.recipe import recipe_root as recipe_root
from cocoa_core.importing.relations import related_columns as related_columns
from cocoa_core.importing.relations import repeated_rows as repeated_rows
from cocoa_core.importing.report import ColumnReport as ColumnReport
from cocoa_core.importing.report import details as details
from cocoa_core.importing.showing import SlotColumn as SlotColumn
from cocoa_core.importing.showing import worth as worth
from cocoa_core.importing.tables.delimited import OTHER_WIDTH as OTHER_WIDTH
from cocoa_core.importing.tables.files import read_table as read_table
from cocoa_core.importing.tables.number_formats import NO_RESULTS as NO_RESULTS
from cocoa_core.importing.tables.records import FEWEST_ROWS as FEWEST_ROWS
from cocoa_core.importing.tables.records import RawTable as RawTable
from cocoa_core.importing.tables.sheets import OTHER_SHEETS as OTHER_SHEETS
from cocoa_core.importing.tables.totals import without_total as without_total
from cocoa_core.importing.whole_file import AmbiguousValueError as AmbiguousValueError
