"""Which variable stands for which, so that one set of conjuncts becomes another: propagation, then SAT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final, TypeAlias

from attrs import define, field

__all__ = ["Conjunct", "Table", "assignment"]

Conjunct: TypeAlias = tuple[str, tuple[str, ...]]
"""A conjunct without its variables, and these in their order."""
Table: TypeAlias = Mapping[str, Set[tuple[str, ...]]]
"""What conjuncts of one shape may become."""
_MOST_NODES: Final = 300
"""Choices that are tried before the question goes to a solver."""


def assignment(
    candidates: Mapping[str, Set[str]], table: Table, conjuncts: Sequence[Conjunct], targets: Set[str]
) -> dict[str, str] | None:
    """Returns a target for every variable, so that the conjuncts become exactly those of the table; None if
    none is.

    Args:
        candidates: what each variable may stand for. Every target is stood for.
    """
    if any(shape not in table for shape, _ in conjuncts):
        return None
    search = _Search(table, conjuncts, targets, len(candidates) == len(targets))
    domains = {variable: set(found) for variable, found in candidates.items()}
    if not search.propagate(domains):
        return None
    try:
        return search.solve(domains)
    except _TooManyNodesError:
        return _solved(domains, table, conjuncts)


class _TooManyNodesError(Exception):
    """The search has tried enough."""


@define
class _Search:
    """Depth first, the variable with the fewest candidates next; after each choice all others are
    narrowed.
    """

    table: Table
    conjuncts: Sequence[Conjunct]
    targets: Set[str]
    injective: bool
    """Whether no two variables stand for the same, as where there are as many as targets."""
    nodes: int = field(default=0, init=False)

    def solve(self, domains: dict[str, set[str]]) -> dict[str, str] | None:
        """Returns the first assignment that these domains allow."""
        self.nodes += 1
        if self.nodes > _MOST_NODES:
            raise _TooManyNodesError
        open_ones = [variable for variable, domain in domains.items() if len(domain) > 1]
        if not open_ones:
            found = {variable: next(iter(domain)) for variable, domain in domains.items()}
            return found if self._covers(found) else None
        chosen = min(open_ones, key=lambda variable: len(domains[variable]))
        for target in sorted(domains[chosen]):
            narrowed = {variable: set(domain) for variable, domain in domains.items()}
            narrowed[chosen] = {target}
            if self.propagate(narrowed):
                found_below = self.solve(narrowed)
                if found_below is not None:
                    return found_below
        return None

    def propagate(self, domains: dict[str, set[str]]) -> bool:
        """Takes out what no row of the table allows, until nothing changes; False where nothing is left."""
        changed = True
        while changed:
            changed = False
            for shape, variables in self.conjuncts:
                rows = [row for row in self.table[shape] if _allowed(variables, row, domains)]
                if not rows:
                    return False
                for place, variable in enumerate(variables):
                    possible = {row[place] for row in rows}
                    if not domains[variable] <= possible:
                        domains[variable] &= possible
                        changed = True
                        if not domains[variable]:
                            return False
            if self.injective and self._apart(domains):
                changed = True
        return all(domains.values())

    def _apart(self, domains: dict[str, set[str]]) -> bool:
        """Takes a target that is a variable's only one from all others; whether anything changed."""
        changed = False
        for variable, domain in domains.items():
            if len(domain) == 1:
                for other, others in domains.items():
                    if other != variable and domain <= others:
                        others -= domain
                        changed = True
        return changed

    def _covers(self, found: Mapping[str, str]) -> bool:
        became: dict[str, set[tuple[str, ...]]] = {}
        for shape, variables in self.conjuncts:
            became.setdefault(shape, set()).add(tuple(found[one] for one in variables))
        return became == self.table and set(found.values()) == set(self.targets)


def _allowed(variables: tuple[str, ...], row: tuple[str, ...], domains: Mapping[str, set[str]]) -> bool:
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
    """By a SAT solver: a truth value for each "this stands for that" and "this conjunct becomes that"."""
    from pysat.solvers import Cadical153

    stands = {
        pair: number
        for number, pair in enumerate(
            ((variable, target) for variable in domains for target in sorted(domains[variable])), start=1
        )
    }
    following = len(stands)
    with Cadical153() as solver:
        for variable, domain in domains.items():
            numbers = [stands[variable, target] for target in domain]
            solver.add_clause(numbers)
            for place, number in enumerate(numbers):
                for other in numbers[:place]:
                    solver.add_clause([-number, -other])
        covering: dict[Conjunct, list[int]] = {}
        for shape, variables in conjuncts:
            ways = []
            for row in sorted(table[shape]):
                if _allowed(variables, row, domains):
                    following += 1
                    ways.append(following)
                    covering.setdefault((shape, row), []).append(following)
                    for variable, target in zip(variables, row, strict=True):
                        solver.add_clause([-following, stands[variable, target]])
            solver.add_clause(ways)
        for shape, rows in table.items():
            for row in rows:
                solver.add_clause(covering.get((shape, row), []))
        if not solver.solve():
            return None
        model = set(solver.get_model() or ())
    return {variable: target for (variable, target), number in stands.items() if number in model}
