"""Writers and readers without a network, by which everything here is tried: each is a function of its task.

`cocoa/grammar` writes another wording of the grammar. `cocoa/parser` reads as the verifier does and makes no
mistakes; `cocoa/slips` takes every fifth text for a little another, `cocoa/drops` leaves a condition out,
`cocoa/prose` answers without the notation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.request_reader import RequestReader, UnreadableError, reader_of
from cocoa_core.independent import Literal, product_text
from cocoa_core.language import Realizer
from cocoa_core.paraphrasing.messages import text_in
from cocoa_core.paraphrasing.readings import SAME, judge
from cocoa_core.paraphrasing.rounds import Task, requirement_of
from cocoa_core.paraphrasing.texts import locked_spans, text_problem
from cocoa_core.seeds import seed_of

__all__ = ["OFFLINE", "Offline"]

_WORDINGS: Final = 12
"""Wordings that are drawn for one that keeps what is locked."""
_SLIPS: Final = 0.2

Terms = Sequence[Sequence[Literal]]


@frozen(eq=False)
class Offline:
    """Answers the tasks of one data set."""

    domain: Domain
    realizer: Realizer = field(init=False)
    reader: RequestReader = field(init=False)

    @realizer.default
    def _words(self) -> Realizer:
        return Realizer(self.domain)

    @reader.default
    def _read(self) -> RequestReader:
        return reader_of(self.domain.files)

    def reply(self, model: str, task: Task) -> str:
        """What the model of this name says. KeyError for a name that is not in `OFFLINE`."""
        rng = random.Random(seed_of("offline", model, task.id))
        return _ROLES[model](self, task, rng)

    def notation(self, question: Question, text: str) -> str:
        """What a text about the options of a question says, in notation. Raises UnreadableError."""
        return product_text(self.reader.domain.slots, self.terms(question, text))

    def terms(self, question: Question, text: str) -> Terms:
        """The same as sum terms."""
        shown = {option.label: option.shown for option in question.options}
        return self.reader.terms(text, shown, self.reader.options(shown))


def _write(models: Offline, task: Task, rng: random.Random) -> str:
    question, domain = task.question, models.domain
    locked, wanted = locked_spans(question, domain), requirement_of(question, domain)
    opening = question.sentences[0].text
    text = question.request
    for _ in range(_WORDINGS):
        [said, *_] = models.realizer.realize(
            wanted,
            rng,
            None,
            question.requirement.demands,
            lambda _literals, form: not form.others,
            inert=False,
        )
        text = " ".join([opening, *(sentence.text for sentence in said.sentences[1:])])
        if text_problem(locked, question.request, text) is None and _means(models, question, text):
            break
    return f"In other words:\nRequest: {text}"


def _means(models: Offline, question: Question, text: str) -> bool:
    try:
        notation = models.notation(question, text)
    except UnreadableError:
        return False
    return judge(models.domain.schema, requirement_of(question, models.domain), notation).verdict == SAME


def _parse(models: Offline, task: Task, change: Callable[[Terms], Terms]) -> str:
    text = text_in(task.messages)
    try:
        terms = models.terms(task.question, text)
    except UnreadableError as error:
        return f"I cannot read this: {error}"
    return f"Requirement: {product_text(models.reader.domain.slots, change(terms))}"


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
    if len(terms) < 2:
        return terms
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
"""Their names."""
