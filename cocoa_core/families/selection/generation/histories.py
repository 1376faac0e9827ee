"""Searches for the history of a requirement: the steps that lead to it, drawn backwards from the end."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import GroundedLiteral, Scalar, Schema
from cocoa_core.families.selection.generation.conversation_terms import (
    ConversationTerm,
    SlotNouns,
    State,
    Step,
    WishClass,
    draw_by_slot,
    fitting,
    near_misses,
    one_of_each_slot,
)
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS
from cocoa_core.families.selection.generation.revision_plans import NumberedOptions, RevisionPlan
from cocoa_core.language import Realizer, bounded_phrases, can_shift
from cocoa_core.lexicon import BOUNDS
from cocoa_core.proof import Proofs

_KEEPING: Final = ("add", "drop", "drop both", "value", "bound", "shift", "unless", "only if")
"""Operations of a turn after which the same options fit as before."""
_TRIES: Final = 4
"""The searches for the history of one requirement."""
_DRAWN: Final = 60
"""The turns drawn in each search."""
_ALTERNATIVES: Final = 8
"""The alternatives tried for one turn. Another requirement of the same balanced set costs as much as some
hundreds of turns: with 3 alternatives, 200 conversations of diamonds took 1,808 requirements; with 8 they
take 1,480.
"""


@frozen
class _Wishes:
    """What the steps of one history are drawn from."""

    looks: Sequence[WishClass]
    """Every wish."""
    used: frozenset[str]
    """The slots that the conversation has used so far. They get no second wish."""
    rng: random.Random

    def of_unused_slots(self, fit: int) -> list[WishClass]:
        """Returns the wishes of unused slots that each option of the mask meets."""
        return [look for look in self.looks if look.holds & fit == fit and look.slot not in self.used]


@frozen
class _Ending:
    """The last turns of a conversation that is drawn backwards."""

    state: State
    """The terms in force before them."""
    options: NumberedOptions
    """What the plan's numbers stand for so far."""
    wishes: _Wishes
    steps: tuple[Step, ...] = ()

    @property
    def compared(self) -> Set[tuple[str, Scalar]]:
        """The comparisons of all literals that are in force before the last turns or after one of them."""
        states = (self.state, *(step.state for step in self.steps))
        return {
            comparison
            for state in states
            for piece in state
            for literal in piece.term
            for comparison in _comparisons(literal)
        }

    def after(self, state: State, *steps: Step, options: NumberedOptions | None = None) -> _Ending:
        """Returns the ending with further steps before it.

        Args:
            state: the terms in force before them.
            options: what the numbers stand for then; None for the same as before.
        """
        slots = {literal.primitive.slot for step in steps for piece in step.drops for literal in piece.term}
        return _Ending(
            state,
            options or self.options,
            evolve(self.wishes, used=self.wishes.used | slots),
            (*steps, *self.steps),
        )


