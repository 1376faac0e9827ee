"""What proofs count on of sums, against all rows that a sum allows."""

from __future__ import annotations

import random
from itertools import product as cartesian

from enumerated import label
from hypothesis import given
from hypothesis import strategies as st
from proof.falsifying import falsifiable

from cocoa_core.domain import Axiom, GroundedLiteral, Measure, Primitive, Requirement, Schema, Slot, Test
from cocoa_core.domain.kinds import Quantity
from cocoa_core.proof import Proofs

MOST = 3
Row = dict[str, int | None]


def law_domain(rng: random.Random) -> tuple[Schema, list[Row]]:
    """Two or three small numbers and their sum, some missing at times; all rows that the sum allows."""
    parts = [f"a{number}" for number in range(rng.choice((2, 2, 3)))]
    kinds: dict[str, Quantity] = {name: Quantity(0, MOST, missing=rng.random() < 0.2) for name in parts}
    kinds["total"] = Quantity(rng.randint(0, 1), rng.randint(3, MOST * 2))
    slots = tuple(Slot(name, name, kind) for name, kind in kinds.items())
    axiom = Axiom("sum", tuple(map(Measure, kinds)))
    values = [[*range(kind.span()[0], kind.span()[1] + 1), *[None] * kind.missing] for kind in kinds.values()]
    rows = [dict(zip(kinds, row, strict=True)) for row in cartesian(*values)]
    legal = [
        row for row in rows if None in row.values() or sum(row[name] or 0 for name in parts) == row["total"]
    ]
    return Schema("sums", "1", "thing", "", (), (), slots, (axiom,)), legal


def some_requirement(schema: Schema, rng: random.Random) -> Requirement:
    def literal(slot: Slot) -> GroundedLiteral:
        test = Test(rng.choice(("less", "at_most", "more", "at_least")), (rng.randint(0, MOST + 2),))
        return GroundedLiteral(Primitive(slot.name, test), rng.random() < 0.5)

    return tuple(
        tuple(literal(slot) for slot in rng.sample(schema.slots, rng.choice((1, 1, 2))))
        for _ in range(rng.randint(2, 4))
    )


@given(st.integers(0, 2**32))
def test_what_a_sum_forbids_is_never_more_than_it_does(seed: int) -> None:
    """Sound: whatever a legal option shows is possible; no part that one needs is called redundant."""
    rng = random.Random(seed)
    schema, legal = law_domain(rng)
    requirement = some_requirement(schema, rng)
    shown = {label(schema, requirement, row) for row in legal}
    proofs = Proofs(schema, requirement)
    assert proofs.satisfiable() or True not in shown
    assert falsifiable(proofs) or False not in shown
    redundant = proofs.redundant_part()
    if redundant is not None and redundant.startswith("term"):
        place = int(redundant.split()[1]) - 1
        smaller = requirement[:place] + requirement[place + 1 :]
        for row in legal:
            both = {label(schema, requirement, row), label(schema, smaller, row)}
            assert both != {True, False}, (requirement, redundant, row)


@given(st.integers(0, 2**32))
def test_thresholds_of_one_sum_are_possible_just_where_a_row_shows_them(seed: int) -> None:
    rng = random.Random(seed)
    schema, legal = law_domain(rng)
    for _ in range(10):
        requirement = some_requirement(schema, rng)
        if len({one.primitive.slot for term in requirement for one in term}) > 1:
            proofs = Proofs(schema, requirement)
            assert proofs.satisfiable() == (True in {label(schema, requirement, row) for row in legal})
