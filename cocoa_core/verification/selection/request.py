"""The request alone: what it asks for, read again from its words, and the labels that every reading gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from cocoa_core.independent import (
    LONGEST_REQUEST,
    MOST_READINGS,
    MOST_STEPS,
    Lexicon,
    Literal,
    Masks,
    Readings,
    Slot,
    Statement,
    StepBudget,
    StepBudgetExceededError,
    TextReader,
    VerifierDomain,
    after_opening,
    all_masks,
    any_mask,
    before_closing,
    canonical_text,
    clauses,
    opening_text,
    xor_masks,
)
from cocoa_core.lexicon import FormReading
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion
from cocoa_core.verification.selection.sentences import sentence_flaws

__all__ = ["request_flaws", "vocabulary_of"]

_QUOTED: Final = 120


def request_flaws(case: ParsedQuestion, lexicon: Lexicon) -> Iterator[Flaw]:
    """What is wrong with a request.

    An opening of another group, no reading, one that is not the requirement, an unsettled label, or sentences
    that do not say what the record says they do.
    """
    request, slots = case.record["request"], case.domain.slots
    if len(request) > LONGEST_REQUEST:
        yield Flaw("request", "the request is too long to be read", f"{len(request)} characters")
        return
    steps = StepBudget()
    try:
        starts = after_opening(case.domain, case.group, request, steps)
    except StepBudgetExceededError:
        starts = []
    if not starts:
        said = opening_text(case.domain, case.group)
        expected = f"{said!r}, or another opening of the domain"
        yield Flaw("opening", "the request does not open with its group", request[:_QUOTED], expected)
        return
    reader = TextReader(lexicon, slots, vocabulary_of(case), request, steps)
    readings = reader.readings(starts, before_closing(case.domain, request))
    problem = _problem(readings)
    if problem:
        yield Flaw("request", problem, request, "one meaning that can be read")
        return
    wanted = clauses(slots, case.terms)
    other = next((terms for terms in map(_terms, readings.found) if clauses(slots, terms) != wanted), None)
    if other is not None:
        yield Flaw(
            "request",
            "the request can be read as another requirement",
            canonical_text(slots, other),
            canonical_text(slots, case.terms),
        )
    else:
        yield from sentence_flaws(case, reader, starts)
    yield from _labels(case, readings)


def _terms(reading: tuple[Statement, ...]) -> list[tuple[Literal, ...]]:
    """The sum terms that the statements say together."""
    return [term for statement in reading for term in statement.terms]


def _problem(readings: Readings) -> str:
    """What is wrong with the number of readings; nothing where there are some that can be gone through."""
    if readings.spent:
        return f"the request has more readings than can be tried: {MOST_STEPS:,} steps did not end them"
    if readings.more:
        return f"the request has more than {MOST_READINGS} readings"
    return "" if readings.found else "the request has no readings"


def vocabulary_of(case: ParsedQuestion) -> Mapping[str, frozenset[str]]:
    """The texts that a request may name: of a closed slot all, of an open one those that the question has."""
    named = {one.slot: set[str]() for term in case.terms for one in term}
    for one in chain.from_iterable(case.terms):
        named[one.slot].update(arg for arg in one.args if isinstance(arg, str))
    found: dict[str, frozenset[str]] = {}
    for slot in _slots_with_words(case.domain):
        if slot.words is not None:
            found[slot.name] = slot.words
            continue
        words = named.get(slot.name, set())
        for values in case.values.values():
            value = values.get(slot.name)
            if isinstance(value, frozenset):
                words |= value
            elif isinstance(value, str):
                words.add(value)
        found[slot.name] = frozenset(words)
    return found


def _slots_with_words(domain: VerifierDomain) -> Iterator[Slot]:
    return (slot for slot in domain.slots.values() if slot.kind in ("category", "set"))


def _labels(case: ParsedQuestion, readings: Readings) -> Iterator[Flaw]:
    """Options whose label hangs on a reading, or on how a sentence is taken, or is not the answer's."""
    true, false = case.label_masks()
    takes = [[_takes(case, statement) for statement in reading] for reading in readings.found]
    for label, bit in case.bits.items():
        if label not in case.right and not (true | false) & bit:  # it hides what would decide
            if any(statement.others for reading in readings.found for statement in reading):
                yield Flaw(
                    "label",
                    f"option {label} is open, and a sentence can be taken otherwise",
                    case.record["request"],
                )
            continue
        if not all(_is_settled(reading, bit, label in case.right) for reading in takes):
            yield Flaw(
                "label",
                f"option {label} has another label by a reading of the request",
                case.record["request"],
                "it satisfies every reading" if label in case.right else "it breaks every reading",
            )


def _is_settled(takes: list[Masks], bit: int, right: bool) -> bool:
    """Whether an option has its label however the statements of a reading are taken.

    takes: of each statement the options for which it is true, and those for which it is false, whichever way
    it is taken. bit: of the option. right: whether it satisfies the requirement.
    """
    if right:
        return all(true & bit for true, _ in takes)
    return any(false & bit for _, false in takes)


def _takes(case: ParsedQuestion, statement: Statement) -> Masks:
    """Whichever way a statement is taken: options for which it is true, and those for which it is false."""
    masks = [case.masks(literal) for literal in statement.literals]
    true, false = all_masks([any_mask([_read(part, masks) for part in term]) for term in statement.places])
    for other in statement.others:
        other_true, other_false = _read(other, masks)
        true, false = true & other_true, false & other_false
    return true, false


def _read(reading: FormReading, literals: list[Masks]) -> Masks:
    if isinstance(reading, int):
        true, false = literals[abs(reading) - 1]
        return (true, false) if reading > 0 else (false, true)
    name, one, other = reading
    pair = _read(one, literals), _read(other, literals)
    return {"and": all_masks, "or": any_mask}[name](pair) if name != "xor" else xor_masks(*pair)
