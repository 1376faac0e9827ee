"""Puts the certificate into plain English: why an option is right, and what each of the others breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Schema, Slot, Test
from cocoa_core.domain.kinds import NO_ITEMS, NOT_GIVEN
from cocoa_core.english import as_sentence
from cocoa_core.errors import FindingsError, one_line
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.record import TO_BE_CONFIRMED, BrokenTerm, LiteralRecord, Option, Question
from cocoa_core.language import Realizer, joined, realizer_of

_BETWEEN: Final = "; "


@frozen
class Reason:
    """Why a sum term holds or is broken on one option."""

    term: int
    """The index of the sum term."""
    facts: tuple[str, ...]
    """True statements about the option with the value shown, such as "it costs $400 or more (Price: $512)".

    There is one where the term holds, and one for each literal where it is broken. A statement about a
    derived slot names what follows from the value shown: "it has a layover in Asia (Layovers in: Paris;
    Tokyo. Layovers on: Europe for Paris, Asia for Tokyo)".
    """

    def words(self) -> str:
        """Returns the facts as one statement."""
        return ", and ".join(self.facts)


@frozen
class OptionVerdict:
    """Whether one option is right, and why.

    An option that is neither right nor has reasons is undecided: it depends on a value to be confirmed.
    """

    label: str
    right: bool
    reasons: tuple[Reason, ...]
    """For a right option one for every sum term; for a wrong one those for the sum terms that it breaks."""

    def sentences(self) -> tuple[str, ...]:
        """Returns the verdict in whole sentences, the conclusion first."""
        if self.right:
            head = f"Option {self.label} meets {_all(len(self.reasons))}."
            return (head, *(f"Condition {reason.term + 1}: {reason.words()}." for reason in self.reasons))
        if not self.reasons:
            return (f"Option {self.label} is still open: it hangs on a value to be confirmed.",)
        first, *others = (f"condition {reason.term + 1}: {reason.words()}." for reason in self.reasons)
        return (f"Option {self.label} breaks {first}", *(f"It also breaks {other}" for other in others))


@frozen
class Explanation:
    """The worked solution of a question."""

    conditions: tuple[str, ...]
    """The sum terms in words."""
    verdicts: tuple[OptionVerdict, ...]
    """One for each option, by label."""
    single: bool = True
    """Whether the ask has exactly one right option."""
    conclusion: str = ""
    """The sentence with the answer."""

    @property
    def right(self) -> tuple[OptionVerdict, ...]:
        """The verdicts on the options that satisfy the request."""
        return tuple(verdict for verdict in self.verdicts if verdict.right)

    def lead(self) -> str:
        """Returns the sentence that introduces the list of conditions."""
        who = "The right option" if self.single else "A right option"
        if not any(", or " in condition for condition in self.conditions):
            return f"{who} has to meet each of these conditions:"
        return f'{who} has to meet each of these conditions (where one says "or", both may hold):'

    def listed_conditions(self) -> list[str]:
        """Returns the lead, and each condition with its number, from 1."""
        return [
            self.lead(),
            *(f"{number}. {as_sentence(words)}" for number, words in enumerate(self.conditions, 1)),
        ]

    def text(self) -> str:
        """Returns the whole explanation: the conditions, each option in turn, and the answer."""
        verdicts = [" ".join(verdict.sentences()) for verdict in self.verdicts]
        return "\n".join([*self.listed_conditions(), "", *verdicts, "", self.conclusion])


def explain(question: Question, domain: Domain) -> Explanation:
    """Returns the question's certificate in words, by the rules of the domain that the question was written
    for.

    It repeats what the record says, which verification checks. The catalogue of the domain is not read.

    Raises:
        FindingsError: the record names slots, rules or values that the domain does not have.
    """
    realizer = realizer_of(domain)
    with in_words_of(domain, f"the certificate of question {question.id}"):
        terms = tuple(
            tuple(grounded(domain.schema, literal) for literal in term) for term in question.requirement.terms
        )
        conditions = tuple(", or ".join(realizer.clause(literal) for literal in term) for term in terms)
        verdicts = tuple(
            _right(question, option, terms, realizer)
            if option.label in question.certificate.satisfied
            else _wrong(question, option, terms, realizer)
            if option.label in question.certificate.broken
            else _undecided(option)
            for option in question.options
        )
    single = question.answer is not None
    return Explanation(conditions, verdicts, single, ASKS[question.ask].conclusion(question))


def grounded(schema: Schema, record: LiteralRecord) -> GroundedLiteral:
    """Returns the typed literal of a record.

    Raises:
        KeyError: the schema has no such slot, or cannot read a value.
        ValueError: the schema cannot read a value.
    """
    kind = schema.slot(record.slot).kind
    args = tuple(kind.read_arg(record.test, record.over, text) for text in record.values)
    test = Test(record.test, args, record.over)
    return GroundedLiteral(Primitive(record.slot, test, record.rule), record.positive)


def _right(
    question: Question, option: Option, terms: Sequence[Sequence[GroundedLiteral]], realizer: Realizer
) -> OptionVerdict:
    satisfied = question.certificate.satisfied[option.label]
    reasons = []
    for number, (term, literal_index) in enumerate(zip(terms, satisfied, strict=True)):
        literal = term[literal_index]
        value = option.shown.get(realizer.domain.schema.slot(literal.primitive.slot).label)
        reasons.append(Reason(number, (_fact(realizer, literal, value, option),)))
    return OptionVerdict(option.label, True, tuple(reasons))


def _wrong(
    question: Question, option: Option, terms: Sequence[Sequence[GroundedLiteral]], realizer: Realizer
) -> OptionVerdict:
    broken: Mapping[str, tuple[BrokenTerm, ...]] = question.certificate.broken
    reasons = [
        Reason(
            violation.term,
            tuple(
                _fact(realizer, literal.negated(), failed.value, option)
                for literal, failed in zip(terms[violation.term], violation.literals, strict=True)
            ),
        )
        for violation in broken[option.label]
    ]
    if not reasons:
        raise ValueError(f"option {option.label} breaks no sum term")
    return OptionVerdict(option.label, False, tuple(reasons))


def _fact(realizer: Realizer, literal: GroundedLiteral, value: str | None, option: Option) -> str:
    words = realizer.clause(literal)
    slot = realizer.domain.schema.slot(literal.primitive.slot)
    if slot.derived is not None:
        return f"{words} ({known_facts(realizer.domain.schema, slot, option.shown)})"
    return words if value is None else f"{words} ({slot.label}: {value})"


def _all(count: int) -> str:
    return {1: "the one condition", 2: "both conditions"}.get(count, f"all {count} conditions")


@contextmanager
def in_words_of(domain: Domain, what: str) -> Iterator[None]:
    """Refuses a part of a record that names what its domain does not have, such as a slot, a rule or a term.

    Args:
        what: the part of the record that is read within the block.

    Raises:
        FindingsError: the block raised a LookupError or a ValueError.
    """
    try:
        yield
    except (LookupError, ValueError) as error:
        raise FindingsError(
            f"{what} cannot be put into words",
            got=_lacking(error) if isinstance(error, LookupError) else one_line(error),
            expected=f"slots, rules and values of the domain {domain.schema.name} {domain.schema.version}",
            fix="run `cocoa verify` on the data set that holds it",
        ) from error


def _lacking(error: LookupError) -> str:
    if isinstance(error, KeyError):
        return f"{one_line(error.args[0])!r}, which is not there"
    return "a test with fewer values than it takes"


def known_facts(schema: Schema, slot: Slot, shown: Mapping[str, str]) -> str:
    """Returns the shown value that a derived slot is computed from, and what each step of the computation
    gives for its words.

    For example "Layovers in: Dubai; Paris. Layovers on: Asia for Dubai, Europe for Paris". The steps lead
    from the slot that options show to the derived one; the words of a step stand in the order of the value.

    Raises:
        KeyError: the option does not show the slot, or a table lacks a word.
    """
    steps = [slot]
    while steps[-1].derived is not None:
        steps.append(schema.slot(steps[-1].derived.source))
    base = steps.pop()
    text = shown[base.label]
    words = _words(base, text)
    facts = [f"{base.label}: {text}"]
    for step in reversed(steps):
        if step.derived is None or not words:
            break
        sources_of: dict[str, list[str]] = {}
        for word in words:
            sources_of.setdefault(step.derived.known[word], []).append(word)
        phrases = (f"{follows} for {joined(sources, 'and')}" for follows, sources in sources_of.items())
        facts.append(f"{step.label}: {', '.join(phrases)}")
        words = list(sources_of)
    return ". ".join(facts)


def _words(slot: Slot, text: str) -> list[str]:
    if text == NOT_GIVEN:
        return []
    if not slot.kind.several:
        return [text]
    return [] if text == NO_ITEMS else text.split(_BETWEEN)


def _undecided(option: Option) -> OptionVerdict:
    """Returns the verdict on an option that may or may not satisfy the request, due to a hidden value.

    Raises:
        ValueError: the option has no hidden value.
    """
    if TO_BE_CONFIRMED not in option.shown.values():
        raise ValueError(f"the certificate says nothing of {option.label}")
    return OptionVerdict(option.label, False, ())
