"""Lets a command take several flags as one parameter: an object whose class declares them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from copy import copy
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, ClassVar, Final, get_args, get_type_hints

import typer
from attrs import NOTHING, field, fields


def option(names: str, help_text: str, **extra: Any) -> Any:
    """Returns the typer option or, where no name begins with a hyphen, the typer argument.

    Args:
        names: the names and the metavar, such as `--limit -n INT`.
        extra: further arguments of typer, such as `min`.
    """
    words = names.split()
    opts = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(opts) :]) or None
    make = typer.Option if opts else typer.Argument
    return make(*opts, metavar=metavar, help=help_text, **extra)


def flag(names: str, help_text: str, default: Any = None, **extra: Any) -> Any:
    """Returns a field of a `FlagGroup` that is one flag; the arguments are those of `option`.

    Args:
        names: the names and the metavar.
        default: the value where the call names none; NOTHING if the call has to name one.
        extra: further arguments of typer.
    """
    return field(default=default, metadata={_OPTION: option(names, help_text, **extra)})


_OPTION: Final = "option"


class FlagGroup:
    """The base of a frozen attrs class whose fields are flags: made by `flag`, or annotated as typer does."""

    panel: ClassVar[str] = ""
    """The heading of the help for the flags that name none; empty for the general one."""

    @classmethod
    def parameters(cls) -> list[Parameter]:
        """Returns the flags as parameters of a function, which typer reads."""
        hints = get_type_hints(cls, include_extras=True)
        return [
            Parameter(
                attribute.name,
                Parameter.KEYWORD_ONLY,
                default=Parameter.empty if attribute.default is NOTHING else attribute.default,
                annotation=_under(cls.panel, hints[attribute.name], attribute.metadata.get(_OPTION)),
            )
            for attribute in fields(cls)  # type: ignore[arg-type]
        ]


def _under(heading: str, kind: Any, declared: Any) -> Any:
    """Returns the annotation of a flag that is shown under a heading of the help."""
    if declared is None:
        kind, declared = get_args(kind)
    if heading and declared.rich_help_panel is None:
        declared = copy(declared)  # several groups may share it
        declared.rich_help_panel = heading
    return Annotated[kind, declared]


def with_single_flags(command: Callable[..., None]) -> Callable[..., None]:
    """Returns the command with the flags of each group as parameters of their own, as typer needs them."""
    groups: dict[str, tuple[type[FlagGroup], list[Parameter]]] = {}
    parameters: list[Parameter] = []
    for parameter in signature(command, eval_str=True).parameters.values():
        kind = parameter.annotation
        if isinstance(kind, type) and issubclass(kind, FlagGroup):
            groups[parameter.name] = kind, kind.parameters()
            parameters += groups[parameter.name][1]
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

    @functools.wraps(command)
    def inner(**arguments: Any) -> None:
        for name, (group, flags) in groups.items():
            arguments[name] = group(**{flag.name: arguments.pop(flag.name) for flag in flags})
        command(**arguments)

    inner.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    inner.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return inner
