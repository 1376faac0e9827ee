"""Finds which settings a domain can give: counts over its groups first, then tries a few draws.

This fits the default mix to a domain. The result depends on the domain alone, so every process and every part
of a run has the same mix. A domain with many declared trades gets the whole mix untried.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
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
from cocoa_core.families.selection.generation.drawing import (
    Limits,
    NothingFoundError,
    draw_together,
    nearest_feasible,
)
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.rejections import DRAW_BUDGET
from cocoa_core.families.selection.generation.revision_plans import (
    FEWEST,
    RevisionPlan,
    most_swaps,
    plans_of_set,
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
_LEAST: Final = DifficultyCell(2, 2)
_FEWEST_OPTIONS: Final = 2
_MOST_GROUPS: Final = 300
"""Groups that are counted at the most: a second's work where all of them have to be."""
_MANY_TRADES: Final = 10
"""With at least this many traded pairs the default mix is accepted without trials, since its conditions find
reasons. The domains of cocoa have 14 to 21 pairs, and a table read by `new-domain` has none. Trials take 0.3
to 1 s.
"""
_FALLING: Final = 3
"""With at least this many slots a cell is not tried if a cell with as many slots, and no more minterms and
wishes, has failed. Such a cell never worked for any of 53 tables. With two slots it may work, since wishes
can help to hide the right option: four tables gave only (2, 3, 2).
"""
_TRIAL_BUDGET: Final = DRAW_BUDGET // 8
"""The draw budget of a trial; see `Rejections`. With a seventh of it, a table of passengers failed in every
cell.
"""
_USUAL_TRIALS: Final = tuple(Limits(tries, _TRIAL_BUDGET, 1_300) for tries in (12, 12, 36))
"""The trials of a cell of the default mix, which has to give a balanced set within each of these limits;
1,300 groundings take 0.2 to 1 seconds. In the last trial the right option has to be the worst, which is
looked for in 24 tries at the most.
"""
_SIMPLER_TRIALS: Final = (Limits(30, _TRIAL_BUDGET, 1_000),) * 4
"""The trials of a cell where nothing of the default mix fits; where a cell fails in one of them, fewer
options are tried. With 60 tries, three tables passed whose runs then searched for 2 to 12 s for a balanced
set of five options; four options give 20 to 120 questions a second there.
"""
_MET_TRIALS: Final = (Limits(60, DRAW_BUDGET, 1_300), Limits(60, DRAW_BUDGET, 1_000))
"""The trials of settings that were named, of which one has to find a balanced set."""
_MIXED: Final = 3
"""How many times the trials are repeated where a balanced set has several cells, each of which may fail: no
trial should refuse what a run finds.
"""
_SEARCH: Final = Limits(groundings=60_000)
"""The limits of a run: 10 to 30 seconds for a balanced set. Most need fewer than 300 groundings."""
_NEAR_TRIALS: Final = (Limits(60, _TRIAL_BUDGET, 600),)
"""The trials of a cell that a message names in place of the one asked for."""
_REVISED: Final = Limits(sys.maxsize, DRAW_BUDGET, expected=60_000)
"""The limits of the first set of conversations of a run. The hard settings of which sets are found take up to
25,000 draws a set, one of them 58,000; a second has 900 to 10,000 draws. Where hardly any first member is
found, the search ends after some 3,000.
"""
_REVISED_FURTHER: Final = Limits(sys.maxsize, sys.maxsize, expected=20 * _REVISED.expected)
"""The limits of its further sets, so that what is begun is not given up."""
_REVISED_TRIALS: Final = (Limits(sys.maxsize, DRAW_BUDGET, expected=30_000),)
"""The trial of a cell that a message names for conversations."""


