"""Fits the default mix to a domain: counts over its groups first, then tries a few draws.

The result depends on the domain alone, so every process and every part
of a run has the same mix. A domain with many declared trades gets the whole mix untried.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.ask_names import DEFAULT_ASK
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.difficulty import PRESETS, DifficultyCell, DifficultyMix
from cocoa_core.families.selection.generation.context import QuestionSetSpec, QuestionSource
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.rejections import DRAW_BUDGET
from cocoa_core.families.selection.generation.revision_plans import (
    RevisionPlan,
    most_swaps,
    plans_of_set,
)
from cocoa_core.families.selection.generation.set_search import (
    Limits,
    NothingFoundError,
    draw_together,
)
from cocoa_core.families.selection.generation.wording import RequestWording
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.seeds import stream
from cocoa_core.suggestions import listed
from cocoa_core.text import counted

_SIMPLER: Final[tuple[DifficultyMix, ...]] = (
    ((DifficultyCell(3, 3), 1), (DifficultyCell(2, 3), 1)),
    ((DifficultyCell(3, 2), 1), (DifficultyCell(2, 2), 1)),
)
"""The mixes that are tried, in this order, where no cell of the default mix fits."""
FEWEST_OPTIONS: Final = 2
MOST_GROUPS: Final = 300
"""Groups that are counted at the most: a second's work where all of them have to be."""
_MANY_TRADES: Final = 10
"""With at least this many traded pairs the default mix is accepted without trials, since its conditions find
reasons. The domains of cocoa have 14 to 21 pairs, and a table read by `new-domain` has none. Trials take 0.3
to 1 s.
"""
_MONOTONE_SLOTS: Final = 3
"""With at least this many slots a cell is not tried if a cell with as many slots, and no more minterms and
wishes, has failed. Such a cell never worked for any of 53 tables. With two slots it may work, since wishes
can help to hide the right option: four tables gave only (2, 3, 2).
"""
TRIAL_BUDGET: Final = DRAW_BUDGET // 8
"""The draw budget of a trial; see `Rejections`. With a seventh of it, a table of passengers failed in every
cell.
"""
_USUAL_TRIALS: Final = tuple(Limits(tries, TRIAL_BUDGET, 1_300) for tries in (12, 12, 36))
"""The trials of a cell of the default mix, which has to give a balanced set within each of these limits;
1,300 groundings take 0.2 to 1 seconds. In the last trial the right option has to be the worst, which is
looked for in 24 tries at the most.
"""
_SIMPLER_TRIALS: Final = (Limits(30, TRIAL_BUDGET, 1_000),) * 4
"""The trials of a cell where nothing of the default mix fits; where a cell fails in one of them, fewer
options are tried. With 60 tries, three tables passed whose runs then searched for 2 to 12 s for a balanced
set of five options; four options give 20 to 120 questions a second there.
"""
_RUN_LIMITS: Final = Limits(groundings=60_000, lasting=True)
"""The limits of a run: 10 to 30 seconds for a balanced set. Most need fewer than 300 groundings."""
_MOST_WORK: Final = 300_000
"""The most work (see `QuestionSetSearch`) after which the first set of named settings may be expected. Where
no member is found, the search ends after 15,000 to 45,000 of it. The hardest settings of which sets are found
(best of hotels with six slots and six minterms, none of laptops with seven and six, flights with nine and
three) are at 200,000 at some time of their search.
"""
_MOST_WORK_OF_MIX: Final = 3 * _MOST_WORK
"""The same for a mix of several cells, of which one set says less. A set of `paper` questions about flights
was found in 2 s of which 328,000 were expected at some time.
"""
_MOST_TRIES: Final = 200
"""The most attempts at that set. Of 33 searches that took long, those that found a set made at most 43."""
_FIRST_CONVERSATIONS: Final = Limits(sys.maxsize, DRAW_BUDGET, expected=200_000, lasting=True)
"""The limits of the first set of conversations of a run. Sets are found with 100,000 or less; diamonds with
level 1 come near that.
"""
_FURTHER_CONVERSATIONS: Final = Limits(
    sys.maxsize, sys.maxsize, expected=20 * _FIRST_CONVERSATIONS.expected, lasting=True
)
"""The limits of its further sets, so that what is begun is not given up."""


