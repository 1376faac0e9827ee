"""Draws two implications over three slots that meet as asked, and wishes beside them, without a table.

Random tables seldom give such requirements, and those of the paper's settings never.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from cocoa_core.domain import Domain
from cocoa_core.families.selection.composition import ImplicationPair, composed, sign_of
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.demands import TargetAssignment
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.preference import AGAINST, PreferenceRange, negated_range
from cocoa_core.families.selection.generation.rejections import Rejection, Rejections
from cocoa_core.families.selection.generation.structure import RequirementSpec, Structure
from cocoa_core.logic import EXACT_SLOTS, Literal, MintermTable, Product, minimize

_NEUTRAL: PreferenceRange = (0, 0)
_POSITIVE: PreferenceRange = (1, 1)
_SHARED = 3
"""The number of slots of two implications that share one."""


def draw_implication_pair(
    usable: Sequence[str], pool: CandidatePool, spec: RequirementSpec, rng: random.Random
) -> Structure | None:
    """Draws the implications with slots of the group, and a wish for each further slot; None where no
    implications are asked for.

    A demand that is a negation gets a slot without a direction, if there is one. With another slot it would
    go against what people want.

    Args:
        usable: the slots to choose from, at least as many as the setting has.
    """
    implications, cell = spec.implications, spec.cell
    if implications is None:
        return None
    slots = rng.sample(usable, cell.all_slots)
    if spec.known and not set(spec.known) & set(slots):
        slots[rng.randrange(cell.all_slots)] = rng.choice(spec.known)
    _demand_of_neutral(slots, usable, pool, implications, rng)
    signs = [(source, not before, target, after) for source, before, target, after in implications.readings]
    sides = [_side(pool.directions(slot)) for slot in slots]

    def literal(variable: int, sign: bool) -> Literal:
        return Literal(variable, sign == (sides[variable] != AGAINST))

    pairs = [(literal(source, before), literal(target, after)) for source, before, target, after in signs]
    wishes = [(literal(variable, True),) for variable in range(_SHARED, len(slots))]
    product = Product.of([*pairs, *wishes])
    demanded = {frozenset(pair): pair[1] for pair in pairs} | {frozenset(wish): wish[0] for wish in wishes}
    demands = [demanded[frozenset(term)] for term in product.terms]
    rows = tuple(row for row in range(1 << len(slots)) if product.holds(row))
    core = MintermTable(_SHARED, tuple(row for row in range(1 << _SHARED) if Product.of(pairs).holds(row)))
    affirmed = [side if side != AGAINST else _POSITIVE for side in sides]
    assignment = TargetAssignment(
        complemented=0,
        row=next(row for row in rows if all(demand.holds(row) for demand in demands)),
        demands=tuple(term.index(demand) for term, demand in zip(product.terms, demands, strict=True)),
        sides=tuple(
            tuple(
                side if literal.positive == (sides[literal.variable] != AGAINST) else negated_range(side)
                for literal in term
                for side in [affirmed[literal.variable]]
            )
            for term in product.terms
        ),
        slot_sides=tuple(sides),
    )
    exact = cell.all_slots <= EXACT_SLOTS
    minimality = minimize(core, 0).minimality if exact else "irredundant"
    return Structure(tuple(slots), product, minimality, MintermTable(len(slots), rows), assignment)


def _side(directions: frozenset[int]) -> PreferenceRange:
    """Returns where an affirmed literal of a slot points: to what people want if some candidate does."""
    if 1 in directions:
        return _POSITIVE
    return AGAINST if -1 in directions else _NEUTRAL


def _demand_of_neutral(
    slots: list[str],
    usable: Sequence[str],
    pool: CandidatePool,
    implications: ImplicationPair,
    rng: random.Random,
) -> None:
    """Replaces the slots of demands that are negations by slots without a direction, where any are left."""
    for variable in sorted({target for _, _, target, after in implications.readings if not after}):
        if pool.directions(slots[variable]) <= {0}:
            continue
        others = [slot for slot in usable if slot not in slots and pool.directions(slot) <= {0}]
        if others:
            slots[variable] = rng.choice(others)


def has_implication_pair(
    domain: Domain, draft: GroundedRequirement, implications: ImplicationPair, rejections: Rejections
) -> bool:
    """Returns whether implications and wishes, with their tests, have the signs that were asked for."""
    rules = {rule.id: rule for rule in domain.rules}
    terms = [
        [(literal.primitive.slot, sign_of(literal, rules[literal.primitive.rule])) for literal in term]
        for term in draft.requirement
    ]
    composition = composed(terms, draft.demands, {slot: "" for term in terms for slot, _ in term})
    primitives = {f"{'-+'[before]}*>{'-+'[after]}*" for _, before, _, after in implications.readings}
    wishes = {">+*"} if any(len(term) == 1 for term in terms) else set()
    signs = set(composition.labels["polarity"])
    if composition.basic == implications.structure and signs == primitives | wishes:
        return True
    rejections.count(Rejection.OTHER_DIRECTION)
    return False
