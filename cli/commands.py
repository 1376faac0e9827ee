"""Defines the commands: all names and summaries at once, and each command itself when it is called."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from .guard import USAGE, close_stdout, guarded

_GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Write an exam": {
        "sample": "Show new questions of a domain in the terminal, and write nothing.",
        "generate": "Write a data set of proved questions, or stream them.",
        "join": "Join the parts of a run into the data set that one process would have written.",
        "split": "Split a data set so that tests combine what training has only apart.",
        "export": "Write a data set in the form that another tool reads.",
    },
    "Look at a data set and check it": {
        "verify": "Check a data set: derive every label again, from the folder alone.",
        "show": "Show one question of a data set, with the proof of its key in words.",
        "stats": "Count what is in a data set.",
        "read": "Draw requests of a data set for people to read, without the answers.",
        "review": "Write a page on which people review a data set, then report what they sent back.",
        "paraphrase": "Let models reword the requests, and keep what two readers understand alike.",
        "overlap": "Find what two data sets, or the sides of one, have in common.",
        "audit": "Check the keys of published questions by deriving every label again.",
    },
    "Test and train models": {
        "evaluate": "Ask models the questions of a data set, and score their answers.",
        "analyze": "Report how well models did, where they break and which is better, from their logs.",
        "test": "Test an assistant over its own catalogue, with computed keys and reasons for each failure.",
        "profile": "Compute how often each question is answered right, and write those worth training on.",
    },
    "Bring a domain of your own": {
        "domains": "List the domains that can be loaded from here, and where each comes from.",
        "new-domain": "Write the folder of a new domain: schema, rules, rows, a test, and support for "
        "editors.",
        "collect": "Save pages that need a browser, slowly and unchanged.",
        "refresh": "Read a newer table as the first one was read, and list what changed.",
        "check-domain": "Check a domain: mistakes in its files, weaknesses, and what questions it gives.",
        "say": "Print each wording of a domain's rules as sentences, outside of questions.",
        "preview": "Show a domain in the browser while you edit it: findings, questions and wordings.",
        "import-options": "Read options as other systems print them, and write a catalogue.",
        "json-schema": "Print the JSON Schema of a YAML file of a domain or a page map, for editors.",
    },
    "Other families of tasks": {
        "recogs": "Transform files of COGS, count their tokens, and score predicted logical forms.",
        "learn": "Train small models from scratch on sentences and forms, as the ReCOGS paper does.",
        "graphs": "Make concept sets with graphs for the family graph-to-text, and score texts.",
    },
}
"""By heading, in the order of `cocoa --help`, the commands and their summaries.

The command `new-domain` is the function `new_domain` of the module `new_domain`, and its summary is the first
paragraph of that function's docstring. Importing all modules for it would take longer than everything else
that the help needs.
"""

SUMMARIES: Final = {name: summary for group in _GROUPS.values() for name, summary in group.items()}
"""By command, its summary."""

_REMOVED: Final[Mapping[str, str]] = {
    "simulate": "cocoa new-domain NAME writes a domain with thirty made-up rows, and with --from TABLE one "
    "of real rows; rows for another schema.yaml go into its catalogue.csv by hand or by a script"
}
"""By command of an earlier version, what to call in its place."""

_INNER: Final = {
    "recogs": ("transform", "count", "score"),
    "learn": ("train", "grid", "table"),
    "graphs": ("build", "read", "relations", "score"),
}
"""By command that is a group of others, these commands, which are functions of the same module."""

_UsageError: Final[type[Exception]] = typer.BadParameter.__mro__[1]
"""The class of all wrong calls that typer notices, of which it exports only this subclass."""


class _PlainFlags:
    """A command whose help shows no type of its flags and arguments, which would be `<bool>` and `<Path>`."""

    def get_params(self, ctx: Any) -> list[Any]:
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if getattr(parameter, "is_flag", False):
                parameter.metavar = ""
            elif parameter.param_type_name == "argument":
                parameter.display_type_rich = lambda ctx: None
        return parameters


class _Command(_PlainFlags, TyperCommand):
    """A command that names all missing arguments and options, not only the first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        original_args = [*args]
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter:
            values, _, _ = self.make_parser(ctx).parse_args(original_args)
            needed = [parameter for parameter in self.get_params(ctx) if parameter.required]
            missing = [parameter for parameter in needed if values.get(parameter.name or "") is None]
            if not missing:
                raise  # a value that it cannot have
            from .guard import lacking
            from .terminal import print_error

            opts = [parameter.opts[0] for parameter in missing]
            names = [
                opt if opt.startswith("-") else parameter.metavar or opt
                for opt, parameter in zip(opts, missing, strict=True)
            ]
            examples = (line.strip() for line in (self.help or "").split("\n") if line.startswith("  cocoa "))
            print_error(str(lacking(names, next(examples))))
            raise typer.Exit(USAGE) from None


