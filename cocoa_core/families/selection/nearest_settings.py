"""Names the nearest settings that work where those asked for have no questions, for the refusals.

Each is tried before it is named, and a bounded number of trials may fail.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from attrs import evolve, field, frozen

from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.ask_names import DEFAULT_ASK
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.difficulty import PRESETS, RING, DifficultyCell
from cocoa_core.families.selection.fitting import (
    FEWEST_OPTIONS,
    MOST_GROUPS,
    TRIAL_BUDGET,
    has_questions,
    ruled_slots,
    slots_to_change,
    splitting_slots,
)
from cocoa_core.families.selection.generation.context import QuestionSource
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.rejections import DRAW_BUDGET
from cocoa_core.families.selection.generation.revision_plans import FEWEST
from cocoa_core.families.selection.generation.set_search import Limits
from cocoa_core.families.selection.setting_specs import PANEL, flag_of
from cocoa_core.families.selection.settings import Settings
from cocoa_core.suggestions import listed
from cocoa_core.text import counted

_LEAST: Final = DifficultyCell(2, 2)
_FEW_MINTERMS: Final = 3
"""The most minterms with which numbers of slots are tried."""
_NEAR_TRIALS: Final = (Limits(60, TRIAL_BUDGET, 1_440, work=12_000, lasting=True),)
"""The limits of the trial of a setting that a message names in place of the one asked for. With 5,000 the
cell of three slots and three minterms failed in jobs, and for 12 slots a message named two.
"""
_FAILURES: Final = 8
"""The failed trials after which no further setting is tried. Each takes 0.1 to 0.8 s of CPU."""
_REVISED_TRIALS: Final = (Limits(sys.maxsize, DRAW_BUDGET, work=9_000, lasting=True),)
"""The limits of the trial of a conversation that a message names."""
_REVISED_FAILURES: Final = 3
"""The same as `_FAILURES` for conversations."""
_LEFT_OUT: Final = {"groups": RING, "none": False, "near_misses": None, "ask": DEFAULT_ASK}
"""The settings that are left out, one at a time, where no cell works, with the values that they have then."""


@frozen(eq=False)
class _Trials:
    """Trials of settings that a message may name: each once, and a bounded number of failed ones."""

    source: QuestionSource
    most: int
    """The most slots that a requirement may speak of."""
    failures: int = _FAILURES
    """The failed trials after which nothing more is tried."""
    _results: dict[tuple[Settings, DifficultyCell], bool] = field(factory=dict, init=False)

    def works(self, settings: Settings, cell: DifficultyCell) -> bool:
        """Returns whether a balanced set of the cell was found for the first ask."""
        key = evolve(settings, mix=((cell, 1),)), cell
        if key not in self._results:
            failed = len(self._results) - sum(self._results.values())
            if cell.all_slots > self.most or failed >= self.failures:
                return False
            name, limits = next(iter(dict(settings.asks))), _NEAR_TRIALS
            if settings.revisions is not None:
                limits = _REVISED_TRIALS
            self._results[key] = has_questions(
                self._source_of(settings.options), settings, cell, name, limits
            )
        return self._results[key]

    def _source_of(self, options: int) -> QuestionSource:
        source = self.source
        if options >= source.groups.least:
            return source
        return QuestionSource(
            Groups(source.groups.domain, source.wording.realizer.wordings, options), source.wording
        )


def nearest_fix(
    source: QuestionSource, settings: Settings, asked: DifficultyCell, split: int | None = None
) -> str:
    """Returns advice on what to pass instead of a cell without questions: the nearest cell that has some.

    It keeps the number of options where that can be, and otherwise takes five options or fewer. Where no cell
    works, one of the settings in `_LEFT_OUT` is left out as well.

    Args:
        split: how many slots split a group; None where that was not counted.
    """
    most = asked.all_slots if split is None else split
    named = next((flag for flag in ("level", "structure") if getattr(settings, flag) not in (None, "")), "")
    flag = named or ("preset" if len(settings.mix) > 1 and not settings.usual else "")
    if settings.revisions is not None:
        return _nearest_conversation(source, settings, asked, most, flag)
    plain = evolve(settings, structure="", relations=(), level=None)
    if settings.mix == PRESETS["paper"]:  # it has defaults of its own
        usual = Settings.of()
        plain = evolve(plain, atypical=usual.atypical, shared=usual.shared)
    trials = _Trials(source, most)
    shown = PANEL if named == "level" else settings.options
    for options in (settings.options, *range(min(settings.options - 1, PANEL), FEWEST_OPTIONS - 1, -1)):
        try:
            changed = evolve(plain, options=options)
        except SettingsError:
            continue
        nearest = _nearest_cell(trials, changed, asked, tried=options == settings.options)
        if nearest is not None:
            flags = [_flags_of(nearest, asked)] if nearest != asked or flag else []
            flags += [f"--options {options}"] if options != shown else []
            return _advice(flags, flag)
    trials = _Trials(source, most)
    for name, default in _LEFT_OUT.items():
        if getattr(plain, name) != default:
            changes: dict[str, Any] = {name: default, **({"take": None} if name == "ask" else {})}
            changed = evolve(plain, **changes)
            nearest = _nearest_cell(trials, changed, asked, tried=False)
            if nearest is not None:
                return _advice([_flags_of(nearest, asked)], *([flag] if flag else []), name)
    return "give the domain more rules and more varied rows: nothing near was found to work"


def _nearest_cell(
    trials: _Trials, settings: Settings, asked: DifficultyCell, *, tried: bool
) -> DifficultyCell | None:
    """Returns the nearest cell of which a set was found; None where there is none.

    Args:
        tried: whether a search for the asked cell itself was in vain.
    """
    works = partial(trials.works, settings)
    table = evolve(asked, minterms=max(asked.minterms, 1 if _takes_plain(settings) else 2))
    if (not tried or table != asked) and works(table):
        return table
    most_wishes = min(table.wishes, max(trials.most - 2, 0))
    for wishes in dict.fromkeys((most_wishes, most_wishes // 2, 0)):  # each that fails uses up a trial
        nearest = nearest_feasible(evolve(table, wishes=wishes), works)
        if nearest is not None:
            return nearest
    return _LEAST if table != _LEAST and works(_LEAST) else None


def nearest_feasible(asked: DifficultyCell, works: Callable[[DifficultyCell], bool]) -> DifficultyCell | None:
    """Returns a difficulty cell close below the one asked for that works; None where none was found.

    The number of slots grows step by step until a cell does not work, then the number of minterms does. So
    all trials but two succeed, which is quick.

    Args:
        works: returns whether questions of a cell can be drawn.
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


