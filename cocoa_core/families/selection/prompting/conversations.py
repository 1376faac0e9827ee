"""Puts a question into messages to a model, and gives what a model that is right replies, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property, lru_cache, partial
from typing import Final

from attrs import asdict, field, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.definition import domain_of
from cocoa_core.families.selection.explanation import explain
from cocoa_core.families.selection.prompting.demonstrations import (
    DEMONSTRATIONS,
    ORDERS,
    Demonstrations,
    coverage,
    demonstrations_of,
)
from cocoa_core.families.selection.prompting.layout import options_text, printed_options, problem_text
from cocoa_core.families.selection.prompting.sentences import sentences_of
from cocoa_core.families.selection.prompting.strategies import Strategy, strategy_named
from cocoa_core.families.selection.prompting.templates import (
    PRINTED,
    PROBLEM,
    SYSTEM,
    Template,
    load_template,
)
from cocoa_core.families.selection.prompting.truths import truths_of
from cocoa_core.families.selection.prompting.worked_examples import Examples, example_pool, explained
from cocoa_core.families.selection.record import DomainRef, Question
from cocoa_core.independent import any_of
from cocoa_core.items import Conversation, Dataset, Facet, Prompting
from cocoa_core.language import joined
from cocoa_core.lexicon import number_word
from cocoa_core.loading import load_domain
from cocoa_core.seeds import digest_of


def answer_line(question: Question) -> str:
    """Returns the line that states the key."""
    return f"Answer: {ASKS[question.ask].target_reply(question)}"


def turn_replies(
    question: Question, domain: Domain, *, stepwise: bool, with_reasons: bool
) -> tuple[str, ...]:
    """Returns the right replies to the turns of a strategy.

    Args:
        stepwise: whether a reply for each sum term comes before the decision, which is otherwise alone.
        with_reasons: whether the worked explanation stands before each answer line.

    Raises:
        FindingsError: the record does not fit the domain.
    """
    answer = answer_line(question)
    if not stepwise:
        return (f"{explained(question, domain, 'full')[0]}\n\n{answer}" if with_reasons else answer,)
    truths = truths_of(question, domain)
    lines: list[list[str]] = [[] for _ in question.requirement.terms]
    for verdict in explain(question, domain).verdicts if with_reasons else ():
        says = "meets" if verdict.right else "does not meet"
        for reason in verdict.reasons:
            lines[reason.term].append(f"Option {verdict.label} {says} it: {reason.words()}.")
    for number, reasons in enumerate(lines):
        met = [label for label, terms in truths.items() if any_of(terms[number]) is True]
        reasons.append(f"Met by: {', '.join(met) or 'none'}")
    return (*map("\n".join, lines), answer)


_MOST_SHOTS: Final = 50
_DEMONSTRATED: Final = 4
"""The number of demonstrations where no number is asked for."""


def prompter_of(dataset: Dataset, how: Prompting) -> QuestionPrompter:
    """Returns what turns questions of the data set into messages.

    Raises:
        UsageError: the strategy is unknown, the prompt file lacks something, or the examples asked for cannot
            be shown.
        FindingsError: the domain of the data set cannot be read.
        DomainError: the domain of the data set cannot be read.
    """
    strategy = strategy_named(how.strategy)
    template = load_template(strategy, how.prompt, explained=how.explained)
    domain = domain_of(dataset)
    demonstrations = _demonstrations(dataset, strategy, how)
    shots = how.shots if how.shots is not None or demonstrations is None else _DEMONSTRATED
    return QuestionPrompter(
        strategy,
        template,
        lambda: domain,
        example_pool(dataset, domain, how.side),
        how.explained,
        _shots(strategy, shots),
        demonstrations,
    )


def _demonstrations(dataset: Dataset, strategy: Strategy, how: Prompting) -> Demonstrations | None:
    if how.demonstrations is None and how.order is None:
        return None
    if how.demonstrations is None or how.shots == 0 or strategy.stepwise:
        alone = how.demonstrations is None
        raise UsageError(
            "there are no demonstrations to choose or to order",
            got=f"--order {how.order} alone" if alone else f"{strategy.name}, no examples",
            expected=f"--demonstrations {', '.join(DEMONSTRATIONS)}, and another strategy than l2m",
        )
    return demonstrations_of(dataset, how.demonstrations, how.order or ORDERS[0])


def prompter_for(question: Question, how: Prompting) -> QuestionPrompter:
    """Returns what turns questions of the ask and domain of this one into messages, without a data set.

    Words of the domain that no record holds are those of the installed domain.

    Raises:
        UsageError: as `prompter_of`; or the strategy or the number of examples needs other questions.
    """
    strategy = strategy_named(how.strategy)
    if strategy.example or how.shots:
        raise UsageError(
            f"{strategy.name} shows other questions of a data set",
            got="a question alone",
            expected="the data set beside it",
            fix="pass dataset=, or take a strategy without examples, such as direct",
        )
    template = load_template(strategy, how.prompt, explained=how.explained)
    return QuestionPrompter(
        strategy, template, partial(installed_domain, question.domain), None, how.explained
    )


@lru_cache(maxsize=8)
def installed_domain(wanted: DomainRef) -> Domain:
    """Returns the domain as it was when the question was written.

    Raises:
        UsageError: another version of it is installed.
    """
    domain = load_domain(wanted.name)
    if domain.digest != wanted.digest:
        raise UsageError(
            f"the domain {wanted.name} is not here as it was when the question was written",
            got=f"digest {domain.digest[:16]}",
            expected=f"digest {wanted.digest[:16]}",
            fix="pass the data set, which carries its domain, as dataset=",
        )
    return domain


def _shots(strategy: Strategy, asked: int | None) -> int:
    if asked is None:
        return 0
    least = 1 if strategy.example else 0
    if (strategy.stepwise and asked) or not least <= asked <= _MOST_SHOTS:
        raise UsageError(
            f"{strategy.name} cannot show so many examples",
            got=str(asked),
            expected="0: its turns leave no room for any"
            if strategy.stepwise
            else f"a whole number from {least} to {_MOST_SHOTS}",
        )
    return 0 if asked == least else asked


@frozen(slots=False, eq=False)
class QuestionPrompter:
    """Fills a template with questions of one domain."""

    strategy: Strategy
    template: Template
    _load: Callable[[], Domain]
    """Returns the domain, once its words are needed."""
    examples: Examples | None
    """The questions to choose examples from; None where there can be none."""
    with_reasons: bool = False
    """Whether replies have the worked explanation."""
    shots: int = 0
    """The number of examples: worked ones in the text of the question where the strategy shows one, else
    earlier questions with their answers; 0 for what the strategy shows by itself.
    """
    demonstrations: Demonstrations | None = None
    """Chooses the examples by label; None where that is not asked for."""
    _worked: dict[str, str] = field(factory=dict, init=False, repr=False)

    @cached_property
    def domain(self) -> Domain:
        return self._load()

    @property
    def digest(self) -> str:
        """A digest of the template, the words of the asks, and the examples that are asked for."""
        example_questions = () if self.examples is None else (*self.examples.pool, *self.examples.reserve)
        words_by_ask = {example.ask: str(self._everywhere(example)) for example in example_questions}
        shots = (self.shots,) if self.shots else ()
        chosen: tuple[int | str, ...] = shots
        if self.demonstrations is not None:
            chosen = (self._count, self.demonstrations.kind, self.demonstrations.order)
        return digest_of(self.template.digest(), *words_by_ask.values(), *chosen).hex()[:16]

    @property
    def _count(self) -> int:
        return self.shots or 1

    def fits(self, item: Question) -> bool:
        """Returns whether the demonstrations that are asked for exist for the question."""
        return self.demonstrations is None or self.demonstrations.of(item, self._count) is not None

    def replies(self, item: Question) -> tuple[str, ...]:
        if not (self.strategy.stepwise or self.with_reasons):
            return (answer_line(item),)
        return turn_replies(
            item, self.domain, stepwise=self.strategy.stepwise, with_reasons=self.with_reasons
        )

    def conversation(self, item: Question) -> Conversation:
        everywhere = self._everywhere(item)
        first = self._first(item, everywhere)
        turns = self._turns(item, everywhere) if self.strategy.stepwise else ()
        if turns:
            first, turns = f"{first}\n\n{turns[0]}", turns[1:]
        system = self.template.fill(SYSTEM, **everywhere) if SYSTEM in self.template.sections else ""
        return Conversation(system, first, turns, self._shown_before(item), self._facets_of(item))

    def _facets_of(self, item: Question) -> dict[str, Facet]:
        """Returns what the demonstrations are, and what they show of the question's label."""
        if self.demonstrations is None:
            return {}
        covered = coverage(item, self._several(item), self.demonstrations.granularity)
        return {
            "demonstrations": self.demonstrations.kind,
            "order": self.demonstrations.order,
            "coverage": covered,
        }

    def _several(self, item: Question) -> tuple[Question, ...]:
        if self.demonstrations is None:
            return () if self.examples is None else self.examples.several_for(item, self.shots)
        result = self.demonstrations.of(item, self._count)
        if result is None:
            raise UsageError(
                "there are no such demonstrations for a question",
                got=f"{self._count} {self.demonstrations.kind} for {item.id}",
                expected=f"training questions {DEMONSTRATIONS[self.demonstrations.kind]}",
                fix="ask for fewer, or for another kind",
            )
        return result

    def _everywhere(self, item: Question) -> dict[str, str]:
        words = asdict(ASKS[item.ask].words(item))
        letters = joined(item.labels, "or") if item.options else ""
        are = "are" if item.options else "is"
        noun = self.domain.schema.noun if self.template.mentions("noun") else ""
        return {"noun": noun, "letters": letters, "are": are, **words}

    def _problem(self, item: Question, shown: Collection[str] | None = None) -> dict[str, str]:
        """Returns the request and the options, together and each by itself: what the template mentions."""
        request = ASKS[item.ask].request(item)
        if self.template.mentions(PRINTED) and (item.ask != "choose" or item.provenance.settings.get("none")):
            raise UsageError(
                "GroundCocoa's prompt asks which one of the options is right",
                got=f"{item.id}, {item.ask}" + (", of which none may be right" * (item.ask == "choose")),
                expected="questions of --ask choose without --none",
                fix="leave out --prompt",
            )
        printed = [option for option in item.options if shown is None or option.label in shown]
        quoted = [f"'{option.label}'" for option in printed]
        options: dict[str, Callable[[], str]] = {
            PROBLEM: lambda: problem_text(request, item),
            PRINTED: lambda: printed_options(printed),
            "options": lambda: options_text(item),
        }
        return {
            **{name: text() for name, text in options.items() if self.template.mentions(name)},
            "request": request,
            "many": number_word(len(printed)),
            "quoted": ", ".join(quoted[:-1]),
            "last": "".join(quoted[-1:]),
        }

    def _first(self, item: Question, everywhere: dict[str, str]) -> str:
        asked = {**self._problem(item), **everywhere}
        return self.template.fill("question", **asked, example=self._examples(item))

    def _shown_before(self, item: Question) -> tuple[tuple[str, str], ...]:
        if self.strategy.example or self.examples is None or not (self.shots or self.demonstrations):
            return ()
        shown = self._several(item)
        return tuple(
            (self._first(example, self._everywhere(example)), self.replies(example)[-1]) for example in shown
        )

    def _examples(self, question: Question) -> str:
        if not self.strategy.example or self.examples is None:
            return ""
        if self.shots or self.demonstrations:
            shown = self._several(question)
        else:
            shown = (self.examples.example_for(question),)
        return "\n\n".join(map(self._worked_out, shown))

    def _worked_out(self, example: Question) -> str:
        text = self._worked.get(example.id)
        if text is None:
            explanation, shown = explained(example, self.domain, self.strategy.example)
            text = self._worked[example.id] = self.template.fill(
                "example",
                **self._problem(example, shown),
                explanation=explanation,
                answer=ASKS[example.ask].target_reply(example),
                **self._everywhere(example),
            )
        return text

    def _turns(self, question: Question, everywhere: dict[str, str]) -> tuple[str, ...]:
        sentences = sentences_of(question, self.domain)
        count = str(len(sentences))
        conditions = (
            self.template.fill("condition", condition=sentence, number=str(number), count=count, **everywhere)
            for number, sentence in enumerate(sentences, 1)
        )
        return (*conditions, self.template.fill("decision", count=count, **everywhere))
