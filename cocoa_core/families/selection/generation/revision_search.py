"""Searches for the turns of a conversation that lead to a requirement, drawn backwards from its end.

A conversation is made in three steps: `revision_plans` plans what fits after each turn; this module finds
terms that do so; `revising` puts the turns into words and reads them again. `conversation_terms` has what
they share.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import islice
from typing import Final

from attrs import field, frozen

from cocoa_core.domain import GroundedLiteral, Scalar, Schema
from cocoa_core.families.selection.generation.conversation_terms import (
    ConversationTerm,
    DrawnStep,
    SlotNouns,
    State,
    Step,
    WishClass,
    draw_by_slot,
    fitting,
    fitting_by,
    masks_of,
    near_misses,
    one_of_each_slot,
    slots_of,
)
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS
from cocoa_core.families.selection.generation.requirement_search import unproved_reason
from cocoa_core.families.selection.generation.revision_plans import NumberedOptions, RevisionPlan
from cocoa_core.language import Realizer, bounded_phrases, can_shift
from cocoa_core.lexicon import BOUNDS

_OPS: Final = ("add", "drop", "drop both", "value", "bound", "shift", "unless", "only if")
"""Operations of a turn that revises something, except swaps and what goes back to an earlier state."""
_CHANGE_WEIGHTS: Final = {"unless": 3.0, "only if": 3.0, "drop both": 1.3, "value": 0.7}
"""The weight of an operation in the random order in which operations are tried for a turn that has to change
what fits; for a turn that need not, its weight is the inverse. Other operations weigh 1. Without these
weights 25 % of "only if" and 70 % of "value" changed what fits, and 50 % of others (hotels and diamonds, six
revisions).
"""
_REVERSED: Final = {"add": "drop", "drop": "add", "value": "value", "bound": "bound", "shift": "shift"}
"""The operations that may be taken back by the next turn, each by the operation that leads the other way."""
_SEARCHES: Final = 4
"""The searches for the history of one requirement."""
_TURNS_PER_SEARCH: Final = 60
"""The turns drawn in each search."""
_ALTERNATIVES: Final = 8
"""The alternatives tried for one turn. Another requirement of the same balanced set costs as much as some
hundreds of turns: with 3 alternatives, 200 conversations of diamonds took 1,808 requirements; with 8 they
take 1,480.
"""

_PossibleFits = Sequence[tuple[int, NumberedOptions]]
"""The masks of what may fit before a turn, each with the numbers of the plan that it settles."""
_PAIRS: Final = 8
"""The pairs of wishes tried for a term over two slots."""


@frozen
class _Wishes:
    """What the steps of one history are drawn from."""

    classes: Sequence[WishClass]
    """Every wish."""
    used: frozenset[str]
    """The slots that the conversation has used so far. They get no second wish."""
    rng: random.Random

    def of_slots(self, slots: Set[str], fit: int) -> list[WishClass]:
        """Returns the wishes of unused ones of the slots that each option of the mask meets."""
        unused = slots - self.used
        return [wish for wish in self.classes if wish.holds & fit == fit and wish.slot in unused]


@frozen
class _Ending:
    """The last turns of a conversation that is drawn backwards."""

    state: State
    """The terms in force before them."""
    options: NumberedOptions
    """What the plan's numbers stand for so far."""
    wishes: _Wishes
    steps: tuple[Step, ...] = ()

    @cached_property
    def compared(self) -> Set[tuple[str, Scalar]]:
        """The comparisons of all literals that are in force before the last turns or after one of them."""
        states = (self.state, *(step.state for step in self.steps))
        return {
            comparison
            for state in states
            for term in state
            for literal in term.literals
            for comparison in _comparisons(literal)
        }

    def preceded_by(self, state: State, *steps: Step, options: NumberedOptions | None = None) -> _Ending:
        """Returns the ending made longer at its front: these steps, then the steps that it has.

        Args:
            state: the terms in force before the new steps.
            options: what the numbers stand for then; None for the same as before.
        """
        slots = {slot for step in steps for slot in slots_of(step.drops)}
        wishes = _Wishes(self.wishes.classes, self.wishes.used | slots, self.wishes.rng)
        return _Ending(state, options or self.options, wishes, (*steps, *self.steps))


