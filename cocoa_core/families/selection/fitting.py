"""Which settings a domain can give: counted over its groups, then tried in a few draws.

The default mix is fitted to the domain by this. It depends on the domain alone, so that every process and
every part of a run has the same mix. Domains whose author says what is traded have the whole mix.
"""

from __future__ import annotations

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
from cocoa_core.families.selection.generation.wording import Wording
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.seeds import stream
from cocoa_core.suggestions import listed
from cocoa_core.text import counted

__all__ = [
    "Fit",
    "fit_of",
    "fitted",
    "nearest_fix",
    "refuse_too_few_slots",
    "refuse_unmet",
    "search_limits",
    "splitting",
]

_SIMPLER: Final[tuple[DifficultyMix, ...]] = (
    ((DifficultyCell(3, 3), 1), (DifficultyCell(2, 3), 1)),
    ((DifficultyCell(3, 2), 1), (DifficultyCell(2, 2), 1)),
)
"""What is tried, in this order, where nothing of the default mix fits."""
_LEAST: Final = DifficultyCell(2, 2)
_FEWEST_OPTIONS: Final = 2
_MOST_GROUPS: Final = 300
"""Groups that are counted: a second's work where all of them have to be."""
_MANY_TRADES: Final = 10
"""Traded pairs from which on the default mix is not tried: its conditions find their reasons. The domains of
cocoa have 14 to 21, a table that `new-domain` read has none, and trying costs 0.3 to 1 s."""
_FALLING: Final = 3
"""Slots of a table from which on more minterms or wishes are not tried where fewer failed: of 53 tables none
gave them. Of two slots wishes can make it possible to hide the right option: four gave (2, 3, 2) alone."""
_LITTLE: Final = DRAW_BUDGET // 8
"""The patience with each. With a seventh of it a table of passengers loses all that it can give."""
_USUAL_TRIALS: Final = tuple(Limits(tries, _LITTLE, 1_300) for tries in (12, 12, 36))
"""Rings that a setting of the default mix has to give, each within these limits: 1,300 groundings take 0.2 to
1 seconds. In the last the right option is to be the worst, which is looked for in 24 tries at the most."""
_SIMPLER_TRIALS: Final = (Limits(60, _LITTLE, 1_300),) * 3
"""The same where nothing of the default mix fits, and nothing else is left: as many tries as a run has."""
_MET_TRIALS: Final = (Limits(60, DRAW_BUDGET, 1_300), Limits(60, DRAW_BUDGET, 1_000))
"""Of settings that were named one of these rings has to be found."""
_MIXED: Final = 3
"""So many times as many where a ring is of several settings, each of which may fail: no trial should refuse
what a run finds."""
_SEARCH: Final = Limits(groundings=60_000)
"""Of a run: 10 to 30 seconds a ring. Most need fewer than 300."""
_NEAR_TRIALS: Final = (Limits(60, _LITTLE, 600),)
"""Of a setting that is named in its place."""


@frozen
class Fit:
    """What of the default mix a domain gives."""

    mix: DifficultyMix
    options: int = PANEL
    """How many options a question shows."""
    left_out: tuple[tuple[DifficultyCell, str], ...] = ()
    """The settings of the mix that it does not give with so many, each with the reason."""
    asked: int = PANEL
    """How many were asked for."""

    @property
    def whole(self) -> bool:
        """Whether it is the default mix as it is."""
        return not self.left_out and self.options == self.asked

    @property
    def remark(self) -> str:
        """One sentence on what was fitted and why; "" where nothing was."""
        if self.whole:
            return ""
        reasons: dict[str, list[str]] = {}
        for setting, reason in self.left_out:
            reasons.setdefault(reason, []).append(f"({setting})")
        parts = [f"{', '.join(settings)}: {reason}" for reason, settings in reasons.items()]
        mix = ", ".join(f"({setting})" for setting, _ in self.mix)
        fewer = ""
        if self.options != self.asked:
            fewer = f" and {counted(self.options, 'option')}: no question of {self.asked} was found"
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
    """Returns the settings with a mix that the domain gives where the caller named none; the fit, if it
    changed any.

    Raises:
        SettingsError: the domain gives no setting at all.
    """
    if not settings.usual:
        return settings, None
    fit = fit_of(domain, tuple(dict(settings.asks)), settings.options)
    if fit.whole:
        return settings, None
    return evolve(settings, mix=fit.mix, options=fit.options), fit


