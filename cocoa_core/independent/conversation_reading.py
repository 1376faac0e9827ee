"""Reads what is in force after each turn of a conversation in which conditions are revised.

The table of revisions is applied to the texts alone. What a record says about its turns is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.independent.clause_grammar import family_of
from cocoa_core.independent.patterns import occurrences
from cocoa_core.independent.semantics import THRESHOLDS, Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.value_reading import read_spoken
from cocoa_core.lexicon import BOUNDED, COMPARISONS, MARKERS, REVISIONS, SHIFTED, UNSHIFTED

_MOST: Final = 64

Terms: TypeAlias = tuple[tuple[Literal, ...], ...]
Read: TypeAlias = Callable[[str], Sequence[Terms]]
"""Every way to read one or more sentences of a request without its opening."""
ReadCondition: TypeAlias = Callable[[str], Sequence[Literal]]
"""Every way to read what stands after an "if"."""


@frozen
class InForce:
    """The state after a turn."""

    op: str
    terms: Terms
    gone: tuple[tuple[str, tuple[Literal, ...]], ...] = ()
    """The terms dropped so far, each with the slot by whose noun it was dropped."""


def _slots_by_noun(slots: Mapping[str, Slot]) -> dict[str, str]:
    """Returns the slot of each noun that customers use. A noun that would belong to two slots is left out."""
    names_by_noun: dict[str, list[tuple[str, str]]] = {}
    for slot in slots.values():
        noun = slot.noun or _plain(slot.label)
        names_by_noun.setdefault(noun.casefold(), []).append((noun, slot.name))
    return dict(names[0] for names in names_by_noun.values() if len(names) == 1)


def _plain(label: str) -> str:
    if label.endswith(")") and " (" in label:
        head, _, tail = label.rpartition(" (")
        if "(" not in tail and ")" not in tail[:-1]:
            label = head
    return label[0].lower() + label[1:] if len(label) > 1 and label[1].islower() else label


def hear_turns(
    slots: Mapping[str, Slot],
    words: Mapping[str, frozenset[str]],
    first: Sequence[Terms],
    later: Sequence[str],
    read: Read,
    read_condition: ReadCondition,
) -> list[list[InForce]]:
    """Returns every history that the turns can have: lists of states, one a turn.

    Args:
        slots: the slots of the domain by name.
        words: the texts that a slot may have, by slot.
        first: every way to read the first turn.
        later: the texts of the turns after it.
        read: reads the sentences that later turns add.
        read_condition: reads the conditions of revisions that make exceptions.

    Returns:
        An empty list where a turn cannot be read, or there are too many histories.
    """
    reader = _TurnReader(slots, words, read, read_condition, _slots_by_noun(slots))
    histories = [[InForce("", terms)] for terms in first]
    for text in later:
        grown: list[list[InForce]] = []
        for history in histories:
            for after in reader.states_after(history, text):
                if [*history, after] not in grown:
                    grown.append([*history, after])
        if len(grown) > _MOST:
            return []
        histories = grown
    return histories


@frozen
class _TurnReader:
    """Reads later turns: what is in force after each. The fields are as in `hear_turns`."""

    slots: Mapping[str, Slot]
    words: Mapping[str, frozenset[str]]
    read: Read
    read_condition: ReadCondition
    nouns: Mapping[str, str]
    """The slot of each noun that customers use."""

    def states_after(self, history: Sequence[InForce], text: str) -> Iterator[InForce]:
        for said in _bare(text):
            for op, sentences in REVISIONS.items():
                for sentence in sentences:
                    yield from self._revisions(op, sentence, said, history)

    def _revisions(self, op: str, sentence: str, text: str, history: Sequence[InForce]) -> Iterator[InForce]:
        before = history[-1]
        if op == "value":
            yield from self._renamed(sentence, text, before)
        elif op == "bound":
            yield from self._rebound(sentence, text, before)
        elif op == "shift":
            yield from self._shifted(sentence, text, before)
        elif op == "drop both":
            for noun, other in _two_parts(sentence, text, "{N}", "{M}"):
                yield from _dropped_both(self.nouns.get(noun), self.nouns.get(other), before)
        elif op in ("unless", "only if"):
            yield from self._excepted(op, sentence, text, before)
        else:
            for noun, statement in _parts(sentence, text):
                slot = self.nouns.get(noun) if noun else ""
                if slot is None or statement[:1] != statement[:1].upper():  # no sentence begins so
                    continue
                added = [reading for reading in self.read(statement) if reading] if statement else [()]
                for terms in added:
                    yield from _revised(op, slot, terms, before, history)

    def _renamed(self, sentence: str, text: str, before: InForce) -> Iterator[InForce]:
        """Yields the states in which a text that exactly one literal has is replaced by another."""
        parts = [*_two_parts(sentence, text, "{V}", "{W}")]
        if text.endswith("."):  # it may be that of a value
            parts += _two_parts(sentence, f"{text}.", "{V}", "{W}")
        for old, new in parts:
            holding = [entry for entry in _literals(before.terms) if old in entry[2].args]
            if len(holding) == 1:
                [(row, column, literal)] = holding
                if new in self.words.get(literal.slot, ()) and new not in literal.args:
                    args = tuple(sorted({*literal.args, new} - {old}, key=str))
                    yield _with_literal("value", before, row, column, evolve(literal, args=args))

    def _excepted(self, op: str, sentence: str, text: str, before: InForce) -> Iterator[InForce]:
        """Yields states in which a slot's only term has one more literal: the condition or its negation."""
        for noun, condition in _two_parts(sentence, text, "{N}", "{P}"):
            slot = self.nouns.get(noun)
            rows = [row for row, term in enumerate(before.terms) if slot and _speaks(term, slot)]
            if len(rows) != 1:
                continue
            [row] = rows
            at_end = f"{condition}." if sentence.endswith("{P}.") else condition
            for literal in dict.fromkeys([*self.read_condition(condition), *self.read_condition(at_end)]):
                if not _speaks(before.terms[row], literal.slot):
                    longer = (*before.terms[row], literal if op == "unless" else literal.denied())
                    terms = (*before.terms[:row], longer, *before.terms[row + 1 :])
                    yield InForce(op, terms, before.gone)

    def _shifted(self, sentence: str, text: str, before: InForce) -> Iterator[InForce]:
        """Yields the states in which the bound of the only literal of a slot moves by an amount."""
        for noun, amount in _two_parts(sentence, text, "{N}", "{D}"):
            slot = self.slots.get(self.nouns.get(noun, ""))
            if slot is None or slot.numbers is None or slot.plural or family_of(slot, None) not in SHIFTED:
                continue
            try:
                step = read_spoken(slot.numbers, amount)
            except (ValueError, OverflowError):
                continue
            for row, column, literal in _only_bound(slot, before):
                [bound] = literal.args
                if slot.numbers.unit not in UNSHIFTED and isinstance(bound, int):
                    moved = bound + step if sentence in REVISIONS["shift"][::2] else bound - step
                    if moved > 0:
                        yield _with_literal("shift", before, row, column, evolve(literal, args=(moved,)))

    def _rebound(self, sentence: str, text: str, before: InForce) -> Iterator[InForce]:
        """Yields the states in which the only literal of a slot, a comparison with a number, becomes another.

        Where the sentence names no slot, one slot takes the comparison, and its literal is a whole term.
        """
        alone = "{N}" not in sentence
        if alone:
            start, _, end = sentence.partition("{C}")
            comparison = text[len(start) : len(text) - len(end)]
            named = [(slot, comparison) for slot in self.slots.values() if _comparisons(slot, comparison)]
            if len(named) != 1 or not (text.startswith(start) and text.endswith(end)):
                return
        else:
            divided = _two_parts(sentence, text, "{N}", "{C}")
            named = [(self.slots[self.nouns[noun]], words) for noun, words in divided if noun in self.nouns]
        for slot, comparison in named:
            for row, column, literal in _only_bound(slot, before):
                for test, number in _comparisons(slot, comparison):
                    if not alone or len(before.terms[row]) == 1:
                        changed = evolve(literal, test=test, args=(number,), positive=True)
                        yield _with_literal("bound", before, row, column, changed)


