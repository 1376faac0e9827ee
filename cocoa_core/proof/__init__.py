"""Proves properties of requirements, by SAT solver, over all that values and axioms allow."""

from cocoa_core.proof.assignments import Assignment as Assignment
from cocoa_core.proof.assignments import possible_assignments as possible_assignments
from cocoa_core.proof.assignments import witnessed_assignments as witnessed_assignments
from cocoa_core.proof.clashes import Clashes as Clashes
from cocoa_core.proof.proofs import Proofs as Proofs
from cocoa_core.proof.proofs import Truths as Truths
from cocoa_core.proof.proofs import equivalent as equivalent
from cocoa_core.proof.proofs import labels as labels
from cocoa_core.proof.theory import Theory as Theory
