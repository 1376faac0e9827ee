"""Makes mutants, which measure the readers: changed requirements, written by the grammar, unmarked.

A reader who takes the text of a mutant for the requirement that it was made from would let a rewrite with
this fault pass.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import (
    Domain,
    GroundedLiteral,
    Primitive,
    Requirement,
    Scalar,
    Schema,
    Test,
    read_notation,
)
from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.errors import MismatchError
from cocoa_core.families.selection.asking import UnreadablePromptError
from cocoa_core.families.selection.request_reader import reader_of
from cocoa_core.independent import product_text
from cocoa_core.language import TextSpec, nouns_of, realizer_of, sentences_like
from cocoa_core.paraphrasing.subjects import KEEPS, ParaphraseSubject, understood
from cocoa_core.proof import Proofs, equivalent
from cocoa_core.seeds import seed_of

_TRIES: Final = 4
"""The most changes of one kind that are tried on one question."""
_TURNED: Final = {"less": "more", "more": "less", "at_most": "at_least", "at_least": "at_most"}
_STRICT: Final = {"less": "at_most", "at_most": "less", "more": "at_least", "at_least": "more"}


@frozen
class Mutant:
    """Texts of the grammar in place of a subject's parts, with another meaning."""

    kind: str
    subject: ParaphraseSubject
    wanted: tuple[Requirement, ...]
    """What each part says."""
    parts: tuple[str, ...]


@frozen
class PlacedTerm:
    """A sum term, and where the text says it."""

    term: tuple[GroundedLiteral, ...]
    demand: int
    """The index of the literal that is demanded."""
    part: int = 0
    """The index of the part of the text."""

    def sayable_term(self) -> tuple[GroundedLiteral, ...]:
        """Returns the literals, the one that is demanded last."""
        before, after = self.term[: self.demand], self.term[self.demand + 1 :]
        return (*before, *after, self.term[self.demand])


Rows = tuple[PlacedTerm, ...]
_Worded = tuple[tuple[str, ...], tuple[Requirement, ...]]
"""Texts in place of the parts of a subject, and what each says."""


@frozen(eq=False)
class MutationTarget:
    """A requirement that is to be changed."""

    schema: Schema
    rows: Rows
    rng: random.Random

    def positions(self) -> list[tuple[int, int]]:
        """Returns the positions of its literals, as row and column, in a seeded order."""
        result = [(index, column) for index, row in enumerate(self.rows) for column in range(len(row.term))]
        self.rng.shuffle(result)
        return result

    def conditions(self) -> list[int]:
        """Returns the indices of the sum terms with several literals, in a seeded order."""
        result = [index for index, row in enumerate(self.rows) if len(row.term) > 1]
        self.rng.shuffle(result)
        return result

    def literal(self, position: tuple[int, int]) -> GroundedLiteral:
        """Returns the literal at a position."""
        return self.rows[position[0]].term[position[1]]

    def changed(self, *changes: tuple[tuple[int, int], GroundedLiteral]) -> Rows:
        """Returns the rows with other literals at some positions."""
        terms = [list(row.term) for row in self.rows]
        for (index, column), literal in changes:
            terms[index][column] = literal
        return tuple(evolve(row, term=tuple(term)) for row, term in zip(self.rows, terms, strict=True))

    def replaced(self, index: int, *rows: PlacedTerm) -> Rows:
        """Returns the rows with others in place of one."""
        return (*self.rows[:index], *rows, *self.rows[index + 1 :])


def _with_test(literal: GroundedLiteral, op: str, args: tuple[Scalar, ...]) -> GroundedLiteral:
    primitive = literal.primitive
    test = Test(op, args, primitive.test.over)
    return GroundedLiteral(evolve(primitive, test=test), literal.positive)


def _other_op(ops: Mapping[str, str]) -> Callable[[MutationTarget], Iterator[Rows]]:
    def change(target: MutationTarget) -> Iterator[Rows]:
        for position in target.positions():
            test = target.literal(position).primitive.test
            if test.op in ops:
                yield target.changed(
                    (position, _with_test(target.literal(position), ops[test.op], test.args))
                )

    return change


