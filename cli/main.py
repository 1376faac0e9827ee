"""Defines the application: its commands, its version, its entry point."""

from __future__ import annotations

import gc
import sys
from typing import Annotated, Final

import typer

from .commands import Commands

app = typer.Typer(
    name="cocoa",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(is_set: bool) -> None:
    if is_set:
        from cocoa_core.version import __version__

        typer.echo(f"cocoa {__version__}")
        raise typer.Exit()


@app.callback()
def _cocoa(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Write exams of compositional and conditional reasoning, and prove the answer key.

    Try:

      cocoa sample --domain flights
      cocoa generate --domain flights --count 1000 --seed 7 --out exam/
      cocoa verify exam/

    Each command has more examples: cocoa generate --help
    """


_COLLECT_AFTER: Final = 100_000
"""The number of new objects after which Python looks for cycles among them. With its own 700 that takes a
seventh of the time of `cocoa sample`: imports, domains and questions are many objects that stay.
"""


def run() -> None:
    """Runs the console script `cocoa`; never returns."""
    gc.set_threshold(_COLLECT_AFTER)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that is not UTF-8 loses signs, not the command
    app(prog_name="cocoa")
    sys.exit(0)
