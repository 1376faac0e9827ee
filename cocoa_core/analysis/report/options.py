"""The options of a question of the selection family, and why they are right and wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import frozen

from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.analysis.report.graph import Graph, graph_of
from cocoa_core.analysis.report.literals import Literals, literals_of
from cocoa_core.domain import Domain
from cocoa_core.errors import CocoaError
from cocoa_core.families.selection import Question, explain
from cocoa_core.text import counted

__all__ = ["Options", "Proof", "options_of", "proof_of"]


@frozen
class Proof:
    """Of one question."""

    lead: str
    """What the conditions are introduced with."""
    conditions: tuple[str, ...]
    verdicts: Mapping[str, tuple[str, ...]]
    """By label, sentence by sentence."""
    breaks: Mapping[str, frozenset[int]]
    """By the label of each wrong option, the conditions that it breaks, from 0."""
    labels: Mapping[str, str]
    """By the name of a slot, the label under which options show it, or what it follows from."""
    literals: Literals | None = None
    """None without the domain."""


@frozen
class Option:
    """One option: what it shows, whether it is right, and how many of the wrong answers chose it."""

    label: str
    shown: Mapping[str, str]
    right: bool
    chosen: int


@frozen
class Options:
    """asked, rest: the attributes that the request speaks of, and the others; more: how many, in words."""

    options: tuple[Option, ...]
    asked: tuple[str, ...]
    rest: tuple[str, ...]
    more: str
    proof: Proof
    graph: Graph


def options_of(
    record: Mapping[str, Any], chosen: Mapping[str | None, int], domains: DomainsAtHand
) -> Options:
    """Returns the options of a record.

    Args:
        chosen: how many wrong answers chose each label; of None, how many none.

    Raises:
        KeyError: it is not whole.
        TypeError: it is not whole.
        AttributeError: it is not whole.
        ValueError: it is not whole.
    """
    proof = proof_of(record, domains)
    if unproved := {record["answer"], *filter(None, chosen)} - set(proof.verdicts):
        raise ValueError(f"expected a verdict on {', '.join(unproved)}")
    options = tuple(
        Option(
            str(option["label"]),
            {str(name): str(text) for name, text in option["shown"].items()},
            option["label"] == record["answer"],
            chosen.get(option["label"], 0),
        )
        for option in record["options"]
    )
    asked, rest = _attributes(record, options, proof)
    graph = graph_of(record["requirement"]["terms"], proof.labels)
    return Options(options, asked, rest, counted(len(rest), "more attribute"), proof, graph)


def _attributes(
    record: Mapping[str, Any], options: Sequence[Option], proof: Proof
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns what the request speaks of, and everything else; all of it in the first where a name is not
    known.
    """
    names = list(dict.fromkeys(name for option in options for name in option.shown))
    asked = {
        proof.labels.get(literal["slot"], literal["slot"].replace("_", " ").capitalize())
        for term in record["requirement"]["terms"]
        for literal in term
    }
    first = [name for name in names if name in asked]
    if len(first) < len(asked):
        return tuple(names), ()
    return tuple(first), tuple(name for name in names if name not in asked)


def proof_of(record: Mapping[str, Any], domains: DomainsAtHand) -> Proof:
    """Returns the proof of one record, in words where the domain is at hand, else as the record writes it.

    Raises:
        KeyError: the record is none.
        TypeError: the record is none.
        ValueError: the record is none.
    """
    stated = record["domain"]
    domain = domains.find(str(stated["name"]), str(stated["digest"]))
    if domain is not None:
        with suppress(CocoaError, Exception):  # a record out of a stranger's log may be anything
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
    """Returns the label under which options show a slot; of a derived one, that which it follows from."""
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
