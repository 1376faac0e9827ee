"""The command `cocoa verify`: derives every label again, from the data set alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.text import counted

from .flag_groups import option
from .flags import AsJson, Workers, workers_for
from .progress import CountProgress
from .terminal import console, plain, print_line, print_notes, write_json

if TYPE_CHECKING:
    from cocoa_core.verification import Checker, Manifest, VerificationReport


def verify(
    folder: Annotated[
        str, option("FOLDER", "A folder, or s3://BUCKET/FOLDER, that `cocoa generate` wrote to.")
    ],
    workers: Workers = None,
    domain: Annotated[
        str | None,
        option(
            "--domain -d NAME|FOLDER",
            "The domain to compare with; without it, the one of the same name, where there is one.",
        ),
    ] = None,
    family: Annotated[
        str | None,
        option(
            "--family NAME",
            "The family of the items, where it is a plug-in's: its code runs only if you name it.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a data set: derive every label again, from the folder alone.

    Reads the shown options and the request with readers of its own, and checks the answer, certificate,
    complexity, uniqueness and digests of every question; that no part of a requirement is redundant and that
    its product is as small as it says; and, where the domain is installed, the options against its catalogue.

    A data set brings its own domain: an installed one of the same version with other files is a finding.

    Of a folder that `cocoa test` wrote, the key of each case is derived from the catalogue that lies in it.

    Exit code: 0 clean, 1 findings, 2 a wrong call.

    Examples:

      cocoa verify exam/
      cocoa verify exam/ --workers 2
      cocoa verify exam/ --json
      cocoa verify s3://exams/flights
      cocoa verify results/
    """
    from contextlib import ExitStack

    from cocoa_core import remote
    from cocoa_core.verification import TARGET_MANIFEST, verify_cases
    from cocoa_core.verification import verify as verified

    with ExitStack() as stack:
        at = stack.enter_context(remote.fetched(folder)) if remote.is_address(folder) else Path(folder)
        if (at / TARGET_MANIFEST).is_file():
            _finish(folder, verify_cases(at), as_json=as_json)
            return
        manifest = _manifest(at)
        installed = _installed(manifest, domain)
        checker = _checker(at, manifest, family)
        if workers is None:  # a checker of somebody else's may not fit through a pipe
            count = manifest.count if manifest is not None and checker is None else None
            workers = workers_for(count, _WORTH_A_PROCESS)
        with CountProgress("checking", manifest.count if manifest else None, quiet=as_json) as checking:
            report = verified(at, checking, workers, installed, checker)
    _finish(folder, report, workers, as_json=as_json)


_WORTH_A_PROCESS: Final = 2_000
"""The questions for which another process is begun, whose start takes as long as checking some 500."""


def _finish(folder: str, report: VerificationReport, workers: int = 1, *, as_json: bool) -> None:
    if as_json:
        write_json(_data(folder, report))
    else:
        print_notes(*report.notes)
        _print(folder, report, workers)
    if not report.clean:
        raise typer.Exit(1)


def _manifest(folder: Path) -> Manifest | None:
    """Returns the data set's manifest; None where it cannot be read, which the verification will report."""
    from cocoa_core.verification import read_manifest

    try:
        return read_manifest(folder)
    except (CocoaError, OSError):
        return None


def _installed(manifest: Manifest | None, domain: str | None) -> Path | None:
    """Returns the domain's folder on this machine, or None; a data set's name is never used as a path."""
    from cocoa_core.loading import find_domain, list_domains

    if domain is not None:
        return find_domain(domain).folder
    if manifest is None or manifest.domain is None:
        return None
    name = manifest.domain["name"]
    return next((entry.folder for entry in list_domains() if entry.name == name), None)


def _checker(folder: Path, manifest: Manifest | None, family: str | None) -> Checker | None:
    if family is None:
        return None
    from cocoa_core.items import BUILT_IN, family_named

    if family in BUILT_IN:
        if manifest is not None and manifest.family != family:
            raise UsageError(
                "the data set is of another family than that which was named",
                got=family,
                expected=manifest.family,
                fix="leave --family out",
            )
        return None
    checker: Checker | None = family_named(family).checker(folder)
    if checker is None:
        raise UsageError(
            f"the family {family} has no checker",
            got="nothing from its `checker`",
            expected="an object with every part of cocoa_core.verification.Checker",
        )
    return checker


def _data(folder: str, report: VerificationReport) -> dict[str, Any]:
    return {
        "folder": folder,
        "checker": report.checker,
        "clean": report.clean,
        "checked": report.checked,
        "found": report.found,
        "findings": [
            {
                "file": finding.place.file,
                "line": finding.place.line,
                "column": finding.place.column,
                "question": finding.question,
                "what": finding.what,
                "message": finding.message,
                "fix": finding.fix,
            }
            for finding in report.findings
        ],
        "notes": list(report.notes),
    }


def _print(folder: str, report: VerificationReport, workers: int) -> None:
    for finding in report.findings:
        line = plain(f"{folder.rstrip('/')}/{finding.place.file}", "bold")
        line.append(plain(str(finding.place)[len(finding.place.file) :], "bold"))
        line.append(plain(f"  {finding.what}", "bold red"))
        line.append(plain(f"  {finding.question}", "dim"))
        console().print(line, soft_wrap=True)
        for part in finding.parts:
            print_line(f"  {part}")
    checked = f"{counted(report.checked, 'question')} checked"
    if workers > 1:
        checked += f" by {workers} processes"
    if report.plugged:
        print_line(f"checked by {report.checker}", "dim")
    if report.clean:
        print_line(f"{checked}: nothing contradicts them.", "bold green")
        return
    findings = counted(report.found, "finding")
    if len(report.findings) < report.found:
        findings += f", the first {len(report.findings):,} shown"
    print_line(f"{checked}: {findings}.", "bold red")
    for fix, whats in _fixes(report).items():
        print_line(f"  fix ({', '.join(whats)}): {fix}")


def _fixes(report: VerificationReport) -> dict[str, list[str]]:
    by_fix: dict[str, list[str]] = {}
    for finding in report.findings:
        whats = by_fix.setdefault(finding.fix, [])
        if finding.what not in whats:
            whats.append(finding.what)
    return by_fix
