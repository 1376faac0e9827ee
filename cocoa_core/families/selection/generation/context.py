"""Defines what the steps of generation share: the source, the plan of a set, and a question before it gets
letters.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from attrs import field, frozen

from cocoa_core.families.selection.generation.rejections import Rejection, Rejections

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.composition import ImplicationPair
    from cocoa_core.families.selection.difficulty import DifficultyCell
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.elimination import DistractorConstraints
    from cocoa_core.families.selection.generation.feasible_slots import FeasibleSlots
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement
    from cocoa_core.families.selection.generation.groups import Groups
    from cocoa_core.families.selection.generation.option_masks import OptionMasks
    from cocoa_core.families.selection.generation.revising import Revised, Reviser
    from cocoa_core.families.selection.generation.revision_plans import RevisionPlan
    from cocoa_core.families.selection.generation.structure import Conditions, RequirementSpec, UsableSlots
    from cocoa_core.families.selection.generation.wording import RequestWording
    from cocoa_core.families.selection.record import Certificate
    from cocoa_core.families.selection.settings import Settings
    from cocoa_core.language import Request
    from cocoa_core.proof import Clashes


@frozen(eq=False)
class QuestionSource:
    """The catalogue that questions are drawn from, and the words for them."""

    groups: Groups
    wording: RequestWording
    specs: dict[tuple[Hashable, ...], RequirementSpec] = field(factory=dict, init=False)
    """A cache of `requirement_search.requirement_spec`: equal specifications are then the same object."""

    @cached_property
    def conditions(self) -> Conditions:
        """Finds which conditions read well, and keeps what it found."""
        from cocoa_core.families.selection.generation.structure import Conditions

        return Conditions(partial(self.wording.may_read_well, self.groups))

    @cached_property
    def clashes(self) -> Clashes:
        """Finds what can never be together, and keeps what it found."""
        from cocoa_core.proof import Clashes

        return Clashes(self.groups.domain.schema)

    @cached_property
    def reviser(self) -> Reviser:
        """Draws how requirements came about over turns."""
        from cocoa_core.families.selection.generation.revising import Reviser

        return Reviser(self.wording)


_USUAL: Final = 0.6
"""The assumed probability of finding a member before any was found. With 0.5, searches were ended at their
first member although it exists: for `best` over hotels with six slots and six minterms a member takes 2,900
rejected draws.
"""


_CHARGED: Final = 4
"""The charge of structures that counts as one rejected draw. A second of CPU then has 15,000 (hotels, twelve
slots and eight minterms) to 100,000 of them (flights, eight slots and three minterms). Of rejected draws
alone it has 700 to 38,000: a structure of many literals takes 3 to 60 ms, whatever rejects it.
"""
_HISTORY: Final = 10
"""The work of a requirement without a history, for each revision. With twelve revisions it takes 50 ms."""


_ATTEMPTS: Final = 3
"""The attempts over one group, before another is drawn. To make the candidates of a group takes 2.6 ms of
CPU, a failed attempt at a set of flights 3 ms.
"""


class Drawer(Protocol):
    """The part of an ask that generation calls: how its questions are drawn, and what their key is."""

    @property
    def name(self) -> str: ...

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """See `Ask.draw`."""

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        """See `Ask.answer`."""


@frozen(eq=False)
class QuestionSetSpec:
    """What is drawn together: as many questions as `members`, each with its difficulty cell."""

    ask: Drawer
    members: tuple[DifficultyCell, ...]
    settings: Settings
    balance_level: int = 0
    """From 0 to `Ask.balance_levels` - 1, each equally often over consecutive sets. Whatever is to be
    balanced over all questions is drawn by it.
    """
    against: frozenset[int] = frozenset()
    """The members with a demand against the direction that people want."""
    worst: int | None = None
    """The member whose right option has to be worse than the others on what is asked; None for none."""
    implications: ImplicationPair | None = None
    """The two implications that each member has to have; None for tables that are drawn."""
    revisions: tuple[RevisionPlan, ...] = ()
    """For each member how its requirement comes about over turns, where that is asked for."""


@frozen(eq=False)
class QuestionSetSearch:
    """The search for the questions of a plan: what its attempts and the steps of each of them share."""

    source: QuestionSource
    plan: QuestionSetSpec
    rng: random.Random
    rejections: tuple[Rejections, ...]
    """Counts the rejected draws of each member, by reason."""
    failed: Counter[str] = field(factory=Counter)
    """Counts the reasons why attempts failed."""
    reached: Counter[int] = field(factory=Counter)
    """Counts the attempts in which so many members were found, by that number; all of them for 0."""
    groups_ahead: list[int] = field(factory=list)
    """The groups of the attempts to come, by number; empty: a group is drawn for the next ones."""

    @property
    def work(self) -> int:
        """The number of rejected draws so far, with structures and histories by their size; see `_CHARGED`
        and `_HISTORY`.
        """
        history = _HISTORY * (self.plan.settings.revisions or 0)
        return sum(
            [
                sum(rejections.reasons.values())
                + rejections.charged // _CHARGED
                + rejections.reasons.get(Rejection.NO_HISTORY, 0) * history
                for rejections in self.rejections
            ]
        )

    @property
    def groundings(self) -> int:
        """The number of groundings of all members; see `Rejections`."""
        return sum([rejections.groundings for rejections in self.rejections])

    def expected(self) -> float:
        """Returns the expected work until a set is found.

        The estimate rests on how often the failed attempts got from one member to the next, or found all
        members and failed with the texts. For a member that hardly any attempt reached, the rate of all
        members together is assumed, and at least `_USUAL`, since the first member may be the hardest.
        """
        drawn = sum([rejections.fitting for rejections in self.rejections])
        usual = max((drawn + 1) / (drawn + self.reached[0] + 1), _USUAL)
        members = len(self.plan.members)
        chance = 2 / (self.reached[members] + 2)
        for number in range(members):
            chance *= (self.reached[number + 1] + 2 * usual) / (self.reached[number] + 2)
        return self.work / max(self.reached[0], 1) / chance

    def draw_pool(self) -> CandidatePool:
        """Returns the candidates of a group, which is kept for `_ATTEMPTS` where it has enough."""
        groups, ahead = self.source.groups, self.groups_ahead
        if not ahead:
            ahead += [self.rng.choice(groups.eligible)] * _ATTEMPTS
        return groups.pool(ahead.pop())


@frozen(eq=False, kw_only=True)
class DrawnQuestion:
    """A question that has no letters yet."""

    pool: CandidatePool
    """The pool of the group that its rows are in."""
    request: Request
    draft: GroundedRequirement | None = None
    """The requirement; None for an ask whose conditions are in `asked`."""
    rows: tuple[int, ...] = ()
    """The rows of the options, as indices in the group, in any order; empty where no options are shown."""
    placed: int | None = None
    """The index in `rows` of the option that gets the letter whose turn it is; the others are shuffled. None:
    all are shuffled.
    """
    hidden: Mapping[int, frozenset[str]] = field(factory=dict)
    """For indices in `rows` the names of slots whose values are shown as "to be confirmed"."""
    asked: Mapping[str, Any] = field(factory=dict)
    """What the ask adds, as `Ask.answer` needs it."""
    differs: Mapping[str, Any] = field(factory=dict)
    """In what it differs from the others of its group, as in `Question`."""
    certificate: Certificate | None = None
    """Replaces the certificate that says what every option meets and breaks."""
    revised: Revised | None = None
    """How the requirement came about over turns, where that is asked for."""


Sets: TypeAlias = Sequence[Sequence[DrawnQuestion]]
"""For each member of a plan its questions: one for each option set, at least one."""


@frozen
class LabelledAnswer:
    """A question's key, and what the ask records, once its options have letters."""

    key: list[str]
    """All right answers, as texts."""
    answer: str | None = None
    """The only letter, where the key is one letter."""
    asked: Mapping[str, Any] = field(factory=dict)
    """As in `Question`."""


