"""Reads a request in cocoa's English: every division into statements, and every meaning of each.

A full stop may belong to a value, so a text can be divided in several ways. Everything that is tried costs a
step, and the number of steps is bounded: a text that is made to have endless readings is given up and
reported.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from attrs import define, field, frozen

from cocoa_core.independent.clause_grammar import Lexicon
from cocoa_core.independent.clause_reading import ClauseReader, Vocabulary
from cocoa_core.independent.domain_reading import SlotName, VerifierDomain
from cocoa_core.independent.patterns import StepBudget, StepBudgetExceededError, occurrences
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.sentence_reading import ParsedStatement as ParsedStatement
from cocoa_core.independent.sentence_reading import SentenceReader
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.value_reading import read_shown
from cocoa_core.lexicon import GENERAL_OPENINGS

_LONGEST: Final = 400
"""The most characters of a value that an opening names and options do not show."""
_WORD: Final = re.compile(r"[^ ]* |[^ ]+")


def after_opening(
    domain: VerifierDomain, shown: Mapping[str, str], request: str, steps: StepBudget
) -> list[int]:
    """Returns the positions, rising, at which the first statement after the opening can begin.

    Args:
        shown: the text of each slot that options show.
        steps: each value tried costs one.

    Raises:
        StepBudgetExceededError: the steps are spent.
    """
    result: set[int] = set()
    unfinished = [(_tree_of_openings(domain), 0)]
    while unfinished:
        tree, position = unfinished.pop()
        if tree.ends:
            result.add(position)
        word = request[position : request.find(" ", position) + 1]
        if word in tree.words:
            unfinished.append((tree.words[word], position + len(word)))
        if word == " " and request[position - 1] == "." and ". " in tree.words:  # a value's full stop
            unfinished.append((tree.words[". "], position + 1))
        for part, following in tree.others.items():
            text = _text(part, shown)
            if text is not None:
                if request.startswith(text, position):
                    unfinished.append((following, position + len(text)))
                if text == request[position - 1 : position] == ".":
                    unfinished.append((following, position))
            elif isinstance(part, SlotName):
                words = {*following.words, *[_text(other, shown) or "" for other in following.others]}
                ends = (_ends(domain.slots[part.slot], word, request, position, steps) for word in words)
                unfinished += [(following, end) for end in set(chain.from_iterable(ends))]
    return sorted(result)


def _text(part: str | SlotName, shown: Mapping[str, str]) -> str | None:
    """Returns the text of a part of an opening; None for a slot that options do not show."""
    return part if isinstance(part, str) else shown.get(part.slot)


def before_closing(domain: VerifierDomain, request: str) -> list[int]:
    """Returns where the last statement can end: before a closing, or at the end of the request."""
    endings = (f" {closing}" for closing in domain.closings)
    return [len(request) - len(words) for words in endings if request.endswith(words)] + [len(request)]


def opening_text(domain: VerifierDomain, shown: Mapping[str, str]) -> str:
    """Returns the first opening. A slot that options do not show stands as its name in braces."""
    names = {slot: f"{{{slot}}}" for slot in domain.slots}
    return "".join([str(_text(part, {**names, **shown})) for part in _openings(domain)[0]])


def _openings(domain: VerifierDomain) -> tuple[tuple[str | SlotName, ...], ...]:
    """Returns the openings of the domain: fixed words and slots."""
    if domain.openings:
        return domain.openings
    if domain.opening:
        parts = ((part, " ") for part in domain.opening)
        return ((*[piece for pair in parts for piece in pair][:-1], "."),)
    article = "an" if domain.noun[:1] in tuple("aeiouAEIOU") else "a"
    noun = f"{article} {domain.noun}"
    return tuple((opening.replace("{noun}", noun),) for opening in GENERAL_OPENINGS)


@define(eq=False)
class _OpeningTree:
    """What can follow the words of an opening that were read so far."""

    words: dict[str, _OpeningTree] = field(factory=dict)
    """By each word with the blank behind it: what follows on it. So a word of a request is looked up."""
    others: dict[str | SlotName, _OpeningTree] = field(factory=dict)
    """The same by slots, and by words without a blank."""
    ends: bool = False
    """Whether an opening ends here."""


@lru_cache(maxsize=16)
def _tree_of_openings(domain: VerifierDomain) -> _OpeningTree:
    """Returns the openings, each with a blank after it, by their first word or slot, then by the second, and
    so on: hundreds of openings begin alike.
    """
    root = _OpeningTree()
    for opening in _openings(domain):
        tree = root
        for part in (*opening, " "):
            for word in _WORD.findall(part) if isinstance(part, str) else (part,):
                if isinstance(word, str) and word.endswith(" "):
                    tree = tree.words.setdefault(word, _OpeningTree())
                else:
                    tree = tree.others.setdefault(word, _OpeningTree())
        tree.ends = True
    return root


def _ends(slot: Slot, following: str, request: str, start: int, steps: StepBudget) -> Iterator[int]:
    """Yields the positions at which a value of the slot can end, before the words that follow it."""
    limit = start + _LONGEST + len(following)
    for end in occurrences(request, following, start + 1, limit):
        steps.take()
        if _is_value(slot, request[start:end]) or (
            following.startswith(".") and _is_value(slot, request[start : end + 1])
        ):
            yield end


def _is_value(slot: Slot, text: str) -> bool:
    try:
        read_shown(slot, text)
    except (ValueError, OverflowError):
        return False
    return True


LONGEST_REQUEST: Final = 20_000
"""The most characters of a request that is read; twenty sum terms take some thousand."""
MOST_READINGS: Final = 64
"""Reading stops at this number of readings."""
_BEFORE: Final = 12
"""The number of characters before a full stop that are compared to tell one inside a value."""


@frozen
class Readings:
    """What a text can mean, in the order in which it was found, without repetition."""

    kept: tuple[tuple[ParsedStatement, ...], ...]
    """At most `MOST_READINGS`."""
    more: bool = False
    """Whether there are more."""
    spent: bool = False
    """Whether the steps ran out, so that there may be more."""

    @property
    def terms(self) -> list[tuple[tuple[Literal, ...], ...]]:
        """The sum terms that the statements of each reading say together."""
        return [tuple([term for statement in reading for term in statement.terms]) for reading in self.kept]


def read_request(
    lexicon: Lexicon, slots: Mapping[str, Slot], vocabulary: Vocabulary, text: str
) -> tuple[tuple[ParsedStatement, ...], ...]:
    """Returns the readings of the statements between opening and closing, without repetition.

    It is empty where the text is not of the grammar. It holds at most `MOST_READINGS`, and only those that
    were found before the steps ran out.
    """
    return TextReader(lexicon, slots, vocabulary, text).readings((0,), (len(text),)).kept


class TextReader:
    """Reads one text. What a span of it says is worked out once."""

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
        inner = _inner_stops(vocabulary, text)
        self._sentences = SentenceReader(clauses, lexicon.reasons, inner)
        self._ending = [position for position in occurrences(text, ". ") if position not in inner]
        """Full stops that surely end a sentence, before the last."""

    def readings(self, starts: Sequence[int], ends: Sequence[int]) -> Readings:
        """Returns readings from the first of the starts that has any, up to any of `ends`."""
        kept: dict[tuple[ParsedStatement, ...], None] = {}
        dead: set[int] = set()
        try:
            for start in starts:
                for reading in self._texts(start, frozenset(ends), dead):
                    if reading not in kept and len(kept) == MOST_READINGS:
                        return Readings(tuple(kept), more=True)
                    kept[reading] = None
                if kept:
                    break
        except StepBudgetExceededError:
            return Readings(tuple(kept), spent=True)
        return Readings(tuple(kept))

    def conditions(self) -> tuple[Literal, ...]:
        """Returns every literal that the whole text can be as a condition, without an "if" before it."""
        try:
            clauses = self._clauses.read("cond", (0, len(self._folded)))
        except StepBudgetExceededError:
            return ()
        return tuple(dict.fromkeys(clause.literal for clause in clauses))

    def statements(self, start: int, end: int) -> tuple[ParsedStatement, ...]:
        """Returns every meaning of a span, its full stop included, as one statement.

        Raises:
            StepBudgetExceededError: the steps are spent.
        """
        if self._folded[end - 1 : end] != ".":
            return ()
        within = bisect_left(self._ending, end - 1) - bisect_left(self._ending, start)
        return self._sentences.read((start, end - 1), two=within == 1) if within < 2 else ()

    def _texts(
        self, start: int, ends: frozenset[int], dead: set[int]
    ) -> Iterator[tuple[ParsedStatement, ...]]:
        """Yields the sequences of statements from `start` to an end; `dead` keeps positions without one."""
        trail: list[_Step] = [(start, self._ways(start, ends), ())]
        read = 0  # so much of the trail led to a reading
        while trail:
            self._steps.take()
            begun, ways, before = trail[-1]
            way = next(ways, None)
            if way is None:
                trail.pop()
                if len(trail) < read:
                    read = len(trail)
                else:
                    dead.add(begun)
            elif way[1] < 0:
                read = len(trail)
                yield (*before, way[0])
            elif way[1] not in dead:
                trail.append((way[1], self._ways(way[1], ends), (*before, way[0])))

    def _ways(self, start: int, ends: frozenset[int]) -> Iterator[_Way]:
        """Yields what can be said from `start` up to the second full stop that certainly ends a sentence."""
        sure = bisect_left(self._ending, start)
        last = self._ending[sure + 1] if sure + 1 < len(self._ending) else len(self._folded)
        for stop in occurrences(self._folded, ".", start, last + 1):
            final, onward = stop + 1 in ends, self._folded.startswith(". ", stop)
            if final or onward:
                for statement in self.statements(start, stop + 1):
                    if final:
                        yield statement, -1
                    if onward:
                        yield statement, stop + 2


_Way = tuple[ParsedStatement, int]
"""A statement, and the position at which the next one begins; -1 after the last."""
_Step = tuple[int, Iterator[_Way], tuple[ParsedStatement, ...]]
"""The position, the ways that are left, and the statements before it."""


def _inner_stops(vocabulary: Vocabulary, text: str) -> frozenset[int]:
    """Returns the positions of full stops that may belong to a value.

    Numbers and authors' words hold no such full stop. A position counts where the letters before it are those
    of a word of the vocabulary; some of these do end a sentence.
    """
    dotted = [stops for words in vocabulary.values() if (stops := _before_stops(words))]
    if not dotted:
        return frozenset()
    before = frozenset().union(*dotted)
    lengths = sorted(set(map(len, before)))
    return frozenset(
        position
        for position in occurrences(text, ".")
        if any(text[max(0, position + 1 - length) : position + 1] in before for length in lengths)
    )


@lru_cache(maxsize=256)
def _before_stops(words: frozenset[str]) -> frozenset[str]:
    dotted = (word for word in words if "." in word)
    return frozenset(
        word[max(0, position - _BEFORE) : position + 1]
        for word in dotted
        for position in occurrences(word, ".")
    )
