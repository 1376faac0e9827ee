"""What the author of a new domain is asked, each question with its default."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any

import typer
from attrs import evolve

if TYPE_CHECKING:
    from cocoa_core.scaffolding.from_answers import Answers

__all__ = ["asked"]


def asked(answers: Answers, known: Collection[str] = ()) -> Answers:
    """The answers after a person was asked for those that are not `known`; the given ones are the defaults.

    Asked on standard error, so that standard output holds the result alone. What cannot be used is asked
    again, with the reason. typer.Abort where the person ends it.
    """
    from cocoa_core.scaffolding.attributes.guessing import named_attributes
    from cocoa_core.scaffolding.from_answers import MOST_SIMULATED, default_answers

    typer.echo(f"A new domain: {answers.name}. Enter takes what stands in brackets.\n", err=True)
    if "noun" not in known:
        noun = _ask(
            "One option is called", answers.noun, lambda text: default_answers(answers.name, text).noun
        )
        if noun != answers.noun:
            usual = default_answers(answers.name, noun)
            fresh: dict[str, Any] = {"attributes": usual.attributes, "group": usual.group}
            answers = evolve(
                answers, noun=noun, **{key: value for key, value in fresh.items() if key not in known}
            )
    if "group" not in known:
        typer.echo(
            "\nOptions of one question may share a value: hotels of one city. `none` for nothing.", err=True
        )
        group = _ask("They share", answers.group or "none", _checked_group)
        answers = evolve(answers, group="" if group == "none" else group)
    if "attributes" not in known:
        answers = evolve(answers, attributes=_ask_attributes(answers))
    money = any(one.attribute.shape == "money" for one in named_attributes(answers.attributes))
    if "currency" not in known and money:
        answers = evolve(answers, currency=_ask("\nCurrency", answers.currency, _checked_currency))
    if "rows" not in known:
        rows = _ask("Rows to simulate", str(answers.rows), lambda text: _checked_rows(text, MOST_SIMULATED))
        answers = evolve(answers, rows=int(rows))
    return answers


def _ask_attributes(answers: Answers) -> str:
    """A list of attributes; what each was taken for is shown, and asked again until nothing is corrected."""
    from cocoa_core.scaffolding.attributes.guessing import named_attributes
    from cocoa_core.scaffolding.attributes.slots import told

    group = answers.group

    def checked(text: str) -> str:
        taken = {one.slot for one in named_attributes(group)} if group else set()
        for one in named_attributes(text):
            if one.slot in taken:
                raise ValueError(f"{one.label} groups the options already")
        return text

    typer.echo("\nAttributes, as a list. A kind may follow: parking:boolean, weight:kg.", err=True)
    text = _ask("Attributes", answers.attributes, checked)
    while True:
        for one in named_attributes(text):
            typer.echo(f"  {one.label}: {told(one.attribute.shape)}", err=True)
        corrections = _ask("Corrections, such as parking:boolean", "none", partial(_corrected, text))
        if corrections == text:
            return text
        text = corrections


def _corrected(text: str, said: str) -> str:
    """The list with kinds replaced; "none" corrects nothing."""
    from cocoa_core.scaffolding.attributes.guessing import named_attributes

    if said.strip().casefold() in ("", "none"):
        return text
    kinds = {
        name.strip().casefold(): kind.strip()
        for name, _, kind in (part.partition(":") for part in said.split(","))
    }
    found = []
    for part in text.split(","):
        name = part.partition(":")[0].strip()
        kind = kinds.pop(name.casefold(), None)
        found.append(f"{name}:{kind}" if kind else part.strip())
    if kinds:
        raise ValueError(f"there is no attribute {next(iter(kinds))!r}")
    corrected = ", ".join(found)
    named_attributes(corrected)
    return corrected


def _checked_group(text: str) -> str:
    from cocoa_core.scaffolding.attributes.guessing import named_attributes

    if text.strip().casefold() not in ("", "none"):
        named_attributes(text)
        return text.strip()
    return "none"


def _checked_currency(text: str) -> str:
    from cocoa_core.scaffolding.from_answers import checked_currency

    return checked_currency(text)


def _checked_rows(text: str, most: int) -> str:
    if not text.strip().isdecimal() or not 1 <= int(text) <= most:
        raise ValueError(f"expected a whole number from 1 to {most:,}")
    return text.strip()


def _ask(question: str, default: str, check: Callable[[str], str]) -> str:
    """One answer, as `check` gives it back; its errors are shown, and the question asked again."""
    from cocoa_core.errors import CocoaError

    def value(text: Any) -> str:
        try:
            return check(str(text))
        except (CocoaError, ValueError) as error:
            raise typer.BadParameter(str(error)) from None

    answer: str = typer.prompt(question, default=default, value_proc=value, err=True)
    return answer
