"""Exports data sets to the formats of other tools; has the formats that every family has."""

from cocoa_core.export.formats import FORMATS as FORMATS
from cocoa_core.export.formats import formats_of as formats_of
from cocoa_core.export.writing import Exported as Exported
from cocoa_core.export.writing import export as export
from cocoa_core.items import ExportJob as ExportJob
from cocoa_core.items import ExportOptions as ExportOptions
from cocoa_core.items import Format as Format