@frozen
class Fit:
    """The cells of which a domain has questions: of the default mix, else of a simpler one."""

    mix: DifficultyMix
    options: int = PANEL
    """How many options a question shows."""
    left_out: tuple[tuple[DifficultyCell, str], ...] = ()
    """The cells that the domain does not give with this number of options, each with the reason."""
    asked: int = PANEL
    """How many options were asked for."""

    @property
    def whole(self) -> bool:
        """Whether this is the default mix unchanged."""
        return not self.left_out and self.options == self.asked

    @property
    def remark(self) -> str:
        """One sentence on what was fitted and why; empty where nothing was."""
        if self.whole:
            return ""
        reasons: dict[str, list[str]] = {}
        for cell, reason in self.left_out:
            reasons.setdefault(reason, []).append(f"({cell})")
        parts = [f"{', '.join(settings)}: {reason}" for reason, settings in reasons.items()]
        mix = ", ".join(f"({cell})" for cell, _ in self.mix)
        fewer = ""
        if self.options != self.asked:
            fewer = f" and {counted(self.options, 'option')}: hardly any question of {self.asked} is found"
        return f"difficulty fitted to the domain: {mix}{fewer}. Left out: {'; '.join(parts) or 'nothing'}"

    def to_json(self) -> dict[str, Any]:
        """Returns what was not given, as plain data: see `Manifest.fitted`."""
        return {
            "asked_options": self.asked,
            "left_out": [{"setting": list(cell.numbers), "reason": reason} for cell, reason in self.left_out],
        }


def fitted(domain: Domain, settings: Settings) -> tuple[Settings, Fit | None]:
    """Returns the settings with a mix that the domain gives, where the caller named no difficulty.

    Returns:
        The settings, and the fit where it changed them, otherwise None.

    Raises:
        SettingsError: the domain gives no cell of the mix and nothing simpler.
    """
    if not settings.usual:
        return settings, None
    fit = fit_of(domain, tuple(dict(settings.asks)), settings.options, slots_to_change(settings))
    if fit.whole:
        return settings, None
    return evolve(settings, mix=fit.mix, options=fit.options), fit


@lru_cache(maxsize=16)
def fit_of(
    domain: Domain,
    asks: tuple[str, ...] = (DEFAULT_ASK,),
    options: int = PANEL,
    changed: int = 0,
    *,
    one: bool = False,
) -> Fit:
    """Returns the cells of the default mix with which a domain has questions of all the asks, or those of a
    simpler mix where it has none.

    Args:
        options: how many are shown. Where the default number gives nothing, fewer are tried; any other number
            was asked for and stays.
        changed: how many further slots the revisions of a conversation need.
        one: whether the first cell with questions is enough.

    Raises:
        SettingsError: the domain gives nothing of the mix and nothing simpler.
    """
    full_domain, domain = domain, domain.without_derived_rules()
    usual = PRESETS["standard"]
    if _generous(domain, max(cell.all_slots for cell, _ in usual) + changed):
        return Fit(usual, options, asked=options)
    for name in asks:
        ASKS[name].refuse_domain(domain)
    wording = RequestWording(domain, full_domain)
    numbers = range(_most_options(domain), FEWEST_OPTIONS - 1, -1) if options == PANEL else (options,)
    reasons: dict[str, None] = {}
    settings = Settings.of(ask=",".join(asks))
    fewer: Fit | None = None
    for number in numbers:
        try:
            groups = Groups(domain, wording.realizer.wordings, number)
        except SettingsError as error:
            if not one and (fewer := _with_fewer_options(full_domain, asks, number, changed)):
                error.fix = f"pass --options {fewer.options}"
            raise
        source = QuestionSource(groups, wording)
        left_out: list[tuple[DifficultyCell, str]] = []
        for mix in (usual, *_SIMPLER):
            trials = _USUAL_TRIALS if mix is usual else _SIMPLER_TRIALS
            given_cells = _fitting_cells(
                source, evolve(settings, options=number, mix=mix), trials, left_out, changed, one
            )
            if given_cells:
                return Fit(given_cells, number, tuple(left_out), options)
            if mix is usual and not one:
                fewer = _with_fewer_options(full_domain, asks, number, changed)
                if fewer is not None and set(fewer.mix) <= set(usual):
                    break  # too few rows are left over for these options; more of them meet what is simpler
        reasons |= dict.fromkeys(reason for _, reason in left_out)
    raise SettingsError(
        f"no question of {domain.schema.name} was found",
        got="; ".join(reasons),
        expected="two slots or more that differ in many ways between the rows of a group",
        fix=f"pass --options {fewer.options}"
        if fewer is not None
        else "give the domain more rules and more varied rows, or group by fewer slots",
    )


