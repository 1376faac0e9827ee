"""Defines a case: a request without options, and which rows of the catalogue are right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.families.selection.record import (
    DomainRef,
    LiteralRecord,
    RequirementRecord,
    SentenceRecord,
    TurnRecord,
)
from cocoa_core.items import CANARY, FULL, Recorded, Script, UserTurn, plain, wrong_parts
from cocoa_core.suggestions import not_among

SOME: Final = "some"
EVERY: Final = "every"
NONE: Final = "none"
BEST: Final = "best"
TURNS: Final = "turns"
REVISE: Final = "revise"
CASE_KINDS: Final = (SOME, EVERY, NONE, BEST)
CASE_DELIVERIES: Final = (FULL, TURNS, REVISE)
"""In one message, one statement a turn, or over turns in which something is changed."""


@frozen(slots=False)
class RowFacts(Recorded):
    """What a requirement makes of one row."""

    truths: str
    """A sign for each literal, with "|" between sum terms: t true, f false, - undefined ("tf|t|-")."""
    values: tuple[str, ...]
    """The text of each slot in `Case.slots`."""


@frozen(eq=False)
class PoolRows(Mapping[str, RowFacts]):
    """The rows of a pool by id, stored by column: cases over the same rows share ids and texts."""

    ids: Mapping[str, int]
    """The position of each row, by id, in the catalogue's order."""
    texts: tuple[Sequence[str], ...]
    """For each slot in `Case.slots` the texts of all rows."""
    signs: tuple[tuple[str, ...], ...]
    """For each sum term and literal a sign for each row, as in `RowFacts`."""

    def __getitem__(self, row: str) -> RowFacts:
        index = self.ids[row]
        truths = "|".join("".join(signs[index] for signs in term) for term in self.signs)
        return RowFacts(truths, tuple(column[index] for column in self.texts))

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    @classmethod
    def of(cls, rows: Mapping[str, RowFacts]) -> PoolRows:
        """Returns the rows by column."""
        if isinstance(rows, cls):
            return rows
        terms = [
            [*map("".join, zip(*term, strict=True))]
            for term in zip(*(facts.truths.split("|") for facts in rows.values()), strict=True)
        ]
        values = zip(*(facts.values for facts in rows.values()), strict=True)
        ids = {row: index for index, row in enumerate(rows)}
        return cls(ids, tuple(values), tuple(map(tuple, terms)))


@frozen(slots=False)
class TermWords(Recorded):
    """How the text says a sum term."""

    text: str
    """The term in words of its own, "it costs under $900"."""
    connective: str
    """The family of the sentence form (`plain`, `if`, `unless` ...)."""
    as_is: tuple[bool, ...]
    """For each literal whether the sentence says it as it is, or its negation."""


@frozen(slots=False)
class CaseProvenance(Recorded):
    """How a case came about."""

    seed: int
    index: int
    settings: Mapping[str, Any]
    rejections: Mapping[str, int]
    """The draws rejected on the way, by reason."""
    version: str
    canary: str = CANARY


@frozen(slots=False, kw_only=True)
class Case(Recorded):
    """A request and its key."""

    id: str
    wanted: str
    """What the message asks for: `some`, `every` or `best`; `kind` also tells whether any row fits."""
    message: str
    """What the assistant is sent: the group where it is not in the request, the request, what is wanted."""
    domain: DomainRef
    request: str
    sentences: tuple[SentenceRecord, ...]
    inert: tuple[str, ...]
    group: Mapping[str, str]
    """What all rows of the pool have in common, the text by slot."""
    key: tuple[str, ...]
    """The ids of the right rows in the catalogue's order: all that satisfy, or for `best` the best."""
    unsettled: tuple[str, ...]
    """The ids of rows of which it is undefined whether they fit; they are neither asked for nor wrong."""
    requirement: RequirementRecord
    words: tuple[TermWords, ...]
    """How each sum term is said."""
    slots: tuple[str, ...]
    """The labels of the slots whose values are given for each row."""
    rows: Mapping[str, RowFacts]
    """Every row of the pool, by id."""
    asked: Mapping[str, str] = field(factory=dict)
    """For `best` the slot, label, wanted side (less or more) and words of the objective; else empty."""
    history: tuple[TurnRecord, ...] = ()
    """The turns after which the request holds, one of which changes something; empty without any."""
    stale: tuple[str, ...] = ()
    """The ids of rows that fit before the last turn of the history."""
    pool: str = ""
    """Which rows of the catalogue the request is about, in words; empty for all of them."""
    provenance: CaseProvenance

    @property
    def kind(self) -> str:
        """One of `CASE_KINDS`."""
        return self.wanted if self.key else NONE

    @property
    def fitting(self) -> int:
        """The number of rows that satisfy the requirement."""
        return sum(map(self.fits, self.rows)) if self.wanted == BEST else len(self.key)

    @property
    def terms(self) -> Sequence[Sequence[LiteralRecord]]:
        """The sum terms of the requirement."""
        return self.requirement.terms

    def script(self, delivery: str) -> Script:
        """Returns what the assistant is told: the message, a statement a turn, or the turns of the history.

        Over turns what is wanted comes last. A case without a history is told a statement a turn where its
        history is asked for.

        Raises:
            UsageError: there is no such delivery.
        """
        if delivery not in CASE_DELIVERIES:
            raise UsageError("there is no such delivery of a case", **not_among(delivery, CASE_DELIVERIES))
        if delivery == FULL:
            return Script("", (UserTurn(self.message, tuple(range(len(self.terms)))),), "end")
        before, _, ending = self.message.partition(self.request)
        if delivery == REVISE and self.history:
            first, *later = self.history
            turns = [UserTurn(before + first.text), *(UserTurn(turn.text, op=turn.op) for turn in later)]
        else:
            opening, *statements = self.sentences
            turns = [UserTurn(sentence.text, sentence.terms) for sentence in statements]
            begun = " ".join([before + opening.text, *(turn.text for turn in turns[:1])])
            turns[:1] = [UserTurn(begun, turns[0].units if turns else ())]
        return Script("", (*turns, UserTurn(ending.strip())), "end")

    def broken(self, row: str) -> tuple[int, ...]:
        """Returns the indices of the sum terms that a row of the pool breaks.

        Raises:
            KeyError: the row is not in the pool.
        """
        terms = self.rows[row].truths.split("|")
        return tuple(number for number, signs in enumerate(terms) if signs == "f" * len(signs))

    def fits(self, row: str) -> bool:
        """Returns whether a row of the pool satisfies the requirement.

        Raises:
            KeyError: the row is not in the pool.
        """
        return all("t" in signs for signs in self.rows[row].truths.split("|"))

    def line(self) -> str:
        """Returns the record as one line of JSON, without the line's end."""
        return json.dumps(plain(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of(cls, record: Case | Mapping[str, Any] | str) -> Case:
        """Returns the case of a record: an object, parsed JSON, or a line of it.

        Raises:
            FindingsError: the record is not that of a case.
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
                expected="a case as `Case.line` writes it; in cases.jsonl cases stand without their rows",
                fix="read cases.jsonl by cocoa_core.assistants.read_cases(folder)",
                place=Place("cases.jsonl"),
            ) from None
