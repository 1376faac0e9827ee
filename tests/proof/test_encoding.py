"""Clauses admit exactly the vectors they were made for, each in one way, blocked or listed."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.logic import Solver
from cocoa_core.proof import Assignment
from cocoa_core.proof.encoding import Encoding, encode

possible = st.integers(1, 5).flatmap(
    lambda tests: st.lists(
        st.tuples(*[st.sampled_from((True, False, None))] * tests), min_size=1, max_size=12, unique=True
    )
)


def models(admitted: Encoding) -> list[Assignment]:
    found = []
    with Solver() as solver:
        solver.new_variables(3)
        before = solver.new_variables(admitted.variables)
        solver.add_all(admitted.clauses, before)
        while solver.solve():
            model = {one - before if one > 0 else one + before for one in solver.model() if abs(one) > before}
            pairs = zip(admitted.trues, admitted.falses, strict=True)
            found.append(
                tuple([True if true in model else False if false in model else None for true, false in pairs])
            )
            solver.add_all([[-one for one in model]], before)
    return found


@given(possible)
def test_the_models_are_the_vectors(some: list[Assignment]) -> None:
    found = models(encode(tuple(some)))
    assert len(found) == len(some)
    assert set(found) == set(some)


def test_what_may_be_anything_needs_no_clauses() -> None:
    assert encode(tuple(product((False, True), repeat=3))).clauses == ()


def test_many_tests_are_listed_and_few_are_blocked() -> None:
    chain = [tuple(index < cut for index in range(9)) for cut in range(10)]
    assert encode(tuple(chain)).variables == 9 + 10
    assert encode(tuple(vector[:3] for vector in chain[:4])).variables == 3
    assert len(encode(tuple(vector[:3] for vector in chain[:4])).clauses) <= 3
