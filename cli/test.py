"""The command `cocoa test`: asks a user's own assistant about the user's own catalogue."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import typer
from attrs import NOTHING, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.version import __version__

from .flag_groups import FlagGroup, flag
from .flags import AsJson, DomainNamed, Quiet, Seed
from .progress import CountProgress, kept_after_interrupt
from .terminal import print_line, write_json

if TYPE_CHECKING:
    from cocoa_core.assistants import CaseFolder, CaseSettings, Gate, TargetReport
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.targeting.case import Case


@frozen
class CaseFlags(FlagGroup):
    """What is asked."""

    panel = "Cases"

    count: int = flag("--count -n INT", "The number of cases.", default=50)
    most: int = flag("--most INT", "The most rows that fit, where all of them are asked for.", default=5)
    pool: list[str] | None = flag(
        "--pool QUERY",
        "Only rows that meet it are right, such as 'In stock=yes' or 'price<=2000'; all of several.",
    )
    keep_cases: bool = flag(
        "--keep-cases",
        "Ask the requests that lie in FOLDER, with keys from the catalogue as it is now; --count, "
        "--seed, --most and, unless it is given, --pool are those of FOLDER.",
        default=False,
    )
    delivery: str = flag(
        "--delivery NAME,...",
        "full: a request in one message; turns: a statement a turn, of which the last reply counts; "
        "revise: over turns in which two of three customers change what they said. Of several each case "
        "is asked by each.",
        default="full",
    )
    repeat: int = flag(
        "--repeat INT",
        "How often each case is asked; it is right if it is each time (pass^n).",
        default=1,
        min=1,
        max=100,
    )


@frozen
class TargetFlags(FlagGroup):
    """How the assistant is asked and its replies are read."""

    panel = "The assistant"

    target: str = flag(
        "--target URL|MODULE:FUNCTION",
        "An address that takes a POST, or a Python function; see docs/target.md.",
        default=NOTHING,
    )
    rows_from: str = flag(
        "--rows-from POINTER",
        "Where a reply has the ids: a JSON pointer such as /results/*/sku. Without it: `rows`, else ids "
        "and unique names in the text.",
        default="",
    )
    header: list[str] | None = flag(
        "--header NAME=env:VAR",
        "A header with the value of an environment variable, never shown or kept. May be given again.",
    )
    timeout: float = flag(
        "--timeout SECONDS", "How long to wait for one answer.", default=60.0, min=0.001, max=3600
    )
    concurrency: int = flag(
        "--concurrency INT",
        "The number of requests at once. A function is then called from several threads.",
        default=1,
        min=1,
        max=256,
    )


@frozen
class CiFlags(FlagGroup):
    """What makes the run fail, and how it is compared and reported."""

    panel = "In CI"

    gate: list[str] | None = flag(
        "--gate RATE",
        "What has to hold, such as 'right>=0.9' or 'invented=0'; default right=1 and errors=0. May be given "
        "again.",
    )
    baseline: Path | None = flag(
        "--baseline FILE", "results.jsonl of an earlier run: says what fails newly, and what passes newly."
    )
    no_regression: bool = flag(
        "--no-regression",
        "With --baseline: fail if a case that was right then is wrong or has no reply; no other gate holds "
        "by default.",
        default=False,
    )
    junit: Path | None = flag("--junit FILE", "Write the run there as JUnit XML.")


@frozen
class ResultFlags(FlagGroup):
    """The folder and the report."""

    out: Path = flag("--out -o FOLDER", "Write cases, results and reports there.", default=Path("results"))
    seed: Seed = 0
    shrink: int = flag(
        "--shrink INT",
        "The most further requests to send, to find the smallest that still fail; 0 for none.",
        default=40,
        min=0,
    )
    quiet: Quiet = False
    as_json: AsJson = False


def test(
    domain: DomainNamed, assistant: TargetFlags, results: ResultFlags, asked: CaseFlags, ci: CiFlags
) -> None:
    """Test an assistant over its own catalogue, with computed keys and reasons for each failure.

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
    from cocoa_core import assistants
    from cocoa_core.loading import load_domain
    from cocoa_core.sources import header_names, header_values

    with _never_as_a_failed_gate():
        gates = _gates(ci)
        options = assistants.AskOptions(_deliveries(asked.delivery), asked.repeat, assistant.concurrency)
        before = assistants.read_outcomes(ci.baseline) if ci.baseline is not None else None
        loaded, folder = load_domain(domain), assistants.CaseFolder(results.out)
        settings = _case_settings(folder, results, asked)
        reader = assistants.ReplyReader(loaded, assistant.rows_from)
        headers = header_values(header_names(assistant.header or []))
        with redirect_stdout(sys.stderr):  # what an assistant prints is no part of the report or its JSON
            target = assistants.target_of(assistant.target, headers, assistant.timeout)
        with CountProgress("drawing cases", quiet=results.quiet or results.as_json) as drawn:
            loaded, cases = _prepared(folder, loaded, settings, drawn, keep=asked.keep_cases)
        if before is not None:
            assistants.check_comparable(before, cases, options.deliveries)
        if ci.junit is not None:  # before anything is asked
            ci.junit.parent.mkdir(parents=True, exist_ok=True)
        drawing = assistants.CaseDrawing(loaded, settings)
        with redirect_stdout(sys.stderr):
            with (
                CountProgress("asking", quiet=results.quiet or results.as_json) as asking,
                kept_after_interrupt(
                    asking, lambda: f"replies are kept in {results.out}: the same call goes on from there"
                ),
            ):
                outcomes = assistants.ask_all(folder, cases, target, reader, options, asking)
            small = assistants.smallest_failures(drawing, cases, outcomes, target, reader, results.shrink)
        report = assistants.TargetReport(
            cases=cases,
            outcomes=[*outcomes, *folder.skipped()],
            gates=gates,
            facts={
                "target": target.name,
                "domain": loaded.schema.name,
                "digest": loaded.digest,
                "seed": str(settings.seed),
                "delivery": ", ".join(options.deliveries),
                "repeat": str(options.repeat),
                "cocoa": __version__,
            },
            small=small,
            comparison=assistants.compared(before, outcomes) if before is not None else None,
            no_regression=ci.no_regression,
            changed_keys=folder.changed_keys(),
        )
        written = assistants.write_report(results.out, report)
        if ci.junit is not None:
            write_whole(ci.junit, assistants.junit_xml(report))
            written.append(ci.junit)
        if results.as_json:
            write_json(report.to_json())
        elif not results.quiet:
            _print(report, written)
        if report.exit_code:
            raise typer.Exit(report.exit_code)


