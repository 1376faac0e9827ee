"""Compares two rankings by rank-biased overlap, in which their heads count most."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence

from cocoa_core.errors import UsageError


def rank_biased_overlap(
    first: Sequence[Collection[Hashable]], second: Sequence[Collection[Hashable]], p: float = 0.9
) -> float | None:
    """Returns the extrapolated rank-biased overlap of two rankings, from 0 to 1; equal rankings have 1.

    Agreement at depth d is 2 |S ∩ T| / (|S| + |T|) for the items S and T that have rank d or better; the sum
    weights it with (1 - p) p^(d-1) and goes on behind the shorter ranking with the last agreement. Items that
    tie all have the rank of the first of them. (W. Webber, A. Moffat and J. Zobel, ACM TOIS 28, 2010,
    sections 4.3 and 4.5; a longer ranking is cut to the shorter one.)

    Args:
        first, second: groups of items that tie, the best first; without ties, groups of one.
        p: the weight of depth, between 0 and 1.

    Returns:
        None if a ranking has no items.

    Raises:
        UsageError: p is out of range.
    """
    if not 0 < p < 1:
        raise UsageError("the weight of a ranking's depth is out of range", got=str(p), expected="0 < p < 1")
    total = agreement = 0.0
    depth = 0
    for first_head, second_head in zip(_heads(first), _heads(second), strict=False):
        agreement = 2 * len(first_head & second_head) / (len(first_head) + len(second_head))
        total += agreement * p**depth
        depth += 1
    return (1 - p) * total + agreement * p**depth if depth else None


def _heads(ranking: Sequence[Collection[Hashable]]) -> Iterator[frozenset[Hashable]]:
    head: frozenset[Hashable] = frozenset()
    for group in ranking:
        head |= frozenset(group)
        for _ in group:
            yield head
