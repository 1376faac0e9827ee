"""Analyzes the logs of model runs over items of every family: tables, figures and an HTML page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.analysis.analysis import Analysis as Analysis
    from cocoa_core.analysis.analysis import analyze as analyze
    from cocoa_core.analysis.references import DomainsAtHand as DomainsAtHand
    from cocoa_core.analysis.references import References as References
    from cocoa_core.analysis.references import read_exams as read_exams
    from cocoa_core.analysis.references import references_of as references_of
    from cocoa_core.analysis.report.dependency_graph import graph_of as graph_of
    from cocoa_core.analysis.report.folder import missing_packages as missing_packages
    from cocoa_core.analysis.report.folder import report_files as report_files
    from cocoa_core.analysis.report.folder import write_report as write_report
    from cocoa_core.analysis.results import LogReading as LogReading
    from cocoa_core.analysis.results import read_results as read_results
    from cocoa_core.analysis.samples import StoredRecord as StoredRecord
    from cocoa_core.analysis.tables import Cell as Cell
    from cocoa_core.analysis.tables import Kind as Kind
    from cocoa_core.analysis.tables import ReportTable as ReportTable
    from cocoa_core.analysis.tables import TableColumn as TableColumn
    from cocoa_core.analysis.tables import shown as shown
    from cocoa_core.analysis.verified import only_verified as only_verified
else:
    __getattr__, __dir__ = lazy_exports(__name__)
