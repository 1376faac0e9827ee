"""docs/gallery.md: unpicked questions, each with its options, its formal requirement and its proof."""

from __future__ import annotations

from typing import Final

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.families.selection import OptionVerdict, Question, explain

from .tables import table

SHOWN: Final = (
    *(("flights", "standard"), ("hotels", "standard"), ("jobs", "standard"), ("diamonds", "standard")),
    *(("flights", "paper"), ("hotels", "hard")),
)
"""The domain and the preset of each question: the first of seed 0."""
_HEAD: Final = """\
# Gallery

Questions, unpicked and unedited: seed 0, index 0 of each domain, then of two harder presets. `cocoa sample
--domain flights --proof` shows the first one; `make gallery` writes this page anew.

[Concepts](concepts.md) explains slots and minterms, [the record
format](record-format.md#requirements-in-writing) the notation of requirements.
"""


def text() -> str:
    """The whole page."""
    sections = []
    for name, preset in SHOWN:
        domain = cocoa_core.load_domain(name)
        sections.append(_section(domain.question(seed=0, preset=preset), domain.domain, f"{name}, {preset}"))
    return "\n".join([_HEAD, *sections])


def _section(question: Question, domain: Domain, title: str) -> str:
    slots, minterms = question.provenance.setting[:2]
    explanation = explain(question, domain)
    conditions = [f"{number}. {_capital(words)}." for number, words in enumerate(explanation.conditions, 1)]
    parts = [
        f"## {title[:1].upper()}{title[1:]}",
        f"{slots} slots, {minterms} minterms · id `{question.id}`",
        f"> {question.request}",
        _options(question),
        f"**Answer: {question.answer}**",
        f"Formally:\n\n```text\n{question.requirement.text}\n```",
        explanation.lead(),
        "\n".join(conditions),
        "\n".join(_verdict(verdict) for verdict in explanation.verdicts),
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
