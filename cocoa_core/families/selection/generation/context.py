"""What the steps share: the domain that is drawn from, what is drawn together, a question without letters."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from attrs import field, frozen

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.composition import ImplicationPair
    from cocoa_core.families.selection.difficulty import DifficultyCell
    from cocoa_core.families.selection.generation.candidates import Pool
    from cocoa_core.families.selection.generation.elimination import DistractorConstraints
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement
    from cocoa_core.families.selection.generation.groups import Groups
    from cocoa_core.families.selection.generation.option_masks import OptionMasks
    from cocoa_core.families.selection.generation.rejections import Rejections
    from cocoa_core.families.selection.generation.revising import Revised, Reviser, RevisionPlan
    from cocoa_core.families.selection.generation.structure import Conditions, RequirementSpec
    from cocoa_core.families.selection.generation.wording import Wording
    from cocoa_core.families.selection.record import Certificate
    from cocoa_core.families.selection.settings import Settings
    from cocoa_core.language import Request
    from cocoa_core.proof import Clashes

__all__ = [
    "Answer",
    "Drawer",
    "DrawnQuestion",
    "GenerationContext",
    "QuestionSetSpec",
    "QuestionSource",
    "Sets",
]


@frozen(eq=False)
class QuestionSource:
    """What questions are drawn from, and said with."""

    groups: Groups
    wording: Wording

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


class Drawer(Protocol):
    """The part of an ask that generation calls: how its questions are drawn, and what their key is."""

    @property
    def name(self) -> str: ...

    def draw(
        self,
        source: QuestionSource,
        plan: QuestionSetSpec,
        rng: random.Random,
        rejections: Sequence[Rejections],
        failed: Counter[str],
    ) -> Sets | None:
        """See `Ask.draw`."""

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> Answer:
        """See `Ask.answer`."""


@frozen(eq=False)
class QuestionSetSpec:
    """What is drawn together: as many questions as `members`, each with its setting.

    turn: from 0 to `Ask.turns` - 1, each as often over consecutive plans: whatever shall be balanced over all
    questions is drawn by it. against: members with a demand against the direction that people want. worst:
    the member whose right option shall be worse than the others on what is asked, if any. meeting: the two
    implications that each member shall have; None for tables that are drawn. revisions: by member how its
    requirement is to come about over turns, where that is asked for.
    """

    ask: Drawer
    members: tuple[DifficultyCell, ...]
    settings: Settings
    turn: int = 0
    against: frozenset[int] = frozenset()
    worst: int | None = None
    meeting: ImplicationPair | None = None
    revisions: tuple[RevisionPlan, ...] = ()


@frozen(eq=False, kw_only=True)
class DrawnQuestion:
    """A question that has no letters yet.

    pool:    of the group that its rows are of
    draft:   the requirement; None for an ask whose conditions stand in `asked`
    rows:    places in the group of the options, in any order; none where no options are shown
    placed:  the place in `rows` of the option that gets the letter whose turn it is; the others are shuffled.
             None: all are shuffled
    hidden:  by place in `rows`, names of slots whose values are shown as "to be confirmed"
    asked:   what the ask adds, as `Ask.answer` needs it
    differs: in what it differs from the others of its group, as in `Question`
    certificate: in place of the one that says what every option meets and breaks
    revised: how the requirement came about over turns, where that is asked for
    """

    pool: Pool
    request: Request
    draft: GroundedRequirement | None = None
    rows: tuple[int, ...] = ()
    placed: int | None = None
    hidden: Mapping[int, frozenset[str]] = field(factory=dict)
    asked: Mapping[str, Any] = field(factory=dict)
    differs: Mapping[str, Any] = field(factory=dict)
    certificate: Certificate | None = None
    revised: Revised | None = None


Sets: TypeAlias = Sequence[Sequence[DrawnQuestion]]
"""For each member of a plan its questions: one for each option set, at least one."""


@frozen
class Answer:
    """The end of a question, once its options have letters.

    key: all right answers, as texts. answer: the one letter, where the key is one. asked: as in `Question`.
    """

    key: list[str]
    answer: str | None = None
    asked: Mapping[str, Any] = field(factory=dict)


@frozen(eq=False, kw_only=True)
class GenerationContext:
    """What the search for the requirement of one member works with: all that its steps share."""

    masks: OptionMasks
    """The options, and the candidates of their group as these options see them."""
    usable: Sequence[str]
    """The slots that a requirement may speak of."""
    spec: RequirementSpec
    """What the requirement shall be, whatever its options."""
    constraints: DistractorConstraints
    """What the options owe the requirement."""
    rng: random.Random
    rejections: Rejections
    """Counts what is refused on the way."""
    acceptance_draw: float = 0.0
    """From 0 to 1, drawn once a requirement. One by which the right option can be guessed is kept where this
    is below the share that shall be kept of those like it."""
    member: int = 0
    """Which member of the plan it is for."""
    conditions: Conditions | None = None
    """Which conditions read well, where others will be refused."""
    accepts: Callable[[GroundedRequirement], bool] | None = None
    """Whether a draft is kept, before it is proved: where the ask wants some more often than they come."""

    @property
    def domain(self) -> Domain:
        """The domain of the options."""
        return self.masks.pool.domain

    @property
    def options(self) -> int:
        """The mask of all options."""
        return self.masks.everything
