"""From a request back to what it asks: every reading of its sentences, each by splitting it at fixed words.

A text is divided at full stops, a sentence by the patterns of the sum terms, a clause by its beginning; every
way to divide is tried, and what does not come out whole is dropped. So a value may hold "or" or a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
from cocoa_core.verification.clause_reading import ClauseReader, Vocabulary
from cocoa_core.verification.patterns import Pattern, Span, fold
from cocoa_core.verification.sayings import Lexicon
from cocoa_core.verification.semantics import Literal
from cocoa_core.verification.slots import Slot

__all__ = ["MOST_READINGS", "SumTerm", "read_request"]

MOST_READINGS: Final = 64
"""A text with more readings than these is not read further."""
_MOST_LISTED: Final = 26
_ROLE: Final = re.compile(r"([a-z ]+)([+-])([1-9])")


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
_JOINT: Final = ", and "


def read_request(
    lexicon: Lexicon, slots: Mapping[str, Slot], vocabulary: Vocabulary, text: str
) -> tuple[tuple[SumTerm, ...], ...]:
    """Every reading of the sentences after a request's opening, without repetition, in the order found.

    None where the text is not of the grammar; at most `MOST_READINGS` and one.
    """
    reader = _Reader(ClauseReader(lexicon, slots, vocabulary, text), _inner_stops(vocabulary, text))
    found: dict[tuple[SumTerm, ...], None] = {}
    for reading in reader.texts(0):
        found[reading] = None
        if len(found) > MOST_READINGS:
            break
    return tuple(found)


def _inner_stops(vocabulary: Vocabulary, text: str) -> frozenset[int]:
    """Places of full stops that may belong to a value. (Numbers and authors' words hold none of these.)"""
    found: set[int] = set()
    for words in vocabulary.values():
        for word in words:
            if "." in word:
                place = text.find(word)
                while place >= 0:
                    found.update(place + at for at, sign in enumerate(word) if sign == ".")
                    place = text.find(word, place + 1)
    return frozenset(found)


class _Reader:
    def __init__(self, clauses: ClauseReader, inner_stops: frozenset[int]) -> None:
        self.clauses, self.folded, self.inner_stops = clauses, clauses.folded, inner_stops
        self._known: dict[Span, tuple[tuple[SumTerm, ...], ...]] = {}

    def texts(self, start: int) -> Iterator[tuple[SumTerm, ...]]:
        """Every way to read from `start` to the end as sentences."""
        last = len(self.folded) - 1
        stop = self.folded.find(".", start)
        while stop >= 0:
            if stop == last:
                yield from self._sentence((start, stop))
            elif self.folded[stop + 1] == " ":
                for terms in self._sentence((start, stop)):
                    for rest in self.texts(stop + 2):
                        yield terms + rest
                if stop not in self.inner_stops:
                    return
            stop = self.folded.find(".", stop + 1)

    def _sentence(self, span: Span) -> tuple[tuple[SumTerm, ...], ...]:
        found = self._known.get(span)
        if found is None:
            start, end = span
            found = self._known[span] = tuple(
                terms
                for opener in _OPENERS
                if self.folded.startswith(opener, start, end)
                for terms in self._body((start + len(opener), end))
            )
        return found

    def _body(self, span: Span) -> Iterator[tuple[SumTerm, ...]]:
        for term in self._terms(_SENTENCES, span):
            yield (term,)
        for term in self._listed(span):
            yield (term,)
        start, end = span
        joint = self.folded.find(_JOINT, start, end)
        while joint >= 0:
            for clause in self.clauses.read("must", (start, joint)):
                for term in self._terms(_JOINED, (joint + len(_JOINT), end)):
                    yield SumTerm((clause.literal,)), term
            joint = self.folded.find(_JOINT, joint + 1, end)

    def _terms(self, sentences: tuple[_Sentence, ...], span: Span) -> Iterator[SumTerm]:
        for sentence in sentences:
            if not sentence.pattern.may_fill(self.folded, *span):
                continue
            for spans in sentence.pattern.fillings(self.folded, *span):
                for placed in self._filled(sentence, spans, 0, None):
                    ordered = sorted(placed, key=itemgetter(0))
                    yield SumTerm(tuple([literal for _, literal in ordered]), sentence.form.others)

    def _filled(
        self, sentence: _Sentence, spans: tuple[Span, ...], at: int, leader: Span | None
    ) -> Iterator[tuple[tuple[int, Literal], ...]]:
        """The literals of the holes from `at` on with their places; a hole for a subject only gives none."""
        if at == len(spans):
            yield ()
            return
        hole, span = sentence.holes[at], spans[at]
        if hole.role == "has to":
            if self.clauses.leads(span):
                yield from self._filled(sentence, spans, at + 1, span)
            return
        for clause in self.clauses.read(hole.role, span, leader if hole.role == "vp" else None):
            if clause.denied and hole.place in sentence.form.affirmative:
                continue
            for rest in self._filled(sentence, spans, at + 1, leader):
                meant = clause.literal.denied() if hole.denied else clause.literal
                yield ((hole.place, meant), *rest)

    def _listed(self, span: Span) -> Iterator[SumTerm]:
        """ "At least one of these has to be true: (a) ...; (b) ...; or (c) ...", two items or more."""
        if not self.folded.startswith(fold(LIST_OPENING), span[0], span[1]):
            return
        for number in range(2, _MOST_LISTED + 1):
            words = [f"{fold(LIST_OPENING)} (a) "]
            words += [f"; ({chr(97 + place)}) " for place in range(1, number - 1)]
            words += [f"; {fold(LIST_CLOSING)} ({chr(96 + number)}) ", ""]
            if words[-2] not in self.folded:
                continue
            pattern = Pattern(tuple(words), ("cond+",) * number)
            for spans in pattern.fillings(self.folded, *span):
                for literals in self._stated(spans):
                    yield SumTerm(literals)

    def _stated(self, spans: tuple[Span, ...]) -> Iterator[tuple[Literal, ...]]:
        if not spans:
            yield ()
            return
        for clause in self.clauses.read("cond", spans[0]):
            for rest in self._stated(spans[1:]):
                yield (clause.literal, *rest)
