"""Reads the statements of a request: each as the sum terms that its form says.

A statement is divided by the forms of the lexicon, a clause by its beginning. Every division is tried, and
those that leave something over are dropped. So a value may contain "or" or a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from attrs import frozen

from cocoa_core.independent.clause_grammar import Limit
from cocoa_core.independent.clause_reading import ClauseReader, ParsedClause
from cocoa_core.independent.patterns import Pattern, Span, fold, occurrences
from cocoa_core.independent.semantics import OPPOSITE, Literal
from cocoa_core.lexicon import CONNECTIVES, FORMS, REASONED, FormReading, SentenceForm

_ROLE: Final = re.compile(r"(must|also|cond|can|thing|lift|limit|same)([+-])([1-9]\d*)")
_LIMITS: Final = {"less": "less", "at_most": "less", "more": "more", "at_least": "more"}
"""Effective test -> the side from which it limits: "less" from above."""


@frozen(cache_hash=True)
class ParsedStatement:
    """What a sentence, or two sentences that belong together, can mean."""

    literals: tuple[Literal, ...]
    """The literals in the order in which `places` numbers them."""
    places: tuple[tuple[int, ...], ...]
    """For each sum term the numbers of its literals, from 1; a negative number means the negation."""
    others: tuple[FormReading, ...] = ()
    """Further ways to take the whole."""
    reason: str = ""
    """A reason that is given before it and means nothing."""

    @property
    def terms(self) -> tuple[tuple[Literal, ...], ...]:
        """The sum terms that it says."""
        return tuple(tuple(map(self._at, term)) for term in self.places)

    def _at(self, place: int) -> Literal:
        literal = self.literals[abs(place) - 1]
        return literal if place > 0 else literal.denied()


@frozen
class _Hole:
    role: str
    place: int
    denied: bool


@frozen(eq=False)
class _Sentence:
    """A form of the lexicon, taken apart."""

    form: SentenceForm
    pattern: Pattern
    holes: tuple[_Hole, ...]
    inner: frozenset[str]
    """The words between its holes."""
    commas: int
    """The number of commas in these words."""
    lifts: bool
    """Whether it has a hole for what lifts a limit."""
    demands: bool
    """Whether it begins with a demand."""
    first: str
    """The word that it begins with; empty where that is a hole."""


def _sentence_of(form: SentenceForm) -> _Sentence:
    pattern = Pattern.of(form.pattern)
    holes = []
    for name in pattern.holes:
        match = _ROLE.fullmatch(name)
        if match is None:
            raise ValueError(f"the form {form.name} has the unknown role {name!r}")
        holes.append(_Hole(match[1], int(match[3]), match[2] == "-"))
    commas = sum(words.count(",") for words in pattern.words)
    lifts = any(hole.role == "lift" for hole in holes)
    first, _, _ = pattern.words[0].partition(" ")
    demands = not first and holes[0].role == "must"
    inner = frozenset(pattern.words[1:-1])
    return _Sentence(form, pattern, tuple(holes), inner, commas, lifts, demands, first)


_ALL: Final = tuple(map(_sentence_of, FORMS))
_INNER: Final = tuple(sorted(frozenset().union(*(sentence.inner for sentence in _ALL))))
"""The words between the holes of forms: most forms are excluded by words that a text lacks."""
_MOST_COMMAS: Final = max(sentence.commas for sentence in _ALL)
_FIRST: Final = frozenset([sentence.first for sentence in _ALL])
_OPENERS: Final = tuple(map(fold, CONNECTIVES))


@lru_cache(maxsize=1 << 12)
def _sentences(
    inner: frozenset[str], commas: int, two: bool, reasoned: bool, first: str, demands: bool
) -> tuple[_Sentence, ...]:
    """Returns the forms that have none but these words between their holes, and no more commas, and begin
    with this word, or with a hole, which is a demand only where there can be one.
    """
    return tuple(
        sentence
        for sentence in _ALL
        if sentence.inner <= inner
        and sentence.commas <= commas
        and (not two or any(". " in words for words in sentence.pattern.words))
        and (not reasoned or sentence.form.pattern.startswith("{must+1}"))
        and sentence.first in ("", first)
        and (demands or not sentence.demands)
    )


class SentenceReader:
    """Reads the statements of one text. What a span of it says is worked out once."""

    def __init__(
        self, clauses: ClauseReader, reasons: dict[str, str], inner_stops: frozenset[int] = frozenset()
    ) -> None:
        """Takes what reads clauses, the reasons, and the positions of full stops that values may have."""
        self._clauses, self._folded, self._reasons = clauses, clauses.folded, reasons
        self._inner_stops = inner_stops
        self._cache: dict[tuple[Span, bool], tuple[ParsedStatement, ...]] = {}
        self._inner = [words for words in _INNER if words in clauses.folded]

    def read(self, span: Span, *, two: bool) -> tuple[ParsedStatement, ...]:
        """Returns every way to take a span, without its last full stop, as a statement; none twice.

        Args:
            span: the part of the text.
            two: takes it only as two sentences, since a full stop in it ends one.
        """
        statements = self._cache.get((span, two))
        if statements is None:
            statements = self._cache[span, two] = tuple(dict.fromkeys(self._readings(span, two)))
        return statements

    def _readings(self, span: Span, two: bool) -> Iterator[ParsedStatement]:
        start, end = span
        yield from self._statements(span, two, None)
        for opener in _OPENERS:
            if self._folded.startswith(opener, start, end):
                yield from self._statements((start + len(opener), end), two, None)
        for position in occurrences(self._folded, REASONED, start, end):
            reason = self._reasons.get(self._clauses.text[start:position])
            if reason is not None:
                yield from self._statements((position + len(REASONED), end), two, reason)

    def _statements(self, span: Span, two: bool, reason: str | None) -> Iterator[ParsedStatement]:
        folded, (start, end) = self._folded, span
        inner = frozenset([words for words in self._inner if folded.find(words, start, end) >= 0])
        commas = min(folded.count(",", start, end), _MOST_COMMAS)
        word = folded[start : folded.find(" ", start)]
        first = word if word in _FIRST else ""
        demands = self._clauses.may_begin("must", start)
        for sentence in _sentences(inner, commas, two, reason is not None, first, demands):
            if not sentence.pattern.may_fill(folded, start, end):
                continue

            def lifts(place: int, part: Span, sentence: _Sentence = sentence) -> bool:
                return sentence.holes[place].role != "lift" or bool(self._clauses.lifts(part))

            def fits(place: int, part: Span, sentence: _Sentence = sentence) -> bool:
                role = sentence.holes[place].role
                return role in ("also", "lift") or bool(self._meant(sentence, place, part, ""))

            # What lifts a limit is looked up, so a text without it is told before its clauses are read.
            if sentence.lifts and not any(sentence.pattern.fillings(folded, start, end, lifts)):
                continue
            for spans in sentence.pattern.fillings(folded, start, end, fits):
                for placed in self._filled(sentence, spans, 0, ""):
                    literals = tuple(
                        literal
                        for _, literal in sorted(placed, key=lambda numbered_literal: numbered_literal[0])
                    )
                    if self._may_say(sentence, spans, literals):
                        yield ParsedStatement(
                            literals, sentence.form.terms, sentence.form.others, reason or ""
                        )

    def _meant(self, sentence: _Sentence, place: int, part: Span, head: str) -> list[ParsedClause]:
        """Returns the clauses that a span can be in a hole of the form."""
        hole = sentence.holes[place]
        affirmative = hole.place in sentence.form.affirmative
        start, end = part
        clauses = [*self._clauses.read(hole.role, part, head)]
        if end in self._inner_stops:  # the full stop of a value ends the sentence, too
            clauses += self._clauses.read(hole.role, (start, end + 1), head)
        return [clause for clause in clauses if not (clause.denied and affirmative)]

    def _filled(
        self, sentence: _Sentence, spans: tuple[Span, ...], at: int, head: str
    ) -> Iterator[tuple[tuple[int, Literal], ...]]:
        """Yields the literals of the holes from `at` on, each with its number."""
        if at == len(spans):
            yield ()
            return
        hole = sentence.holes[at]
        if hole.role == "lift":
            yield from self._filled(sentence, spans, at + 1, head)
            return
        if hole.role == "limit" and not head:
            return
        for clause in self._meant(sentence, at, spans[at], head if hole.role == "also" else ""):
            meant = clause.literal.denied() if hole.denied else clause.literal
            for rest in self._filled(sentence, spans, at + 1, clause.head if hole.role == "must" else head):
                self._clauses.steps.take()
                yield ((hole.place, meant), *rest)

    def _may_say(self, sentence: _Sentence, spans: tuple[Span, ...], literals: tuple[Literal, ...]) -> bool:
        """Returns whether what is lifted is a limit of its literal, a comparison alone measures what the
        demand before it does, "it" is what the first literal is about, and an "or" of two tails is not that
        of a list.
        """
        demand = literals[0]
        for hole, span in zip(sentence.holes, spans, strict=True):
            literal = literals[hole.place - 1]
            if hole.role == "lift" and _limit(literal) not in self._clauses.lifts(span):
                return False
            if hole.role == "limit" and (literal.slot, literal.over) != (demand.slot, demand.over):
                return False
            if hole.role == "same" and (literal.slot, literal.over) != (literals[0].slot, literals[0].over):
                return False
            demand = literal if hole.role == "must" else demand
        return sentence.form.family != "either" or literals[0].slot != literals[1].slot


def _limit(literal: Literal) -> Limit | None:
    test = literal.test if literal.positive else OPPOSITE.get(literal.test, "")
    return Limit(literal.slot, literal.over, _LIMITS[test]) if test in _LIMITS else None
