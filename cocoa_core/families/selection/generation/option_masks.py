"""The options of a question, and the candidates of their group as masks over these few options.

With five options, many candidates of a slot behave alike: those that hold and fail on the same options form
one `CandidatePattern`. `LiteralMasks` are the patterns that a literal can have, given its slot, polarity and
direction. `elimination` works out from these alone what a sum term can eliminate; only then is a candidate
drawn from a pattern. Bit i of a mask stands for the i-th option.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from functools import cache, reduce
from itertools import accumulate, combinations
from operator import or_
from typing import Any, Final, NamedTuple, TypeAlias

from attrs import define, field, frozen

from cocoa_core.families.selection.generation.candidates import FAILING, Candidate, CandidatePool
from cocoa_core.families.selection.generation.preference import ANY, WANTED, PreferenceRange
from cocoa_core.families.selection.setting_specs import PANEL

OPTIONS: Final = PANEL
ALL_OPTIONS: Final = (1 << OPTIONS) - 1
COVERING: Final = tuple(
    sum(1 << mask for mask in range(ALL_OPTIONS + 1) if mask & part == part)
    for part in range(ALL_OPTIONS + 1)
)
"""For each mask of options, the masks that contain it, as a bit set: bit m stands for the mask m."""

OPTIONS_OF_MASK: Final = tuple(
    tuple(option for option in range(OPTIONS) if mask >> option & 1) for mask in range(ALL_OPTIONS + 1)
)
"""The indexes of the options in each mask, by mask."""
EACH_FIELD: Final = sum(1 << OPTIONS * option for option in range(OPTIONS))
"""An integer whose product with a mask has the mask in a field of OPTIONS bits for each option."""
FIELDS_OF_MASK: Final = tuple(
    sum(ALL_OPTIONS << OPTIONS * option for option in options) for options in OPTIONS_OF_MASK
)
"""For each mask an integer with such fields, all ones for the options that it contains."""
SMALL_SETS: Final = tuple(1 << option for option in range(OPTIONS)) + tuple(
    1 << first | 1 << second for first, second in combinations(range(OPTIONS), 2)
)
"""The masks of one option, and of two."""
REPEATED: Final = tuple(
    sum(mask << OPTIONS * index for index in range(len(SMALL_SETS))) for mask in range(ALL_OPTIONS + 1)
)
"""For each mask an integer that has it in a field of OPTIONS bits for each of `SMALL_SETS`."""
CONTAINED: Final = tuple(
    sum(ALL_OPTIONS << OPTIONS * index for index, part in enumerate(SMALL_SETS) if mask & part == part)
    for mask in range(ALL_OPTIONS + 1)
)
"""For each mask an integer with such fields, all ones for the sets that it contains."""


def masks_of_size(options: int, size: int) -> list[int]:
    """Returns the masks of `size` of these options."""
    return [sum(1 << option for option in chosen) for chosen in combinations(range(options), size)]


_BETTER: Final = {"less": -1, "more": 1}
"""The sign of a better value, by what people want of it."""


@define(eq=False)
class CandidatePattern:
    """Candidates of one slot that hold, and fail, on the same options and have the same direction.

    Cached objects must not refer back to it. Every question discards hundreds of masks, and reference cycles
    would keep about 1,200 objects a question alive until the next collection; see `infrequent_gc`.
    """

    holds: int
    """The options on which the literal is true."""
    fails: int
    """The options on which it is false; on the others it is undefined."""
    candidates: list[Candidate]
    weights: list[float]
    """Running totals of the candidates' weights."""
    direction: int
    """Of the literal, see `Rule.direction`."""
    _alone: LiteralMasks | None = field(default=None, init=False)
    _denied: CandidatePattern | None = field(default=None, init=False)

    @property
    def code(self) -> int:
        """The pattern as an integer.

        The lowest OPTIONS bits say where it fails, the next where it holds, the highest where it does not
        hold. So `&` over the codes of several literals says where all fail, all hold, and none holds.
        """
        return self.fails | self.holds << OPTIONS | (ALL_OPTIONS & ~self.holds) << 2 * OPTIONS

    @property
    def negated(self) -> CandidatePattern:
        """The pattern of the negated literals."""
        cached = self._denied
        if cached is None:
            cached = self._denied = CandidatePattern(
                self.fails, self.holds, self.candidates, self.weights, -self.direction
            )
        return cached

    @property
    def alone(self) -> LiteralMasks:
        """The masks of a literal that has to be of this pattern; they hold a copy of it, not itself."""
        cached = self._alone
        if cached is None:
            copy = CandidatePattern(self.holds, self.fails, self.candidates, self.weights, self.direction)
            cached = self._alone = _summed([copy])
        return cached

    def draw(self, rng: random.Random) -> Candidate:
        """Returns one of the candidates, by weight."""
        weights = self.weights
        last = len(weights) - 1
        return self.candidates[bisect_right(weights, rng.random() * weights[last], 0, last)]


