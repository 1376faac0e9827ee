"""The measures of a question, worked out again from its tree."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cocoa_core.verification.case import Case
from cocoa_core.verification.measures import Table, entropy, graph_of, table_of
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.semantics import OPPOSITE

__all__ = ["complexity_flaws", "truth_table"]

_ROUNDING = 5e-5 + 1e-9
"""Records hold four decimals."""


def truth_table(case: Case) -> Table:
    """The truth table of the product, every slot a variable."""
    return table_of(tuple(frozenset((one.slot, one.positive) for one in term) for term in case.terms))


def complexity_flaws(case: Case) -> Iterator[Flaw]:
    """Measures that are not those of the requirement and of the options."""
    given = case.record["complexity"]
    slots = frozenset(one.slot for term in case.terms for one in term)
    edges = frozenset(frozenset(one.slot for one in term) for term in case.terms)
    graph = graph_of(slots, edges)
    expected = {
        "slots": len(slots),
        "minterms": truth_table(case).minterms,
        "sum_terms": len(case.terms),
        "literals": sum(map(len, case.terms)),
        "width": sum(len({one.slot for one in term}) > 1 for term in case.terms),
        "component": graph.component,
        "longest_path": graph.longest_path,
        "max_degree": graph.max_degree,
    }
    for name, number in expected.items():
        if given[name] != number:
            yield Flaw("complexity", f"{name} is another", str(given[name]), str(number))
    if not math.isclose(given["average_degree"], graph.average_degree, abs_tol=_ROUNDING):
        yield Flaw(
            "complexity",
            "average_degree is another",
            str(given["average_degree"]),
            f"{graph.average_degree:.4f}",
        )
    yield from _entropies(case)
    atypical = _atypical(case)
    if given["atypical"] != atypical:
        yield Flaw("complexity", "atypical is another", str(given["atypical"]), str(atypical))


def _entropies(case: Case) -> Iterator[Flaw]:
    given = case.record["complexity"]["entropy"]
    if list(given) != list(case.values):
        yield Flaw("complexity", "entropy is not of the five options", str(list(given)))
        return
    literals = [one for term in case.terms for one in term]
    for label in case.values:
        satisfied = sum(case.truth(one, label) is True for one in literals)
        bits = entropy(satisfied, len(literals))
        if not math.isclose(given[label], bits, abs_tol=_ROUNDING):
            yield Flaw("complexity", f"entropy of {label} is another", str(given[label]), f"{bits:.4f}")


def _atypical(case: Case) -> list[str]:
    """Rules of literals that few people ask for, once a denial has moved into the test."""
    found = set()
    for nodes, term in zip(case.record["requirement"]["terms"], case.terms, strict=True):
        for node, one in zip(nodes, term, strict=True):
            test, positive = ("any", not one.positive) if one.test == "none" else (one.test, one.positive)
            if not positive:
                test = OPPOSITE.get(test, f"not_{test}")
            if test in case.domain.rules[node["rule"]].atypical:
                found.add(node["rule"])
    return sorted(found)
