"""What a question is: request, options, answer, requirement, certificate, complexity, provenance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import ascii_uppercase
from typing import Any, Final

from attrs import field, frozen

from cocoa_core import items
from cocoa_core.items import Item, Recorded

__all__ = [
    "ABSENT",
    "CONVERSATION",
    "GRANULARITIES",
    "SELECTION",
    "TO_BE_CONFIRMED",
    "BrokenTerm",
    "Certificate",
    "Complexity",
    "Composition",
    "DomainRef",
    "FailedLiteral",
    "LiteralRecord",
    "Option",
    "Provenance",
    "Question",
    "RequirementRecord",
    "SentenceRecord",
    "TermUse",
    "TurnRecord",
    "labels_of",
]

SELECTION: Final = "selection"
GRANULARITIES: Final = ("polarity", "family", "slot")
"""What stands for a slot in a primitive: nothing but `*`, its family (topic or kind), its name."""
TO_BE_CONFIRMED: Final = "to be confirmed"
"""What an option shows in place of a hidden value."""
CONVERSATION: Final = ("delivery", "history", "states", "keys")
"""Keys of a record that was drawn with revisions."""
ABSENT: Final = ("asked", "differs", "composition", *CONVERSATION, "paraphrase")
"""Keys that a record has only where they say something."""


@frozen(slots=False)
class DomainRef(Recorded):
    """Which domain, in which state."""

    name: str
    version: str
    digest: str
    """SHA-256 over schema, rules, tables and catalogue."""


@frozen(slots=False)
class Option(Recorded):
    """One of those shown."""

    label: str
    row: str
    """Id in the catalogue."""
    shown: Mapping[str, str]
    """Label of a slot -> text, in order."""


@frozen(slots=False)
class LiteralRecord(Recorded):
    """One occurrence of a slot."""

    slot: str
    rule: str
    test: str
    over: str | None
    values: tuple[str, ...]
    """Canonical texts of the test's arguments."""
    positive: bool


@frozen(slots=False)
class RequirementRecord(Recorded):
    """A product of sums."""

    id: str
    """Hash of the canonical form."""
    text: str
    terms: tuple[tuple[LiteralRecord, ...], ...]
    """Sum terms of literals, as drawn."""
    demands: tuple[int, ...]
    """For each sum term the place of the literal that is demanded; the others say when."""


@frozen(slots=False)
class SentenceRecord(Recorded):
    """A statement of a request, one sentence or two, and the sum terms (from 0) that it says; none: inert."""

    text: str
    terms: tuple[int, ...] = ()


@frozen(slots=False)
class FailedLiteral(Recorded):
    """A literal of a broken sum term: the value shown and the test that it fails."""

    value: str
    literal: str


@frozen(slots=False)
class BrokenTerm(Recorded):
    """A sum term (from 0) that an option breaks, and why each of its literals fails, in their order."""

    term: int
    literals: tuple[FailedLiteral, ...]


@frozen(slots=False)
class TermUse(Recorded):
    """How a sum term is used by the shown options: labels that break it, and those that break it alone."""

    broken_by: tuple[str, ...]
    alone: tuple[str, ...]


@frozen(slots=False)
class Certificate(Recorded):
    """Why each option satisfies the requirement or does not, and what each sum term is good for."""

    satisfied: Mapping[str, tuple[int, ...]]
    """By label, for the options that do: one true literal (from 0) for every sum term."""
    broken: Mapping[str, tuple[BrokenTerm, ...]]
    """By label, for those that do not."""
    terms: tuple[TermUse, ...]


@frozen(slots=False)
class Complexity(Recorded):
    """Measures of the product and of each option; see the logic package for their definitions."""

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
    """By label, base 2."""
    atypical: tuple[str, ...]
    """Names of rules whose literal few people ask for, empty if regular."""
    against: tuple[str, ...]
    """Names of rules with a demand against the direction that people want."""


