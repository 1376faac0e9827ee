"""docs/asks.md: a question of each ask, as models are asked it; tables of asks, settings and levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import cocoa_core
from cocoa_core.families.selection import ASKS, Question, explain
from cocoa_core.families.selection.ask_names import ASK_SUMMARIES, DEFAULT_ASK
from cocoa_core.families.selection.difficulty import levels
from cocoa_core.families.selection.setting_specs import SETTING_SPECS, flag_of

from .tables import table

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
    told = {name: spec.description for name, spec in SETTING_SPECS.items() if spec.panel}
    told["ask"] = f"What is asked; several by weight: choose:2,every. Default: {DEFAULT_ASK}."
    return table(("setting", "what it says"), [(f"`{flag_of(name)}`", words) for name, words in told.items()])


def _levels(_: str) -> str:
    """A row an ask, a column a level: options, slots, minterms, wishes."""
    rows: dict[str, dict[float, str]] = {}
    for one in levels():
        dials = f"{one.options}, {one.slots}, {one.minterms}, {one.wishes}"
        rows.setdefault(f"`{one.ask}`" if one.ask in ASKS else "others", {})[one.level] = dials
    names = sorted({level for cells in rows.values() for level in cells})
    cells = [(ask, *(of.get(level, "") for level in names)) for ask, of in rows.items()]
    return table(("ask", *(f"{level:g}" for level in names)), cells)


def _example(ask: str) -> str:
    question = _question(ask)
    words = ASKS[ask].words(question)
    said = ASKS[ask].request(question).replace("\n", "\n> ")
    parts = [f"{words.task} {words.question}", f"> {said}"]
    lines: list[str] = []
    if question.requirement.terms and question.options:
        explanation = explain(question, cocoa_core.load_domain("flights").domain)
        lines = [*(" ".join(verdict.sentences()) for verdict in explanation.verdicts), explanation.conclusion]
    if question.options:
        parts.append(_mentioned(question, "\n".join([*parts, *lines])))
    parts.append(f"**Answer: {ASKS[ask].target_reply(question)}**")
    if lines:
        parts.append("\n".join(f"- {line}" for line in lines))
    return "\n\n".join(parts)


def _mentioned(question: Question, texts: str) -> str:
    """The attributes that the texts name or that some option leaves open; a prompt shows all of them."""
    labels = dict.fromkeys(label for option in question.options for label in option.shown)
    rows = [(label, *(option.shown.get(label, "") for option in question.options)) for label in labels]
    told = [
        row for row in rows if f"({row[0]}: " in texts or f'"{row[0]}"' in texts or "to be confirmed" in row
    ]
    return table(("", *(option.label for option in question.options)), told)


PARTS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {"asks": _asks, "settings": _settings, "levels": _levels, "example": _example}
)