def _flags_of(cell: DifficultyCell, asked: DifficultyCell) -> str:
    """Returns the flags of a cell, which take the place of all flags of the cell asked for."""
    return f"{cell.flags} --wishes 0" if asked.wishes and not cell.wishes else cell.flags


def _advice(flags: Sequence[str], *replaced: str) -> str:
    places = " and ".join(flag_of(name) for name in replaced if name)
    return " ".join(["pass", *flags, *([f"in place of {places}"] if places else [])])


def _nearest_conversation(
    source: QuestionSource, settings: Settings, asked: DifficultyCell, most: int, flag: str
) -> str:
    """Returns the advice for conversations: fewer revisions, or else the nearest cell of the default mix
    that has conversations, with wishes or without.

    Args:
        most: the most slots of a cell.
        flag: the option that the cell takes the place of; empty for none.
    """
    revised = settings.revisions
    changed = evolve(settings, structure="", relations=(), level=None)
    fewer = [number for number in (3, FEWEST) if number < (revised or 0)]
    usual = [cell for cell, _ in PRESETS["standard"]]
    usual += dict.fromkeys(evolve(cell, wishes=0) for cell in usual)
    cells = [cell for cell in usual if cell != asked]
    cells.sort(
        key=lambda cell: [
            abs(cell.slots - asked.slots),
            abs(cell.minterms - asked.minterms),
            abs(cell.wishes - asked.wishes),
        ]
    )
    ways = [
        *((number, asked) for number in fewer),
        *((number, cell) for number in dict.fromkeys((revised, FEWEST)) for cell in cells),
    ]
    trials = _Trials(source, most, _REVISED_FAILURES)
    for revisions, cell in ways:
        if trials.works(evolve(changed, revisions=revisions), cell):
            flags = [_flags_of(cell, asked)] * (cell != asked or bool(flag))
            if settings.usual and flags:  # the number may be that of a preset
                return _advice([*flags, f"--revisions {revisions}"], "preset")
            return _advice([*flags, *[f"--revisions {revisions}"] * (revisions != revised)], flag)
    return "leave out --revisions: no conversation was found"


def refuse_too_few_slots(source: QuestionSource, settings: Settings) -> None:
    """Refuses settings with more slots than can split any group.

    Raises:
        SettingsError: there are too few slots; the error names the nearest settings that work.
    """
    groups = source.groups
    asked = max((cell for cell, _ in settings.mix), key=lambda cell: (cell.all_slots, cell))
    name = next(iter(dict(settings.asks)))
    changed = slots_to_change(settings)
    needed = asked.all_slots + changed
    if ASKS[name].options(settings):
        split = splitting_slots(groups, needed)
        exact = len(groups.eligible) <= MOST_GROUPS
    else:
        split, exact = ruled_slots(groups.domain), True
    if len(split) >= needed or not exact:
        return
    revised = f", and {changed} more for {counted(settings.revisions or 0, 'revision')}" if changed else ""
    raise SettingsError(
        f"{groups.domain.schema.name} has too few slots for {asked}",
        got=f"{counted(asked.all_slots, 'slot')}, wishes included{revised}",
        expected=f"at most {len(split)}, the slots that split its groups: {listed(split)}",
        fix=nearest_fix(source, settings, asked, len(split) - changed),
    )


def refuse_plain_tables(source: QuestionSource, settings: Settings) -> None:
    """Refuses cells of one minterm, a plain conjunction; only the ask `possible` needs no table.

    Raises:
        SettingsError: there is such a cell; the error names the nearest settings that work.
    """
    plain = [cell for cell, _ in settings.mix if cell.minterms == 1]
    if plain and not _takes_plain(settings):
        raise SettingsError(
            "with one minterm every requirement is a plain conjunction",
            got=str(plain[0]),
            expected="two minterms or more, where plain conjunctions are not asked for",
            fix=nearest_fix(source, settings, plain[0]),
        )


def _takes_plain(settings: Settings) -> bool:
    return settings.plain or {name for name, _ in settings.asks} == {"possible"}
