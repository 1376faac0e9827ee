"""docs/asks.md: one unpicked question of each ask, as a model is asked it; and the table of levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import cocoa_core
from cocoa_core.families.selection import ASKS, Question, explain
from cocoa_core.families.selection.difficulty import levels

from .tables import table

__all__ = ["text"]

SEED: Final = 0


def text(part: str, ask: str = "") -> str:
    """A part of the page: the table of asks, of levels, or the example of an ask."""
    return PARTS[part](ask)


def _asks(_: str) -> str:
    return table(
        ("ask", "asks", "a right reply"), [(f"`{one}`", ask.about, _form(one)) for one, ask in ASKS.items()]
    )


def _form(ask: str) -> str:
    return f"`{ASKS[ask].words(_question(ask)).form.splitlines()[-1]}`"


def _question(ask: str) -> Question:
    return cocoa_core.load_domain("flights").question(seed=SEED, index=0, ask=ask)


def _levels(_: str) -> str:
    names = ("ask", "level", "options", "slots", "minterms", "wishes")
    rows = [
        (
            f"`{one.ask}`" if one.ask in ASKS else "others",
            f"{one.level:g}",
            *map(str, (one.options, one.slots)),
            *map(str, (one.minterms, one.wishes)),
        )
        for one in levels()
    ]
    return table(names, rows)


def _example(ask: str) -> str:
    question = _question(ask)
    words = ASKS[ask].words(question)
    labels = dict.fromkeys(label for option in question.options for label in option.shown)
    rows = [(label, *(option.shown.get(label, "") for option in question.options)) for label in labels]
    said = ASKS[ask].request(question).replace("\n", "\n> ")
    parts = [f"{words.task} {words.question}", f"> {said}"]
    if question.options:
        parts.append(table(("", *(option.label for option in question.options)), rows))
    parts.append(f"**Answer: {ASKS[ask].stated(question)}**")
    if question.requirement.terms and question.options:
        explanation = explain(question, cocoa_core.load_domain("flights").domain)
        lines = [" ".join(verdict.sentences()) for verdict in explanation.verdicts]
        parts.append("\n".join(f"- {line}" for line in [*lines, explanation.closing()]))
    return "\n\n".join(parts)


PARTS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {"asks": _asks, "levels": _levels, "example": _example}
)
