"""The certificate in plain English: why one option is right and what each of the others breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test
from cocoa_core.domain.schema import Schema
from cocoa_core.errors import FindingsError
from cocoa_core.language.realizer import Realizer
from cocoa_core.records.known_facts import known_facts
from cocoa_core.records.question import BrokenTerm, LiteralRecord, Option, Question

__all__ = ["Explanation", "Reason", "Verdict", "explain", "grounded"]


@frozen
class Reason:
    """Why a sum term holds or is broken on one option.

    term: the sum term, from 0. facts: true statements about the option with the value shown, such as
    "it costs $400 or more (Price: $512)"; one where the term holds, one for each literal where it is broken.
    What is said of a derived slot comes with what follows from the value shown:
    "it has a layover in Asia (Layovers in: Paris; Tokyo. Layovers on: Europe for Paris, Asia for Tokyo)".
    """

    term: int
    facts: tuple[str, ...]

    def words(self) -> str:
        """The facts as one statement."""
        return ", and ".join(self.facts)


@frozen
class Verdict:
    """One option. reasons: for the right one, every sum term; for another, the sum terms that it breaks."""

    label: str
    right: bool
    reasons: tuple[Reason, ...]

    def sentences(self) -> tuple[str, ...]:
        """The verdict in whole sentences, the conclusion first."""
        if self.right:
            head = f"Option {self.label} meets {_all(len(self.reasons))}."
            return (head, *(f"Condition {one.term + 1}: {one.words()}." for one in self.reasons))
        first, *others = (f"condition {one.term + 1}: {one.words()}." for one in self.reasons)
        return (f"Option {self.label} breaks {first}", *(f"It also breaks {other}" for other in others))


@frozen
class Explanation:
    """The worked solution of a question. conditions: the sum terms in words; verdicts: by label, A first."""

    conditions: tuple[str, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def answer(self) -> Verdict:
        """The verdict on the right option."""
        return next(verdict for verdict in self.verdicts if verdict.right)

    def lead(self) -> str:
        """What the list of conditions is introduced with."""
        if not any(", or " in condition for condition in self.conditions):
            return "The right option has to meet each of these conditions:"
        return 'The right option has to meet each of these conditions (where one says "or", both may hold):'

    def text(self) -> str:
        """The whole explanation: the conditions, numbered from 1, each option in turn, the answer."""
        conditions = [f"{number}. {_capital(words)}." for number, words in enumerate(self.conditions, 1)]
        verdicts = [" ".join(verdict.sentences()) for verdict in self.verdicts]
        closing = f"So the answer is {self.answer.label}."
        return "\n".join([self.lead(), *conditions, "", *verdicts, "", closing])


def explain(question: Question, domain: Domain) -> Explanation:
    """The question's certificate in words, by the rules of the domain it was written for.

    Says what the record says; whether that is true is for verification. The domain's catalogue is not read.
    Raises FindingsError where the record names slots, rules or values that the domain does not have.
    """
    realizer = Realizer(domain)
    try:
        terms = tuple(
            tuple(grounded(domain.schema, one) for one in term) for term in question.requirement.terms
        )
        conditions = tuple(", or ".join(realizer.clause(one) for one in term) for term in terms)
        verdicts = tuple(
            _right(question, option, terms, realizer)
            if option.label == question.answer
            else _wrong(question, option, terms, realizer)
            for option in question.options
        )
    except (LookupError, ValueError) as error:
        raise _unreadable(question, domain, error) from error
    return Explanation(conditions, verdicts)


def grounded(schema: Schema, record: LiteralRecord) -> GroundedLiteral:
    """The literal that a record holds, typed.

    Raises KeyError or ValueError where the schema has no such slot or cannot read a value.
    """
    kind = schema.slot(record.slot).kind
    args = tuple(kind.read_arg(record.test, record.over, text) for text in record.values)
    test = Test(record.test, args, record.over)
    return GroundedLiteral(Primitive(record.slot, test, record.rule), record.positive)


def _right(
    question: Question,
    option: Option,
    terms: Sequence[Sequence[GroundedLiteral]],
    realizer: Realizer,
) -> Verdict:
    reasons = []
    for number, (term, place) in enumerate(zip(terms, question.certificate.satisfied, strict=True)):
        literal = term[place]
        value = option.shown.get(realizer.domain.schema.slot(literal.primitive.slot).label)
        reasons.append(Reason(number, (_fact(realizer, literal, value, option),)))
    return Verdict(option.label, True, tuple(reasons))


def _wrong(
    question: Question,
    option: Option,
    terms: Sequence[Sequence[GroundedLiteral]],
    realizer: Realizer,
) -> Verdict:
    broken: Mapping[str, tuple[BrokenTerm, ...]] = question.certificate.broken
    reasons = [
        Reason(
            one.term,
            tuple(
                _fact(realizer, literal.negated(), failed.value, option)
                for literal, failed in zip(terms[one.term], one.literals, strict=True)
            ),
        )
        for one in broken[option.label]
    ]
    if not reasons:
        raise ValueError(f"option {option.label} breaks no sum term")
    return Verdict(option.label, False, tuple(reasons))


def _fact(realizer: Realizer, literal: GroundedLiteral, value: str | None, option: Option) -> str:
    words = realizer.clause(literal)
    slot = realizer.domain.schema.slot(literal.primitive.slot)
    if slot.derived is not None:
        return f"{words} ({known_facts(realizer.domain.schema, slot, option.shown)})"
    return words if value is None else f"{words} ({slot.label}: {value})"


def _all(count: int) -> str:
    return {1: "the one condition", 2: "both conditions"}.get(count, f"all {count} conditions")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _unreadable(question: Question, domain: Domain, error: Exception) -> FindingsError:
    return FindingsError(
        f"the certificate of question {question.id} cannot be put into words",
        got=str(error) or type(error).__name__,
        expected=f"slots, rules and values of the domain {domain.schema.name} {domain.schema.version}",
        fix="run `cocoa verify` on the data set that holds it",
    )
