"""What is in force after each turn of a conversation in which conditions are revised.

The table of revisions is applied to the texts alone: nothing that a record says of its turns is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.independent.clause_grammar import family_of
from cocoa_core.independent.semantics import THRESHOLDS, Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.spoken_values import read_spoken
from cocoa_core.lexicon import BOUNDED, COMPARISONS, MARKERS, REVISIONS, SHIFTED

__all__ = ["InForce", "hear_turns"]

_MOST: Final = 64

Terms: TypeAlias = tuple[tuple[Literal, ...], ...]
Read: TypeAlias = Callable[[str], Sequence[Terms]]
"""Every way to read one or more sentences of a request without its opening."""
ReadCondition: TypeAlias = Callable[[str], Sequence[Literal]]
"""Every way to read what stands after an "if"."""


@frozen
class InForce:
    """The state after a turn. gone: what was dropped so far, each with the slot by whose noun it was."""

    op: str
    terms: Terms
    gone: tuple[tuple[str, tuple[Literal, ...]], ...] = ()


def _slots_by_noun(slots: Mapping[str, Slot]) -> dict[str, str]:
    """What customers call the slots; a noun that two of them would have belongs to neither."""
    found: dict[str, list[tuple[str, str]]] = {}
    for slot in slots.values():
        noun = slot.noun or _plain(slot.label)
        found.setdefault(noun.casefold(), []).append((noun, slot.name))
    return dict(several[0] for several in found.values() if len(several) == 1)


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
    """Every history that the turns can have; none where one cannot be read or there are too many.

    words: the names that a slot may be given, by slot. first: what the first turn can mean. read: reads the
    sentences that later turns add. read_condition: reads the conditions of those that make exceptions.
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
    for said in _bare(text):
        for op, sentences in REVISIONS.items():
            for sentence in sentences:
                if op == "value":
                    yield from _renamed(sentence, said, words, before)
                    continue
                if op == "bound":
                    if "{N}" in sentence:
                        yield from _rebound(sentence, said, slots, nouns, before)
                    else:
                        yield from _rebound_alone(sentence, said, slots, before)
                    continue
                if op == "shift":
                    yield from _shifted(sentence, said, slots, nouns, before)
                    continue
                if op == "drop both":
                    for noun, other in _two_parts(sentence, said, "{N}", "{M}"):
                        yield from _dropped_both(nouns.get(noun), nouns.get(other), before)
                    continue
                if op in ("unless", "only if"):
                    yield from _excepted(op, sentence, said, nouns, before, read_condition)
                    continue
                for noun, statement in _parts(sentence, said):
                    slot = nouns.get(noun) if noun else ""
                    if slot is None:
                        continue
                    added = [reading for reading in read(statement) if reading] if statement else [()]
                    for terms in added:
                        yield from _revised(op, slot, terms, before, history)


def _bare(text: str) -> Iterator[str]:
    """The text, and what stands behind a marker."""
    yield text
    for marker in filter(None, MARKERS):
        if text.startswith(marker) and len(text) > len(marker):
            yield text[len(marker)].upper() + text[len(marker) + 1 :]


def _parts(sentence: str, said: str) -> Iterator[tuple[str, str]]:
    """The noun and the statement of a text by a sentence of the table, "" for what it has not."""
    before_noun, has_noun, rest = sentence.partition("{N}")
    if not has_noun:
        before, _, _ = sentence.partition("{")
        if before == sentence:
            if said == sentence:
                yield "", ""
        elif said.startswith(before) and len(said) > len(before):
            yield "", said[len(before)].upper() + said[len(before) + 1 :]
        return
    if not said.startswith(before_noun):
        return
    body = said[len(before_noun) :]
    after_noun, has_statement, _ = rest.partition("{S}")
    place = body.find(after_noun)
    while place >= 0:
        statement = body[place + len(after_noun) :]
        if bool(statement) == bool(has_statement) and place:
            yield body[:place], statement
        place = body.find(after_noun, place + 1)


def _renamed(
    sentence: str, said: str, words: Mapping[str, frozenset[str]], before: InForce
) -> Iterator[InForce]:
    """The states in which the one literal that has a name has another one."""
    start, _, rest = sentence.partition("{V}")
    middle, _, end = rest.partition("{W}")
    if not (said.startswith(start) and said.endswith(end)):
        return
    body = said[len(start) : len(said) - len(end)]
    place = body.find(middle)
    while place > 0:
        old, new = body[:place], body[place + len(middle) :]
        having = [
            (row, column)
            for row, term in enumerate(before.terms)
            for column, literal in enumerate(term)
            if old in literal.args
        ]
        if len(having) == 1:
            [(row, column)] = having
            literal = before.terms[row][column]
            if new in words.get(literal.slot, ()) and new not in literal.args:
                args = sorted({*literal.args, new} - {old}, key=str)
                changed = evolve(literal, args=tuple(args))
                yield InForce("value", _put(before.terms, row, column, changed), before.gone)
        place = body.find(middle, place + 1)


