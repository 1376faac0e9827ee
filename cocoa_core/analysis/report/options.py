"""Prepares the options of a question of the selection family, and why they are right or wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from attrs import frozen

from cocoa_core.analysis.references import DomainsAtHand
from cocoa_core.analysis.report.dependency_graph import GraphDrawing, graph_of
from cocoa_core.domain import Domain
from cocoa_core.families.selection import Question, explain, grounded
from cocoa_core.families.selection.prompting.truths import truths_of
from cocoa_core.language import realizer_of
from cocoa_core.text import counted


@frozen
class Proof:
    """Why the options of a question are right or wrong."""

    lead: str
    """The text that introduces the conditions."""
    conditions: tuple[str, ...]
    verdicts: Mapping[str, tuple[str, ...]]
    """The sentences on each option, by its label."""
    breaks: Mapping[str, frozenset[int]]
    """The indices of the conditions that each wrong option breaks, by its label."""
    labels: Mapping[str, str]
    """The label under which options show each slot, by its name; for a derived slot, that of its source."""
    literals: Literals | None = None
    """The truth of each literal; None where the domain is not at hand."""


@frozen
class OptionView:
    """An option."""

    label: str
    shown: Mapping[str, str]
    """The texts that the option shows, by attribute."""
    right: bool
    chosen: int
    """The number of wrong answers that chose it."""


@frozen
class QuestionOptions:
    """The options of a question."""

    options: tuple[OptionView, ...]
    mentioned: tuple[str, ...]
    """The attributes that the request refers to."""
    rest: tuple[str, ...]
    """The other attributes."""
    more: str
    """The number of the other attributes, in words."""
    proof: Proof
    graph: GraphDrawing


def options_of(
    record: Mapping[str, Any], chosen: Mapping[str | None, int], domains: DomainsAtHand
) -> QuestionOptions:
    """Returns the options of a record.

    Args:
        chosen: the number of wrong answers that chose each label; under None, of those that chose none.

    Raises:
        KeyError, TypeError, AttributeError, ValueError: a part of the record is missing or malformed, or it
            has no verdict on a label.
    """
    proof = proof_of(record, domains)
    if unproved := {record["answer"], *filter(None, chosen)} - set(proof.verdicts):
        raise ValueError(f"expected a verdict on {', '.join(unproved)}")
    options = tuple(
        OptionView(
            str(option["label"]),
            {str(name): str(text) for name, text in option["shown"].items()},
            option["label"] == record["answer"],
            chosen.get(option["label"], 0),
        )
        for option in record["options"]
    )
    requested, others = _attributes(record, options, proof)
    graph = graph_of(record["requirement"]["terms"], proof.labels)
    return QuestionOptions(options, requested, others, counted(len(others), "more attribute"), proof, graph)


def _attributes(
    record: Mapping[str, Any], options: Sequence[OptionView], proof: Proof
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Divides the attributes by whether the request refers to them; all are first if one has no label."""
    names = list(dict.fromkeys(name for option in options for name in option.shown))
    requested = {
        proof.labels.get(literal["slot"], literal["slot"].replace("_", " ").capitalize())
        for term in record["requirement"]["terms"]
        for literal in term
    }
    first = [name for name in names if name in requested]
    if len(first) < len(requested):
        return tuple(names), ()
    return tuple(first), tuple(name for name in names if name not in requested)


def proof_of(record: Mapping[str, Any], domains: DomainsAtHand) -> Proof:
    """Returns the proof of a record, in words where the domain is at hand, else in the notation of the
    record.

    Raises:
        KeyError, TypeError, ValueError: a part of the record is missing or malformed.
    """
    stated = record["domain"]
    domain = domains.find(str(stated["name"]), str(stated["digest"]))
    if domain is not None:
        with suppress(Exception):  # a record out of a stranger's log may be anything
            return _in_words(record, domain)
    return _as_written(record)


def _in_words(record: Mapping[str, Any], domain: Domain) -> Proof:
    explanation = explain(Question.from_json(record), domain)
    return Proof(
        explanation.lead(),
        tuple(words[:1].upper() + words[1:] for words in explanation.conditions),
        {verdict.label: verdict.sentences() for verdict in explanation.verdicts},
        _breaks(record),
        {slot.name: _shown(domain, slot.name) for slot in domain.schema.slots},
        literals_of(record, domain),
    )


def _shown(domain: Domain, name: str) -> str:
    """Returns the label under which options show a slot; for a derived slot, that of its source."""
    slot = domain.schema.slot(name)
    while slot.derived is not None:
        slot = domain.schema.slot(slot.derived.source)
    return slot.label


def _breaks(record: Mapping[str, Any]) -> Mapping[str, frozenset[int]]:
    broken = record["certificate"]["broken"]
    return {
        str(label): frozenset(int(literal["term"]) for literal in terms) for label, terms in broken.items()
    }


def _as_written(record: Mapping[str, Any]) -> Proof:
    text = str(record["requirement"]["text"])
    terms = [term.removeprefix("(").removesuffix(")") for term in text.split(" & (")]
    if len(terms) != len(record["requirement"]["terms"]):
        terms = [text]
    verdicts = {str(record["answer"]): (f"Option {record['answer']} meets all conditions.",)}
    for label, broken in record["certificate"]["broken"].items():
        parts = []
        for violation in broken:
            tests = "; ".join(
                f"{literal['value']} fails {literal['literal']}" for literal in violation["literals"]
            )
            parts.append(f"condition {int(violation['term']) + 1} ({tests})")
        verdicts[str(label)] = (f"Option {label} breaks {', and '.join(parts)}.",)
    return Proof("The conditions, as the record writes them:", tuple(terms), verdicts, _breaks(record), {})


_MARKS: Final = {True: "✓", False: "✗", None: "–"}


@frozen
class Literals:
    """The truth of every literal of a question for every option."""

    rows: tuple[tuple[str, int, tuple[str, ...]], ...]
    """Each literal in words, the number of its condition from 1, and a mark per option."""
    hold: tuple[str, ...]
    """The share of literals that hold, per option."""
    fail: tuple[str, ...]
    """The share of literals that do not hold, per option."""
    entropy: tuple[str, ...]
    """The entropy of each option."""


def literals_of(record: Mapping[str, Any], domain: Domain) -> Literals:
    """Evaluates the literals of a record.

    Args:
        record: a whole record of a question.
        domain: the question's domain.

    Raises:
        FindingsError: an option or a literal is not one of the domain.
        LookupError: the domain has no slot of a literal's name.
        ValueError: the record is no whole question, or the domain cannot read a value in it.
    """
    question = Question.from_json(record)
    realizer = realizer_of(domain)
    truths = truths_of(question, domain)
    labels = [option.label for option in question.options]
    rows = tuple(
        (
            realizer.clause(grounded(domain.schema, literal)),
            column + 1,
            tuple(_MARKS[truths[label][column][within]] for label in labels),
        )
        for column, term in enumerate(question.requirement.terms)
        for within, literal in enumerate(term)
    )
    shares = [
        sum(marks[column] == _MARKS[True] for *_, marks in rows) / len(rows) for column in range(len(labels))
    ]
    return Literals(
        rows,
        tuple(f"{share:.2f}" for share in shares),
        tuple(f"{1 - share:.2f}" for share in shares),
        tuple(f"{question.complexity.entropy[label]:.3f}" for label in labels),
    )
