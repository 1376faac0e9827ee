"""Proves properties of requirements, by SAT solver, over all that values and axioms allow."""

from cocoa_core.proof.assignments import Assignment, possible_assignments, witnessed_assignments
from cocoa_core.proof.clash import Clashes
from cocoa_core.proof.proofs import Proofs, Truths, equivalent, labels
from cocoa_core.proof.theory import Theory

__all__ = [
    "Assignment",
    "Clashes",
    "Proofs",
    "Theory",
    "Truths",
    "equivalent",
    "labels",
    "possible_assignments",
    "witnessed_assignments",
]
