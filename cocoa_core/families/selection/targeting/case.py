"""What a case is: a request without options, and which rows of the catalogue are right."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.families.selection.record import (
    DomainRef,
    LiteralRecord,
    RequirementRecord,
    SentenceRecord,
    TurnRecord,
)
from cocoa_core.items import CANARY, FULL, Recorded, Script, UserTurn, plain, wrong_parts

__all__ = [
    "BEST",
    "EVERY",
    "KINDS",
    "NONE",
    "REVISE",
    "SOME",
    "TURNS",
    "Case",
    "CaseProvenance",
    "RowFacts",
    "TermWords",
]

SOME: Final = "some"
EVERY: Final = "every"
NONE: Final = "none"
BEST: Final = "best"
TURNS: Final = "turns"
REVISE: Final = "revise"
KINDS: Final = (SOME, EVERY, NONE, BEST)


@frozen(slots=False)
class RowFacts(Recorded):
    """What a requirement makes of one row."""

    truths: str
    """A sign for each literal, with "|" between sum terms: t true, f false, - undefined ("tf|t|-")."""
    values: tuple[str, ...]
    """The text of each slot in `Case.slots`."""


@frozen(slots=False)
class TermWords(Recorded):
    """How a sum term is said."""

    text: str
    """In words of its own, "it costs under $900"."""
    connective: str
    """The family of the sentence form (`plain`, `if`, `unless` ...)."""
    as_is: tuple[bool, ...]
    """For each literal whether the sentence says it, or its negation."""


@frozen(slots=False)
class CaseProvenance(Recorded):
    """How a case came about."""

    seed: int
    index: int
    settings: Mapping[str, Any]
    rejections: Mapping[str, int]
    """Refused draws on the way, by reason."""
    version: str
    canary: str = CANARY


@frozen(slots=False, kw_only=True)
class Case(Recorded):
    """A request and its key."""

    id: str
    wanted: str
    """What the message asks for: `some`, `every` or `best`; `kind` also tells whether any row fits."""
    message: str
    """What the assistant is sent: the group where the request does not name it, the request, the end."""
    domain: DomainRef
    request: str
    sentences: tuple[SentenceRecord, ...]
    inert: tuple[str, ...]
    group: Mapping[str, str]
    """Slot -> text, what all rows of the pool have in common."""
    key: tuple[str, ...]
    """Ids of the right rows, in the order of the catalogue: all that satisfy the requirement; of `best` the
    one that is best.
    """
    unsettled: tuple[str, ...]
    """Ids of rows of which it is undefined whether they fit; neither asked for nor wrong."""
    requirement: RequirementRecord
    words: tuple[TermWords, ...]
    """Of each sum term."""
    slots: tuple[str, ...]
    """The labels of the values that are told of each."""
    rows: Mapping[str, RowFacts]
    """By id, every row of the pool."""
    asked: Mapping[str, str] = field(factory=dict)
    """Of `best`: slot, label, wanted (less or more) and words of the objective; else empty."""
    history: tuple[TurnRecord, ...] = ()
    """Turns after which the request holds, in which something is changed; or none."""
    pool: str = ""
    """Which rows of the catalogue the request is about, in words; empty for all of them."""
    provenance: CaseProvenance

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        return self.wanted if self.key else NONE

    @property
    def terms(self) -> Sequence[Sequence[LiteralRecord]]:
        """The sum terms of the requirement."""
        return self.requirement.terms

    def script(self, delivery: str) -> Script:
        """Returns what the assistant is told: the message, or a statement a turn, or the turns of the
        history.

        Over turns what is wanted comes last. A case without a history is said a statement a turn for it.
        """
        if delivery == FULL:
            return Script("", (UserTurn(self.message, tuple(range(len(self.terms)))),), "end")
        before, _, ending = self.message.partition(self.request)
        if delivery == REVISE and self.history:
            first, *later = self.history
            said = [UserTurn(before + first.text), *(UserTurn(turn.text, op=turn.op) for turn in later)]
        else:
            opening, *statements = self.sentences
            said = [UserTurn(sentence.text, sentence.terms) for sentence in statements]
            begun = " ".join([before + opening.text, *(turn.text for turn in said[:1])])
            said[:1] = [UserTurn(begun, said[0].units if said else ())]
        return Script("", (*said, UserTurn(ending.strip())), "end")

    def broken(self, row: str) -> tuple[int, ...]:
        """Returns the sum terms (from 0) that a row of the pool breaks.

        Raises:
            KeyError: another row.
        """
        terms = self.rows[row].truths.split("|")
        return tuple(number for number, signs in enumerate(terms) if signs == "f" * len(signs))

    def fits(self, row: str) -> bool:
        """Returns whether a row of the pool satisfies the requirement.

        Raises:
            KeyError: another row.
        """
        return all("t" in signs for signs in self.rows[row].truths.split("|"))

    def line(self) -> str:
        """Returns the record as one line of JSON, without the line's end."""
        return json.dumps(plain(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of(cls, record: Case | Mapping[str, Any] | str) -> Case:
        """Returns the case of a record: an object, parsed JSON or a line of it.

        Raises:
            FindingsError: something else.
        """
        if isinstance(record, cls):
            return record
        line = record if isinstance(record, str) else json.dumps(record)
        try:
            return cls.read(line)
        except ValueError as error:
            raise FindingsError(
                "the record of a case cannot be read",
                got=wrong_parts(error),
                expected="a line of cases.jsonl as `cocoa test` wrote it",
                place=Place("cases.jsonl"),
            ) from None
