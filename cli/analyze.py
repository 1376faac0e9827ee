"""The command `cocoa analyze`: computes from logs how well models did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from attrs import frozen

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.suggestions import not_among

from .addresses import data_set
from .flag_groups import FlagGroup, flag, option
from .flags import AsJson
from .progress import CountProgress
from .terminal import console, print_notes, write_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cocoa_core.analysis import Analysis, LogReading

_OTHER_TABLES: Final = {
    "entropy": ("by_entropy", "entropy"),
    "broken": ("broken_terms",),
    "failures": ("parse_failures",),
    "gaps": ("gaps",),
    "atypical": ("typicality",),
    "atypical-paper": ("typicality_paper",),
    "groups": ("groups",),
    "epochs": ("several_answers", "variation"),
}
"""By name for `--by`, its tables, where they are not just the one called by_NAME."""
_REMOVED: Final = {
    "power": "the interval of each comparison says how large a difference could be; four times the questions "
    "halve it",
    "domains": "the summary has the accuracy on each data set; their mean is no table any more",
}
"""By table of an earlier version, where to look instead."""


@frozen
class ReadFlags(FlagGroup):
    """What is read beside the logs, and what counts of them."""

    exam: list[Path] | None = flag(
        "--exam FOLDER",
        "A data set that logs are about, if it is not where they say: a folder, or s3://BUCKET/FOLDER. "
        "May be given again.",
        parser=data_set,
    )
    verified: str | None = flag(
        "--verified rules|trained:FOLDER|MODULE:OBJECT",
        "Of sentences for graphs, count those alone whose relations this model finds: rules for cocoa's "
        "own sentences, one trained on the cases in a folder, or a model of yours, whose code runs since "
        "you name it.",
    )
    name: list[str] | None = flag(
        "--name MODEL=NAME", "Call a model by another name in tables and figures. May be given again."
    )


@frozen
class ReportFlags(FlagGroup):
    """The report that is written."""

    out: Path | None = flag("--out -o FOLDER", "Write the report here: a page, figures, tables as CSV.")
    force: bool = flag("--force", "Overwrite files in --out that no earlier report wrote.", default=False)
    wrong: int = flag(
        "--wrong N", "Show up to N questions with wrong answers in report.html.", default=100, min=0
    )


def analyze(
    logs: Annotated[
        list[Path],
        option(
            "LOGS...", "Folders with logs, or logs: .eval or .json of inspect, samples_*.jsonl of lm-eval."
        ),
    ],
    report: ReportFlags,
    by: Annotated[
        list[str] | None,
        option(
            "--by WHAT",
            "These tables in place of the usual ones: groups, failures, gaps, epochs, any facet of the "
            "items, or all; of questions over options sum-terms, literals, width, component, longest-path, "
            "max-degree, entropy, position, broken, slot, rule, test, knowledge, words, setting, side. May "
            "be repeated.",
        ),
    ] = None,
    *,
    read: ReadFlags,
    no_reference: Annotated[
        bool, option("--no-reference", "Leave out what shortcuts, chance and options alone reach.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Report how well models did, where they break and which is better, from their logs.

    Prints accuracy with its interval beside that of reference lines, regular and atypical questions,
    settings, comparisons, tokens and time, and what was left out. With --out report.html, figures (SVG and
    PNG) and every table as CSV are written; page and figures need altair and vl-convert-python (pip
    install -e ".[report]" in a checkout of cocoa).

    Exit code: 0, also if some logs were left out; 1 no answer
    to analyze; 2 a wrong call.

    Examples:

      cocoa analyze logs/
      cocoa analyze logs/ --out report/
      cocoa analyze logs/ more-logs/ --by slot --by position
      cocoa analyze copied-logs/ --exam exam/
      cocoa analyze logs/ --name openai-api/local/qwen=Qwen3-8B
      cocoa analyze logs/ --json
    """
    from cocoa_core.analysis import (
        DomainsAtHand,
        References,
        only_verified,
        read_exams,
        read_results,
        references_of,
    )
    from cocoa_core.analysis import analyze as analysis_of
    from cocoa_core.families.graph_to_text import relation_model

    exams = read_exams(read.exam or ())  # before anything that takes long
    relations = None if read.verified is None else relation_model(read.verified)
    names = _names(read.name or ())
    with CountProgress("reading") as counting:
        reading = read_results(logs, counting, names)
    if relations is not None:
        reading = only_verified(reading, relations)
    _require_answers(reading)
    domains, references = DomainsAtHand(exams, reading.folders), References()
    if not no_reference:
        with CountProgress("reference lines") as counting:
            references = references_of(reading, domains, counting)
    analysis = analysis_of(reading, references, domains)
    chosen = _chosen(by or [], analysis)
    written = _write(report.out, analysis, report) if report.out is not None else ()
    if not no_reference and (unused := domains.unused()):
        from cocoa_core.remote import address_or_path

        about = "no question in these logs is of the data set in"
        print_notes(*(f"{about} {address_or_path(folder)}" for folder in unused))
    if as_json:
        write_line(json.dumps(_data(analysis, written), ensure_ascii=False, allow_nan=False))
        return
    from .analysis_view import print_analysis

    print_analysis(console(), analysis, chosen, alone=by is not None and "all" not in by)
    if report.out is not None:
        page = next((f"; open {path}" for path in written if path.name == "report.html"), "")
        print_notes(f"{len(written)} files written to {report.out}{page}")


