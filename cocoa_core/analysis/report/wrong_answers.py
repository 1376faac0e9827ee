"""Prepares the questions that models got wrong: what was asked and answered, and why that is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Final

from attrs import field, frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.breakdowns import facet_texts
from cocoa_core.analysis.logs import AnswerKey, Transcript, conversations
from cocoa_core.analysis.references import DomainsAtHand
from cocoa_core.analysis.report.options import QuestionOptions, options_of
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import ModelRun
from cocoa_core.analysis.tables import shown
from cocoa_core.grouping import grouped
from cocoa_core.text import counted

_BEGINNING: Final = 90
"""The number of letters of a request that are shown where the question is folded up."""

_LONGEST: Final = 6000
_NOTHING: Final = Transcript("", "", ())


@frozen
class WrongQuestion:
    """A question, and the wrong answers to it in the order of the runs."""

    dataset: str
    id: str
    answers: tuple[Result, ...] = field(repr=False)


@frozen
class Filter:
    """A property by which readers filter questions. The page refers to its values by their positions."""

    name: str
    """The name of the form's field."""
    title: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    """The values, grouped under titles; the title is empty where there is only one group."""

    def position(self, value: str, group: str = "") -> int:
        """Returns the position of a value of a group among all values."""
        return [(title, text) for title, values in self.groups for text in values].index((group, value))


@frozen
class WrongAnswer:
    """A wrong answer."""

    model: str
    how: str
    """The strategy, and where they apply the epoch, the score and the reason of a parse failure."""
    model_position: int
    """The position of the model among the filter's values."""
    strategy_position: int
    """The position of the strategy among the filter's values."""
    read: int
    """1 where the answer could be read, else 0: the position among the filter's values."""
    turns: tuple[str, ...]
    """The messages that the model wrote."""


@frozen
class AnswerGroup:
    """Wrong answers that agree."""

    heading: str
    why: tuple[str, ...]
    """Sentences on why they are wrong."""
    answers: tuple[WrongAnswer, ...]


@frozen
class QuestionView:
    """A question as the page shows it."""

    id: str
    head: str
    """The beginning of the request, shown where the question is folded up."""
    facts: tuple[str, ...]
    """Facts shown where the question is folded up."""
    facets: tuple[int, ...]
    """The positions of its facets among the filter's values."""
    request: str
    """The request."""
    right: str
    """The right answer."""
    options: QuestionOptions | None
    """The options of a question of the selection family with one right option; None for other questions."""
    choices: tuple[AnswerGroup, ...]


@frozen
class WrongAnswers:
    """The wrong answers that the page shows."""

    total: int
    """The number of questions with a wrong answer."""
    left_out: int = 0
    """The number of these that are left out for want of room."""
    broken: int = 0
    """The number of these that are not shown because their record is not whole."""
    questions: tuple[QuestionView, ...] = ()
    filters: tuple[Filter, ...] = ()
    introduction: str = ""


def wrong_answers(analysis: Analysis, most: int) -> WrongAnswers:
    """Prepares the questions with a wrong answer, those with most wrong answers first.

    Args:
        most: the greatest number of questions to show.
    """
    chosen, total = choose_wrong(analysis.runs, most)
    if not total:
        return WrongAnswers(0)
    answers = [answer for question in chosen for answer in question.answers]
    transcripts = conversations(analysis.reading.logs, map(_key, answers))
    writer = _Writer(
        _filters(answers), analysis.domains, transcripts, len({answer.dataset for answer in chosen}) > 1
    )
    questions = [
        question_shown for question in chosen if (question_shown := writer.shown(question)) is not None
    ]
    left_out = total - len(chosen)
    introduction = (
        f"{counted(total, 'question')} had a wrong answer. Those with most wrong answers come first."
    )
    if left_out:
        introduction += f" {len(questions):,} are shown, {left_out:,} left out; every run has its turn."
    return WrongAnswers(
        total,
        left_out,
        len(chosen) - len(questions),
        tuple(questions),
        tuple(writer.filters.values()),
        introduction,
    )


def choose_wrong(runs: Sequence[ModelRun], most: int) -> tuple[tuple[WrongQuestion, ...], int]:
    """Chooses questions with a wrong answer so that every run has its turn.

    Reference models are left out, because no text shows their reasoning, unless no other model was run.

    Args:
        most: the greatest number of questions to choose.

    Returns:
        The chosen questions, those with most wrong answers first, and the number of all questions with one.
    """
    by_run = [
        grouped(((run.dataset, result.sample), result) for result in run.results if not result.correct)
        for run in [run for run in runs if run.role == "model"] or runs
    ]
    wrong = grouped((key, result) for of_run in by_run for key in of_run for result in of_run[key])
    chosen = _in_turns(by_run, most)
    order = {key: index for index, key in enumerate(wrong)}
    shown = sorted(chosen, key=lambda key: (-len(wrong[key]), order[key]))
    return tuple(WrongQuestion(*key, tuple(wrong[key])) for key in shown), len(wrong)


def _in_turns(queues: Sequence[Iterable[tuple[str, str]]], most: int) -> set[tuple[str, str]]:
    """Takes the first unchosen key of each queue in turn, up to the limit."""
    chosen: set[tuple[str, str]] = set()
    waiting = [iter(queue) for queue in queues]
    while waiting and len(chosen) < most:
        for queue in list(waiting):
            following = next((key for key in queue if key not in chosen), None)
            if following is None:
                waiting.remove(queue)
            elif len(chosen) < most:
                chosen.add(following)
    return chosen


