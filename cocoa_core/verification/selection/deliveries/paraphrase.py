"""Checks the paraphrase of a request: every verdict is derived again from what is stored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.independent import (
    LONGEST_REQUEST,
    Lexicon,
    Literal,
    StepBudgetExceededError,
    TextReader,
    VerifierDomain,
    clauses,
    read_formula,
    redundant_part,
    same_meaning,
)
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, Terms, parse_terms
from cocoa_core.verification.selection.request import vocabulary_of

_NUMBERED: Final = frozenset(("broken", "relax", "possible"))
"""Asks whose prompts number the conditions, so that each condition is paraphrased by itself."""
_MOST_ROUNDS: Final = 3
_FEWEST_READERS: Final = 2
_SAME: Final = "same"
_LONGEST: Final = 4_000
"""Characters of a paraphrase."""
_WHAT: Final = "paraphrase"
_NUMBER: Final = re.compile(r"(?<!\w)\d(?:\w|[.,:](?=\d))*")
"""A number as written (`2,900`, `4:30`, `26th`); none in a name (`VS2`)."""


@frozen
class _Part:
    """A text that was rewritten by itself."""

    text: str
    terms: Terms
    """The sum terms that a reader has to understand."""


def paraphrase_flaws(question: ParsedQuestion, lexicon: Lexicon) -> Iterator[Flaw]:
    """Finds what is wrong with the paraphrase of a record; nothing for a record without one."""
    paraphrase = question.record.get(_WHAT)
    if paraphrase is None:
        return
    rounds, readers = paraphrase["rounds"], paraphrase["readers"]
    if not 1 <= len(rounds) <= _MOST_ROUNDS or len(readers) < _FEWEST_READERS:
        got = f"{len(rounds)} rounds, {len(readers)} readers"
        yield Flaw(_WHAT, "there are too many rounds or too few readers", got, "1 to 3 rounds, 2 readers")
        return
    parts = _parts(question, lexicon)
    if isinstance(parts, Flaw):
        yield parts
        return
    yield from _locked_flaws(question, parts, paraphrase["locked"])
    for number, round_record in enumerate(rounds, 1):
        verdicts = _verdicts(
            question,
            parts,
            paraphrase["locked"],
            round_record["text"],
            round_record["readings"],
            len(readers),
        )
        if isinstance(verdicts, Flaw):
            yield Flaw(_WHAT, f"round {number}: {verdicts.problem}", verdicts.got, verdicts.expected)
            return
        if verdicts != round_record["verdicts"]:
            problem = f"round {number} has another verdict by what is stored of it"
            yield Flaw(_WHAT, problem, ", ".join(round_record["verdicts"]), ", ".join(verdicts))
        if set(verdicts) == {_SAME} and number < len(rounds):
            yield Flaw(_WHAT, f"round {number} passed, and another followed")
    last = rounds[-1]
    yield from unequal(_WHAT, "the text is not that of the last round", paraphrase["text"], last["text"])
    if set(last["verdicts"]) != {_SAME}:
        yield Flaw(_WHAT, "the last round did not pass", ", ".join(last["verdicts"]), _SAME)


def _parts(question: ParsedQuestion, lexicon: Lexicon) -> list[_Part] | Flaw:
    """Returns what was rewritten: turns, conditions for turns, numbered conditions, or the request."""
    record = question.record
    units = record[_WHAT].get("parts")
    if "history" in record:
        unreadable: list[Flaw] = []
        terms = parse_terms(record["delivery"]["terms"], question.domain, unreadable)
        states = record["states"]
        if unreadable or units or len(states) != len(record["history"]):
            return Flaw(_WHAT, "the turns cannot be told apart", units)
        if any(term_index >= len(terms) for state in states for term_index in state):
            return Flaw(_WHAT, "a state names terms that do not exist")
        return [
            _Part(turn["text"], tuple(terms[term_index] for term_index in state))
            for turn, state in zip(record["history"], states, strict=True)
        ]
    if units is not None:
        return _units(question, lexicon, units)
    if record["ask"] in _NUMBERED:
        stating = [sentence for sentence in record["sentences"] if sentence["terms"]]
        if any(term_index >= len(question.terms) for sentence in stating for term_index in sentence["terms"]):
            return Flaw(_WHAT, "a sentence says terms that do not exist")
        return [
            _Part(sentence["text"], tuple(question.terms[term_index] for term_index in sentence["terms"]))
            for sentence in stating
        ]
    return [_Part(record["request"], question.terms)]


def _units(question: ParsedQuestion, lexicon: Lexicon, texts: Sequence[str]) -> list[_Part] | Flaw:
    """Returns the conditions for turns; each has one meaning, that of the request's at its position."""
    slots = question.domain.slots
    order = [term_index for sentence in question.record["sentences"] for term_index in sentence["terms"]]
    if sorted(order) != list(range(len(question.terms))) or len(texts) != len(order):
        return Flaw(_WHAT, "there is not one text for each condition", len(texts), len(question.terms))
    parts = []
    for text, term_index in zip(texts, order, strict=True):
        try:
            reader = TextReader(lexicon, slots, vocabulary_of(question), text)
            readings = reader.readings((0,), (len(text),)).terms
        except StepBudgetExceededError:
            readings = []
        expected = (question.terms[term_index],)
        if not readings or any(
            clauses(slots, reading_terms) != clauses(slots, expected) for reading_terms in readings
        ):
            return Flaw(_WHAT, "a text is not the condition that comes there, or not that alone", text)
        parts.append(_Part(text, expected))
    return parts


