"""Draws requirements that no option can meet, and twins of them that an option can just meet.

A clash is constructed, and the rest of the requirement is drawn around it. A clash is a small refutation
whose literals are opposed in pairs, each pair on one slot or through an axiom:

- pair:      a, b                          where a and b are opposed
- condition: a; if c, then d; e            a opposes "not c", and d opposes e
- cases:     if c, then d; if f, then g; e "not c" opposes "not f", and e opposes d and g
- chain:     a; if c, then d; if f, then g; e

Requirements are drawn as twins that differ in the arguments of one literal: in one of them every pair is
opposed; in the other one pair is only almost opposed, so that it can be met. The draw does not know which of
the two is asked: the slots, axioms, forms and literals of a request say nothing of its answer. Signs alone
never refute: taken as a function of its slots, the requirement has a minterm.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from cocoa_core.domain import Axiom, GroundedLiteral, Schema
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.demands import TargetAssignment
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.preference import ANY
from cocoa_core.families.selection.generation.rejections import Rejection, Rejections
from cocoa_core.families.selection.generation.structure import Structure
from cocoa_core.logic import Literal, MintermTable, Product
from cocoa_core.proof import Clashes, Proofs

_CACHE_SIZE: Final = 1 << 12
_MOST_COMPARED: Final = 3
"""The number of opposed literals that are compared. The one with the nearest twin is taken and, among equals,
the one that holds on the most rows. Taking the twin nearest to the clash instead let a classifier guess the
answer from the words of a request in 54.5 % of the cases in diamonds; this way it is 52.6 %.
"""
_MOST_TRIES: Final = 60
_MOST_OTHERS: Final = 40
"""Literals that are tried against one literal."""
_TRIES_PER_CONDITION: Final = 12
_WISH_SHARE: Final = 0.6
"""The probability with which a further condition is a plain wish."""
_MOST_SLOTS: Final = 10
"""The number of slots tried for a pair before its clash is drawn anew. In flights a draw takes 4.3 to 9.4 ms;
with 4 slots it took 7.8 to 14.7 ms.
"""
_SAYABLE_IN_AXIOMS: Final = frozenset({"is", "one_of", "less", "at_most", "more", "at_least"})


@frozen
class ClashForm:
    """A form of clash, over positions of literals that are numbered from 0."""

    name: str
    terms: tuple[tuple[int, ...], ...]
    """For each sum term the positions of its literals."""
    pairs: tuple[tuple[int, int], ...]
    """Pairs of positions whose literals are opposed. Consecutive pairs may share a position; all other pairs
    are about other slots.
    """
    demanded: frozenset[int]
    """The positions of literals that are demanded, and so point to what people want or have no direction."""


FORMS: Final = (
    ClashForm("pair", ((0,), (1,)), ((0, 1),), frozenset((0, 1))),
    ClashForm("condition", ((0,), (1, 2), (3,)), ((0, 1), (2, 3)), frozenset((0, 2, 3))),
    ClashForm("cases", ((0, 1), (2, 3), (4,)), ((0, 2), (4, 1), (4, 3)), frozenset((1, 3, 4))),
    ClashForm("chain", ((0,), (1, 2), (3, 4), (5,)), ((0, 1), (2, 3), (4, 5)), frozenset((0, 2, 4, 5))),
)


@frozen(eq=False)
class _Signed:
    """A literal of a slot, and the rows on which it holds and fails."""

    literal: GroundedLiteral
    holds: int
    fails: int
    direction: int
    """The direction of the literal: above 0 towards what people want, below 0 away from it."""
    weight: float

    @property
    def form(self) -> tuple[object, ...]:
        """Everything that the literal says except for the arguments of its test."""
        primitive, test = self.literal.primitive, self.literal.primitive.test
        return primitive.rule, test.op, test.over, len(test.args), self.literal.positive


@frozen(eq=False)
class Clash:
    """A requirement that clashes, or almost clashes, with the rows that prove it."""

    draft: GroundedRequirement
    """The requirement."""
    form: tuple[int, ...]
    """The indices of the sum terms that clash, or almost clash."""
    witnesses: tuple[int, ...]
    """For each of these sum terms a row of the group on which all other sum terms are true; where nothing
    clashes a single row, on which all are true.
    """


def printed_axioms(schema: Schema, slots: Sequence[str]) -> tuple[Axiom, ...]:
    """Returns the axioms that may be used and are printed: those that tie some of these slots and can be put
    into words.

    Sums are not among them: which of their thresholds clash is more than a sentence could tell.
    """
    return tuple(
        axiom
        for axiom in schema.axioms
        if axiom.relation != "sum"
        and (len(axiom.slots & set(slots)) > 1 if axiom.measures else axiom.slots <= set(slots))
        and all(test.test.over is None and test.test.op in _SAYABLE_IN_AXIOMS for test in axiom.tests)
    )


@frozen(eq=False)
class Twins:
    """Two requirements that differ in the arguments of one literal, by which one of them can be met."""

    impossible: Clash
    possible: Clash


@frozen(eq=False)
class TwinDraw:
    """Draws twins whose clash has one form, over the rows of one group."""

    pool: CandidatePool
    clashes: Clashes
    form: ClashForm
    rng: random.Random

    def draw(self, further: int, knowledge: Sequence[str], rejections: Rejections) -> Twins | None:
        """Returns twins; None after a bounded number of draws.

        Args:
            further: how many conditions are added to those of the form.
            knowledge: slots of which one of the conditions has to speak; empty for no such demand.
            rejections: counts the draws in vain.
        """
        for _ in range(_MOST_TRIES):
            result = self._try(further)
            if isinstance(result, Twins) and knowledge and not _speaks_of(result.possible.draft, knowledge):
                result = Rejection.NO_PRIMITIVE
            if isinstance(result, Twins):
                return result
            rejections.count(result)
        return None

    def _try(self, further: int) -> Twins | Rejection:
        form, pool, rng = self.form, self.pool, self.rng
        literals = self._opposed()
        if literals is None or _repetition_differs(literals):
            return Rejection.NO_PRIMITIVE
        opposed, compatible = [
            [[literals[position][twin] for position in term] for term in form.terms] for twin in (0, 1)
        ]
        without = [_all_but(_holds_of(opposed), number) for number in range(len(opposed))]
        witnessed = [*without, _all_but(_holds_of(compatible), None)]
        if not all(witnessed):
            return Rejection.UNSATISFIED
        further_terms = self._further(opposed, witnessed, further)
        if further_terms is None:
            return Rejection.NO_PRIMITIVE
        order = list(range(len(form.terms) + further))
        rng.shuffle(order)
        clash = tuple(sorted(order.index(position) for position in range(len(form.terms))))
        drafts = [
            _draft([(terms + further_terms)[position] for position in order])
            for terms in (opposed, compatible)
        ]
        impossible, possible = drafts
        if impossible is None or possible is None:
            return Rejection.SAID_TWICE
        reason = self._why_not_a_clash(impossible, clash)
        if reason is not None:
            return reason
        witnesses = [_some_row(_all_but(impossible.holds, number), pool, rng) for number in clash]
        return Twins(
            Clash(impossible, clash, tuple(witnesses)),
            Clash(possible, clash, (_some_row(possible.satisfied, pool, rng),)),
        )

    def _opposed(self) -> dict[int, tuple[_Signed, _Signed]] | None:
        """Returns for each position two literals: one with which every pair is opposed, and one with which
        one pair is only almost opposed.

        The two are the same at all positions but one. None where no literals are found.
        """
        form = self.form
        near = self.rng.randrange(len(form.pairs))
        chosen: dict[int, tuple[_Signed, _Signed]] = {}
        used: set[str] = set()
        for number, (first_position, second_position) in enumerate(form.pairs):
            for _ in range(_MOST_SLOTS):
                first = (
                    chosen[first_position][0]
                    if first_position in chosen
                    else self._first(used, first_position in form.demanded)
                )
                if first is None:
                    return None
                second = self._second(first, number == near, second_position in form.demanded, used)
                if second is not None:
                    chosen[first_position], chosen[second_position] = (first, first), second
                    break
            else:
                return None
            last = number + 1 == len(form.pairs) or not {first_position, second_position} & set(
                form.pairs[number + 1]
            )
            if last:
                used |= {
                    chosen[position][0].literal.primitive.slot
                    for position in (first_position, second_position)
                }
        return chosen

    def _first(self, used: set[str], demanded: bool) -> _Signed | None:
        slots = [slot for slot in _settled_slots(self.pool) if slot not in used]
        for _ in range(_MOST_SLOTS):
            if not slots:
                return None
            literals = _placeable(self.pool, self.rng.choice(slots), demanded)
            if literals:
                return self.rng.choices(literals, [candidate.weight for candidate in literals])[0]
        return None

    def _second(
        self, first: _Signed, near: bool, demanded: bool, used: set[str]
    ) -> tuple[_Signed, _Signed] | None:
        """Returns a literal that is opposed to the first one, and its twin.

        Where `near`, the twin is like it, but holds together with the first literal on some rows; otherwise
        it is the literal itself. None where there is none.
        """
        pool, rng = self.pool, self.rng
        slot = first.literal.primitive.slot
        kind = pool.domain.schema.slot(slot).kind
        slots = [candidate for candidate in _tied(pool, slot) if candidate not in used]
        if not (kind.worded and kind.several):  # a set can meet most tests of it together
            slots += [slot] * 3
        if not slots:
            return None
        others = _placeable(pool, rng.choice(slots), demanded)
        rng.shuffle(others)
        almost = [
            candidate
            for candidate in others
            if candidate.holds & first.holds
            and candidate.holds & ~first.holds
            and first.holds & ~candidate.holds
        ]
        opposed: list[tuple[_Signed, _Signed]] = []
        for other in [candidate for candidate in others if not candidate.holds & first.holds][:_MOST_OTHERS]:
            twin = _nearest(other, almost) if near else other
            if twin is not None and self.clashes.between(first.literal, other.literal):
                opposed.append((other, twin))
                if len(opposed) == _MOST_COMPARED:
                    break
        return min(opposed, key=lambda pair: (_rows_between(*pair), -pair[0].holds.bit_count()), default=None)

    def _further(
        self, terms: Sequence[Sequence[_Signed]], witnessed: list[int], count: int
    ) -> list[list[_Signed]] | None:
        """Returns conditions on other slots that leave each witness a row; None where too few are found.

        `witnessed`, the mask of possible rows of each witness, is reduced in place to those that meet them.
        """
        pool, rng = self.pool, self.rng
        used = {signed.literal.primitive.slot for term in terms for signed in term}
        conditions: list[list[_Signed]] = []
        for _ in range(_TRIES_PER_CONDITION * count):
            if len(conditions) == count:
                break
            free = [slot for slot in pool.usable() if slot not in used]
            size = 1 if rng.random() < _WISH_SHARE else 2
            if len(free) < size:
                return None
            term = []
            for index, slot in enumerate(rng.sample(free, size)):
                demanded = index + 1 == size
                choices = [signed for signed in _signed(pool, slot) if not demanded or signed.direction >= 0]
                if choices:
                    term.append(rng.choices(choices, [signed.weight for signed in choices])[0])
            holds = _holds(term)
            if len(term) == size and all(mask & holds for mask in witnessed):
                witnessed[:] = [mask & holds for mask in witnessed]
                used |= {signed.literal.primitive.slot for signed in term}
                conditions.append(term)
        return conditions if len(conditions) == count else None

    def _why_not_a_clash(self, draft: GroundedRequirement, clash: tuple[int, ...]) -> Rejection | None:
        """Returns why a requirement is not a proper clash: it can be met, or has a redundant part. None if it
        is one.
        """
        schema = self.pool.domain.schema
        slots = [literal.primitive.slot for term in draft.requirement for literal in term]
        if self.clashes.only(draft.requirement, printed_axioms(schema, slots)) != clash:
            return Rejection.OTHER_LABELS
        other_terms = tuple(term for number, term in enumerate(draft.requirement) if number not in clash)
        if not other_terms:
            return None
        redundant = Proofs(schema, other_terms).redundant_part()
        return None if redundant is None else Rejection.of_part(redundant)


def _repetition_differs(literals: Mapping[int, tuple[_Signed, _Signed]]) -> bool:
    """Returns whether exactly one of the twins repeats a literal, so that its text gives the answer away."""
    opposed, compatible = ({pair[twin].literal for pair in literals.values()} for twin in (0, 1))
    return len(opposed) != len(compatible)


def _some_row(mask: int, pool: CandidatePool, rng: random.Random) -> int:
    return rng.choice([row for row in range(len(pool.group.rows)) if mask >> row & 1])


def _speaks_of(draft: GroundedRequirement, slots: Sequence[str]) -> bool:
    return any(literal.primitive.slot in slots for term in draft.requirement for literal in term)


def _nearest(other: _Signed, almost: Sequence[_Signed]) -> _Signed | None:
    """Returns the literal that differs from the other one on the fewest rows, of those that differ in their
    arguments alone; None where there is none.
    """
    alike = [candidate for candidate in almost if candidate.form == other.form]
    return min(alike, key=lambda candidate: _rows_between(candidate, other), default=None)


def _rows_between(first: _Signed, second: _Signed) -> int:
    """Returns on how many rows one of two literals holds and the other does not."""
    return (first.holds ^ second.holds).bit_count()


@lru_cache(maxsize=_CACHE_SIZE)
def _settled_slots(pool: CandidatePool) -> tuple[str, ...]:
    """Returns the slots of which every option has a value of its own, which does not follow from a table."""
    return tuple(
        slot.name
        for slot in pool.domain.schema.slots
        if slot.derived is None
        and not getattr(slot.kind, "missing", False)
        and not (slot.kind.numeric and slot.kind.several)
        and pool.candidates(slot.name)
    )


def _tied(pool: CandidatePool, slot: str) -> list[str]:
    """Returns the other settled slots that an axiom ties to this one."""
    named = set[str]().union(
        *(
            axiom.slots
            for axiom in pool.domain.schema.axioms
            if slot in axiom.slots and axiom.relation != "sum"
        )
    )
    return [name for name in _settled_slots(pool) if name in named and name != slot]


@lru_cache(maxsize=_CACHE_SIZE)
def _signed(pool: CandidatePool, slot: str) -> tuple[_Signed, ...]:
    """Returns the literals of a slot, with higher weights for those that split the group well."""
    literals = []
    for candidate in pool.candidates(slot):
        weight = candidate.weight * min(candidate.holds.bit_count(), candidate.fails.bit_count())
        literals.append(
            _Signed(candidate.literal, candidate.holds, candidate.fails, candidate.direction, weight)
        )
        literals.append(
            _Signed(
                candidate.literal.negated(), candidate.fails, candidate.holds, -candidate.direction, weight
            )
        )
    return tuple(literals)


def _placeable(pool: CandidatePool, slot: str, demanded: bool) -> list[_Signed]:
    """Returns the literals of a slot that may stand as a demand, or in a condition.

    A condition is worded as the negation of its literal. The negation of "hostel or guesthouse" is "if it is
    a hotel or a serviced apartment" if these are the only other known types, and a clash would then depend on
    there being no further types.
    """
    signed = _signed(pool, slot)
    if demanded:
        return [candidate for candidate in signed if candidate.direction >= 0]
    closed = getattr(pool.domain.schema.slot(slot).kind, "closed", False)
    return [candidate for candidate in signed if not (closed and candidate.literal.positive)]


def _holds_of(terms: Sequence[Sequence[_Signed]]) -> list[int]:
    return [_holds(term) for term in terms]


def _holds(term: Sequence[_Signed]) -> int:
    mask = 0
    for signed in term:
        mask |= signed.holds
    return mask


def _all_but(holds: Sequence[int], number: int | None) -> int:
    """Returns the rows on which all of these hold, without the one of the number."""
    mask = -1
    for index, rows in enumerate(holds):
        if index != number:
            mask &= rows
    return mask


def _draft(terms: Sequence[Sequence[_Signed]]) -> GroundedRequirement | None:
    """Returns the requirement, each last literal demanded; None where its signs alone decide it."""
    slots = tuple(dict.fromkeys(signed.literal.primitive.slot for term in terms for signed in term))
    product = Product(
        tuple(
            tuple(
                Literal(slots.index(signed.literal.primitive.slot), signed.literal.positive)
                for signed in term
            )
            for term in terms
        )
    )
    rows = tuple(row for row in range(1 << len(slots)) if product.holds(row))
    if not rows or len(rows) == 1 << len(slots):
        return None
    demands = tuple(len(term) - 1 for term in terms)
    sides = tuple(tuple(ANY for _ in term) for term in terms)
    assignment = TargetAssignment(0, rows[0], demands, sides, tuple(ANY for _ in slots))
    fails = []
    for term in terms:
        mask = -1
        for signed in term:
            mask &= signed.fails
        fails.append(mask)
    return GroundedRequirement(
        tuple(tuple(signed.literal for signed in term) for term in terms),
        tuple(tuple((signed.holds, signed.fails) for signed in term) for term in terms),
        tuple(_holds(term) for term in terms),
        tuple(fails),
        demands,
        structure=Structure(slots, product, "none", MintermTable(len(slots), rows), assignment),
    )
