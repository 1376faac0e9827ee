"""Questions that are drawn together: an ask tries, a bounded number of times, until it has them."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.generation.context import QuestionSetSpec, QuestionSource, Sets
from cocoa_core.families.selection.generation.rejections import (
    DRAW_BUDGET,
    BudgetExhaustedError,
    Rejections,
    in_words,
)

__all__ = ["Limits", "NothingFoundError", "Together", "draw_together", "nearest_feasible"]

_TRIED: Final = 60
_MOST_TRIED: Final = 600
"""Tries for one plan before its settings are called impossible; more where they fail now of this, now of
that: each of its requirements was found in some of them."""
_DOUBTFUL: Final = (12, 400)
"""Tries and groundings in vain after which it is doubtful whether there are such questions at all."""
_SEVERAL: Final = 2
_COMPARED: Final = 12
"""Those compared where more than one option set is asked for; the one with most sets is kept."""
_FEW_MINTERMS = 3
"""Minterms with which slots are tried."""


class NothingFoundError(SettingsError):
    """No questions of a plan were found in bounded tries."""


@frozen
class Limits:
    """How long questions of a plan are looked for."""

    tries: int = _MOST_TRIED
    """Attempts to draw all members over one list of options."""
    patience: int = DRAW_BUDGET
    """See `Rejections`, for each member."""
    groundings: int = sys.maxsize
    """See `Rejections`, for all members and in all tries together; looked at between two tries."""


@frozen(eq=False)
class Together:
    """sets: as the ask drew them; rejections: refused draws on the way, by member."""

    plan: QuestionSetSpec
    sets: Sets
    rejections: tuple[Rejections, ...]


def draw_together(
    source: QuestionSource,
    plan: QuestionSetSpec,
    rng: random.Random,
    limits: Limits | None = None,
    doubt: Callable[[], None] | None = None,
) -> Together:
    """Returns the questions of a plan.

    What shall be right is drawn before any requirement is, and questions are kept only if all members were
    found: nothing about a row decides whether it becomes a right answer.

    Args:
        doubt: called once where nothing was found at first. It raises where there can hardly be any, and the
            search ends with that; otherwise it goes on to the limits.

    Raises:
        NothingFoundError: there are none within the limits.
    """
    failed: Counter[str] = Counter()
    limits = limits or Limits()
    rejections = tuple(Rejections(patience=limits.patience) for _ in plan.members)
    best: Sets | None = None
    found, assured = 0, False
    for tries in range(limits.tries):
        if tries >= _TRIED and (best is not None or (not assured and len(+failed) < _SEVERAL)):
            break
        groundings = sum([counted.groundings for counted in rejections])
        if groundings >= limits.groundings:
            break
        if doubt is not None and best is None and (tries >= _DOUBTFUL[0] or groundings >= _DOUBTFUL[1]):
            doubt()
            doubt, assured = None, True
        try:
            sets = plan.ask.draw(source, plan, rng, rejections, failed)
        except BudgetExhaustedError:
            failed["given up: no draft of a requirement holds for any options"] += 1
            break
        if sets is None:
            for counted in rejections:
                counted.count("option set given up")
            continue
        found += 1
        if best is None or len(sets[0]) > len(best[0]):
            best = sets
        if len(best[0]) >= plan.settings.option_sets or found == _COMPARED:
            break
    if best is None:
        raise _impossible(source.groups.domain, plan, failed, rejections)
    return Together(plan, best, rejections)


def _impossible(
    domain: Domain, plan: QuestionSetSpec, failed: Counter[str], rejections: Sequence[Rejections]
) -> NothingFoundError:
    total: Counter[str] = Counter()
    for counted in rejections:
        total.update(counted.reasons)
    members: Sequence[DifficultyCell] = plan.members
    wanted = "; ".join(str(setting) for setting in dict.fromkeys(members))
    return NothingFoundError(
        f"no question of {domain.schema.name} was found for {wanted}",
        got=f"{in_words(failed)}; rejected draws: {in_words(total)}",
        expected="a setting that the domain's rules and groups can meet",
        fix="ask for fewer slots or minterms, or give the domain more rules and more varied rows",
    )


def nearest_feasible(asked: DifficultyCell, works: Callable[[DifficultyCell], bool]) -> DifficultyCell | None:
    """Slots one by one, then minterms, from few on until one does not work; None where none does.

    So each trial but two is of what can be met, and quick.
    """
    result = None
    for slots in range(2, asked.slots + 1):
        tried = evolve(asked, slots=slots, minterms=min(asked.minterms, _FEW_MINTERMS, 2**slots - 1))
        if tried == asked or not works(tried):
            break
        result = tried
    while result is not None and result.minterms < min(asked.minterms, 2**result.slots - 1):
        tried = evolve(result, minterms=result.minterms + 1)
        if tried == asked or not works(tried):
            break
        result = tried
    return result