@define(eq=False)
class WeightedPatterns:
    """At least one pattern to draw from."""

    patterns: tuple[CandidatePattern, ...]
    weights: tuple[float, ...]
    """Running totals."""

    def draw(self, rng: random.Random, number: int) -> Sequence[CandidatePattern]:
        """Returns `number` patterns, drawn by weight. A single pattern is returned only once, but
        as many random numbers are drawn, so that what is drawn later does not change.
        """
        patterns, weights, last, draw = self.patterns, self.weights, len(self.weights) - 1, rng.random
        if not last:
            for _ in range(number):
                draw()
            return patterns
        total = weights[last]
        return [patterns[bisect_right(weights, draw() * total, 0, last)] for _ in range(number)]


@define(eq=False)
class LiteralMasks:
    """The patterns that one literal can have, and the options on which they can hold and fail.

    The dicts are caches. Their keys are what the values were computed from.
    """

    patterns: tuple[CandidatePattern, ...]
    can_hold: int
    """The options on which some pattern holds."""
    can_fail: int
    """The options on which some pattern fails."""
    separates: tuple[int, ...]
    """By option, the options on which some pattern fails that holds on this one."""
    _beyond: dict[int, tuple[int, int]] = field(factory=dict, init=False)
    _both: dict[int, int] = field(factory=dict, init=False)
    _codes: Set[int] | None = field(default=None, init=False)
    _reach: tuple[int, int, int, int] | None = field(default=None, init=False)
    _failing: dict[tuple[int, int], int] = field(factory=dict, init=False)
    _held: dict[int, int] = field(factory=dict, init=False)
    _fit: dict[tuple[int, int], WeightedPatterns | None] = field(factory=dict, init=False)
    _best: dict[tuple[int, int, int, int], tuple[WeightedPatterns | None, int]] = field(
        factory=dict, init=False
    )

    def only(self, fails: int, wanted: Callable[[Candidate], bool]) -> LiteralMasks:
        """Returns the masks of those candidates alone that fail on `fails` and satisfy `wanted`, if any."""
        remaining = []
        for pattern in self.patterns:
            if pattern.fails & fails != fails:
                continue
            candidates = [candidate for candidate in pattern.candidates if wanted(candidate)]
            if len(candidates) == len(pattern.candidates):
                remaining.append(pattern)
            elif candidates:
                weights = list(accumulate([candidate.weight for candidate in candidates]))
                remaining.append(
                    CandidatePattern(pattern.holds, pattern.fails, candidates, weights, pattern.direction)
                )
        return _summed(remaining)

    def separates_both(self, both: int) -> int:
        """Returns options on which some literal fails that holds on all options of the mask."""
        failing = self._both.get(both)
        if failing is None:
            failing = 0
            for pattern in self.patterns:
                if pattern.holds & both == both:
                    failing |= pattern.fails
            self._both[both] = failing
        return failing

    def beyond(self, option: int) -> tuple[int, int]:
        """Returns two masks: where patterns hold that do not hold on this option, and where those that do."""
        cached = self._beyond.get(option)
        if cached is None:
            without = together = 0
            for pattern in self.patterns:
                if pattern.holds >> option & 1:
                    together |= pattern.holds
                else:
                    without |= pattern.holds
            cached = self._beyond[option] = without, together
        return cached

    def failing(self, holds: int, lacks: int) -> int:
        """Returns the options on which some pattern fails that holds on all of `holds` and on none of
        `lacks`; -1 where there is none.
        """
        cached = self._failing.get((holds, lacks))
        if cached is None:
            fails = [pattern.fails for pattern in self.patterns if pattern.holds & (holds | lacks) == holds]
            cached = self._failing[holds, lacks] = reduce(or_, fails) if fails else -1
        return cached

    @property
    def reach(self) -> tuple[int, int, int, int]:
        """What the patterns can do, for each option as the right one: integers with a field of OPTIONS bits
        for each option.

        The first says where some pattern fails; the second, where some fails that holds on the right option;
        the third and the fourth, where some holds that holds on the right option, or that does not.
        """
        cached = self._reach
        if cached is None:
            separates = together = without = 0
            for pattern in self.patterns:
                right, holds = FIELDS_OF_MASK[pattern.holds], pattern.holds * EACH_FIELD
                separates |= pattern.fails * EACH_FIELD & right
                together |= holds & right
                without |= holds & ~right
            cached = self._reach = self.can_fail * EACH_FIELD, separates, together, without
        return cached

    @property
    def codes(self) -> Set[int]:
        """The codes of the patterns."""
        cached = self._codes
        if cached is None:
            cached = self._codes = {pattern.code for pattern in self.patterns}
        return cached

    def held(self, fails: int) -> int:
        """Returns a set of masks: bit m is set if a pattern that fails on `fails` holds exactly on m."""
        holding = self._held.get(fails)
        if holding is None:
            holding = 0
            for pattern in self.patterns:
                if pattern.fails & fails == fails:
                    holding |= 1 << pattern.holds
            self._held[fails] = holding
        return holding

    def matching(self, fails: int, holds: int) -> WeightedPatterns | None:
        """Returns the patterns that fail on all of `fails` and hold on all of `holds`; None without any."""
        cached = self._fit.get((fails, holds))
        if cached is None:
            if not self.held(fails) & COVERING[holds]:
                return None
            fitting = [
                pattern
                for pattern in self.patterns
                if pattern.fails & fails == fails and pattern.holds & holds == holds
            ]
            cached = self._fit[fails, holds] = _patterns(fitting)
        return cached

    def best(self, fails: int, holds: int, unwanted: int, spared: int) -> tuple[WeightedPatterns | None, int]:
        """Returns the most valuable of the `matching` patterns, and their value (see `_worth`).

        A pattern is more valuable the more options it holds on, above all near misses (`spared`), and less
        valuable if it holds on the right option (`unwanted`) without need: the right option must not stand
        out by satisfying the most literals.
        """
        key = fails, holds, unwanted, spared
        cached = self._best.get(key)
        if cached is None:
            worth, most = _worth(unwanted, spared), 0
            fitting = [
                pattern
                for pattern in self.patterns
                if pattern.fails & fails == fails and pattern.holds & holds == holds
            ]
            if fitting:
                most = max([worth[pattern.holds] for pattern in fitting])
                fitting = [pattern for pattern in fitting if worth[pattern.holds] == most]
            cached = self._best[key] = _patterns(fitting), most
        return cached


