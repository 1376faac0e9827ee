"""How alike two rankings are, their heads counting most."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from cocoa_core.errors import UsageError

__all__ = ["rank_biased_overlap"]


def rank_biased_overlap(one: Sequence[Hashable], other: Sequence[Hashable], p: float = 0.9) -> float | None:
    """The extrapolated rank-biased overlap of two rankings, from 0 to 1; 1 of equal ones; None of none.

    Agreement at depth d is the share of the first d that both have; the sum weights it with (1 - p) p^(d-1)
    and goes on behind the shorter ranking with the agreement there (Webber, Moffat and Zobel, ACM TOIS 28,
    2010; longer rankings are cut to the shorter one).
    """
    if not 0 < p < 1:
        raise UsageError("the weight of a ranking's depth is out of range", got=str(p), expected="0 < p < 1")
    depth = min(len(one), len(other))
    if not depth:
        return None
    seen, known = set(), set()
    total = agreement = 0.0
    for place in range(depth):
        seen.add(one[place])
        known.add(other[place])
        agreement = len(seen & known) / (place + 1)
        total += agreement * p**place
    return (1 - p) * total + agreement * p**depth
