"""Computes the reference lines of the questions in logs, without asking a model and without a network.

The domains of the questions are found with the data set, or installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.analysis.results import LeftOut, LogReading, Result
from cocoa_core.analysis.runs import ModelRun
from cocoa_core.analysis.samples import LoggedItem
from cocoa_core.domain import Domain
from cocoa_core.errors import CocoaError
from cocoa_core.families.selection import (
    PROVIDER,
    QUERY_BLIND,
    REFERENCE_MODELS,
    DomainRef,
    Question,
    ReferenceModel,
    RequestReader,
    SeenOptions,
    domain_of,
    guesses,
    reader_of,
    replies_to,
    seen,
)
from cocoa_core.items import read_dataset
from cocoa_core.loading import load_domain


def read_exams(folders: Iterable[Path]) -> dict[Path, Domain]:
    """Returns the domains of data sets, by folder.

    Raises:
        UsageError: a folder holds no data set.
        CocoaError: a data set is broken.
    """
    return {folder: domain_of(read_dataset(folder)) for folder in folders}


@frozen(eq=False)
class DomainsAtHand:
    """Finds domains by their digests. A folder is read once, when it is first needed."""

    exams: Mapping[Path, Domain] = field(factory=dict, repr=False)
    """The domains of the data sets that the user named, by folder; see `read_exams`."""
    folders: tuple[Path, ...] = ()
    """The folders of data sets that logs name. They may be gone, or hold something else by now."""
    _by_digest: dict[str, Domain] = field(init=False, factory=dict, repr=False)
    _unread: list[Path] = field(init=False, factory=list, repr=False)
    _installed: dict[str, Domain | None] = field(init=False, factory=dict, repr=False)
    _asked: set[str] = field(init=False, factory=set, repr=False)

    def __attrs_post_init__(self) -> None:
        self._by_digest.update({domain.digest: domain for domain in self.exams.values()})
        self._unread.extend(dict.fromkeys(self.folders))

    def find(self, name: str, digest: str) -> Domain | None:
        """Returns the domain with a digest; None where it is not at hand.

        It is looked for in the folders that the user named, then in those that the logs name, then among the
        installed domains.

        Args:
            name: the name of an installed domain.
        """
        self._asked.add(digest)
        while digest not in self._by_digest and self._unread:
            folder = self._unread.pop(0)
            with suppress(CocoaError, OSError, ValueError):
                self._keep(domain_of(read_dataset(folder)))
        if digest not in self._by_digest:
            self._keep(self._load(name))
        return self._by_digest.get(digest)

    def unused(self) -> tuple[Path, ...]:
        """Returns the folders that the user named and whose domains have not been looked for so far."""
        return tuple(folder for folder, domain in self.exams.items() if domain.digest not in self._asked)

    def _keep(self, domain: Domain | None) -> None:
        if domain is not None:
            self._by_digest.setdefault(domain.digest, domain)

    def _load(self, name: str) -> Domain | None:
        """Loads an installed domain. A stranger's log gives its name, so it is never taken for a path."""
        if name not in self._installed:
            self._installed[name] = None
            if name.replace("-", "").replace("_", "").isalnum():
                with suppress(CocoaError, OSError, ValueError):
                    self._installed[name] = load_domain(name)
        return self._installed[name]


FEWEST: Final = 50
"""The number of questions from which query-blind is computed; from fewer it could learn nothing."""


@frozen
class References:
    """The reference lines, by data set, and what could not be computed, with the reason."""

    lines: tuple[ModelRun, ...] = ()
    """The answers of cocoa's own models, without a strategy; each model answers each question once."""
    left_out: tuple[LeftOut, ...] = ()


def with_reference_lines(runs: Sequence[ModelRun], lines: Sequence[ModelRun]) -> Iterator[ModelRun]:
    """Yields the runs in their order; the runs of each data set are followed by its reference lines."""
    for dataset in dict.fromkeys(run.dataset for run in runs):
        yield from (run for run in runs if run.dataset == dataset)
        yield from (line for line in lines if line.dataset == dataset)


@frozen
class _AskedQuestion:
    """A question that reference models answer."""

    order: tuple[int, int, str]
    """The sort key that gives the order of the data set."""
    item: LoggedItem
    key: str
    domain: DomainRef
    letters: Mapping[str, str | None]
    """The letter that each reference model names, by its name; None where it names none."""
    seen: SeenOptions | None = field(repr=False)
    """What a classifier of options sees; None without the domain or readable options."""


def references_of(
    reading: LogReading, domains: DomainsAtHand, progress: Callable[[int], None] | None = None
) -> References:
    """Computes the reference lines of every data set, over each of its questions in the logs once.

    A line whose model was run is not computed again. A line that needs a domain which is not at hand is left
    out, with the reason. The same questions give the same lines.

    Args:
        domains: finds the domains of the questions.
        progress: called with the number of questions done.
    """
    worker = _ReferenceLines(domains, progress)
    by_dataset: dict[str, dict[str, Result]] = {}
    for result in reading.results:
        if result.item.options is None:
            continue
        by_dataset.setdefault(result.dataset, {}).setdefault(result.sample, result)
    for dataset, questions in by_dataset.items():
        ran = {result.model.partition(" ")[0] for result in reading.results if result.dataset == dataset}
        worker.work(dataset, list(questions.values()), ran)
    return References(tuple(worker.lines), tuple(worker.left_out))


