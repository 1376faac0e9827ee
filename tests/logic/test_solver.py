"""The solver against all assignments, and its manners."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.logic import Solver

VARIABLES = 5
literal = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from((variable, -variable)))
clauses = st.lists(st.lists(literal, max_size=3), max_size=12)


def satisfiable(problem: list[list[int]], assumed: list[int]) -> bool:
    return any(
        all(
            any(values[abs(at) - 1] == (at > 0) for at in clause)
            for clause in [*problem, *([at] for at in assumed)]
        )
        for values in product((False, True), repeat=VARIABLES)
    )


@given(clauses, st.lists(st.lists(literal, max_size=3), max_size=4))
def test_the_solver_agrees_with_enumeration_under_any_assumptions(
    problem: list[list[int]], questions: list[list[int]]
) -> None:
    with Solver() as solver:
        for _ in range(VARIABLES):
            solver.new_variable()
        for clause in problem:
            solver.add(clause)
        for assumed in [*questions, []]:
            assert solver.solve(assumed) is satisfiable(problem, assumed)


@given(clauses, st.lists(literal, max_size=2))
def test_a_model_gives_every_variable_one_value_and_satisfies_all(
    problem: list[list[int]], assumed: list[int]
) -> None:
    with Solver() as solver:
        names = [solver.new_variable() for _ in range(VARIABLES)]
        for clause in problem:
            solver.add(clause)
        if solver.solve(assumed):
            model = solver.model()
            assert sorted(map(abs, model)) == names
            assert set(assumed) <= model
            assert all(model.intersection(clause) for clause in problem)
        else:
            with pytest.raises(RuntimeError, match="no model"):
                solver.model()


def test_variables_are_numbered_from_one() -> None:
    with Solver() as solver:
        assert [solver.new_variable() for _ in range(3)] == [1, 2, 3]


def test_clauses_may_be_any_iterable() -> None:
    with Solver() as solver:
        solver.add(iter((1, 2)))
        assert solver.solve(frozenset((-1,)))
        assert not solver.solve({-1: 0, -2: 0}.keys())


def test_leaving_frees_the_native_solver() -> None:
    with Solver() as solver:
        assert solver.solve()
    assert solver._native.minisat is None
    with pytest.raises(RuntimeError, match="left"):
        solver.solve()
