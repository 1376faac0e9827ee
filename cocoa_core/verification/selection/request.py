"""Reads the request again from its words, and checks what it asks for by every reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from cocoa_core.independent import (
    LONGEST_REQUEST,
    MOST_READINGS,
    MOST_STEPS,
    Lexicon,
    Literal,
    Masks,
    ParsedStatement,
    Readings,
    Slot,
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
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, Terms


def number_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds sentences that say several sum terms, or say them in another order."""
    stated = [sentence["terms"] for sentence in question.record["sentences"] if sentence["terms"]]
    expected = [[index] for index in range(len(question.terms))]
    if stated != expected:
        what = "the conditions are not said one a sentence, in order"
        yield Flaw("numbers", what, stated, expected)


_WHAT: Final = "sentences"


def _sentence_flaws(question: ParsedQuestion, reader: TextReader, starts: Sequence[int]) -> Iterator[Flaw]:
    """Checks that the sentences make up the request, say their sum terms, and list all inert texts."""
    request, sentences = question.record["request"], question.record["sentences"]
    texts = [sentence["text"] for sentence in sentences]
    if " ".join(texts) != request:
        yield Flaw(_WHAT, "the sentences are not those of the request", " ".join(texts), request)
        return
    stated_terms = [term_index for sentence in sentences for term_index in sentence["terms"]]
    if sorted(stated_terms) != list(range(len(question.terms))):
        yield Flaw(_WHAT, "each sum term is not said by one sentence", stated_terms)
        return
    if sentences[0]["terms"]:
        yield Flaw(_WHAT, "the first sentence is not the opening", texts[0])
        return
    inert: list[str] = []
    end = -1
    for number, sentence in enumerate(sentences, 1):
        start, end = end + 1, end + 1 + len(sentence["text"])
        if sentence["terms"]:
            try:
                statements = reader.statements(start, end)
            except StepBudgetExceededError:
                yield Flaw(_WHAT, "the sentences have more readings than can be tried", sentence["text"])
                return
            if not _says(question, statements, sentence["terms"]):
                yield Flaw(_WHAT, f"sentence {number} does not say what is listed with it", sentence["text"])
            inert += dict.fromkeys(statement.reason for statement in statements if statement.reason)
        else:
            opens = number == 1 and end + 1 in starts
            if not opens and not (number == len(sentences) and sentence["text"] in question.domain.closings):
                yield Flaw(_WHAT, f"sentence {number} is neither opening nor closing", sentence["text"])
            inert.append(sentence["text"])
    yield from unequal("inert", "the texts that mean nothing are others", question.record["inert"], inert)
    if question.record["provenance"]["settings"].get("inert") == "none" and inert[1:]:
        yield Flaw("inert", "there is a reason or a closing against the settings", inert[1:])


def _says(
    question: ParsedQuestion, statements: Sequence[ParsedStatement], term_indices: Sequence[int]
) -> bool:
    """Returns whether the sentence has readings, and each means these sum terms, whose indices rise."""
    slots = question.domain.slots
    stated = tuple([question.terms[index] for index in term_indices])
    return (
        bool(statements)
        and list(term_indices) == sorted(term_indices)
        and _other_meaning(slots, [statement.terms for statement in statements], stated) is None
    )


def _other_meaning(
    slots: Mapping[str, Slot], readings: Iterable[Terms], stated: Sequence[Sequence[Literal]]
) -> Terms | None:
    """Returns the first reading that means something else than what is stated; None if none does."""
    unlike = [terms for terms in readings if terms != stated]
    wanted = clauses(slots, stated) if unlike else frozenset()
    return next((terms for terms in unlike if clauses(slots, terms) != wanted), None)


_QUOTED: Final = 120


