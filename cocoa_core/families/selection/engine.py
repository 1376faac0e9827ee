"""Makes the questions of a run by index.

Each is a function of seed, domain, settings, index, option set and attempt.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from attrs import evolve

from cocoa_core.domain import Domain
from cocoa_core.errors import ExhaustedError, SettingsError
from cocoa_core.families.selection.ask_names import DEFAULT_ASK
from cocoa_core.families.selection.composition import ImplicationPair, implication_pairs_of
from cocoa_core.families.selection.difficulty import ODD, PAIRS, RING, DifficultyCell
from cocoa_core.families.selection.fitting import search_limits
from cocoa_core.families.selection.generation.assembly import LabelledOptions, assemble
from cocoa_core.families.selection.generation.context import QuestionSetSpec, QuestionSource
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.revision_plans import RevisionPlan, plans_of_set
from cocoa_core.families.selection.generation.set_search import (
    DrawnSets,
    Limits,
    NothingFoundError,
    draw_together,
)
from cocoa_core.families.selection.generation.structure import reachable
from cocoa_core.families.selection.generation.wording import RequestWording
from cocoa_core.families.selection.nearest_settings import (
    nearest_fix,
    refuse_plain_tables,
    refuse_too_few_slots,
)
from cocoa_core.families.selection.record import Question, QuestionProvenance, labels_of
from cocoa_core.families.selection.schedule import RINGS, AskSchedule, Schedule, SchedulePosition
from cocoa_core.families.selection.settings import Settings
from cocoa_core.seeds import digest_of, stream
from cocoa_core.suggestions import listed
from cocoa_core.version import __version__

_RINGS_CACHED: Final = RINGS
_WORST: Final = 0.7
"""The share of balanced sets in which the right option of one member has to be the worst."""
_WORST_SHARE_EITHER_WAY: Final = 0.65
"""The same where tests are drawn in either direction. With 0.4 the worst option was right in 14 to 17 % of
1,000 questions a domain with the preset `paper`, with 0.65 in 17 to 21 %.
"""

_MOST_PLANS: Final = 5
_SHARE_OF_ONE_PLAN: Final = 0.1
"""How many revision plans a set of conversations is searched by, and the share of the limit for each but the
last. By the first plans alone one set of 50 was given up after 79 s (diamonds, six revisions, all asks).
"""


class Engine:
    """Makes any question of one run.

    Apart from caches it has no state: calls in any order give the same questions.
    """

    def __init__(self, domain: Domain, settings: Settings, seed: int = 0) -> None:
        _refuse_without_knowledge(domain, settings)
        full_domain = domain
        if not settings.knowledge:
            domain = domain.without_derived_rules()
        self.domain, self.settings, self.seed = domain, settings, seed
        self.schedule = Schedule(seed, domain.digest, settings)
        for ask_schedule in self.schedule.by_ask.values():
            ask_schedule.ask.refuse(settings)
            ask_schedule.ask.refuse_domain(domain)
        _refuse_unreachable_structure(settings)
        self._wording = RequestWording(domain, full_domain)
        most_options = max(
            ask_schedule.ask.options(settings) for ask_schedule in self.schedule.by_ask.values()
        )
        groups = Groups(domain, self._wording.realizer.wordings, max(most_options, 2))
        self._source = QuestionSource(groups, self._wording)
        refuse_too_few_slots(self._source, settings)
        refuse_plain_tables(self._source, settings)
        self._directed = any(rule.wanted for rule in domain.rules)
        if settings.grouping.kind == ODD and not self._directed:
            raise SettingsError(
                f"no rule of {domain.schema.name} says what people want, so no demand is odd",
                expected="at least one rule with `wanted:` in rules.yaml",
                fix="leave out --groups odd",
            )
        self._key = (seed, domain.digest, settings.text)
        self._settings_json: dict[str, Any] = settings.to_json()
        self._rings: OrderedDict[tuple[str, int, int], DrawnSets] = OrderedDict()
        self._begun: set[str] = set()
        """The asks of which the first set was found, by which every process judges named settings."""

    def items(self, index: int, attempt: int = 0) -> tuple[Question, ...]:
        """Returns the questions of one requirement: one for each of its option sets, at least one."""
        position = self.schedule.position(index)
        if self.settings.revisions is not None:
            # every process draws the same sets first, so either all of them refuse the settings or none
            for ask_schedule in self.schedule.by_ask.values():
                self._begin(ask_schedule)
        ask_schedule = self.schedule.by_ask[position.ask]
        drawn_sets = self._drawn_sets(ask_schedule, position.ring, attempt)
        return tuple(
            self._question(position, ask_schedule, drawn_sets, number, attempt)
            for number in range(len(drawn_sets.sets[position.member]))
        )

    def _question(
        self,
        position: SchedulePosition,
        ask_schedule: AskSchedule,
        drawn_sets: DrawnSets,
        number: int,
        attempt: int,
    ) -> Question:
        drawn = drawn_sets.sets[position.member][number]
        kind = self.settings.grouping.kind
        letter_shift = 0 if kind in PAIRS else number  # one literal is all that changes
        letters = labels_of(max(len(drawn.rows), 1))
        label = letters[(letters.index(position.label) + letter_shift) % len(letters)]
        name, order = (
            digest_of("question", *self._key, position.index, variant, attempt).hex()[:16]
            for variant in (number, letter_shift)
        )
        provenance = QuestionProvenance(
            seed=self.seed,
            index=position.index,
            option_set=number,
            attempt=attempt,
            setting=position.cell.numbers,
            settings=self._settings_json,
            side=position.side,
            primitives=self.settings.primitives,
            minimality=drawn.draft.structure.minimality if drawn.draft else "none",
            rejections=drawn_sets.rejections[position.member].to_json(),
            version=__version__,
        )
        groups = {RING: digest_of("ring", *ask_schedule.key, position.ring, attempt).hex()[:16]}
        if kind != RING:
            groups[kind] = digest_of("group", *self._key, position.index, attempt).hex()[:16]
        options = LabelledOptions.of(self._source.groups, drawn, label, order)
        return assemble(ask_schedule.ask, options, name, groups, provenance)

    def _drawn_sets(self, ask_schedule: AskSchedule, ring: int, attempt: int) -> DrawnSets:
        drawn_sets = self._rings.get((ask_schedule.ask.name, ring, attempt))
        if drawn_sets is None:
            members = ask_schedule.cells_of(ring)
            implications = self._implication_pair(ask_schedule, ring, members[0])
            members_against = self._against(ask_schedule, ring) if implications is None else frozenset[int]()
            worst = self._worst(ask_schedule, ring, members) if implications is None else None
            revised = self.settings.revisions
            plan = QuestionSetSpec(
                ask_schedule.ask,
                members,
                self.settings,
                ask_schedule.balance_level(ring),
                members_against,
                worst,
                implications,
                () if revised is None else self._revision_plans(ask_schedule, ring, attempt),
            )
            begun = ask_schedule.ask.name in self._begun
            judged = (ring, attempt) == (0, 0) and not begun
            limits = search_limits(self.domain, plan, judged=judged)
            try:
                doubt = None if judged or begun or self.settings.usual else lambda: self._begin(ask_schedule)
                rng = stream("ring", *ask_schedule.key, ring, attempt)
                if revised is None or judged or limits is None:
                    drawn_sets = draw_together(self._source, plan, rng, limits, doubt)
                else:
                    drawn_sets = self._drawn_conversations(ask_schedule, ring, attempt, plan, rng, limits)
            except NothingFoundError as error:
                if self.settings.usual and limits is not None and revised is None:
                    # `fitted` has found such questions, so they exist but are rare
                    raise ExhaustedError(error.problem, got=error.got, fix=error.fix) from None
                fix = nearest_fix(self._source, self.settings, max(members))
                raise SettingsError(error.problem, got=error.got, expected=error.expected, fix=fix) from None
            if judged:
                self._begun.add(ask_schedule.ask.name)
            self._rings[ask_schedule.ask.name, ring, attempt] = drawn_sets
            if len(self._rings) > _RINGS_CACHED * len(self.schedule.by_ask):
                self._rings.popitem(last=False)
        return drawn_sets

    def _revision_plans(
        self, ask_schedule: AskSchedule, ring: int, attempt: int, redraw: int = 0
    ) -> tuple[RevisionPlan, ...]:
        revisions = self.settings.revisions
        assert revisions is not None
        several = ask_schedule.ask.name != DEFAULT_ASK
        members = ask_schedule.cells_of(ring)
        return plans_of_set(
            ask_schedule.key, ring, attempt, members, revisions, several=several, redraw=redraw
        )

    def _drawn_conversations(
        self,
        ask_schedule: AskSchedule,
        ring: int,
        attempt: int,
        plan: QuestionSetSpec,
        rng: random.Random,
        limits: Limits,
    ) -> DrawnSets:
        """Draws a set of conversations, by other revision plans where those that were drawn hardly fit.

        Raises:
            NothingFoundError: there are none within the limits, by the last plans either.
        """
        soon = evolve(limits, expected=limits.expected * _SHARE_OF_ONE_PLAN)
        for redraw in range(1, _MOST_PLANS):
            with suppress(NothingFoundError):
                return draw_together(self._source, plan, rng, soon)
            rng = stream("ring", *ask_schedule.key, ring, attempt, redraw)
            plan = evolve(plan, revisions=self._revision_plans(ask_schedule, ring, attempt, redraw))
        return draw_together(self._source, plan, rng, limits)

    def _begin(self, ask_schedule: AskSchedule) -> None:
        """Draws the first set of an ask, once. Raises SettingsError if such sets are too rare."""
        if ask_schedule.ask.name not in self._begun:
            self._drawn_sets(ask_schedule, 0, 0)

    def _implication_pair(
        self, ask_schedule: AskSchedule, ring: int, cell: DifficultyCell
    ) -> ImplicationPair | None:
        """Returns the two implications of all members of a set; None where no structure is asked for."""
        settings = self.settings
        if not settings.structure:
            return None
        possible = implication_pairs_of(settings.structure, settings.relations)
        return stream("meeting", *ask_schedule.key, ring).choice(
            [pair for pair in possible if pair.minterms == cell.minterms]
        )

    def _against(self, ask_schedule: AskSchedule, ring: int) -> frozenset[int]:
        """Returns the members of a balanced set that have a demand against the direction that people want."""
        rng = stream("atypical", *ask_schedule.key, ring)
        share = (self.settings.atypical or 0.0) if self._directed else 0.0
        return frozenset(member for member in range(ask_schedule.size) if rng.random() < share)

    def _worst(self, ask_schedule: AskSchedule, ring: int, members: Sequence[DifficultyCell]) -> int | None:
        """Returns the member of a balanced set whose right option must be the worst option, or None.

        A share of the sets has such a member. Without it the right option of a requirement with wishes would
        hardly ever be the worst, since wishes ask for what people want.
        """
        rng = stream("worst", *ask_schedule.key, ring)
        member = rng.randrange(ask_schedule.size)
        if not self._directed:
            return None
        if self.settings.atypical is None:
            share = _WORST_SHARE_EITHER_WAY
        else:
            share = _WORST if members[member].wishes else 0.0
        return member if rng.random() < share else None


def _refuse_without_knowledge(domain: Domain, settings: Settings) -> None:
    derived = [slot.name for slot in domain.schema.derived]
    if settings.knowledge and not any(domain.rules_of(name) for name in derived):
        raise SettingsError(
            f"{domain.schema.name} has no derived slots with rules: no question of it can ask for knowledge",
            got=f"the derived slots {listed(derived)}, without rules" if derived else "no derived slots",
            expected="at least one slot with `derived:` in schema.yaml, and rules for it in rules.yaml",
            fix="leave out --knowledge, or derive a slot by a table (docs/domain-format.md)",
        )


def _refuse_unreachable_structure(settings: Settings) -> None:
    """Refuses `terms`, `component` and `degree` if for some cell of the mix no such table was found."""
    dials = settings.dials
    if (dials.terms, dials.component, dials.degree) == (None, None, None):
        return
    for setting, _ in settings.mix:
        rng = stream("dials", setting.slots, setting.minterms, setting.wishes)
        reached = reachable(setting, settings.plain, rng)
        nearest = min(reached, key=lambda cell: (dials.distance(*cell), cell), default=None)
        if nearest is None or dials.distance(*nearest):
            names = {"terms": dials.terms, "component": dials.component, "degree": dials.degree}
            constrained = {name: number for name, number in names.items() if number is not None}
            near = dict(zip(names, nearest or (), strict=bool(nearest)))
            raise SettingsError(
                f"no requirement of {setting} has this structure",
                got=", ".join(f"{name} {number}" for name, number in constrained.items()),
                expected="the nearest that there is: "
                + (", ".join(f"{name} {near[name]}" for name in constrained) if near else "none"),
                fix=" ".join(["pass", *(f"--{name} {near[name]}" for name in constrained if near)])
                if near
                else "ask for other slots and minterms",
            )
