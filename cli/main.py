"""The application: its commands, its version, its entry point."""

from __future__ import annotations

import inspect
import sys
from typing import Annotated

import typer

from .analyze import analyze
from .check_domain import check_domain
from .domains import domains
from .evaluate import evaluate
from .export import export
from .generate import generate
from .guard import guarded
from .import_options import import_options
from .json_schema import json_schema
from .new_domain import new_domain
from .sample import sample
from .show import show
from .simulate import simulate
from .stats import stats
from .verify import verify

__all__ = ["app", "run"]

app = typer.Typer(
    name="cocoa",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(asked: bool) -> None:
    if asked:
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


def _help(docstring: str | None) -> str:
    """The docstring with its prose unwrapped, for the terminal to wrap; examples and brackets stay."""
    paragraphs = inspect.cleandoc(docstring or "").replace("[", "\\[").split("\n\n")
    return "\n\n".join(text if text.startswith("  ") else text.replace("\n", " ") for text in paragraphs)


for _command in (
    sample,
    generate,
    verify,
    evaluate,
    analyze,
    export,
    show,
    stats,
    domains,
    new_domain,
    simulate,
    check_domain,
    import_options,
    json_schema,
):
    app.command(help=_help(_command.__doc__))(guarded(_command))


def run() -> None:
    """The console script `cocoa`; never returns."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that is not UTF-8 loses signs, not the command
    app(prog_name="cocoa")
    sys.exit(0)