@frozen(slots=False)
class Composition(Recorded):
    """What the requirement is composed of; see `composition.py` for what primitives and structures are."""

    labels: Mapping[str, tuple[str, ...]]
    """By granularity (polarity, family, slot) the distinct primitives, sorted."""
    terms: tuple[str, ...]
    """Of each sum term its primitive by slots, in the order of the requirement."""
    structure: str
    """A, B or C where all pairs of edges that share one slot meet so; else mixed, or none."""
    profile: Mapping[str, int]
    """How many pairs meet as A, B and C."""
    basic: str | None
    """A, B, C, P or D where there are just two edges and no wider sum term."""
    chained: bool | None
    """Of the structure A: whether each chain goes on from what was demanded, in sign."""

    def label(self, granularity: str = "polarity") -> str:
        """Returns the label in one line."""
        return " ".join(self.labels[granularity])


@frozen(slots=False)
class TurnRecord(Recorded):
    """One turn of the customer."""

    text: str
    op: str
    """How it changes what was said, "" of the first."""


@frozen(slots=False, kw_only=True)
class Provenance(items.Provenance):
    """How the question came about."""

    option_set: int
    setting: tuple[int, ...]
    """Slots and minterms of the table, and how many wishes were added, where there are some."""
    primitives: str
    minimality: str
    """"exact" or "irredundant"."""


@frozen(slots=False, kw_only=True)
class Question(Item):
    """A request, some options, and what is asked about them.

    key:       all right answers as texts, such as the letters of the options that satisfy
    answer:    the letter, where the ask has one for an answer, otherwise None
    asked:     what the ask adds, such as the option that it is about; absent where it adds nothing
    differs:   in what it differs from the others of its group; absent where it is in a ring alone. surface:
               the number of its `wording`; edit and odd: `term` and `literal`, the place of the literal that
               differs; branch: `term`, a sum term, and `condition`, whether the right option meets its
               condition
    sentences: the request in order, what one sentence says together; joined by a space they are the request
    inert:     what in the request says nothing: its opening, reasons, its closing
    composition: None in records of before there were labels
    delivery: how the question is meant to reach a model, where it was drawn for that: `name`, `version`, and
               `terms`, all sum terms that are ever in force. history: its turns. states: after each turn the
               places of the terms in force; keys: after each turn the letters of the options that fit, which
               is settled of all. The last state is the requirement. Absent where nothing is revised
    knowledge: the derived slots that the requirement speaks of, in the order of the schema: what options do
               not show and a reader has to know. Empty where they show everything.
    paraphrase: other words for the request, read alike by `readers`, and never proved as it is: `text`,
               `writer`, `locked` (what had to stand word for word), `rounds`, each with its `text`, what each
               reader wrote down (`readings`) and the `verdicts`, and `parts`, where conditions were worded
               for it. Parts are lines. Absent where there is none
    """

    domain: DomainRef
    request: str
    sentences: tuple[SentenceRecord, ...] = ()
    inert: tuple[str, ...] = ()
    options: tuple[Option, ...]
    answer: str | None = None
    requirement: RequirementRecord
    certificate: Certificate
    complexity: Complexity
    composition: Composition | None = None
    knowledge: tuple[str, ...] = ()
    asked: Mapping[str, Any] = field(factory=dict)
    differs: Mapping[str, Any] = field(factory=dict)
    delivery: Mapping[str, Any] = field(factory=dict)
    history: tuple[TurnRecord, ...] = ()
    states: tuple[tuple[int, ...], ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    paraphrase: Mapping[str, Any] = field(factory=dict)
    provenance: Provenance

    def _ordered(self) -> dict[str, Any]:
        """An earlier record is written as it was read; what says nothing is absent."""
        fields = super()._ordered()
        for name in ABSENT:
            if not fields[name]:
                del fields[name]
        return fields

    @property
    def right(self) -> tuple[str, ...]:
        """The letters of the options that satisfy the request, in their order."""
        return tuple([option.label for option in self.options if option.label in self.certificate.satisfied])


@cache
def labels_of(options: int) -> tuple[str, ...]:
    """Returns the labels of so many options, in order."""
    return tuple([_label(place) for place in range(options)])


def _label(place: int) -> str:
    """Of the option at a place (from 0), as columns of a spreadsheet are called."""
    before, last = divmod(place, len(ascii_uppercase))
    return (_label(before - 1) if before else "") + ascii_uppercase[last]
