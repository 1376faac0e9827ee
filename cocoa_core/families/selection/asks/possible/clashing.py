"""Requirements that no option can meet, or almost: their clash is constructed, the rest is drawn around it.

A clash is a small refutation whose literals are opposed in pairs, each pair on one slot or through an axiom:

- pair:      a, b                          where a and b are opposed
- condition: a; if c, then d; e            a opposes "not c", and d opposes e
- cases:     if c, then d; if f, then g; e "not c" opposes "not f", and e opposes d and g
- chain:     a; if c, then d; if f, then g; e

What can be met has the same forms, but one of the pairs only almost clashes. Signs alone never refute: taken
as a function of its slots, the requirement has a minterm.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from cocoa_core.domain import Axiom, Domain, GroundedLiteral, Schema
from cocoa_core.families.selection.generation.candidates import Pool
from cocoa_core.families.selection.generation.grounding import Draft
from cocoa_core.families.selection.generation.preference import ANY
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.generation.structure import Structure
from cocoa_core.families.selection.generation.target_assignment import Ideal
from cocoa_core.logic import Literal, MintermTable, Product
from cocoa_core.proof import Clashes, Proofs

__all__ = ["FORMS", "Clash", "draw_clash", "printed_axioms"]

_KEPT: Final = 1 << 12
_COMPARED: Final = 3
"""Opposed literals of which the one is taken that holds on most rows."""
_TRIES: Final = 60
_OTHERS: Final = 40
"""Literals tried against one."""
_REST_TRIES: Final = 12
_PLAIN: Final = 0.6
"""How often a further condition is a plain wish."""
_SLOTS_TRIED: Final = 4
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
    """A literal of a slot, and the rows on which it holds and fails. direction: of the literal."""

    literal: GroundedLiteral
    holds: int
    fails: int
    direction: int
    weight: float


@frozen(eq=False)
class Clash:
    """draft: the requirement. form: the sum terms that clash, or almost do.

    witnesses: a row of the group for each of them, on which all other sum terms are true; where nothing
    clashes, a single one, on which all are true.
    """

    draft: Draft
    form: tuple[int, ...]
    witnesses: tuple[int, ...]


def printed_axioms(schema: Schema, slots: Sequence[str]) -> tuple[Axiom, ...]:
    """The axioms that may be used, and are told: those that tie some of these slots, and can be said.

    Sums are not among them: which of their thresholds clash is more than a sentence could tell.
    """
    return tuple(
        axiom
        for axiom in schema.axioms
        if axiom.relation != "sum"
        and (len(axiom.named & set(slots)) > 1 if axiom.measures else axiom.named <= set(slots))
        and all(test.test.over is None and test.test.op in _SAYABLE_IN_AXIOMS for test in axiom.tests)
    )


def draw_clash(
    domain: Domain,
    pool: Pool,
    clashes: Clashes,
    possible: bool,
    form: Form,
    further: int,
    known: Sequence[str],
    rng: random.Random,
    rejections: Rejections,
) -> Clash | None:
    """A requirement of this form and so many further conditions; None after bounded draws, each counted.

    known: slots of which one of the further conditions has to speak, where there are any.
    """
    for _ in range(_TRIES):
        found = _drawn(domain, pool, clashes, possible, form, further, rng)
        if isinstance(found, Clash) and known and not _speaks_of(found.draft, known):
            found = "no primitive fits"
        if isinstance(found, Clash):
            return found
        rejections.count(found)
    return None


def _drawn(
    domain: Domain,
    pool: Pool,
    clashes: Clashes,
    possible: bool,
    form: Form,
    further: int,
    rng: random.Random,
) -> Clash | str:
    """Or why it is rejected."""
    literals = _opposed(domain, pool, clashes, possible, form, rng)
    if literals is None:
        return "no primitive fits"
    terms = [[literals[place] for place in term] for term in form.terms]
    holds = [_holds(term) for term in terms]
    if possible:
        meeting = [_all_but(holds, None)]
    else:
        meeting = [_all_but(holds, number) for number in range(len(terms))]
    if not all(meeting):
        return "right option does not satisfy it"
    rest = _further(domain, pool, terms, meeting, further, rng)
    if rest is None:
        return "no primitive fits"
    terms += rest
    order = list(range(len(terms)))
    rng.shuffle(order)
    draft = _draft([terms[place] for place in order])
    if draft is None:
        return "two conditions say the same both ways"
    clash = tuple(sorted(order.index(place) for place in range(len(form.terms))))
    reason = _refuted(domain, clashes, draft, clash, possible)
    if reason is not None:
        return reason
    witnesses = [draft.satisfied] if possible else [_all_but(draft.holds, number) for number in clash]
    rows = [[row for row in range(len(pool.group.rows)) if mask >> row & 1] for mask in witnesses]
    return Clash(draft, clash, tuple(rng.choice(some) for some in rows))


def _speaks_of(draft: Draft, known: Sequence[str]) -> bool:
    return any(literal.primitive.slot in known for term in draft.requirement for literal in term)


def _refuted(
    domain: Domain, clashes: Clashes, draft: Draft, clash: tuple[int, ...], possible: bool
) -> str | None:
    """Why what was constructed is not what it should be, or says more than it means."""
    slots = [literal.primitive.slot for term in draft.requirement for literal in term]
    if not possible and clashes.only(draft.requirement, printed_axioms(domain.schema, slots)) != clash:
        return "solver finds other labels"
    rest = tuple(term for number, term in enumerate(draft.requirement) if number not in clash)
    if not rest:
        return None
    redundant = Proofs(domain.schema, rest).redundant_part()
    return None if redundant is None else f"a {redundant.split()[0]} does not matter"


def _opposed(
    domain: Domain, pool: Pool, clashes: Clashes, possible: bool, form: Form, rng: random.Random
) -> dict[int, _Signed] | None:
    """Literals for the places: each pair opposed, or, where it can be met, one of them only almost."""
    near = rng.randrange(len(form.pairs)) if possible else -1
    found: dict[int, _Signed] = {}
    used: set[str] = set()
    for number, (one, other) in enumerate(form.pairs):
        for _ in range(_SLOTS_TRIED):
            fixed = found.get(one)
            first = fixed or _first(domain, pool, used, one in form.demanded, rng)
            if first is None:
                return None
            second = _second(domain, pool, clashes, first, number == near, other in form.demanded, used, rng)
            if second is not None:
                found[one], found[other] = first, second
                break
        else:
            return None
        last = number + 1 == len(form.pairs) or not {one, other} & set(form.pairs[number + 1])
        if last:
            used |= {found[place].literal.primitive.slot for place in (one, other)}
    return found


def _first(domain: Domain, pool: Pool, used: set[str], demanded: bool, rng: random.Random) -> _Signed | None:
    slots = [slot for slot in _settled_slots(domain, pool) if slot not in used]
    for _ in range(_SLOTS_TRIED):
        if not slots:
            return None
        some = [one for one in _signed(pool, rng.choice(slots)) if not demanded or one.direction >= 0]
        if some:
            return rng.choices(some, [one.weight for one in some])[0]
    return None


def _second(
    domain: Domain,
    pool: Pool,
    clashes: Clashes,
    first: _Signed,
    near: bool,
    demanded: bool,
    used: set[str],
    rng: random.Random,
) -> _Signed | None:
    """One that is opposed to the first, or, where `near`, that holds together with it on a few rows."""
    slot = first.literal.primitive.slot
    slots = [one for one in _tied(domain, pool, slot) if one not in used]
    if domain.schema.slot(slot).kind.name != "set":  # a set can meet most tests of it together
        slots += [slot] * 3
    if not slots:
        return None
    others = [
        one
        for one in _signed(pool, rng.choice(slots))
        if (not demanded or one.direction >= 0) and bool(one.holds & first.holds) == near
    ]
    rng.shuffle(others)
    if near:
        fitting = [one for one in others if one.holds & ~first.holds and first.holds & ~one.holds]
        some = fitting[:_OTHERS]
        return min(some, key=lambda one: (one.holds & first.holds).bit_count(), default=None)
    found = []
    for other in others[:_OTHERS]:
        if clashes.between(first.literal, other.literal):
            found.append(other)
            if len(found) == _COMPARED:
                break
    return max(found, key=lambda one: one.holds.bit_count(), default=None)


def _settled_slots(domain: Domain, pool: Pool) -> list[str]:
    """Slots of which every option has a value, of its own and not by a table."""
    return [
        slot.name
        for slot in domain.schema.slots
        if slot.derived is None
        and not getattr(slot.kind, "missing", False)
        and slot.kind.name != "list"
        and pool.candidates(slot.name)
    ]


def _tied(domain: Domain, pool: Pool, slot: str) -> list[str]:
    """Other such slots that an axiom ties to this one."""
    named = set[str]().union(
        *(axiom.named for axiom in domain.schema.axioms if slot in axiom.named and axiom.relation != "sum")
    )
    return [one for one in _settled_slots(domain, pool) if one in named and one != slot]


@lru_cache(maxsize=_KEPT)
def _signed(pool: Pool, slot: str) -> tuple[_Signed, ...]:
    """The literals of a slot, those more often that split the group well."""
    found = []
    for one in pool.candidates(slot):
        weight = one.weight * min(one.holds.bit_count(), one.fails.bit_count())
        found.append(_Signed(one.literal, one.holds, one.fails, one.direction, weight))
        found.append(_Signed(one.literal.negated(), one.fails, one.holds, -one.direction, weight))
    return tuple(found)


def _further(
    domain: Domain,
    pool: Pool,
    terms: Sequence[Sequence[_Signed]],
    meeting: list[int],
    count: int,
    rng: random.Random,
) -> list[list[_Signed]] | None:
    """Conditions on other slots that leave a row for each witness; None where there are too few."""
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


def _holds(term: Sequence[_Signed]) -> int:
    mask = 0
    for one in term:
        mask |= one.holds
    return mask


def _all_but(holds: Sequence[int], number: int | None) -> int:
    """Rows on which all of these hold, one left out."""
    mask = -1
    for place, rows in enumerate(holds):
        if place != number:
            mask &= rows
    return mask


def _draft(terms: Sequence[Sequence[_Signed]]) -> Draft | None:
    """The requirement, the last literal of each sum term demanded; None where signs alone refute it."""
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
    ideal = Ideal(0, rows[0], demands, sides, tuple(ANY for _ in slots))
    fails = []
    for term in terms:
        mask = -1
        for one in term:
            mask &= one.fails
        fails.append(mask)
    return Draft(
        Structure(slots, product, "none", MintermTable(len(slots), rows), ideal),
        tuple(tuple(one.literal for one in term) for term in terms),
        tuple(tuple((one.holds, one.fails) for one in term) for term in terms),
        tuple(_holds(term) for term in terms),
        tuple(fails),
        demands,
    )
