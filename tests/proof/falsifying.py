"""Whether a requirement can be broken, by the solver."""

from __future__ import annotations

from cocoa_core.proof import Proofs
from cocoa_core.proof.theory import solver_of


def falsifiable(proofs: Proofs) -> bool:
    """Whether some option makes some sum term false, with all its literals defined."""
    slots, ties, terms = proofs.form
    with solver_of(slots, ties) as solver:
        return any(solver.solve([false for _, false in term]) for term in terms)
