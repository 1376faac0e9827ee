"""Writes a report's files without overwriting files that others put into the folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.runs import answers_table
from cocoa_core.analysis.tables import ReportTable
from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError

LISTING: Final = "report.json"
"""The file that lists what was written, with digests, by which the next call recognizes its own files."""

_FORMAT: Final = "cocoa-report/1"


def table_files(tables: Mapping[str, ReportTable]) -> dict[str, bytes]:
    """Returns each table's CSV file and, but for `answers`, its LaTeX file, by paths in the report."""
    csv = {f"tables/{name}.csv": table.csv().encode() for name, table in tables.items()}
    latex = {
        f"tables/{name}.tex": table.latex().encode() for name, table in tables.items() if name != "answers"
    }
    return csv | latex


def missing_packages() -> tuple[str, ...]:
    """Returns the packages of the extra `report` that the page needs and that are not installed."""
    needed = {"altair": "altair", "jinja2": "jinja2", "vl_convert": "vl-convert-python"}
    return tuple(package for module, package in needed.items() if find_spec(module) is None)


def report_files(
    analysis: Analysis, most_wrong: int, progress: Callable[[int], None] | None = None
) -> dict[str, bytes]:
    """Returns every file by its path in the report's folder. The same logs give the same bytes.

    Only the tables are returned where `missing_packages` names any.

    Args:
        most_wrong: the greatest number of questions with wrong answers that the page shows.
        progress: called with the number of figures done.
    """
    files = table_files({**analysis.tables, "answers": answers_table(analysis.runs)})
    if missing_packages():
        return files
    from cocoa_core.analysis.figures.drawing import draw
    from cocoa_core.analysis.figures.figure import figure_files, svg
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


def write_report(folder: Path, files: Mapping[str, bytes], force: bool = False) -> tuple[Path, ...]:
    """Writes files, by their paths in the folder, and removes those that only an earlier report wrote.

    An existing file is replaced only where an earlier report wrote it and nobody has changed it since, or
    with `force`. Each file is written whole or not at all.

    Returns:
        The paths of `files` in their order, without the listing.

    Raises:
        UsageError: the folder is a file, a folder within it is a link, or a file would be lost; nothing has
            been written then.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(
            "the report needs a folder", got=f"{folder} is a file", fix="name another with --out"
        )
    parents = sorted({(folder / name).parent for name in files} - {folder})
    links = [path for path in parents if path.is_symlink()]
    if links:
        raise UsageError(
            "the report would be written through a link",
            got=str(links[0]),
            expected="folders of its own",
            fix="name another folder with --out, or remove the link",
        )
    unchanged = _unchanged_files(folder)
    foreign = [name for name in files if name not in unchanged and (folder / name).exists()]
    if (folder / LISTING).exists() and not _is_listing(folder / LISTING):
        foreign.append(LISTING)
    if foreign and not force:
        more = f" and {len(foreign) - 3} more" if len(foreign) > 3 else ""
        raise UsageError(
            "the report would overwrite files that no earlier report wrote, or that were changed since",
            got=f"{', '.join(sorted(foreign)[:3])}{more} in {folder}",
            expected="an empty or new folder, or one with an earlier report",
            fix="name another folder with --out, or pass --force to overwrite them",
        )
    for name in sorted(unchanged - set(files)):
        (folder / name).unlink(missing_ok=True)
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    listing = json.dumps({"format": _FORMAT, "files": digests}, indent=2) + "\n"
    for name, data in [(LISTING, listing.encode()), *files.items()]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, data)
    return tuple(folder / name for name in files)


def _unchanged_files(folder: Path) -> set[str]:
    try:
        listed = json.loads((folder / LISTING).read_bytes())["files"]
        return {
            name
            for name, digest in listed.items()
            if _inside(folder, name) and _digest(folder / name) == digest
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()


def _is_listing(path: Path) -> bool:
    try:
        return bool(json.loads(path.read_bytes()).get("format") == _FORMAT)
    except (OSError, ValueError, AttributeError):
        return False


def _inside(folder: Path, name: str) -> bool:
    return (folder / name).resolve().is_relative_to(folder.resolve())


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
