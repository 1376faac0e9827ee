"""The questions that models got wrong: what was asked and answered, and why that is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Final

from attrs import field, frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.breakdowns import facet_texts
from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.analysis.logs import AnswerKey, Conversation, conversations
from cocoa_core.analysis.report.options import Options, options_of
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import Run
from cocoa_core.analysis.tables import shown
from cocoa_core.text import counted

__all__ = ["WrongAnswers", "by_choice", "choose_wrong", "shortened", "wrong_answers"]

_BEGINNING: Final = 90
"""Letters of a request that stand where the question is folded up."""

_LONGEST: Final = 6000
_NOTHING: Final = Conversation("", "", ())


@frozen
class WrongQuestion:
    """A question, and the wrong answers to it in the order of the runs."""

    dataset: str
    id: str
    answers: tuple[Result, ...] = field(repr=False)


@frozen
class Filter:
    """What questions can be sifted by; the page holds places among all the values."""

    name: str
    """Of the form's field."""
    title: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    """Values under titles; a title is "" where there is but one group."""

    def place(self, value: str, group: str = "") -> int:
        """Of a value of a group among all values."""
        return [(title, one) for title, values in self.groups for one in values].index((group, value))


@frozen
class Answer:
    """One wrong answer."""

    model: str
    how: str
    """Strategy, epoch, score, why nothing could be read."""
    model_place: int
    strategy_place: int
    read: int
    turns: tuple[str, ...]
    """What was written."""


@frozen
class Choice:
    """Answers that are alike."""

    heading: str
    why: tuple[str, ...]
    """Sentences on why they are wrong."""
    answers: tuple[Answer, ...]


@frozen
class ShownQuestion:
    """One question."""

    id: str
    head: str
    facts: tuple[str, ...]
    """`head` and `facts`: where it is folded up."""
    facets: tuple[int, ...]
    """Places among the values of the filter."""
    asked: str
    right: str
    """`asked` and `right`: what was asked, and the right answer."""
    options: Options | None
    """Of a question of the selection family with one right option."""
    choices: tuple[Choice, ...]


@frozen
class WrongAnswers:
    """What the page shows."""

    total: int
    """Questions with a wrong answer."""
    left_out: int = 0
    broken: int = 0
    """`left_out` and `broken`: of them not shown."""
    questions: tuple[ShownQuestion, ...] = ()
    filters: tuple[Filter, ...] = ()
    introduction: str = ""


def wrong_answers(analysis: Analysis, most: int) -> WrongAnswers:
    """At most so many questions, those with most wrong answers first."""
    chosen, total = choose_wrong(analysis.runs, most)
    if not total:
        return WrongAnswers(0)
    answers = [answer for question in chosen for answer in question.answers]
    said = conversations(analysis.reading.logs, answers)
    writer = _Writer(
        _filters(answers), analysis.domains, said, len({answer.dataset for answer in chosen}) > 1
    )
    whole = [found for question in chosen if (found := writer.shown(question)) is not None]
    left_out = total - len(chosen)
    introduction = (
        f"{counted(total, 'question')} had a wrong answer. Those with most wrong answers come first."
    )
    if left_out:
        introduction += f" {len(whole):,} are shown, {left_out:,} left out; every run has its turn."
    return WrongAnswers(
        total, left_out, len(chosen) - len(whole), tuple(whole), tuple(writer.filters.values()), introduction
    )


def choose_wrong(runs: Sequence[Run], most: int) -> tuple[tuple[WrongQuestion, ...], int]:
    """At most so many questions, and how many there are; every run has its turn.

    Reference models are left out, as they reason by no text, unless no other model was run.
    """
    wrong: dict[tuple[str, str], list[Result]] = {}
    queues: list[list[tuple[str, str]]] = []
    for run in [run for run in runs if run.role == "model"] or runs:
        own = [result for result in run.results if not result.correct]
        for result in own:
            wrong.setdefault((run.dataset, result.sample), []).append(result)
        queues.append(list(dict.fromkeys((run.dataset, result.sample) for result in own)))
    taken = _in_turns(queues, most)
    order = {key: index for index, key in enumerate(wrong)}
    shown = sorted(taken, key=lambda key: (-len(wrong[key]), order[key]))
    return tuple(WrongQuestion(*key, tuple(wrong[key])) for key in shown), len(wrong)


def _in_turns(queues: Sequence[Sequence[tuple[str, str]]], most: int) -> set[tuple[str, str]]:
    """Returns the first of each queue that is not taken yet, queue by queue, until there are so many or no
    more.
    """
    taken: set[tuple[str, str]] = set()
    waiting = [iter(queue) for queue in queues]
    while waiting and len(taken) < most:
        for queue in list(waiting):
            following = next((key for key in queue if key not in taken), None)
            if following is None:
                waiting.remove(queue)
            elif len(taken) < most:
                taken.add(following)
    return taken


