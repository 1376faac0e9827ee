"""Changed meanings, which measure the readers: made of a requirement, written by the grammar, unmarked.

A reader who takes the text of a mutant for the requirement that it was made of would let a rewrite with this
fault pass.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.domain import (
    Domain,
    GroundedLiteral,
    Primitive,
    Requirement,
    Scalar,
    Schema,
    Test,
)
from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.families.selection.record import Question
from cocoa_core.language import Realizer
from cocoa_core.paraphrasing.rounds import requirement_of
from cocoa_core.proof import Proofs, equivalent
from cocoa_core.seeds import seed_of

__all__ = ["KINDS", "Draft", "Mutant", "mutants_of"]

_TRIES: Final = 4
"""Changes of one kind that are tried on one question."""
_TURNED: Final = {"less": "more", "more": "less", "at_most": "at_least", "at_least": "at_most"}
_STRICT: Final = {"less": "at_most", "at_most": "less", "more": "at_least", "at_least": "more"}


@frozen
class Mutant:
    """A text of the grammar, and what it says, which is not what the request of the question says."""

    kind: str
    question: Question
    requirement: Requirement
    text: str


@frozen(eq=False)
class Draft:
    """A requirement that is to be changed. demands: for each sum term the place of what is demanded."""

    schema: Schema
    terms: Requirement
    demands: tuple[int, ...]
    rng: random.Random

    def places(self) -> list[tuple[int, int]]:
        """Where its literals stand, in a seeded order."""
        result = [(row, column) for row, term in enumerate(self.terms) for column in range(len(term))]
        self.rng.shuffle(result)
        return result

    def conditions(self) -> list[int]:
        """The sum terms of several literals, in a seeded order."""
        result = [row for row, term in enumerate(self.terms) if len(term) > 1]
        self.rng.shuffle(result)
        return result

    def changed(self, *changes: tuple[int, int, GroundedLiteral]) -> _Changed:
        """With other literals at some places."""
        rows = [list(term) for term in self.terms]
        for row, column, literal in changes:
            rows[row][column] = literal
        return tuple(map(tuple, rows)), self.demands


_Changed = tuple[Requirement, tuple[int, ...]]
"""A requirement with its demands."""


def _with_test(literal: GroundedLiteral, op: str, args: tuple[Scalar, ...]) -> GroundedLiteral:
    primitive = literal.primitive
    test = Test(op, args, primitive.test.over)
    return GroundedLiteral(evolve(primitive, test=test), literal.positive)


def _other_op(ops: Mapping[str, str]) -> Callable[[Draft], Iterator[_Changed]]:
    def change(draft: Draft) -> Iterator[_Changed]:
        for row, column in draft.places():
            literal = draft.terms[row][column]
            test = literal.primitive.test
            if test.op in ops:
                yield draft.changed((row, column, _with_test(literal, ops[test.op], test.args)))

    return change


def _off_by_one(draft: Draft) -> Iterator[_Changed]:
    for row, column in draft.places():
        literal = draft.terms[row][column]
        test, kind = literal.primitive.test, draft.schema.slot(literal.primitive.slot).kind.item_kind
        if test.op not in _TURNED:
            continue
        step = kind.limits()[2] if isinstance(kind, OrderedKind) and test.over != "count" else 1
        steps = [-step, step]
        draft.rng.shuffle(steps)
        for by in steps:
            [bound] = test.args
            if isinstance(bound, int):
                yield draft.changed((row, column, _with_test(literal, test.op, (bound + by,))))


def _denied(draft: Draft) -> Iterator[_Changed]:
    for row, column in draft.places():
        yield draft.changed((row, column, draft.terms[row][column].negated()))


def _and_or(draft: Draft) -> Iterator[_Changed]:
    for row in draft.conditions():
        apart = tuple((literal,) for literal in draft.terms[row])
        demands = (*draft.demands[:row], *(0 for _ in apart), *draft.demands[row + 1 :])
        yield (*draft.terms[:row], *apart, *draft.terms[row + 1 :]), demands
    wishes = [row for row, term in enumerate(draft.terms) if len(term) == 1]
    if len(wishes) > 1:
        first, second = sorted(draft.rng.sample(wishes, 2))
        joined = (*draft.terms[first], *draft.terms[second])
        rows = [row for row in range(len(draft.terms)) if row not in (first, second)]
        yield (
            (*(draft.terms[row] for row in rows), joined),
            (*(draft.demands[row] for row in rows), draft.rng.randrange(2)),
        )


def _if_unless(draft: Draft) -> Iterator[_Changed]:
    """What is demanded if something holds is demanded unless it does."""
    for row in draft.conditions():
        term, demand = draft.terms[row], draft.demands[row]
        columns = [column for column in range(len(term)) if column != demand]
        yield draft.changed(*((row, column, term[column].negated()) for column in columns))


def _reversed(draft: Draft) -> Iterator[_Changed]:
    """From "a only if b" to "b only if a"."""
    for row in draft.conditions():
        term = draft.terms[row]
        if len(term) == 2:
            changed, demands = draft.changed(*((row, column, term[column].negated()) for column in (0, 1)))
            yield changed, (*demands[:row], 1 - demands[row], *demands[row + 1 :])


def _alike(draft: Draft, one: GroundedLiteral, other: GroundedLiteral) -> bool:
    """Whether the value of one could be that of the other: numbers of one unit, as many of them."""
    kinds = [draft.schema.slot(literal.primitive.slot).kind.item_kind for literal in (one, other)]
    tests = one.primitive.test, other.primitive.test
    numbers = all(isinstance(kind, OrderedKind) for kind in kinds)
    same = kinds[0].name == kinds[1].name and getattr(kinds[0], "places", 0) == getattr(kinds[1], "places", 0)
    return numbers and same and len(tests[0].args) == len(tests[1].args) and tests[0].args != tests[1].args


def _foreign(draft: Draft) -> Iterator[_Changed]:
    """The value that another slot has in the request, or a name of another literal of a slot like it."""
    places = draft.places()
    for row, column in places:
        literal = draft.terms[row][column]
        for other_row, other_column in places:
            other = draft.terms[other_row][other_column]
            if other.primitive.slot != literal.primitive.slot and _alike(draft, literal, other):
                test = literal.primitive.test
                yield draft.changed((row, column, _with_test(literal, test.op, other.primitive.test.args)))


def _swapped(draft: Draft) -> Iterator[_Changed]:
    """The values of two literals of different sum terms, each in the place of the other."""
    places = draft.places()
    for number, (row, column) in enumerate(places):
        one = draft.terms[row][column]
        for other_row, other_column in places[number + 1 :]:
            other = draft.terms[other_row][other_column]
            if other_row != row and (_alike(draft, one, other) or _same_names(one, other)):
                tests = one.primitive.test, other.primitive.test
                yield draft.changed(
                    (row, column, _with_test(one, tests[0].op, tests[1].args)),
                    (other_row, other_column, _with_test(other, tests[1].op, tests[0].args)),
                )


def _same_names(one: GroundedLiteral, other: GroundedLiteral) -> bool:
    """Whether both name things of the same slot, by the same test, and others."""
    return (
        one.primitive.slot == other.primitive.slot
        and one.primitive.test.op == other.primitive.test.op
        and one.primitive.test.args != other.primitive.test.args
    )


def _unexcepted(draft: Draft) -> Iterator[_Changed]:
    """What is demanded without one of the exceptions."""
    for row in draft.conditions():
        term, demand = draft.terms[row], draft.demands[row]
        columns = [column for column in range(len(term)) if column != demand]
        draft.rng.shuffle(columns)
        for column in columns:
            left = (*term[:column], *term[column + 1 :])
            demands = (*draft.demands[:row], demand - (column < demand), *draft.demands[row + 1 :])
            yield (*draft.terms[:row], left, *draft.terms[row + 1 :]), demands


KINDS: Final[Mapping[str, Callable[[Draft], Iterator[_Changed]]]] = {
    "comparison turned": _other_op(_TURNED),
    "strict or not": _other_op(_STRICT),
    "bound off by one": _off_by_one,
    "not": _denied,
    "and, or": _and_or,
    "if, unless": _if_unless,
    "only if": _reversed,
    "value of another slot": _foreign,
    "values swapped": _swapped,
    "exception dropped": _unexcepted,
}
"""By name, what is changed; each gives requirements that may still mean the same."""


def mutants_of(questions: Iterable[Question], domain: Domain, count: int, seed: int) -> Iterator[Mutant]:
    """So many mutants, of the kinds in turn; fewer of a kind that cannot be made of these questions, or said.

    Each is proved by the solver to mean something else than its question, without an idle part.
    """
    if not count:
        return
    makers = _Makers(domain, seed)
    every = list(questions)
    per_kind = {kind: count // len(KINDS) + (place < count % len(KINDS)) for place, kind in enumerate(KINDS)}
    for kind, wanted in per_kind.items():
        rng = random.Random(seed_of("mutants", seed, kind))
        texts: set[tuple[str, str]] = set()
        for turn in range(_TRIES):
            if len(texts) == wanted:
                break
            order = list(every)
            rng.shuffle(order)
            for question in order:
                if len(texts) == wanted:
                    break
                mutant = makers.mutant(kind, question, turn)
                if mutant is not None and (question.id, mutant.text) not in texts:
                    texts.add((question.id, mutant.text))
                    yield mutant


@frozen(eq=False)
class _Makers:
    domain: Domain
    seed: int
    realizer: Realizer = field(init=False)

    @realizer.default
    def _words(self) -> Realizer:
        return Realizer(self.domain)

    def mutant(self, kind: str, question: Question, turn: int) -> Mutant | None:
        """A change that means something else and can be said; None after some tries."""
        wanted = requirement_of(question, self.domain)
        rng = random.Random(seed_of("mutant", self.seed, kind, question.id, turn))
        draft = Draft(self.domain.schema, wanted, question.requirement.demands, rng)
        for number, (terms, demands) in enumerate(KINDS[kind](draft)):
            if number == _TRIES:
                return None
            text = self._said(question, terms, demands, rng)
            if text is not None and not equivalent(self.domain.schema, terms, wanted):
                return Mutant(kind, question, terms, text)
        return None

    def _said(
        self, question: Question, terms: Requirement, demands: Sequence[int], rng: random.Random
    ) -> str | None:
        """The requirement in the words of the grammar, after the opening of the question."""
        literals = [literal for term in terms for literal in term]
        if not all(self._legal(literal) and self.realizer.sayable(literal) for literal in literals):
            return None
        try:
            if Proofs(self.domain.schema, terms).redundant_part() is not None:
                return None
            [said, *_] = self.realizer.realize(
                terms, rng, None, demands, lambda _literals, form: not form.others, inert=False
            )
        except (LookupError, ValueError):
            return None
        return " ".join([question.sentences[0].text, *(sentence.text for sentence in said.sentences[1:])])

    def _legal(self, literal: GroundedLiteral) -> bool:
        """Whether a number lies within the bounds of its slot."""
        primitive: Primitive = literal.primitive
        kind, test = self.domain.schema.slot(primitive.slot).kind.item_kind, primitive.test
        if not isinstance(kind, OrderedKind) or test.over in ("count", "total"):
            return all(not isinstance(arg, int) or arg >= 0 for arg in test.args)
        low, high, step = kind.limits()
        return all(isinstance(arg, int) and low < arg < high and arg % step == 0 for arg in test.args)
