"""Plays writers and readers without a network, for trying everything here: each is a function of its task.

`cocoa/grammar` writes another wording of the grammar. `cocoa/parser` reads as the verifier does and makes no
mistakes; `cocoa/slips` negates a literal in every fifth text, `cocoa/drops` leaves out a condition or a part
of one, `cocoa/prose` answers without the notation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.asking import UnreadablePromptError
from cocoa_core.families.selection.request_reader import reader_of
from cocoa_core.independent import Literal, product_text
from cocoa_core.language import TextSpec, realizer_of, sentences_like
from cocoa_core.paraphrasing.judging import SAME, judge_parts, locked_spans, text_problem
from cocoa_core.paraphrasing.messages import text_in
from cocoa_core.paraphrasing.rounds import Task
from cocoa_core.paraphrasing.subjects import ParaphraseSubject, understood
from cocoa_core.seeds import seed_of

_WORDINGS: Final = 12
"""The most wordings that are drawn until one keeps what is locked."""
_SLIPS: Final = 0.2
"""The share of texts in which `cocoa/slips` negates a literal."""

Terms = Sequence[Sequence[Literal]]


@frozen(eq=False)
class Offline:
    """Answers the tasks of one data set."""

    domain: Domain

    def reply(self, model: str, task: Task) -> str:
        """Returns the reply of the model of this name.

        Raises:
            KeyError: the name is not in `OFFLINE`.
        """
        rng = random.Random(seed_of("offline", model, task.id))
        return _ROLES[model](self, task, rng)

    def notation(self, terms: Terms) -> str:
        """Returns sum terms as readers write them down."""
        return product_text(reader_of(self.domain.files).domain.slots, terms)


def _write(models: Offline, task: Task, rng: random.Random) -> str:
    subject = task.subject
    locked = locked_spans(subject, models.domain)
    for _ in range(_WORDINGS):
        parts = _reworded(models, subject, rng)
        if text_problem(locked, subject.parts, parts) is None and _means(models, subject, parts):
            break
    if not subject.apart:
        return f"In other words:\nRequest: {parts[0]}"
    lines = (f"Part {number}: {part}" for number, part in enumerate(parts, 1))
    return "\n".join(["In other words:", *lines])


def _reworded(models: Offline, subject: ParaphraseSubject, rng: random.Random) -> tuple[str, ...]:
    """Returns the parts in another wording; unchanged are those that have none."""
    if subject.revised:
        return _conversation(models, subject, rng)
    if subject.apart:
        return tuple(_condition(models, subject, part, rng) for part in range(len(subject.parts)))
    return (_request(models, subject, rng),)


def _request(models: Offline, subject: ParaphraseSubject, rng: random.Random) -> str:
    """Returns the request, or the first turn of a conversation, in another wording."""
    [realized, *_] = realizer_of(models.domain).realize(
        subject.wanted[0],
        rng,
        TextSpec(inert=False, opening=subject.question.sentences[0].text),
        None if subject.revised else subject.question.requirement.demands,
        lambda _literals, form: not form.others,
    )
    return realized.text


def _condition(models: Offline, subject: ParaphraseSubject, part: int, rng: random.Random) -> str:
    """Returns one condition in a wording that keeps what is locked; unchanged where none is found."""
    locked, [term] = locked_spans(subject, models.domain), subject.wanted[part]
    for _ in range(_WORDINGS):
        text = realizer_of(models.domain).sentence(term, rng)
        if text_problem(locked, [subject.parts[part]], [text]) is None:
            return text
    return subject.parts[part]


def _conversation(models: Offline, subject: ParaphraseSubject, rng: random.Random) -> tuple[str, ...]:
    """Returns the first turn in another wording, and each revision by another sentence for its operation."""
    begins_empty = not subject.wanted[0]
    parts = [subject.question.sentences[0].text if begins_empty else _request(models, subject, rng)]
    for turn in subject.question.history[1:]:
        alternatives = [text for text in sentences_like(turn.text, turn.op, {}) if text != turn.text]
        parts.append(rng.choice(alternatives) if alternatives else turn.text)
    return tuple(parts)


def _means(models: Offline, subject: ParaphraseSubject, parts: Sequence[str]) -> bool:
    try:
        notations = [
            models.notation(terms) for terms in understood(reader_of(models.domain.files), subject, parts)
        ]
    except UnreadablePromptError:
        return False
    return judge_parts(models.domain.schema, subject.wanted, notations).verdict == SAME


def _parse(models: Offline, task: Task, change: Callable[[Terms], Terms]) -> str:
    subject = task.subject
    try:
        understood_terms = understood(
            reader_of(models.domain.files), subject, subject.parts_in(text_in(task.messages))
        )
    except UnreadablePromptError as error:
        return f"I cannot read this: {error}"
    notations = [models.notation(change(terms)) for terms in understood_terms]
    if not subject.apart:
        return f"Requirement: {notations[0]}"
    return "\n".join(f"Requirement {number}: {text}" for number, text in enumerate(notations, 1))


def _slip(terms: Terms, rng: random.Random) -> Terms:
    if rng.random() >= _SLIPS:
        return terms
    row = rng.randrange(len(terms))
    column = rng.randrange(len(terms[row]))
    literal = terms[row][column]
    slipped = evolve(literal, positive=not literal.positive)
    term = [*terms[row][:column], slipped, *terms[row][column + 1 :]]
    return [*terms[:row], term, *terms[row + 1 :]]


def _dropped(terms: Terms, rng: random.Random) -> Terms:
    if len(terms) == 1:
        [term] = terms
        return [rng.sample(term, len(term) - 1)] if len(term) > 1 else terms
    row = rng.randrange(len(terms))
    return [*terms[:row], *terms[row + 1 :]]


_ROLES: Final[Mapping[str, Callable[[Offline, Task, random.Random], str]]] = {
    "cocoa/grammar": _write,
    "cocoa/parser": lambda models, task, _rng: _parse(models, task, lambda terms: terms),
    "cocoa/slips": lambda models, task, rng: _parse(models, task, lambda terms: _slip(terms, rng)),
    "cocoa/drops": lambda models, task, rng: _parse(models, task, lambda terms: _dropped(terms, rng)),
    "cocoa/prose": lambda _models, task, _rng: f"The customer says: {text_in(task.messages)}",
}
OFFLINE: Final = tuple(_ROLES)
"""The names of the models."""
OFFLINE_WRITERS: Final = ("cocoa/grammar",)
OFFLINE_READERS: Final = tuple(name for name in OFFLINE if name not in OFFLINE_WRITERS)
