"""The command `cocoa stats`: counts what is in a data set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cocoa_core.text import counted

from .flags import AsJson, DataSet, Family
from .terminal import console, figure, plain, print_notes, table, write_json

if TYPE_CHECKING:
    from cocoa_core.families.selection import Statistics
    from cocoa_core.items import Ledger


def stats(folder: DataSet, family: Family = None, as_json: AsJson = False) -> None:
    """Count what is in a data set.

    Settings, complexity, answers, conditions broken, lengths of requests, knowledge, and draws refused.

    Examples:

      cocoa stats exam/
      cocoa stats exam/ --json
    """
    from cocoa_core.families.selection import SELECTION, statistics_of
    from cocoa_core.items import Ledger, read_dataset

    dataset = read_dataset(folder, family)
    if dataset.manifest.family != SELECTION:
        ledger = Ledger()
        for item in dataset:
            ledger.add(dataset.family.entry(item))
        if as_json:
            write_json({"questions": ledger.total, "counts": ledger.counts(), "draws": ledger.draws()})
        else:
            print_counts(console(), dataset.manifest.family, ledger)
        return
    statistics = statistics_of(question for side in dataset.sides for question in dataset.side(side))
    if not dataset.manifest.complete:
        expected = dataset.manifest.count
        print_notes(
            f"this data set is not complete: {statistics.questions:,} of {expected:,} questions so far"
        )
    if as_json:
        write_json(statistics.to_json())
        return
    print_statistics(console(), statistics)


_ROOMY: Final = 100
"""The width of a terminal from which on gaps are wider."""
_NARROW: Final = 74
"""The width from which on every measure of complexity is shown."""
_NARROWEST: Final = 60
"""The width from which on every figure of settings is shown."""
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
    """Prints by side how many items have each value of each facet, for any family."""
    from cocoa_core.items import ranked

    console.print(plain(f"{counted(ledger.total, 'item')} of {family}"))
    for side, facets in ledger.counts().items():
        for facet, counts in facets.items():
            title = facet if len(ledger.counts()) == 1 else f"{facet} ({side})"
            _section(console, title, _counts(counts, name="value", of=ledger.items(side)))
    if ledger.rejections:
        _section(console, "Draws refused", _counts(ranked(ledger.rejections), name="reason"))


def print_statistics(console: Console, stats: Statistics) -> None:
    """Prints every part in turn, each under its title."""
    domains = ", ".join(stats.domains)
    console.print(plain(f"{stats.questions:,} questions, {stats.requirements:,} requirements · {domains}"))
    _section(console, "Settings", _settings(console, stats))
    _section(console, "Complexity: means by setting", _complexity(console, stats))
    _section(
        console,
        "Answers",
        *[_counts(counts, name=side or "letter") for side, counts in stats.letters.items()],
    )
    broken = {counted(number, "condition"): count for number, count in stats.broken.counts.items()}
    _section(console, "Conditions that a wrong option breaks", _counts(broken, name="breaks"))
    if stats.unbroken:
        console.print(Text(f"Conditions that no option shown breaks: {stats.unbroken:,}", "dim"))
    words = stats.words
    lengths = {f"{low}-{low + 19}": count for low, count in stats.lengths().items()}
    _section(console, "Length of requests", _counts(lengths, name="words"))
    for text in (
        f"shortest {figure(words.least, 'd')}, median {figure(words.median, 'd')}, "
        f"mean {figure(words.mean, '.1f')}, longest {figure(words.most, 'd')}",
        f"as GroundCocoa counts (in its Table 1): query {figure(stats.query_length, '.1f')} (95.95), "
        f"context {figure(stats.context_length, '.1f')} (1252.27), vocabulary {stats.vocabulary:,} words "
        "and marks (4200)",
    ):
        console.print(Text(text, "dim"))
    _atypical(console, stats)
    _knowledge(console, stats)
    _rejections(console, stats)


def _section(console: Console, title: str, *tables: Table) -> None:
    console.print()
    console.print(Text(title, "bold"))
    for rows in tables:
        console.print(rows)


def _table(console: Console, *columns: str, words: int = 0) -> Table:
    return table(*columns, words=words, gap=int(console.width >= _ROOMY))


def _counts(counts: Mapping[str, int], *, name: str, of: int | None = None) -> Table:
    """Returns a table of counts and their shares of `of`, or of their sum."""
    total = sum(counts.values()) if of is None else of
    counted_rows = table(name, "count", "share", ruled=False)
    for label, count in counts.items():
        counted_rows.add_row(plain(label), f"{count:,}", f"{count / total:.1%}" if total else "")
    return counted_rows


def _settings(console: Console, stats: Statistics) -> Table:
    full = console.width >= _NARROWEST
    figures = ["words", "atypical"] if full else []
    rows = _table(console, "slots", "minterms", "questions", "share", *figures, "accepted")
    for cell in stats.settings:
        details = (figure(cell.means["words"], ".1f"), f"{cell.atypical / cell.questions:.1%}")
        rows.add_row(
            str(cell.slots),
            str(cell.minterms),
            f"{cell.questions:,}",
            f"{cell.questions / stats.questions:.1%}",
            *(details if full else ()),
            figure(cell.acceptance, ".1%"),
        )
    return rows


def _complexity(console: Console, stats: Statistics) -> Table:
    shown = [measure for measure in _COMPLEXITY if console.width >= _NARROW or measure[0] in _ESSENTIAL]
    rows = _table(console, "setting", *(title for _, title in shown))
    rows.caption = "(4, 3) is 4 slots, 3 minterms; the slots of wishes are not counted."
    rows.caption_justify = "left"
    for cell in stats.settings:
        means = (figure(cell.means[name], ".2f") for name, _ in shown)
        rows.add_row(f"({cell.slots}, {cell.minterms})", *means)
    return rows


def _headed(console: Console, title: str, text: str) -> None:
    console.print()
    console.print(Text.assemble((title, "bold"), f" {text}"))


def _atypical(console: Console, stats: Statistics) -> None:
    for title, count, rules in (
        ("Atypical, against what people want", stats.atypical, stats.atypical_rules),
        ("Atypical, as GroundCocoa counts", stats.atypical_paper, stats.atypical_paper_rules),
    ):
        share = f" ({count / stats.questions:.1%})" if stats.questions else ""
        _headed(console, title, f"{count:,} of {stats.questions:,}{share}")
        if rules:
            console.print(_counts(rules, name="by rule", of=stats.questions))


def _knowledge(console: Console, stats: Statistics) -> None:
    if not stats.knowledge:
        return
    share = f"{stats.knowledge:,} of {stats.questions:,} ({stats.knowledge / stats.questions:.1%})"
    _headed(console, "Knowledge", share)
    console.print(_counts(stats.knowledge_slots, name="by slot", of=stats.questions))


def _rejections(console: Console, stats: Statistics) -> None:
    total = stats.rejections
    _headed(console, "Rejections", f"{figure(stats.acceptance, '.1%')} of draws became questions")
    if not total:
        return
    cells = stats.settings if console.width >= _NARROWEST else ()
    heads = (f"({cell.slots}, {cell.minterms})" for cell in cells)
    rows = _table(console, "reason", *heads, "all", words=1)
    for reason, count in total.items():
        by_setting = (f"{cell.rejections.get(reason, 0):,}" for cell in cells)
        rows.add_row(plain(reason), *by_setting, f"{count:,}")
    console.print(rows)
