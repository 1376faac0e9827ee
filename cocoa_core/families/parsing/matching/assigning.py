"""Assigns variables so that one set of conjuncts becomes another: by propagation, then by SAT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final, TypeAlias

from attrs import define, field

Conjunct: TypeAlias = tuple[str, tuple[str, ...]]
"""The shape of a conjunct (the conjunct without its variables), and the variables in their order."""
Table: TypeAlias = Mapping[str, Set[tuple[str, ...]]]
"""By shape, the tuples of targets that a conjunct's variables may become."""
_MOST_NODES: Final = 300
"""Choices that the search tries before the question goes to a SAT solver."""


def assignment(
    candidates: Mapping[str, Set[str]], table: Table, conjuncts: Sequence[Conjunct], targets: Set[str]
) -> dict[str, str] | None:
    """Finds a target for every variable so that the conjuncts become exactly those of the table.

    Args:
        candidates: the targets that each variable may stand for.
        table: the conjuncts to be reached.
        conjuncts: the conjuncts whose variables are assigned.
        targets: all targets; some variable has to stand for each.

    Returns:
        None if there is no such assignment.
    """
    if any(shape not in table for shape, _ in conjuncts):
        return None
    search = _Search(table, conjuncts, targets, len(candidates) == len(targets))
    domains = {variable: set(variable_targets) for variable, variable_targets in candidates.items()}
    if not search.propagate(domains):
        return None
    try:
        return search.solve(domains)
    except _TooManyNodesError:
        return _solved(domains, table, conjuncts)


class _TooManyNodesError(Exception):
    """Raised when the search has tried its bound of choices."""


@define
class _Search:
    """A depth-first search that branches on the variable with the fewest candidates, and propagates."""

    table: Table
    conjuncts: Sequence[Conjunct]
    targets: Set[str]
    injective: bool
    """Whether no two variables may stand for the same target, as there are as many variables as targets."""
    nodes: int = field(default=0, init=False)

    def solve(self, domains: dict[str, set[str]]) -> dict[str, str] | None:
        """Returns the first assignment that these domains allow; None if there is none."""
        self.nodes += 1
        if self.nodes > _MOST_NODES:
            raise _TooManyNodesError
        open_ones = [variable for variable, domain in domains.items() if len(domain) > 1]
        if not open_ones:
            assigned = {variable: next(iter(domain)) for variable, domain in domains.items()}
            return assigned if self._covers(assigned) else None
        chosen = min(open_ones, key=lambda variable: len(domains[variable]))
        for target in sorted(domains[chosen]):
            narrowed = {variable: set(domain) for variable, domain in domains.items()}
            narrowed[chosen] = {target}
            if self.propagate(narrowed):
                solution = self.solve(narrowed)
                if solution is not None:
                    return solution
        return None

    def propagate(self, domains: dict[str, set[str]]) -> bool:
        """Removes targets that no row of the table allows, until nothing changes.

        Returns:
            Whether every variable still has a target.
        """
        changed = True
        while changed:
            changed = False
            for shape, variables in self.conjuncts:
                rows = [row for row in self.table[shape] if _allowed(variables, row, domains)]
                if not rows:
                    return False
                for position, variable in enumerate(variables):
                    possible = {row[position] for row in rows}
                    if not domains[variable] <= possible:
                        domains[variable] &= possible
                        changed = True
                        if not domains[variable]:
                            return False
            if self.injective and self._apart(domains):
                changed = True
        return all(domains.values())

    def _apart(self, domains: dict[str, set[str]]) -> bool:
        """Removes a variable's only target from the domains of all others."""
        changed = False
        for variable, domain in domains.items():
            if len(domain) == 1:
                for other, other_domain in domains.items():
                    if other != variable and domain <= other_domain:
                        other_domain -= domain
                        changed = True
        return changed

    def _covers(self, assigned: Mapping[str, str]) -> bool:
        became: dict[str, set[tuple[str, ...]]] = {}
        for shape, variables in self.conjuncts:
            became.setdefault(shape, set()).add(tuple(assigned[variable] for variable in variables))
        return became == self.table and set(assigned.values()) == set(self.targets)


def _allowed(variables: tuple[str, ...], row: tuple[str, ...], domains: Mapping[str, set[str]]) -> bool:
    """Returns whether the variables may become this row: each target is in its variable's domain, and a
    variable that stands twice gets one target.
    """
    if len(row) != len(variables):
        return False
    if any(target not in domains[variable] for variable, target in zip(variables, row, strict=True)):
        return False
    return len(set(variables)) == len(variables) or len(set(zip(variables, row, strict=True))) == len(
        set(variables)
    )


def _solved(
    domains: Mapping[str, set[str]], table: Table, conjuncts: Sequence[Conjunct]
) -> dict[str, str] | None:
    """Solves the assignment with a SAT solver.

    There is a truth value for each "this variable stands for that target" and "this conjunct becomes that
    row".
    """
    from pysat.solvers import Cadical153

    stands = {
        pair: number
        for number, pair in enumerate(
            ((variable, target) for variable in domains for target in sorted(domains[variable])), start=1
        )
    }
    last_number = len(stands)
    with Cadical153() as solver:
        for variable, domain in domains.items():
            numbers = [stands[variable, target] for target in domain]
            solver.add_clause(numbers)
            for position, number in enumerate(numbers):
                for earlier in numbers[:position]:
                    solver.add_clause([-number, -earlier])
        covering: dict[Conjunct, list[int]] = {}
        for shape, variables in conjuncts:
            ways = []
            for row in sorted(table[shape]):
                if _allowed(variables, row, domains):
                    last_number += 1
                    ways.append(last_number)
                    covering.setdefault((shape, row), []).append(last_number)
                    for variable, target in zip(variables, row, strict=True):
                        solver.add_clause([-last_number, stands[variable, target]])
            solver.add_clause(ways)
        for shape, rows in table.items():
            for row in rows:
                solver.add_clause(covering.get((shape, row), []))
        if not solver.solve():
            return None
        model = set(solver.get_model() or ())
    return {variable: target for (variable, target), number in stands.items() if number in model}