def _chosen(by: Sequence[str], analysis: Analysis) -> tuple[str, ...]:
    tables_by_name: dict[str, tuple[str, ...]] = {
        name.removeprefix("by_").replace("_", "-"): (name,)
        for name, table in analysis.tables.items()
        if table.by and name.startswith("by_")
    }
    tables_by_name |= {name: tables for name, tables in _OTHER_TABLES.items() if tables[0] in analysis.tables}
    for table_name in by:
        if table_name in _REMOVED:
            raise UsageError(f"there is no table {table_name!r} any more", fix=_REMOVED[table_name])
        if table_name not in tables_by_name and table_name != "all":
            raise UsageError(
                "--by: these logs have no such table", **not_among(table_name, [*tables_by_name, "all"])
            )
    chosen = tables_by_name if "all" in by else dict.fromkeys(by)
    return tuple(name for table_name in chosen for name in tables_by_name[table_name])


def _names(pairs: Sequence[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for pair in pairs:
        model, equals, name = pair.partition("=")
        if not equals or not model or not name or model in names:
            raise UsageError("--name cannot be used", got=pair, expected="MODEL=NAME, each model once")
        names[model] = name
    return names


def _require_answers(reading: LogReading) -> None:
    if reading.results:
        return
    raise FindingsError(
        "there is no answer to analyze in these logs",
        got="; ".join(
            f"{omission.log}: {omission.reason}" + (f" ({omission.count:,})" if omission.count else "")
            for omission in reading.left_out[:5]
        ),
        expected="logs of `cocoa evaluate`, or of inspect's task cocoa/exam, with scored answers",
    )


def _write(out: Path, analysis: Analysis, report: ReportFlags) -> tuple[Path, ...]:
    from cocoa_core.analysis import missing_packages, report_files, write_report

    with CountProgress("drawing") as counting:
        files = report_files(analysis, report.wrong, counting)
    written = write_report(out, files, report.force)
    if missing := missing_packages():
        print_notes(
            f"only the tables are written: report.html and the figures need {' and '.join(missing)}; "
            "pip install -e '.[report]' in a checkout of cocoa"
        )
    return written


def _data(analysis: Analysis, written: Sequence[Path]) -> dict[str, Any]:
    return {
        "answers": len(analysis.reading.results),
        "sentences": [pair.sentence for pair in analysis.pairs],
        "remarks": [
            {"dataset": check.dataset, "text": check.text, "defect": check.defect}
            for check in analysis.checks
        ],
        "left_out": [
            {"log": omitted.log, "reason": omitted.reason, "samples": omitted.count}
            for omitted in analysis.left_out
        ],
        "tables": {name: table.to_json() for name, table in analysis.tables.items()},
        "written": [str(path) for path in written],
    }
