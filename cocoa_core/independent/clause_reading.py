"""Reads one clause of a request ("it has to cost under $400"): every literal that it can mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import partial
from itertools import chain, product, repeat
from typing import Final

from attrs import frozen

from cocoa_core.independent.clause_grammar import ClausePrefixes, Complement, Endings, Lexicon, Limit
from cocoa_core.independent.kinds import number_kind
from cocoa_core.independent.kinds.base import read_count
from cocoa_core.independent.patterns import Span, StepBudget, fold, occurrences
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.value_reading import LISTING, read_spoken
from cocoa_core.lexicon import UNITS_OF_ONE

MOST_ITEMS: Final = 100
"""The most items of a list; a longer one is not read."""

_Arg = str | bool | int
_TOGETHER: Final = {"both ": range(2, 3), "all of ": range(3, MOST_ITEMS + 1)}
_COMMA: Final = ", "


def read_list(
    text: str, conjunction: str, read_item: Callable[[str], _Arg], steps: StepBudget
) -> Iterator[tuple[_Arg, ...]]:
    """Yields every way to read "A", "A or B", "A, B or C" as a list: sorted, each item once.

    With the conjunction "and", two items may have "both" before them, and more have "all of".

    Args:
        read_item: reads one item, and raises ValueError if the text is not an item. An item may contain the
            conjunction and commas.
        steps: pays for each part looked at and each item placed.

    Raises:
        StepBudgetExceededError: the steps are spent.
    """
    openings = _TOGETHER if conjunction == "and" else ()
    together = next((words for words in openings if text.startswith(words)), "")
    for items in _Divided(text.removeprefix(together), read_item, steps).lists(f" {conjunction} "):
        if _fits(together, len(items), conjunction):
            yield tuple(sorted(items))


def _fits(together: str, number: int, conjunction: str) -> bool:
    """Returns whether the words fit the list's length: "both" two, "all of" three or more."""
    return number in _TOGETHER[together] if together else conjunction == "or" or number < 3


class _Divided:
    """A text with the items that its parts can be."""

    def __init__(self, text: str, read_item: Callable[[str], _Arg], steps: StepBudget) -> None:
        self._text, self._read_item, self._steps = text, read_item, steps
        self._items: dict[tuple[int, int], _Arg | None] = {}

    def lists(self, joint: str) -> Iterator[list[_Arg]]:
        """Yields every list in the order of the text, no item twice."""
        text, end = self._text, len(self._text)
        whole = self._item(0, end)
        if whole is not None:
            yield [whole]
        for index in occurrences(text, joint):
            last = self._item(index + len(joint), end)
            if last is not None:
                for items in self._before(index):
                    if last not in items:
                        yield [*items, last]

    def _before(self, end: int) -> Iterator[list[_Arg]]:
        """Yields the items before the last one, the last of which ends at `end`."""
        commas = list(occurrences(self._text, _COMMA, end=end))
        onward: dict[int, list[int]] = {}
        for number in range(len(commas), -1, -1):
            start = commas[number - 1] + len(_COMMA) if number else 0
            ends = [
                cut
                for cut in (end, *commas[number:])
                if (cut == end or cut + len(_COMMA) in onward) and self._item(start, cut) is not None
            ]
            if ends:
                onward[start] = ends
        yield from self._along(onward, 0, end, []) if 0 in onward else ()

    def _along(
        self, onward: dict[int, list[int]], start: int, end: int, items: list[_Arg]
    ) -> Iterator[list[_Arg]]:
        if len(items) == MOST_ITEMS:
            return
        for cut in onward[start]:
            self._steps.take()
            item = self._item(start, cut)
            if item is None or item in items:
                continue
            if cut == end:
                yield [*items, item]
            else:
                yield from self._along(onward, cut + len(_COMMA), end, [*items, item])

    def _item(self, start: int, end: int) -> _Arg | None:
        """Returns the item that a part is; None where it is none."""
        part = (start, end)
        if part not in self._items:
            self._steps.take()
            try:
                self._items[part] = self._read_item(self._text[start:end]) if start < end else None
            except ValueError:
                self._items[part] = None
        return self._items[part]


Vocabulary = Mapping[str, frozenset[str]]
"""For each slot that holds texts, by its name, the texts that it can have here."""
_OF_ONE: Final = {"one_of": "is", "all": "any"}
"""Tests of several values, with the test that says the same of one, so that it is not read twice."""
_JOINTS: Final = frozenset({"or", "and"})
"""Holes that several values can fill."""
_NO_WORDS: Final = frozenset[str]()
_CHEAP: Final = 16
"""The number of complements that are compared with a text in the time that one step takes elsewhere."""


