"""Analyzes the logs of model runs over items of every family: tables, figures and an HTML page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.analysis.analysis import Analysis, analyze
    from cocoa_core.analysis.domains_at_hand import DomainsAtHand, read_exams
    from cocoa_core.analysis.references import References, references_of
    from cocoa_core.analysis.report.folder import missing_packages, report_files, write_report
    from cocoa_core.analysis.report.graph import graph_of
    from cocoa_core.analysis.results import LogReading, read_results
    from cocoa_core.analysis.tables import Cell, Kind, ReportTable, TableColumn, shown
    from cocoa_core.analysis.verified import only_verified

__all__ = [
    "Analysis",
    "Cell",
    "DomainsAtHand",
    "Kind",
    "LogReading",
    "References",
    "ReportTable",
    "TableColumn",
    "analyze",
    "graph_of",
    "missing_packages",
    "only_verified",
    "read_exams",
    "read_results",
    "references_of",
    "report_files",
    "shown",
    "write_report",
]

_NAMES: Final = {
    "analysis": ("Analysis", "analyze"),
    "domains_at_hand": ("DomainsAtHand", "read_exams"),
    "references": ("References", "references_of"),
    "report.graph": ("graph_of",),
    "report.folder": ("missing_packages", "report_files", "write_report"),
    "results": ("LogReading", "read_results"),
    "tables": ("Cell", "TableColumn", "Kind", "ReportTable", "shown"),
    "verified": ("only_verified",),
}

if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, _NAMES)
