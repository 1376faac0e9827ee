"""Which settings a domain can give: counted over its groups, then tried in a few draws.

The default mix is fitted to the domain by this. It depends on the domain alone, so that every process and
every part of a run has the same mix. Domains whose author says what is traded have the whole mix.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from attrs import evolve, frozen

from cocoa_core.counts import counted
from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.difficulty import PRESETS, Mix, Setting
from cocoa_core.families.selection.generation.context import Bench, Plan
from cocoa_core.families.selection.generation.drawing import NothingFoundError, draw_together, nearest
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.rejections import PATIENCE
from cocoa_core.families.selection.generation.wording import Wording
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.seeds import stream
from cocoa_core.suggestions import listed

__all__ = ["Fit", "fit_of", "fitted", "refuse_too_few_slots", "splitting"]

_SIMPLER: Final[tuple[Mix, ...]] = (
    ((Setting(3, 3), 1), (Setting(2, 3), 1)),
    ((Setting(3, 2), 1), (Setting(2, 2), 1)),
)
"""What is tried, in this order, where nothing of the default mix fits."""
_LEAST: Final = Setting(2, 2)
_MOST_GROUPS: Final = 300
"""Groups that are counted: a second's work where all of them have to be."""
_MANY_TRADES: Final = 10
"""Traded pairs from which on the default mix is not tried: its conditions find their reasons. The domains of
cocoa have 14 to 21, a table that `new-domain` read has none, and trying costs 0.3 to 1 s."""
_TRIES: Final = (12, 12, 36)
"""Rings that a setting has to give, each in so many tries; a run has 60 and more. In the last the right
option is to be the worst, which is looked for in 24 tries at the most."""
_LAST_TRIES: Final = (60, 60)
"""The same where nothing of the default mix fits, and nothing else is left: as many as a run has."""
_LITTLE: Final = PATIENCE // 8
"""The patience with each. With a seventh of it a table of passengers loses all that it can give."""