@frozen(eq=False)
class LastSwaps:
    """The last swaps that a conversation may have, as far as masks show whether a requirement allows any.

    Of requirements of diamonds with three revisions that had no history, nine of ten had no last swap. It is
    seen here from the slots of a structure, or from its primitives, before anything is proved.
    """

    plan: RevisionPlan
    _nouns: SlotNouns
    _wish_classes: Callable[[], Sequence[WishClass]]
    """Returns the wishes to draw from."""
    _failing: dict[int, Mapping[str, Set[int]]] = field(factory=dict, init=False)
    """By the mask of what fits at the end: for each slot, the masks that a wish of it contributes to `of`."""

    def of(self, slots: Sequence[str], fit_at_end: int) -> list[int]:
        """Returns for each wish that a last swap may drop the mask of the options on which it fails. All that
        fit at the end but not before the swap are among them.

        Args:
            slots: those of the requirement. The wishes are about others.
            fit_at_end: the mask of the options that fit at the end.
        """
        failing = self._failing.get(fit_at_end)
        if failing is None:
            stale, by_slot = self.plan.fitting_before_last(fit_at_end), dict[str, set[int]]()
            able = [wish for wish in self._wish_classes() if wish.holds & stale]
            single = {wish.slot for wish in able if (wish.holds, wish.fails) == (stale, ALL_OPTIONS & ~stale)}
            for wish in able:
                if not fit_at_end & ~stale & ~wish.fails and (not self.plan.several or wish.slot in single):
                    by_slot.setdefault(wish.slot, set()).add(wish.fails)
            failing = self._failing[fit_at_end] = by_slot
        return [mask for slot in self._nouns.clear(slots) & failing.keys() for mask in failing[slot]]

    def are_possible(self, failing: Sequence[int], terms: Sequence[tuple[int, int]], fit_at_end: int) -> bool:
        """Returns whether one of the wishes can take the place of a term, so that the option that has to fit
        before the last swap alone does.

        Args:
            failing: for each wish the options on which it fails.
            terms: for each sum term the options on which it holds, and on which it fails.
            fit_at_end: the mask of the options that fit at the end.
        """
        stale = self.plan.fitting_before_last(fit_at_end)
        for left_out in range(len(terms)):
            holding, broken = ALL_OPTIONS, stale
            for number, (holds, fails) in enumerate(terms):
                if number != left_out:
                    holding &= holds
                    broken |= fails
            to_break = ALL_OPTIONS & ~broken
            if holding & stale and any(not to_break & ~mask for mask in failing):
                return True
        return False


