"""Gives what a model that is right would reply to a question, from the certificate, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.explanation import explain
from cocoa_core.families.selection.prompting.truths import TruthReader
from cocoa_core.families.selection.prompting.worked_examples import explained
from cocoa_core.families.selection.record import Question
from cocoa_core.independent import any_of


def answer_line(question: Question) -> str:
    """Returns the line that states the key."""
    return f"Answer: {ASKS[question.ask].stated(question)}"


@frozen(eq=False)
class TurnReplyWriter:
    """The right replies to the turns of a strategy, in order."""

    domain: Domain
    stepwise: bool
    """Whether there is a reply for each sum term, then the decision; otherwise there is the decision
    alone.
    """
    with_reasons: bool
    """Whether the worked explanation stands before each answer line."""
    _truths: TruthReader = field(init=False, repr=False)

    @_truths.default
    def _new_truths(self) -> TruthReader:
        return TruthReader(self.domain)

    def of(self, question: Question) -> tuple[str, ...]:
        """Returns the replies to the turns of a question.

        Raises:
            FindingsError: the record does not fit the domain.
        """
        answer = answer_line(question)
        if self.stepwise:
            return (*self._on_conditions(question), answer)
        if self.with_reasons:
            return (f"{explained(question, self.domain, 'full')[0]}\n\n{answer}",)
        return (answer,)

    def _on_conditions(self, question: Question) -> list[str]:
        truths = self._truths.truths(question)
        reasons = self._reasons(question) if self.with_reasons else [()] * len(question.requirement.terms)
        replies = []
        for number, reason_lines in enumerate(reasons):
            met = [label for label, terms in truths.items() if any_of(terms[number]) is True]
            replies.append("\n".join([*reason_lines, f"Met by: {', '.join(met) or 'none'}"]))
        return replies

    def _reasons(self, question: Question) -> list[Sequence[str]]:
        """Returns for each sum term why right options meet it, and why others break it."""
        lines: list[list[str]] = [[] for _ in question.requirement.terms]
        for verdict in explain(question, self.domain).verdicts:
            says = "meets" if verdict.right else "does not meet"
            for reason in verdict.reasons:
                lines[reason.term].append(f"Option {verdict.label} {says} it: {reason.words()}.")
        return [*lines]
