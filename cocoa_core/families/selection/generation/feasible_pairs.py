"""Draws requirements over one pair of slots and wishes in which every literal has a primitive of its own.

This is the form of GroundCocoa's queries: one condition ("a or b"), or two that make their literals
equivalent ("a or not b, and not a or b"), beside wishes. Over five given options, of a thousand choices of
slots and signs only a few have primitives that eliminate every wrong option while others satisfy as many
literals as the right one. So what is possible is decided by masks, from the conditions to the last wish,
before a structure is built. A draft then fails only where the primitives that are drawn of a slot are too
similar, where no near miss is left, or in the proof.

What a sum term does is an `_Outcome`. Those of several sum terms add up to a standing, and of the ways to
each standing the cheapest is kept, as in `plan_elimination`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import islice, starmap
from itertools import product as cartesian
from math import prod
from operator import and_, or_
from typing import Final, NamedTuple, TypeAlias

from attrs import define, evolve, field

from cocoa_core.families.selection.generation.candidates import SlotPair
from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.elimination import (
    elimination_cost,
    required_ties,
    term_feasibility,
)
from cocoa_core.families.selection.generation.grounding import (
    GroundedRequirement,
    LiteralChoices,
    grounded_requirement_of,
    guessability_reason,
    rejection_reason,
    views_of,
)
from cocoa_core.families.selection.generation.guessability import is_worst, most_eliminated
from cocoa_core.families.selection.generation.option_masks import CandidatePattern, TermMasks
from cocoa_core.families.selection.generation.preference import WANTED, negated_range
from cocoa_core.families.selection.generation.primitive_reuse import clearly_different
from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.generation.shapes import PAIR, shape_of
from cocoa_core.families.selection.generation.structure import (
    OF_TWO_SLOTS,
    Structure,
    UsableSlots,
    condition_pairs,
    draw_excluded,
    draw_pair,
    structure_of,
)
from cocoa_core.families.selection.generation.target_assignment import (
    TargetAssignment,
    draw_target_assignment,
)
from cocoa_core.logic import Literal, MintermTable
from cocoa_core.seeds import stream

_STEPS: Final = 30
"""The most wishes that are tried beside conditions; 200 questions of flights take no longer with 40."""
_FINISHED: Final = 2
"""The choices of wishes beside conditions for which primitives are drawn."""
_DRAFTS: Final = 2
"""The drafts of one choice of wishes; with 1 diamonds take a fifth longer, flights and jobs as long."""
_REDRAWN: Final = 6
"""The draws of primitives for two conditions until those of each slot clearly differ."""
_ASSIGNMENTS: Final = 24
"""The draws of demands for one table of two slots, by which it is known how often each comes."""


class _Goal(NamedTuple):
    """What has to be reached, as masks of options; a key of caches."""

    target: int
    wrong: int
    ties: int
    """How many wrong options have to satisfy as many literals as the right one, unless one satisfies more."""
    most: int
    """The most options that one sum term may eliminate."""
    every_term: bool
    """Whether each sum term has to eliminate an option."""


class _Outcome(NamedTuple):
    """What a sum term does on the wrong options, as masks.

    The score of an option is the number of literals that it satisfies less the number that the right option
    satisfies. Of the last three masks each is part of the one after it.
    """

    eliminated: int
    ahead: int
    """The options with a score of 1 or more."""
    at_least_level: int
    """The options with a score of 0 or more."""
    at_most_one_behind: int
    """The options with a score of -1 or more."""


class _Wish(NamedTuple):
    """A literal that can be wished for, with one of its outcomes."""

    slot: str
    positive: bool
    outcome: _Outcome


_Patterns: TypeAlias = tuple[CandidatePattern, ...]
"""A pattern for each literal of a sum term."""


class _Standing(NamedTuple):
    """The wrong options after some sum terms, as masks; scores are those of `_Outcome`, added up."""

    eliminated: int
    at_least_level: int
    """The options with a score of 0 or more."""
    ahead: int
    """The options with a score of 1 or more."""
    two_ahead: int
    """The options with a score of 2 or more."""


_Way: TypeAlias = tuple[int, tuple[_Outcome, ...], tuple[_Wish, ...]]
"""The cost of a way to a standing, the outcomes of the conditions, and the wishes."""
_Ways: TypeAlias = Mapping[_Standing, _Way]


@define(eq=False)
class FeasiblePairs:
    """Draws requirements that one right option alone satisfies, until every pair of slots was tried."""

    context: GenerationContext
    target: int
    """The mask of the right option."""
    slots: UsableSlots
    """The slots that a requirement may speak of."""
    worst: bool
    """Whether the right option has to be worse than the others on all slots together."""
    _goal: _Goal = field(init=False)
    _wishable: Sequence[str] = field(init=False)
    _pairs: Sequence[Sequence[SlotPair]] = field(init=False)
    _wished: dict[str, Sequence[_Wish]] = field(factory=dict, init=False)
    _steps: int = field(default=0, init=False)

    @staticmethod
    def fit(context: GenerationContext, targets: Iterable[int]) -> bool:
        """Returns whether all that a context asks for is decided here."""
        spec, constraints = context.spec, context.constraints
        return (
            spec.has_one_pair
            and not (
                spec.per_slot or spec.turned or spec.against or spec.trades or spec.known or spec.meeting
            )
            and constraints.hidden
            and constraints.near_misses is None
            and constraints.missed is None
            and context.accepts is None
            and all(target.bit_count() == 1 for target in targets)
        )

    @_goal.default
    def _goal_of_context(self) -> _Goal:
        context, setting = self.context, self.context.spec.setting
        terms = setting.all_slots - (setting.minterms != PAIR)
        return _Goal(
            self.target,
            context.options & ~self.target,
            required_ties(terms, self.target, context),
            most_eliminated(context.acceptance_draw),
            context.constraints.every_term,
        )

    def __attrs_post_init__(self) -> None:
        context, setting, slots = self.context, self.context.spec.setting, self.slots
        akin = [sorted(pair) for pair in context.spec.akin if pair.issubset(slots.usable)]
        excluded = draw_excluded(slots.usable, akin, setting, context.rng)
        usable = [slot for slot in slots.usable if slot not in excluded]
        self._wishable = [slot for slot in usable if slots.may_be_wished(slot)]
        self._pairs = condition_pairs(usable, self._wishable, setting, context.masks.pool)

    @property
    def levels(self) -> int:
        """The number of lists of pairs."""
        return len(self._pairs)

    def drafts(self, level: int) -> Iterator[GroundedRequirement]:
        """Yields drafts of each pair of slots and signs that the options allow.

        Args:
            level: the index of the list of `condition_pairs` that the pairs are in.
        """
        context, worst = self.context, self.worst
        number = context.spec.setting.all_slots - PAIR
        pairs = list(self._pairs[level]) if level < self.levels else []
        while pairs:
            pair = draw_pair(pairs, context.rng)
            pairs.remove(pair)
            if worst and not number and not is_worst(context.masks, pair, self.target):
                context.rejections.count(Rejection.NOT_WORST)
                continue
            for condition, views in self._conditions(pair):
                ways = self._ways_of(views, number > 0)
                if ways:
                    self._steps = _STEPS
                    beside = [slot for slot in self._wishable if slot not in pair]
                    context.rng.shuffle(beside)
                    for way in islice(self._finished(ways, pair, beside, number), _FINISHED):
                        for _ in range(_DRAFTS):
                            draft = self._draft(condition, views, way)
                            if draft is not None:
                                yield draft
                context.rejections.count(Rejection.ALIKE)

    def _conditions(self, pair: SlotPair) -> Iterator[tuple[Structure, Sequence[TermMasks]]]:
        """Yields the conditions that the pair can have, frequent ones rather first, with the masks of their
        sum terms.
        """
        masks, random_number = self.context.masks, self.context.rng.random
        minterms = self.context.spec.setting.minterms
        weighted = masks.conditions.get((minterms, pair))
        if weighted is None:
            directions = [masks.pool.directions(slot) for slot in pair]
            of_pair = [
                (evolve(condition, slots=pair), 1 / weight)
                for condition, weight in _conditions(minterms, *directions)
            ]
            weighted = masks.conditions[minterms, pair] = [
                (condition, views_of(condition, masks), power) for condition, power in of_pair
            ]
        # a weighted order without repetition: the key is a random number to the power of 1 / weight
        for condition, views, _ in sorted(weighted, key=lambda row: -(random_number() ** row[-1])):
            yield condition, views

    def _wishes(self, slot: str) -> Sequence[_Wish]:
        cached = self._wished.get(slot)
        if cached is None:
            masks = self.context.masks
            cached = self._wished[slot] = [
                _Wish(slot, sign, outcome)
                for sign in (True, False)
                for outcome in _outcomes(masks.term((masks.view(slot, sign, WANTED),)), self._goal)
            ]
        return cached

    def _ways_of(self, conditions: Sequence[TermMasks], has_wishes: bool) -> _Ways:
        """Returns the standings after the conditions; empty where no requirement can have them. Cached."""
        goal, cache = self._goal, self.context.masks.ways
        key = (*conditions, goal, has_wishes)
        cached = cache.get(key)
        if cached is None:
            reaches = [term_feasibility(term, goal.target) for term in conditions]
            eliminable, gaining = (reduce(or_, masks) & goal.wrong for masks in zip(*reaches, strict=True))
            cached = {}
            if (gaining or not goal.ties) and (has_wishes or eliminable == goal.wrong):
                cached = self._combined(conditions, has_wishes)
            cache[key] = cached
        return cached

    def _combined(self, conditions: Sequence[TermMasks], has_wishes: bool) -> _Ways:
        """Returns the ways to have one condition, or two whose primitives clearly differ."""
        goal = self._goal
        outcomes = [_outcomes(term, goal) for term in conditions]
        ways: dict[_Standing, _Way] = {}
        if len(outcomes) == 1:
            for outcome in outcomes[0]:
                if _can_tie(outcome.at_least_level, outcome.ahead, goal):
                    cost = elimination_cost(outcome.eliminated, 0, is_condition=True)
                    standing = _Standing(outcome.eliminated, outcome.at_least_level, outcome.ahead, 0)
                    ways[standing] = cost, (outcome,), ()
            return ways
        for first, second in cartesian(*outcomes):
            eliminated = first.eliminated | second.eliminated
            # a score of 0 or more comes of 1 and -1, of 0 and 0, or of -1 and 1
            level = (
                first.ahead & second.at_most_one_behind
                | first.at_least_level & second.at_least_level
                | first.at_most_one_behind & second.ahead
            )
            ahead = first.ahead & second.at_least_level | first.at_least_level & second.ahead
            if not _can_tie(level, ahead, goal) or not (has_wishes or eliminated == goal.wrong):
                continue
            standing = _Standing(eliminated, level, ahead, first.ahead & second.ahead)
            cost = elimination_cost(first.eliminated, 0, is_condition=True)
            cost += elimination_cost(second.eliminated, first.eliminated, is_condition=True)
            if (standing not in ways or cost < ways[standing][0]) and any(
                starmap(self._apart, cartesian(outcomes[0][first], outcomes[1][second]))
            ):
                ways[standing] = cost, (first, second), ()
        return ways

    def _finished(
        self, ways: _Ways, slots: tuple[str, ...], wishable: Sequence[str], number: int
    ) -> Iterator[_Way]:
        """Yields the best way for each choice of a number of wishes that completes the requirement.

        Args:
            ways: the ways so far.
            slots: the slots so far.
            wishable: further slots that can be wished for, in the order in which they are tried.
            number: how many of them are wanted.
        """
        if not number:
            complete = [
                (not standing.ahead, -standing.at_least_level.bit_count(), cost, outcomes, wished)
                for standing, (cost, outcomes, wished) in ways.items()
                if standing.eliminated == self._goal.wrong
            ]
            for *_, cost, outcomes, wished in sorted(complete, key=lambda ranked: ranked[:3]):
                yield cost, outcomes, wished
            return
        for index, slot in enumerate(wishable):
            self._steps -= 1
            if self._steps < 0:
                return
            together = (*slots, slot)
            if self.worst and number == 1 and not is_worst(self.context.masks, together, self.target):
                self.context.rejections.count(Rejection.NOT_WORST)
                continue
            further = _wished(ways, self._wishes(slot), self._goal, last=number == 1)
            if further:
                yield from self._finished(further, together, wishable[index + 1 :], number - 1)

    def _draft(
        self, condition: Structure, views: Sequence[TermMasks], way: _Way
    ) -> GroundedRequirement | None:
        """Draws primitives that do what the way says; None where they are refused, which is counted."""
        context, masks, target = self.context, self.context.masks, self.target
        _, outcomes, wishes = way
        structure, terms = _with_wishes(condition, wishes, context.rng)
        context.rejections.charge(sum(map(len, structure.product.terms)))
        context.rejections.groundings += 1
        wished = [
            (masks.term((masks.view(wish.slot, wish.positive, WANTED),)), wish.outcome) for wish in wishes
        ]
        goals = [*zip(views, outcomes, strict=True), *wished]
        grounding = self._primitives(goals)
        if grounding is None:
            context.rejections.count(Rejection.NO_PRIMITIVE)
            return None
        grounding = [grounding[number] for number in terms]
        reason = rejection_reason(grounding, masks.everything, target, context.constraints)
        reason = reason or guessability_reason(grounding, target, context)
        if reason is not None:
            context.rejections.count(reason)
            return None
        return grounded_requirement_of(structure, grounding)

    def _primitives(self, terms: Sequence[tuple[TermMasks, _Outcome]]) -> LiteralChoices | None:
        """Draws a primitive for each literal with which each sum term has its outcome; None where those of a
        slot are too similar in each of a few draws.
        """
        rng, goal, apart = self.context.rng, self._goal, self._apart
        able = [_outcomes(term, goal)[outcome] for term, outcome in terms]
        conditions = [patterns for patterns in able if len(patterns[0]) > 1]
        together = [choice for choice in cartesian(*conditions) if len(choice) == 1 or apart(*choice)]
        weights = [prod([pattern.weights[-1] for term in choice for pattern in term]) for choice in together]
        for choice in rng.choices(together, weights, k=_REDRAWN):
            rows = [[(pattern, pattern.draw(rng)) for pattern in term] for term in choice]
            if len(rows) == 1 or all(
                clearly_different(candidate, [other])
                for (_, candidate), (_, other) in zip(*rows, strict=True)
            ):
                for patterns in able[len(rows) :]:
                    [[pattern]] = rng.choices(patterns, [pattern.weights[-1] for [pattern] in patterns])
                    rows.append([(pattern, pattern.draw(rng))])
                return rows
        return None

    def _apart(self, first: _Patterns, second: _Patterns) -> bool:
        """Returns whether the literals of two conditions over the same slots can have primitives that clearly
        differ; cached.
        """
        cache = self.context.masks.apart
        for pair in zip(first, second, strict=True):
            cached = cache.get(pair)
            if cached is None:
                pattern, other = pair
                cached = cache[pair] = any(
                    clearly_different(candidate, [compared])
                    for candidate in pattern.candidates
                    for compared in reversed(other.candidates)
                )
            if not cached:
                return False
        return True


def _with_wishes(
    condition: Structure, wishes: Sequence[_Wish], rng: random.Random
) -> tuple[Structure, Sequence[int]]:
    """Returns the conditions with wishes, in which the pair takes drawn variables.

    Returns:
        The structure, and for each of its sum terms the number of the condition, or after these of the wish.
    """
    number = PAIR + len(wishes)
    variables = sorted(rng.sample(range(number), PAIR))
    variables += [variable for variable in range(number) if variable not in variables]
    slots = dict(zip(variables, [*condition.slots, *(wish.slot for wish in wishes)], strict=True))
    wish_literals = [
        Literal(variable, wish.positive) for variable, wish in zip(variables[PAIR:], wishes, strict=True)
    ]
    wished = sum([1 << literal.variable for literal in wish_literals if literal.positive])
    rows = [
        wished | sum([(row >> index & 1) << variables[index] for index in range(PAIR)])
        for row in (*condition.table.rows, condition.assignment.row)
    ]
    shape = shape_of(MintermTable(number, tuple(rows[:-1])), 0)
    assert shape is not None, "each slot of the pair matters, and each wish does"
    terms = [
        tuple([Literal(variables[literal.variable], literal.positive) for literal in term])
        for term in condition.product.terms
    ] + [(literal,) for literal in wish_literals]
    order = [terms.index(term) for term in shape.product.terms]
    demands = [*condition.assignment.demands, *[0] * len(wishes)]
    sides = [*condition.assignment.sides, *[(WANTED,)] * len(wishes)]
    slot_sides = [*condition.assignment.slot_sides]
    slot_sides += [WANTED if wish.positive else negated_range(WANTED) for wish in wishes]
    assignment = TargetAssignment(
        0,
        rows[-1],
        tuple([demands[index] for index in order]),
        tuple([sides[index] for index in order]),
        tuple([slot_sides[variables.index(variable)] for variable in range(number)]),
    )
    structure = Structure(
        tuple([slots[variable] for variable in range(number)]),
        shape.product,
        shape.minimality,
        shape.table,
        assignment,
    )
    return structure, order


@lru_cache(maxsize=256)
def _conditions(
    minterms: int, first: frozenset[int], second: frozenset[int]
) -> Sequence[tuple[Structure, int]]:
    """Returns the conditions over two slots with these directions, each with how often it comes."""
    rng, counts = stream("conditions", minterms, *sorted(first), "and", *sorted(second)), Counter[Structure]()
    for corners in OF_TWO_SLOTS[minterms]:
        shape = shape_of(MintermTable(PAIR, corners), 0)
        assert shape is not None
        for _ in range(_ASSIGNMENTS):
            assignment = draw_target_assignment(
                shape.product, corners, (first, second), turn=False, against=False, rng=rng
            )
            assert assignment is not None
            counts[structure_of(("", ""), (shape.product, shape.table, assignment), "")] += 1
    return list(counts.items())


def _outcomes(term: TermMasks, goal: _Goal) -> Mapping[_Outcome, Sequence[_Patterns]]:
    """Returns the outcomes that a sum term can have, each with the patterns of its literals; cached."""
    cached = term.outcomes.get(goal)
    if cached is None:
        cached = term.outcomes[goal] = {}
        for patterns in cartesian(*[views.patterns for views in term]):
            outcome = _outcome_of(
                reduce(and_, [pattern.fails for pattern in patterns]),
                reduce(and_, [pattern.holds for pattern in patterns]),
                reduce(or_, [pattern.holds for pattern in patterns]),
                len(term) > 1,
                goal,
            )
            if outcome is not None:
                cached.setdefault(outcome, []).append(patterns)
    return cached


def _outcome_of(fails: int, every: int, some: int, is_condition: bool, goal: _Goal) -> _Outcome | None:
    """Returns the outcome of a sum term of one or two literals; None where it is not what is needed.

    Args:
        fails: the options on which all literals fail.
        every: the options on which every literal holds.
        some: the options on which some literal holds.
        is_condition: whether there are two literals.
        goal: what is needed.
    """
    target, wrong = goal.target, goal.wrong
    fails &= wrong
    if not some & target or fails.bit_count() > goal.most or (goal.every_term and not fails):
        return None
    if not is_condition:
        return _Outcome(fails, 0, every & wrong, wrong)
    if every & target:
        return _Outcome(fails, 0, every & wrong, some & wrong)
    return _Outcome(fails, every & wrong, some & wrong, wrong)


def _wished(ways: _Ways, wishes: Sequence[_Wish], goal: _Goal, *, last: bool) -> _Ways:
    """Returns the ways with one more wish; if it is the last, those that eliminate all wrong options."""
    further: dict[_Standing, _Way] = {}
    wrong, ties = goal.wrong, goal.ties
    for (eliminated, level, ahead, two_ahead), (cost, outcomes, wished) in ways.items():
        for wish in wishes:
            fails, _, holds, _ = wish.outcome  # an option that does not satisfy the wish falls back by one
            if last and eliminated | fails != wrong:
                continue
            still_level, still_ahead = level & holds | ahead, ahead & holds | two_ahead
            if not still_ahead and still_level.bit_count() < ties:
                continue
            standing = _Standing(eliminated | fails, still_level, still_ahead, two_ahead & holds)
            new_cost = cost + elimination_cost(fails, eliminated, is_condition=False)
            known = further.get(standing)
            if known is None or new_cost < known[0]:
                further[standing] = new_cost, outcomes, (*wished, wish)
    return further


def _can_tie(level: int, ahead: int, goal: _Goal) -> bool:
    """Returns whether as many wrong options as needed can satisfy as many literals as the right one."""
    return not goal.ties or ahead > 0 or level.bit_count() >= goal.ties
