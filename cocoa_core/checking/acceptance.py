"""Measures how many draws become questions, for each setting, by a bounded number of draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.checking.survey import Survey
from cocoa_core.errors import Finding, SettingsError
from cocoa_core.families.selection import (
    ASKS,
    OPTIONS,
    PRESETS,
    BudgetExhaustedError,
    DifficultyCell,
    Groups,
    QuestionSetSearch,
    QuestionSetSpec,
    QuestionSource,
    Rejection,
    Rejections,
    RequestWording,
    Settings,
)
from cocoa_core.loading import RULES
from cocoa_core.seeds import stream

SETTINGS: Final = tuple(DifficultyCell(slots, minterms) for slots in range(2, 7) for minterms in (2, 3))
"""The settings that are measured."""
RARE: Final = 0.1
"""A setting that works for a smaller share of the option sets is rare."""
_SETS: Final = 10
"""Option sets tried for one setting. As long as none has worked, up to `_MOST_SETS` are tried."""
_MOST_SETS: Final = 60
_ANYWHERE: Final = frozenset((Rejection.UNUSED_SLOT, Rejection.PLAIN, Rejection.GIVEN_UP))
"""Reasons that have nothing to do with the domain."""


@frozen
class Acceptance:
    """The outcome of the draws for one setting."""

    setting: DifficultyCell
    knowledge: bool
    """Whether every requirement had to speak of a derived slot."""
    tried: int
    """Sets of five options that were tried."""
    worked: int
    """Sets of five options for which five requirements were found."""
    draws: int
    """Requirements drawn for these sets, of which 5 * worked were accepted."""
    reasons: Mapping[str, int]
    """How often each reason kept a requirement from being accepted."""

    @property
    def share(self) -> float | None:
        """The share of draws that were accepted, as `cocoa stats` counts them; None without draws."""
        return OPTIONS * self.worked / self.draws if self.draws else None

    @property
    def main_reason(self) -> str:
        """The most frequent reason that has to do with the domain; empty where there is none."""
        own_reasons = {
            reason: count for reason, count in self.reasons.items() if reason not in _ANYWHERE and count
        }
        return max(own_reasons, key=lambda reason: (own_reasons[reason], reason)) if own_reasons else ""

    def to_json(self) -> dict[str, Any]:
        """Returns the outcome as plain data."""
        return {
            "slots": self.setting.slots,
            "minterms": self.setting.minterms,
            "knowledge": self.knowledge,
            "option_sets_tried": self.tried,
            "option_sets_worked": self.worked,
            "draws": self.draws,
            "acceptance": None if self.share is None else round(self.share, 4),
            "main_reason": self.main_reason,
            "reasons": {reason: count for reason, count in self.reasons.items() if count},
        }


def acceptances_of(
    groups: Groups,
    wording: RequestWording,
    widest: int,
    seed: int,
    progress: Callable[[], None],
    knowledge: bool = False,
) -> Iterator[Acceptance]:
    """Yields the acceptance of each setting in turn. A setting with more than `widest` slots has no draws.

    Args:
        groups: those of a domain without rules of derived slots, or with them where `knowledge` is asked for.
        widest: the most slots that a setting may have.
        seed: decides what is drawn.
        progress: called once for each setting that is done.
        knowledge: whether every requirement has to speak of a derived slot.
    """
    ask, source, digest = ASKS["choose"], QuestionSource(groups, wording), groups.domain.digest
    for setting in SETTINGS:
        rng = stream("acceptance", digest, seed, setting.slots, setting.minterms, int(knowledge))
        settings = Settings.of(slots=setting.slots, minterms=setting.minterms, knowledge=knowledge)
        plan = QuestionSetSpec(ask, (setting,) * OPTIONS, settings)
        rejections = tuple(Rejections() for _ in plan.members)
        tried = worked = 0
        while setting.slots <= widest and (tried < _SETS or (not worked and tried < _MOST_SETS)):
            tried += 1
            try:
                balanced_set = ask.draw(QuestionSetSearch(source, plan, rng, rejections))
            except BudgetExhaustedError:
                balanced_set = None
            worked += balanced_set is not None
            if balanced_set is None:
                for member_rejections in rejections:
                    member_rejections.count(Rejection.GIVEN_UP)
        reasons: Counter[str] = Counter()
        for member_rejections in rejections:
            reasons.update(member_rejections.to_json())
        draws = OPTIONS * worked + reasons.total()
        yield Acceptance(setting, knowledge, tried, worked, draws, dict(reasons))
        progress()


def acceptance_findings(table: tuple[Acceptance, ...], survey: Survey, places: Places) -> Iterator[Finding]:
    """Finds settings for which questions are rare or impossible, and too few slots for the usual settings."""
    usual = max(setting.all_slots for setting, _ in PRESETS["standard"])
    if survey.widest < usual:
        yield finding_of(
            "too-few-slots",
            places.file(RULES),
            f"no group is split by more than {survey.widest} slots",
            expected=f"{usual}: so many the preset `standard` has; what needs more is left out of it where "
            "no difficulty is named",
            fix="write rules for more slots",
        )
    for row in table:
        described = f"{row.setting.slots} slots, {row.setting.minterms} minterms"
        described += " with knowledge" * row.knowledge
        if row.tried and row.worked < RARE * row.tried:
            reason = f"mostly: {row.main_reason}" if row.main_reason else "no reason of the domain's own"
            yield finding_of(
                "setting-rare" if row.worked else "setting-unmet",
                places.file(RULES),
                f"few sets of five options have questions of {described}"
                if row.worked
                else f"no question of {described} was found",
                got=f"{row.worked} of {row.tried} sets of five options; {reason}",
                fix="give the rules more values to draw, and the groups more varied rows",
            )


def no_setting_finding(error: SettingsError, places: Places) -> Finding:
    """Returns the finding that no question was found, whatever the setting."""
    error_parts = {name: getattr(error, name) or "" for name in ("got", "expected", "fix")}
    return finding_of("no-setting-fits", places.file(RULES), error.problem, **error_parts)