def _off_by_one(target: MutationTarget) -> Iterator[Rows]:
    for position in target.positions():
        literal = target.literal(position)
        test, kind = literal.primitive.test, target.schema.slot(literal.primitive.slot).kind.item_kind
        if test.op not in _TURNED:
            continue
        step = kind.limits()[2] if isinstance(kind, OrderedKind) and test.over != "count" else 1
        steps = [-step, step]
        target.rng.shuffle(steps)
        for offset in steps:
            [bound] = test.args
            if isinstance(bound, int):
                yield target.changed((position, _with_test(literal, test.op, (bound + offset,))))


def _denied(target: MutationTarget) -> Iterator[Rows]:
    for position in target.positions():
        yield target.changed((position, target.literal(position).negated()))


def _and_or(target: MutationTarget) -> Iterator[Rows]:
    """Yields the literals of a condition as wishes, and two wishes of one part as a condition."""
    for index in target.conditions():
        row = target.rows[index]
        yield target.replaced(index, *(PlacedTerm((literal,), 0, row.part) for literal in row.term))
    wishes = [index for index, row in enumerate(target.rows) if len(row.term) == 1]
    target.rng.shuffle(wishes)
    pairs = combinations(wishes, 2)
    pair = next((pair for pair in pairs if len({target.rows[index].part for index in pair}) == 1), None)
    if pair is not None:
        first, second = (target.rows[index] for index in sorted(pair))
        joined = PlacedTerm((*first.term, *second.term), target.rng.randrange(2), first.part)
        yield (*(row for row in target.rows if row not in (first, second)), joined)


def _if_unless(target: MutationTarget) -> Iterator[Rows]:
    """Yields what is demanded if something holds as demanded unless it holds."""
    for index in target.conditions():
        row = target.rows[index]
        columns = [column for column in range(len(row.term)) if column != row.demand]
        yield target.changed(*(((index, column), row.term[column].negated()) for column in columns))


def _reversed(target: MutationTarget) -> Iterator[Rows]:
    """Yields "b only if a" for "a only if b"."""
    for index in target.conditions():
        row = target.rows[index]
        if len(row.term) == 2:
            term = tuple(literal.negated() for literal in row.term)
            yield target.replaced(index, evolve(row, term=term, demand=1 - row.demand))


def _alike(target: MutationTarget, first: GroundedLiteral, second: GroundedLiteral) -> bool:
    """Returns whether one literal could have the other's value: as many numbers, in the same unit."""
    kinds = [target.schema.slot(literal.primitive.slot).kind.item_kind for literal in (first, second)]
    tests = first.primitive.test, second.primitive.test
    numbers = all(isinstance(kind, OrderedKind) for kind in kinds)
    same = kinds[0].name == kinds[1].name and getattr(kinds[0], "places", 0) == getattr(kinds[1], "places", 0)
    return numbers and same and len(tests[0].args) == len(tests[1].args) and tests[0].args != tests[1].args


def _foreign(target: MutationTarget) -> Iterator[Rows]:
    """Yields a literal with the value that another slot has in the request."""
    positions = target.positions()
    for position in positions:
        literal = target.literal(position)
        for other in map(target.literal, positions):
            if other.primitive.slot != literal.primitive.slot and _alike(target, literal, other):
                test = literal.primitive.test
                yield target.changed((position, _with_test(literal, test.op, other.primitive.test.args)))


def _swapped(target: MutationTarget) -> Iterator[Rows]:
    """Yields two literals of different sum terms with their values exchanged."""
    for position, other_position in combinations(target.positions(), 2):
        first, second = target.literal(position), target.literal(other_position)
        if other_position[0] != position[0] and (_alike(target, first, second) or _same_names(first, second)):
            tests = first.primitive.test, second.primitive.test
            yield target.changed(
                (position, _with_test(first, tests[0].op, tests[1].args)),
                (other_position, _with_test(second, tests[1].op, tests[0].args)),
            )


def _same_names(first: GroundedLiteral, second: GroundedLiteral) -> bool:
    return (
        first.primitive.slot == second.primitive.slot
        and first.primitive.test.op == second.primitive.test.op
        and first.primitive.test.args != second.primitive.test.args
    )


