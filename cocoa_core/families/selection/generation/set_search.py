"""Searches for the questions of a plan, which are drawn together, and gives up after a bounded search."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Final

from attrs import frozen

from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.generation.context import (
    QuestionSetSearch,
    QuestionSetSpec,
    QuestionSource,
    Sets,
)
from cocoa_core.families.selection.generation.rejections import (
    DRAW_BUDGET,
    BudgetExhaustedError,
    Rejection,
    Rejections,
    in_words,
)
from cocoa_core.text import counted

_FEW_ATTEMPTS: Final = 60
_MOST_ATTEMPTS: Final = 600
"""The most attempts at one plan before its settings are called impossible. If all attempts fail for the same
reason, `_FEW_ATTEMPTS` are enough. If they fail for `_SEVERAL_REASONS` or more, every requirement of the plan
was found in some attempt, so the search goes on.
"""
_DOUBTFUL: Final = (12, 400, 3_000)
"""After this many failed attempts, or groundings, or this much work (see `QuestionSetSearch`), it is doubtful
whether such questions exist.
"""
_SEVERAL_REASONS: Final = 2
_MOST_RESULTS: Final = 12
"""The results compared where several option sets are asked for; that with the most is returned."""


class NothingFoundError(SettingsError):
    """No questions of a plan were found in a bounded number of attempts."""


@frozen
class Limits:
    """How long the questions of a plan are searched for."""

    tries: int = _MOST_ATTEMPTS
    """Attempts to draw all members over one list of options."""
    patience: int = DRAW_BUDGET
    """The patience of the `Rejections` of each member."""
    groundings: int = sys.maxsize
    """The most groundings (see `Rejections`) of all members and attempts, checked between attempts."""
    expected: float = inf
    """The most work after which a set may be expected (see `QuestionSetSearch`)."""
    work: float = inf
    """The most work."""
    lasting: bool = False
    """Whether the number of attempts in vain says nothing, even if all of them fail for the same reason."""


@frozen(eq=False)
class DrawnSets:
    """The questions of a plan, as they were drawn."""

    plan: QuestionSetSpec
    sets: Sets
    """As the ask drew them."""
    rejections: tuple[Rejections, ...]
    """The draws rejected on the way, by member."""


def draw_together(
    source: QuestionSource,
    plan: QuestionSetSpec,
    rng: random.Random,
    limits: Limits | None = None,
    on_doubt: Callable[[], None] | None = None,
) -> DrawnSets:
    """Draws the questions of a plan: repeats the draw of its ask until one succeeds, or the limits are
    reached. Where several option sets are asked for, the result with the most of up to `_MOST_RESULTS` is
    kept.

    The right options are drawn before any requirement is, and questions are accepted only if all members were
    found: nothing about a row decides whether it becomes a right answer.

    Args:
        source: the groups, and the words.
        plan: what is drawn together.
        limits: the bounds of the search; None for the default ones.
        on_doubt: called once if much work, or the first attempts, find nothing. If it raises, because such
            questions hardly exist, the search ends; otherwise it goes on to the limits.

    Raises:
        NothingFoundError: there are none within the limits.
    """
    limits = limits or Limits()
    rejections = tuple(Rejections(patience=limits.patience) for _ in plan.members)
    search = QuestionSetSearch(source, plan, rng, rejections)
    failed = search.failed
    best: Sets | None = None
    successes = 0
    may_last = limits.lasting  # whether attempts that all fail for one reason prove nothing

    def is_hopeless() -> bool:
        """Returns whether the limits of work are reached. Raises what `on_doubt` raises."""
        nonlocal on_doubt, may_last
        if best is not None:
            return False
        if on_doubt is not None and _is_doubtful(search):
            ask_whether_any_exist, on_doubt, may_last = on_doubt, None, True
            ask_whether_any_exist()
        return (limits.expected < inf and search.expected() > limits.expected) or search.work > limits.work

    if on_doubt is not None or limits.expected < inf or limits.work < inf:
        for member_rejections in rejections:
            member_rejections.hopeless = is_hopeless
    for tries in range(limits.tries):
        one_reason = len(+failed) < _SEVERAL_REASONS  # `+` leaves out reasons counted zero times
        if tries >= _FEW_ATTEMPTS and (best is not None or (one_reason and not may_last)):
            break
        if search.groundings >= limits.groundings or is_hopeless():
            break
        search.reached[0] += 1
        try:
            sets = plan.ask.draw(search)
        except BudgetExhaustedError:
            if not is_hopeless():
                failed["given up: no draft of a requirement holds for any options"] += 1
            break
        if sets is None:
            for member_rejections in rejections:
                member_rejections.count(Rejection.GIVEN_UP)
            continue
        successes += 1
        if best is None or len(sets[0]) > len(best[0]):
            best = sets
        if len(best[0]) >= plan.settings.option_sets or successes == _MOST_RESULTS:
            break
    if best is None:
        raise _impossible(search)
    return DrawnSets(plan, best, rejections)


def _is_doubtful(search: QuestionSetSearch) -> bool:
    tries, groundings, work = _DOUBTFUL
    return search.reached[0] >= tries or search.groundings >= groundings or search.work >= work


def _impossible(search: QuestionSetSearch) -> NothingFoundError:
    total: Counter[str] = Counter()
    for member_rejections in search.rejections:
        total.update(member_rejections.to_json())
    domain, members = search.source.groups.domain, search.plan.members
    wanted = "; ".join(str(cell) for cell in dict.fromkeys(members))
    revisions = search.plan.settings.revisions
    reasons = in_words(search.failed) if search.failed else "no requirement within the first attempt"
    searched = "question" if revisions is None else f"conversation with {counted(revisions, 'revision')}"
    return NothingFoundError(
        f"no {searched} of {domain.schema.name} was found for {wanted}",
        got=f"{reasons}; rejected draws: {in_words(total)}",
        expected="a setting that the domain's rules and groups can meet",
        fix="ask for fewer slots or minterms, or give the domain more rules and more varied rows",
    )