def _bare(text: str) -> Iterator[str]:
    """Yields the text, and the text without a marker ("Actually, ") before it."""
    yield text
    for marker in MARKERS:
        if text.startswith(marker):
            yield from _as_sentence(text[len(marker) :])


def _as_sentence(text: str) -> Iterator[str]:
    """Yields a text with a capital if it goes on within a sentence: small, unless its first word is "I"."""
    sentence = text[:1].upper() + text[1:]
    own = re.match(r"I(?:$|[ '])", sentence)
    if text and text[:1] == (sentence[:1] if own else sentence[:1].lower()):
        yield sentence


def _parts(sentence: str, text: str) -> Iterator[tuple[str, str]]:
    """Yields the noun and the statement of a text that has the form of a revision sentence; empty for a hole
    that the sentence lacks.
    """
    before_noun, has_noun, rest = sentence.partition("{N}")
    if not has_noun:
        before, has_hole, hole = sentence.partition("{")
        if not has_hole:
            if text == sentence:
                yield "", ""
        elif text.startswith(before):
            statement = text[len(before) :]
            within = _as_sentence(statement) if hole.startswith("s}") else [statement] if statement else []
            yield from (("", words) for words in within)
        return
    if not text.startswith(before_noun):
        return
    body = text[len(before_noun) :]
    after_noun, has_statement, _ = rest.partition("{S}")
    for index in occurrences(body, after_noun):
        statement = body[index + len(after_noun) :]
        if bool(statement) == bool(has_statement) and index:
            yield body[:index], statement


