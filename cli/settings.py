"""Turns the settings of questions into flags of a command, and the flags into a call."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from copy import copy
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from cocoa_core.families.selection.setting_specs import SETTING_SPECS, SettingSpec, flag_of

if TYPE_CHECKING:
    from cocoa_core.running import RunSpec

__all__ = ["call_of", "with_settings"]


def with_settings(
    headings: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Returns a decorator that puts a flag for each setting in place of a command's parameter `settings`.

    The command gets the settings that were given, by name.

    Args:
        headings: by the name of another parameter, the heading of the help that it is shown under.
    """
    return functools.partial(_with_settings, headings=headings or {})


def _with_settings(command: Callable[..., None], headings: Mapping[str, str]) -> Callable[..., None]:
    flags = [
        Parameter(
            name, Parameter.KEYWORD_ONLY, default=False if spec.kind is bool else None, annotation=_flag(spec)
        )
        for name, spec in SETTING_SPECS.items()
        if spec.panel
    ]
    parameters: list[Parameter] = []
    for parameter in signature(command, eval_str=True).parameters.values():
        annotation = parameter.annotation
        if heading := headings.get(parameter.name):
            annotation = _under(heading, annotation)
        parameter_itself = [parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=annotation)]
        parameters += flags if parameter.name == "settings" else parameter_itself

    @functools.wraps(command)
    def inner(**arguments: Any) -> None:
        values = {flag.name: arguments.pop(flag.name) for flag in flags}
        settings = {name: value for name, value in values.items() if value is not None and value is not False}
        command(**arguments, settings=settings)

    inner.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    inner.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return inner


def _under(heading: str, annotation: Any) -> Any:
    """Returns the annotation of a flag whose option is shown under a heading of the help."""
    kind, option = get_args(annotation)
    option = copy(option)
    option.rich_help_panel = heading
    return Annotated[kind, option]


def _flag(spec: SettingSpec) -> Any:
    option = typer.Option(
        flag_of(spec.name), metavar=spec.metavar or None, help=spec.flag_help, rich_help_panel=spec.panel
    )
    return Annotated[spec.kind if spec.kind is bool else spec.kind | None, option]


def call_of(family: str | None, domain: str | None, settings: Mapping[str, Any], seed: int) -> RunSpec:
    """Returns the call that determines the questions, and prints the domain's notes."""
    from cocoa_core.checking import refuse_wrong_words
    from cocoa_core.domain import Domain
    from cocoa_core.items import BUILT_IN, family_named
    from cocoa_core.running import RunSpec

    from .terminal import print_notes

    tasks = family_named(family or next(iter(BUILT_IN)))
    source = tasks.source(domain)
    if source is not None:
        print_notes(source.notes)
        if isinstance(source.origin, Domain):
            refuse_wrong_words(source.origin)
    call = RunSpec.fitted(tasks, source, tasks.settings(settings), seed)
    if call.remark:
        print_notes((call.remark,))
    return call
