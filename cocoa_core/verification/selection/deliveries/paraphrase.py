"""Other words for a request: every verdict worked out again from what is stored of writer and readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cocoa_core.independent import (
    LONGEST_REQUEST,
    Literal,
    StepBudgetExceededError,
    VerifierDomain,
    clauses,
    read_formula,
    redundant_part,
    same_meaning,
)
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["paraphrase_flaws", "stands"]

_NUMBERED: Final = frozenset(("broken", "relax", "possible"))
"""Asks whose prompts number the conditions: a rewrite has none that could be numbered."""
_MOST_ROUNDS: Final = 3
_FEWEST_READERS: Final = 2
_SAME: Final = "same"
_LONGEST: Final = 4_000
_WHAT: Final = "paraphrase"


def paraphrase_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """What is wrong with the paraphrase of a record; nothing for a record without one."""
    given = case.record.get(_WHAT)
    if given is None:
        return
    if case.record["ask"] in _NUMBERED or "history" in case.record:
        yield Flaw(_WHAT, "the conditions of this question are asked one by one, and have no rewrite")
        return
    rounds, readers = given["rounds"], given["readers"]
    if not 1 <= len(rounds) <= _MOST_ROUNDS or len(readers) < _FEWEST_READERS:
        got = f"{len(rounds)} rounds, {len(readers)} readers"
        yield Flaw(_WHAT, "there are too many rounds or too few readers", got, "1 to 3 rounds, 2 readers")
        return
    yield from _locked_flaws(case, given["locked"])
    for number, one in enumerate(rounds, 1):
        found = _verdicts(case, given["locked"], one["text"], one["readings"], len(readers))
        if isinstance(found, Flaw):
            yield Flaw(_WHAT, f"round {number}: {found.problem}", found.got, found.expected)
            return
        if found != one["verdicts"]:
            problem = f"round {number} has another verdict by what is stored of it"
            yield Flaw(_WHAT, problem, ", ".join(one["verdicts"]), ", ".join(found))
        if set(found) == {_SAME} and number < len(rounds):
            yield Flaw(_WHAT, f"round {number} passed, and another followed")
    last = rounds[-1]
    if last["text"] != given["text"]:
        yield Flaw(_WHAT, "the text is not that of the last round", given["text"], last["text"])
    if set(last["verdicts"]) != {_SAME}:
        yield Flaw(_WHAT, "the last round did not pass", ", ".join(last["verdicts"]), _SAME)


def _verdicts(
    case: ParsedQuestion, locked: Sequence[str], text: str, readings: Sequence[str], readers: int
) -> list[str] | Flaw:
    """Of the text alone where it cannot pass, else of each reading; a flaw where it cannot be said."""
    problem = _of_text(case.record["request"], locked, text)
    if problem:
        return Flaw("", "a text that nobody may be shown was read", text) if readings else [problem]
    if len(readings) != readers:
        return Flaw("", "there is not one reading for each reader", str(len(readings)), str(readers))
    result = []
    for reading in readings:
        try:
            verdict = _of_reading(case, reading)
        except StepBudgetExceededError:
            verdict = None
        if verdict is None:
            return Flaw("", "it cannot be worked out whether a reading means the requirement", reading)
        result.append(verdict)
    return result


def _of_text(request: str, locked: Sequence[str], text: str) -> str:
    if not text or not text.isprintable() or len(text) > min(_LONGEST, LONGEST_REQUEST):
        return "unwritten"
    if text.split() == request.split():
        return "unchanged"
    numbers = set(_numbers(request))
    kept = all(stands(span, text) for span in locked)
    return "" if kept and numbers.issuperset(_numbers(text)) else "locked"


def _of_reading(case: ParsedQuestion, reading: str) -> str | None:
    """None where there are too many ways to fill a slot to be gone through, or too many steps."""
    domain = case.domain
    try:
        terms = read_formula(domain.slots, reading)
    except (ValueError, OverflowError):
        return "unread"
    if _derived(domain, terms) != _derived(domain, case.terms):
        return "other"
    if clauses(domain.slots, terms) != clauses(domain.slots, case.terms):
        same = same_meaning(domain, terms, case.terms)
        if not same:
            return None if same is None else "other"
    return "idle" if redundant_part(domain, terms, ()) else _SAME


def _derived(domain: VerifierDomain, terms: Sequence[Sequence[Literal]]) -> set[str]:
    return {literal.slot for term in terms for literal in term} & domain.derived_slots


def _locked_flaws(case: ParsedQuestion, locked: Sequence[str]) -> Iterator[Flaw]:
    """Spans that the request does not have, and numbers and names that it has and that are not locked."""
    request = case.record["request"]
    for span in locked:
        if not stands(span, request):
            yield Flaw(_WHAT, "a span is locked that the request does not have", span)
    names = {arg for term in case.terms for literal in term for arg in literal.args if isinstance(arg, str)}
    for span in sorted({*_numbers(request), *(name for name in names if stands(name, request))}):
        if not any(stands(span, other) for other in locked):
            yield Flaw(_WHAT, "a number or a name of the request is not locked", span)


def stands(span: str, text: str) -> bool:
    """Whether the span stands in the text as words of its own, as it is or with a capital."""
    if not span:
        return False
    for first in {span[0], span[0].upper()}:
        form = first + span[1:]
        start = text.find(form)
        while start >= 0:
            end = start + len(form)
            if not (_goes_on(text[:start][::-1]) or _goes_on(text[end:])):
                return True
            start = text.find(form, start + 1)
    return False


def _goes_on(beside: str) -> bool:
    """Whether a word, or a number with its comma, point or colon, goes on in the signs beside a span."""
    first, second = beside[:1], beside[1:2]
    return (first != "" and _is_word(first)) or (first != "" and first in ".,:" and second.isdecimal())


def _numbers(text: str) -> Iterator[str]:
    """The numbers of a text as they stand there (`2,900`, `4:30`, `26th`), not those in names (`VS2`)."""
    place = 0
    while place < len(text):
        start = place
        if text[place].isdecimal():
            while place < len(text) and (
                _is_word(text[place]) or (text[place] in ".,:" and text[place + 1 : place + 2].isdecimal())
            ):
                place += 1
            yield text[start:place]
        elif _is_word(text[place]):
            while place < len(text) and _is_word(text[place]):
                place += 1
        else:
            place += 1


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
