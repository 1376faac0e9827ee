"""Takes from a question's record, once, the facts that the tables of the selection family need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from cocoa_core.families.selection import Constraint as Constraint
from cocoa_core.families.selection import constraint_of
from cocoa_core.items import Facet

_MEASURES: Final = ("slots", "minterms", "sum_terms", "width", "component", "longest_path", "max_degree")


@frozen
class OptionFacts:
    """The facts about the options of a question with one right option."""

    answer: str
    labels: tuple[str, ...]
    entropy: float
    """The entropy of the right option, from 0 to 1."""
    terms: tuple[tuple[Constraint, ...], ...]
    """The constraints of the literals of each sum term."""
    broken: Mapping[str, tuple[int, ...]]
    """The indices of the sum terms that each wrong option breaks, by its label."""

    def constraints(self) -> frozenset[Constraint]:
        """Returns all constraints of the request."""
        return frozenset(constraint for term in self.terms for constraint in term)

    def broken_constraints(self, label: str) -> frozenset[Constraint]:
        """Returns the constraints in the sum terms that an option breaks; empty for the right option."""
        return frozenset(constraint for term in self.broken.get(label, ()) for constraint in self.terms[term])


def facts_of(record: Any) -> OptionFacts:
    """Returns the facts about a record's options.

    Raises:
        ValueError: the record is no question with one right option, or lacks a part.
    """
    try:
        return _facts(record)
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise ValueError("expected a whole record of a question") from error


def facets_of(record: Mapping[str, Any], facts: OptionFacts) -> dict[str, Facet]:
    """Returns the facets of a question of version 0.1, whose log states none.

    Raises:
        ValueError: the record lacks a part.
    """
    try:
        measures = {name: int(record["complexity"][name]) for name in _MEASURES}
        slots, minterms, *_ = record["provenance"]["setting"]
        constraints = facts.constraints()
        against = record["complexity"].get("against")
        named = {
            name: {getattr(constraint, name) for constraint in constraints}
            for name in ("slot", "rule", "test")
        }
        return {
            **measures,
            "setting": f"({int(slots)}, {int(minterms)})",
            **({} if against is None else {"atypical": bool(against)}),
            "atypical_paper": bool(record["complexity"]["atypical"]),
            "knowledge": bool(record.get("knowledge")),
            **{name: tuple(sorted(values)) for name, values in named.items()},
        }
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError("expected a whole record of a question") from error


def _facts(record: Mapping[str, Any]) -> OptionFacts:
    certificate, answer = record["certificate"], record["answer"]
    labels = tuple(str(option["label"]) for option in record["options"])
    terms = tuple(tuple(map(_constraint, term)) for term in record["requirement"]["terms"])
    broken = {
        label: tuple(int(term["term"]) for term in breaks) for label, breaks in certificate["broken"].items()
    }
    if answer not in labels or set(broken) != set(labels) - {answer}:
        raise ValueError("expected one right option, and what breaks each other one")
    if any(not 0 <= index < len(terms) for term_indices in broken.values() for index in term_indices):
        raise ValueError("expected broken sum terms among those of the requirement")
    entropy = float(record["complexity"]["entropy"][answer])
    if not 0 <= entropy <= 1:
        raise ValueError("expected an entropy from 0 to 1")
    return OptionFacts(answer, labels, entropy, terms, broken)


def _constraint(literal: Mapping[str, Any]) -> Constraint:
    slot, rule, test = (str(literal[name]) for name in ("slot", "rule", "test"))
    return constraint_of(slot, rule, test, str(literal["over"] or ""), bool(literal["positive"]))