class _ReferenceLines:
    """Computes reference lines data set by data set; each domain is loaded once."""

    def __init__(self, domains: DomainsAtHand, progress: Callable[[int], None] | None) -> None:
        self._domains = domains
        self._progress = progress
        self._done = 0
        self._readers: dict[str, RequestReader | None] = {}
        self.lines: list[ModelRun] = []
        self.left_out: list[LeftOut] = []

    def work(self, dataset: str, questions: Sequence[Result], ran: set[str]) -> None:
        """Adds the reference lines of a data set.

        Args:
            ran: the names of the models that were run.
        """
        models = [model for model in REFERENCE_MODELS.values() if model.line and _full_name(model) not in ran]
        blind = QUERY_BLIND not in ran
        samples = self._asked_questions(dataset, questions, models)
        unknown = {sample.domain for sample in samples if self._reader(sample.domain) is None}
        if unknown:
            needing = [_full_name(model) for model in models if model.see is not None]
            needing += [QUERY_BLIND] * blind
            models, blind = [model for model in models if model.see is None], False
            self._leave_out(dataset, ", ".join(needing), _not_at_hand(unknown))
        for model in models:
            answers = []
            for sample in samples:
                letter = sample.letters[model.name]
                right, read = letter == sample.key, letter is not None
                answers.append(_result(dataset, _full_name(model), sample, right, read=read))
            self._add(answers)
        if blind:
            self._add_blind(dataset, samples)

    def _asked_questions(
        self, dataset: str, questions: Sequence[Result], models: Sequence[ReferenceModel]
    ) -> list[_AskedQuestion]:
        """Returns the questions in the order of their data set, in whatever order they were answered."""
        samples = []
        for result in questions:
            self._done += 1
            if self._progress is not None:
                self._progress(self._done)
            try:
                question = Question.read(result.item.record.as_json())
            except Exception:  # a record out of a stranger's log may be anything
                continue
            samples.append(self._asked_question(question, result.item, models))
        if broken := len(questions) - len(samples):
            reason = "no reference line says anything of it: the record is not whole, or of version 0.1"
            self.left_out.append(LeftOut(dataset, reason, broken))
        return sorted(samples, key=lambda sample: sample.order)

    def _asked_question(
        self, question: Question, item: LoggedItem, models: Sequence[ReferenceModel]
    ) -> _AskedQuestion:
        reader = self._reader(question.domain)
        replies = replies_to(question, models, reader)
        options = replies.options
        return _AskedQuestion(
            (question.provenance.index, question.provenance.option_set, question.id),
            item,
            str(question.answer),
            question.domain,
            replies.letters,
            seen(reader, question, options) if reader is not None and options is not None else None,
        )

    def _reader(self, domain: DomainRef) -> RequestReader | None:
        if domain.digest not in self._readers:
            self._readers[domain.digest] = None
            loaded = self._domains.find(domain.name, domain.digest)
            if loaded is not None:
                with suppress(CocoaError):  # what cannot be read is as if it were not there
                    self._readers[domain.digest] = reader_of(loaded.files)
        return self._readers[domain.digest]

    def _add_blind(self, dataset: str, samples: Sequence[_AskedQuestion]) -> None:
        shown = [(sample, sample.seen) for sample in samples if sample.seen is not None]
        if find_spec("sklearn") is None:
            reason = "it needs scikit-learn: pip install -e '.[eval]' in a checkout of cocoa"
            self._leave_out(dataset, QUERY_BLIND, reason)
        elif len(shown) < FEWEST:
            self._leave_out(dataset, QUERY_BLIND, f"it takes {FEWEST} questions to learn anything from")
        elif (blind_guesses := guesses([seen_options for _, seen_options in shown])) is None:
            self._leave_out(dataset, QUERY_BLIND, "these questions have no two groups of options alike")
        else:
            answers = []
            for (sample, _), right, options in zip(
                shown, blind_guesses.right, blind_guesses.option_sets, strict=True
            ):
                clustered = evolve(sample, item=evolve(sample.item, cluster=options))
                answers.append(_result(dataset, QUERY_BLIND, clustered, right))
            self._add(answers)

    def _add(self, answers: Sequence[Result]) -> None:
        if answers:
            self.lines.append(ModelRun(answers[0].dataset, answers[0].model, "", tuple(answers)))

    def _leave_out(self, dataset: str, lines: str, reason: str) -> None:
        if lines:
            self.left_out.append(LeftOut(dataset, f"no reference line of {lines}: {reason}"))


def _full_name(model: ReferenceModel) -> str:
    return f"{PROVIDER}/{model.name}"


def _result(dataset: str, model: str, sample: _AskedQuestion, right: bool, *, read: bool = True) -> Result:
    return Result(
        model=model,
        strategy="",
        dataset=dataset,
        sample=sample.order[2],
        item=sample.item,
        answer=None,
        score=float(right),
        failure="" if read else "unreadable",
    )


def _not_at_hand(domains: set[DomainRef]) -> str:
    names = ", ".join(sorted(f"{domain.name} ({domain.digest[:8]})" for domain in domains))
    return (
        f"the domain {names} is neither installed in this state nor where the logs say; "
        "name the data set's folder with --exam"
    )
