"""How often a requirement is accepted whose right option could be guessed by counting.

A guesser who has not understood the requirement can take the option that satisfies the most literals, or one
that meets what is said first. Requirements with which that finds the right option are accepted with the
probabilities below (rejection sampling), so that over all questions the one finds it less than half of the
time and the other less than a third; `test_most_literals_is_no_short_cut` and
`test_the_first_condition_is_no_short_cut` hold that. One number from 0 to 1 is drawn for each requirement
(`GenerationContext.acceptance_draw`) and compared with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS, OPTIONS, OptionMasks

ALONE_ACCEPTANCE: Final = 0.01
"""The acceptance where the right option satisfies more literals than every other option."""
_TIE_ACCEPTANCE: Final = 0.3
"""The acceptance where it satisfies the most together with one other option, in general. Who takes the option
that satisfies the most literals is right in 27.3 % of 2,000 questions of `paper` about diamonds; with 0.4
here, and 0.55 for tables of two slots, in 30 % of 1,000.
"""
_TIE_WITH_WISHES: Final = 0.1
"""The same beside wishes, where that happens more often."""
_TIE_WITH_A_WISH: Final = 0.33
"""The same for at most two sum terms, one of them a wish, which leave less choice."""
_TIE_OF_TWO_SLOTS: Final = 0.45
"""The same for tables of two slots, which leave little choice."""
_FIRST_TERM_ACCEPTANCE: Final = (1.0, 1.0, 1.0, 0.3, 0.02, 0.0)
"""The acceptance by how many options break the sum term that is said first: the more do, the more surely an
option that meets it is the right one. In flights, who draws among those that meet it is right in 29.2 % of
20,000 questions of `standard` and in 30.1 % of 5,000 of `paper`; without it, of two conditions without wishes
the first led in 40 to 41 %.
"""

_SHIFTS: Final = tuple(16 * option for option in range(OPTIONS))
_MANY: Final = (1 << 16) - 1
_SIGNS: Final = sum(1 << 15 << shift for shift in _SHIFTS)
_ALMOST: Final = _SIGNS - sum(1 << shift for shift in _SHIFTS)
"""What is added to fields so that just those of at least 1 have the bit of `_SIGNS`."""
_SPREAD: Final = tuple(
    sum(1 << shift for option, shift in enumerate(_SHIFTS) if mask >> option & 1)
    for mask in range(ALL_OPTIONS + 1)
)
"""For each mask an integer with a counter for each option: sums count for all options at once."""


def literal_counts(holds: Iterable[int]) -> list[int]:
    """Returns the number of literals that each option satisfies.

    Args:
        holds: for each literal the mask of options on which it holds.
    """
    total = sum([_SPREAD[mask] for mask in holds])
    return [total >> shift & _MANY for shift in _SHIFTS]


def acceptance_by_literal_counts(
    counts: Sequence[int], target: int, cell: DifficultyCell, terms: int
) -> float:
    """Returns the acceptance of a requirement by how many literals each option satisfies.

    Args:
        counts: the number of literals of each option.
        target: the mask of right options.
        terms: the number of sum terms.
    """
    most = max(counts)
    if target >> counts.index(most) & 1 and counts.count(most) == 1:
        return ALONE_ACCEPTANCE
    if counts.count(most) == 2 and any(
        count == most and target >> option & 1 for option, count in enumerate(counts)
    ):
        return acceptance_of_ties(cell, terms)
    return 1.0


def acceptance_of_ties(cell: DifficultyCell, terms: int) -> float:
    """Returns the acceptance where the right option satisfies the most literals together with one other."""
    if cell.wishes:
        return _TIE_WITH_WISHES if terms > 2 else _TIE_WITH_A_WISH
    return _TIE_OF_TWO_SLOTS if cell.slots == 2 else _TIE_ACCEPTANCE


def acceptance_by_first_term(broken: Sequence[int]) -> float:
    """Returns the acceptance of a requirement by how many options break what may be said first.

    Which sum term that will be is not known yet, so the one that most options break decides. All others break
    a single sum term.

    Args:
        broken: for each sum term the mask of options that break it.
    """
    return min([_FIRST_TERM_ACCEPTANCE[mask.bit_count()] for mask in broken]) if len(broken) > 1 else 1.0


def most_eliminated(acceptance_draw: float) -> int:
    """Returns the most options that one sum term may eliminate with this acceptance draw."""
    return max(number for number, share in enumerate(_FIRST_TERM_ACCEPTANCE) if acceptance_draw < share)


def poor_slots(masks: OptionMasks, slots: Sequence[str], target: int) -> list[str]:
    """Returns the slots on which the target is not among the better options, in their order.

    With these, and with slots that have no better side, it can be the worst option.
    """
    row = target.bit_length() - 1
    standings = ((slot, masks.standing(slot)) for slot in slots)
    return [slot for slot, standing in standings if not standing or standing[row] <= 0]


def is_worst(masks: OptionMasks, slots: Sequence[str], target: int) -> bool:
    """Returns whether the target is worse than every other option on the slots together, by its ranks on
    those of which people want less, or more.
    """
    return is_behind(sum([gaps_on(masks, slot, target) for slot in slots]))


def gaps_on(masks: OptionMasks, slot: str, target: int) -> int:
    """Returns by how much each option is better than the target on a slot, by its ranks, as one integer with
    a field for each option; that of the target is 1. Where the slot has no better side, all are 0. Cached.
    """
    cached = masks.gaps.get((slot, target))
    if cached is None:
        standing, row = masks.standing(slot), target.bit_length() - 1
        gaps = [1 if option == row else ranks - standing[row] for option, ranks in enumerate(standing)]
        gaps += [1] * (OPTIONS - len(gaps)) if gaps else []
        cached = sum([gap << shift for gap, shift in zip(gaps, _SHIFTS, strict=False)])
        masks.gaps[slot, target] = cached
    return cached


def is_behind(gaps: int) -> bool:
    """Returns whether each field of a sum of `gaps_on` is at least 1."""
    return (gaps + _ALMOST) & _SIGNS == _SIGNS
