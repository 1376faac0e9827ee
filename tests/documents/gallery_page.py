"""docs/gallery.md: ten unpicked questions, each with its options, its formal requirement and its proof."""

from __future__ import annotations

from typing import Final

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.families.selection import OptionVerdict, Question, explain

from .tables import table

__all__ = ["COUNT", "SEED", "text"]

SEED, COUNT = 0, 10
_HEAD: Final = """\
# Gallery

Ten questions, unpicked and unedited: the domain flights, seed {seed}, index 0 to {last}, the preset `paper`.
`make gallery` writes this page anew; the same version of cocoa writes the same page.

`cocoa sample --domain flights --seed {seed} --index 0 --proof` shows the first one, and so on.

Slots and minterms are explained in [concepts](concepts.md), the notation of requirements in
[the record format](record-format.md#requirements-in-writing).
"""


def text() -> str:
    """The whole page."""
    flights = cocoa_core.load_domain("flights")
    questions = [flights.question(seed=SEED, index=index) for index in range(COUNT)]
    sections = [_section(question, flights.domain) for question in questions]
    return "\n".join([_HEAD.format(seed=SEED, last=COUNT - 1), *sections])


def _section(question: Question, domain: Domain) -> str:
    made = question.provenance
    slots, minterms = made.setting[:2]
    found = explain(question, domain)
    conditions = [f"{number}. {_capital(words)}." for number, words in enumerate(found.conditions, 1)]
    parts = [
        f"## Question {made.index}",
        f"{slots} slots, {minterms} minterms · id `{question.id}`",
        f"> {question.request}",
        _options(question),
        f"**Answer: {question.answer}**",
        f"Formally:\n\n```text\n{question.requirement.text}\n```",
        found.lead(),
        "\n".join(conditions),
        "\n".join(_verdict(verdict) for verdict in found.verdicts),
    ]
    return "\n\n".join(parts) + "\n"


def _options(question: Question) -> str:
    labels = dict.fromkeys(label for option in question.options for label in option.shown)
    rows = [(label, *(option.shown.get(label, "") for option in question.options)) for label in labels]
    return table(("", *(option.label for option in question.options)), rows)


def _verdict(verdict: OptionVerdict) -> str:
    first, *others = verdict.sentences()
    return " ".join([f"- **{first}**" if verdict.right else f"- {first}", *others])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
