"""All files of a report: the tables, the figures, and the page."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.report_folder import table_files

__all__ = ["missing_packages", "report_files"]


def missing_packages() -> tuple[str, ...]:
    """What figures and the page need and what is not installed: packages of the extra `report`."""
    needed = {"altair": "altair", "vl_convert": "vl-convert-python"}
    return tuple(package for module, package in needed.items() if find_spec(module) is None)


def report_files(
    analysis: Analysis, most_wrong: int, progress: Callable[[int], None] | None = None
) -> dict[str, bytes]:
    """Every file by its path in the report's folder; the same logs give the same bytes.

    most_wrong: how many questions with wrong answers the page shows. progress: called with the number of
    figures done. Where `missing_packages` names any, there are only the tables.
    """
    files = table_files(analysis.tables)
    if missing_packages():
        return files
    from cocoa_core.analysis.figures.drawing import draw
    from cocoa_core.analysis.figures.rendering import figure_files, svg
    from cocoa_core.analysis.report.page import report_html

    galleries = draw(analysis)
    drawings: dict[str, str] = {}
    for gallery in galleries:
        for figure in gallery.figures:
            drawings[figure.name] = svg(figure.spec)
            files.update(figure_files([figure], drawings))
            if progress is not None:
                progress(len(drawings))
    page = report_html(analysis, galleries, drawings, most_wrong)
    return {"report.html": page.encode(), **files}
