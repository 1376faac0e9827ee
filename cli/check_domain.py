"""The command `cocoa check-domain`: reports what is wrong with a domain, and what questions it gives."""

from __future__ import annotations

from typing import Annotated

import typer

from .flags import AsJson, DomainNamed, Seed

__all__ = ["check_domain"]


def check_domain(
    domain: DomainNamed,
    quick: Annotated[
        bool, typer.Option("--quick", help="Draw no questions to measure how often settings are met.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 on warnings too.")] = False,
    error: Annotated[
        list[str] | None,
        typer.Option(
            "--error", metavar="CODE", help="Exit with 1 on findings of this code too; may be repeated."
        ),
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Check a domain: mistakes in its files, weak places, and what questions it gives.

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

    from .progress import Checking
    from .terminal import console, print_notes, write_json

    errors = error or []
    checking.refuse_unknown_codes(errors)
    with Checking(checking.parts(quick=quick)) as progress:
        report = checking.check_domain(domain, seed=seed, quick=quick, progress=progress)
    if as_json:
        write_json(report.to_json())
    else:
        from .check_view import print_report

        print_notes(report.notes)
        print_report(console(), report)
    if not report.passes(strict=strict, errors=errors):
        raise typer.Exit(1)