def _unexcepted(target: MutationTarget) -> Iterator[Rows]:
    """Yields what is demanded without one of its exceptions."""
    for index in target.conditions():
        row = target.rows[index]
        columns = [column for column in range(len(row.term)) if column != row.demand]
        target.rng.shuffle(columns)
        for column in columns:
            term = (*row.term[:column], *row.term[column + 1 :])
            yield target.replaced(index, PlacedTerm(term, row.demand - (column < row.demand), row.part))


def _moved(subject: ParaphraseSubject, schema: Schema, rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Yields the turns with a revision in which the noun is replaced by that of some slot."""
    nouns = list(nouns_of(schema).values())
    turns = list(enumerate(subject.question.history))[1:]
    rng.shuffle(turns)
    rng.shuffle(nouns)
    for index, turn in turns:
        for noun in nouns:
            for sentence in sentences_like(turn.text, turn.op, {"N": noun}):
                yield (*subject.parts[:index], sentence, *subject.parts[index + 1 :])


def _kept(subject: ParaphraseSubject, _schema: Schema, _rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Yields the turns with an undo replaced by a sentence that keeps the change."""
    for index, turn in enumerate(subject.question.history):
        if turn.op == "undo":
            yield (*subject.parts[:index], KEEPS, *subject.parts[index + 1 :])


OF_TERMS: Final[Mapping[str, Callable[[MutationTarget], Iterator[Rows]]]] = {
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
"""The changes of requirements, by name; a changed requirement may still mean the same."""
_OF_TURNS: Final[
    Mapping[str, Callable[[ParaphraseSubject, Schema, random.Random], Iterator[tuple[str, ...]]]]
] = {"revision of another slot": _moved, "undo ignored": _kept}
"""The changes of conversations with revisions, by name; the turns may not be readable."""
KINDS: Final = (*OF_TERMS, *_OF_TURNS)


def kinds_of(subjects: Iterable[ParaphraseSubject]) -> tuple[str, ...]:
    """Returns the possible kinds of mutants; those of turns only where a conversation has revisions."""
    return KINDS if any(subject.revised for subject in subjects) else tuple(OF_TERMS)


def mutants_of(
    subjects: Sequence[ParaphraseSubject], domain: Domain, count: int, seed: int
) -> Iterator[Mutant]:
    """Yields mutants, evenly over the kinds; fewer of a kind where not enough can be made and said.

    The solver proves that each means something else than its subject, and that no part of it is idle.

    Args:
        count: how many mutants are wanted.
    """
    if not count:
        return
    maker = _MutantMaker(domain, seed)
    kinds = kinds_of(subjects)
    per_kind = {
        kind: count // len(kinds) + (kind_index < count % len(kinds)) for kind_index, kind in enumerate(kinds)
    }
    for kind, wanted in per_kind.items():
        rng = random.Random(seed_of("mutants", seed, kind))
        drawn: set[tuple[str, tuple[str, ...]]] = set()
        for turn in range(_TRIES):
            order = list(subjects)
            rng.shuffle(order)
            for subject in order:
                if len(drawn) == wanted:
                    break
                mutant = maker.mutant(kind, subject, turn)
                if mutant is not None and (subject.question.id, mutant.parts) not in drawn:
                    drawn.add((subject.question.id, mutant.parts))
                    yield mutant


@frozen(eq=False)
class _MutantMaker:
    domain: Domain
    seed: int

    def mutant(self, kind: str, subject: ParaphraseSubject, turn: int) -> Mutant | None:
        """Returns a change that means something else and can be said; None where the tries give none."""
        rng = random.Random(seed_of("mutant", self.seed, kind, subject.question.id, turn))
        texts: Iterator[_Worded | None]
        if kind in OF_TERMS:
            target = MutationTarget(self.domain.schema, _rows(subject), rng)
            texts = (self._worded(subject, rows, rng) for rows in OF_TERMS[kind](target))
        elif subject.revised:
            texts = (
                self._read_back(subject, parts) for parts in _OF_TURNS[kind](subject, self.domain.schema, rng)
            )
        else:
            return None
        for candidate in islice(texts, _TRIES if kind in OF_TERMS else None):
            if candidate is not None and self._differs(candidate[1], subject.wanted):
                return Mutant(kind, subject, candidate[1], candidate[0])
        return None

    def _differs(self, terms: Sequence[Requirement], wanted: Sequence[Requirement]) -> bool:
        pairs = zip(terms, wanted, strict=True)
        return not all(
            equivalent(self.domain.schema, changed_terms, wanted_terms)
            for changed_terms, wanted_terms in pairs
        )

    def _worded(self, subject: ParaphraseSubject, rows: Rows, rng: random.Random) -> _Worded | None:
        """Returns the changed rows in the words of the grammar, part by part, and what each part says.

        None is returned if they cannot be said, are empty or have an idle part.
        """
        literals = [literal for row in rows for literal in row.term]
        if not all(
            self._within_bounds(literal) and realizer_of(self.domain).sayable(literal) for literal in literals
        ):
            return None
        last = 0 if subject.revised else len(subject.parts) - 1
        changed = [tuple(row for row in rows if row.part == part) for part in range(last + 1)]
        wanted = tuple(tuple(row.term for row in rows_of_part) for rows_of_part in changed)
        for terms in wanted:
            if not terms or Proofs(self.domain.schema, terms).redundant_part() is not None:
                return None
        try:
            if not subject.apart:
                return (self._request(subject, rows, rng),), wanted
            parts = list(subject.parts)
            for part, (rows_of_part, terms) in enumerate(zip(changed, wanted, strict=True)):
                if terms != subject.wanted[part]:
                    sentences = [
                        realizer_of(self.domain).sentence(row.sayable_term(), rng) for row in rows_of_part
                    ]
                    opening = [subject.question.sentences[0].text] if subject.revised else []
                    parts[part] = " ".join([*opening, *sentences])
        except (LookupError, ValueError):
            return None
        return self._read_back(subject, tuple(parts)) if subject.revised else (tuple(parts), wanted)

    def _request(self, subject: ParaphraseSubject, rows: Rows, rng: random.Random) -> str:
        [realized, *_] = realizer_of(self.domain).realize(
            tuple(row.term for row in rows),
            rng,
            TextSpec(inert=False),
            tuple(row.demand for row in rows),
            lambda _literals, form: not form.others,
        )
        opening = subject.question.sentences[0].text
        return " ".join([opening, *(sentence.text for sentence in realized.sentences[1:])])

    def _read_back(self, subject: ParaphraseSubject, parts: tuple[str, ...]) -> _Worded | None:
        """Returns the turns, and what is in force after each; None for unreadable turns and idle parts."""
        schema = self.domain.schema
        try:
            states = understood(reader_of(self.domain.files), subject, parts)
            texts = [product_text(reader_of(self.domain.files).domain.slots, terms) for terms in states]
            wanted = tuple(read_notation(schema, text) for text in texts)
        except (UnreadablePromptError, MismatchError):
            return None
        if any(Proofs(schema, terms).redundant_part() is not None for terms in wanted):
            return None
        return parts, wanted

    def _within_bounds(self, literal: GroundedLiteral) -> bool:
        """Returns whether the numbers of a literal are within the bounds of its slot."""
        primitive: Primitive = literal.primitive
        kind, test = self.domain.schema.slot(primitive.slot).kind.item_kind, primitive.test
        if not isinstance(kind, OrderedKind) or test.over in ("count", "total"):
            return all(not isinstance(arg, int) or arg >= 0 for arg in test.args)
        low, high, step = kind.limits()
        return all(isinstance(arg, int) and low < arg < high and arg % step == 0 for arg in test.args)


def _rows(subject: ParaphraseSubject) -> Rows:
    """Returns the sum terms that the texts say; of a conversation with revisions those of its first turn."""
    if subject.revised:
        return tuple(PlacedTerm(term, len(term) - 1) for term in subject.wanted[0])
    demands = subject.question.requirement.demands
    if not subject.apart:
        return tuple(map(PlacedTerm, subject.wanted[0], demands))
    return tuple(
        PlacedTerm(term, len(term) - 1, part) for part, terms in enumerate(subject.wanted) for term in terms
    )