class HistorySearch:
    """Searches for histories over one domain."""

    def __init__(self, nouns: SlotNouns, realizer: Realizer, schema: Schema) -> None:
        self._nouns, self._realizer, self._schema = nouns, realizer, schema

    def history(
        self,
        end: State,
        fit_at_end: int,
        plan: RevisionPlan,
        wish_classes: Sequence[WishClass],
        rng: random.Random,
    ) -> list[Step] | None:
        """Draws proved steps that lead to a state; the first step revises nothing. Returns None if none are
        found.

        Args:
            fit_at_end: the mask of the options that fit at the end.
            plan: what fits after each turn.
            wish_classes: the wishes to draw from.
        """
        used = frozenset(literal.primitive.slot for term in end for literal in term.literals)
        ending = _Ending(end, plan.numbered(fit_at_end), _Wishes(wish_classes, used, rng))
        for _ in range(_SEARCHES):
            budget = iter(range(_TURNS_PER_SEARCH))
            for steps in self._histories(ending, plan, budget):
                if self._proved(steps):
                    return steps
            if next(budget, None) is not None:  # all of them were looked at
                break
        return None

    def _histories(self, ending: _Ending, plan: RevisionPlan, budget: Iterator[int]) -> Iterator[list[Step]]:
        """Yields the steps that lead to an ending as planned, unproved, while there is a budget."""
        index = len(plan.turns) - 1 - len(ending.steps)
        if index < 0:
            yield [Step("", (), (), ending.state), *ending.steps]
            return
        for longer in islice(self._longer(ending, plan, index), _ALTERNATIVES):
            if next(budget, None) is None:
                return
            yield from self._histories(longer, plan, budget)

    def _longer(self, ending: _Ending, plan: RevisionPlan, index: int) -> Iterator[_Ending]:
        """Yields the endings extended by the planned turn of this index, the most promising ones first."""
        state, turn, rng = ending.state, plan.turns[index], ending.wishes.rng
        fits = ending.options.possible_fits(plan.fits[index])
        rng.shuffle(fits)
        if turn == "undo":
            for undone, options in self._reversed(ending, fits, plan.turns[index - 1]):
                undo = Step("undo", undone.drops, undone.adds, state)
                yield ending.preceded_by(state, undone, undo, options=options)
        elif turn == "back":
            for held, options in self._held_after_all(ending, fits):
                without = tuple(term for term in state if term is not held)
                drop, back = Step("drop", (held,), (), without), Step("back", (), (held,), state)
                yield ending.preceded_by((*without, held), drop, back, options=options)
        elif turn == "swap" and plan.several and not ending.steps:
            [(stale, _)] = fits
            last = self._last_swap(state, stale, ending.wishes)
            if last is not None:
                yield ending.preceded_by(last.before, last.leading_to(state))
        else:
            drawn = self._swaps_to(ending, fits) if turn == "swap" else self._revisions(ending, fits, _OPS)
            for step, options in drawn:
                yield ending.preceded_by(step.before, step.leading_to(state), options=options)

    def _last_swap(self, end: State, stale: int, wishes: _Wishes) -> DrawnStep | None:
        """Draws the last swap where any number of options may fit at the end; None where none is possible.

        The swap must not tell how many options fit at the end, so both of its terms are drawn in a way that
        does not depend on that. The wish that it drops is about a slot of which some wish holds on the stale
        option alone. The term that it adds is the only one that the stale option breaks. Where that option
        fits at the end, it breaks none: then each term is weighted by how many rows of the group break it
        alone. Requirements are equally rare, however many options they fit (`asks.every`), and the added
        terms nearly so: 61 to 67 % of the group meet what is added.
        """
        alone = stale, ALL_OPTIONS & ~stale
        slots = {wish.slot for wish in wishes.classes if (wish.holds, wish.fails) == alone}
        ways = [
            (term, able)
            for term, wish_classes in self._replacements(end, stale, wishes)
            if (able := [wish for wish in wish_classes if wish.slot in slots])
        ]
        if not ways:
            return None
        [(term, able)] = wishes.rng.choices(ways, [max(term.breaking, 1) for term, _ in ways])
        remaining = tuple(other for other in end if other is not term)
        new = one_of_each_slot(remaining, able, wishes.rng)[0].term(wishes.rng)
        return DrawnStep("swap", (new,), (term,), (*remaining, new))

    def _swaps_to(
        self, ending: _Ending, fits: _PossibleFits, *, named: bool = False
    ) -> Iterator[tuple[DrawnStep, NumberedOptions]]:
        """Yields swaps before which the options of one of the masks fit, each with the numbers settled.

        The state before such a swap lacks one term, and has one more of a slot that was never named.

        Args:
            ending: what follows.
            fits: the masks of what may fit before the swap.
            named: whether the term has to be one that can be dropped by its noun.
        """
        state, rng = ending.state, ending.wishes.rng
        for fit_before, options in fits:
            ways = self._replacements(state, fit_before, ending.wishes, named=named)
            rng.shuffle(ways)
            swaps: list[tuple[int, State, ConversationTerm, WishClass]] = []
            for term, able in ways:
                remaining = tuple(other for other in state if other is not term)
                chosen = one_of_each_slot(remaining, able, rng)
                swaps += [(near_misses((*remaining, wish)), remaining, term, wish) for wish in chosen]
            swaps.sort(key=lambda swap: -swap[0])
            for _, remaining, term, wish in swaps:
                new = wish.term(rng)
                yield DrawnStep("swap", (new,), (term,), (*remaining, new)), options

    def _replacements(
        self, state: State, target: int, wishes: _Wishes, *, named: bool = False
    ) -> list[tuple[ConversationTerm, list[WishClass]]]:
        """Returns each term that can be removed, with the wishes whose addition makes the options of the
        target the only ones that fit.
        """
        free = wishes.of_slots(self._nouns.clear(slots_of(state)), target)
        ways = []
        for term in state:
            if named and not self._nouns.can_name(term, state):
                continue
            holding, broken = ALL_OPTIONS, 0
            for other in state:
                if other is not term:
                    holding &= other.holds
                    broken |= other.fails
            if holding & target != target:
                continue
            to_break = ALL_OPTIONS & ~broken & ~target
            able = [wish for wish in free if not to_break & ~wish.fails]
            if able:
                ways.append((term, able))
        return ways

    def _held_after_all(
        self, ending: _Ending, fits: _PossibleFits
    ) -> Iterator[tuple[ConversationTerm, NumberedOptions]]:
        """Yields terms without which the options of one of the masks fit, each with the numbers settled.

        Those that are dropped later come last.
        """
        state, options_of = ending.state, dict(fits)
        dropped = [term for step in ending.steps for term in step.drops]
        for term in sorted(ending.wishes.rng.sample(state, len(state)), key=dropped.__contains__):
            if len(state) > 1 and self._nouns.can_name(term, state):
                fit = fitting(tuple(other for other in state if other is not term))
                if fit in options_of:
                    yield term, options_of[fit]

    def _reversed(
        self, ending: _Ending, fits: _PossibleFits, turn: str
    ) -> Iterator[tuple[Step, NumberedOptions]]:
        """Yields swaps or other revisions that lead from a state to one in which the options of one of the
        masks fit, each with the numbers settled.
        """
        if turn == "swap":
            for step, options in self._swaps_to(ending, fits, named=True):
                yield step.reverse("swap"), options
        else:
            for step, options in self._revisions(ending, fits, _REVERSED):
                if self._is_reversible(step, ending.state):
                    yield step.reverse(_REVERSED[step.op]), options

    def _is_reversible(self, step: DrawnStep, state: State) -> bool:
        """Returns whether the opposite operation can lead from the state after a step to that before it."""
        if step.op == "add":
            return self._nouns.can_name(step.adds[0], state)
        if step.op == "drop":
            return True
        before, after = step.drops[0].literals[0], step.adds[0].literals[0]
        return _may_become(step.op, after, before) and (
            step.op != "bound" or _can_be_rebound(self._schema, before)
        )

    def _revisions(
        self, ending: _Ending, fits: _PossibleFits, ops: Iterable[str]
    ) -> Iterator[tuple[DrawnStep, NumberedOptions]]:
        """Yields revisions by some of the operations, in random order, before which the options of one of the
        masks fit, each with the numbers settled.
        """
        rng, after = ending.wishes.rng, fitting(ending.state)
        kept = after in dict(fits)
        weights = {op: _CHANGE_WEIGHTS.get(op, 1.0) for op in ops}
        ranks = {op: rng.random() ** (weight if kept else 1 / weight) for op, weight in weights.items()}
        for op in sorted(ranks, key=ranks.__getitem__, reverse=True):
            for before, options in fits:
                step = self._revision(op, ending, before)
                if step is not None:
                    yield step, options
                    break

    def _revision(self, op: str, ending: _Ending, before: int) -> DrawnStep | None:
        """Draws a revision by an operation before which the options of a mask fit; None where none is
        possible.

        The conversation is built from its end. So a "drop" puts the term that it drops into the earlier
        state, and an "add" takes the term that it adds out of it.
        """
        state, wishes, rng = ending.state, ending.wishes, ending.wishes.rng
        if op == "drop":
            holds, fails = masks_of(state)
            unused = [
                wish
                for wish in wishes.of_slots(self._nouns.clear(slots_of(state)), before)
                if fitting_by(holds & wish.holds, fails | wish.fails) == before
            ]
            if not unused:
                return None
            new = draw_by_slot(unused, rng).term(rng)
            return DrawnStep(op, (new,), (), (*state, new))
        if op == "add":
            spare = [
                term
                for term in state
                if len(state) > 2 and fitting(tuple(other for other in state if other is not term)) == before
            ]
            if not spare:
                return None
            term = rng.choice(spare)
            return DrawnStep(op, (), (term,), tuple(other for other in state if other is not term))
        if op == "drop both":
            both = self._either(state, before, wishes)
            return None if both is None else DrawnStep(op, (both,), (), (*state, both))
        if op in ("unless", "only if"):
            excepted = self._excepted(state, before)
            changed = rng.choice(excepted) if excepted else None
        else:
            named = self._nouns.named(state)
            changed = _changed(op, named, ending, before, self._schema)
        if changed is None:
            return None
        old, new = changed
        return DrawnStep(op, (old,), (new,), tuple(old if term is new else term for term in state))

    def _either(self, state: State, before: int, wishes: _Wishes) -> ConversationTerm | None:
        """Draws a term over two slots that were never named, with which the options of the mask fit in a
        state; None where none is found.
        """
        rng, by_slot = wishes.rng, dict[str, list[WishClass]]()
        for wish in wishes.of_slots(self._nouns.clear(slots_of(state)), 0):
            by_slot.setdefault(wish.slot, []).append(wish)
        if len(by_slot) < 2:
            return None
        slots, (state_holds, state_fails) = list(by_slot), masks_of(state)
        for _ in range(_PAIRS):
            condition = rng.choice(by_slot[rng.choice(slots)])
            demand = rng.choice(by_slot[rng.choice([slot for slot in slots if slot != condition.slot])])
            holds, fails = condition.holds | demand.holds, condition.fails & demand.fails
            literals = rng.choice(condition.literals), rng.choice(demand.literals)
            if fitting_by(state_holds & holds, state_fails | fails) == before and self._realizer.reads_well(
                (literals,), (1,)
            ):
                return ConversationTerm(literals, holds, fails)
        return None

    def _excepted(self, state: State, before: int) -> list[tuple[ConversationTerm, ConversationTerm]]:
        """Returns the terms of a condition and a demand for which the options of the mask fit without the
        condition, each after its demand alone.
        """
        result = []
        for new in state:
            if len(new.literals) == 2 and new.parts:
                old = ConversationTerm(new.literals[1:], *new.parts[1])
                earlier = tuple(old if term is new else term for term in state)
                named = self._nouns.can_name(old, earlier) and self._nouns.singular(old.slot)
                if named and new.literals[0].primitive.slot != old.slot and fitting(earlier) == before:
                    result.append((old, new))
        return result

    def _proved(self, steps: Sequence[Step]) -> bool:
        """Returns whether each state settles which options fit and, but for the last, is provable."""
        states = [step.state for step in steps[:-1]]
        return all(fitting(state) is not None for state in states) and provable(self._schema, states)


