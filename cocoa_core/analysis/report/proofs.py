"""Why options are right and wrong: in words where the domain is at hand, else as the record writes it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from attrs import frozen

from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.domain.domain import Domain
from cocoa_core.errors import CocoaError
from cocoa_core.records.explain import explain
from cocoa_core.records.question import Question

__all__ = ["Proof", "proof_of"]


@frozen
class Proof:
    """Of one question.

    lead: what the conditions are introduced with. verdicts: by label, sentence by sentence. breaks: by the
    label of each wrong option, the conditions that it breaks, from 0. labels: by the name of a slot, the
    label under which options show it, or what it follows from.
    """

    lead: str
    conditions: tuple[str, ...]
    verdicts: Mapping[str, tuple[str, ...]]
    breaks: Mapping[str, frozenset[int]]
    labels: Mapping[str, str]


def proof_of(record: Mapping[str, Any], domains: DomainsAtHand) -> Proof:
    """The proof of one record. KeyError, TypeError or ValueError where the record is none."""
    stated = record["domain"]
    domain = domains.find(str(stated["name"]), str(stated["digest"]))
    if domain is not None:
        with suppress(CocoaError, Exception):  # a record out of a stranger's log may be anything
            return _in_words(record, domain)
    return _as_written(record)


def _in_words(record: Mapping[str, Any], domain: Domain) -> Proof:
    found = explain(Question.from_json(record), domain)
    return Proof(
        found.lead(),
        tuple(words[:1].upper() + words[1:] for words in found.conditions),
        {verdict.label: verdict.sentences() for verdict in found.verdicts},
        _breaks(record),
        {slot.name: _shown(domain, slot.name) for slot in domain.schema.slots},
    )


def _shown(domain: Domain, name: str) -> str:
    """The label under which options show a slot; of a derived one, that which it follows from."""
    slot = domain.schema.slot(name)
    while slot.derived is not None:
        slot = domain.schema.slot(slot.derived.source)
    return slot.label


def _breaks(record: Mapping[str, Any]) -> Mapping[str, frozenset[int]]:
    broken = record["certificate"]["broken"]
    return {str(label): frozenset(int(one["term"]) for one in terms) for label, terms in broken.items()}


def _as_written(record: Mapping[str, Any]) -> Proof:
    text = str(record["requirement"]["text"])
    terms = [term.removeprefix("(").removesuffix(")") for term in text.split(" & (")]
    if len(terms) != len(record["requirement"]["terms"]):
        terms = [text]
    verdicts = {str(record["answer"]): (f"Option {record['answer']} meets all conditions.",)}
    for label, broken in record["certificate"]["broken"].items():
        parts = []
        for one in broken:
            tests = "; ".join(f"{literal['value']} fails {literal['literal']}" for literal in one["literals"])
            parts.append(f"condition {int(one['term']) + 1} ({tests})")
        verdicts[str(label)] = (f"Option {label} breaks {', and '.join(parts)}.",)
    return Proof("The conditions, as the record writes them:", tuple(terms), verdicts, _breaks(record), {})
