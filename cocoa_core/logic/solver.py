"""A SAT solver for small questions: PySAT's MiniSat 2.2, typed, with variables handed out one by one."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

from pysat.solvers import Minisat22


class Solver:
    """One incremental solver; a context manager that frees the native solver on leaving.

    Variables are the integers 1, 2, 3 ... from `new_variable`; a literal is a variable or its negative.
    MiniSat 2.2 because it is the quickest of PySAT's solvers to build and drop (half a microsecond; the
    CaDiCaL family takes eight), and one is built for every question. Usable before the `with` as well.
    """

    __slots__ = ("_native", "_variables")

    def __init__(self) -> None:
        self._native = Minisat22()
        self._variables = 0

    def __enter__(self) -> Solver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._native.delete()

    def new_variable(self) -> int:
        """Returns the next variable: 1, then 2, and so on."""
        self._variables += 1
        return self._variables

    def new_variables(self, number: int) -> int:
        """Adds variables.

        Returns:
            The variable before the first of them, or 0.
        """
        before = self._variables
        self._variables += number
        return before

    def add(self, clause: Iterable[int]) -> None:
        """Demands that one of the literals holds. An empty clause makes the problem unsatisfiable."""
        self._native.add_clause(clause)

    def add_all(self, clauses: Iterable[Iterable[int]], before: int = 0) -> None:
        """Adds several clauses, written over variables that are counted from the one after `before`."""
        add = self._native.add_clause
        for clause in clauses:
            if before:
                clause = [name + before if name > 0 else name - before for name in clause]
            add(clause)

    def solve(self, assumptions: Iterable[int] = ()) -> bool:
        """Returns whether all clauses can hold together with the assumed literals, which are assumed for this
        call only.

        Ctrl-C is heeded when the call ends: otherwise PySAT would jump out of the native solver and raise an
        error of its own in place of KeyboardInterrupt.

        Raises:
            RuntimeError: the solver was left.
        """
        answer: bool | None = self._native.solve_limited(assumptions, expect_interrupt=True)
        if answer is None:
            raise RuntimeError("this solver was left; open another one")
        return answer

    def model(self) -> frozenset[int]:
        """Returns the literals that hold in the last `solve`, one for every variable; unmentioned ones are
        false.

        Which model it is depends on the version of PySAT: use it only to know that there is one.

        Raises:
            RuntimeError: the last `solve` found none.
        """
        model: list[int] | None = self._native.get_model()
        if model is None:
            raise RuntimeError("no model: the last call of solve did not answer True")
        return frozenset([*model, *(-variable for variable in range(len(model) + 1, self._variables + 1))])