def provable(schema: Schema, states: Iterable[State]) -> bool:
    """Returns whether each state can be satisfied and no part of it is redundant."""
    requirements = [tuple(term.literals for term in state) for state in states]
    distinct = {(len(terms), frozenset(terms)): terms for terms in requirements}  # a repeated term counts
    return all(unproved_reason(schema, terms) is None for terms in distinct.values())


def _changed(
    op: str,
    named: Sequence[ConversationTerm],
    ending: _Ending,
    fit: int,
    schema: Schema,
) -> tuple[ConversationTerm, ConversationTerm] | None:
    """Draws a term that can be named and had another number or name before.

    Returns the term before the change, with which the options of the mask fit, and the one after it; None if
    there is none. What a literal compared with before is not said again later: nobody goes from $400 to $300
    and back to $400.
    """
    wishes, able = ending.wishes, list[tuple[ConversationTerm, WishClass, GroundedLiteral]]()
    for new in named:
        literal, test = new.literals[0], new.literals[0].primitive.test
        if len(test.args) != 1 or test.over is not None:
            continue
        if op == "value" and not isinstance(test.args[0], str):
            continue
        slot = new.slot
        kind = schema.slot(slot).kind
        if op == "bound" and not _can_be_rebound(schema, literal):
            continue
        if op == "shift" and not (can_shift(kind) and test.op in BOUNDS):
            continue
        holds, fails = masks_of([term for term in ending.state if term is not new])
        able += [
            (new, wish, old)
            for wish in wishes.classes
            if wish.slot == slot and fitting_by(holds & wish.holds, fails | wish.fails) == fit
            for old in wish.literals
            if _may_become(op, old, literal) and ending.compared.isdisjoint(_comparisons(old))
        ]
    if not able:
        return None
    new, wish, old = wishes.rng.choice(able)
    return ConversationTerm((old,), wish.holds, wish.fails), new


