"""Defines the record of a question: request, options, answer, certificate and provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import ascii_uppercase
from typing import Any, Final

from attrs import field, frozen

from cocoa_core import items
from cocoa_core.items import Item, Recorded

SELECTION: Final = "selection"
GRANULARITIES: Final = ("polarity", "family", "slot")
"""What stands for a slot in a primitive: for `polarity` the sign `*` alone, for `family` the slot's family
(topic or kind), for `slot` its name.
"""
TO_BE_CONFIRMED: Final = "to be confirmed"
"""The text that an option shows in place of a hidden value."""
CONVERSATION: Final = ("delivery", "history", "states", "keys")
"""The keys of a record that was drawn with revisions."""
ABSENT: Final = ("asked", "differs", "composition", *CONVERSATION, "paraphrase")
"""The keys that are absent from a record where they are empty."""


@frozen(slots=False)
class DomainRef(Recorded):
    """Names the domain of a question, and its state."""

    name: str
    version: str
    digest: str
    """SHA-256 over schema, rules, tables and catalogue."""


@frozen(slots=False)
class Option(Recorded):
    """An option that the question shows."""

    label: str
    row: str
    """The id of the row in the catalogue."""
    shown: Mapping[str, str]
    """The texts shown, by label of the slot, in order."""


@frozen(slots=False)
class LiteralRecord(Recorded):
    """One literal of a requirement."""

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
    """The hash of the canonical form."""
    text: str
    terms: tuple[tuple[LiteralRecord, ...], ...]
    """The sum terms with their literals, as drawn."""
    demands: tuple[int, ...]
    """By sum term the index of the demanded literal; the others, negated, are its condition."""


@frozen(slots=False)
class SentenceRecord(Recorded):
    """A statement of a request with the indices of the sum terms that it says, none if it is inert."""

    text: str
    terms: tuple[int, ...] = ()


@frozen(slots=False)
class FailedLiteral(Recorded):
    """A literal of a broken sum term, with the value shown and the test that it fails."""

    value: str
    literal: str


@frozen(slots=False)
class BrokenTerm(Recorded):
    """The index of a sum term that an option breaks, and why each of its literals fails, in their order."""

    term: int
    literals: tuple[FailedLiteral, ...]


@frozen(slots=False)
class TermUse(Recorded):
    """A sum term's use for the options shown: those that break it, and those that break no other."""

    broken_by: tuple[str, ...]
    alone: tuple[str, ...]


@frozen(slots=False)
class Certificate(Recorded):
    """Proves which options satisfy the requirement and which do not, and what each sum term is needed for."""

    satisfied: Mapping[str, tuple[int, ...]]
    """For each option that satisfies the requirement, by label: the index of a true literal per sum term."""
    broken: Mapping[str, tuple[BrokenTerm, ...]]
    """For each option that does not satisfy it, by label: the sum terms that it breaks."""
    terms: tuple[TermUse, ...]


@frozen(slots=False)
class Complexity(Recorded):
    """Measures of the product and of each option; the logic package defines them."""

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
    """In bits, by label of the option."""
    atypical: tuple[str, ...]
    """The names of the rules with a literal that few people ask for; empty for a typical requirement."""
    against: tuple[str, ...]
    """The names of the rules with a demand against the direction that people want."""


@frozen(slots=False)
class Composition(Recorded):
    """What the requirement is composed of; `composition.py` defines primitives and structures."""

    labels: Mapping[str, tuple[str, ...]]
    """The distinct primitives, sorted, for each of `GRANULARITIES`."""
    terms: tuple[str, ...]
    """The primitive of each sum term by slots, in the order of the requirement."""
    structure: str
    """A, B or C where all edges that share a slot meet in that way; otherwise "mixed", or "none"."""
    profile: Mapping[str, int]
    """How many pairs of edges meet as A, as B and as C."""
    basic: str | None
    """A, B, C, P or D where there are just two edges and no longer sum term; otherwise None."""
    chained: bool | None
    """Whether in each chain one edge starts from the other's demand, in sign; None without A."""

    def label(self, granularity: str = "polarity") -> str:
        """Returns the label in one line."""
        return " ".join(self.labels[granularity])


@frozen(slots=False)
class TurnRecord(Recorded):
    """One turn of the customer."""

    text: str
    op: str
    """How the turn changes what was said before; empty for the first one."""


@frozen(slots=False)
class DeliveryRecord(Recorded):
    """How a question is meant to reach a model, where it was drawn for that."""

    name: str
    version: int
    terms: tuple[tuple[LiteralRecord, ...], ...]
    """All sum terms that are ever in force."""


@frozen(slots=False, kw_only=True)
class QuestionProvenance(items.Provenance):
    """How the question came about."""

    option_set: int
    setting: tuple[int, ...]
    """Slots and minterms of the table, and the number of wishes where there are any."""
    primitives: str
    minimality: str
    """"exact", "irredundant", or "none" where the product is of no table."""


