"""Reads a request in cocoa's English: every way to divide it into sentences, and every way to take each.

A full stop may belong to a value, so a text can be divided in several ways. Everything that is tried takes a
step, and there are only so many: a text made to be read in endless ways is given up, and said to be so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from attrs import frozen

from cocoa_core.verification.clause_reading import ClauseReader, Vocabulary
from cocoa_core.verification.sayings import Lexicon
from cocoa_core.verification.sentence_reading import SentenceReader, SumTerm
from cocoa_core.verification.slots import Slot
from cocoa_core.verification.steps import SpentError, Steps

__all__ = ["LONGEST_REQUEST", "MOST_READINGS", "Readings", "SumTerm", "read_request", "readings_from"]

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

    found: tuple[tuple[SumTerm, ...], ...]
    more: bool = False
    spent: bool = False


def read_request(
    lexicon: Lexicon, slots: Mapping[str, Slot], vocabulary: Vocabulary, text: str
) -> tuple[tuple[SumTerm, ...], ...]:
    """Readings of the sentences after a request's opening, without repetition, in the order found.

    None where the text is not of the grammar; at most `MOST_READINGS`, and those alone that were found before
    the steps ran out.
    """
    return readings_from(lexicon, slots, vocabulary, text, (0,)).found


def readings_from(
    lexicon: Lexicon,
    slots: Mapping[str, Slot],
    vocabulary: Vocabulary,
    text: str,
    starts: Sequence[int],
    steps: Steps | None = None,
) -> Readings:
    """The readings from the first of the places on from which there are any to the end of the text."""
    clauses = ClauseReader(lexicon, slots, vocabulary, text, Steps() if steps is None else steps)
    reader = _Reader(clauses, _inner_stops(vocabulary, text))
    found: dict[tuple[SumTerm, ...], None] = {}
    try:
        for start in starts:
            for reading in reader.texts(start):
                if reading not in found and len(found) == MOST_READINGS:
                    return Readings(tuple(found), more=True)
                found[reading] = None
            if found:
                break
    except SpentError:
        return Readings(tuple(found), spent=True)
    return Readings(tuple(found))


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


_Way = tuple[tuple[SumTerm, ...], int]
"""What a sentence says, and where the next one begins; -1 after the last."""


class _Reader:
    def __init__(self, clauses: ClauseReader, inner_stops: frozenset[int]) -> None:
        self._steps, self._folded, self._inner_stops = clauses.steps, clauses.folded, inner_stops
        self._sentences = SentenceReader(clauses)
        self._dead: set[int] = set()

    def texts(self, start: int) -> Iterator[tuple[SumTerm, ...]]:
        """Every way to read from `start` to the end as sentences; from no place twice in vain."""
        trail: list[tuple[int, Iterator[_Way], tuple[SumTerm, ...]]] = [(start, self._ways(start), ())]
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
                    self._dead.add(begun)
            elif way[1] < 0:
                read = len(trail)
                yield said + way[0]
            elif way[1] not in self._dead:
                trail.append((way[1], self._ways(way[1]), said + way[0]))

    def _ways(self, start: int) -> Iterator[_Way]:
        last = len(self._folded) - 1
        stop = self._folded.find(".", start)
        while stop >= 0:
            if stop == last:
                for terms in self._sentences.read((start, stop)):
                    yield terms, -1
            elif self._folded[stop + 1] == " ":
                for terms in self._sentences.read((start, stop)):
                    yield terms, stop + 2
                if stop not in self._inner_stops:
                    return
            stop = self._folded.find(".", stop + 1)
