"""Whether primitives for a structure can be found at all, told before any of them is drawn.

Bounds that hold whatever is drawn: a structure that they refuse has no draft for the target, most of the
others have one. They take some microseconds, and nearly all structures are refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from cocoa_core.families.selection.elimination import eliminable
from cocoa_core.families.selection.panel import Views

__all__ = ["can_eliminate", "prospects", "rivals"]


def can_eliminate(terms: Sequence[Sequence[Views]], wrong: int, target: int, every_term: bool) -> bool:
    """Whether each wrong option can be refused by some sum term, and, where asked, each refuses some.

    target: the mask of right options; wrong: of those to be refused.
    """
    left = wrong
    for term in terms:
        able = prospects(term, target)[0] & wrong
        if every_term and not able:
            return False
        left &= ~able
    return not left


def rivals(terms: Sequence[Sequence[Views]], wrong: int, target: int) -> tuple[int, int]:
    """Masks of wrong options that can satisfy as many literals as the one right one; and that can more.

    A wrong option loses at least a literal in the sum term that refuses it, which has to be made up for in
    others: there it satisfies all literals while the right one does not.
    """
    once = twice = thrice = lost = 0
    for term in terms:
        able, gains = prospects(term, target)
        lost |= able & ~gains  # refused where it could not have gained
        for _ in range(1, len(term)):
            thrice |= twice & gains
            twice |= once & gains
            once |= gains
    return (once & lost | twice) & wrong, (twice & lost | thrice) & wrong


def prospects(term: Sequence[Views], target: int) -> tuple[int, int]:
    """Options that a sum term can refuse, and those that can satisfy more literals of it than the target.

    Of more right options than one none: to be level with them is not asked for. Kept with the views of the
    first literal.
    """
    kept, key = term[0].prospects, (target, *term[1:])
    known = kept.get(key)
    if known is None:
        known = kept[key] = eliminable(term, target), _gaining(term, target)
    return known


def _gaining(term: Sequence[Views], target: int) -> int:
    """Exact for a term of two literals; of more it may promise too much."""
    if len(term) == 1 or target.bit_count() != 1:
        return 0
    option = target.bit_length() - 1
    if len(term) > 2:
        gaining = 0
        for views in term:
            gaining |= views.beyond(option)[0]
        return gaining
    (without, together), (other_without, other_together) = (views.beyond(option) for views in term)
    return without & other_together | together & other_without