def by_choice(answers: Iterable[Result]) -> Mapping[str | None, tuple[Result, ...]]:
    """Groups answers by what they say: the most frequent first, answers that could not be read last."""
    chosen = grouped((None if result.parse_failure else result.answer, result) for result in answers)
    order = sorted(chosen, key=lambda letter: (letter is None, -len(chosen[letter]), str(letter)))
    return {letter: tuple(chosen[letter]) for letter in order}


def cut_text(text: str) -> str:
    """Returns the text; of a very long one, the beginning, a remark on how much is left out, and the end."""
    if len(text) <= _LONGEST:
        return text
    head, tail = _LONGEST * 2 // 3, _LONGEST // 3
    left_out = len(text) - head - tail
    return f"{text[:head]}\n[… {left_out:,} characters are left out here …]\n{text[-tail:]}"


def _filters(answers: Sequence[Result]) -> dict[str, Filter]:
    def plain(name: str, title: str, values: Iterable[str]) -> Filter:
        return Filter(name, title, (("", tuple(sorted(set(values)))),))

    facets: dict[str, set[str]] = {}
    for result in answers:
        for name, text in _facets(result):
            facets.setdefault(name, set()).add(text)
    varied = tuple(
        (name, tuple(sorted(texts, key=_natural))) for name, texts in facets.items() if len(texts) > 1
    )
    filters = (
        plain("model", "Model", (result.model for result in answers)),
        plain("strategy", "Strategy", (result.strategy for result in answers)),
        *((Filter("facet", "Questions with", varied),) if varied else ()),
        Filter("read", "Answer", (("", ("could not be read", "is wrong")),)),
    )
    return {entry.name: entry for entry in filters}


def _facets(result: Result) -> Iterator[tuple[str, str]]:
    for name, value in result.item.facets.items():
        title = name.replace("_", " ")
        yield from ((title, text) for text in facet_texts(value))


def _natural(text: str) -> tuple[float, str]:
    """Returns the sort key of a facet's text: numbers by size, before other texts."""
    try:
        return float(text), text
    except ValueError:
        return math.inf, text


@frozen
class _Writer:
    """Turns wrong questions into what the page shows."""

    filters: dict[str, Filter]
    domains: DomainsAtHand
    transcripts: Mapping[AnswerKey, Transcript]
    several: bool
    """Whether the questions are of several data sets."""

    def shown(self, question: WrongQuestion) -> QuestionView | None:
        """Returns the question as the page shows it; None where its record is not whole."""
        try:
            return self._shown(question)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError):
            return None

    def _shown(self, question: WrongQuestion) -> QuestionView:
        first, choices = question.answers[0], by_choice(question.answers)
        conversation = next(filter(None, map(self._transcript, question.answers)), _NOTHING)
        prompt, right, options = conversation.prompt, conversation.target, None
        if first.item.options is not None:
            record = first.item.record.unpacked()
            prompt, right = str(record["request"]), str(record["answer"])
            counts = {answer: len(results) for answer, results in choices.items()}
            options = options_of(record, counts, self.domains)
        return QuestionView(
            id=question.id,
            head=shorten(prompt, _BEGINNING, placeholder="…"),
            facts=self._facts(question, right, choices),
            facets=self._facet_positions(first),
            request=cut_text(prompt),
            right=cut_text(right),
            options=options,
            choices=tuple(self._choice(answer, results, options) for answer, results in choices.items()),
        )

    def _facts(
        self, question: WrongQuestion, right: str, choices: Mapping[str | None, Sequence[Result]]
    ) -> tuple[str, ...]:
        item, number_wrong = question.answers[0].item, counted(len(question.answers), "wrong answer")
        named = ", ".join(
            f"{_brief(answer or 'none')} {len(results)}×" for answer, results in choices.items()
        )
        sizes = [f"{item.facets[name]} {name}" for name in ("slots", "minterms") if name in item.facets]
        return (
            f"{number_wrong} ({named})",
            *((f"right: {_brief(right)}",) if right else ()),
            *((", ".join(sizes),) if sizes else ()),
            *((question.dataset,) if self.several else ()),
        )

    def _facet_positions(self, result: Result) -> tuple[int, ...]:
        if "facet" not in self.filters:
            return ()
        filter_, titles = self.filters["facet"], {title for title, _ in self.filters["facet"].groups}
        facets = [(title, text) for title, text in _facets(result) if title in titles]
        return tuple(sorted({filter_.position(text, title) for title, text in facets}))

    def _choice(
        self, answer: str | None, results: Sequence[Result], options: QuestionOptions | None
    ) -> AnswerGroup:
        answers = tuple(map(self._answer, results))
        if options is not None:
            heading = "Named no option" if answer is None else f"Chose {answer}"
            return AnswerGroup(heading, () if answer is None else options.proof.verdicts[answer], answers)
        heading = "Could not be read" if answer is None else f"Answered {_brief(answer)}"
        return AnswerGroup(heading, (), answers)

    def _answer(self, result: Result) -> WrongAnswer:
        epoch = f", epoch {result.epoch}" if result.epoch > 1 else ""
        failed = f" ({result.failure})" if result.failure else ""
        score = f", score {shown(result.score, 'number')}" if 0 < result.score < 1 else ""
        conversation = self._transcript(result)
        return WrongAnswer(
            result.model,
            result.strategy + epoch + score + failed,
            self.filters["model"].position(result.model),
            self.filters["strategy"].position(result.strategy),
            int(not result.failure),
            tuple(map(cut_text, conversation.turns)) if conversation else (),
        )

    def _transcript(self, result: Result) -> Transcript | None:
        return self.transcripts.get(_key(result))


def _key(result: Result) -> AnswerKey:
    return result.log, result.sample, result.epoch


def _brief(text: str) -> str:
    return shorten(text, _BEGINNING, placeholder="…")
