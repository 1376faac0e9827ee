"""Checks conversations: requests that were drawn with revisions, and requests told in turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from cocoa_core.independent import (
    InForce,
    Lexicon,
    Literal,
    StepBudget,
    StepBudgetExceededError,
    TextReader,
    Truth,
    Value,
    after_opening,
    all_of,
    any_of,
    can_be_met,
    clauses,
    hear_turns,
)
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, Terms, parse_terms
from cocoa_core.verification.selection.request import vocabulary_of
from cocoa_core.verification.selection.requirement import idle_part

_NAME: Final = "revise"
_VERSION: Final = 1
_MOST_TURNS: Final = 40


def revise_flaws(question: ParsedQuestion, lexicon: Lexicon) -> Iterator[Flaw]:
    """Finds what is wrong with the conversation of a record; nothing for a record without one."""
    record = question.record
    revisions = record["provenance"]["settings"].get("revisions")
    if "history" not in record:
        if revisions is not None:
            yield Flaw("delivery", "the settings ask for revisions, and there is no history", revisions)
        return
    delivery, history = record["delivery"], record["history"]
    if (delivery["name"], delivery["version"]) != (_NAME, _VERSION):
        got = f"{delivery['name']} {delivery['version']}"
        yield Flaw("delivery", "there is no such delivery", got, f"{_NAME} {_VERSION}")
        return
    if revisions != len(history) - 1 or len(history) > _MOST_TURNS:
        yield Flaw(
            "history", "the number of revisions differs from the settings", len(history) - 1, revisions
        )
        return
    if not len(history) == len(record["states"]) == len(record["keys"]):
        yield Flaw("states", "each turn needs exactly one state and one key", len(record["states"]))
        return
    unreadable: list[Flaw] = []
    terms = parse_terms(delivery["terms"], question.domain, unreadable)
    if unreadable:
        yield Flaw("delivery", "a term cannot be read", unreadable[0].message)
        return
    states = []
    for term_indices in record["states"]:
        if len(set(term_indices)) != len(term_indices) or any(
            term_index >= len(terms) for term_index in term_indices
        ):
            yield Flaw("states", "a state names terms that do not exist", term_indices)
            return
        states.append(tuple(terms[index] for index in term_indices))
    if set(chain.from_iterable(record["states"])) != set(range(len(terms))):
        yield Flaw("states", "a term is never in force", record["states"])
    try:
        yield from _turn_flaws(question, lexicon, terms, states)
    except StepBudgetExceededError:
        yield Flaw("history", "the turns have more readings than can be tried", history[0]["text"])


def _turn_flaws(
    question: ParsedQuestion, lexicon: Lexicon, terms: Terms, states: list[Terms]
) -> Iterator[Flaw]:
    """Checks operations, states and keys by the turns, and that each state is possible and irredundant."""
    record, slots = question.record, question.domain.slots
    histories, flaw = _histories_of(question, lexicon, _vocabulary(question, terms))
    if flaw is not None:
        yield flaw
        return
    for number, turn in enumerate(record["history"]):
        ops = {history[number].op for history in histories}
        if ops != {turn["op"]}:
            yield Flaw("op", f"turn {number + 1} is another operation", turn["op"], ", ".join(sorted(ops)))
        expected = clauses(slots, states[number])
        if any(clauses(slots, history[number].terms) != expected for history in histories):
            yield Flaw("states", f"after turn {number + 1} something else is in force", turn["text"])
    yield from _key_flaws(question, states)
    if clauses(slots, states[-1]) != clauses(slots, question.terms):
        yield Flaw("states", "the last state is not the requirement", record["states"][-1])
    for number, state in enumerate(states, 1):
        idle = idle_part(question, state)
        if idle is not None:
            yield Flaw("states", f"after turn {number} a part changes nothing", idle)
        if can_be_met(question.domain, state) is False:
            yield Flaw("states", f"after turn {number} nothing can meet what is in force")


def case_turn_flaws(
    question: ParsedQuestion, lexicon: Lexicon, rows: Mapping[str, Mapping[str, Value]]
) -> Iterator[Flaw]:
    """Finds what is wrong with the turns of a case for an assistant. After the last one its request has to be
    in force.

    Args:
        lexicon: the words of its domain.
        rows: the values of every row that it is about, by id.
    """
    try:
        histories, flaw = _histories_of(question, lexicon, dict(vocabulary_of(question)))
    except StepBudgetExceededError:
        yield Flaw("history", "the turns have more readings than can be tried")
        return
    if flaw is not None:
        yield flaw
        return
    slots = question.domain.slots
    if any(clauses(slots, history[-1].terms) != clauses(slots, question.terms) for history in histories):
        yield Flaw(
            "history", "the turns do not end with the requirement", question.record["history"][-1]["text"]
        )
    for number, turn in enumerate(question.record["history"]):
        if {history[number].op for history in histories} != {turn["op"]}:
            yield Flaw("op", f"turn {number + 1} is another operation", turn["op"])
    for *_, before, _last in (history for history in histories if history[1:]):
        fitting = [row for row, values in rows.items() if _holds(question, before.terms, values)]
        if question.record["stale"] != fitting:
            yield Flaw("stale", "other rows fit before the last turn", fitting)


def _histories_of(
    question: ParsedQuestion, lexicon: Lexicon, words: dict[str, frozenset[str]]
) -> tuple[list[list[InForce]], Flaw | None]:
    """Returns every history that the turns of a record can have, or what is wrong with the turns."""
    record, slots = question.record, question.domain.slots

    def read(text: str) -> Sequence[Terms]:
        return TextReader(lexicon, slots, words, text).readings((0,), (len(text),)).terms

    def read_condition(text: str) -> tuple[Literal, ...]:
        return TextReader(lexicon, slots, words, text).conditions()

    first, *later = [turn["text"] for turn in record["history"]]
    opening = record["sentences"][0]["text"]
    starts = after_opening(question.domain, question.group, first, StepBudget())
    if not first.startswith(f"{opening} ") or len(opening) + 1 not in starts:
        return [], Flaw("history", "the first turn does not open as the request does", first[:120], opening)
    first_readings = read(first[len(opening) + 1 :])
    histories = hear_turns(slots, words, first_readings, later, read, read_condition)
    if histories:
        return histories, None
    heard = (
        hear_turns(slots, words, first_readings, later[:number], read, read_condition)
        for number in range(len(later) + 1)
    )
    unread = next(number for number, histories in enumerate(heard) if not histories)
    problem = "the turns cannot be read as a conversation"
    return [], Flaw("history", problem, record["history"][unread]["text"])


def _key_flaws(question: ParsedQuestion, states: list[Terms]) -> Iterator[Flaw]:
    stated = question.record["keys"]
    for number, (state, key) in enumerate(zip(states, stated, strict=True), 1):
        truths = {label: _truth(question, state, label) for label in question.values}
        fitting = [label for label, truth in truths.items() if truth is True]
        if None in truths.values():
            yield Flaw("keys", f"after turn {number} some option is not settled", key)
        yield from unequal("keys", f"after turn {number} other options fit", key, fitting)
    if len(stated) > 1 and len(stated[-2]) != 1:
        yield Flaw("keys", f"after turn {len(stated) - 1} not exactly one option fits", stated[-2])
    satisfied = sorted(question.record["certificate"]["satisfied"])
    if stated[-1] != satisfied:
        yield Flaw("keys", "after the last turn others fit than satisfy the request", stated[-1])


def _truth(question: ParsedQuestion, terms: Sequence[tuple[Literal, ...]], label: str) -> Truth:
    return all_of([any_of([question.truth(literal, label) for literal in term]) for term in terms])


def _holds(question: ParsedQuestion, terms: Terms, values: Mapping[str, Value]) -> bool:
    truths = [[question.domain.truth(literal, values) for literal in term] for term in terms]
    return all_of([any_of(term) for term in truths]) is True


def _vocabulary(question: ParsedQuestion, terms: Terms) -> dict[str, frozenset[str]]:
    """Returns the names by slot; for an open vocabulary also those of the conversation."""
    words = dict(vocabulary_of(question))
    for literal in chain.from_iterable(terms):
        if literal.slot in words and question.domain.slots[literal.slot].words is None:
            words[literal.slot] |= frozenset(arg for arg in literal.args if isinstance(arg, str))
    return words