def _two_parts(sentence: str, said: str, first: str, second: str) -> Iterator[tuple[str, str]]:
    """What stands in two holes of a sentence, in every way to divide the text; in the order asked for."""
    holes = sorted((first, second), key=sentence.index)
    start, _, rest = sentence.partition(holes[0])
    middle, _, end = rest.partition(holes[1])
    if not (said.startswith(start) and said.endswith(end) and len(said) > len(start) + len(end)):
        return
    body = said[len(start) : len(said) - len(end)]
    place = body.find(middle)
    while place > 0:
        parts = {holes[0]: body[:place], holes[1]: body[place + len(middle) :]}
        if parts[holes[1]]:
            yield parts[first], parts[second]
        place = body.find(middle, place + 1)


def _dropped_both(slot: str | None, other: str | None, before: InForce) -> Iterator[InForce]:
    """The state without the one term that is over both slots."""
    if slot is None or other is None or slot == other:
        return
    naming = [term for term in before.terms if _speaks(term, slot) or _speaks(term, other)]
    if len(naming) == 1 and {literal.slot for literal in naming[0]} == {slot, other}:
        yield InForce("drop both", tuple(term for term in before.terms if term != naming[0]), before.gone)


def _excepted(
    op: str,
    sentence: str,
    said: str,
    nouns: Mapping[str, str],
    before: InForce,
    read_condition: ReadCondition,
) -> Iterator[InForce]:
    """The states in which the one term of a slot has one more literal: the condition, or its denial."""
    for noun, condition in _two_parts(sentence, said, "{N}", "{P}"):
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
    sentence: str, said: str, slots: Mapping[str, Slot], nouns: Mapping[str, str], before: InForce
) -> Iterator[InForce]:
    """The states in which the bound of the one literal of a slot is larger, or smaller."""
    for noun, amount in _two_parts(sentence, said, "{N}", "{D}"):
        slot = slots.get(nouns.get(noun, ""))
        if slot is None or slot.numbers is None or slot.plural or family_of(slot, None) not in SHIFTED:
            continue
        having = _literals_of(slot.name, before.terms)
        if len(having) != 1:
            continue
        [(row, column)] = having
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
    """The places of the literals of a slot: of the term, and in it."""
    return [
        (row, column)
        for row, term in enumerate(terms)
        for column, literal in enumerate(term)
        if literal.slot == slot
    ]


def _rebound_alone(sentence: str, said: str, slots: Mapping[str, Slot], before: InForce) -> Iterator[InForce]:
    """The same without the noun: of the one slot that takes the comparison, in a term of its own."""
    start, _, end = sentence.partition("{C}")
    if not (said.startswith(start) and said.endswith(end)):
        return
    comparison = said[len(start) : len(said) - len(end)]
    taking = {slot.name: found for slot in slots.values() if (found := _comparisons(slot, comparison))}
    if len(taking) != 1:
        return
    [(name, found)] = taking.items()
    having = _literals_of(name, before.terms)
    if len(having) != 1 or len(before.terms[having[0][0]]) != 1:
        return
    [(row, column)] = having
    literal = before.terms[row][column]
    if literal.over is None and literal.test in THRESHOLDS:
        for test, number in found:
            changed = evolve(literal, test=test, args=(number,), positive=True)
            yield InForce("bound", _put(before.terms, row, column, changed), before.gone)


def _comparisons(slot: Slot, said: str) -> list[tuple[str, Any]]:
    """Every test of one number that a text can be for a slot."""
    family = family_of(slot, None) if slot.numbers is not None and not slot.plural else ""
    result: list[tuple[str, Any]] = []
    for test in sorted(THRESHOLDS) if family in BOUNDED else ():
        for phrase in COMPARISONS[family].get(test, ()):
            head, _, tail = phrase.partition("{0}")
            if said.startswith(head) and said.endswith(tail):
                try:
                    result.append((test, read_spoken(slot.numbers, said[len(head) : len(said) - len(tail)])))
                except (ValueError, OverflowError):
                    continue
    return result


def _rebound(
    sentence: str, said: str, slots: Mapping[str, Slot], nouns: Mapping[str, str], before: InForce
) -> Iterator[InForce]:
    """The states in which the one literal of a slot, a comparison with one number, is another comparison."""
    start, _, rest = sentence.partition("{N}")
    middle, _, end = rest.partition("{C}")
    if not (said.startswith(start) and said.endswith(end)):
        return
    noun, found, comparison = said[len(start) : len(said) - len(end)].partition(middle)
    slot = slots.get(nouns.get(noun, ""))
    if not found or slot is None:
        return
    having = _literals_of(slot.name, before.terms)
    if len(having) != 1:
        return
    [(row, column)] = having
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
    """The state that a revision leads to, where it may be said."""
    if op == "add":
        yield InForce(op, (*before.terms, *terms), before.gone)
    elif op == "undo" and len(history) > 1 and before.op != "undo":
        yield InForce(op, history[-2].terms, history[-2].gone)
    elif op == "back":
        dropped = [term for name, term in before.gone if name == slot]
        if len(dropped) == 1 and not any(_speaks(term, slot) for term in before.terms):
            yield InForce(op, (*before.terms, dropped[0]), before.gone)
    elif op in ("drop", "swap"):
        named = [place for place, term in enumerate(before.terms) if _speaks(term, slot)]
        if len(named) == 1 and len(before.terms[named[0]]) == 1:
            [place] = named
            kept = before.terms[:place] + before.terms[place + 1 :]
            yield InForce(op, kept + terms, (*before.gone, (slot, before.terms[place])))


def _speaks(term: tuple[Literal, ...], slot: str) -> bool:
    return slot in [literal.slot for literal in term]