class TermMasks(tuple[LiteralMasks, ...]):
    """The masks of each literal of a sum term; what `elimination` works out from them is cached here."""

    eliminations: dict[tuple[int, int], Sequence[int]]
    priced: dict[tuple[int, int, int, bool, bool], Sequence[tuple[int, int]]]
    gaining: dict[tuple[int, int], int]
    feasibility: dict[int, tuple[int, int]]
    codes: dict[int, Set[int]]
    outcomes: dict[Hashable, Sequence[Any]]
    patterns: dict[Hashable, dict[Any, Any]]
    reach: tuple[int, int] | None

    def __init__(self, _literals: Iterable[LiteralMasks]) -> None:
        self.eliminations, self.priced, self.gaining, self.feasibility, self.codes = {}, {}, {}, {}, {}
        self.outcomes, self.patterns, self.reach = {}, {}, None


Gains: TypeAlias = tuple[int, int]
"""What a condition can eliminate: while options of `SMALL_SETS` gain on the right one, and at all."""


@frozen(eq=False)
class SlotReach:
    """What the literals of a slot can do, whatever their sign.

    All but `shapes` and `can_fail` is by the index of an option, the right one.
    """

    shapes: Set[tuple[int, int]]
    """The masks of options on which literals hold, with those on which they fail."""
    can_fail: int
    """The options on which some literal fails."""
    separates: Sequence[int]
    """The options on which some literal fails that holds on the right option."""
    holding: Sequence[int]
    lacking: Sequence[int]
    """A field for each of `SMALL_SETS`: the options on which some literal fails that holds on this set and on
    the right option; in `lacking` it does not hold on the right option.
    """
    refused: Sequence[Set[int]]
    """The masks on which literals fail that hold on the right option."""

    @classmethod
    def of(cls, shapes: Set[tuple[int, int]]) -> SlotReach:
        """Returns what literals of these shapes can do."""
        can_fail, separates, holding, lacking = 0, [0] * OPTIONS, [0] * OPTIONS, [0] * OPTIONS
        refused: list[set[int]] = [set() for _ in range(OPTIONS)]
        for holds, fails in shapes:
            can_fail |= fails
            gains = CONTAINED[holds] & REPEATED[fails]
            for option in OPTIONS_OF_MASK[holds]:
                separates[option] |= fails
                holding[option] |= gains
                refused[option].add(fails)
            for option in OPTIONS_OF_MASK[ALL_OPTIONS & ~holds]:
                lacking[option] |= gains
        return cls(shapes, can_fail, separates, holding, lacking, refused)


