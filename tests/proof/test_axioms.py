"""Proofs count on a domain's axioms exactly: over random small domains they are those of all legal options.

A legal option is any row of values of the slots that keeps every axiom; here all of them are listed.
"""

from __future__ import annotations

import random
from itertools import pairwise
from itertools import product as cartesian

import pytest
from domain.kinds.oracle_kinds import every_value
from enumerated import first_redundant_part, label
from hypothesis import given
from hypothesis import strategies as st
from proof.falsifying import falsifiable

from cocoa_core.domain import (
    Axiom,
    GroundedLiteral,
    Measure,
    Primitive,
    Requirement,
    Schema,
    Slot,
    Test,
    Value,
)
from cocoa_core.domain.kinds import (
    Boolean,
    Category,
    CategorySet,
    Clock,
    Duration,
    Kind,
    NumberList,
    Quantity,
)
from cocoa_core.proof import Proofs, equivalent

WORDS = ("Oslo", "Paris", "Rome")
THRESHOLDS = ("less", "at_most", "more", "at_least")
ORDERED = (*THRESHOLDS, "between", "within", "is", "one_of")


def kind(name: str, rng: random.Random) -> Kind:
    """A kind of few values; some of them may be missing."""
    missing = rng.random() < 0.25
    step = rng.choice((10, 15))
    return {
        "boolean": lambda: Boolean(missing=missing),
        "category": lambda: Category(True, WORDS, missing=missing),
        "count": lambda: Quantity(rng.randint(0, 1), rng.randint(2, 4), missing=missing),
        "time": lambda: Duration(0, rng.choice((30, 60)), step, missing=missing),
        "set": lambda: CategorySet(True, WORDS, rng.randint(0, 1), rng.randint(1, 3), missing=missing),
        "list": lambda: NumberList(Duration(0, 30, step), rng.randint(0, 1), 2, missing=missing),
        "clock": lambda: Clock(False, 360, missing=missing),
        "days": lambda: Clock(True, 720, -1, 1, missing=missing),
    }[name]()


NAMES = ("boolean", "category", "count", "time", "set", "list", "clock", "days")
MEASURES = {
    "count": (("count", None), ("set", "count"), ("list", "count")),
    "time": (("time", None), ("list", "total")),
    "clock": (("clock", None), ("days", None)),
}
"""Unit -> kinds that measure in it, and over what."""


def some_test(one: Slot, rng: random.Random) -> Test:
    over = rng.choice(one.kind.overs())
    op = rng.choice(sorted(one.kind.ops(over)))
    if isinstance(one.kind, Boolean):
        return Test("is", (True,))
    if isinstance(one.kind, Category | CategorySet) and over is None:
        words = rng.sample(WORDS, 1 if op == "is" else rng.randint(1, 2))
        return Test(op, tuple(sorted(words)), over)
    numbers = sorted(rng.sample(points(one.kind, over), 2))
    if op in ("between", "within", "one_of"):
        return Test(op, tuple(numbers), over)
    return Test(op, (rng.choice(numbers),), over)


def points(one: Kind, over: str | None) -> range:
    """Numbers at and beside the values of a kind."""
    if over == "count" or isinstance(one, Quantity):
        return range(5)
    return range(0, 1440, 120) if isinstance(one, Clock) else range(0, 61, 5)


def some_axiom(slots: list[Slot], rng: random.Random) -> Axiom | None:
    if rng.random() < 0.4:
        chosen = rng.sample(slots, min(len(slots), rng.choice((2, 2, 3))))
        return Axiom("never", (), tuple(Primitive(one.name, some_test(one, rng)) for one in chosen))
    unit = rng.choice(list(MEASURES))
    fitting = [
        Measure(slot.name, over)
        for slot in slots
        for name, over in MEASURES[unit]
        if slot.name.rstrip("0123456789") == name
    ]
    if len(fitting) < 2:
        return None
    if rng.random() < 0.5:
        return Axiom("at_most", tuple(rng.sample(fitting, 2)))
    return Axiom("equal", tuple(rng.sample(fitting, rng.randint(2, len(fitting)))))


def keeps(schema: Schema, axiom: Axiom, row: dict[str, Value]) -> bool:
    if axiom.relation == "never":
        return not all(
            schema.slot(test.slot).kind.evaluate(test.test, row[test.slot]) for test in axiom.tests
        )
    numbers = [
        measured(schema.slot(measure.slot).kind, measure.over, row[measure.slot])
        for measure in axiom.measures
    ]
    defined = [number for number in numbers if number is not None]
    if axiom.relation == "equal":
        return all(one == other for one, other in pairwise(defined))
    return len(defined) < 2 or defined[0] <= defined[1]


def measured(one: Kind, over: str | None, value: Value) -> int | None:
    if value is None or (isinstance(value, int) and value < 0):
        return None
    if isinstance(value, tuple):
        return len(value) if over == "count" else sum(map(int, value)) if value else None
    return int(value)


