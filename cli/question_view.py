"""Prints questions with their options, answers, proofs and turns, and sentences with their forms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cocoa_core.errors import UsageError

from .terminal import ENDLESS, console, plain

if TYPE_CHECKING:
    from cocoa_core.families.parsing import ParsingItem
    from cocoa_core.families.selection import Explanation, Question
    from cocoa_core.items import Dataset, Prompting

PROSE_WIDTH: Final = 88
"""The largest width of running text, in columns of the terminal."""
_LABELS_WIDTH: Final = 24
"""The largest width of the column of labels."""
_NARROWEST: Final = 11
"""The smallest width of the column of labels."""
_COLUMN: Final = 9
"""The smallest width of an option's column; with less, the options are shown one below the other."""
_DATE: Final = 12
"""The width of a date, which should be on one line where there is room."""


def print_question(console: Console, question: Question, *, with_request: bool = True) -> None:
    """Prints the heading, the request and the options."""
    print_heading(console, question)
    console.print()
    if with_request:
        print_request(console, question)
    print_options(console, question)


def print_heading(console: Console, question: Question) -> None:
    """Prints one dim line: the domain, the difficulty and the provenance."""
    provenance = question.provenance
    parts = [
        f"{question.domain.name} {question.domain.version}",
        f"{provenance.setting[0]} slots, {provenance.setting[1]} minterms"
        + "".join(
            f" and {number} {'wish' if number == 1 else 'wishes'}" for number in provenance.setting[2:]
        ),
        f"seed {provenance.seed}, index {provenance.index}",
        *([f"option set {provenance.option_set}"] if provenance.option_set else []),
        *([provenance.side] if provenance.side else []),
        question.id,
    ]
    console.print(plain(" · ".join(parts), "dim"))


def print_prose(console: Console, text: str, *, style: str = "", indent: int = 0) -> None:
    """Prints running text, wrapped at a readable width."""
    width = min(console.width, PROSE_WIDTH)
    console.print(Padding(plain(text, style), (0, 0, 0, indent), expand=False), width=width)


def print_request(console: Console, question: Question) -> None:
    """Prints the request as a prompt shows it, and what is asked about it where that is not the usual ask."""
    from cocoa_core.families.selection import ASKS

    ask = ASKS[question.ask]
    print_prose(console, ask.request(question))
    if question.ask != next(iter(ASKS)):
        words = ask.words(question)
        console.print()
        print_prose(console, f"{words.task} {words.question}", style="dim")


def print_options(console: Console, question: Question) -> None:
    """Prints the options: attributes as rows and options as columns, or one below the other where that is too
    wide.

    For an ask without options a blank line is printed.
    """
    if not question.options:
        console.print()
        return
    needed = _NARROWEST + len(question.options) * (_COLUMN + 1)
    if console.width < needed:
        _stacked(console, question)
        return
    table = _table(console, question, gap=1)
    if Measurement.get(console, console.options.update(max_width=ENDLESS), table).maximum > console.width:
        table = _table(console, question, gap=0)
    console.print()
    console.print(table)
    console.print()


def _table(console: Console, question: Question, *, gap: int) -> Table:
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold"
    )
    labels = dict.fromkeys(label for option in question.options for label in option.shown)
    longest = max((cell_len(word) for label in labels for word in label.split()), default=0)
    beside_dates = console.width - len(question.options) * (_DATE + 1) - 1
    most = min(_LABELS_WIDTH, max(_NARROWEST, longest, beside_dates))
    table.add_column("", style="dim", min_width=min(longest, most) + 1 - gap, max_width=most)
    for option in question.options:
        table.add_column(plain(option.label), overflow="fold")
    for label in labels:
        name = Padding(plain(label), (0, 1 - gap, 0, 0))
        table.add_row(name, *(plain(option.shown.get(label, "")) for option in question.options))
    return table


def _stacked(console: Console, question: Question) -> None:
    for option in question.options:
        console.print(plain(f"\n{option.label}", "bold"))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="dim", max_width=max(8, console.width // 2))
        grid.add_column(overflow="fold")
        for label, value in option.shown.items():
            grid.add_row(plain(label), plain(value))
        console.print(Padding(grid, (0, 0, 0, 2)))
    console.print()


def print_answer(console: Console, question: Question, explanation: Explanation) -> None:
    """Prints the answer and, where one option is right, in one dim sentence why it is."""
    from cocoa_core.families.selection import ASKS

    every = (fact for verdict in explanation.right for reason in verdict.reasons for fact in reason.facts)
    facts = "; ".join(dict.fromkeys(every))  # one fact can satisfy several sum terms
    stated = ASKS[question.ask].target_reply(question)
    console.print(Text.assemble("Answer: ", plain(stated, "bold green")))
    if len(explanation.right) == 1:
        print_prose(console, f"{facts[:1].upper()}{facts[1:]}.", style="dim")


def print_sentence(console: Console, item: ParsingItem) -> None:
    """Prints a sentence, its provenance and its logical form, also in COGS's notation where that differs."""
    provenance = item.provenance
    parts = [item.category, item.notation, item.variant, f"seed {provenance.seed}, index {provenance.index}"]
    parts += [provenance.side] if provenance.side else []
    lines = [(" · ".join([*parts, item.id]), "dim"), ("", ""), (item.sentence, ""), (str(item.key), "bold")]
    lines += [(item.form, "dim")] if item.notation != "cogs" else []
    for text, style in lines:
        console.print(plain(text, style), soft_wrap=True)


def print_proof(console: Console, explanation: Explanation) -> None:
    """Prints the whole worked solution, ending with the answer."""
    print_prose(console, explanation.lead())
    console.print()
    numbers = [f"{number}." for number, _ in enumerate(explanation.conditions, 1)]
    _print_marked(console, "bold cyan", numbers, explanation.conditions)
    right, wrong = "✓✗" if console.encoding.startswith("utf") else "+-"
    for verdict in explanation.verdicts:
        console.print()
        mark, style = (right, "bold green") if verdict.right else (wrong, "bold red")
        _print_marked(console, style, [mark], verdict.sentences())
    console.print()
    console.print(plain(explanation.conclusion, "bold green"))


def _print_marked(console: Console, style: str, marks: Sequence[str], sentences: Sequence[str]) -> None:
    """Prints sentences in a column beside their marks; further sentences have none."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", style=style)
    grid.add_column()
    for mark, sentence in zip_longest(marks, sentences, fillvalue=""):
        grid.add_row(mark, plain(sentence))
    console.print(grid, width=min(console.width, PROSE_WIDTH))


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
        _print_conversation(console(), prompter, question)


def _print_conversation(out: Console, prompter: Any, question: Any) -> None:
    from cocoa_core.families.selection import ASKS

    script = prompter.script(question)
    keys = prompter.delivery.keys(question, script, prompter.domain)
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
    out.print(plain(f"Answer: {ASKS[question.ask].target_reply(question)}", "bold green"))