@frozen(slots=False, kw_only=True)
class Question(Item):
    """A request, some options, and what is asked about them.

    Its `key` holds all right answers as texts, such as the letters of the options that satisfy the request.
    """

    domain: DomainRef
    request: str
    sentences: tuple[SentenceRecord, ...] = ()
    """The request in order, each with what it says; joined by spaces they are the request."""
    inert: tuple[str, ...] = ()
    """The parts of the request that say nothing: its opening, its reasons and its closing."""
    options: tuple[Option, ...]
    answer: str | None = None
    """The letter of the right option, or "none", where the ask has one letter; otherwise None."""
    requirement: RequirementRecord
    certificate: Certificate
    complexity: Complexity
    composition: Composition | None = None
    """None in records that were written before there were labels."""
    knowledge: tuple[str, ...] = ()
    """The derived slots that the requirement speaks of, in the order of the schema: options do not show them
    and a reader has to know them. Empty where the options show everything.
    """
    asked: Mapping[str, Any] = field(factory=dict)
    """What the ask adds, such as the option that it is about; absent where it adds nothing."""
    differs: Mapping[str, Any] = field(factory=dict)
    """In what the question differs from the others of its group; absent where its only group is a ring.

    surface: the number of its `wording`. edit and odd: `term` and `literal`, the position of the literal that
    differs. branch: `term`, a sum term, and `condition`, whether the right option meets the condition of it.
    """
    delivery: DeliveryRecord | None = None
    """It and the next three are absent if nothing is revised."""
    history: tuple[TurnRecord, ...] = ()
    """The turns of the customer."""
    states: tuple[tuple[int, ...], ...] = ()
    """After each turn the indices in `delivery.terms` of the terms in force; the last is the requirement."""
    keys: tuple[tuple[str, ...], ...] = ()
    """After each turn the letters of the options that fit; it is decided for every option."""
    paraphrase: Mapping[str, Any] = field(factory=dict)
    """A paraphrase of the request that all `readers` read alike. Unlike the request it is not proved. Absent
    if there is none.

    `text`, `writer`, `locked` (what had to stand word for word), `rounds`, each with its `text`, what each
    reader wrote down (`readings`) and the `verdicts`, and `parts`, where conditions were worded for it. Parts
    are lines.
    """
    provenance: QuestionProvenance

    def _ordered(self) -> dict[str, Any]:
        """Returns the fields in order, without those of `ABSENT` that are empty; an earlier record is written
        as it was read.
        """
        fields = super()._ordered()
        for name in ABSENT:
            if not fields[name]:
                del fields[name]
        return fields

    @property
    def labels(self) -> tuple[str, ...]:
        """The letters of the options, in their order."""
        return tuple([option.label for option in self.options])

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the catalogue that are its options, in their order."""
        return tuple([option.row for option in self.options])

    @property
    def right(self) -> tuple[str, ...]:
        """The letters of the options that satisfy the request, in their order."""
        return tuple([option.label for option in self.options if option.label in self.certificate.satisfied])


@cache
def labels_of(options: int) -> tuple[str, ...]:
    """Returns the labels of this number of options, in order."""
    return tuple([_label(index) for index in range(options)])


def _label(index: int) -> str:
    """Returns the label of an option, from 0, like the columns of a spreadsheet: A to Z, AA, AB."""
    higher, last = divmod(index, len(ascii_uppercase))
    return (_label(higher - 1) if higher else "") + ascii_uppercase[last]


_Terms = Sequence[Sequence[LiteralRecord]]


def check_references(question: Question) -> None:
    """Checks that each index of a sum term or a literal, and each letter, refers to something in the record.

    Code that follows an index relies on this. Whether the statements are true is for the verifier.

    Raises:
        ValueError: one refers to nothing; the message begins with its path.
    """
    terms = question.requirement.terms
    _check_literals("requirement.demands", question.requirement.demands, terms)
    for number, sentence in enumerate(question.sentences):
        _check_indices(f"sentences.{number}.terms", sentence.terms, terms)
    proof = question.certificate
    if proof.terms:  # a record that goes to a trainer with its prompt has no proof
        if not question.sentences:
            raise ValueError("sentences: the list is empty; it needs the opening at least")
        for label, indices in proof.satisfied.items():
            _check_literals(f"certificate.satisfied.{label}", indices, terms)
        for label, broken in proof.broken.items():
            path = f"certificate.broken.{label}"
            if not broken:
                raise ValueError(f"{path}: it names no broken sum term")
            _check_indices(path, [violation.term for violation in broken], terms)
            if any(len(violation.literals) != len(terms[violation.term]) for violation in broken):
                raise ValueError(f"{path}: a violation does not list as many literals as its sum term has")
    _check_conversation(question)
    if question.paraphrase:
        text, parts = question.paraphrase.get("text"), question.paraphrase.get("parts", question.history)
        if not isinstance(text, str) or not isinstance(parts, list | tuple):
            raise ValueError("paraphrase: no text, or no list of parts")
        if parts and len(parts) != len(text.split("\n")):
            raise ValueError("paraphrase.text: not one line for each part or turn")


def _check_conversation(question: Question) -> None:
    turns = question.history
    if not len(turns) == len(question.states) == len(question.keys):
        raise ValueError("history, states, keys: their lengths differ; each has one entry for each turn")
    if bool(turns) != (question.delivery is not None):
        raise ValueError("delivery: it must be there exactly when there is a history")
    if question.delivery is not None:
        for number, (state, key) in enumerate(zip(question.states, question.keys, strict=True)):
            _check_indices(f"states.{number}", state, question.delivery.terms)
            if not {*key} <= {*question.labels}:
                raise ValueError(f"keys.{number}: it names a letter that is not among the options")


def _check_indices(path: str, indices: Sequence[int], terms: _Terms) -> None:
    if any(not 0 <= index < len(terms) for index in indices):
        raise ValueError(f"{path}: a sum term is named that does not exist")


def _check_literals(path: str, indices: Sequence[int], terms: _Terms) -> None:
    """Checks that there is one index for each sum term, of a literal in it."""
    if len(indices) != len(terms):
        raise ValueError(f"{path}: not one literal for each sum term")
    if any(not 0 <= index < len(term) for index, term in zip(indices, terms, strict=True)):
        raise ValueError(f"{path}: a literal is named that does not exist")
