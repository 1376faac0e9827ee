"""The command `cocoa test`: asks a user's own assistant about the user's own catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from .flags import AsJson, DomainNamed, Quiet, Seed

if TYPE_CHECKING:
    from cocoa_core.assistants import TargetReport

__all__ = ["test"]

_CASES = "Cases"
_TARGET = "The assistant"
_CI = "In CI"


def test(
    domain: DomainNamed,
    target: Annotated[
        str,
        typer.Option(
            "--target",
            metavar="URL|MODULE:FUNCTION",
            help="An address that takes a POST, or a Python function; see docs/target.md.",
            show_default=False,
            rich_help_panel=_TARGET,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FOLDER", help="Cases, results and reports go there."),
    ] = Path("results"),
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="INT", help="So many cases.", rich_help_panel=_CASES)
    ] = 50,
    seed: Seed = 0,
    most: Annotated[
        int,
        typer.Option(
            "--most",
            metavar="INT",
            help="Where every row that fits is asked for, at most so many do.",
            rich_help_panel=_CASES,
        ),
    ] = 5,
    pool: Annotated[
        list[str] | None,
        typer.Option(
            "--pool",
            metavar="QUERY",
            help="Only rows that meet it are right, such as 'In stock=yes' or 'price<=2000'; all of several.",
            show_default=False,
            rich_help_panel=_CASES,
        ),
    ] = None,
    keep_cases: Annotated[
        bool,
        typer.Option(
            "--keep-cases",
            help="Ask the requests that lie in FOLDER, with keys from the catalogue as it is now; --count, "
            "--seed, --most and, unless it is given, --pool are those of FOLDER.",
            rich_help_panel=_CASES,
        ),
    ] = False,
    delivery: Annotated[
        str,
        typer.Option(
            "--delivery",
            metavar="NAME,...",
            help="full: a request in one message; turns: a statement a turn, of which the last reply counts; "
            "revise: over turns in which two of three customers change what they said. Of several each case "
            "is asked by each.",
            rich_help_panel=_CASES,
        ),
    ] = "full",
    repeat: Annotated[
        int,
        typer.Option(
            "--repeat",
            metavar="INT",
            help="Ask each case so many times; it is right if it is each time (pass^n).",
            rich_help_panel=_CASES,
            min=1,
            max=100,
        ),
    ] = 1,
    rows_from: Annotated[
        str,
        typer.Option(
            "--rows-from",
            metavar="POINTER",
            help="Where a reply has the ids: a JSON pointer such as /results/*/sku. Without it: `rows`, else "
            "ids and unique names in the text.",
            rich_help_panel=_TARGET,
        ),
    ] = "",
    header: Annotated[
        list[str] | None,
        typer.Option(
            "--header",
            metavar="NAME=env:VAR",
            help="A header with the value of an environment variable, never shown or kept. May be given "
            "again.",
            show_default=False,
            rich_help_panel=_TARGET,
        ),
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            help="For one answer.",
            rich_help_panel=_TARGET,
            min=0.001,
            max=3600,
        ),
    ] = 60.0,
    concurrency: Annotated[
        int,
        typer.Option(
            "--concurrency",
            metavar="INT",
            help="So many requests at once. A function is then called from several threads.",
            rich_help_panel=_TARGET,
            min=1,
            max=256,
        ),
    ] = 1,
    gate: Annotated[
        list[str] | None,
        typer.Option(
            "--gate",
            metavar="RATE",
            help="What has to hold, such as 'right>=0.9' or 'invented=0'; right=1 if nothing is said. May be "
            "given again.",
            show_default=False,
            rich_help_panel=_CI,
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline",
            metavar="FILE",
            help="results.jsonl of an earlier run: says what fails newly, and what passes newly.",
            show_default=False,
            rich_help_panel=_CI,
        ),
    ] = None,
    no_regression: Annotated[
        bool,
        typer.Option(
            "--no-regression",
            help="With --baseline: fail only if a case fails that was right then.",
            rich_help_panel=_CI,
        ),
    ] = False,
    junit: Annotated[
        Path | None,
        typer.Option(
            "--junit",
            metavar="FILE",
            help="Write the run there as JUnit XML.",
            show_default=False,
            rich_help_panel=_CI,
        ),
    ] = None,
    shrink: Annotated[
        int,
        typer.Option(
            "--shrink",
            metavar="INT",
            help="Ask at most so many more requests to find the smallest that fail; 0 for none.",
            min=0,
        ),
    ] = 40,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Test an assistant over its own catalogue: requests with computed keys, and reasons for what is wrong.

    The assistant gets a request without options and answers with rows of its catalogue. Requests are drawn so
    that few rows fit: at least one is wanted, or every one, or the best; or none fits. What is wrong is said
    by condition, with the values that were broken and the smallest request that still fails. A run that was
    killed goes on where it was.

    Exit code: 0 all gates met, 1 a gate failed, 2 a wrong call, 3 no replies for more than a tenth.

    Examples:

      cocoa test ./laptops --target http://localhost:8000/chat
      cocoa test ./laptops --target shop:answer --count 100 --seed 7
      cocoa test ./laptops --target URL --delivery full,turns,revise
      cocoa test ./laptops --target URL --rows-from '/results/*/sku'
      cocoa test ./laptops --target URL --pool 'In stock=yes'
      cocoa test ./laptops --target URL --gate 'right>=0.9' --junit out.xml
      cocoa test ./laptops --target URL --baseline old.jsonl --no-regression
    """
    from cocoa_core.assistants import (
        DEFAULT_GATE,
        DELIVERIES,
        CaseDrawing,
        CaseFolder,
        CaseSettings,
        Gate,
        ReplyReader,
        TargetReport,
        ask_all,
        compared,
        junit_xml,
        narrowed,
        read_outcomes,
        smallest_failures,
        target_of,
        write_report,
    )
    from cocoa_core.atomic_files import write_whole
    from cocoa_core.errors import UsageError
    from cocoa_core.loading import load_domain
    from cocoa_core.sources import header_names, header_values
    from cocoa_core.version import __version__

    from .progress import Exporting
    from .terminal import write_json

    with _never_as_a_failed_gate():
        if no_regression and baseline is None:
            raise UsageError(
                "--no-regression compares with an earlier run", fix="pass --baseline results.jsonl"
            )
        deliveries = [part.strip() for part in delivery.split(",")]
        for part in deliveries:
            if part not in DELIVERIES or deliveries.count(part) > 1:
                raise UsageError(
                    "--delivery names each delivery once", got=delivery, expected=", ".join(DELIVERIES)
                )
        gates = [Gate.of(text) for text in (gate or ([] if no_regression else [DEFAULT_GATE]))]
        before = read_outcomes(baseline) if baseline is not None else None
        loaded = load_domain(domain)
        folder = CaseFolder(out)
        settings = CaseSettings(
            count, seed, most, "revise" in deliveries, tuple(" ".join(query.split()) for query in pool or ())
        )
        if keep_cases:
            settings = folder.kept(settings)
        reader = ReplyReader(loaded, rows_from)
        assistant = target_of(target, header_values(header_names(header or [])), timeout)
        with TemporaryDirectory() as temporary:
            if settings.pool:
                loaded = narrowed(loaded, settings.pool, Path(temporary))
            cases = folder.prepare(loaded, settings, keep=keep_cases)
        if junit is not None:  # before anything is asked
            junit.parent.mkdir(parents=True, exist_ok=True)
        with Exporting(quiet=quiet or as_json, what="asking") as asking:
            outcomes = ask_all(folder, cases, assistant, reader, concurrency, asking, deliveries, repeat)
        small = smallest_failures(CaseDrawing(loaded, settings), cases, outcomes, assistant, reader, shrink)
        report = TargetReport(
            cases,
            [*outcomes, *folder.skipped()],
            gates,
            {
                "target": assistant.name,
                "domain": loaded.schema.name,
                "digest": loaded.digest,
                "seed": str(settings.seed),
                "delivery": ", ".join(deliveries),
                "repeat": str(repeat),
                "cocoa": __version__,
            },
            small,
            compared(before, outcomes) if before is not None else None,
            no_regression,
        )
        written = write_report(out, report)
        if junit is not None:
            write_whole(junit, junit_xml(report))
            written.append(junit)
        if as_json:
            write_json(report.to_json())
        elif not quiet:
            _print(report, written)
        if report.exit_code:
            raise typer.Exit(report.exit_code)


@contextmanager
def _never_as_a_failed_gate() -> Iterator[None]:
    """Makes errors within the block exit with 2, as wrong calls do: 1 tells CI that the assistant failed."""
    from cocoa_core.errors import CocoaError

    try:
        yield
    except CocoaError as error:
        error.exit_code = 2
        raise


def _print(report: TargetReport, written: list[Path]) -> None:
    from .terminal import console, plain

    out = console()
    for line in report.lines():
        out.print(plain(line), soft_wrap=True)
    if report.exit_code == 3:
        error = next(outcome for outcome in report.outcomes if outcome.outcome == "error")
        out.print(plain(f"too few replies to judge by: {error.problems[0]}", "bold red"), soft_wrap=True)
    for path in written:
        out.print(plain(f"wrote {path}"), soft_wrap=True)