class HistorySearch:
    """Searches for histories over one domain."""

    def __init__(self, nouns: SlotNouns, realizer: Realizer, schema: Schema) -> None:
        self._nouns, self._realizer, self._schema = nouns, realizer, schema

    def history(
        self, end: State, right: int, plan: RevisionPlan, looks: Sequence[WishClass], rng: random.Random
    ) -> list[Step] | None:
        """Draws proved steps that lead to a state; the first step revises nothing. Returns None if none are
        found.

        Args:
            right: the mask of what fits at the end.
            plan: what fits after each turn.
            looks: the wishes to draw from.
        """
        used = frozenset(literal.primitive.slot for piece in end for literal in piece.term)
        ending = _Ending(end, plan.numbered(right), _Wishes(looks, used, rng))
        for _ in range(_TRIES):
            budget = iter(range(_DRAWN))
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
        state, turn, number, rng = ending.state, plan.turns[index], plan.fits[index], ending.wishes.rng
        if turn == "undo":
            for step, options in self._swaps_to(ending, number, named=True):
                # forwards: the swap takes the one term for the other, and that is taken back
                swap = Step("swap", step.adds, step.drops, step.state)
                yield ending.after(state, swap, Step("undo", step.drops, step.adds, state), options=options)
        elif turn == "back":
            for held, options in self._held_after_all(ending, number, plan.beside[index]):
                without = tuple(piece for piece in state if piece is not held)
                drop, back = Step("drop", (held,), (), without), Step("back", (), (held,), state)
                yield ending.after((*without, held), drop, back, options=options)
        elif turn == "swap" and plan.several and not ending.steps:
            last = self._last_swap(state, ending.options.taken[number], ending.wishes)
            if last is not None:
                yield ending.after(last.state, evolve(last, state=state))
        elif turn == "swap":
            for step, options in self._swaps_to(ending, number):
                yield ending.after(step.state, evolve(step, state=state), options=options)
        else:
            for op in rng.sample(_KEEPING, len(_KEEPING)):
                kept = self._kept(op, ending, ending.options.taken[number])
                if kept is not None:
                    yield ending.after(kept.state, evolve(kept, state=state))

    def _last_swap(self, end: State, stale: int, wishes: _Wishes) -> Step | None:
        """Draws the last swap where any number of options may fit at the end; None where none is possible.

        It must not tell that number. So the earlier wish is of a slot of which some wish holds on the stale
        option alone, however many fit at the end. What is added is the one term that the stale option breaks
        or, where that option fits at the end, a term drawn by how many rows of the group break it alone, as
        though the option did. As requirements are equally rare, however many options they fit (`asks.every`),
        such terms nearly are, too: what is added is met by 61 to 67 % of the group.
        """
        alone = stale, ALL_OPTIONS & ~stale
        slots = {look.slot for look in wishes.looks if (look.holds, look.fails) == alone}
        ways = [
            (piece, able)
            for piece, looks in self._replacements(end, stale, wishes)
            if (able := [look for look in looks if look.slot in slots])
        ]
        if not ways:
            return None
        [(piece, able)] = wishes.rng.choices(ways, [max(piece.breaking, 1) for piece, _ in ways])
        remaining = tuple(other for other in end if other is not piece)
        new = one_of_each_slot(remaining, able, wishes.rng)[0].piece(wishes.rng)
        return Step("swap", (new,), (piece,), (*remaining, new))

    def _swaps_to(
        self, ending: _Ending, number: int, *, named: bool = False
    ) -> Iterator[tuple[Step, NumberedOptions]]:
        """Yields swaps before which only the option with a number fits, each with the number settled.

        The state before such a swap lacks one term, and has one more of a slot that was never named.

        Args:
            ending: what follows.
            number: the number of what fits before the swap.
            named: whether the term has to be one that can be dropped by its noun.
        """
        state, options, rng = ending.state, ending.options, ending.wishes.rng
        possible = options.possible(number)
        for target in rng.sample(possible, len(possible)):
            ways = self._replacements(state, target, ending.wishes, named=named)
            rng.shuffle(ways)
            swaps: list[tuple[int, State, ConversationTerm, WishClass]] = []
            for piece, able in ways:
                remaining = tuple(other for other in state if other is not piece)
                chosen = one_of_each_slot(remaining, able, rng)
                swaps += [(near_misses((*remaining, look)), remaining, piece, look) for look in chosen]
            swaps.sort(key=lambda swap: -swap[0])
            for _, remaining, piece, look in swaps:
                new = look.piece(rng)
                yield Step("swap", (new,), (piece,), (*remaining, new)), options.settled(number, target)

    def _replacements(
        self, state: State, target: int, wishes: _Wishes, *, named: bool = False
    ) -> list[tuple[ConversationTerm, list[WishClass]]]:
        """Returns each term that can be removed, with the wishes whose addition makes the target option the
        only one that fits.
        """
        free = self._nouns.clear(wishes.of_unused_slots(target), state)
        ways = []
        for piece in state:
            if named and not self._nouns.can_name(piece, state):
                continue
            holding, broken = ALL_OPTIONS, 0
            for other in state:
                if other is not piece:
                    holding &= other.holds
                    broken |= other.fails
            if holding & target != target:
                continue
            to_break = ALL_OPTIONS & ~broken & ~target
            able = [look for look in free if not to_break & ~look.fails]
            if able:
                ways.append((piece, able))
        return ways

    def _held_after_all(
        self, ending: _Ending, number: int, beside: int
    ) -> Iterator[tuple[ConversationTerm, NumberedOptions]]:
        """Yields terms whose removal makes an option fit that the number `beside` can stand for, each
        with that number settled; those that are dropped later come last.
        """
        state, options = ending.state, ending.options
        dropped = [piece for step in ending.steps for piece in step.drops]
        for piece in sorted(ending.wishes.rng.sample(state, len(state)), key=dropped.__contains__):
            if len(state) > 1 and self._nouns.can_name(piece, state):
                fits = fitting(tuple(other for other in state if other is not piece)) or 0
                more = fits & ~options.taken[number]
                if more in options.possible(beside):
                    yield piece, options.settled(beside, more)

    def _kept(self, op: str, ending: _Ending, fit: int) -> Step | None:
        """Draws a revision by an operation after which the same options fit as before, with the state before
        it; None where none is possible.
        """
        state, wishes, rng = ending.state, ending.wishes, ending.wishes.rng
        if op == "drop":
            unused = self._nouns.clear(wishes.of_unused_slots(fit), state)
            if not unused:
                return None
            new = draw_by_slot(unused, rng).piece(rng)
            return Step(op, (new,), (), (*state, new))
        if op == "add":
            spare = [
                piece
                for piece in state
                if len(state) > 2 and fitting(tuple(other for other in state if other is not piece)) == fit
            ]
            if not spare:
                return None
            piece = rng.choice(spare)
            return Step(op, (), (piece,), tuple(other for other in state if other is not piece))
        if op == "drop both":
            both = self._either(state, fit, wishes)
            return None if both is None else Step(op, (both,), (), (*state, both))
        if op in ("unless", "only if"):
            excepted = self._excepted(state, fit)
            changed = rng.choice(excepted) if excepted else None
        else:
            named = [piece for piece in state if self._nouns.can_name(piece, state)]
            changed = _changed(op, named, ending, fit, self._schema)
        if changed is None:
            return None
        old, new = changed
        return Step(op, (old,), (new,), tuple(old if piece is new else piece for piece in state))

    def _either(self, state: State, fit: int, wishes: _Wishes) -> ConversationTerm | None:
        """Draws a term over two slots that were never named, which the options of the mask meet, to be put
        into a state; None where none is found.
        """
        free, rng = self._nouns.clear(wishes.of_unused_slots(0), state), wishes.rng
        if len({look.slot for look in free}) < 2:
            return None
        condition = draw_by_slot(free, rng)
        demand = draw_by_slot([look for look in free if look.slot != condition.slot], rng)
        pieces = condition.piece(rng), demand.piece(rng)
        term = pieces[0].term + pieces[1].term
        holds = condition.holds | demand.holds
        if holds & fit != fit or not self._realizer.reads_well((term,), (1,)):
            return None
        return ConversationTerm(term, holds, condition.fails & demand.fails)

    def _excepted(self, state: State, fit: int) -> list[tuple[ConversationTerm, ConversationTerm]]:
        """Returns the terms of a condition and a demand for which the same options fit without the condition,
        each after its demand alone.
        """
        result = []
        for new in state:
            if len(new.term) == 2 and new.parts:
                old = ConversationTerm(new.term[1:], *new.parts[1])
                before = tuple(old if piece is new else piece for piece in state)
                named = self._nouns.can_name(old, before) and self._nouns.singular(old.slot)
                if named and new.term[0].primitive.slot != old.slot and fitting(before) == fit:
                    result.append((old, new))
        return result

    def _proved(self, steps: Sequence[Step]) -> bool:
        """Returns whether each state settles which options fit and, but for the last, is provable."""
        states = [step.state for step in steps[:-1]]
        return all(fitting(state) is not None for state in states) and provable(self._schema, states)