@frozen(eq=False, kw_only=True)
class GenerationContext:
    """What all steps of the search for one member's requirement share."""

    masks: OptionMasks
    """The options, and the candidates of their group as masks over these options."""
    usable: Sequence[str]
    """The slots that a requirement may speak of."""
    spec: RequirementSpec
    """What the requirement has to be, whatever its options."""
    constraints: DistractorConstraints
    """What must hold for the wrong options."""
    rng: random.Random
    rejections: Rejections
    """Counts what is rejected on the way."""
    acceptance_draw: float = 0.0
    """A random number from 0 to 1, drawn once for each requirement. A requirement whose right option can be
    guessed is accepted if this number is below its acceptance probability.
    """
    member: int = 0
    """The number of the member in the set."""
    conditions: Conditions | None = None
    """The conditions that read well, where others will be rejected."""
    accepts: Callable[[GroundedRequirement], bool] | None = None
    """Whether a draft is accepted unproved, where the ask wants some more often than they come."""
    slots: dict[tuple[int, bool], tuple[UsableSlots, FeasibleSlots | None]] = field(factory=dict, init=False)
    """A cache of `requirement_search.slots_for`."""
    feasible: dict[tuple[Hashable, ...], FeasibleSlots] = field(factory=dict)
    """A cache of `feasible_slots`, which all members over the same options can share."""

    @property
    def domain(self) -> Domain:
        """The domain of the options."""
        return self.masks.pool.domain

    @property
    def options(self) -> int:
        """The mask of all options."""
        return self.masks.everything