def request_flaws(
    question: ParsedQuestion,
    lexicon: Lexicon,
    reading_flaws: Callable[[ParsedQuestion, Terms], Iterator[Flaw]] = lambda *_: iter(()),
) -> Iterator[Flaw]:
    """Finds what is wrong with a request.

    That is an opening of another group, no reading, a reading that is not the requirement, a label that
    differs between readings, or sentences that do not say what the record lists.

    Args:
        question: the question, or the case of an assistant.
        lexicon: the words of the domain.
        reading_flaws: finds what of the key does not follow from a reading with other literals.
    """
    request, slots = question.record["request"], question.domain.slots
    if len(request) > LONGEST_REQUEST:
        yield Flaw("request", "the request is too long to be read", f"{len(request)} characters")
        return
    steps = StepBudget()
    try:
        starts = after_opening(question.domain, question.group, request, steps)
    except StepBudgetExceededError:
        starts = []
    if not starts:
        opening = opening_text(question.domain, question.group)
        expected = f"{opening!r}, or another opening of the domain"
        yield Flaw("opening", "the request does not open with its group", request[:_QUOTED], expected)
        return
    reader = TextReader(lexicon, slots, vocabulary_of(question), request, steps)
    readings = reader.readings(starts, before_closing(question.domain, request))
    problem = _problem(readings)
    if problem:
        yield Flaw("request", problem, request, "one meaning that can be read")
        return
    other = _other_meaning(slots, readings.terms, question.terms)
    if other is not None:
        yield Flaw(
            "request",
            "the request can be read as another requirement",
            canonical_text(slots, other),
            canonical_text(slots, question.terms),
        )
    else:
        yield from _sentence_flaws(question, reader, starts)
        for reading in readings.terms:
            if reading != question.terms:
                yield from reading_flaws(question, reading)
    yield from _labels(question, readings)


def _problem(readings: Readings) -> str:
    """Returns what is wrong with the number of readings; empty where there are some, and not too many."""
    if readings.spent:
        return f"the request has more readings than can be tried: {MOST_STEPS:,} steps did not end them"
    if readings.more:
        return f"the request has more than {MOST_READINGS} readings"
    return "" if readings.kept else "the request has no readings"


def vocabulary_of(question: ParsedQuestion) -> Mapping[str, frozenset[str]]:
    """Returns the texts that a request may name, by slot: a closed vocabulary, or the question's."""
    closed, is_open = _vocabularies(question.domain)
    result = dict(closed)
    for name in is_open:
        words = {
            arg
            for term in question.terms
            for literal in term
            if literal.slot == name
            for arg in literal.args
            if isinstance(arg, str)
        }
        for values in question.values.values():
            value = values.get(name)
            if isinstance(value, frozenset):
                words |= value
            elif isinstance(value, str):
                words.add(value)
        result[name] = frozenset(words)
    return result


@lru_cache(maxsize=16)
def _vocabularies(domain: VerifierDomain) -> tuple[Mapping[str, frozenset[str]], tuple[str, ...]]:
    """Returns the closed vocabularies of slots that hold words, by slot, and the slots with an open one."""
    worded = [slot for slot in domain.slots.values() if slot.worded]
    closed = {slot.name: slot.words for slot in worded if slot.words is not None}
    return closed, tuple([slot.name for slot in worded if slot.words is None])


def _labels(question: ParsedQuestion, readings: Readings) -> Iterator[Flaw]:
    """Finds options whose label differs between readings, ways to take a sentence, or the answer."""
    true, false = question.label_masks()
    takes = [[_takes(question, statement) for statement in reading] for reading in readings.kept]
    for label, bit in question.bits.items():
        if label not in question.right and not (true | false) & bit:  # it hides what would decide
            if any(statement.others for reading in readings.kept for statement in reading):
                yield Flaw(
                    "label",
                    f"option {label} is open, and a sentence can be taken otherwise",
                    question.record["request"],
                )
            continue
        if not all(_is_settled(reading, bit, label in question.right) for reading in takes):
            yield Flaw(
                "label",
                f"option {label} has another label by a reading of the request",
                question.record["request"],
                "it satisfies every reading" if label in question.right else "it breaks every reading",
            )


def _is_settled(takes: list[Masks], bit: int, right: bool) -> bool:
    """Returns whether an option has its label however the statements of a reading are taken."""
    if right:
        return all(true & bit for true, _ in takes)
    return any(false & bit for _, false in takes)


def _takes(question: ParsedQuestion, statement: ParsedStatement) -> Masks:
    """Returns the options for which a statement is true, and false, in every way to take it."""
    masks = [question.masks(literal) for literal in statement.literals]
    true, false = all_masks(
        [any_mask([_masks_of(part, masks) for part in term]) for term in statement.places]
    )
    for other in statement.others:
        other_true, other_false = _masks_of(other, masks)
        true, false = true & other_true, false & other_false
    return true, false


def _masks_of(reading: FormReading, literals: list[Masks]) -> Masks:
    if isinstance(reading, int):
        true, false = literals[abs(reading) - 1]
        return (true, false) if reading > 0 else (false, true)
    name, first, second = reading
    pair = _masks_of(first, literals), _masks_of(second, literals)
    return {"and": all_masks, "or": any_mask}[name](pair) if name != "xor" else xor_masks(*pair)
