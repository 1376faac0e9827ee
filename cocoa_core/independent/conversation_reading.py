"""Reads what is in force after each turn of a conversation in which conditions are revised.

The table of revisions is applied to the texts alone; what a record says of its turns is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.independent.clause_grammar import family_of
from cocoa_core.independent.semantics import THRESHOLDS, Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.value_reading import read_spoken
from cocoa_core.lexicon import BOUNDED, COMPARISONS, MARKERS, REVISIONS, SHIFTED, UNSHIFTED

__all__ = ["InForce", "hear_turns"]

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
    nouns = _slots_by_noun(slots)
    histories = [[InForce("", terms)] for terms in first]
    for text in later:
        grown: list[list[InForce]] = []
        for history in histories:
            for after in _after(slots, nouns, words, history, text, read, read_condition):
                if [*history, after] not in grown:
                    grown.append([*history, after])
        if len(grown) > _MOST:
            return []
        histories = grown
    return histories


def _after(
    slots: Mapping[str, Slot],
    nouns: Mapping[str, str],
    words: Mapping[str, frozenset[str]],
    history: Sequence[InForce],
    text: str,
    read: Read,
    read_condition: ReadCondition,
) -> Iterator[InForce]:
    before = history[-1]
    for sentence_said in _bare(text):
        for op, sentences in REVISIONS.items():
            for sentence in sentences:
                if op == "value":
                    yield from _renamed(sentence, sentence_said, words, before)
                    continue
                if op == "bound":
                    if "{N}" in sentence:
                        yield from _rebound(sentence, sentence_said, slots, nouns, before)
                    else:
                        yield from _rebound_alone(sentence, sentence_said, slots, before)
                    continue
                if op == "shift":
                    yield from _shifted(sentence, sentence_said, slots, nouns, before)
                    continue
                if op == "drop both":
                    for noun, other in _two_parts(sentence, sentence_said, "{N}", "{M}"):
                        yield from _dropped_both(nouns.get(noun), nouns.get(other), before)
                    continue
                if op in ("unless", "only if"):
                    yield from _excepted(op, sentence, sentence_said, nouns, before, read_condition)
                    continue
                for noun, statement in _parts(sentence, sentence_said):
                    slot = nouns.get(noun) if noun else ""
                    if slot is None:
                        continue
                    added = [reading for reading in read(statement) if reading] if statement else [()]
                    for terms in added:
                        yield from _revised(op, slot, terms, before, history)


def _bare(text: str) -> Iterator[str]:
    """Yields the text, and the text without a marker ("Actually, ") before it."""
    yield text
    for marker in filter(None, MARKERS):
        if text.startswith(marker) and len(text) > len(marker):
            yield text[len(marker)].upper() + text[len(marker) + 1 :]


def _parts(sentence: str, text: str) -> Iterator[tuple[str, str]]:
    """Yields the noun and the statement of a text that has the form of a revision sentence; empty for a hole
    that the sentence lacks.
    """
    before_noun, has_noun, rest = sentence.partition("{N}")
    if not has_noun:
        before, _, _ = sentence.partition("{")
        if before == sentence:
            if text == sentence:
                yield "", ""
        elif text.startswith(before) and len(text) > len(before):
            yield "", text[len(before)].upper() + text[len(before) + 1 :]
        return
    if not text.startswith(before_noun):
        return
    body = text[len(before_noun) :]
    after_noun, has_statement, _ = rest.partition("{S}")
    index = body.find(after_noun)
    while index >= 0:
        statement = body[index + len(after_noun) :]
        if bool(statement) == bool(has_statement) and index:
            yield body[:index], statement
        index = body.find(after_noun, index + 1)


def _renamed(
    sentence: str, text: str, words: Mapping[str, frozenset[str]], before: InForce
) -> Iterator[InForce]:
    """Yields the states in which a text that exactly one literal has is replaced by another."""
    start, _, rest = sentence.partition("{V}")
    middle, _, end = rest.partition("{W}")
    if not (text.startswith(start) and text.endswith(end)):
        return
    body = text[len(start) : len(text) - len(end)]
    index = body.find(middle)
    while index > 0:
        old, new = body[:index], body[index + len(middle) :]
        positions = [
            (row, column)
            for row, term in enumerate(before.terms)
            for column, literal in enumerate(term)
            if old in literal.args
        ]
        if len(positions) == 1:
            [(row, column)] = positions
            literal = before.terms[row][column]
            if new in words.get(literal.slot, ()) and new not in literal.args:
                args = sorted({*literal.args, new} - {old}, key=str)
                changed = evolve(literal, args=tuple(args))
                yield InForce("value", _put(before.terms, row, column, changed), before.gone)
        index = body.find(middle, index + 1)


def _two_parts(sentence: str, text: str, first: str, second: str) -> Iterator[tuple[str, str]]:
    """Yields what stands in two holes of a sentence, in the order asked for, for every way to divide the
    text.
    """
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


def _excepted(
    op: str,
    sentence: str,
    text: str,
    nouns: Mapping[str, str],
    before: InForce,
    read_condition: ReadCondition,
) -> Iterator[InForce]:
    """Yields the states in which the only term of a slot has one more literal: the condition, or its
    negation.
    """
    for noun, condition in _two_parts(sentence, text, "{N}", "{P}"):
        slot = nouns.get(noun)
        rows = [row for row, term in enumerate(before.terms) if slot and _speaks(term, slot)]
        if len(rows) != 1:
            continue
        [row] = rows
        for literal in read_condition(condition):
            if not _speaks(before.terms[row], literal.slot):
                longer = (*before.terms[row], literal if op == "unless" else literal.denied())
                terms = (*before.terms[:row], longer, *before.terms[row + 1 :])
                yield InForce(op, terms, before.gone)


def _shifted(
    sentence: str, text: str, slots: Mapping[str, Slot], nouns: Mapping[str, str], before: InForce
) -> Iterator[InForce]:
    """Yields the states in which the bound of the only literal of a slot is larger, or smaller, by an
    amount.
    """
    for noun, amount in _two_parts(sentence, text, "{N}", "{D}"):
        slot = slots.get(nouns.get(noun, ""))
        if slot is None or slot.numbers is None or slot.plural or family_of(slot, None) not in SHIFTED:
            continue
        if slot.numbers.unit in UNSHIFTED:
            continue
        positions = _literals_of(slot.name, before.terms)
        if len(positions) != 1:
            continue
        [(row, column)] = positions
        literal = before.terms[row][column]
        if literal.over is not None or literal.test not in THRESHOLDS:
            continue
        try:
            step = read_spoken(slot.numbers, amount)
        except (ValueError, OverflowError):
            continue
        [bound] = literal.args
        if not isinstance(bound, int):
            continue
        moved = bound + step if sentence == REVISIONS["shift"][0] else bound - step
        if moved > 0:
            yield InForce(
                "shift", _put(before.terms, row, column, evolve(literal, args=(moved,))), before.gone
            )


def _literals_of(slot: str, terms: Terms) -> list[tuple[int, int]]:
    """Returns the positions of the literals of a slot: the index of the term, and the index in it."""
    return [
        (row, column)
        for row, term in enumerate(terms)
        for column, literal in enumerate(term)
        if literal.slot == slot
    ]


def _rebound_alone(sentence: str, text: str, slots: Mapping[str, Slot], before: InForce) -> Iterator[InForce]:
    """Yields the states in which the bound changes of the one slot that takes the comparison, in a term of
    its own.
    """
    start, _, end = sentence.partition("{C}")
    if not (text.startswith(start) and text.endswith(end)):
        return
    comparison = text[len(start) : len(text) - len(end)]
    taking = {
        slot.name: comparisons for slot in slots.values() if (comparisons := _comparisons(slot, comparison))
    }
    if len(taking) != 1:
        return
    [(name, comparisons)] = taking.items()
    positions = _literals_of(name, before.terms)
    if len(positions) != 1 or len(before.terms[positions[0][0]]) != 1:
        return
    [(row, column)] = positions
    literal = before.terms[row][column]
    if literal.over is None and literal.test in THRESHOLDS:
        for test, number in comparisons:
            changed = evolve(literal, test=test, args=(number,), positive=True)
            yield InForce("bound", _put(before.terms, row, column, changed), before.gone)


def _comparisons(slot: Slot, text: str) -> list[tuple[str, Any]]:
    """Returns every comparison with one number that a text can be for a slot: pairs of test and number."""
    result: list[tuple[str, Any]] = []
    if slot.numbers is None or slot.plural:
        return result
    family = family_of(slot, None)
    for test in sorted(THRESHOLDS) if family in BOUNDED else ():
        for phrase in COMPARISONS[family].get(test, ()):
            head, _, tail = phrase.partition("{0}")
            if text.startswith(head) and text.endswith(tail):
                try:
                    result.append((test, read_spoken(slot.numbers, text[len(head) : len(text) - len(tail)])))
                except (ValueError, OverflowError):
                    continue
    return result


def _rebound(
    sentence: str, text: str, slots: Mapping[str, Slot], nouns: Mapping[str, str], before: InForce
) -> Iterator[InForce]:
    """Yields the states in which the only literal of a slot, a comparison with one number, becomes another
    comparison.
    """
    start, _, rest = sentence.partition("{N}")
    middle, _, end = rest.partition("{C}")
    if not (text.startswith(start) and text.endswith(end)):
        return
    noun, has_middle, comparison = text[len(start) : len(text) - len(end)].partition(middle)
    slot = slots.get(nouns.get(noun, ""))
    if not has_middle or slot is None:
        return
    positions = _literals_of(slot.name, before.terms)
    if len(positions) != 1:
        return
    [(row, column)] = positions
    literal = before.terms[row][column]
    if literal.over is not None or literal.test not in THRESHOLDS:
        return
    for test, number in _comparisons(slot, comparison):
        changed = evolve(literal, test=test, args=(number,), positive=True)
        yield InForce("bound", _put(before.terms, row, column, changed), before.gone)


def _put(terms: Terms, row: int, column: int, literal: Literal) -> Terms:
    term = (*terms[row][:column], literal, *terms[row][column + 1 :])
    return (*terms[:row], term, *terms[row + 1 :])


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
