"""How the statistics of a data set look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cocoa_core.text import counted

from .bars import bar, histogram
from .terminal import figure, plain

if TYPE_CHECKING:
    from cocoa_core.families.selection import Statistics
    from cocoa_core.items import Ledger

__all__ = ["print_counts", "print_statistics"]

_BAR: Final = 12
"""Cells of a bar beside the figures of a setting."""
_ROOMY: Final = 100
_NARROW: Final = 74
_NARROWEST: Final = 60
"""Columns of a terminal from which on there are wider gaps; from which on there are those bars and every
measure of complexity; from which on settings have all their figures."""
_COMPLEXITY: Final = (
    ("sum_terms", "sum\nterms"),
    ("literals", "literals"),
    ("width", "width"),
    ("component", "com-\nponent"),
    ("longest_path", "longest\npath"),
    ("max_degree", "max\ndegree"),
    ("average_degree", "mean\ndegree"),
    ("entropy_right", "entropy\nright"),
    ("entropy_wrong", "entropy\nwrong"),
)
_ESSENTIAL: Final = ("sum_terms", "literals", "component", "longest_path")


def print_counts(console: Console, family: str, ledger: Ledger) -> None:
    """What any family counts: by side, how many items have each value of each facet."""
    from cocoa_core.items import ranked

    console.print(plain(f"{counted(ledger.total, 'item')} of {family}"))
    for side, facets in ledger.counts().items():
        for facet, counts in facets.items():
            title = facet if len(ledger.counts()) == 1 else f"{facet} ({side})"
            _section(console, title, histogram(console, counts, name="value", of=ledger.items(side)))
    if ledger.rejections:
        _section(console, "Draws refused", histogram(console, ranked(ledger.rejections), name="reason"))


def print_statistics(console: Console, found: Statistics) -> None:
    """Every part in turn, each under its title."""
    domains = ", ".join(found.domains)
    console.print(plain(f"{found.questions:,} questions, {found.requirements:,} requirements · {domains}"))
    _section(console, "Settings", _settings(console, found))
    _section(console, "Complexity: means by setting", _complexity(console, found))
    _section(console, "Answers", *_letters(console, found))
    broken = {counted(number, "condition"): count for number, count in found.broken.counts.items()}
    _section(console, "Conditions that a wrong option breaks", histogram(console, broken, name="breaks"))
    if found.unbroken:
        console.print(Text(f"Conditions that no option shown breaks: {found.unbroken:,}", "dim"))
    words = found.words
    lengths = {f"{low}-{low + 19}": count for low, count in found.lengths().items()}
    _section(console, "Length of requests", histogram(console, lengths, name="words"))
    console.print(
        Text(
            f"shortest {figure(words.least, 'd')}, median {figure(words.median, 'd')}, "
            f"mean {figure(words.mean, '.1f')}, longest {figure(words.most, 'd')}",
            "dim",
        )
    )
    _atypical(console, found)
    _knowledge(console, found)
    _rejections(console, found)


def _section(console: Console, title: str, *tables: Table) -> None:
    console.print()
    console.print(Text(title, "bold"))
    for table in tables:
        console.print(table)


def _table(console: Console, *columns: str) -> Table:
    gap = 1 if console.width >= _ROOMY else 0  # beside the one blank between columns
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim"
    )
    for column in columns:
        table.add_column(Text(column), justify="right")
    return table


def _settings(console: Console, found: Statistics) -> Table:
    barred, full = console.width >= _NARROW, console.width >= _NARROWEST
    bars, figures = ([""] if barred else []), (["words", "atypical"] if full else [])
    table = _table(console, "slots", "minterms", "questions", "share", *bars, *figures, "accepted")
    if barred:
        table.columns[4].justify = "left"
    top = max((cell.questions for cell in found.settings), default=1)
    for cell in found.settings:
        details = (figure(cell.means["words"], ".1f"), f"{cell.atypical / cell.questions:.1%}")
        table.add_row(
            str(cell.slots),
            str(cell.minterms),
            f"{cell.questions:,}",
            f"{cell.questions / found.questions:.1%}",
            *(bar(console, cell.questions / top, _BAR) for _ in bars),
            *(details if full else ()),
            figure(cell.acceptance, ".1%"),
        )
    return table


def _complexity(console: Console, found: Statistics) -> Table:
    shown = [one for one in _COMPLEXITY if console.width >= _NARROW or one[0] in _ESSENTIAL]
    table = _table(console, "setting", *(title for _, title in shown))
    table.caption = "(4, 3) is 4 slots, 3 minterms; the slots of wishes are not counted."
    table.caption_justify = "left"
    for cell in found.settings:
        means = (figure(cell.means[name], ".2f") for name, _ in shown)
        table.add_row(f"({cell.slots}, {cell.minterms})", *means)
    return table


def _letters(console: Console, found: Statistics) -> list[Table]:
    return [histogram(console, counts, name=side or "letter") for side, counts in found.letters.items()]


def _atypical(console: Console, found: Statistics) -> None:
    for title, count, rules in (
        ("Atypical, against what people want", found.atypical, found.atypical_rules),
        ("Atypical, as GroundCocoa counts", found.atypical_paper, found.atypical_paper_rules),
    ):
        share = f" ({count / found.questions:.1%})" if found.questions else ""
        console.print()
        console.print(Text.assemble((title, "bold"), f" {count:,} of {found.questions:,}{share}"))
        if rules:
            console.print(histogram(console, rules, name="by rule", of=found.questions))


def _knowledge(console: Console, found: Statistics) -> None:
    """Nothing where every option shows all that is asked for."""
    if not found.knowledge:
        return
    share = f" {found.knowledge:,} of {found.questions:,} ({found.knowledge / found.questions:.1%})"
    console.print()
    console.print(Text.assemble(("Knowledge", "bold"), share))
    console.print(histogram(console, found.knowledge_slots, name="by slot", of=found.questions))


def _rejections(console: Console, found: Statistics) -> None:
    total = found.rejections
    console.print()
    accepted = f" {figure(found.acceptance, '.1%')} of draws became questions"
    console.print(Text.assemble(("Rejections", "bold"), accepted))
    if not total:
        return
    cells = found.settings if console.width >= _NARROWEST else ()
    table = _table(console, "reason", *(f"({cell.slots}, {cell.minterms})" for cell in cells), "all")
    table.columns[0].justify = "left"
    table.columns[0].overflow = "fold"
    for reason, count in total.items():
        by_setting = (f"{cell.rejections.get(reason, 0):,}" for cell in cells)
        table.add_row(plain(reason), *by_setting, f"{count:,}")
    console.print(table)