@lru_cache(maxsize=16)
def fit_of(domain: Domain, asks: tuple[str, ...] = (DEFAULT_ASK,), options: int = PANEL) -> Fit:
    """Returns what of the default mix a domain gives to all of the asks.

    Fewer options than the usual five are tried where these give nothing; any other number was asked for.

    Raises:
        SettingsError: the domain gives nothing of the mix and nothing simpler.
    """
    whole, domain = domain, domain.without_derived_rules()
    usual = PRESETS["standard"]
    if _generous(domain, max(setting.all_slots for setting, _ in usual)):
        return Fit(usual, options, asked=options)
    for name in asks:
        ASKS[name].refuse_domain(domain)
    wording = Wording(domain, whole)
    numbers = range(_most_options(domain), _FEWEST_OPTIONS - 1, -1) if options == PANEL else (options,)
    reasons: dict[str, None] = {}
    settings = Settings.of(ask=",".join(asks))
    for number in numbers:
        source = QuestionSource(Groups(domain, wording.realizer.wordings, number), wording)
        left_out: list[tuple[DifficultyCell, str]] = []
        for mix in (usual, *_SIMPLER):
            trials = _USUAL_TRIALS if mix is usual else _SIMPLER_TRIALS
            kept = _kept(source, evolve(settings, options=number), mix, trials, left_out)
            if kept:
                return Fit(kept, number, tuple(left_out), options)
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
    """Returns the settings of a mix that the domain gives; the others are left out, with the reason."""
    split = splitting(source.groups, max(setting.all_slots for setting, _ in mix))
    few = f"no group is split by more than {counted(len(split), 'slot')} ({listed(split)})"
    hardly = f"hardly any {counted(settings.options, 'option')} have questions of it"
    kept = []
    for setting, weight in mix:
        if setting.all_slots > len(split) and any(ASKS[name].options(settings) for name, _ in settings.asks):
            left_out.append((setting, few))
        elif refused := _refused(settings, setting):
            left_out.append((setting, refused))
        elif any(_below(failed, setting) for failed, _ in left_out) or not all(
            _gives(source, settings, setting, name, trials) for name, _ in settings.asks
        ):
            left_out.append((setting, hardly))
        else:
            kept.append((setting, weight))
    return tuple(kept)


def _below(failed: DifficultyCell, setting: DifficultyCell) -> bool:
    """Returns whether that one failed already for what this one has, too."""
    return (
        setting.slots == failed.slots >= _FALLING
        and failed.minterms <= setting.minterms
        and failed.wishes <= setting.wishes
    )


def _generous(domain: Domain, slots: int) -> bool:
    """Returns whether much is traded in the domain, and so many slots differ in a group with options
    enough.
    """
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


def search_limits(domain: Domain) -> Limits | None:
    """Returns how long a run looks for a ring before it is refused; None where nothing need be doubted.

    Where much is traded, as in the domains of cocoa, rings of hard settings can take a thousand tries and are
    still found.
    """
    return None if _much_traded(domain) else _SEARCH


def _most_options(domain: Domain) -> int:
    """Returns how many options of a group look different, of five at the most; two at the least."""
    shown = [place for place, slot in enumerate(domain.schema.slots) if slot.shown]
    kinds = [slot.kind for slot in domain.schema.slots]
    most = 2
    for group in domain.catalogue.groups:
        looks: set[tuple[str, ...]] = set()
        for row in group.rows:
            values = domain.catalogue.rows[row]
            looks.add(tuple([kinds[place].show(values[place]) for place in shown]))
            if len(looks) == PANEL:
                return PANEL
        most = max(most, len(looks))
    return most


def splitting(groups: Groups, enough: int) -> tuple[str, ...]:
    """Returns the slots of the group that is split by most, of the first 300, or that is split by enough."""
    most: tuple[str, ...] = ()
    for place in groups.eligible[:_MOST_GROUPS]:
        found = groups.pool(place).usable()
        if len(found) > len(most):
            most = found
        if len(most) >= enough:
            break
    return most


def _gives(
    source: QuestionSource, settings: Settings, setting: DifficultyCell, name: str, trials: Sequence[Limits]
) -> bool:
    """Returns whether a setting gives an ask a ring in each of the trials; where one is drawn alone, at each
    turn.
    """
    alone = evolve(settings, mix=((setting, 1),), level=None)
    if _refused(settings, setting):
        return False
    turns = ASKS[name].turns(alone) if ASKS[name].members(alone) == 1 else 0
    return all(
        _found(source, alone, name, number, trials[number % len(trials)])
        for number in range(max(len(trials), turns))
    )