def by_choice(answers: Iterable[Result]) -> Mapping[str | None, tuple[Result, ...]]:
    """Returns answers by what they say: what was said most comes first, what could not be read last."""
    chosen: dict[str | None, list[Result]] = {}
    for result in answers:
        chosen.setdefault(None if result.parse_failure else result.answer, []).append(result)
    order = sorted(chosen, key=lambda letter: (letter is None, -len(chosen[letter]), str(letter)))
    return {letter: tuple(chosen[letter]) for letter in order}


def shortened(text: str) -> str:
    """Returns the text, or of a very long one the beginning, the end, and how much lies between."""
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
    return {kept.name: kept for kept in filters}


def _facets(result: Result) -> Iterator[tuple[str, str]]:
    for name, value in result.item.facets.items():
        title = name.replace("_", " ")
        yield from ((title, text) for text in facet_texts(value))


def _natural(text: str) -> tuple[float, str]:
    """Returns numbers by their size, before other texts."""
    try:
        return float(text), text
    except ValueError:
        return math.inf, text


@frozen
class _Writer:
    """several: whether the questions are of several data sets."""

    filters: dict[str, Filter]
    domains: DomainsAtHand
    said: Mapping[AnswerKey, Conversation]
    several: bool

    def shown(self, question: WrongQuestion) -> ShownQuestion | None:
        """Returns the question; None where its record is not whole."""
        try:
            return self._shown(question)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError):
            return None

    def _shown(self, question: WrongQuestion) -> ShownQuestion:
        first, choices = question.answers[0], by_choice(question.answers)
        said = next(filter(None, map(self._said, question.answers)), _NOTHING)
        asked, right, options = said.asked, said.target, None
        if first.item.options is not None:
            record = first.item.record.unpacked()
            asked, right = str(record["request"]), str(record["answer"])
            counts = {answer: len(own) for answer, own in choices.items()}
            options = options_of(record, counts, self.domains)
        return ShownQuestion(
            id=question.id,
            head=shorten(asked, _BEGINNING, placeholder="…"),
            facts=self._facts(question, right, choices),
            facets=self._facet_places(first),
            asked=shortened(asked),
            right=shortened(right),
            options=options,
            choices=tuple(self._choice(answer, own, options) for answer, own in choices.items()),
        )

    def _facts(
        self, question: WrongQuestion, right: str, choices: Mapping[str | None, Sequence[Result]]
    ) -> tuple[str, ...]:
        item, many = question.answers[0].item, counted(len(question.answers), "wrong answer")
        named = ", ".join(f"{_brief(answer or 'none')} {len(own)}×" for answer, own in choices.items())
        sizes = [f"{item.facets[name]} {name}" for name in ("slots", "minterms") if name in item.facets]
        return (
            f"{many} ({named})",
            *((f"right: {_brief(right)}",) if right else ()),
            *((", ".join(sizes),) if sizes else ()),
            *((question.dataset,) if self.several else ()),
        )

    def _facet_places(self, result: Result) -> tuple[int, ...]:
        if "facet" not in self.filters:
            return ()
        filter_, titles = self.filters["facet"], {title for title, _ in self.filters["facet"].groups}
        own = [(title, text) for title, text in _facets(result) if title in titles]
        return tuple(sorted({filter_.place(text, title) for title, text in own}))

    def _choice(self, answer: str | None, own: Sequence[Result], options: Options | None) -> Choice:
        answers = tuple(map(self._answer, own))
        if options is not None:
            heading = "Named no option" if answer is None else f"Chose {answer}"
            return Choice(heading, () if answer is None else options.proof.verdicts[answer], answers)
        heading = "Could not be read" if answer is None else f"Answered {_brief(answer)}"
        return Choice(heading, (), answers)

    def _answer(self, result: Result) -> Answer:
        epoch = f", epoch {result.epoch}" if result.epoch > 1 else ""
        failed = f" ({result.failure})" if result.failure else ""
        score = f", score {shown(result.score, 'number')}" if 0 < result.score < 1 else ""
        talk = self._said(result)
        return Answer(
            result.model,
            result.strategy + epoch + score + failed,
            self.filters["model"].place(result.model),
            self.filters["strategy"].place(result.strategy),
            int(not result.failure),
            tuple(map(shortened, talk.turns)) if talk else (),
        )

    def _said(self, result: Result) -> Conversation | None:
        return self.said.get((result.log, result.sample, result.epoch))


def _brief(text: str) -> str:
    return shorten(text, _BEGINNING, placeholder="…")
