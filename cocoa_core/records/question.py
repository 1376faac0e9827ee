"""What a question is: request, options, answer, requirement, certificate, complexity, provenance."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

__all__ = [
    "CANARY",
    "BrokenTerm",
    "Certificate",
    "Complexity",
    "DomainRef",
    "FailedLiteral",
    "LiteralRecord",
    "Option",
    "Provenance",
    "Question",
    "RequirementRecord",
    "TermUse",
]

CANARY: Final = "cocoa benchmark data, not for training corpora. canary 5f0c7c52-8e0b-4b0e-9d3a-2f6f0c1a7e44"
"""Stands in every record, so that a corpus can be searched for leaked questions."""


@frozen(slots=False)
class DomainRef:
    """Which domain, in which state. digest: SHA-256 over schema, rules, tables and catalogue."""

    name: str
    version: str
    digest: str


@frozen(slots=False)
class Option:
    """One of five. row: id in the catalogue. shown: label of a slot -> text, in the order a person sees."""

    label: str
    row: str
    shown: Mapping[str, str]


@frozen(slots=False)
class LiteralRecord:
    """One occurrence of a slot. values: canonical texts of the test's arguments."""

    slot: str
    rule: str
    test: str
    over: str | None
    values: tuple[str, ...]
    positive: bool


@frozen(slots=False)
class RequirementRecord:
    """A product of sums. id: hash of the canonical form. terms: sum terms of literals, as drawn."""

    id: str
    text: str
    terms: tuple[tuple[LiteralRecord, ...], ...]


@frozen(slots=False)
class FailedLiteral:
    """A literal of a broken sum term: the value shown and the test that it fails."""

    value: str
    literal: str


@frozen(slots=False)
class BrokenTerm:
    """A sum term (from 0) that an option breaks, and why each of its literals fails, in their order."""

    term: int
    literals: tuple[FailedLiteral, ...]


@frozen(slots=False)
class TermUse:
    """How a sum term is used by the shown options: labels that break it, and those that break it alone."""

    broken_by: tuple[str, ...]
    alone: tuple[str, ...]


@frozen(slots=False)
class Certificate:
    """satisfied: for the answer, one true literal (from 0) for every sum term. broken: by label, the rest."""

    satisfied: tuple[int, ...]
    broken: Mapping[str, tuple[BrokenTerm, ...]]
    terms: tuple[TermUse, ...]


@frozen(slots=False)
class Complexity:
    """Measures of the product and of each option; see the logic package for their definitions.

    entropy: by label, base 2. atypical: names of rules whose literal few people ask for, empty if regular.
    """

    slots: int
    minterms: int
    sum_terms: int
    literals: int
    width: int
    component: int
    longest_path: int
    max_degree: int
    average_degree: float
    entropy: Mapping[str, float]
    atypical: tuple[str, ...]


@frozen(slots=False)
class Provenance:
    """How the question came about: a function of these, and of nothing else.

    rejections: refused draws on the way, by reason. minimality: "exact" or "irredundant".
    """

    seed: int
    index: int
    option_set: int
    attempt: int
    setting: tuple[int, int]
    settings: Mapping[str, Any]
    side: str | None
    primitives: str
    minimality: str
    rejections: Mapping[str, int]
    version: str
    canary: str = CANARY


@frozen(slots=False)
class Question:
    """One question with five options, exactly one of which satisfies the request.

    knowledge: the derived slots that the requirement speaks of, in the order of the schema: what options do
    not show and a reader has to know. Empty where they show everything.
    """

    id: str
    domain: DomainRef
    request: str
    options: tuple[Option, ...]
    answer: str
    requirement: RequirementRecord
    certificate: Certificate
    complexity: Complexity
    provenance: Provenance
    kind: str = field(default="choice")
    knowledge: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data, keys in the order of the fields."""
        plain: dict[str, Any] = _plain(self)
        return plain

    def line(self) -> str:
        """The record as one line of JSON, without the line's end."""
        return _ENCODER.encode(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Question:
        """The question that `to_json` gave; cattrs' errors where the data is something else."""
        from cattrs import structure

        return structure(data, cls)


# Records without slots have their fields in a dict, in order: just what is to be written.
_ENCODER: Final = json.JSONEncoder(
    default=vars, ensure_ascii=False, check_circular=False, separators=(",", ":")
)


def _plain(value: Any) -> Any:
    """Records as plain data."""
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return {key: _plain(one) for key, one in (value if isinstance(value, Mapping) else vars(value)).items()}