@frozen
class Fit:
    """What of the default mix a domain gives.

    left_out: the settings of the mix that it does not give, each with the reason.
    options: how many options a question shows.
    """

    mix: Mix
    options: int = PANEL
    left_out: tuple[tuple[Setting, str], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is the default mix as it is."""
        return not self.left_out and self.options == PANEL

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
        shown = f" and {counted(self.options, 'option')}" if self.options != PANEL else ""
        return f"difficulty fitted to the domain: {mix}{shown}. Left out: {'; '.join(parts) or 'nothing'}"


def fitted(domain: Domain, settings: Settings) -> tuple[Settings, str]:
    """The settings with a mix that the domain gives where the caller named none, and what that changed.

    Raises SettingsError where the domain gives no setting at all.
    """
    if not settings.usual:
        return settings, ""
    fit = fit_of(domain)
    if fit.whole:
        return settings, ""
    options = min(settings.options, fit.options) if settings.options == PANEL else settings.options
    return evolve(settings, mix=fit.mix, options=options), fit.remark


@lru_cache(maxsize=16)
def fit_of(domain: Domain) -> Fit:
    """What of the default mix a domain gives; SettingsError where it gives none of it and nothing simpler."""
    whole, domain = domain, domain.without_derived_rules()
    usual = PRESETS["standard"]
    if _generous(domain, max(setting.all_slots for setting, _ in usual)):
        return Fit(usual)
    wording = Wording(domain, whole)
    groups = Groups(domain, wording.realizer.wordings, _most_options(domain))
    bench = Bench(groups, wording)
    settings = evolve(Settings.of(), options=groups.least)
    split = splitting(groups, max(setting.all_slots for setting, _ in usual))
    few = f"no group is split by more than {counted(len(split), 'slot')} ({listed(split)})"
    left_out: list[tuple[Setting, str]] = []
    for mix in (usual, *_SIMPLER):
        kept = []
        for setting, weight in mix:
            if setting.all_slots > len(split):
                left_out.append((setting, few))
            elif not _gives(bench, settings, setting, _TRIES if mix is usual else _LAST_TRIES):
                left_out.append(
                    (setting, f"hardly any {counted(groups.least, 'option')} have questions of it")
                )
            else:
                kept.append((setting, weight))
        if kept:
            return Fit(tuple(kept), groups.least, tuple(left_out))
    ways = "; ".join(dict.fromkeys(reason for _, reason in left_out))
    raise SettingsError(
        f"no question of {domain.schema.name} was found",
        got=ways,
        expected="two slots or more that differ in many ways between the rows of a group",
        fix="give the domain more rules and more varied rows, or group by fewer slots",
    )


def _generous(domain: Domain, slots: int) -> bool:
    """Whether much is traded in the domain, and so many slots differ in a group with options enough."""
    if len(domain.schema.trades) < _MANY_TRADES:
        return False
    positions = [domain.schema.position(name) for name in _ruled(domain)]
    rows = domain.catalogue.rows
    return any(
        len(group.rows) >= PANEL
        and sum(len({str(rows[row][position]) for row in group.rows}) > 1 for position in positions) >= slots
        for group in islice(domain.catalogue.groups, _MOST_GROUPS)
    )


def _most_options(domain: Domain) -> int:
    """How many options of a group look different, of five at the most; two at the least."""
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
    """The slots of the group that is split by most, of the first 300, or that is split by enough."""
    most: tuple[str, ...] = ()
    for place in groups.eligible[:_MOST_GROUPS]:
        found = groups.pool(place).usable()
        if len(found) > len(most):
            most = found
        if len(most) >= enough:
            break
    return most


def _gives(bench: Bench, settings: Settings, setting: Setting, tries: Sequence[int]) -> bool:
    """Whether a setting gives a few rings, each in a few tries."""
    domain = bench.groups.domain
    directed = any(rule.wanted for rule in domain.rules)
    alone = evolve(settings, mix=((setting, 1),), level=None, structure="", relations=())
    for number, most in enumerate(tries):
        name = next(iter(dict(settings.asks)))
        ask = ASKS[name]
        members = (setting,) * ask.members(alone)
        worst = 0 if directed and setting.wishes and most > min(tries) else None
        plan = Plan(ask, members, alone, number % ask.turns(alone), frozenset(), worst)
        rng = stream("fit", domain.digest, name, *setting.numbers, number)
        try:
            draw_together(bench, plan, rng, _LITTLE, most)
        except NothingFoundError:
            return False
    return True


def refuse_too_few_slots(bench: Bench, settings: Settings) -> None:
    """Refuse settings of more slots than split any group, and name the nearest that works."""
    groups = bench.groups
    asked = max((setting for setting, _ in settings.mix), key=lambda one: (one.all_slots, one))
    ask = ASKS[next(iter(dict(settings.asks)))]
    if ask.options(settings):
        split = splitting(groups, asked.all_slots)
        exact = len(groups.eligible) <= _MOST_GROUPS
    else:
        split, exact = _ruled(groups.domain), True
    if len(split) >= asked.all_slots or not exact:
        return

    def works(setting: Setting) -> bool:
        return setting.all_slots <= len(split) and _gives(bench, settings, setting, _LAST_TRIES[:1])

    wishes = range(min(asked.wishes, max(len(split) - 2, 0)), -1, -1)
    found = next(filter(None, (nearest(evolve(asked, wishes=one), works) for one in wishes)), None)
    if found is None and works(_LEAST):
        found = _LEAST
    flag = next(
        (name for name in ("level", "structure") if getattr(settings, name) not in (None, "")),
        "preset" if len(settings.mix) > 1 else "",
    )
    raise SettingsError(
        f"{groups.domain.schema.name} has too few slots for {asked}",
        got=f"{counted(asked.all_slots, 'slot')}, wishes included",
        expected=f"at most {len(split)}, the slots that split its groups: {listed(split)}",
        fix=f"pass {found.flags}" + f" in place of --{flag}" * bool(flag)
        if found is not None
        else "give the domain more rules and more varied rows: nothing near was found to work",
    )


def _ruled(domain: Domain) -> tuple[str, ...]:
    return tuple(slot.name for slot in domain.schema.slots if domain.rules_of(slot.name))
