"""docs/asks.md: a question of each ask, as models are asked it; tables of asks, settings and levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import cocoa_core
from cocoa_core.families.selection import ASKS, Question, explain
from cocoa_core.families.selection.ask_names import ASK_SUMMARIES
from cocoa_core.families.selection.difficulty import levels
from cocoa_core.families.selection.setting_specs import SETTING_SPECS, flag_of

from .tables import table

__all__ = ["text"]

SEED: Final = 0


def text(part: str, ask: str = "") -> str:
    """A part of the page: the table of asks, of settings, of levels, or the example of an ask."""
    return PARTS[part](ask)


def _asks(_: str) -> str:
    return table(
        ("ask", "asks", "a right reply"),
        [(f"`{ask}`", summary, _form(ask)) for ask, summary in ASK_SUMMARIES.items()],
    )


def _form(ask: str) -> str:
    return f"`{ASKS[ask].words(_question(ask)).form.splitlines()[-1]}`"


def _question(ask: str) -> Question:
    return cocoa_core.load_domain("flights").question(seed=SEED, index=0, ask=ask)


def _settings(_: str) -> str:
    rows = [(f"`{flag_of(name)}`", spec.description) for name, spec in SETTING_SPECS.items() if spec.panel]
    return table(("setting", "what it says"), rows)


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
    {"asks": _asks, "settings": _settings, "levels": _levels, "example": _example}
)