def _can_be_rebound(schema: Schema, literal: GroundedLiteral) -> bool:
    """Returns whether a literal can be expressed as a comparison after "make it"."""
    kind = schema.slot(literal.primitive.slot).kind
    return bool(bounded_phrases(kind, literal.effective().op))


def _comparisons(literal: GroundedLiteral) -> list[tuple[str, Scalar]]:
    """Returns the numbers that a literal compares with, each with its slot, or the names without it."""
    slot, args = literal.primitive.slot, literal.primitive.test.args
    return [("" if isinstance(arg, str) else slot, arg) for arg in args]


def bound_of(literal: GroundedLiteral) -> int:
    """Returns the number that a literal compares with."""
    [bound] = literal.primitive.test.args
    if not isinstance(bound, int):
        raise TypeError(f"expected a number, got {bound!r}")
    return bound


def _may_become(op: str, old: GroundedLiteral, new: GroundedLiteral) -> bool:
    """Returns whether one literal can become the other by naming another number or another name."""
    test = new.primitive.test
    if old.primitive.rule != new.primitive.rule or len(old.primitive.test.args) != 1:
        return False
    if op == "bound":
        return old.primitive.test.op in BOUNDS
    if op == "shift":
        side = new.effective().op
        grows = bound_of(new) > bound_of(old)  # people add to what it may cost, not to what it must have
        return (
            (old.positive, old.primitive.test.op) == (new.positive, test.op)
            and test.op in BOUNDS
            and (not grows or side in ("less", "at_most"))
        )
    return (old.positive, old.primitive.test.op) == (new.positive, test.op)
