"""The reference lines of the questions in logs, worked out here: nothing is asked, nothing is fetched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Final

from attrs import field, frozen

from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.analysis.facts import Facts
from cocoa_core.analysis.reference_lines import LineAnswer, ReferenceLine, References
from cocoa_core.analysis.results import LeftOut, Reading, Result
from cocoa_core.errors import CocoaError
from cocoa_core.records.question import DomainRef, Question
from cocoa_core.reference.blind import QUERY_BLIND, SeenOptions, guesses, seen
from cocoa_core.reference.choosing import PROVIDER, REFERENCE_MODELS, ReferenceModel
from cocoa_core.reference.replies import replies_to
from cocoa_core.reference.request_reader import RequestReader, reader_of

__all__ = ["FEWEST", "references_of"]

FEWEST: Final = 50
"""Questions of a data set from which on query-blind is worked out: of fewer it could learn nothing."""


@frozen
class _Taken:
    """One question. order: its place in the data set; seen: None where its options could not be read."""

    order: tuple[int, int, str]
    facts: Facts
    domain: DomainRef
    letters: Mapping[str, str | None]
    seen: SeenOptions | None = field(repr=False)


def references_of(
    reading: Reading, domains: DomainsAtHand, progress: Callable[[int], None] | None = None
) -> References:
    """The lines of every data set, on each of its questions in the logs once, whoever answered it.

    A line that was run as a model is not worked out again. What needs a domain that is not at hand is left
    out, with the reason. The same questions give the same lines. progress: called with the number of
    questions done.
    """
    worker = _Worker(domains, progress)
    by_dataset: dict[str, dict[str, Result]] = {}
    for one in reading.results:
        by_dataset.setdefault(one.dataset, {}).setdefault(one.sample, one)
    for dataset, questions in by_dataset.items():
        ran = {one.model.partition(" ")[0] for one in reading.results if one.dataset == dataset}
        worker.work(dataset, list(questions.values()), ran)
    return References(tuple(worker.lines), tuple(worker.left_out))


class _Worker:
    def __init__(self, domains: DomainsAtHand, progress: Callable[[int], None] | None) -> None:
        self._domains = domains
        self._progress = progress
        self._done = 0
        self._readers: dict[str, RequestReader | None] = {}
        self.lines: list[ReferenceLine] = []
        self.left_out: list[LeftOut] = []

    def work(self, dataset: str, questions: Sequence[Result], ran: set[str]) -> None:
        """Add the lines of one data set. ran: the models that were run."""
        models = [one for one in REFERENCE_MODELS.values() if _called(one) not in ran]
        blind = QUERY_BLIND not in ran
        taken = self._take(dataset, questions, models)
        unknown = {one.domain for one in taken if self._reader(one.domain) is None}
        if unknown:
            needing = [_called(one) for one in models if one.choose is not None] + [QUERY_BLIND] * blind
            models, blind = [one for one in models if one.choose is None], False
            self._leave_out(dataset, ", ".join(needing), _not_at_hand(unknown))
        for model in models:
            self._add(dataset, _called(model), [_answer(one, one.letters[model.name]) for one in taken])
        if blind:
            self._add_blind(dataset, taken)

    def _take(
        self, dataset: str, questions: Sequence[Result], models: Sequence[ReferenceModel]
    ) -> list[_Taken]:
        """The questions in the order of their data set, in whichever they were answered."""
        taken = []
        for one in questions:
            self._done += 1
            if self._progress is not None:
                self._progress(self._done)
            try:
                question = Question.from_json(dict(one.record))
            except Exception:  # a record out of a stranger's log may be anything
                continue
            taken.append(self._taken(question, one.facts, models))
        if broken := len(questions) - len(taken):
            reason = "a question of which no reference line says anything, as its record is not whole"
            self.left_out.append(LeftOut(dataset, reason, broken))
        return sorted(taken, key=lambda one: one.order)

    def _taken(self, question: Question, facts: Facts, models: Sequence[ReferenceModel]) -> _Taken:
        reader = self._reader(question.domain)
        found = replies_to(question, models, reader)
        options = found.options
        return _Taken(
            (question.provenance.index, question.provenance.option_set, question.id),
            facts,
            question.domain,
            found.letters,
            seen(reader, question, options) if reader is not None and options is not None else None,
        )

    def _reader(self, domain: DomainRef) -> RequestReader | None:
        if domain.digest not in self._readers:
            self._readers[domain.digest] = None
            found = self._domains.find(domain.name, domain.digest)
            if found is not None:
                with suppress(CocoaError):  # what cannot be read is as if it were not there
                    self._readers[domain.digest] = reader_of(found.files)
        return self._readers[domain.digest]

    def _add_blind(self, dataset: str, taken: Sequence[_Taken]) -> None:
        shown = [(one.facts, one.seen) for one in taken if one.seen is not None]
        if find_spec("sklearn") is None:
            self._leave_out(dataset, QUERY_BLIND, "it needs scikit-learn: pip install 'cocoa-exams[eval]'")
        elif len(shown) < FEWEST:
            self._leave_out(dataset, QUERY_BLIND, f"it takes {FEWEST} questions to learn anything from")
        elif (found := guesses([one for _, one in shown])) is None:
            self._leave_out(dataset, QUERY_BLIND, "these questions have no two groups of options alike")
        else:
            answers = zip(shown, found.right, found.option_sets, strict=True)
            line = [LineAnswer(facts, right, False, options) for (facts, _), right, options in answers]
            self._add(dataset, QUERY_BLIND, line)

    def _add(self, dataset: str, model: str, answers: Sequence[LineAnswer]) -> None:
        if answers:
            self.lines.append(ReferenceLine(dataset, model, tuple(answers)))

    def _leave_out(self, dataset: str, lines: str, why: str) -> None:
        if lines:
            self.left_out.append(LeftOut(dataset, f"no reference line of {lines}: {why}"))


def _called(model: ReferenceModel) -> str:
    return f"{PROVIDER}/{model.name}"


def _answer(taken: _Taken, letter: str | None) -> LineAnswer:
    return LineAnswer(taken.facts, letter == taken.facts.answer, letter is None, taken.facts.requirement)


def _not_at_hand(domains: set[DomainRef]) -> str:
    names = ", ".join(sorted(f"{one.name} ({one.digest[:8]})" for one in domains))
    return (
        f"the domain {names} is neither installed in this state nor where the logs say; "
        "name the data set's folder with --exam"
    )
