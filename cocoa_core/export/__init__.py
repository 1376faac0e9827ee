"""Exports data sets to the formats of other tools; has the formats that every family has."""

from cocoa_core.export.writing import FORMATS, Exported, export, formats_of
from cocoa_core.items import ExportJob, ExportOptions, Format

__all__ = ["FORMATS", "ExportJob", "ExportOptions", "Exported", "Format", "export", "formats_of"]
