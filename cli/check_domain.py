"""The command `cocoa check-domain`: reports what is wrong with a domain, and what questions it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from cocoa_core.errors import Finding
from cocoa_core.text import counted

from .flag_groups import option
from .flags import AsJson, DomainNamed, Seed
from .progress import CountProgress
from .terminal import console, plain, print_line, print_notes, table, write_json

if TYPE_CHECKING:
    from cocoa_core.checking import Acceptance, DomainReport, PresetOffer, Summary
    from cocoa_core.families.selection import Question


def check_domain(
    domain: DomainNamed,
    quick: Annotated[
        bool, option("--quick", "Draw no questions to measure how often settings are met.")
    ] = False,
    strict: Annotated[bool, option("--strict", "Exit with 1 on warnings too.")] = False,
    error: Annotated[
        list[str] | None,
        option("--error CODE", "Exit with 1 on findings of this code too. May be given again."),
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Check a domain: mistakes in its files, weaknesses, and what questions it gives.

    Names all mistakes at once, each with file, line, column and a fix. Then finds wordings that two
    conditions share, rules that split nothing, groups that are too small, options that look alike, and
    settings that are hardly met. Exit code: 0 no errors, 1 errors (with --strict warnings too, with --error
    findings of that code), 2 a wrong call.

    Examples:

      cocoa check-domain flights
      cocoa check-domain ./my-laptops --quick
      cocoa check-domain ./my-laptops --strict --json
      cocoa check-domain ./from-a-stranger --error text-to-model
    """
    from cocoa_core import checking

    errors = error or []
    checking.refuse_unknown_codes(errors)
    with CountProgress("checking", checking.parts(quick=quick), quiet=as_json) as progress:
        report = checking.check_domain(domain, seed=seed, quick=quick, progress=progress)
    if as_json:
        write_json(report.to_json())
    else:
        print_notes(*report.notes)
        _print_report(console(), report)
    if not report.passes(strict=strict, errors=errors):
        raise typer.Exit(1)


_STYLES: Final = {"error": "bold red", "warning": "bold yellow", "info": "cyan"}
_LOW: Final = 0.1
"""The share below which the main reason is shown."""


def _print_report(console: Console, report: DomainReport) -> None:
    remarks: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.severity == "info":
            remarks.setdefault(finding.code, []).append(finding)
        else:
            _finding(console, finding)
    for findings in remarks.values():  # those of one code differ in their places alone
        _finding(console, findings[0], len(findings) - 1)
    if report.summary is not None:
        if report.findings:
            console.print()
        _summary(console, report.summary)
        _acceptance(console, report.acceptance)
        _offer(console, report.offer)
        _question(console, report.question)
    console.print()
    _verdict(report)


def _finding(console: Console, finding: Finding, alike: int = 0) -> None:
    line = plain(f"{finding.place} and {alike:,} more" if alike else str(finding.place), "bold")
    line.append(plain(f"  {finding.severity}", _STYLES[finding.severity]))
    line.append(plain(f"  {finding.code}", "dim"))
    console.print(line, soft_wrap=True)
    print_line(f"  {finding.problem}")
    if finding.severity == "info":
        return
    for name in ("got", "expected", "fix"):
        text = getattr(finding, name)
        if text:
            detail = plain(f"  {name}: ", "dim")
            detail.append(plain(text))
            console.print(detail, soft_wrap=True)


def _summary(console: Console, summary: Summary) -> None:
    console.print(Text.assemble(plain(summary.name, "bold cyan"), plain(f" {summary.version}")))
    rows = table("slot", "kind", "", "rules", "wordings", words=3)
    for slot in summary.slots:
        counts = (str(slot.rules or ""), str(slot.wordings or ""))
        rows.add_row(plain(slot.name), slot.kind, Text(slot.role, "dim"), *counts)
    rows.add_section()
    rows.add_row("", "", "", str(summary.rules), str(summary.wordings))
    console.print(rows)
    least, middle, most = summary.sizes
    size = f"{least:,}" if least == most else f"{least:,} to {most:,}, median {middle:,g}"
    console.print(
        plain(
            f"{counted(summary.rows, 'row')} in {counted(summary.groups, 'group')}, {summary.usable:,} "
            f"with five options or more; options that look different in a group: {size}; "
            f"{counted(summary.free_wordings, 'free wording')}, {counted(summary.axioms, 'axiom')}"
        )
    )


def _acceptance(console: Console, trials: tuple[Acceptance, ...]) -> None:
    """Prints by setting how many sets of five options have questions, and what share of draws become one."""
    if not trials:
        return
    console.print()
    console.print(Text("How often settings are met", "bold"))
    shown = table("slots", "minterms", "five options\nthat work", "draws\nkept", words=0)
    shown.add_column("where low, mostly", overflow="fold")
    knowledge = False
    for trial in trials:
        if trial.knowledge and not knowledge:
            shown.add_section()
            shown.add_row("with", "knowledge", "", "", "")
        knowledge = trial.knowledge
        setting = (str(trial.setting.slots), str(trial.setting.minterms))
        if trial.share is not None:
            low = trial.worked < trial.tried or trial.share < _LOW
            reason = trial.main_reason if low else ""
            shown.add_row(
                *setting, f"{trial.worked} of {trial.tried}", f"{trial.share:.1%}", Text(reason, "dim")
            )
        else:
            shown.add_row(*setting, "-", "-", Text("too few slots split a group", "dim"))
    console.print(shown)


def _offer(console: Console, offer: PresetOffer | None) -> None:
    """Prints by preset which settings have too few slots, and what is asked where none is named."""
    if offer is None:
        return
    console.print()
    console.print(Text("Presets", "bold"))
    lacking = {
        name: [setting for setting, fits in settings.items() if not fits]
        for name, settings in offer.presets().items()
    }
    for name, settings in lacking.items():
        if settings:
            print_line(f"{name}: too few slots for ({'), ('.join(settings)})")
    if not any(lacking.values()):
        print_line(f"{', '.join(lacking)}: enough slots for every setting")
    if offer.fit is not None:
        print_line(offer.fit.remark or "the default is the preset standard as it is")


def _question(console: Console, question: Question | None) -> None:
    from .question_view import print_heading, print_options, print_prose

    if question is None:
        return
    console.print()
    print_heading(console, question)
    console.print()
    print_prose(console, question.request)
    print_options(console, question)
    console.print(Text.assemble("Answer: ", plain(", ".join(question.key), "bold green")))


def _verdict(report: DomainReport) -> None:
    counts = [counted(report.count(severity), severity) for severity in ("error", "warning")]
    counts.append(f"{report.count('info'):,} for information")
    if report.summary is None:
        counts.append("the rest is checked once the domain can be loaded")
    style = next(
        (_STYLES[severity] for severity in ("error", "warning") if report.count(severity)), "bold green"
    )
    print_line(f"{report.folder}: {', '.join(counts)}", style)
