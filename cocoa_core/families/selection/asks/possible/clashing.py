"""Requirements that no option can meet, or almost: their clash is constructed, the rest is drawn around it.

A clash is a small refutation whose literals are opposed in pairs, each pair on one slot or through an axiom:

- pair:      a, b                          where a and b are opposed
- condition: a; if c, then d; e            a opposes "not c", and d opposes e
- cases:     if c, then d; if f, then g; e "not c" opposes "not f", and e opposes d and g
- chain:     a; if c, then d; if f, then g; e

Requirements are drawn in twos that differ in the arguments of one literal: in one of them every pair is
opposed, in the other a pair only almost is, so that it can be met. The draw does not know which of the two is
asked: the slots, axioms, forms and literals of a request say nothing of its answer. Signs alone never refute:
taken as a function of its slots, the requirement has a minterm.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from cocoa_core.domain import Axiom, GroundedLiteral, Schema
from cocoa_core.families.selection.generation.candidates import Pool
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.preference import ANY
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.generation.structure import Structure
from cocoa_core.families.selection.generation.target_assignment import TargetAssignment
from cocoa_core.logic import Literal, MintermTable, Product
from cocoa_core.proof import Clashes, Proofs

__all__ = ["FORMS", "Clash", "Twins", "draw_twins", "printed_axioms"]

_KEPT: Final = 1 << 12
_COMPARED: Final = 3
"""Opposed literals of which one is taken: that with the nearest twin, else that which holds on most rows.
With the twin that was nearest to the clash instead, which had other values, a classifier knew the answer from
the words of a request in 54.5 % in diamonds, not in 52.6 %."""
_TRIES: Final = 60
_OTHERS: Final = 40
"""Literals tried against one."""
_REST_TRIES: Final = 12
_PLAIN: Final = 0.6
"""How often a further condition is a plain wish."""
_SLOTS_TRIED: Final = 10
"""For a pair, until its clash is drawn anew: with 4 a draw took 7.8 to 14.7 ms in flights, not 4.3 to 9.4."""
_SAYABLE_IN_AXIOMS: Final = frozenset({"is", "one_of", "less", "at_most", "more", "at_least"})


@frozen
class Form:
    """terms: of places. pairs: places that are opposed; those that hang together are about one slot.

    demanded: places that are asked for, and so point to what people want or have no direction.
    """

    name: str
    terms: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    demanded: frozenset[int]

    @property
    def places(self) -> int:
        """How many literals it has."""
        return sum(map(len, self.terms))


FORMS: Final = (
    Form("pair", ((0,), (1,)), ((0, 1),), frozenset((0, 1))),
    Form("condition", ((0,), (1, 2), (3,)), ((0, 1), (2, 3)), frozenset((0, 2, 3))),
    Form("cases", ((0, 1), (2, 3), (4,)), ((0, 2), (4, 1), (4, 3)), frozenset((1, 3, 4))),
    Form("chain", ((0,), (1, 2), (3, 4), (5,)), ((0, 1), (2, 3), (4, 5)), frozenset((0, 2, 4, 5))),
)


@frozen(eq=False)
class _Signed:
    """A literal of a slot, and the rows on which it holds and fails."""

    literal: GroundedLiteral
    holds: int
    fails: int
    direction: int
    """Of the literal."""
    weight: float

    @property
    def form(self) -> tuple[object, ...]:
        """All that it says, but for the arguments of its test."""
        primitive, test = self.literal.primitive, self.literal.primitive.test
        return primitive.rule, test.op, test.over, len(test.args), self.literal.positive


@frozen(eq=False)
class Clash:
    """draft: the requirement. form: the sum terms that clash, or almost do.

    witnesses: a row of the group for each of them, on which all other sum terms are true; where nothing
    clashes, a single one, on which all are true.
    """

    draft: GroundedRequirement
    form: tuple[int, ...]
    witnesses: tuple[int, ...]


def printed_axioms(schema: Schema, slots: Sequence[str]) -> tuple[Axiom, ...]:
    """Returns the axioms that may be used, and are told: those that tie some of these slots, and can be said.

    Sums are not among them: which of their thresholds clash is more than a sentence could tell.
    """
    return tuple(
        axiom
        for axiom in schema.axioms
        if axiom.relation != "sum"
        and (len(axiom.named & set(slots)) > 1 if axiom.measures else axiom.named <= set(slots))
        and all(test.test.over is None and test.test.op in _SAYABLE_IN_AXIOMS for test in axiom.tests)
    )


@frozen(eq=False)
class Twins:
    """Requirements that differ in the arguments of one literal, with which one of them can be met."""

    impossible: Clash
    possible: Clash


def draw_twins(
    pool: Pool,
    clashes: Clashes,
    form: Form,
    further: int,
    known: Sequence[str],
    rng: random.Random,
    rejections: Rejections,
) -> Twins | None:
    """Returns requirements of this form and so many further conditions; None after bounded draws, each
    counted.

    Args:
        known: slots of which one of the further conditions has to speak, where there are any.
    """
    for _ in range(_TRIES):
        found = _drawn(pool, clashes, form, further, rng)
        if isinstance(found, Twins) and known and not _speaks_of(found.possible.draft, known):
            found = "no primitive fits"
        if isinstance(found, Twins):
            return found
        rejections.count(found)
    return None


def _drawn(pool: Pool, clashes: Clashes, form: Form, further: int, rng: random.Random) -> Twins | str:
    """Or why they are rejected."""
    literals = _opposed(pool, clashes, form, rng)
    if literals is None or _says_one_twice(literals):
        return "no primitive fits"
    opposed, meeting = [
        [[literals[place][which] for place in term] for term in form.terms] for which in (0, 1)
    ]
    without = [_all_but(_holds_of(opposed), number) for number in range(len(opposed))]
    witnessed = [*without, _all_but(_holds_of(meeting), None)]
    if not all(witnessed):
        return "right option does not satisfy it"
    rest = _further(pool, opposed, witnessed, further, rng)
    if rest is None:
        return "no primitive fits"
    order = list(range(len(form.terms) + further))
    rng.shuffle(order)
    clash = tuple(sorted(order.index(place) for place in range(len(form.terms))))
    drafts = [_draft([(terms + rest)[place] for place in order]) for terms in (opposed, meeting)]
    impossible, possible = drafts
    if impossible is None or possible is None:
        return "two conditions say the same both ways"
    reason = _refuted(pool.domain.schema, clashes, impossible, clash)
    if reason is not None:
        return reason
    witnesses = [_some_row(_all_but(impossible.holds, number), pool, rng) for number in clash]
    return Twins(
        Clash(impossible, clash, tuple(witnesses)),
        Clash(possible, clash, (_some_row(possible.satisfied, pool, rng),)),
    )


def _says_one_twice(literals: Mapping[int, tuple[_Signed, _Signed]]) -> bool:
    """Returns whether one of the twins, and not the other, has a literal in two places: a text shows that."""
    opposed, meeting = ({pair[which].literal for pair in literals.values()} for which in (0, 1))
    return len(opposed) != len(meeting)


def _some_row(mask: int, pool: Pool, rng: random.Random) -> int:
    return rng.choice([row for row in range(len(pool.group.rows)) if mask >> row & 1])


def _speaks_of(draft: GroundedRequirement, known: Sequence[str]) -> bool:
    return any(literal.primitive.slot in known for term in draft.requirement for literal in term)


def _refuted(
    schema: Schema, clashes: Clashes, draft: GroundedRequirement, clash: tuple[int, ...]
) -> str | None:
    """Returns why what was constructed to clash does not, or says more than it means."""
    slots = [literal.primitive.slot for term in draft.requirement for literal in term]
    if clashes.only(draft.requirement, printed_axioms(schema, slots)) != clash:
        return "solver finds other labels"
    rest = tuple(term for number, term in enumerate(draft.requirement) if number not in clash)
    if not rest:
        return None
    redundant = Proofs(schema, rest).redundant_part()
    return None if redundant is None else f"a {redundant.split()[0]} does not matter"


def _opposed(
    pool: Pool, clashes: Clashes, form: Form, rng: random.Random
) -> dict[int, tuple[_Signed, _Signed]] | None:
    """For each place the literal with which every pair is opposed, and the one with which a pair only almost
    is: the same but in one place.
    """
    near = rng.randrange(len(form.pairs))
    found: dict[int, tuple[_Signed, _Signed]] = {}
    used: set[str] = set()
    for number, (one, other) in enumerate(form.pairs):
        for _ in range(_SLOTS_TRIED):
            first = found[one][0] if one in found else _first(pool, used, one in form.demanded, rng)
            if first is None:
                return None
            second = _second(pool, clashes, first, number == near, other in form.demanded, used, rng)
            if second is not None:
                found[one], found[other] = (first, first), second
                break
        else:
            return None
        last = number + 1 == len(form.pairs) or not {one, other} & set(form.pairs[number + 1])
        if last:
            used |= {found[place][0].literal.primitive.slot for place in (one, other)}
    return found


def _first(pool: Pool, used: set[str], demanded: bool, rng: random.Random) -> _Signed | None:
    slots = [slot for slot in _settled_slots(pool) if slot not in used]
    for _ in range(_SLOTS_TRIED):
        if not slots:
            return None
        some = _placeable(pool, rng.choice(slots), demanded)
        if some:
            return rng.choices(some, [one.weight for one in some])[0]
    return None


def _second(
    pool: Pool,
    clashes: Clashes,
    first: _Signed,
    near: bool,
    demanded: bool,
    used: set[str],
    rng: random.Random,
) -> tuple[_Signed, _Signed] | None:
    """Returns one that is opposed to the first, and, where `near`, one like it that holds together with that
    on some rows.
    """
    slot = first.literal.primitive.slot
    slots = [one for one in _tied(pool, slot) if one not in used]
    if pool.domain.schema.slot(slot).kind.name != "set":  # a set can meet most tests of it together
        slots += [slot] * 3
    if not slots:
        return None
    others = _placeable(pool, rng.choice(slots), demanded)
    rng.shuffle(others)
    almost = [
        one
        for one in others
        if one.holds & first.holds and one.holds & ~first.holds and first.holds & ~one.holds
    ]
    found: list[tuple[_Signed, _Signed]] = []
    for other in [one for one in others if not one.holds & first.holds][:_OTHERS]:
        twin = _nearest(other, almost) if near else other
        if twin is not None and clashes.between(first.literal, other.literal):
            found.append((other, twin))
            if len(found) == _COMPARED:
                break
    return min(found, key=lambda pair: (_apart(*pair), -pair[0].holds.bit_count()), default=None)


def _nearest(other: _Signed, almost: Sequence[_Signed]) -> _Signed | None:
    """Of those that say the same but for their arguments, the one that differs on fewest rows."""
    alike = [one for one in almost if one.form == other.form]
    return min(alike, key=lambda one: _apart(one, other), default=None)


def _apart(one: _Signed, other: _Signed) -> int:
    """On how many rows one holds and the other does not."""
    return (one.holds ^ other.holds).bit_count()


@lru_cache(maxsize=_KEPT)
def _settled_slots(pool: Pool) -> tuple[str, ...]:
    """Returns slots of which every option has a value, of its own and not by a table."""
    return tuple(
        slot.name
        for slot in pool.domain.schema.slots
        if slot.derived is None
        and not getattr(slot.kind, "missing", False)
        and slot.kind.name != "list"
        and pool.candidates(slot.name)
    )


def _tied(pool: Pool, slot: str) -> list[str]:
    """Other such slots that an axiom ties to this one."""
    named = set[str]().union(
        *(
            axiom.named
            for axiom in pool.domain.schema.axioms
            if slot in axiom.named and axiom.relation != "sum"
        )
    )
    return [one for one in _settled_slots(pool) if one in named and one != slot]


@lru_cache(maxsize=_KEPT)
def _signed(pool: Pool, slot: str) -> tuple[_Signed, ...]:
    """Returns the literals of a slot, those more often that split the group well."""
    found = []
    for one in pool.candidates(slot):
        weight = one.weight * min(one.holds.bit_count(), one.fails.bit_count())
        found.append(_Signed(one.literal, one.holds, one.fails, one.direction, weight))
        found.append(_Signed(one.literal.negated(), one.fails, one.holds, -one.direction, weight))
    return tuple(found)


def _placeable(pool: Pool, slot: str, demanded: bool) -> list[_Signed]:
    """Returns the literals of a slot that a demand can have, or a condition.

    A condition is said of what its literal denies. Of "hostel or guesthouse" that is "if it is a hotel or a
    serviced apartment", where no other types are known, and a clash would hang on there being no others.
    """
    signed = _signed(pool, slot)
    if demanded:
        return [one for one in signed if one.direction >= 0]
    closed = getattr(pool.domain.schema.slot(slot).kind, "closed", False)
    return [one for one in signed if not (closed and one.literal.positive)]


def _further(
    pool: Pool,
    terms: Sequence[Sequence[_Signed]],
    meeting: list[int],
    count: int,
    rng: random.Random,
) -> list[list[_Signed]] | None:
    """Returns conditions on other slots that leave a row for each witness; None where there are too few."""
    used = {one.literal.primitive.slot for term in terms for one in term}
    found: list[list[_Signed]] = []
    for _ in range(_REST_TRIES * count):
        if len(found) == count:
            break
        free = [slot for slot in pool.usable() if slot not in used]
        size = 1 if rng.random() < _PLAIN else 2
        if len(free) < size:
            return None
        term = []
        for place, slot in enumerate(rng.sample(free, size)):
            demanded = place + 1 == size
            some = [one for one in _signed(pool, slot) if not demanded or one.direction >= 0]
            if some:
                term.append(rng.choices(some, [one.weight for one in some])[0])
        holds = _holds(term)
        if len(term) == size and all(mask & holds for mask in meeting):
            meeting[:] = [mask & holds for mask in meeting]
            used |= {one.literal.primitive.slot for one in term}
            found.append(term)
    return found if len(found) == count else None


def _holds_of(terms: Sequence[Sequence[_Signed]]) -> list[int]:
    return [_holds(term) for term in terms]


def _holds(term: Sequence[_Signed]) -> int:
    mask = 0
    for one in term:
        mask |= one.holds
    return mask


def _all_but(holds: Sequence[int], number: int | None) -> int:
    """Returns rows on which all of these hold, one left out."""
    mask = -1
    for place, rows in enumerate(holds):
        if place != number:
            mask &= rows
    return mask


def _draft(terms: Sequence[Sequence[_Signed]]) -> GroundedRequirement | None:
    """Returns the requirement, the last literal of each sum term demanded; None where signs alone refute
    it.
    """
    slots = tuple(dict.fromkeys(one.literal.primitive.slot for term in terms for one in term))
    product = Product(
        tuple(
            tuple(Literal(slots.index(one.literal.primitive.slot), one.literal.positive) for one in term)
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
        for one in term:
            mask &= one.fails
        fails.append(mask)
    return GroundedRequirement(
        Structure(slots, product, "none", MintermTable(len(slots), rows), assignment),
        tuple(tuple(one.literal for one in term) for term in terms),
        tuple(tuple((one.holds, one.fails) for one in term) for term in terms),
        tuple(_holds(term) for term in terms),
        tuple(fails),
        demands,
    )