@frozen
class Fit:
    """The part of the default mix that a domain gives."""

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
        for setting, reason in self.left_out:
            reasons.setdefault(reason, []).append(f"({setting})")
        parts = [f"{', '.join(settings)}: {reason}" for reason, settings in reasons.items()]
        mix = ", ".join(f"({setting})" for setting, _ in self.mix)
        fewer = ""
        if self.options != self.asked:
            fewer = f" and {counted(self.options, 'option')}: hardly any question of {self.asked} is found"
        return f"difficulty fitted to the domain: {mix}{fewer}. Left out: {'; '.join(parts) or 'nothing'}"

    def to_json(self) -> dict[str, Any]:
        """Returns what was not given, as plain data: see `Manifest.fitted`."""
        return {
            "asked_options": self.asked,
            "left_out": [
                {"setting": list(setting.numbers), "reason": reason} for setting, reason in self.left_out
            ],
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
    fit = fit_of(domain, tuple(dict(settings.asks)), settings.options)
    if fit.whole:
        return settings, None
    return evolve(settings, mix=fit.mix, options=fit.options), fit


@lru_cache(maxsize=16)
def fit_of(domain: Domain, asks: tuple[str, ...] = (DEFAULT_ASK,), options: int = PANEL) -> Fit:
    """Returns the part of the default mix that a domain gives to all of the asks.

    Args:
        options: how many are shown. Where the default number gives nothing, fewer are tried; any other number
            was asked for and stays.

    Raises:
        SettingsError: the domain gives nothing of the mix and nothing simpler.
    """
    full_domain, domain = domain, domain.without_derived_rules()
    usual = PRESETS["standard"]
    if _generous(domain, max(setting.all_slots for setting, _ in usual)):
        return Fit(usual, options, asked=options)
    for name in asks:
        ASKS[name].refuse_domain(domain)
    wording = RequestWording(domain, full_domain)
    numbers = range(_most_options(domain), _FEWEST_OPTIONS - 1, -1) if options == PANEL else (options,)
    reasons: dict[str, None] = {}
    settings = Settings.of(ask=",".join(asks))
    for number in numbers:
        source = QuestionSource(Groups(domain, wording.realizer.wordings, number), wording)
        left_out: list[tuple[DifficultyCell, str]] = []
        for mix in (usual, *_SIMPLER):
            trials = _USUAL_TRIALS if mix is usual else _SIMPLER_TRIALS
            given_cells = _kept(source, evolve(settings, options=number), mix, trials, left_out)
            if given_cells:
                return Fit(given_cells, number, tuple(left_out), options)
        reasons |= dict.fromkeys(reason for _, reason in left_out)
    raise SettingsError(
        f"no question of {domain.schema.name} was found",
        got="; ".join(reasons),
        expected="two slots or more that differ in many ways between the rows of a group",
        fix="give the domain more rules and more varied rows, or group by fewer slots",
    )


def _kept(
    source: QuestionSource,
    settings: Settings,
    mix: DifficultyMix,
    trials: Sequence[Limits],
    left_out: list[tuple[DifficultyCell, str]],
) -> DifficultyMix:
    split = splitting(source.groups, max(setting.all_slots for setting, _ in mix))
    too_few_slots = f"no group is split by more than {counted(len(split), 'slot')} ({listed(split)})"
    hardly_any = f"hardly any {counted(settings.options, 'option')} have questions of it"
    given_cells = []
    for setting, weight in mix:
        if setting.all_slots > len(split) and any(ASKS[name].options(settings) for name, _ in settings.asks):
            left_out.append((setting, too_few_slots))
        elif refused := _refused(settings, setting):
            left_out.append((setting, refused))
        elif any(_below(failed, setting) for failed, _ in left_out) or not all(
            _gives(source, settings, setting, name, trials) for name, _ in settings.asks
        ):
            left_out.append((setting, hardly_any))
        else:
            given_cells.append((setting, weight))
    return tuple(given_cells)


def _below(failed: DifficultyCell, setting: DifficultyCell) -> bool:
    """Returns whether this cell, of the same slots, asks for no less than one that failed."""
    return (
        setting.slots == failed.slots >= _FALLING
        and failed.minterms <= setting.minterms
        and failed.wishes <= setting.wishes
    )


def _generous(domain: Domain, slots: int) -> bool:
    """Returns whether many pairs are traded, and some group with enough options differs in `slots` slots."""
    if not _much_traded(domain):
        return False
    positions = [domain.schema.position(name) for name in _ruled(domain)]
    rows = domain.catalogue.rows
    return any(
        len(group.rows) >= PANEL
        and sum(len({str(rows[row][position]) for row in group.rows}) > 1 for position in positions) >= slots
        for group in islice(domain.catalogue.groups, _MOST_GROUPS)
    )


def _much_traded(domain: Domain) -> bool:
    return len(domain.schema.trades) >= _MANY_TRADES


def search_limits(domain: Domain, plan: QuestionSetSpec, *, begun: bool) -> Limits | None:
    """Returns the limits of the search for a balanced set; None for the default ones of `draw_together`.

    Where much is traded, as in the domains of cocoa, sets of hard settings can take a thousand tries and are
    still found.

    Args:
        begun: whether the run has found sets.
    """
    if plan.revisions:
        return _REVISED_FURTHER if begun else _REVISED
    return None if _much_traded(domain) else _SEARCH


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


def splitting(groups: Groups, enough: int) -> tuple[str, ...]:
    """Returns the slots that split a group: of the first 300 groups the one that the most slots split.

    Args:
        enough: the number of slots at which the search ends.
    """
    most: tuple[str, ...] = ()
    for group_index in groups.eligible[:_MOST_GROUPS]:
        usable = groups.pool(group_index).usable()
        if len(usable) > len(most):
            most = usable
        if len(most) >= enough:
            break
    return most


def _gives(
    source: QuestionSource, settings: Settings, setting: DifficultyCell, name: str, trials: Sequence[Limits]
) -> bool:
    """Returns whether a cell gives an ask a balanced set in each of the trials.

    Where a question of the ask is drawn by itself, there is at least one trial for each balance level.
    """
    alone = evolve(settings, mix=((setting, 1),), level=None)
    if _refused(settings, setting):
        return False
    levels = ASKS[name].balance_levels(alone) if ASKS[name].members(alone) == 1 else 0
    return all(
        _found(source, alone, name, number, trials[number % len(trials)])
        for number in range(max(len(trials), levels))
    )


def _refused(settings: Settings, setting: DifficultyCell) -> str:
    """Returns why one of the asks cannot have the cell, whatever the domain; empty where all can have it."""
    try:
        for name, _ in settings.asks:
            ASKS[name].refuse(evolve(settings, mix=((setting, 1),), level=None))
    except SettingsError as error:
        return error.problem
    return ""


def _found(source: QuestionSource, alone: Settings, name: str, number: int, limits: Limits) -> bool:
    """Returns whether a balanced set of one cell is found within the limits.

    Args:
        number: the number of the trial. With the limits of the last trial of the default mix the right option
            has to be the worst.
    """
    [(setting, _)] = alone.mix
    ask = ASKS[name]
    worst = None
    if (
        limits == _USUAL_TRIALS[-1]
        and setting.wishes
        and any(rule.wanted for rule in source.groups.domain.rules)
    ):
        worst = 0
    members = (setting,) * ask.members(alone)
    revisions: Sequence[RevisionPlan] = ()
    if alone.revisions is not None:
        several = name != DEFAULT_ASK
        key = ("fit", source.groups.domain.digest, name)
        revisions = plans_of_set(key, number, 0, members, alone.revisions, several=several)
    plan = QuestionSetSpec(ask, members, alone, worst=worst, revisions=tuple(revisions))
    return _drawn(source, plan, number, limits)


def _drawn(source: QuestionSource, plan: QuestionSetSpec, number: int, limits: Limits) -> bool:
    ask = ASKS[plan.ask.name]
    numbers = [number for setting in dict.fromkeys(plan.members) for number in setting.numbers]
    rng = stream("fit", source.groups.domain.digest, ask.name, *numbers, number)
    try:
        level = number % ask.balance_levels(plan.settings)
        draw_together(source, evolve(plan, balance_level=level), rng, limits)
    except NothingFoundError:
        return False
    return True


def refuse_unmet(source: QuestionSource, plan: QuestionSetSpec) -> None:
    """Refuses settings of which no balanced set like that of the plan is found in a few trials.

    Raises:
        SettingsError: none is found; the error names the nearest settings that work.
    """
    plain = evolve(plan, against=frozenset(), worst=None)
    trials = _MET_TRIALS * (_MIXED if len(set(plan.members)) > 1 else 1)
    if any(_drawn(source, plain, number, limits) for number, limits in enumerate(trials)):
        return
    settings, name = plan.settings, plan.ask.name
    cells = dict.fromkeys(sorted(plan.members))
    raise SettingsError(
        f"no question of {source.groups.domain.schema.name} was found for {'; '.join(map(str, cells))}",
        got=f"{counted(len(trials), 'trial')} in vain with {counted(settings.options, 'option')}"
        + f" and the ask {name}" * (name != DEFAULT_ASK),
        expected="a setting that the domain's rules and groups can meet",
        fix=nearest_fix(source, settings, max(plan.members)),
    )


def nearest_fix(
    source: QuestionSource, settings: Settings, asked: DifficultyCell, split: int | None = None
) -> str:
    """Returns advice on what to pass instead of a cell without questions: the nearest cell that has some.

    It keeps the number of options where that can be, and otherwise takes five options or fewer.

    Args:
        split: how many slots split a group; None where that was not counted.
    """
    name = next(iter(dict(settings.asks)))
    most = asked.all_slots if split is None else split
    named = next((flag for flag in ("level", "structure") if getattr(settings, flag) not in (None, "")), "")
    flag = named or "preset" * (len(settings.mix) > 1 and not settings.usual)
    if settings.revisions is not None:
        return _nearest_conversation(source, settings, asked, most, flag)
    for options in (settings.options, *range(min(settings.options - 1, PANEL), _FEWEST_OPTIONS - 1, -1)):
        fewer = options < settings.options
        try:
            changed = evolve(settings, structure="", relations=(), level=None, options=options)
        except SettingsError:
            continue
        option_source = source
        if fewer:
            option_source = QuestionSource(
                Groups(source.groups.domain, source.wording.realizer.wordings, options), source.wording
            )

        def works(
            setting: DifficultyCell,
            option_source: QuestionSource = option_source,
            changed: Settings = changed,
        ) -> bool:
            return setting.all_slots <= most and _gives(option_source, changed, setting, name, _NEAR_TRIALS)

        wishes = range(min(asked.wishes, max(most - 2, 0)), -1, -1)
        tried = (nearest_feasible(evolve(asked, wishes=number), works) for number in wishes)
        nearest = asked if fewer and works(asked) else next(filter(None, tried), None)
        if nearest is None and asked != _LEAST and works(_LEAST):
            nearest = _LEAST
        if nearest is not None:
            flags = [nearest.flags] if nearest != asked or flag else []
            flags += [f"--options {options}"] if fewer else []
            return " ".join(["pass", *flags, *([f"in place of --{flag}"] if flag else [])])
    return "give the domain more rules and more varied rows: nothing near was found to work"


def _nearest_conversation(
    source: QuestionSource, settings: Settings, asked: DifficultyCell, most: int, flag: str
) -> str:
    """Returns the advice for conversations: fewer revisions, or else the nearest cell of the default mix
    that has conversations, with wishes or without.

    Args:
        most: the most slots of a cell.
        flag: the option that the cell takes the place of; empty for none.
    """
    name = next(iter(dict(settings.asks)))
    changed = evolve(settings, structure="", relations=(), level=None)
    fewer = [number for number in (3, FEWEST) if number < (changed.revisions or 0)]
    usual = [cell for cell, _ in PRESETS["standard"]]
    usual += dict.fromkeys(evolve(cell, wishes=0) for cell in usual)
    cells = [cell for cell in usual if cell.all_slots <= most and cell != asked]
    cells.sort(
        key=lambda cell: [
            abs(cell.slots - asked.slots),
            abs(cell.minterms - asked.minterms),
            abs(cell.wishes - asked.wishes),
        ]
    )
    ways = [
        *((number, asked) for number in fewer if asked.all_slots <= most),
        *((number, cell) for number in dict.fromkeys((changed.revisions, FEWEST)) for cell in cells),
    ]
    for revisions, cell in ways:
        if _gives(source, evolve(changed, revisions=revisions), cell, name, _REVISED_TRIALS):
            flags = [cell.flags] * (cell != asked or bool(flag))
            flags += [f"--revisions {revisions}"] * (revisions != settings.revisions)
            return " ".join(["pass", *flags, *([f"in place of --{flag}"] if flag else [])])
    return "leave out --revisions: no conversation was found"


def refuse_too_few_slots(source: QuestionSource, settings: Settings) -> None:
    """Refuses settings with more slots than can split any group.

    Raises:
        SettingsError: there are too few slots; the error names the nearest settings that work.
    """
    groups = source.groups
    asked = max((setting for setting, _ in settings.mix), key=lambda cell: (cell.all_slots, cell))
    name = next(iter(dict(settings.asks)))
    changed = 0 if settings.revisions is None else most_swaps(settings.revisions, several=name != DEFAULT_ASK)
    needed = asked.all_slots + changed
    if ASKS[name].options(settings):
        split = splitting(groups, needed)
        exact = len(groups.eligible) <= _MOST_GROUPS
    else:
        split, exact = _ruled(groups.domain), True
    if len(split) >= needed or not exact:
        return
    revised = f", and {changed} more for {counted(settings.revisions or 0, 'revision')}" if changed else ""
    raise SettingsError(
        f"{groups.domain.schema.name} has too few slots for {asked}",
        got=f"{counted(asked.all_slots, 'slot')}, wishes included{revised}",
        expected=f"at most {len(split)}, the slots that split its groups: {listed(split)}",
        fix=nearest_fix(source, settings, asked, len(split) - changed),
    )


def _ruled(domain: Domain) -> tuple[str, ...]:
    return tuple(slot.name for slot in domain.schema.slots if domain.rules_of(slot.name))
