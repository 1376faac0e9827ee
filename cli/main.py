"""The application: its commands, its version, its entry point."""

from __future__ import annotations

import inspect
import sys
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from .analyze import analyze
from .check_domain import check_domain
from .domains import domains
from .evaluate import evaluate
from .export import export
from .generate import generate
from .graphs import build, graphs, relations
from .guard import USAGE, guarded
from .import_options import import_options
from .join import join
from .json_schema import json_schema
from .new_domain import new_domain
from .overlap import overlap
from .preview import preview
from .profile import profile
from .read import read
from .recogs import score, transform
from .refresh import refresh
from .sample import sample
from .say import say
from .show import show
from .simulate import simulate
from .split import split
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


_SEVERAL: Final = 2


class _Command(TyperCommand):
    """A command that names all arguments and options that are missing, not the first alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = [*args]
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter:
            found, _, _ = self.make_parser(ctx).parse_args(given)
            needed = [one for one in self.get_params(ctx) if one.required]
            missing = [one for one in needed if found.get(one.name or "") is None]
            if len(missing) < _SEVERAL:
                raise  # one that is missing, or one with a value that it cannot have
            from .guard import lacking
            from .terminal import print_error

            opts = [one.opts[0] for one in missing]
            names = [
                opt if opt.startswith("-") else one.metavar or opt
                for opt, one in zip(opts, missing, strict=True)
            ]
            print_error(str(lacking(names, ctx.command_path)))
            raise typer.Exit(USAGE) from None


def _help(docstring: str | None) -> str:
    """The docstring with its prose unwrapped, for the terminal to wrap; examples and brackets stay."""
    paragraphs = inspect.cleandoc(docstring or "").replace("[", "\\[").split("\n\n")
    return "\n\n".join(text if text.startswith("  ") else text.replace("\n", " ") for text in paragraphs)


for _command in (
    sample,
    generate,
    join,
    split,
    verify,
    evaluate,
    analyze,
    profile,
    overlap,
    export,
    show,
    stats,
    read,
    domains,
    new_domain,
    refresh,
    simulate,
    check_domain,
    say,
    preview,
    import_options,
    json_schema,
):
    app.command(cls=_Command, help=_help(_command.__doc__))(guarded(_command))

_recogs = typer.Typer(no_args_is_help=True)
_recogs.command(cls=_Command, help=_help(transform.__doc__))(guarded(transform))
_recogs.command(cls=_Command, help=_help(score.__doc__))(guarded(score))
app.add_typer(_recogs, name="recogs", help="Transform files of COGS, and score predicted logical forms.")


_graphs = typer.Typer(no_args_is_help=True)
for _inner in (build, relations):
    _graphs.command(cls=_Command, help=_help(_inner.__doc__))(guarded(_inner))
app.add_typer(_graphs, name="graphs", help=_help(graphs.__doc__), callback=graphs)


def run() -> None:
    """The console script `cocoa`; never returns."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that is not UTF-8 loses signs, not the command
    app(prog_name="cocoa")
    sys.exit(0)