@frozen(cache_hash=True)
class ParsedClause:
    """What a clause says."""

    literal: Literal
    denied: bool
    """Whether its verb is negated."""
    head: str = ""
    """The first words, which further tails can share."""


@frozen(eq=False)
class _Beginning:
    """The ways in which a clause can begin at a position, wherever it ends."""

    start: int
    """The position after the head of a demand, if there is one."""
    table: ClausePrefixes
    head: str
    """The head, as far as further tails can share it."""
    endings: list[tuple[int, Endings]]
    """What can follow each beginning, by the position behind it; rising."""


class ClauseReader:
    """Reads the clauses of one text. A clause is the whole of a span: nothing may be left over.

    Each span and beginning looked at costs a step, and so does each way to go on. Raises
    StepBudgetExceededError once they are spent.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        slots: Mapping[str, Slot],
        vocabulary: Vocabulary,
        text: str,
        steps: StepBudget,
    ) -> None:
        self.text, self.folded, self.steps = text, fold(text), steps
        self._lexicon, self._slots, self._vocabulary = lexicon, slots, vocabulary
        self._tables = {
            "cond": lexicon.stated,
            "can": lexicon.allowed,
            "thing": lexicon.things,
            "limit": lexicon.limits,
            "same": lexicon.again,
        }
        self._cache: dict[tuple[str, str, Span], tuple[ParsedClause, ...]] = {}
        self._beginnings: dict[tuple[str, str, int], list[_Beginning]] = {}
        self._ends: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        """For a slot, the texts with which a list of its words can end, and those with which it can begin."""

    def read(self, role: str, span: Span, head: str = "") -> tuple[ParsedClause, ...]:
        """Returns every clause of a role that a span can be.

        Args:
            role: `cond` (stated), `can` (allowed), `thing` (a noun phrase), `limit` (a comparison),
                `same` (stated of "it"), `must` (demanded), or `also`, a tail after the head of an earlier
                demand.
            span: the part of the text.
            head: the head of that demand; empty for other roles.
        """
        self.steps.take()
        key = role, head, span
        clauses = self._cache.get(key)
        if clauses is None:
            read = self._clauses(role, head, *span)
            clauses = tuple(read) if len(read) < 2 else tuple(dict.fromkeys(read))
            self._cache[key] = clauses
        return clauses

    def lifts(self, span: Span) -> Set[Limit]:
        """Returns the limits that the span can lift; empty where it lifts none."""
        return self._lexicon.lifts.get(self.folded[span[0] : span[1]], frozenset())

    def may_begin(self, role: str, start: int) -> bool:
        """Returns whether the words from a position on can begin a clause of a role other than `also`."""
        return bool(self._all_begun(role, "", start))

    def _clauses(self, role: str, head: str, start: int, end: int) -> list[ParsedClause]:
        result: list[ParsedClause] = []
        for beginning in self._all_begun(role, head, start):
            if beginning.start >= end:
                break
            for position, endings in beginning.endings:
                if position >= end:
                    break
                self._add_following(result, endings, position, end, beginning.head)
            if beginning.start < end:  # the beginning may be the whole clause
                whole = beginning.table.endings.get(self.folded[beginning.start : end])
                if whole is not None:
                    self._add_following(result, whole, end, end, beginning.head)
        return result

    def _all_begun(self, role: str, head: str, start: int) -> list[_Beginning]:
        """Returns where the clauses of a role that start here can go on, wherever they end."""
        beginnings = self._beginnings.get((role, head, start))
        if beginnings is None:
            beginnings = self._beginnings[role, head, start] = self._begun(role, head, start)
        return beginnings

    def _begun(self, role: str, head: str, start: int) -> list[_Beginning]:
        if role == "also":
            return [self._beginning(table, start, head) for table in self._lexicon.demands.get(head, ())]
        if role != "must":
            return [self._beginning(self._tables[role], start, "")]
        result: list[_Beginning] = []
        folded, lexicon = self.folded, self._lexicon
        blank = folded.find(" ", start)
        for _ in range(lexicon.longest_head.get(folded[start:blank], 0)):
            if blank < 0:
                break
            words = folded[start:blank]
            shared = "" if words in lexicon.unshared else words
            tables = lexicon.demands.get(words, ())
            result += [self._beginning(table, blank + 1, shared) for table in tables]
            blank = folded.find(" ", blank + 1)
        return result

    def _beginning(self, table: ClausePrefixes, start: int, head: str) -> _Beginning:
        folded, endings = self.folded, table.endings
        result = [(start, endings[""])] if "" in endings else []
        blank = folded.find(" ", start)
        for _ in range(table.longest.get(folded[start:blank], 0)):
            if blank < 0:
                break
            following = endings.get(folded[start:blank])
            if following is not None:
                result.append((blank + 1, following))
            blank = folded.find(" ", blank + 1)
        return _Beginning(start, table, head, result)

    def _add_following(
        self, result: list[ParsedClause], endings: Endings, start: int, end: int, head: str
    ) -> None:
        """Adds the clauses whose complement is the rest of a span."""
        folded = self.folded
        blank = folded.find(" ", start, end)
        first_word = folded[start : end if blank < 0 else blank]
        last_word = first_word if blank < 0 else folded[folded.rfind(" ", start, end) + 1 : end]
        around = ("", ""), (first_word, ""), ("", last_word), (first_word, last_word)
        for words in around if start < end else around[:1]:
            complements = endings.get(words)
            if complements is None:
                continue
            self.steps.take(1 + len(complements) // _CHEAP)
            for ending, (first, last) in complements.items():
                if folded.startswith(first, start, end) and folded.endswith(last, start, end):
                    for args in self._arguments(ending, start, end):
                        test = _OF_ONE.get(ending.test, ending.test) if len(args) == 1 else ending.test
                        literal = Literal(ending.slot, ending.over, test, args, ending.positive)
                        result.append(ParsedClause(literal, ending.denied, head))

    def _arguments(self, ending: Complement, start: int, end: int) -> Iterable[tuple[_Arg, ...]]:
        """Returns the arguments that the complement has in every way to read the span as its pattern."""
        pattern, slot = ending.pattern, self._slots[ending.slot]
        if ending.args is not None:
            return [ending.args for _ in pattern.fillings(self.folded, start, end)]
        if len(pattern.holes) == 1:  # nearly all: `fillings` would take a fifth of the reading of a clause
            start, end = start + len(pattern.words[0]), end - len(pattern.words[1])
            if start >= end:
                return ()
            self.steps.take()
            return self._values(slot, ending.over, pattern.holes[0], self.text[start:end])
        result: list[tuple[_Arg, ...]] = []
        for spans in pattern.fillings(self.folded, start, end):
            self.steps.take()
            texts = _with_units(slot, [self.text[first:last] for first, last in spans])
            read = map(self._values, repeat(slot), repeat(ending.over), pattern.holes, texts)
            together = [tuple(chain.from_iterable(parts)) for parts in product(*read)]
            result += [
                args
                for args in together
                if ending.test in LISTING or len(args) == 1 or args[0] < args[1]  # type: ignore[operator]
            ]
        return result

    def _values(self, slot: Slot, over: str | None, hole: str, text: str) -> Iterable[tuple[_Arg, ...]]:
        if hole == "grade":
            rank = slot.grades.index(text) if text in slot.grades else 0
            if 0 < rank < len(slot.grades) - 1:  # the best grade alone, or all grades, have other words
                return (tuple(sorted(slot.grades[: rank + 1])),)
            return ()
        words = self._vocabulary.get(slot.name, _NO_WORDS)
        if slot.numbers is None and over is None and type(words) is frozenset:
            # A subclass may hold texts that it does not list. Two of three texts are no words of the slot.
            if hole not in _JOINTS:
                return ((text,),) if text in words else ()
            ends = self._ends.get(slot.name)
            if ends is None:
                ends = self._ends[slot.name] = tuple(words), (*words, *_TOGETHER)
            if not (text.endswith(ends[0]) and text.startswith(ends[1])):
                return ()
        if hole in _JOINTS:
            return read_list(text, hole, partial(_value, slot, over, words), self.steps)
        try:
            return ((_value(slot, over, words, text),),)
        except ValueError:
            return ()


def _with_units(slot: Slot, texts: list[str]) -> list[str]:
    """Returns the texts; the first of two amounts gets the unit of the second: "between 3 and 5 km"."""
    if len(texts) == 2 and slot.numbers is not None and number_kind(slot.numbers.look).has_unit:
        number, blank, unit = texts[1].partition(" ")
        if blank and number and " " not in texts[0]:
            first = UNITS_OF_ONE.get(unit, unit) if texts[0] == "1" else unit
            return [f"{texts[0]} {first}", texts[1]]
    return texts


def _value(slot: Slot, over: str | None, words: frozenset[str], text: str) -> _Arg:
    if over == "count":
        return read_count(text)
    if slot.numbers is not None:
        return read_spoken(slot.numbers, text)
    if text not in words:
        raise ValueError(f"{text!r} is not known")
    return text
