"""The settings of questions as flags of a command, each said once, and the call that they are for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from cocoa_core.running import Call

__all__ = ["call_of", "with_settings"]


def _flag(name: str, value: str | None, text: str) -> Any:
    return typer.Option(name, metavar=value, help=text, rich_help_panel="Difficulty")


class _Settings:
    """The flags in the order of the help, with what they are where nothing is said."""

    slots: Annotated[
        int | None, _flag("--slots", "INT", "How many attributes the request speaks of, 2 to 20.")
    ] = None
    minterms: Annotated[
        int | None,
        _flag(
            "--minterms", "INT", "How many rows of the truth table are true; more of them, more conditions."
        ),
    ] = None
    wishes: Annotated[
        int | None, _flag("--wishes", "INT", "How many plain wishes for further attributes are added.")
    ] = None
    preset: Annotated[
        str | None,
        _flag(
            "--preset",
            "NAME",
            "A mix of settings by name: standard, made for reading, where nothing is said; hard and "
            "frontier, with more attributes; paper, the six of GroundCocoa.",
        ),
    ] = None
    shared: Annotated[
        float | None,
        _flag(
            "--shared",
            "SHARE",
            "How often an attribute that is mentioned again has the same test, from 0 to 1.",
        ),
    ] = None
    atypical: Annotated[
        float | None,
        _flag(
            "--atypical",
            "SHARE",
            "How many requests demand what people seldom want, such as a high price; from 0 to 1.",
        ),
    ] = None
    inert: Annotated[
        str | None,
        _flag(
            "--inert",
            "all|none",
            "Whether requests say what bears on no option: openings, reasons and closings.",
        ),
    ] = None
    structure: Annotated[
        str | None,
        _flag(
            "--structure",
            "A|B|C",
            "Two conditions that meet so: A, what one demands the other starts from; B, both start from "
            "the same; C, both demand the same.",
        ),
    ] = None
    relations: Annotated[
        str | None,
        _flag(
            "--relations",
            "NAME,...",
            "Of what kinds the conditions of --structure are: implies, unless, excludes; all where "
            "nothing is said.",
        ),
    ] = None
    primitives: Annotated[
        str,
        _flag(
            "--primitives",
            "MODE",
            "per-occurrence: each mention of an attribute has its own test; per-slot: all share one.",
        ),
    ] = "per-occurrence"
    option_sets: Annotated[
        int,
        _flag(
            "--option-sets",
            "INT",
            "Up to this many sets of five options for each request, each with another right one.",
        ),
    ] = 1
    groups: Annotated[
        str | None,
        _flag(
            "--groups",
            "KIND",
            "Questions that are right only together. surface:3: one request in three wordings; edit: two "
            "that differ in one literal; branch: one over two lists of options, with a condition that the "
            "right option meets in one of them alone. Without it, rings: requests over the same options.",
        ),
    ] = None
    knowledge: Annotated[
        bool,
        _flag(
            "--knowledge",
            None,
            "Every request needs a fact that no option shows, such as the continent of a city. For "
            "domains whose tables state such facts.",
        ),
    ] = False
    ask: Annotated[
        str | None,
        _flag(
            "--ask",
            "NAME[:WEIGHT],...",
            "What is asked. choose: which option satisfies the request; every: which of them do, any "
            "number; count: how many do; best: which of those that do is best by a number. Several by "
            "weight: choose:2,every. choose where nothing is said.",
        ),
    ] = None
    options: Annotated[
        int | None,
        _flag(
            "--options",
            "INT",
            "How many options a question shows, from 2 to as many as a group of the catalogue has. 5 "
            "where nothing is said.",
        ),
    ] = None
    none: Annotated[
        bool,
        _flag(
            "--none",
            None,
            "Of the ask choose: it may be that no option satisfies the request, as often as one of five "
            "does.",
        ),
    ] = False
    level: Annotated[
        float | None,
        _flag(
            "--level",
            "0..1",
            "How hard, in one number: options, slots, minterms and wishes by the table of the ask.",
        ),
    ] = None
    terms: Annotated[
        int | None, _flag("--terms", "INT", "How many conditions (sum terms) each request has, exactly.")
    ] = None
    component: Annotated[
        int | None,
        _flag(
            "--component",
            "INT",
            "How many attributes the largest connected part of each request has, exactly.",
        ),
    ] = None
    degree: Annotated[
        int | None,
        _flag(
            "--degree", "INT", "With how many others the most connected attribute shares conditions, exactly."
        ),
    ] = None
    near_misses: Annotated[
        int | None,
        _flag(
            "--near-misses",
            "INT",
            "Of the ask choose: how many wrong options break one condition only, exactly.",
        ),
    ] = None
    take: Annotated[
        int | None,
        _flag(
            "--take",
            "INT",
            "Of the ask bundle: how many options are to be chosen together. A quarter of them, and two "
            "at least, where nothing is said.",
        ),
    ] = None


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The command with these flags where it has the parameter `settings`: a mapping of those that are given.

    A flag with the value that it has anyway is not among them.
    """
    kinds = get_type_hints(_Settings, include_extras=True)
    usual = {name: getattr(_Settings, name) for name in kinds}
    flags = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=usual[name], annotation=kind)
        for name, kind in kinds.items()
    ]
    parameters: list[Parameter] = []
    for parameter in signature(command, eval_str=True).parameters.values():
        own = [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
        parameters += flags if parameter.name == "settings" else own

    @functools.wraps(command)
    def inner(**given: Any) -> None:
        said = {name: given.pop(name) for name in usual}
        settings = {name: value for name, value in said.items() if value != usual[name]}
        command(**given, settings=settings)

    inner.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    inner.__annotations__ = {one.name: one.annotation for one in parameters}
    return inner


def call_of(family: str | None, domain: str | None, settings: Mapping[str, Any], seed: int) -> Call:
    """What the questions are a function of. What its author should know of a domain is printed."""
    from cocoa_core.checking import refuse_wrong_words
    from cocoa_core.domain import Domain
    from cocoa_core.items import BUILT_IN, family_named
    from cocoa_core.running import Call

    from .terminal import print_notes

    found = family_named(family or next(iter(BUILT_IN)))
    source = found.source(domain)
    if source is not None:
        print_notes(source.notes)
        if isinstance(source.origin, Domain):
            refuse_wrong_words(source.origin)
    said = {name: value for name, value in settings.items() if value is not None}
    call = Call.fitted(found, source, found.settings(said), seed)
    if call.remark:
        print_notes((call.remark,))
    return call