def _refused(settings: Settings, setting: DifficultyCell) -> str:
    """Returns why one of the asks cannot have the setting, whatever the domain; "" where all can."""
    try:
        for name, _ in settings.asks:
            ASKS[name].refuse(evolve(settings, mix=((setting, 1),), level=None))
    except SettingsError as error:
        return error.problem
    return ""


def _found(source: QuestionSource, alone: Settings, name: str, number: int, limits: Limits) -> bool:
    """Returns whether a ring of one setting is found within the limits.

    Args:
        number: of the trial. In the last of those of the default mix the right option has to be the worst.
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
    return _drawn(
        source, QuestionSetSpec(ask, (setting,) * ask.members(alone), alone, worst=worst), number, limits
    )


def _drawn(source: QuestionSource, plan: QuestionSetSpec, number: int, limits: Limits) -> bool:
    """Returns whether a ring of these members is found within the limits: the same in every process."""
    ask = ASKS[plan.ask.name]
    numbers = [number for setting in dict.fromkeys(plan.members) for number in setting.numbers]
    rng = stream("fit", source.groups.domain.digest, ask.name, *numbers, number)
    try:
        draw_together(source, evolve(plan, turn=number % ask.turns(plan.settings)), rng, limits)
    except NothingFoundError:
        return False
    return True


def refuse_unmet(source: QuestionSource, plan: QuestionSetSpec) -> None:
    """Refuses settings of which no ring like that of the plan is found in a few trials; name what works."""
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
    """Returns what to pass instead of a setting that cannot be met: the nearest of which questions are found.

    With as many options as were asked for, where that can be; otherwise with five, or fewer.

    Args:
        split: how many slots split a group, where that was counted.
    """
    name = next(iter(dict(settings.asks)))
    most = asked.all_slots if split is None else split
    named = next((flag for flag in ("level", "structure") if getattr(settings, flag) not in (None, "")), "")
    flag = named or "preset" * (len(settings.mix) > 1 and not settings.usual)
    for options in (settings.options, *range(min(settings.options - 1, PANEL), _FEWEST_OPTIONS - 1, -1)):
        fewer = options < settings.options
        try:
            changed = evolve(settings, structure="", relations=(), level=None, options=options)
        except SettingsError:
            continue
        over = source
        if fewer:
            over = QuestionSource(
                Groups(source.groups.domain, source.wording.realizer.wordings, options), source.wording
            )

        def works(setting: DifficultyCell, over: QuestionSource = over, changed: Settings = changed) -> bool:
            return setting.all_slots <= most and _gives(over, changed, setting, name, _NEAR_TRIALS)

        wishes = range(min(asked.wishes, max(most - 2, 0)), -1, -1)
        tried = (nearest_feasible(evolve(asked, wishes=one), works) for one in wishes)
        found = asked if fewer and works(asked) else next(filter(None, tried), None)
        if found is None and asked != _LEAST and works(_LEAST):
            found = _LEAST
        if found is not None:
            flags = [found.flags] if found != asked or flag else []
            flags += [f"--options {options}"] if fewer else []
            return " ".join(["pass", *flags, *([f"in place of --{flag}"] if flag else [])])
    return "give the domain more rules and more varied rows: nothing near was found to work"


def refuse_too_few_slots(source: QuestionSource, settings: Settings) -> None:
    """Refuses settings of more slots than split any group, and name the nearest that works."""
    groups = source.groups
    asked = max((setting for setting, _ in settings.mix), key=lambda one: (one.all_slots, one))
    ask = ASKS[next(iter(dict(settings.asks)))]
    if ask.options(settings):
        split = splitting(groups, asked.all_slots)
        exact = len(groups.eligible) <= _MOST_GROUPS
    else:
        split, exact = _ruled(groups.domain), True
    if len(split) >= asked.all_slots or not exact:
        return
    raise SettingsError(
        f"{groups.domain.schema.name} has too few slots for {asked}",
        got=f"{counted(asked.all_slots, 'slot')}, wishes included",
        expected=f"at most {len(split)}, the slots that split its groups: {listed(split)}",
        fix=nearest_fix(source, settings, asked, len(split)),
    )


def _ruled(domain: Domain) -> tuple[str, ...]:
    return tuple(slot.name for slot in domain.schema.slots if domain.rules_of(slot.name))
