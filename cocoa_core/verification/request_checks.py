"""The request alone: what it asks for, read again from its words, and the labels that every reading gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from cocoa_core.language.phrases import Reading
from cocoa_core.verification.case import Case
from cocoa_core.verification.domain_reading import VerifierDomain
from cocoa_core.verification.normal_form import clauses
from cocoa_core.verification.notation import canonical_text
from cocoa_core.verification.openings import after_opening, opening_text
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.request_reading import (
    LONGEST_REQUEST,
    MOST_READINGS,
    Readings,
    SumTerm,
    readings_from,
)
from cocoa_core.verification.sayings import Lexicon
from cocoa_core.verification.semantics import Truth, any_of, exactly_one_of
from cocoa_core.verification.slots import Slot
from cocoa_core.verification.steps import MOST_STEPS, SpentError, Steps

__all__ = ["request_flaws"]

_QUOTED: Final = 120


def request_flaws(case: Case, lexicon: Lexicon) -> Iterator[Flaw]:
    """An opening of another group, no reading, one that is not the requirement, or an unsettled label."""
    request, slots = case.record["request"], case.domain.slots
    if len(request) > LONGEST_REQUEST:
        yield Flaw("request", "the request is too long to be read", f"{len(request)} characters")
        return
    steps = Steps()
    try:
        starts = after_opening(case.domain, case.shown["A"], request, steps)
    except SpentError:
        starts = []
    if not starts:
        said = opening_text(case.domain, case.shown["A"])
        yield Flaw("opening", "the request does not open with its group", request[:_QUOTED], said)
        return
    readings = readings_from(lexicon, slots, _vocabulary(case), request, starts, steps)
    problem = _problem(readings)
    if problem:
        yield Flaw("request", problem, request, "one meaning that can be read")
        return
    wanted = clauses(slots, case.terms)
    meanings = ([term.literals for term in reading] for reading in readings.found)
    other = next((terms for terms in meanings if clauses(slots, terms) != wanted), None)
    if other is not None:
        yield Flaw(
            "request",
            "the request can be read as another requirement",
            canonical_text(slots, other),
            canonical_text(slots, case.terms),
        )
    yield from _labels(case, readings)


def _problem(readings: Readings) -> str:
    """What is wrong with the number of readings; nothing where there are some that can be gone through."""
    if readings.spent:
        return f"the request has more readings than can be tried: {MOST_STEPS:,} steps did not end them"
    if readings.more:
        return f"the request has more than {MOST_READINGS} readings"
    return "" if readings.found else "the request has no readings"


def _vocabulary(case: Case) -> Mapping[str, frozenset[str]]:
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


def _labels(case: Case, readings: Readings) -> Iterator[Flaw]:
    """Options whose label hangs on a reading, or on how a sentence is taken, or is not the answer's."""
    answer = case.record["answer"]
    for label in case.values:
        if not all(_is_settled(case, reading, label) for reading in readings.found):
            yield Flaw(
                "label",
                f"option {label} has another label by a reading of the request",
                case.record["request"],
                "the answer satisfies every reading" if label == answer else "it breaks every reading",
            )


def _is_settled(case: Case, reading: tuple[SumTerm, ...], label: str) -> bool:
    """Whether the option has its label however the sentences are taken."""
    takes = [_takes(case, term, label) for term in reading]
    if label == case.record["answer"]:
        return all(found is True for ways in takes for found in ways)
    return any(all(found is False for found in ways) for ways in takes)


def _takes(case: Case, term: SumTerm, label: str) -> list[Truth]:
    """The truth of a sentence for an option, one way to take it after the other."""
    truths = [case.truth(one, label) for one in term.literals]
    return [any_of(truths), *(_read(other, truths) for other in term.others)]


def _read(reading: Reading, truths: list[Truth]) -> Truth:
    if isinstance(reading, int):
        return truths[reading - 1]
    name, one, other = reading
    pair = _read(one, truths), _read(other, truths)
    return exactly_one_of(*pair) if name == "xor" else any_of(pair)
