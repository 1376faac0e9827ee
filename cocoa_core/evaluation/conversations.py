"""What is said to a model about one question: the first message, and the turns that follow."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.evaluation.layout import options_text
from cocoa_core.evaluation.sentences import SentenceWriter
from cocoa_core.evaluation.strategies import Strategy
from cocoa_core.evaluation.templates import SYSTEM, Template
from cocoa_core.evaluation.worked_examples import Examples, explained
from cocoa_core.language.spoken import joined
from cocoa_core.records.question import Question

__all__ = ["Conversation", "Prompter"]


@frozen
class Conversation:
    """system: "" where the template has none. first: the first user message. turns: those that follow."""

    system: str
    first: str
    turns: tuple[str, ...] = ()


@frozen(slots=False, eq=False)
class Prompter:
    """Fills a template with questions of one domain."""

    strategy: Strategy
    template: Template
    domain: Domain
    examples: Examples
    _worked: dict[str, str] = field(factory=dict, init=False, repr=False)

    def conversation(self, question: Question) -> Conversation:
        """What is said about the question: a function of the template, the question and its example."""
        everywhere = {
            "noun": self.domain.schema.noun,
            "letters": joined([option.label for option in question.options], "or"),
        }
        asked = {"request": question.request, "options": options_text(question), **everywhere}
        if self.strategy.example:
            asked["example"] = self._example(question, everywhere)
        else:
            asked["example"] = ""
        first = self.template.fill("question", **asked)
        turns = self._turns(question, everywhere) if self.strategy.stepwise else ()
        if turns:
            first, turns = f"{first}\n\n{turns[0]}", turns[1:]
        system = self.template.fill(SYSTEM, **everywhere) if SYSTEM in self.template.sections else ""
        return Conversation(system, first, turns)

    def _example(self, question: Question, everywhere: dict[str, str]) -> str:
        example = self.examples.example_for(question)
        text = self._worked.get(example.id)
        if text is None:
            text = self._worked[example.id] = self.template.fill(
                "example",
                request=example.request,
                options=options_text(example),
                explanation=explained(example, self.domain, self.strategy.example),
                answer=example.answer,
                **everywhere,
            )
        return text

    def _turns(self, question: Question, everywhere: dict[str, str]) -> tuple[str, ...]:
        sentences = self._writer.sentences(question)
        count = str(len(sentences))
        conditions = (
            self.template.fill("condition", condition=sentence, number=str(number), count=count, **everywhere)
            for number, sentence in enumerate(sentences, 1)
        )
        return (*conditions, self.template.fill("decision", count=count, **everywhere))

    @cached_property
    def _writer(self) -> SentenceWriter:
        return SentenceWriter(self.domain)
