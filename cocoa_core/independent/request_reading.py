"""Reads a request in cocoa's English: every way to divide it into statements, and every way to take each.

A full stop may belong to a value, so a text can be divided in several ways. Everything that is tried takes a
step, and there are only so many: a text made to be read in endless ways is given up, and said to be so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from attrs import frozen

from cocoa_core.independent.clause_grammar import Lexicon
from cocoa_core.independent.clause_reading import ClauseReader, Vocabulary
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.sentence_reading import SentenceReader, Statement
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.step_budget import StepBudget, StepBudgetExceededError

__all__ = ["LONGEST_REQUEST", "MOST_READINGS", "Readings", "Statement", "TextReader", "read_request"]

LONGEST_REQUEST: Final = 20_000
"""Characters that are worth reading: a request of twenty sum terms has some thousand."""
MOST_READINGS: Final = 64
"""A text with more readings than these is not read further."""
_BEFORE: Final = 12
"""Characters before a full stop by which one inside a value is told from others."""


@frozen
class Readings:
    """What a text can mean, in the order found, nothing twice.

    found: at most `MOST_READINGS`. more: whether there are further ones. spent: whether the steps ran out, so
    that nobody knows.
    """

    found: tuple[tuple[Statement, ...], ...]
    more: bool = False
    spent: bool = False


def read_request(
    lexicon: Lexicon, slots: Mapping[str, Slot], vocabulary: Vocabulary, text: str
) -> tuple[tuple[Statement, ...], ...]:
    """Readings of the statements between opening and closing, without repetition, in the order found.

    None where the text is not of the grammar; at most `MOST_READINGS`, and those alone that were found before
    the steps ran out.
    """
    return TextReader(lexicon, slots, vocabulary, text).readings((0,), (len(text),)).found


class TextReader:
    """Reads one text; what any part of it says is worked out once."""

    def __init__(
        self,
        lexicon: Lexicon,
        slots: Mapping[str, Slot],
        vocabulary: Vocabulary,
        text: str,
        steps: StepBudget | None = None,
    ) -> None:
        clauses = ClauseReader(lexicon, slots, vocabulary, text, StepBudget() if steps is None else steps)
        self._clauses, self._steps, self._folded = clauses, clauses.steps, clauses.folded
        self._sentences = SentenceReader(clauses, lexicon.reasons)
        inner = _inner_stops(vocabulary, text)
        self._ending = [place for place in _places(text, ". ") if place not in inner]
        """Full stops that surely end a sentence, before the last."""

    def readings(self, starts: Sequence[int], ends: Sequence[int]) -> Readings:
        """The readings from the first of the places on from which there are any, to any place of `ends`."""
        found: dict[tuple[Statement, ...], None] = {}
        dead: set[int] = set()
        try:
            for start in starts:
                for reading in self._texts(start, frozenset(ends), dead):
                    if reading not in found and len(found) == MOST_READINGS:
                        return Readings(tuple(found), more=True)
                    found[reading] = None
                if found:
                    break
        except StepBudgetExceededError:
            return Readings(tuple(found), spent=True)
        return Readings(tuple(found))

    def conditions(self) -> tuple[Literal, ...]:
        """Every literal that the whole text can be as a condition, without an "if" before it."""
        try:
            found = self._clauses.read("cond", (0, len(self._folded)))
        except StepBudgetExceededError:
            return ()
        return tuple(dict.fromkeys(clause.literal for clause in found))

    def statements(self, start: int, end: int) -> tuple[Statement, ...]:
        """Every way to take the part, its full stop included, as one statement; SpentError as all reading."""
        if self._folded[end - 1 : end] != ".":
            return ()
        within = bisect_left(self._ending, end - 1) - bisect_left(self._ending, start)
        return self._sentences.read((start, end - 1), two=within == 1) if within < 2 else ()

    def _texts(self, start: int, ends: frozenset[int], dead: set[int]) -> Iterator[tuple[Statement, ...]]:
        """Every way to read from `start` to an end as statements; from no place twice in vain."""
        trail: list[_Step] = [(start, self._ways(start, ends), ())]
        read = 0  # so many places of the trail led to a reading
        while trail:
            self._steps.take()
            begun, ways, said = trail[-1]
            way = next(ways, None)
            if way is None:
                trail.pop()
                if len(trail) < read:
                    read = len(trail)
                else:
                    dead.add(begun)
            elif way[1] < 0:
                read = len(trail)
                yield (*said, way[0])
            elif way[1] not in dead:
                trail.append((way[1], self._ways(way[1], ends), (*said, way[0])))

    def _ways(self, start: int, ends: frozenset[int]) -> Iterator[_Way]:
        """What can be said from `start` on, up to the second full stop that surely ends a sentence."""
        sure = bisect_left(self._ending, start)
        last = self._ending[sure + 1] if sure + 1 < len(self._ending) else len(self._folded)
        stop = self._folded.find(".", start, last + 1)
        while stop >= 0:
            final, onward = stop + 1 in ends, self._folded.startswith(". ", stop)
            if final or onward:
                for statement in self.statements(start, stop + 1):
                    if final:
                        yield statement, -1
                    if onward:
                        yield statement, stop + 2
            stop = self._folded.find(".", stop + 1, last + 1)


_Way = tuple[Statement, int]
"""A statement, and where the next one begins; -1 after the last."""
_Step = tuple[int, Iterator[_Way], tuple[Statement, ...]]
"""Where one stands, the ways on that are left, and what was said before."""


def _inner_stops(vocabulary: Vocabulary, text: str) -> frozenset[int]:
    """Places of full stops that may belong to a value. (Numbers and authors' words hold none of these.)

    Those before which a word's own letters stand; there may be others among them.
    """
    before = set(chain.from_iterable(map(_before_stops, vocabulary.values())))
    if not before:
        return frozenset()
    lengths = sorted(set(map(len, before)))
    return frozenset(
        place
        for place in _places(text, ".")
        if any(text[max(0, place + 1 - length) : place + 1] in before for length in lengths)
    )


def _before_stops(words: frozenset[str]) -> frozenset[str]:
    """The letters up to each full stop in the words, at most some."""
    dotted = (word for word in words if "." in word)
    return frozenset(
        word[max(0, place - _BEFORE) : place + 1] for word in dotted for place in _places(word, ".")
    )


def _places(text: str, sign: str) -> Iterator[int]:
    place = text.find(sign)
    while place >= 0:
        yield place
        place = text.find(sign, place + 1)