def _with_fewer_options(domain: Domain, asks: tuple[str, ...], options: int, changed: int) -> Fit | None:
    """Tries a quarter of the options, then a sixteenth, and so on down to the default number, and returns the
    first fit; None where there is none. The steps are large because a number that gives no question costs 1
    to 2 s of CPU.
    """
    while options > PANEL:
        options = max(options // 4, PANEL)
        with suppress(SettingsError):
            return fit_of(domain, asks, options, changed, one=True)
    return None


def slots_to_change(settings: Settings) -> int:
    """Returns how many slots the revisions need beside those of the requirement."""
    name = next(iter(dict(settings.asks)))
    return 0 if settings.revisions is None else most_swaps(settings.revisions, several=name != DEFAULT_ASK)


def _fitting_cells(
    source: QuestionSource,
    settings: Settings,
    trials: Sequence[Limits],
    left_out: list[tuple[DifficultyCell, str]],
    changed: int,
    one: bool,
) -> DifficultyMix:
    split = splitting_slots(source.groups, max(cell.all_slots for cell, _ in settings.mix) + changed)
    too_few_slots = f"no group is split by more than {counted(len(split), 'slot')} ({listed(split)})"
    if changed:
        too_few_slots += f", and the revisions need {changed} of them"
    hardly_any = f"hardly any {counted(settings.options, 'option')} have questions of it"
    given_cells = []
    for cell, weight in settings.mix:
        if cell.all_slots + changed > len(split) and any(
            ASKS[name].options(settings) for name, _ in settings.asks
        ):
            left_out.append((cell, too_few_slots))
        elif refused := _refused(settings, cell):
            left_out.append((cell, refused))
        elif any(_below(failed, cell) for failed, _ in left_out) or not all(
            has_questions(source, settings, cell, name, trials) for name, _ in settings.asks
        ):
            left_out.append((cell, hardly_any))
        else:
            given_cells.append((cell, weight))
            if one:
                break
    return tuple(given_cells)


def _below(failed: DifficultyCell, cell: DifficultyCell) -> bool:
    """Returns whether the failed cell has as many slots as the other, and no more minterms and wishes."""
    return (
        cell.slots == failed.slots >= _MONOTONE_SLOTS
        and failed.minterms <= cell.minterms
        and failed.wishes <= cell.wishes
    )


def _generous(domain: Domain, slots: int) -> bool:
    """Returns whether many pairs are traded, and some group with enough options differs in `slots` slots."""
    if not _much_traded(domain):
        return False
    positions = [domain.schema.position(name) for name in ruled_slots(domain)]
    rows = domain.catalogue.rows
    return any(
        len(group.rows) >= PANEL
        and sum(len({str(rows[row][position]) for row in group.rows}) > 1 for position in positions) >= slots
        for group in islice(domain.catalogue.groups, MOST_GROUPS)
    )


def _much_traded(domain: Domain) -> bool:
    return len(domain.schema.trades) >= _MANY_TRADES


def search_limits(domain: Domain, plan: QuestionSetSpec, *, judged: bool) -> Limits | None:
    """Returns the limits of the search for a balanced set; None for the default ones of `draw_together`.

    Where much is traded, as in the domains of cocoa, sets of hard settings can take a thousand tries and are
    still found.

    Args:
        judged: whether named settings are judged by this set, the first of a run.
    """
    if plan.revisions:
        return _FIRST_CONVERSATIONS if judged else _FURTHER_CONVERSATIONS
    if plan.settings.usual:
        return None if _much_traded(domain) else _RUN_LIMITS
    limits = Limits(lasting=not judged) if _much_traded(domain) else _RUN_LIMITS
    if judged:
        expected = _MOST_WORK if len(plan.settings.mix) == 1 else _MOST_WORK_OF_MIX
        return evolve(limits, tries=_MOST_TRIES, expected=expected)
    return limits


def _most_options(domain: Domain) -> int:
    """Returns how many options of one group look different, at least two and at most five."""
    shown_positions = [position for position, slot in enumerate(domain.schema.slots) if slot.shown]
    kinds = [slot.kind for slot in domain.schema.slots]
    most = 2
    for group in domain.catalogue.groups:
        looks: set[tuple[str, ...]] = set()
        for row in group.rows:
            values = domain.catalogue.rows[row]
            looks.add(tuple([kinds[position].show(values[position]) for position in shown_positions]))
            if len(looks) == PANEL:
                return PANEL
        most = max(most, len(looks))
    return most


def splitting_slots(groups: Groups, enough: int) -> tuple[str, ...]:
    """Returns the slots that split a group: of the first 300 groups the one that the most slots split.

    Args:
        enough: the number of slots at which the search ends.
    """
    most: tuple[str, ...] = ()
    for group_index in groups.eligible[:MOST_GROUPS]:
        usable = groups.pool(group_index).usable()
        if len(usable) > len(most):
            most = usable
        if len(most) >= enough:
            break
    return most


def has_questions(
    source: QuestionSource, settings: Settings, cell: DifficultyCell, name: str, trials: Sequence[Limits]
) -> bool:
    """Returns whether a cell gives an ask a balanced set in each of the trials.

    Where a question of the ask is drawn by itself, there is at least one trial for each balance level.
    """
    alone = evolve(settings, mix=((cell, 1),), level=None)
    if _refused(settings, cell):
        return False
    levels = ASKS[name].balance_levels(alone) if ASKS[name].members(alone) == 1 else 0
    return all(
        _is_found(source, alone, name, number, trials[number % len(trials)])
        for number in range(max(len(trials), levels))
    )


def _refused(settings: Settings, cell: DifficultyCell) -> str:
    """Returns why one of the asks cannot have the cell, whatever the domain; empty where all can have it."""
    try:
        for name, _ in settings.asks:
            ASKS[name].refuse(evolve(settings, mix=((cell, 1),), level=None))
    except SettingsError as error:
        return error.problem
    return ""


def _is_found(source: QuestionSource, alone: Settings, name: str, number: int, limits: Limits) -> bool:
    """Returns whether a balanced set of one cell is found within the limits.

    Args:
        number: the number of the trial. With the limits of the last trial of the default mix the right option
            has to be the worst.
    """
    [(cell, _)] = alone.mix
    ask = ASKS[name]
    directed = cell.wishes and any(rule.wanted for rule in source.groups.domain.rules)
    worst = 0 if directed and limits == _USUAL_TRIALS[-1] else None
    members = (cell,) * ask.members(alone)
    revisions: Sequence[RevisionPlan] = ()
    if alone.revisions is not None:
        several = name != DEFAULT_ASK
        key = ("fit", source.groups.domain.digest, name)
        revisions = plans_of_set(key, number, 0, members, alone.revisions, several=several)
    plan = QuestionSetSpec(ask, members, alone, worst=worst, revisions=tuple(revisions))
    return _is_drawn(source, plan, number, limits)


def _is_drawn(source: QuestionSource, plan: QuestionSetSpec, number: int, limits: Limits) -> bool:
    rng = stream("fit", source.groups.domain.digest, plan.ask.name, *plan.members[0].numbers, number)
    try:
        level = number % ASKS[plan.ask.name].balance_levels(plan.settings)
        draw_together(source, evolve(plan, balance_level=level), rng, limits)
    except NothingFoundError:
        return False
    return True


def ruled_slots(domain: Domain) -> tuple[str, ...]:
    """Returns the slots that requirements may speak of."""
    return tuple(slot.name for slot in domain.schema.slots if domain.rules_of(slot.name))
