"""Semantic Exact Match: whether two forms of ReCOGS mean the same, whatever their variables and order.

(ReCOGS, section 6; the mode `published` does what the published program does in every case.)
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Final, Literal, TypeAlias

from attrs import define, field, frozen

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


Mode: TypeAlias = Literal["published", "bijective"]
_PARTS: Final = re.compile(r"\s*(?:AND|;)\s*")
_UNARY: Final = re.compile(r"(\w+)\s*\(\s*(\d+)\s*\)")
_BINARY: Final = re.compile(r"(\w+)\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_DIGITS: Final = re.compile(r"\d+")
_NUMERAL: Final = re.compile(r"\b\d+\b")
_LONGEST: Final = 100_000
"""Characters of a form; a longer text matches nothing."""


@frozen
class FormComparison:
    """Whether a prediction matches in the two modes."""

    published: bool
    bijective: bool
    why: str = ""
    """Where the modes differ, what the prediction does; empty elsewhere."""


@frozen
class _Text:
    """The parts of a form that the comparison uses."""

    conjuncts: tuple[tuple[str, tuple[str, ...]], ...]
    """The shape of each conjunct, its numerals replaced, and the numerals; repeated ones are repeated."""
    signatures: Mapping[str, tuple[str, ...]]
    """By variable, the sorted predicates that it is an argument of, whatever its position in them."""
    digits: frozenset[str]
    """All runs of digits, wherever they stand."""


def _taken_apart(form: str) -> _Text:
    text = form.replace(" ", "").replace("AND", " AND ")
    under: defaultdict[str, list[str]] = defaultdict(list)
    for predicate, variable in _UNARY.findall(text):
        under[variable].append(predicate)
    for predicate, first, second in _BINARY.findall(text):
        under[first].append(predicate)
        under[second].append(predicate)
    conjuncts = []
    for part in _PARTS.split(text):
        numerals = tuple(_NUMERAL.findall(part))
        conjuncts.append((_NUMERAL.sub("\0", part), numerals))
    signatures = {variable: tuple(sorted(predicates)) for variable, predicates in under.items()}
    return _Text(tuple(conjuncts), signatures, frozenset(_DIGITS.findall(text)))


def matches(gold: str, predicted: str, mode: Mode = "published") -> bool:
    """Returns whether a predicted form matches in this mode; False if it is no form or too long."""
    if max(len(gold), len(predicted)) > _LONGEST:
        return False
    return _mapping(_taken_apart(gold), _taken_apart(predicted), mode) is not None


def match(gold: str, predicted: str) -> FormComparison:
    """Returns the verdict in both modes, and why they differ where they do."""
    if max(len(gold), len(predicted)) > _LONGEST:
        return FormComparison(False, False)
    gold_text, predicted_text = _taken_apart(gold), _taken_apart(predicted)
    mapping = _mapping(gold_text, predicted_text, "published")
    if mapping is None:
        return FormComparison(False, False)
    one_for_one = Counter(
        (shape, tuple(mapping[numeral] for numeral in numerals))
        for shape, numerals in predicted_text.conjuncts
    ) == Counter(gold_text.conjuncts)
    if len(mapping) == len(gold_text.digits) and (
        one_for_one or _mapping(gold_text, predicted_text, "bijective") is not None
    ):
        return FormComparison(True, True)
    return FormComparison(True, False, _difference(gold_text, predicted_text, mapping))


def _difference(gold: _Text, predicted: _Text, mapping: Mapping[str, str]) -> str:
    shared: defaultdict[str, list[str]] = defaultdict(list)
    for variable, stands_for in mapping.items():
        shared[stands_for].append(variable)
    doubled = {
        target: doubled_variables
        for target, doubled_variables in shared.items()
        if len(doubled_variables) > 1
    }
    if doubled:
        target, doubled_variables = min(doubled.items())
        return f"the variables {', '.join(sorted(doubled_variables, key=_by_number))} all stand for {target}"
    if len(predicted.conjuncts) == len(gold.conjuncts):
        return "other conjuncts are repeated"
    return f"{len(predicted.conjuncts)} conjuncts, repeated ones counted, for {len(gold.conjuncts)}"


def _by_number(text: str) -> tuple[int, str]:
    return len(text), text


def _mapping(gold: _Text, predicted: _Text, mode: Mode) -> Mapping[str, str] | None:
    """Returns the gold variable of each predicted one; None if the forms do not match.

    Every run of digits of both forms has to be a variable of some predicate. A predicted variable stands for
    a gold one with the same signature, every gold one is stood for, and the conjuncts become the gold ones:
    as sets in the mode `published`, one for one in the mode `bijective`.
    """
    if predicted.digits != predicted.signatures.keys() or gold.digits != gold.signatures.keys():
        return None
    gold_count, predicted_count = len(gold.digits), len(predicted.digits)
    if predicted_count < gold_count or (mode == "bijective" and predicted_count > gold_count):
        return None
    if set(gold.signatures.values()) != set(predicted.signatures.values()):
        return None
    gold_conjuncts, predicted_conjuncts = _counted(gold, mode), _counted(predicted, mode)
    table: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for shape, numerals in gold_conjuncts:
        table[shape].add(numerals)
    if table.keys() != {shape for shape, _ in predicted_conjuncts}:
        return None
    by_signature: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for variable, signature in gold.signatures.items():
        by_signature[signature].append(variable)
    candidates = {
        variable: frozenset(by_signature[signature]) for variable, signature in predicted.signatures.items()
    }
    return assignment(candidates, table, predicted_conjuncts, gold.digits)


def _counted(form: _Text, mode: Mode) -> list[tuple[str, tuple[str, ...]]]:
    """Returns each conjunct once; `bijective` has the number of its occurrences in its shape."""
    counts = Counter(form.conjuncts)
    if mode == "published":
        return list(counts)
    return [(f"{shape}\0{number}", numerals) for (shape, numerals), number in counts.items()]


def renumbered_text(form: str) -> str:
    """Returns the form with its numerals replaced by 0, 1, 2 ... in the order of their first occurrence."""
    names: dict[str, str] = {}
    return re.sub(
        r"(?<!\S)\d+(?!\S)", lambda numeral: names.setdefault(numeral.group(), str(len(names))), form
    )
