"""Unpicked questions of a domain: `python -m tests.documents.domain_questions NAME 5 [--knowledge]`."""

from __future__ import annotations

import sys

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.families.selection import Question, explain

from .tables import table


def text(name: str, count: str, knowledge: str = "") -> str:
    """The questions of seed 0 from index 0 on, of the options only what a request speaks of.

    name: of the domain; knowledge: `--knowledge` or nothing.
    """
    handle = cocoa_core.load_domain(name)
    asked = (handle.question(index=index, knowledge=bool(knowledge)) for index in range(int(count)))
    return "\n\n".join(_section(question, handle.domain) for question in asked)


def _section(question: Question, domain: Domain) -> str:
    made = question.provenance
    slots, minterms = made.setting[:2]
    (answer,) = explain(question, domain).right
    reasons = ", and ".join(dict.fromkeys(fact for reason in answer.reasons for fact in reason.facts))
    return "\n\n".join(
        (
            f"**{made.index}** ({slots} slots, {minterms} minterms)",
            f"> {question.request}",
            _options(question, domain),
            f"Answer **{question.answer}**: {reasons}.",
        )
    )


def _options(question: Question, domain: Domain) -> str:
    named = {literal.slot for term in question.requirement.terms for literal in term}
    asked = {_source(domain, name) for name in named}
    labels = [slot.label for slot in domain.schema.slots if slot.name in asked]
    rows = [(label, *(option.shown[label] for option in question.options)) for label in labels]
    return table(("", *(option.label for option in question.options)), rows)


def _source(domain: Domain, name: str) -> str:
    """The slot that options show of it: that from which a derived one follows."""
    derived = domain.schema.slot(name).derived
    return name if derived is None else _source(domain, derived.source)


if __name__ == "__main__":
    print(text(*sys.argv[1:]))