def _two_parts(sentence: str, text: str, first: str, second: str) -> Iterator[tuple[str, str]]:
    """Yields what stands in two holes of a sentence, for every way to divide the text."""
    holes = sorted((first, second), key=sentence.index)
    start, _, rest = sentence.partition(holes[0])
    middle, _, end = rest.partition(holes[1])
    if not (text.startswith(start) and text.endswith(end) and len(text) > len(start) + len(end)):
        return
    body = text[len(start) : len(text) - len(end)]
    index = body.find(middle)
    while index > 0:
        parts = {holes[0]: body[:index], holes[1]: body[index + len(middle) :]}
        if parts[holes[1]]:
            yield parts[first], parts[second]
        index = body.find(middle, index + 1)


def _dropped_both(slot: str | None, other: str | None, before: InForce) -> Iterator[InForce]:
    """Yields the state without the only term, which is over both slots."""
    if slot is None or other is None or slot == other:
        return
    naming = [term for term in before.terms if _speaks(term, slot) or _speaks(term, other)]
    if len(naming) == 1 and {literal.slot for literal in naming[0]} == {slot, other}:
        yield InForce("drop both", tuple(term for term in before.terms if term != naming[0]), before.gone)


def _comparisons(slot: Slot, text: str) -> list[tuple[str, Any]]:
    """Returns every comparison with one number that a text can be for a slot: pairs of test and number."""
    result: list[tuple[str, Any]] = []
    if slot.numbers is None or slot.plural:
        return result
    family = family_of(slot, None)
    for test in sorted(THRESHOLDS) if family in BOUNDED else ():
        for phrase in COMPARISONS[family].get(test, ()):
            head, _, tail = phrase.replace(" {after}", "").partition("{0}")
            if text.startswith(head) and text.endswith(tail):
                try:
                    result.append((test, read_spoken(slot.numbers, text[len(head) : len(text) - len(tail)])))
                except (ValueError, OverflowError):
                    continue
    return result


def _literals(terms: Terms) -> Iterator[tuple[int, int, Literal]]:
    """Yields each literal with the index of its term, and its index in that."""
    return ((row, column, literal) for row, term in enumerate(terms) for column, literal in enumerate(term))


def _only_bound(slot: Slot, before: InForce) -> list[tuple[int, int, Literal]]:
    """Returns the only literal of a slot where it compares the value with one number; else nothing."""
    of_slot = [entry for entry in _literals(before.terms) if entry[2].slot == slot.name]
    comparing = [entry for entry in of_slot if entry[2].over is None and entry[2].test in THRESHOLDS]
    return comparing if len(of_slot) == 1 else []


def _with_literal(op: str, before: InForce, row: int, column: int, literal: Literal) -> InForce:
    terms = before.terms
    term = (*terms[row][:column], literal, *terms[row][column + 1 :])
    return InForce(op, (*terms[:row], term, *terms[row + 1 :]), before.gone)


def _revised(
    op: str, slot: str, terms: Terms, before: InForce, history: Sequence[InForce]
) -> Iterator[InForce]:
    """Yields the state after a revision, if that revision may be said here."""
    if op == "add":
        yield InForce(op, (*before.terms, *terms), before.gone)
    elif op == "undo" and len(history) > 1 and before.op != "undo":
        yield InForce(op, history[-2].terms, history[-2].gone)
    elif op == "back":
        dropped = [term for name, term in before.gone if name == slot]
        if len(dropped) == 1 and not any(_speaks(term, slot) for term in before.terms):
            yield InForce(op, (*before.terms, dropped[0]), before.gone)
    elif op in ("drop", "swap"):
        positions = [position for position, term in enumerate(before.terms) if _speaks(term, slot)]
        if len(positions) == 1 and len(before.terms[positions[0]]) == 1:
            [position] = positions
            kept = before.terms[:position] + before.terms[position + 1 :]
            yield InForce(op, kept + terms, (*before.gone, (slot, before.terms[position])))


def _speaks(term: tuple[Literal, ...], slot: str) -> bool:
    return slot in [literal.slot for literal in term]