class PairReach(NamedTuple):
    """The pairs of slots by what a condition over them can do, for one right option."""

    able: set[frozenset[str]]
    """The pairs with which some wrong option can be eliminated."""
    gaining: Sequence[set[frozenset[str]]]
    """For each option the pairs with which it can gain on the right one while a wrong one is eliminated."""
    together: set[frozenset[str]]
    """The pairs with which two options can gain on it at once, while a wrong one is eliminated."""


@define(eq=False)
class OptionMasks:
    """The options, OPTIONS at most, and by slot the patterns of the candidates of their group."""

    pool: CandidatePool
    rows: tuple[int, ...]
    """The index of each option's row in the group."""
    everything: int = field(init=False)
    """The mask of all options."""
    feasible_pairs: dict[tuple[Hashable, ...], bool] = field(factory=dict, init=False)
    wishable: dict[tuple[int, bool], frozenset[str]] = field(factory=dict, init=False)
    trades: dict[int, frozenset[frozenset[str]]] = field(factory=dict, init=False)
    """`feasible_pairs`, `wishable` and `trades` are caches of `requirement_search`; all requirements over the
    same options share them. Their keys are what the values were computed from.
    """
    left: dict[tuple[Hashable, ...], Set[tuple[int, int]]] = field(factory=dict, init=False)
    gains: dict[tuple[Hashable, ...], dict[int, Gains]] = field(factory=dict, init=False)
    reached: dict[int, PairReach] = field(factory=dict, init=False)
    """`left`, `gains` and `reached` are caches of `feasible_slots`."""
    gaps: dict[tuple[str, int], int] = field(factory=dict, init=False)
    """A cache of `guessability`."""
    ways: dict[tuple[Hashable, ...], Mapping[Any, Any]] = field(factory=dict, init=False)
    apart: dict[tuple[CandidatePattern, CandidatePattern], bool] = field(factory=dict, init=False)
    conditions: dict[tuple[int, tuple[str, ...]], Sequence[Any]] = field(factory=dict, init=False)
    """`ways`, `apart` and `conditions` are caches of `feasible_pairs`."""
    _bits: dict[str, Sequence[int]] = field(factory=dict, init=False)
    _alike: dict[str, list[CandidatePattern]] = field(factory=dict, init=False)
    _views: dict[tuple[str, bool, PreferenceRange], LiteralMasks] = field(factory=dict, init=False)
    _terms: dict[tuple[LiteralMasks, ...], TermMasks] = field(factory=dict, init=False)
    _standing: dict[str, Sequence[int]] = field(factory=dict, init=False)
    _reaches: dict[tuple[str, PreferenceRange], SlotReach] = field(factory=dict, init=False)

    @everything.default
    def _every_option(self) -> int:
        return (1 << len(self.rows)) - 1

    def view(self, slot: str, positive: bool, side: PreferenceRange = ANY) -> LiteralMasks:
        """Returns the masks of a literal of that slot and polarity whose direction lies in the range."""
        cached = self._views.get((slot, positive, side))
        if cached is None:
            patterns = self._patterns(slot)
            if not positive:
                patterns = [pattern.negated for pattern in patterns]
            if side != ANY:
                low, high = side
                patterns = [pattern for pattern in patterns if low <= pattern.direction <= high]
            cached = self._views[slot, positive, side] = _summed(patterns)
        return cached

    def term(self, literals: tuple[LiteralMasks, ...]) -> TermMasks:
        """Returns the masks of a sum term of these literals; equal ones are the same object."""
        cached = self._terms.get(literals)
        if cached is None:
            cached = self._terms[literals] = TermMasks(literals)
        return cached

    def reach(self, slot: str, side: PreferenceRange = WANTED) -> SlotReach:
        """Returns what the literals of the slot whose direction lies in the range can do."""
        cached = self._reaches.get((slot, side))
        if cached is None:
            (low, high), shapes = side, set()
            for bits, direction in set(self._directed_bits(slot)):
                holds, fails = bits & ALL_OPTIONS, bits >> FAILING
                if low <= direction <= high:
                    shapes.add((holds, fails))
                if low <= -direction <= high:
                    shapes.add((fails, holds))
            cached = self._reaches[slot, side] = SlotReach.of(shapes)
        return cached

    def standing(self, slot: str) -> Sequence[int]:
        """Returns for each row how many of the others it is better than, less how many are better than it.

        Empty where people want neither less nor more of the slot, or some row has no value.
        """
        cached = self._standing.get(slot)
        if cached is None:
            cached = self._standing[slot] = tuple(self._stand(slot))
        return cached

    def _stand(self, slot: str) -> list[int]:
        domain, places = self.pool.domain, self.pool.group.rows
        signs = {_BETTER[rule.wanted] for rule in domain.rules_of(slot) if rule.wanted in _BETTER}
        kind, position = domain.schema.slot(slot).kind, domain.schema.position(slot)
        measured = [kind.measure(None, domain.catalogue.rows[places[row]][position]) for row in self.rows]
        values = [value for value in measured if value is not None]
        if len(signs) != 1 or len(values) < len(measured):
            return []
        [sign] = signs
        return [sign * sum([(value > other) - (value < other) for other in values]) for value in values]

    def split_by(self, slot: str) -> bool:
        """Returns whether some candidate of the slot holds on one option and fails on another."""
        return any(pattern.holds and pattern.fails for pattern in self.view(slot, True).patterns)

    def _directed_bits(self, slot: str) -> Iterable[tuple[int, int]]:
        """Returns the truth bits of each candidate of a slot, and its direction."""
        bits_of_each = self._bits.get(slot)
        if bits_of_each is None:
            bits_of_each = self._bits[slot] = self.pool.truth_bits(slot, self.rows)
        return zip(bits_of_each, self.pool.direction_of_each(slot), strict=True)

    def _patterns(self, slot: str) -> list[CandidatePattern]:
        """Returns the slot's candidates by where they hold and fail on the options."""
        cached = self._alike.get(slot)
        if cached is None:
            alike: defaultdict[tuple[int, int], list[Candidate]] = defaultdict(list)
            for candidate, key in zip(self.pool.candidates(slot), self._directed_bits(slot), strict=True):
                alike[key].append(candidate)
            cached = self._alike[slot] = [
                CandidatePattern(
                    bits & ALL_OPTIONS,
                    bits >> FAILING,
                    candidates,
                    list(accumulate([candidate.weight for candidate in candidates])),
                    direction,
                )
                for (bits, direction), candidates in alike.items()
            ]
        return cached


def _patterns(patterns: Sequence[CandidatePattern]) -> WeightedPatterns | None:
    return (
        WeightedPatterns(tuple(patterns), tuple(accumulate([pattern.weights[-1] for pattern in patterns])))
        if patterns
        else None
    )


@cache
def _worth(unwanted: int, spared: int) -> tuple[int, ...]:
    """Returns the worth of a literal by the mask of options on which it holds, see `LiteralMasks.best`."""
    return tuple(
        holds.bit_count() + 3 * (holds & spared).bit_count() - 4 * (holds & unwanted != 0)
        for holds in range(ALL_OPTIONS + 1)
    )


def _summed(patterns: Sequence[CandidatePattern]) -> LiteralMasks:
    can_hold = can_fail = 0
    separates = [0] * OPTIONS
    for pattern in patterns:
        holds, fails = pattern.holds, pattern.fails
        can_hold |= holds
        can_fail |= fails
        for option in OPTIONS_OF_MASK[holds]:
            separates[option] |= fails
    return LiteralMasks(tuple(patterns), can_hold, can_fail, tuple(separates))
