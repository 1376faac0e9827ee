"""Exports data sets to the formats of other tools; has the formats that every family has."""

from cocoa_core.export.writing import FORMATS, Exported, export, formats_of
from cocoa_core.items import Asked, Format, Job

__all__ = ["FORMATS", "Asked", "Exported", "Format", "Job", "export", "formats_of"]
