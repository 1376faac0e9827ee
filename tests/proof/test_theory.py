"""The theory admits exactly the vectors of truth values that legal options give: none more, none fewer."""

from __future__ import annotations

import random
from itertools import combinations
from itertools import product as cartesian

from enumerated import first_redundant_part, label, truth, vectors
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
from cocoa_core.domain.kinds import CategorySet, Duration, NumberList, Quantity
from cocoa_core.proof import Proofs, equivalent, labels
from cocoa_core.proof.proofs import derived_labels

CITIES = ("Oslo", "Paris", "Rome", "Sofia")
STOPS = Quantity(0, 3)
TIMES = NumberList(Duration(10, 30, 10), 0, 3)
TOWNS = CategorySet(False, (), 0, 3)
TRAVEL = Duration(10, 100, 10)
CLASSY = Axiom(
    "never", (), (Primitive("stops", Test("is", (3,))), Primitive("towns", Test("any", ("Rome",))))
)
SCHEMA = Schema(
    "tied",
    "1",
    "trip",
    "",
    (),
    (),
    (
        Slot("stops", "Stops", STOPS),
        Slot("times", "Times", TIMES),
        Slot("towns", "Towns", TOWNS),
        Slot("travel", "T", TRAVEL),
    ),
    (
        Axiom("equal", (Measure("stops"), Measure("times", "count"), Measure("towns", "count"))),
        Axiom("at_most", (Measure("times", "total"), Measure("travel"))),
        CLASSY,
    ),
)


def legal_options() -> list[dict[str, Value]]:
    found = []
    for number in range(4):
        towns = [
            tuple(sorted(chosen)) for chosen in combinations((*CITIES, "here", "there", "yonder"), number)
        ]
        for times, names, travel in cartesian(
            cartesian((10, 20, 30), repeat=number), towns, range(10, 110, 10)
        ):
            if sum(times) <= travel and not (number == 3 and "Rome" in names):
                found.append({"stops": number, "times": times, "towns": names, "travel": travel})
    return found


OPTIONS = legal_options()
FREE = Schema("free", "1", "x", "", (), (), tuple(Slot(name, name, STOPS) for name in "abcdef"))


def some_test(slot: str, rng: random.Random) -> Test:
    ordered = rng.choice(("less", "at_most", "more", "at_least"))
    if slot == "stops":
        return Test(rng.choice((ordered, "is")), (rng.randint(0, 3),))
    if slot == "travel":
        low, high = sorted(rng.sample(range(0, 111, 5), 2))
        return rng.choice((Test(ordered, (low,)), Test("between", (low, high)), Test("within", (low, high))))
    if slot == "towns":
        names = tuple(sorted(rng.sample(CITIES, rng.randint(1, 2))))
        return rng.choice(
            (
                Test(rng.choice(("any", "none", "only", "all")), names),
                Test(ordered, (rng.randint(0, 3),), "count"),
            )
        )
    over = rng.choice(("each", "any", "total", "count"))
    top = {"count": 3, "total": 90}.get(over, 30)
    return Test(ordered, (rng.randint(0, top),), over)


def some_requirement(rng: random.Random, terms: int) -> Requirement:
    return tuple(
        tuple(
            GroundedLiteral(Primitive(slot, some_test(slot, rng)), rng.random() < 0.5)
            for slot in rng.sample(("stops", "times", "towns", "travel"), rng.choice((1, 2, 2, 3)))
        )
        for _ in range(terms)
    )


@given(st.integers(0, 2**32))
def test_models_of_the_theory_are_the_vectors_of_legal_options(seed: int) -> None:
    rng = random.Random(seed)
    requirement = some_requirement(rng, rng.randint(1, 3))
    literals = sorted({literal for term in requirement for literal in term}, key=str)
    expected = {tuple(truth(SCHEMA, literal, option) for literal in literals) for option in OPTIONS}
    found = vectors(SCHEMA, requirement, literals)
    assert len(found) == len(set(found))
    assert set(found) == expected


@given(st.integers(0, 2**32))
def test_the_solver_agrees_with_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    requirement = some_requirement(rng, rng.randint(1, 4))
    found = {label(SCHEMA, requirement, option) for option in OPTIONS}
    proofs = Proofs(SCHEMA, requirement)
    assert proofs.satisfiable() == (True in found)
    assert falsifiable(proofs) == (False in found)


@given(st.integers(0, 2**32))
def test_a_part_is_idle_just_where_leaving_it_out_changes_no_settled_label(seed: int) -> None:
    rng = random.Random(seed)
    requirement = some_requirement(rng, rng.randint(1, 3))
    proofs = Proofs(SCHEMA, requirement)
    assert proofs.redundant_part() == first_redundant_part(SCHEMA, requirement, OPTIONS)


@given(st.integers(0, 2**32))
def test_labels_by_solver_leave_undecided_just_what_undefined_literals_decide(seed: int) -> None:
    rng = random.Random(seed)
    requirement = some_requirement(rng, rng.randint(1, 3))
    options = rng.sample(OPTIONS, 20)
    truths = [[[truth(SCHEMA, one, option) for one in term] for term in requirement] for option in options]
    for option, derived in zip(options, labels(requirement, truths), strict=True):
        settled = label(SCHEMA, requirement, option)
        assert derived == settled or settled is None


@given(st.integers(0, 2**32))
def test_labels_that_are_evaluated_are_those_of_the_solver(seed: int) -> None:
    rng = random.Random(seed)
    requirement = some_requirement(rng, rng.randint(1, 3))
    for option in rng.sample(OPTIONS, 20):
        truths = [[[truth(SCHEMA, one, option) for one in term] for term in requirement]]
        assert labels(requirement, truths) == derived_labels(requirement, truths)


@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_requirements_that_differ_in_names_and_signs_alone_are_proved_at_once(seed: int, other: int) -> None:
    rng, drawn = random.Random(seed), random.Random(other)
    slots = rng.sample(FREE.slots, 4)
    signs = [drawn.random() < 0.5 for _ in slots]
    places = [rng.sample(range(4), rng.choice((1, 2, 2, 3))) for _ in range(3)]
    affirmed = [[rng.random() < 0.5 for _ in term] for term in places]

    def said(names: list[Slot], turned: list[bool]) -> Requirement:
        return tuple(
            tuple(
                GroundedLiteral(Primitive(names[place].name, Test("less", (2,))), sign != turned[place])
                for place, sign in zip(term, signs, strict=True)
            )
            for term, signs in zip(places, affirmed, strict=True)
        )

    proofs = Proofs(FREE, said(slots, [False] * 4))
    two = Proofs(FREE, said(drawn.sample(FREE.slots, 4), signs))
    assert (proofs.satisfiable(), proofs.redundant_part()) == (two.satisfiable(), two.redundant_part())
    assert proofs.form == two.form


@given(st.integers(0, 2**32))
def test_equivalence_by_solver_agrees_with_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    requirement = some_requirement(rng, rng.randint(1, 2))
    other = rng.choice(
        (
            some_requirement(rng, 1),
            requirement[::-1],
            requirement + requirement[:1],
            requirement[1:] or requirement,
        )
    )
    same = all(label(SCHEMA, requirement, option) == label(SCHEMA, other, option) for option in OPTIONS)
    assert equivalent(SCHEMA, requirement, other) == same
