"""Lets a command take several flags as one parameter: an object whose class declares them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from copy import copy
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, ClassVar, get_args, get_type_hints

from attrs import NOTHING, fields

__all__ = ["FlagGroup", "with_single_flags"]


class FlagGroup:
    """The base of a frozen attrs class whose fields are annotated as typer's arguments and options."""

    panel: ClassVar[str] = ""
    """The heading of the help for the flags that name none; empty for the general one."""

    @classmethod
    def parameters(cls) -> list[Parameter]:
        """Returns the flags as parameters of a function, which typer reads."""
        hints = get_type_hints(cls, include_extras=True)
        return [
            Parameter(
                field.name,
                Parameter.KEYWORD_ONLY,
                default=Parameter.empty if field.default is NOTHING else field.default,
                annotation=_under(cls.panel, hints[field.name]),
            )
            for field in fields(cls)  # type: ignore[arg-type]
        ]


def _under(heading: str, annotation: Any) -> Any:
    """Returns the annotation of a flag whose option is shown under a heading of the help."""
    kind, option = get_args(annotation)
    if not heading or option.rich_help_panel is not None:
        return annotation
    option = copy(option)  # several groups may share it
    option.rich_help_panel = heading
    return Annotated[kind, option]


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