def _verdicts(
    question: ParsedQuestion,
    parts: Sequence[_Part],
    locked: Sequence[str],
    text: str,
    readings: Sequence[str],
    readers: int,
) -> list[str] | Flaw:
    """Returns the verdict on a text that cannot pass, else one on each reading; or a flaw."""
    problem = _of_text(parts, locked, text)
    if problem:
        return Flaw("", "a text that nobody may be shown was read", text) if readings else [problem]
    if len(readings) != readers:
        return Flaw("", "there is not one reading for each reader", len(readings), readers)
    result = []
    for reading in readings:
        lines = reading.split("\n")
        verdict: str | None = "unread"
        if len(lines) == len(parts):
            try:
                pairs = zip(parts, lines, strict=True)
                part_verdicts = [_of_reading(question.domain, part.terms, line) for part, line in pairs]
                verdict = next(
                    (part_verdict for part_verdict in part_verdicts if part_verdict != _SAME), _SAME
                )
            except StepBudgetExceededError:
                verdict = None
        if verdict is None:
            return Flaw("", "it cannot be worked out whether a reading means the requirement", reading)
        result.append(verdict)
    return result


def _of_text(parts: Sequence[_Part], locked: Sequence[str], text: str) -> str:
    """Returns why the text cannot be shown to a reader; empty where it can."""
    lines = text.split("\n")
    if len(lines) != len(parts) or not all(line and line.isprintable() for line in lines):
        return "unwritten"
    if sum(map(len, lines)) > min(_LONGEST, LONGEST_REQUEST):
        return "unwritten"
    if [line.split() for line in lines] == [part.text.split() for part in parts]:
        return "unchanged"
    for part, line in zip(parts, lines, strict=True):
        all_kept = all(stands(span, line) for span in locked if stands(span, part.text))
        if not all_kept or not set(_NUMBER.findall(part.text)).issuperset(_NUMBER.findall(line)):
            return "locked"
    return ""


def _of_reading(domain: VerifierDomain, expected: Terms, reading: str) -> str | None:
    """Returns the verdict on a reading of a part; None where too many values make it undecidable."""
    try:
        terms = read_formula(domain.slots, reading)
    except (ValueError, OverflowError):
        return "unread"
    if _derived(domain, terms) != _derived(domain, expected):
        return "other"
    if clauses(domain.slots, terms) != clauses(domain.slots, expected):
        same = same_meaning(domain, terms, expected)
        if not same:
            return None if same is None else "other"
    return "idle" if redundant_part(domain, terms, ()) else _SAME


def _derived(domain: VerifierDomain, terms: Sequence[Sequence[Literal]]) -> set[str]:
    return {literal.slot for term in terms for literal in term} & domain.derived_slots


def _locked_flaws(question: ParsedQuestion, parts: Sequence[_Part], locked: Sequence[str]) -> Iterator[Flaw]:
    """Finds locked spans that are in no part, and numbers and names of a part that are not locked in it."""
    for span in locked:
        if not any(stands(span, part.text) for part in parts):
            yield Flaw(_WHAT, "a span is locked that the request does not have", span)
    names = {
        arg
        for part in parts
        for term in (*part.terms, *question.terms)
        for literal in term
        for arg in literal.args
        if isinstance(arg, str)
    }
    for part in parts:
        part_spans = [span for span in locked if stands(span, part.text)]
        for span in sorted(
            {*_NUMBER.findall(part.text), *(name for name in names if stands(name, part.text))}
        ):
            if not any(stands(span, locked_span) for locked_span in part_spans):
                yield Flaw(_WHAT, "a number or a name of the request is not locked", span)


def stands(span: str, text: str) -> bool:
    """Returns whether the span stands in the text as words of its own, as it is or with a capital."""
    forms = "|".join(re.escape(first + span[1:]) for first in sorted({span[:1], span[:1].upper()}))
    alone = rf"(?<!\w)(?<!\d[.,:])(?:{forms})(?!\w)(?![.,:]\d)"
    return span != "" and re.search(alone, text) is not None
