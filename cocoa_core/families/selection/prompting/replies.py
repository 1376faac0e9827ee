"""What a model that is right would say to a question: from the certificate, turn by turn."""

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

__all__ = ["Replies", "answer_line"]


def answer_line(question: Question) -> str:
    """Returns what states the key."""
    return f"Answer: {ASKS[question.ask].stated(question)}"


@frozen(eq=False)
class Replies:
    """Replies to the turns of a strategy, in order."""

    domain: Domain
    stepwise: bool
    """One a sum term, then the decision; otherwise the decision alone."""
    with_reasons: bool
    """With the worked explanation before each answer line."""
    _truths: TruthReader = field(init=False, repr=False)

    @_truths.default
    def _new_truths(self) -> TruthReader:
        return TruthReader(self.domain)

    def of(self, question: Question) -> tuple[str, ...]:
        """Raises FindingsError where the record does not fit the domain."""
        answer = answer_line(question)
        if self.stepwise:
            return (*self._on_conditions(question), answer)
        if self.with_reasons:
            return (f"{explained(question, self.domain, 'full')}\n\n{answer}",)
        return (answer,)

    def _on_conditions(self, question: Question) -> list[str]:
        """Returns who meets each sum term; where it is undefined of an option, the option does not meet
        it.
        """
        truths = self._truths.truths(question)
        reasons = self._reasons(question) if self.with_reasons else [()] * len(question.requirement.terms)
        replies = []
        for place, why in enumerate(reasons):
            met = [label for label, terms in truths.items() if any_of(terms[place]) is True]
            replies.append("\n".join([*why, f"Met by: {', '.join(met) or 'none'}"]))
        return replies

    def _reasons(self, question: Question) -> list[Sequence[str]]:
        """By sum term: why the right option meets it, and why others break it."""
        lines: list[list[str]] = [[] for _ in question.requirement.terms]
        for verdict in explain(question, self.domain).verdicts:
            says = "meets" if verdict.right else "does not meet"
            for reason in verdict.reasons:
                lines[reason.term].append(f"Option {verdict.label} {says} it: {reason.words()}.")
        return [*lines]