def domain_of(seed: int) -> tuple[Schema, list[dict[str, Value]]]:
    """A schema of two to four slots and one to three axioms, and all its legal options; at least one."""
    rng = random.Random(seed)
    unit = rng.choice(list(MEASURES))
    names = [rng.choice(MEASURES[unit])[0] for _ in range(2)] + rng.choices(NAMES, k=rng.randint(0, 2))
    slots = [Slot(f"{name}{index}", f"L{index}", kind(name, rng)) for index, name in enumerate(names)]
    axioms = [axiom for axiom in (some_axiom(slots, rng) for _ in range(rng.randint(1, 3))) if axiom]
    schema = Schema("small", "1", "trip", "", (), (), tuple(slots), tuple(axioms))
    columns = [every_value(slot.kind, ()) for slot in slots]
    rows = [dict(zip((slot.name for slot in slots), values, strict=True)) for values in cartesian(*columns)]
    legal = [row for row in rows if all(keeps(schema, axiom, row) for axiom in axioms)]
    return (schema, legal) if legal and len(rows) < 4000 else domain_of(seed + 1)


def some_requirement(schema: Schema, rng: random.Random, terms: int) -> Requirement:
    return tuple(
        tuple(
            GroundedLiteral(Primitive(slot.name, some_test(slot, rng)), rng.random() < 0.5)
            for slot in rng.sample(schema.slots, min(len(schema.slots), rng.choice((1, 1, 2, 3))))
        )
        for _ in range(terms)
    )


@given(st.integers(0, 2**32))
def test_a_requirement_is_satisfiable_just_where_a_legal_option_satisfies_it(seed: int) -> None:
    schema, legal = domain_of(seed)
    rng = random.Random(seed)
    for _ in range(4):
        requirement = some_requirement(schema, rng, rng.randint(1, 3))
        found = {label(schema, requirement, row) for row in legal}
        proofs = Proofs(schema, requirement)
        assert proofs.satisfiable() == (True in found), requirement
        assert falsifiable(proofs) == (False in found), requirement


@given(st.integers(0, 2**32))
def test_a_part_is_redundant_just_where_no_legal_option_needs_it(seed: int) -> None:
    schema, legal = domain_of(seed)
    rng = random.Random(seed)
    requirement = some_requirement(schema, rng, rng.randint(1, 3))
    proofs = Proofs(schema, requirement)
    assert proofs.redundant_part() == first_redundant_part(schema, requirement, legal)


@given(st.integers(0, 2**32))
def test_requirements_are_equivalent_just_where_legal_options_agree(seed: int) -> None:
    schema, legal = domain_of(seed)
    rng = random.Random(seed)
    requirement = some_requirement(schema, rng, rng.randint(1, 2))
    other = rng.choice(
        (
            some_requirement(schema, rng, 1),
            requirement[::-1],
            requirement + requirement[:1],
            requirement[1:] or requirement,
        )
    )
    same = all(label(schema, requirement, row) == label(schema, other, row) for row in legal)
    assert equivalent(schema, requirement, other) == same


def test_axioms_decide_many_a_requirement() -> None:
    """The laws above would hold of a solver without axioms if it were otherwise."""
    decided = 0
    for seed in range(300):
        schema, _ = domain_of(seed)
        bare = Schema("small", "1", "trip", "", (), (), schema.slots)
        requirement = some_requirement(schema, random.Random(seed), 2)
        tied = Proofs(schema, requirement)
        free = Proofs(bare, requirement)
        decided += free.satisfiable() and not tied.satisfiable()
    assert decided >= 5


A_THEN_B = Axiom("at_most", (Measure("a"), Measure("b")))
B_THEN_A = Axiom("at_most", (Measure("b"), Measure("a")))
A_IS_B = Axiom("equal", (Measure("a"), Measure("b")))
SLOTS = (
    Slot("a", "A", Duration(0, 3000, 10)),
    Slot("b", "B", Duration(0, 3000, 15)),
    Slot("n", "N", Quantity(0, 9)),
)


def at(slot: str, op: str, *args: int) -> GroundedLiteral:
    return GroundedLiteral(Primitive(slot, Test(op, args)))


@pytest.mark.parametrize(
    ("axiom", "requirement", "possible"),
    [
        (
            A_THEN_B,
            ((at("a", "more", 90),), (at("b", "less", 90),)),
            False,
        ),
        (
            A_THEN_B,
            ((at("a", "more", 90),), (at("b", "less", 120),)),
            True,
        ),
        (A_IS_B, ((at("a", "is", 90),), (at("b", "is", 120),)), False),
        (A_IS_B, ((at("a", "is", 90),), (at("b", "is", 90),)), True),
        (A_IS_B, ((at("a", "is", 100),),), False),
        (
            A_IS_B,
            ((at("a", "more", 90),), (at("a", "less", 120),)),
            False,
        ),
        (
            B_THEN_A,
            ((at("b", "within", 6, 19),), (at("a", "within", 6, 14),)),
            False,
        ),
        (
            B_THEN_A,
            ((at("b", "within", 6, 19),), (at("a", "within", 6, 19),)),
            False,
        ),
        (
            Axiom("never", (), (at("a", "less", 60).primitive, at("n", "more", 3).primitive)),
            ((at("a", "at_most", 50),), (at("n", "is", 4),)),
            False,
        ),
    ],
)
def test_what_only_an_axiom_forbids_is_refused(
    axiom: Axiom, requirement: Requirement, possible: bool
) -> None:
    """Wide ranges and different steps."""
    schema = Schema("wide", "1", "trip", "", (), (), SLOTS, (axiom,))
    proofs = Proofs(schema, requirement)
    assert proofs.satisfiable() == possible