def provable(schema: Schema, states: Iterable[State]) -> bool:
    """Returns whether each state can be satisfied and no part of it is redundant."""
    requirements = [tuple(piece.term for piece in state) for state in states]
    distinct = {(len(terms), frozenset(terms)): terms for terms in requirements}  # a repeated term counts
    for terms in distinct.values():
        proofs = Proofs(schema, terms)
        if not proofs.satisfiable() or proofs.redundant_part() is not None:
            return False
    return True


def _changed(
    op: str,
    named: Sequence[ConversationTerm],
    ending: _Ending,
    fit: int,
    schema: Schema,
) -> tuple[ConversationTerm, ConversationTerm] | None:
    """Draws a term that can be named and had another number or name before.

    Returns the term before and after the change, with which the same options fit; None if there is none. What
    a literal compared with before is not said again later: nobody goes from $400 to $300 and back to $400.
    """
    state, wishes, later = ending.state, ending.wishes, ending.compared
    ways: list[tuple[ConversationTerm, ConversationTerm]] = []
    for new in named:
        literal, test = new.term[0], new.term[0].primitive.test
        if len(test.args) != 1 or test.over is not None:
            continue
        if op == "value" and not isinstance(test.args[0], str):
            continue
        kind = schema.slot(new.slot).kind
        if op == "bound" and not bounded_phrases(kind, literal.effective().op):
            continue
        if op == "shift" and not (can_shift(kind) and test.op in BOUNDS):
            continue
        for look in wishes.looks:
            if look.slot != new.slot or fitting([look if term is new else term for term in state]) != fit:
                continue
            before = [ConversationTerm((other,), look.holds, look.fails) for other in look.literals]
            ways += [
                (old, new)
                for old in before
                if later.isdisjoint(_comparisons(old.term[0])) and _may_become(op, old.term[0], literal)
            ]
    return wishes.rng.choice(ways) if ways else None


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
