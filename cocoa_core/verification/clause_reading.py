"""One clause of a request ("it has to cost under $400"): every literal that it can mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Final

from attrs import frozen

from cocoa_core.verification.arguments import LISTING
from cocoa_core.verification.list_reading import read_list
from cocoa_core.verification.patterns import Span, fold
from cocoa_core.verification.sayings import Beginnings, Ending, Lexicon
from cocoa_core.verification.semantics import Literal
from cocoa_core.verification.slots import Slot
from cocoa_core.verification.spoken_values import read_count, read_spoken
from cocoa_core.verification.steps import Steps

__all__ = ["Clause", "ClauseReader", "Vocabulary"]

Vocabulary = Mapping[str, frozenset[str]]
"""The texts known of each slot that holds texts, by its name."""
_Arg = str | bool | int
_CHEAP: Final = 16
"""Endings that are told from a text as quickly as one step is taken elsewhere."""


@frozen(cache_hash=True)
class Clause:
    """What a clause says. denied: its verb is negated."""

    literal: Literal
    denied: bool


class ClauseReader:
    """Reads the clauses of one text. A clause is the whole of a part: nothing of it may be left over.

    Takes a step for each part and beginning looked at and for each way to go on: SpentError where there are
    too many.
    """

    def __init__(
        self, lexicon: Lexicon, slots: Mapping[str, Slot], vocabulary: Vocabulary, text: str, steps: Steps
    ) -> None:
        self.text, self.folded, self.steps = text, fold(text), steps
        self._lexicon, self._slots, self._vocabulary = lexicon, slots, vocabulary
        self._known: dict[tuple[str, Span], tuple[Clause, ...]] = {}

    def read(self, role: str, span: Span, leader: Span | None = None) -> tuple[Clause, ...]:
        """Every clause of the role that the part can be. leader: the subject that bare verb phrases share."""
        self.steps.take()
        shared = None if leader is None else self.folded[leader[0] : leader[1]]
        name = role if shared is None else f"vp {shared}"
        found = self._known.get((name, span))
        if found is None:
            lexicon = self._lexicon
            table = lexicon.roles.get(role) if shared is None else lexicon.shared.get(shared)
            found = tuple(dict.fromkeys(self._clauses(table, *span))) if table else ()
            self._known[name, span] = found
        return found

    def leads(self, span: Span) -> bool:
        """Whether the part is a subject with "has to" that bare verb phrases can share."""
        return self.folded[span[0] : span[1]] in self._lexicon.shared

    def _clauses(self, table: Beginnings, start: int, end: int) -> Iterator[Clause]:
        place, folded = start, self.folded
        for _ in range(table.longest):
            place = folded.find(" ", place, end)
            stop = end if place < 0 else place
            following = table.endings.get(folded[start:stop])
            if following is not None:
                self.steps.take(1 + len(following) // _CHEAP)
                after = min(stop + 1, end)
                for ending, (first, last) in following.items():
                    if folded.endswith(last, after, end) and folded.startswith(first, after, end):
                        yield from self._endings(ending, after, end)
            if place < 0:
                return
            place += 1

    def _endings(self, ending: Ending, start: int, end: int) -> Iterator[Clause]:
        for spans in ending.pattern.fillings(self.folded, start, end):
            self.steps.take()
            for args in self._arguments(ending, spans):
                literal = Literal(ending.slot, ending.over, ending.test, args, ending.positive)
                yield Clause(literal, ending.denied)

    def _arguments(self, ending: Ending, spans: tuple[Span, ...]) -> Iterator[tuple[_Arg, ...]]:
        if ending.args is not None:
            yield ending.args
            return
        slot = self._slots[ending.slot]
        texts = _with_units(slot, [self.text[start:end] for start, end in spans])
        read = [
            tuple(self._values(slot, ending.over, hole, text))
            for hole, text in zip(ending.pattern.holes, texts, strict=True)
        ]
        for parts in product(*read):
            args = tuple([arg for part in parts for arg in part])
            if ending.test in LISTING or len(args) == 1 or args[0] < args[1]:  # type: ignore[operator]
                yield args

    def _values(self, slot: Slot, over: str | None, hole: str, text: str) -> Iterator[tuple[_Arg, ...]]:
        def one(part: str) -> _Arg:
            return _value(slot, over, self._vocabulary.get(slot.name, frozenset()), part)

        if hole in ("or", "and"):
            yield from read_list(text, hole, one, self.steps)
            return
        try:
            yield (one(text),)
        except ValueError:
            return


def _with_units(slot: Slot, texts: list[str]) -> list[str]:
    """Of two amounts the first may leave its unit to the second: "between 3 and 5 km"."""
    if len(texts) == 2 and slot.numbers is not None and slot.numbers.look == "quantity":
        number, blank, unit = texts[1].partition(" ")
        if blank and number and " " not in texts[0]:
            return [f"{texts[0]} {unit}", texts[1]]
    return texts


def _value(slot: Slot, over: str | None, words: frozenset[str], text: str) -> _Arg:
    if over == "count":
        return _count(text)
    if slot.numbers is not None:
        return read_spoken(slot.numbers, text)
    if text not in words:
        raise ValueError(f"{text!r} is not known")
    return text


@lru_cache(maxsize=256)
def _count(text: str) -> int:
    return read_count(text)