def _gates(ci: CiFlags) -> list[Gate]:
    from cocoa_core.assistants import DEFAULT_GATES, Gate

    if ci.no_regression and ci.baseline is None:
        raise UsageError("--no-regression compares with an earlier run", fix="pass --baseline results.jsonl")
    return [Gate.of(text) for text in (ci.gate or (() if ci.no_regression else DEFAULT_GATES))]


def _deliveries(text: str) -> list[str]:
    from cocoa_core.assistants import DELIVERIES

    deliveries = [part.strip() for part in text.split(",")]
    for part in deliveries:
        if part not in DELIVERIES or deliveries.count(part) > 1:
            raise UsageError("--delivery names each delivery once", got=text, expected=", ".join(DELIVERIES))
    return deliveries


def _case_settings(folder: CaseFolder, results: ResultFlags, asked: CaseFlags) -> CaseSettings:
    from cocoa_core.assistants import CaseSettings

    pool = tuple(" ".join(query.split()) for query in asked.pool or ())
    revised = "revise" in _deliveries(asked.delivery)
    settings = CaseSettings(asked.count, results.seed, asked.most, revised, pool)
    return folder.kept(settings) if asked.keep_cases else settings


def _prepared(
    folder: CaseFolder, domain: Domain, settings: CaseSettings, progress: CountProgress, *, keep: bool
) -> tuple[Domain, list[Case]]:
    from cocoa_core.assistants import narrowed

    with TemporaryDirectory() as temporary:
        if settings.pool:
            domain = narrowed(domain, settings.pool, Path(temporary))
        return domain, folder.prepare(domain, settings, keep=keep, progress=progress)


@contextmanager
def _never_as_a_failed_gate() -> Iterator[None]:
    """Makes errors within the block exit with 2, as wrong calls do: 1 tells CI that the assistant failed."""
    try:
        yield
    except CocoaError as error:
        error.exit_code = 2
        raise


def _print(report: TargetReport, written: list[Path]) -> None:
    for line in report.lines():
        print_line(line)
    if report.exit_code == 3:
        error = next(outcome for outcome in report.outcomes if outcome.outcome == "error")
        why = f"too few replies to judge by: {error.problems[0]}; see that {report.facts['target']} answers"
        print_line(why, "bold red")
    for path in written:
        print_line(f"wrote {path}")
