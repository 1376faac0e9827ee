"""`cocoa analyze`: what the logs of model runs say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from .flags import AsJson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cocoa_core.analysis.analysis import Analysis
    from cocoa_core.analysis.domains_at_hand import DomainsAtHand
    from cocoa_core.analysis.reference_lines import References
    from cocoa_core.analysis.results import Reading

__all__ = ["analyze"]

_BREAKDOWNS: Final = {
    "setting": ("by_setting",),
    "sum-terms": ("by_sum_terms",),
    "width": ("by_width",),
    "component": ("by_component",),
    "longest-path": ("by_longest_path",),
    "max-degree": ("by_max_degree",),
    "entropy": ("by_entropy", "entropy"),
    "position": ("by_position",),
    "broken": ("broken_terms",),
    "slot": ("by_slot",),
    "rule": ("by_rule",),
    "test": ("by_test",),
    "knowledge": ("knowledge",),
    "failures": ("parse_failures",),
    "side": ("by_side",),
}


def analyze(
    logs: Annotated[
        list[Path],
        typer.Argument(
            metavar="LOGS...", help="Folders with logs, or logs: .eval or .json.", show_default=False
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="Write the report here: a page, figures, tables as CSV."
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="WHAT", help=f"More tables: {', '.join(_BREAKDOWNS)}, all. May be repeated."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite files in --out that no earlier report wrote.")
    ] = False,
    wrong: Annotated[
        int,
        typer.Option(
            "--wrong", metavar="N", min=0, help="Show up to N questions with wrong answers in report.html."
        ),
    ] = 100,
    exam: Annotated[
        list[Path] | None,
        typer.Option(
            "--exam",
            metavar="FOLDER",
            help="A data set that logs are about, if it is not where they say. May be repeated.",
        ),
    ] = None,
    no_reference: Annotated[
        bool,
        typer.Option("--no-reference", help="Leave out what shortcuts, chance and options alone reach."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say how well models did, where they break and which is better, from the logs of `cocoa evaluate`.

    Prints accuracy with its interval beside that of reference lines, regular and atypical questions,
    settings, comparisons, tokens and time, and what was left out. With --out report.html, figures (SVG and
    PNG) and every table as CSV are written; page and figures need pip install "cocoa-exams[report]". Exit
    code: 0, also if some logs were left out; 1 no answer to analyze; 2 a wrong call.

    Examples:

      cocoa analyze logs/
      cocoa analyze logs/ --out report/
      cocoa analyze logs/ more-logs/ --by slot --by position
      cocoa analyze copied-logs/ --exam exam/
      cocoa analyze logs/ --json
    """
    from cocoa_core.analysis.analysis import analyze as analysis_of
    from cocoa_core.analysis.domains_at_hand import DomainsAtHand, read_exams
    from cocoa_core.analysis.reference_lines import References

    from .terminal import console, print_notes, write_line

    chosen = _chosen(by or [])
    exams = read_exams(exam or ())  # before anything that takes long
    reading = _read(logs)
    _require_answers(reading)
    domains = DomainsAtHand(exams, reading.folders)
    references = References() if no_reference else _references(reading, domains)
    analysis = analysis_of(reading, references, domains)
    written = _write(out, analysis, force, wrong) if out is not None else ()
    if not no_reference and (unused := domains.unused()):
        print_notes(tuple(f"no question in these logs is of the data set in {folder}" for folder in unused))
    if as_json:
        import json

        write_line(json.dumps(_data(analysis, written), ensure_ascii=False, allow_nan=False))
        return
    from .analysis_view import print_analysis

    print_analysis(console(), analysis, chosen)
    if out is not None:
        page = next((f"; open {path}" for path in written if path.name == "report.html"), "")
        print_notes((f"{len(written)} files written to {out}{page}",))


def _chosen(by: Sequence[str]) -> tuple[str, ...]:
    """The names of the tables asked for beside the usual ones."""
    unknown = [what for what in by if what not in _BREAKDOWNS and what != "all"]
    if unknown:
        raise typer.BadParameter(
            f"got {unknown[0]!r}; expected one of {', '.join(_BREAKDOWNS)}, all", param_hint="'--by'"
        )
    asked = _BREAKDOWNS if "all" in by else dict.fromkeys(by)
    return tuple(name for what in asked for name in _BREAKDOWNS[what])


def _read(logs: Sequence[Path]) -> Reading:
    from cocoa_core.analysis.results import read_results

    from .progress import Counting

    with Counting("reading") as counting:
        return read_results(logs, counting)


def _references(reading: Reading, domains: DomainsAtHand) -> References:
    from cocoa_core.analysis.references import references_of

    from .progress import Counting

    with Counting("reference lines") as counting:
        return references_of(reading, domains, counting)


def _require_answers(reading: Reading) -> None:
    """FindingsError, with what was left out, where no answer counts."""
    from cocoa_core.errors import FindingsError

    if reading.results:
        return
    error = FindingsError(
        "there is no answer to analyze in these logs",
        got="; ".join(
            f"{one.log}: {one.reason}" + (f" ({one.count:,})" if one.count else "")
            for one in reading.left_out[:5]
        ),
        expected="logs of `cocoa evaluate`, or of inspect's task cocoa/exam, with scored answers",
    )
    raise error


def _write(out: Path, analysis: Analysis, force: bool, wrong: int) -> tuple[Path, ...]:
    from cocoa_core.analysis.report.report_files import missing_packages, report_files
    from cocoa_core.analysis.report_folder import write_report

    from .progress import Counting
    from .terminal import print_notes

    with Counting("drawing") as counting:
        files = report_files(analysis, wrong, counting)
    written = write_report(out, files, force)
    if missing := missing_packages():
        print_notes(
            (
                f"only the tables are written: report.html and the figures need {' and '.join(missing)}; "
                "pip install 'cocoa-exams[report]'",
            )
        )
    return written


def _data(analysis: Analysis, written: Sequence[Path]) -> dict[str, Any]:
    return {
        "answers": len(analysis.reading.results),
        "sentences": [pair.sentence for pair in analysis.pairs],
        "remarks": [
            {"dataset": one.dataset, "text": one.text, "defect": one.defect} for one in analysis.remarks
        ],
        "left_out": [
            {"log": one.log, "reason": one.reason, "samples": one.count} for one in analysis.left_out
        ],
        "tables": {name: table.to_json() for name, table in analysis.tables.items()},
        "written": [str(path) for path in written],
    }
