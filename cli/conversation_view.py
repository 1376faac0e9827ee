"""Prints a conversation: what the customer says turn by turn, and after each turn what fits so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cocoa_core.errors import UsageError

from .question_view import print_heading, print_options, print_prose
from .terminal import console, plain

if TYPE_CHECKING:
    from cocoa_core.items import Dataset, Prompting


def print_conversations(items: list[Any], how: Prompting, dataset: Dataset | None = None) -> None:
    """Prints each conversation in the order in which it takes place.

    Items that cannot be delivered so are left out.

    Raises:
        UsageError: the family has no deliveries, or no item can be delivered so.
    """
    from cocoa_core.families.selection import FAMILY, Question

    questions = [item for item in items if isinstance(item, Question)]
    if len(questions) < len(items):
        raise UsageError("this family has no deliveries", got=items[0].family, expected="selection")
    prompter: Any = (
        FAMILY.prompter_for(questions[0], how) if dataset is None else FAMILY.prompter(dataset, how)
    )
    fitting = [question for question in questions if prompter.fits(question)]
    for number, question in enumerate(fitting or questions[:1]):
        if number:
            console().print()
        _print(prompter, question)


def _print(prompter: Any, question: Any) -> None:
    from cocoa_core.families.selection import ASKS

    out = console()
    script = prompter.script(question)
    keys = prompter.delivery.keys(question, script, prompter.writer)
    print_heading(out, question)
    out.print()
    if script.system:
        print_prose(out, script.system, style="dim")
    print_options(out, question)
    for turn, key in zip(script.turns, keys, strict=True):
        statement = turn.text.split("\n\nOptions:")[0].removeprefix("Request:\n")
        print_prose(out, f"Customer: {statement}")
        if question.options:
            fits = ", ".join(key.key) or "none"
            settled = "" if key.settled else ", not settled"
            operation = f"{turn.op}; " if turn.op else ""
            print_prose(out, f"{operation}fits so far: {fits}{settled}", style="dim", indent=3)
    out.print()
    out.print(plain(f"Answer: {ASKS[question.ask].stated(question)}", "bold green"))