def _print_wrong_call(error: Any) -> None:
    """Prints what typer found wrong. A group without a command has no message: its help is printed."""
    from cocoa_core.errors import UsageError
    from cocoa_core.suggestions import closest

    from .terminal import print_error

    message = error.format_message()
    if not message.strip():
        return
    got, expected, fix = None, None, None
    command = "cocoa" if error.ctx is None else error.ctx.command_path
    if isinstance(error, typer.BadParameter):
        message, got, expected = _wrong_value(error, message)
    elif error.ctx is not None:
        expected = error.ctx.get_usage().removeprefix("Usage:").strip()
        if hasattr(error, "possibilities"):
            message = error.message
            options = [opt[2:] for parameter in error.ctx.command.params for opt in parameter.opts]
            like = closest(error.option_name.lstrip("-"), options)
            fix = like and f"did you mean --{like}?"
        elif command == "cocoa new-domain" and "unexpected extra argument" in message:
            extra = message.rpartition("(")[2].rstrip(").")
            fix = f"a table goes behind --from: {command} NAME --from {extra}"
    fix = fix or f"{command} --help says what to give"
    print_error(str(UsageError(message, got=got, expected=expected, fix=fix)))


_EXPECTED: Final[Mapping[str, str]] = {
    "int_parsing": "a whole number",
    "float_parsing": "a number",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
}
"""By what pydantic calls a mistake, what was expected."""


def _wrong_value(error: Any, message: str) -> tuple[str, str | None, str | None]:
    """Returns problem, got and expected for a value that its option cannot have."""
    mistakes: list[Any] = getattr(error.__cause__, "errors", list)()
    pattern = _EXPECTED.get(mistakes[0]["type"]) if mistakes else None
    if pattern is None or error.param is None:
        return message.removeprefix("Invalid value for "), None, None
    expected = pattern.format_map(mistakes[0].get("ctx", {}))
    return f"{error.param.opts[0]} cannot be used", str(mistakes[0]["input"]), expected


def _help(docstring: str | None) -> str:
    """Returns a docstring with brackets escaped and prose unwrapped; examples stay as they are."""
    paragraphs = inspect.cleandoc(docstring or "").replace("[", "\\[").split("\n\n")
    return "\n\n".join(text if text.startswith("  ") else text.replace("\n", " ") for text in paragraphs)


def command_named(name: str) -> Any:
    """Returns the click command of this name, with all its options."""
    from .flag_groups import with_single_flags

    module_name = name.replace("-", "_")
    module = import_module(f".{module_name}", __package__)
    app = typer.Typer(cls=_CommandGroup, add_completion=False, no_args_is_help=name in _INNER)
    if name in _INNER:
        group = getattr(module, module_name)
        app.callback(help=_help(group.__doc__))(group)
    for function_name in _INNER.get(name, (module_name,)):
        function = getattr(module, function_name)
        called = f"cocoa {name} {function_name}" if name in _INNER else f"cocoa {name}"
        command = guarded(with_single_flags(function), called)
        app.command(cls=_Command, help=_help(function.__doc__))(command)
    return typer.main.get_command(app)


class _CommandGroup(_PlainFlags, TyperGroup):
    """A group of commands."""


class Commands(_CommandGroup):
    """The group of all commands, which knows them by name and summary and imports the one that is called."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        for heading, commands in _GROUPS.items():
            for name, summary in commands.items():
                self.add_command(TyperCommand(name, help=summary, rich_help_panel=heading))

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the program; a wrong call is answered in the form of every other error."""
        extra["standalone_mode"] = False
        try:
            code = super().main(*args, **extra)
            sys.stdout.flush()
        except _UsageError as error:
            _print_wrong_call(error)
            code = USAGE
        except (BrokenPipeError, SystemExit) as error:  # click and rich exit with 1 where a pipe is closed
            if not isinstance(error, BrokenPipeError) and not isinstance(error.__context__, BrokenPipeError):
                raise
            code = close_stdout()
        sys.exit(code if isinstance(code, int) else 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        if args and args[0] in _REMOVED:
            from cocoa_core.errors import UsageError

            from .terminal import print_error

            print_error(str(UsageError(f"there is no command {args[0]!r} any more", fix=_REMOVED[args[0]])))
            raise typer.Exit(USAGE)
        name, _, remaining = super().resolve_command(ctx, args)
        return name, None if name is None else command_named(name), remaining
