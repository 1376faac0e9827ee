"""Reads the sentences of a request: each as one sum term, or as two that "and" joins.

A sentence is divided by the patterns of the sum terms, a clause by its beginning; every way to divide is
tried, and what does not come out whole is dropped. So a value may hold "or" or a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from attrs import frozen

from cocoa_core.language.phrases import (
    CONNECTIVES,
    FORMS,
    LAST_CONNECTIVES,
    LIST_CLOSING,
    LIST_OPENING,
    Form,
    Reading,
)
from cocoa_core.verification.clause_reading import Clause, ClauseReader
from cocoa_core.verification.patterns import Pattern, Span, fold
from cocoa_core.verification.semantics import Literal

__all__ = ["SentenceReader", "SumTerm"]

_ROLE: Final = re.compile(r"([a-z ]+)([+-])([1-9])")
_SHARED: Final = "has to"
"""The role of a subject that bare verb phrases follow."""
_MOST_LISTED: Final = 26


@frozen(cache_hash=True)
class SumTerm:
    """A sentence that says: one of these literals. others: further ways to take it (literals from 1)."""

    literals: tuple[Literal, ...]
    others: tuple[Reading, ...] = ()


@frozen
class _Hole:
    role: str
    place: int
    denied: bool


@frozen(eq=False)
class _Sentence:
    """A form taken apart: its pattern, and what stands in each hole."""

    form: Form
    pattern: Pattern
    holes: tuple[_Hole, ...]


def _taken_apart(form: Form) -> _Sentence:
    pattern = Pattern.of(form.pattern)
    holes = []
    for name in pattern.holes:
        match = _ROLE.fullmatch(name)
        if match is None:
            raise ValueError(f"the form {form.name} has the unknown role {name!r}")
        holes.append(_Hole(match[1], int(match[3]), match[2] == "-"))
    return _Sentence(form, pattern, tuple(holes))


_SENTENCES: Final = tuple(_taken_apart(form) for forms in FORMS.values() for form in forms)
_JOINED: Final = tuple(one for one in _SENTENCES if one.form.joins)
_OPENERS: Final = ("", *map(fold, CONNECTIVES), *map(fold, LAST_CONNECTIVES))
_LISTED: Final = fold(LIST_OPENING)
_JOINT: Final = ", and "


class SentenceReader:
    """Reads sentences of one text; what a part of it says is worked out once."""

    def __init__(self, clauses: ClauseReader) -> None:
        self._clauses, self._folded = clauses, clauses.folded
        self._known: dict[Span, tuple[tuple[SumTerm, ...], ...]] = {}

    def read(self, span: Span) -> tuple[tuple[SumTerm, ...], ...]:
        """Every way to take the part of the text, without its full stop, as a sentence; none twice."""
        found = self._known.get(span)
        if found is None:
            start, end = span
            found = self._known[span] = tuple(
                dict.fromkeys(
                    terms
                    for opener in _OPENERS
                    if self._folded.startswith(opener, start, end)
                    for terms in self._body((start + len(opener), end))
                )
            )
        return found

    def _body(self, span: Span) -> Iterator[tuple[SumTerm, ...]]:
        for term in self._terms(_SENTENCES, span):
            yield (term,)
        for term in self._listed(span):
            yield (term,)
        start, end = span
        joint = self._folded.find(_JOINT, start, end)
        while joint >= 0:
            for clause in self._clauses.read("must", (start, joint)):
                for term in self._terms(_JOINED, (joint + len(_JOINT), end)):
                    yield SumTerm((clause.literal,)), term
            joint = self._folded.find(_JOINT, joint + 1, end)

    def _terms(self, sentences: tuple[_Sentence, ...], span: Span) -> Iterator[SumTerm]:
        for sentence in sentences:
            if not sentence.pattern.may_fill(self._folded, *span):
                continue

            def fits(place: int, part: Span, sentence: _Sentence = sentence) -> bool:
                role = sentence.holes[place].role
                if role == _SHARED:
                    return self._clauses.leads(part)
                return role == "vp" or bool(self._meant(sentence, place, part, None))

            for spans in sentence.pattern.fillings(self._folded, *span, fits):
                leader = spans[0] if sentence.holes[0].role == _SHARED else None
                for placed in self._filled(sentence, spans, 0 if leader is None else 1, leader):
                    ordered = sorted(placed, key=itemgetter(0))
                    yield SumTerm(tuple([literal for _, literal in ordered]), sentence.form.others)

    def _meant(self, sentence: _Sentence, place: int, part: Span, leader: Span | None) -> list[Clause]:
        """The clauses that a part can be in a hole of the form."""
        hole = sentence.holes[place]
        affirmative = hole.place in sentence.form.affirmative
        found = self._clauses.read(hole.role, part, leader)
        return [clause for clause in found if not (clause.denied and affirmative)]

    def _filled(
        self, sentence: _Sentence, spans: tuple[Span, ...], at: int, leader: Span | None
    ) -> Iterator[tuple[tuple[int, Literal], ...]]:
        """The literals of the holes from `at` on, with their places."""
        if at == len(spans):
            yield ()
            return
        hole = sentence.holes[at]
        for clause in self._meant(sentence, at, spans[at], leader):
            meant = clause.literal.denied() if hole.denied else clause.literal
            for rest in self._filled(sentence, spans, at + 1, leader):
                self._clauses.steps.take()
                yield ((hole.place, meant), *rest)

    def _listed(self, span: Span) -> Iterator[SumTerm]:
        """ "At least one of these has to be true: (a) ...; (b) ...; or (c) ...", two items or more."""
        if not self._folded.startswith(_LISTED, *span):
            return

        def fits(_place: int, part: Span) -> bool:
            return bool(self._clauses.read("cond", part))

        for number in range(2, _MOST_LISTED + 1):
            words = [f"{_LISTED} (a) "]
            words += [f"; ({chr(97 + place)}) " for place in range(1, number - 1)]
            words += [f"; {fold(LIST_CLOSING)} ({chr(96 + number)}) ", ""]
            if words[-2] not in self._folded:
                continue
            pattern = Pattern(tuple(words), ("cond+",) * number)
            for spans in pattern.fillings(self._folded, *span, fits):
                for literals in self._stated(spans):
                    yield SumTerm(literals)

    def _stated(self, spans: tuple[Span, ...]) -> Iterator[tuple[Literal, ...]]:
        if not spans:
            yield ()
            return
        for clause in self._clauses.read("cond", spans[0]):
            for rest in self._stated(spans[1:]):
                self._clauses.steps.take()
                yield (clause.literal, *rest)
