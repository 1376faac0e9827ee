"""Draws the structure of a requirement before it is grounded: a minterm table, the product of sums that
equals it, the slots of its variables, and its wishes.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence, Set
from functools import cache, cached_property, lru_cache
from itertools import accumulate, combinations
from itertools import product as cartesian
from typing import Final, NamedTuple, TypeAlias, TypeVar

from attrs import define, field, frozen

from cocoa_core.families.selection.composition import ImplicationPair
from cocoa_core.families.selection.difficulty import DifficultyCell, StructureConstraints
from cocoa_core.families.selection.generation.candidates import (
    MOST_DISTINCT,
    CandidatePool,
)
from cocoa_core.families.selection.generation.demands import (
    BOTH_WAYS,
    TargetAssignment,
    TargetMinterm,
    agreeing,
    draw_against,
    draw_target_assignment,
    pointed,
)
from cocoa_core.families.selection.generation.preference import ANY
from cocoa_core.families.selection.generation.rejections import Rejection, Rejections
from cocoa_core.families.selection.generation.shapes import (
    KEPT,
    VARIANTS,
    ProductShape,
    by_component,
    complemented_columns,
    complemented_product,
    depends_on_all,
    forms_of_size,
    shape_of,
    shapes_of_size,
)
from cocoa_core.families.selection.generation.slot_choice import (
    PAIR,
    all_traded,
    condition_pairs,
    draw_order,
    draw_slots,
    drawn_pairs,
    free_variables,
    traded_slots,
)
from cocoa_core.logic import (
    EXACT_SLOTS,
    Literal,
    MintermTable,
    Product,
    complexity_of,
    draw_table,
    minimize,
)

_Item = TypeVar("_Item")

_MOST_TABLES: Final = 400
"""The number of tables drawn for one structure."""
_UNCONSTRAINED: Final = StructureConstraints()
_CONSTRAINED_FACTOR: Final = 5
"""How many times as many tables are drawn if the settings fix `terms`, `component` or `degree`, since such
products can be rare. In flights, factors of 1, 5 and 20 gave the same 30 questions for each of the three.
"""
_TABLES_MEASURED: Final = 400
"""The number of tables drawn to find out which measures the products of a difficulty cell can have."""
_PATIENCE: Final = 60
"""The number of tables tried for one that reads well, with up to `_FEW` slots besides wishes, if occurrences
share tests. If none reads well, the best of them is taken.
"""
_PATIENCE_WITH_MORE: Final = 40
"""The same with more than `_FEW` slots."""
_FEW: Final = 3
"""With up to this many slots besides wishes there are enough tables that every condition can have a reason:
what it asks for is traded for what it presupposes. Four slots slowed diamonds to 49 questions a second.
"""
OF_TWO_SLOTS: Final = {
    2: ((0b00, 0b11), (0b01, 0b10)),
    3: ((0b01, 0b10, 0b11), (0b00, 0b10, 0b11), (0b00, 0b01, 0b11), (0b00, 0b01, 0b10)),
}
"""The tables of two variables that depend on both and have two or three minterms. Other tables of two
minterms are cycles of three conditions or more, which rated 1.8 of 5 where these rated 2.6 (34
requests, two readers).
"""
_BY_RANK: Final = (15, 4, 1)
"""How often a pair of slots for conditions is drawn from each list of `condition_pairs`. In a pair of which
only one slot can be turned, one condition states what people want ("if it has an Ideal cut"), which two blind
readers gave the sense 2.5 to 3 of 5; without any, no set of jobs was found for one of three seeds.
"""
_LISTS_CACHED: Final = 1 << 9
"""The number of cached lists of conditions; an option set needs one for each right option and form."""
_FORMS_CACHED: Final = 1 << 7
"""The number of forms that a pool keeps: `standard` has six specifications, for all slots and for those on
which the right option can be the worst.
"""
_CHOICE_DRAWS: Final = 12
"""The choices of slots drawn until one has no excluded slot, if the slots must be traded, or until one of
those that may be drawn reads well; in `hard` four of five do.
"""
_TRADED_FACTOR: Final = 3000.0
"""How many times as often a condition is drawn if its slots are traded, where conditions need no reason. The
share of sum terms in `hard` whose slots are not traded was 0.06 (diamonds) to 0.19 (jobs) with 300 and a
quarter of the choices drawn without weights.
"""
_RARELY_TRADED: Final = 1 / 60
"""The share of the weight of all choices below which those that the options allow are refused at times, and
another structure is drawn: their slots are traded against nothing. Without it 9 % of the pairs of `hard` in
flights were.
"""
_UNDIRECTED: Final = frozenset({0})
"""The directions of a slot for which people prefer neither more nor less."""


@frozen(cache_hash=True)
class RequirementSpec:
    """What a requirement has to be, whatever its options are."""

    cell: DifficultyCell
    per_slot: bool = False
    """Whether each slot has one primitive."""
    shared: float = 0.0
    """The share of the repeated occurrences of a slot that reuse a primitive."""
    plain: bool = False
    """Whether the product may be a plain conjunction."""
    turned: bool = False
    """Whether literals that are not demands must point to what people want, too."""
    against: bool = False
    """Whether a demand goes against what people want."""
    trades: frozenset[frozenset[str]] = frozenset()
    """Pairs of slots that people trade against each other."""
    feasible: frozenset[frozenset[str]] = frozenset()
    """The trades that the options allow; empty: all of them."""
    akin: tuple[frozenset[str], ...] = ()
    """Pairs of similar slots. Only one slot of a pair is used if there are enough other slots."""
    together: frozenset[frozenset[str]] = frozenset()
    """Pairs of slots for which one sentence can ask."""
    known: Sequence[str] = ()
    """Slots of which the requirement has to use at least one; empty: it may use any."""
    dials: StructureConstraints = _UNCONSTRAINED
    """What the product has to be."""
    implications: ImplicationPair | None = None
    """The two implications that it has to have beside wishes; None for a table that is drawn."""

    @cached_property
    def readable(self) -> bool:
        """Whether tests are shared, there are wishes, and some table of the size has a product without
        faults, so that each condition can be read at once.
        """
        cell = self.cell
        if not (self.shared > 0 and cell.wishes > 0):
            return False
        shapes = shapes_of_size(cell.slots, cell.minterms, self.plain)
        return bool(shapes) and not any(shape.faults for shape in shapes)

    @cached_property
    def is_constrained(self) -> bool:
        """Whether the settings fix the terms, the component or the degree of the product."""
        return self.dials != StructureConstraints(near_misses=self.dials.near_misses)

    @cached_property
    def has_one_pair(self) -> bool:
        """Whether the conditions are of two slots only, which each have primitives of their own."""
        return not (self.shared or self.plain or self.is_constrained) and self.cell.minterms in OF_TWO_SLOTS

    @cached_property
    def reasoned(self) -> bool:
        """Whether each condition can have a reason, too: it is readable, with few slots besides wishes."""
        return self.cell.slots <= _FEW and self.readable


@define(eq=False)
class UsableSlots:
    """The slots that a structure may use, and how."""

    usable: Sequence[str]
    wishable: Set[str] | None = None
    """The slots that can be a sum term of their own; None: all."""
    conditions: Conditions | None = None
    """Finds the conditions that are accepted where each has to be read at once; None: all are."""
    feasible: Callable[[frozenset[str]], bool] | None = None
    """Returns whether the options allow a condition over two slots; None: all are tried."""
    _forms: _UsableForms | None = field(default=None, init=False)
    _allowed: dict[_Component, Sequence[_Choice]] = field(factory=dict, init=False)

    def forms(self, spec: RequirementSpec, pool: CandidatePool) -> _UsableForms:
        """Returns what the structures of a specification are drawn from; cached for the last one, and by the
        pool where any slot may be wished for.
        """
        cached = self._forms
        if cached is None or cached.spec is not spec or cached.pool is not pool:
            key = spec, tuple(self.usable), self.conditions is None
            parts = pool.forms.get(key) if self.wishable is None else None
            if parts is None:
                parts = _parts_of_forms(self, spec, pool)
                if self.wishable is None and len(pool.forms) < _FORMS_CACHED:
                    pool.forms[key] = parts
            cached = self._forms = _UsableForms(spec, pool, *parts)
        return cached

    def may_be_wished(self, slot: str) -> bool:
        """Returns whether the slot can be a sum term of its own."""
        return self.wishable is None or slot in self.wishable

    def allowed(self, component: _Component, choices: Sequence[_Choice]) -> Sequence[_Choice]:
        """Returns the choices for a component of which all slots are usable and the options allow a condition
        over each of the pairs; cached.
        """
        cached = self._allowed.get(component)
        if cached is None:
            pairs = frozenset[frozenset[str]]().union(*[choice.pairs for choice in choices])
            feasible = pairs if self.feasible is None else frozenset(filter(self.feasible, pairs))
            usable = frozenset(self.usable)
            cached = self._allowed[component] = [
                choice for choice in choices if choice.pairs <= feasible and usable.issuperset(choice.slots)
            ]
        return cached


@frozen
class Structure:
    """A product of sums with a slot for each variable, and what its literals are for."""

    slots: tuple[str, ...]
    """The names of the slots, by variable."""
    product: Product
    """The minimized product of sums that is equivalent to `table`."""
    minimality: str
    """As `minimize` reports it."""
    table: MintermTable
    assignment: TargetAssignment
    """Which literals are demands, and in which direction each literal points."""


def draw_structure(
    slots: UsableSlots,
    pool: CandidatePool,
    spec: RequirementSpec,
    rng: random.Random,
    rejections: Rejections,
) -> Structure | None:
    """Draws a product in which every slot occurs and some sum term has two literals, its slots, and wishes.

    Where each condition has to read well at once, it is one of the listed forms: so in all presets but
    `paper`, which `feasible_pairs` draws. Otherwise random tables are drawn until one has no faults, or after
    some patience the one with the fewest is taken. Where `spec.plain` is set, a plain conjunction is
    accepted, too.

    Args:
        rejections: counts each rejected draw by its reason.

    Returns:
        None if `_MOST_TABLES` draws fail, or if only slots that cannot be used give each condition a reason.
    """
    usable, wishable_slots = slots.usable, slots.wishable
    cell = spec.cell
    forms = slots.forms(spec, pool)
    excluded = draw_excluded(usable, forms.akin, cell, rng)
    if forms.readable is not None:
        return _draw_from_forms(slots, excluded, pool, spec, rng, rejections)
    best_shapes = forms.best_shapes
    patience = _PATIENCE if spec.reasoned else _PATIENCE_WITH_MORE
    needed = spec.feasible or spec.trades if spec.reasoned else frozenset[frozenset[str]]()
    tradable = frozenset(usable)
    usable = [slot for slot in usable if slot not in excluded]
    order = draw_order(usable, wishable_slots, cell.wishes, needed, rng)
    apart = not (spec.shared or spec.per_slot)
    best: _SlottedShape | None = None
    fewest = 0
    for attempt in range(_MOST_TABLES * (_CONSTRAINED_FACTOR if spec.is_constrained else 1)):
        if best is not None and attempt >= patience:
            wished = _draw_wishes(best, pool, spec, rng)
            if wished is not None:
                return _structure_of(best, wished, cell)
            rejections.count(Rejection.NO_ODD_DEMAND)
            best = None
        shape = _draw_fitting_shape(best_shapes, spec, rng, rejections)
        if shape is None:
            continue
        faults = shape.faults if spec.shared and not best_shapes else 0
        if best is not None and faults >= fewest:
            rejections.count(shape.fault)
            continue
        traded = traded_slots(shape.edges, tradable, needed, spec.together) if needed else ()
        chosen = None
        if apart and len(shape.free) == PAIR and not (spec.known or spec.trades):
            chosen = _draw_pair_and_wishes(slots, usable, shape, forms, rng)
        if chosen is None:
            chosen = draw_slots(order, shape.free, spec, rng, traded, excluded)
        if chosen is None:
            rejections.count(Rejection.ALIKE)
            if traded:
                order = draw_order(usable, wishable_slots, cell.wishes, needed, rng)
            continue
        if apart and not _has_primitives(shape, chosen, pool):
            rejections.count(Rejection.NO_PRIMITIVE)
            order = draw_order(usable, wishable_slots, cell.wishes, needed, rng)
            continue
        choice = shape, chosen
        if spec.reasoned:
            if traded and spec.known:  # a required slot may have replaced a slot of a traded pair
                faults += not all_traded(chosen, shape.free, spec.trades, spec.together)
            faults += spec.turned and not _sensible(shape.product, tuple(map(pool.directions, chosen)))
        if not faults:
            wished = _draw_wishes(choice, pool, spec, rng)
            if wished is None:
                rejections.count(Rejection.NO_ODD_DEMAND)
                continue
            faults += spec.reasoned and spec.turned and any(ANY in sides for sides in wished[2].sides)
            if not faults:
                structure = _structure_of(choice, wished, cell)
                if slots.conditions is None or spec.reasoned or slots.conditions.reads_well(structure):
                    return structure
                rejections.count(Rejection.CANNOT_COMBINE)
                faults += 1
        if best is None or faults < fewest:
            best, fewest = choice, faults
        rejections.count(shape.fault)
    if best is None:
        return None
    wished = _draw_wishes(best, pool, spec, rng)
    return None if wished is None else _structure_of(best, wished, cell)


def draw_excluded(
    usable: Sequence[str], akin: Sequence[Sequence[str]], cell: DifficultyCell, rng: random.Random
) -> Set[str]:
    """Draws the slot of each similar pair that is not used; none where too few slots would be left."""
    excluded = {rng.choice(pair) for pair in akin}
    return excluded if len(usable) - len(excluded) >= cell.all_slots else frozenset()


def _draw_fitting_shape(
    best_shapes: Sequence[ProductShape], spec: RequirementSpec, rng: random.Random, rejections: Rejections
) -> ProductShape | None:
    """Draws one of the best shapes, or any if there are none; returns None if it is refused, which is
    counted.
    """
    shape = rng.choice(best_shapes) if best_shapes else _draw_shape(spec, rng)
    if shape is None:
        rejections.count(Rejection.UNUSED_SLOT)
    elif shape.plain and not spec.plain:
        rejections.count(Rejection.PLAIN)
    elif spec.is_constrained and spec.dials.distance(
        *_measures(shape.product, shape.table, spec.cell.all_slots)
    ):
        rejections.count(Rejection.WRONG_STRUCTURE)
    else:
        return shape
    return None


def _draw_shape(spec: RequirementSpec, rng: random.Random) -> ProductShape | None:
    """Returns the shape of a drawn table.

    Where each occurrence has its own test, and nothing else says what the shape has to be, its conditions
    speak of two slots, if some table of the size is like that.
    """
    cell = spec.cell
    if spec.has_one_pair:
        return shape_of(_draw_table_of_two(cell.slots, cell.minterms, rng), 0)
    return shape_of(draw_table(cell.slots, cell.minterms, rng), rng.getrandbits(VARIANTS))


def _draw_table_of_two(slots: int, minterms: int, rng: random.Random) -> MintermTable:
    """Draws a table in which two variables decide and the others have one value each."""
    first, second = rng.sample(range(slots), PAIR)
    alike = rng.getrandbits(slots) & ~(1 << first | 1 << second)
    corners = rng.choice(OF_TWO_SLOTS[minterms])
    return MintermTable(
        slots, tuple(sorted([alike | (corner & 1) << first | (corner >> 1) << second for corner in corners]))
    )


_WeightedTargets: TypeAlias = tuple[Sequence[TargetMinterm], Sequence[float]]
"""Targets of a component, and running totals of how often each comes."""


class _Choice(NamedTuple):
    """Slots for the conditions of a component, and the pairs of them that share a sum term."""

    slots: tuple[str, ...]
    pairs: frozenset[frozenset[str]]
    weight: float


_WeightedChoices: TypeAlias = tuple[Sequence[_Choice], Sequence[float]]
"""Choices of slots, and running totals of their weights."""


@define(eq=False)
class Conditions:
    """Finds which slots and demands give every condition of a component a reason, and caches them: they are a
    function of the domain.
    """

    reads_well: Callable[[Structure], bool]
    """Returns whether the conditions of a structure can be said together."""
    _targets: dict[tuple[object, ...], _WeightedTargets | None] = field(factory=dict, init=False)
    _readable: dict[tuple[object, ...], bool] = field(factory=dict, init=False)
    _listed: dict[tuple[object, ...], _WeightedChoices] = field(factory=dict, init=False)
    _fitting: dict[tuple[object, ...], _WeightedChoices] = field(factory=dict, init=False)

    def listed(self, component: _Component, spec: RequirementSpec, pool: CandidatePool) -> _WeightedChoices:
        """Returns all choices of slots for a component in a group; it may be empty.

        Where conditions need no reason there are thousands of choices, and some may have no `targets`.
        """
        usable, reasoned, trades = frozenset(pool.usable()), spec.reasoned, spec.trades
        key = (component, trades, spec.together, spec.turned, pool.all_directions if reasoned else usable)
        cached = self._listed.get(key)
        if cached is None:
            if reasoned:
                usable = _directed(usable, trades, pool)
            choices = [
                _Choice(slots, pairs, weight if reasoned else weight * _TRADED_FACTOR ** len(pairs & trades))
                for slots, pairs, weight in traded_slots(
                    component.edges, usable, trades if reasoned else _all_pairs(usable), spec.together
                )
                if not reasoned or self.targets(component, slots, spec.turned, pool) is not None
            ]
            cached = choices, list(accumulate([choice.weight for choice in choices]))
            _keep(self._listed, key, cached)
        return cached

    def fitting(
        self, component: _Component, spec: RequirementSpec, pool: CandidatePool, usable: frozenset[str]
    ) -> _WeightedChoices:
        """Returns the listed choices that have usable slots alone and only conditions that the options allow;
        it may be empty.

        Where conditions need no reason, returns all listed choices: whether they fit is found out when they
        are drawn.
        """
        if not spec.reasoned:
            return self.listed(component, spec, pool)
        directions = pool.all_directions
        key = (component, spec.trades, spec.feasible, spec.together, spec.turned, directions, usable)
        cached = self._fitting.get(key)
        if cached is None:
            feasible = spec.feasible or spec.trades
            choices = [
                choice
                for choice in self.listed(component, spec, pool)[0]
                if feasible.issuperset(choice.pairs) and usable.issuperset(choice.slots)
            ]
            cached = choices, list(accumulate([choice.weight for choice in choices]))
            _keep(self._fitting, key, cached)
        return cached

    def targets(
        self, component: _Component, slots: tuple[str, ...], turned: bool, pool: CandidatePool
    ) -> _WeightedTargets | None:
        """Returns the targets with which each condition has a reason and reads well; None where there are
        none.

        Args:
            component: the linked conditions.
            slots: the slots of the component's variables.
            turned: as in `RequirementSpec`.
        """
        directions = tuple([pool.directions(slot) for slot in slots])
        key = (component, slots, directions, turned)
        if key not in self._targets:
            targets, weights = [], []
            for target, frequency in _all_targets(component):
                if self._reads_well(component, slots, directions, turned, target):
                    targets.append(target)
                    weights.append(frequency)
            self._targets[key] = (targets, list(accumulate(weights))) if targets else None
        return self._targets[key]

    def readable(
        self,
        component: _Component,
        slots: tuple[str, ...],
        turned: bool,
        pool: CandidatePool,
        target: TargetMinterm,
    ) -> bool:
        """Returns whether each condition of the component reads well with this target."""
        directions = tuple([pool.directions(slot) for slot in slots])
        key = (component, slots, directions, turned, target)
        cached = self._readable.get(key)
        if cached is None:
            cached = self._readable[key] = self._reads_well(component, slots, directions, turned, target)
        return cached

    def _reads_well(
        self,
        component: _Component,
        slots: tuple[str, ...],
        directions: tuple[frozenset[int], ...],
        turned: bool,
        target: TargetMinterm,
    ) -> bool:
        # If every slot can be turned both ways, `pointed` leaves the conditions free. That depends on the
        # wishes too, which are not drawn yet: an undirected slot more switches this case off here, and
        # `_draw_from_forms` refuses it later (`Rejection.UNREASONED`).
        pointing = (*directions, _UNDIRECTED)
        assignment = pointed(component.product, target, pointing, turned, None)
        if turned and any(ANY in sides for sides in assignment.sides):
            return False
        complemented = complemented_product(component.product, assignment.complemented)
        return self.reads_well(Structure(slots, complemented, "", component.table, assignment))


def _directed(
    usable: frozenset[str], trades: frozenset[frozenset[str]], pool: CandidatePool
) -> frozenset[str]:
    """Returns the slots that have a direction, if some pair of them is traded, else all usable slots.

    With all slots `standard` took a fifth longer in hotels and jobs, which have three times as many choices.
    """
    directed = frozenset([slot for slot in usable if 0 not in pool.directions(slot)])
    return directed if any(pair <= directed for pair in trades) else usable


@cache
def _all_targets(component: _Component) -> Sequence[tuple[TargetMinterm, float]]:
    """Returns each minterm of a component with the demands true of it, and how often that comes."""
    result = []
    for row in component.table.rows:
        demand_choices = list(cartesian(*agreeing(component.product, row)))
        result += [(TargetMinterm(row, demands), 1 / len(demand_choices)) for demands in demand_choices]
    return result


def _keep(
    lists: dict[tuple[object, ...], _WeightedChoices], key: tuple[object, ...], listed: _WeightedChoices
) -> None:
    if len(lists) >= _LISTS_CACHED:
        lists.clear()
    lists[key] = listed


@cache
def _all_conditions() -> Conditions:
    return Conditions(lambda _: True)


def _draw_from_forms(
    usable: UsableSlots,
    excluded: Set[str],
    pool: CandidatePool,
    spec: RequirementSpec,
    rng: random.Random,
    rejections: Rejections,
) -> Structure | None:
    """Draws a structure whose conditions all read well and, if reasons are needed, have reasons. Returns None
    if no slots are found.

    Wishes are drawn before the conditions: what people trade would otherwise never be a plain wish.
    """
    cell, conditions = spec.cell, usable.conditions or _all_conditions()
    forms = usable.forms(spec, pool)
    able = forms.readable or ()
    wishable = [slot for slot in forms.wishable if slot not in excluded]
    for _ in range(_PATIENCE if able else 0):
        form, parts = rng.choice(able)
        wish_count = cell.all_slots - len(form.free)
        if len(wishable) < wish_count:
            break
        wished = rng.sample(wishable, wish_count)
        slot_of: dict[int, str] = {}
        row, demands = form.table.rows[0], [0] * len(form.product.terms)
        for part, listed in parts:
            taken = {*excluded, *wished, *slot_of.values()}
            drawn = _draw_condition_slots(part.component, listed, taken, usable, forms, rng)
            if drawn is None:
                break
            chosen, target = drawn
            slot_of.update(zip(part.variables, chosen, strict=True))
            for position, variable in enumerate(part.variables):
                row = row & ~(1 << variable) | (target.row >> position & 1) << variable
            for term, demand in zip(part.terms, target.demands, strict=True):
                demands[term] = demand
        if len(slot_of) < len(form.free):
            rejections.count(Rejection.ALIKE)
            continue
        remaining = iter(wished)
        slots = tuple(
            [
                slot_of[variable] if variable in slot_of else next(remaining)
                for variable in range(cell.all_slots)
            ]
        )
        directions = tuple([pool.directions(slot) for slot in slots])
        turning = sum(
            [
                1 << variable
                for variable, slot_directions in enumerate(directions)
                if slot_directions in (BOTH_WAYS, _UNDIRECTED)
            ]
        )
        negated = rng.getrandbits(len(slots)) & turning
        product, table = _with_signs_and_wishes(form, len(slots), negated)
        row |= (1 << len(slots)) - (1 << form.table.variables)
        alone = len(product.terms) - len(form.product.terms)
        assignment = draw_against(
            product,
            TargetMinterm(row ^ negated, (0,) * alone + tuple(demands)),
            directions,
            spec.turned,
            spec.against,
            rng,
        )
        if assignment is None:
            rejections.count(Rejection.NO_ODD_DEMAND)
            continue
        if spec.turned and any(ANY in sides for sides in assignment.sides):
            rejections.count(Rejection.UNREASONED)
            continue
        structure = _structure_of((form, slots), (product, table, assignment), cell)
        if spec.against and not conditions.reads_well(structure):
            rejections.count(Rejection.CANNOT_COMBINE)
            continue
        return structure
    rejections.count(Rejection.ALIKE)
    return None


@frozen(eq=False)
class _UsableForms:
    """What all structures of one specification are drawn from."""

    spec: RequirementSpec
    pool: CandidatePool
    akin: Sequence[Sequence[str]]
    """The pairs of usable slots of which only one is used."""
    wishable: Sequence[str]
    """The slots that can be a sum term of their own."""
    turnable: Set[str]
    """The slots whose tests can be turned either way."""
    best_shapes: Sequence[ProductShape]
    """See `shapes_of_size`: none reads better; empty where all tables are drawn from."""
    readable: Sequence[tuple[ProductShape, Sequence[tuple[_Part, _WeightedChoices]]]] | None
    """The forms all of whose conditions can be read at once, with the choices of slots of each part. It is
    empty if the group has such choices but none with the usable slots, so that each draw fails. None: forms
    are not listed, and tables are drawn.
    """


def _parts_of_forms(slots: UsableSlots, spec: RequirementSpec, pool: CandidatePool) -> FormParts:
    cell, usable = spec.cell, frozenset(slots.usable)
    shared = spec.shared > 0 and not spec.is_constrained
    best_shapes = shapes_of_size(cell.slots, cell.minterms, spec.plain) if shared else ()
    readable = None
    if best_shapes and spec.readable and spec.trades and not spec.known:
        conditions = slots.conditions or _all_conditions()
        forms = [(form, _parts(form)) for form in forms_of_size(cell.slots, cell.minterms, spec.plain)]
        if any(all(conditions.listed(part.component, spec, pool)[0] for part in parts) for _, parts in forms):
            fitting = [
                (form, [(part, conditions.fitting(part.component, spec, pool, usable)) for part in parts])
                for form, parts in forms
            ]
            readable = [(form, parts) for form, parts in fitting if all(choices for _, (choices, _) in parts)]
    return (
        [sorted(pair) for pair in spec.akin if pair <= usable],
        [slot for slot in slots.usable if slots.may_be_wished(slot)],
        {slot for slot in slots.usable if pool.directions(slot) >= BOTH_WAYS},
        best_shapes,
        readable,
    )


def _draw_condition_slots(
    component: _Component,
    listed: _WeightedChoices,
    excluded: Set[str],
    usable: UsableSlots,
    forms: _UsableForms,
    rng: random.Random,
) -> tuple[tuple[str, ...], TargetMinterm] | None:
    """Draws one of the listed choices of slots, by weight, and a target.

    Args:
        component: the linked conditions.
        listed: choices of slots, at least one.
        excluded: slots that may not be taken.
        usable: which slots may be used, and how.
        forms: names the requirement wanted and the pool.

    Returns:
        None where hardly any without excluded slots have conditions that the options allow, or a few of them
            cannot be said well.
    """
    conditions = usable.conditions or _all_conditions()
    turned, pool = forms.spec.turned, forms.pool
    choices, weights = listed
    if forms.spec.reasoned:
        for _ in range(_CHOICE_DRAWS):
            [choice] = rng.choices(choices, cum_weights=weights)
            if excluded.isdisjoint(choice.slots):
                weighted = conditions.targets(component, choice.slots, turned, pool)
                assert weighted is not None, "only choices with targets are listed"
                return choice.slots, _by_weight(*weighted, rng)
        return None
    targets = _all_targets(component)
    allowed = usable.allowed(component, choices)
    allowed = [choice for choice in allowed if excluded.isdisjoint(choice.slots)]
    weights_allowed = list(accumulate([choice.weight for choice in allowed]))
    if not allowed or weights_allowed[-1] < rng.random() * weights[-1] * _RARELY_TRADED:
        return None
    for _ in range(_CHOICE_DRAWS):
        choice = _by_weight(allowed, weights_allowed, rng)
        target, _weight = rng.choice(targets)
        if conditions.readable(component, choice.slots, turned, pool, target):
            return choice.slots, target
    return None


def _by_weight(items: Sequence[_Item], weights: Sequence[float], rng: random.Random) -> _Item:
    last = len(items) - 1
    return items[bisect_right(weights, rng.random() * weights[last], 0, last) if last else 0]


@lru_cache(maxsize=64)
def _all_pairs(slots: frozenset[str]) -> frozenset[frozenset[str]]:
    return frozenset(map(frozenset, combinations(sorted(slots), 2)))


@frozen(eq=False)
class _Component:
    """Sum terms of several literals, linked by shared variables, which are numbered from 0."""

    product: Product
    table: MintermTable
    edges: tuple[tuple[int, int], ...]
    """Pairs of variables that share a sum term."""


class _Part(NamedTuple):
    """A component of a form, with its variables and sum terms as the form numbers them."""

    component: _Component
    variables: Sequence[int]
    terms: Sequence[int]


FormParts: TypeAlias = tuple[
    Sequence[Sequence[str]],
    Sequence[str],
    Set[str],
    Sequence[ProductShape],
    Sequence[tuple[ProductShape, Sequence[tuple[_Part, _WeightedChoices]]]] | None,
]
"""The fields of `_UsableForms` after the pool, which the pool keeps: it must not refer back to itself."""


@cache
def _parts(form: ProductShape) -> tuple[_Part, ...]:
    """Returns the components of a form.

    Components are independent of each other, so slots and targets are found for each of them separately.
    Two components together have thousands of choices.
    """
    numbered = {term: number for number, term in enumerate(form.product.terms)}
    parts = []
    for linked in by_component([term for term in form.product.terms if len(term) > 1]):
        variables = sorted({literal.variable for term in linked for literal in term})
        terms = sorted(numbered[term] for term in linked)
        product = Product(
            tuple(
                [
                    tuple(
                        [
                            Literal(variables.index(literal.variable), literal.positive)
                            for literal in form.product.terms[number]
                        ]
                    )
                    for number in terms
                ]
            )
        )
        rows = dict.fromkeys(
            sum([(row >> variable & 1) << position for position, variable in enumerate(variables)])
            for row in form.table.rows
        )
        parts.append(_Part(_component(product, tuple(rows)), variables, terms))
    return tuple(parts)


@cache
def _component(product: Product, rows: tuple[int, ...]) -> _Component:
    """Builds a component; cached, so that equal components of several forms are the same object."""
    edges = [
        (first, second)
        for first, neighbours in free_variables(product).items()
        for second in neighbours
        if first < second
    ]
    variables = {literal.variable for term in product.terms for literal in term}
    return _Component(product, MintermTable(len(variables), rows), tuple(edges))


@lru_cache(maxsize=KEPT)
def _with_signs_and_wishes(form: ProductShape, variables: int, mask: int) -> tuple[Product, MintermTable]:
    """Returns the product and the table of a form with a wish for each further variable, and with the
    variables of the mask complemented.
    """
    product, table = _wished(
        form.product, form.table, variables, tuple(range(form.table.variables, variables))
    )
    return complemented_product(product, mask), complemented_columns(table, mask)


_WishedProduct: TypeAlias = tuple[Product, MintermTable, TargetAssignment]
"""A product and its table with wishes, and their target assignment."""


def _draw_wishes(
    choice: _SlottedShape, pool: CandidatePool, spec: RequirementSpec, rng: random.Random
) -> _WishedProduct | None:
    """Adds wishes to a shape and draws the target. Returns None if a demand has to go against what people
    want and none can.
    """
    shape, slots = choice
    directions = tuple(map(pool.directions, slots))
    product, table = _with_wishes(shape.product, shape.table, directions, rng)
    assignment = draw_target_assignment(product, table.rows, directions, spec.turned, spec.against, rng)
    return None if assignment is None else (product, table, assignment)


def _structure_of(choice: _SlottedShape, wished: _WishedProduct, cell: DifficultyCell) -> Structure:
    shape, slots = choice
    return structure_of(slots, wished, _minimality(shape.minimality, cell))


def structure_of(slots: tuple[str, ...], wished: _WishedProduct, minimality: str) -> Structure:
    """Returns the structure of a product and its table, with the variables complemented as assigned."""
    product, table, assignment = wished
    return Structure(
        slots,
        complemented_product(product, assignment.complemented),
        minimality,
        complemented_columns(table, assignment.complemented),
        assignment,
    )


def measures_of(product: Product, table: MintermTable) -> tuple[int, int, int]:
    """Returns the number of sum terms, and the size of the largest component and degree of a product."""
    measures = complexity_of(product, len(table.rows))
    return measures.sum_terms, measures.component, measures.max_degree


@lru_cache(maxsize=KEPT)
def _measures(product: Product, table: MintermTable, variables: int) -> tuple[int, int, int]:
    """Returns `measures_of` for the product with wishes added. The signs of the wishes do not matter."""
    return measures_of(*_wished(product, table, variables, ()))


def reachable(cell: DifficultyCell, plain: bool, rng: random.Random) -> set[tuple[int, int, int]]:
    """Draws tables of a difficulty cell and returns the measures that their products have.

    See `measures_of`.

    Args:
        plain: whether plain conjunctions count.
    """
    result = set()
    for _ in range(_TABLES_MEASURED):
        table = draw_table(cell.slots, cell.minterms, rng)
        if not depends_on_all(table):
            continue
        product = minimize(table, rng.getrandbits(VARIANTS)).product
        if plain or any(len(term) > 1 for term in product.terms):
            result.add(measures_of(*_with_wishes(product, table, [frozenset()] * cell.all_slots, rng)))
    return result


def _draw_pair_and_wishes(
    slots: UsableSlots, usable: Sequence[str], shape: ProductShape, forms: _UsableForms, rng: random.Random
) -> tuple[str, ...] | None:
    """Draws a pair of slots for the conditions, then the wishes; None where no pair leaves enough of them."""
    cell = forms.spec.cell
    wishable = [slot for slot in usable if slots.may_be_wished(slot)]
    ranked = condition_pairs(usable, wishable, cell, forms.pool)
    if not ranked:
        return None
    [pairs] = rng.choices(ranked, _BY_RANK[: len(ranked)])
    pair = next(drawn_pairs(pairs, rng))
    wished = rng.sample([slot for slot in wishable if slot not in pair], cell.all_slots - PAIR)
    places = iter(rng.sample(pair, PAIR)), iter(wished)
    return tuple([next(places[variable not in shape.free]) for variable in range(cell.all_slots)])


def _has_primitives(shape: ProductShape, slots: Sequence[str], pool: CandidatePool) -> bool:
    """Returns whether each occurrence of a slot can have a primitive of its own."""
    return all(
        count == 1 or count <= pool.distinct(slot)
        for slot, count in zip(slots, _occurrences(shape), strict=False)
    )


@lru_cache(maxsize=KEPT)
def _occurrences(shape: ProductShape) -> Sequence[int]:
    """Returns how often each variable occurs in a product, counted up to `MOST_DISTINCT`."""
    variables = Counter(literal.variable for term in shape.product.terms for literal in term)
    return [min(variables[variable], MOST_DISTINCT) for variable in range(shape.table.variables)]


_SlottedShape: TypeAlias = tuple[ProductShape, tuple[str, ...]]
"""A shape, and the slots of its variables and of the wishes."""


@lru_cache(maxsize=KEPT)
def _sensible(product: Product, directions: tuple[frozenset[int], ...]) -> bool:
    """Returns whether each condition asks for something in return for what people want."""
    if all(slot_directions >= BOTH_WAYS for slot_directions in directions):
        return False
    literals = {literal for term in product.terms for literal in term}
    return not any(
        0 not in directions[literal.variable] and literal.negated() in literals for literal in literals
    )


def _with_wishes(
    product: Product, table: MintermTable, directions: Sequence[frozenset[int]], rng: random.Random
) -> tuple[Product, MintermTable]:
    """Returns the product and the table with a plain wish for each further slot, of a drawn sign: a column
    that is alike in every minterm.
    """
    wishes = range(table.variables, len(directions))
    if not wishes:
        return product, table
    affirmed = tuple([variable for variable in wishes if rng.random() < 0.5])
    return _wished(product, table, len(directions), affirmed)


@lru_cache(maxsize=KEPT)
def _wished(
    product: Product, table: MintermTable, variables: int, affirmed: tuple[int, ...]
) -> tuple[Product, MintermTable]:
    wishes = range(table.variables, variables)
    column = sum(1 << variable for variable in affirmed)
    terms = (*product.terms, *((Literal(variable, variable in affirmed),) for variable in wishes))
    return Product.of(terms), MintermTable(variables, tuple(row | column for row in table.rows))


def _minimality(minimality: str, cell: DifficultyCell) -> str:
    """Returns the minimality of a product with wishes.

    Wishes are prime and part of every equivalent product, so they change nothing up to `EXACT_SLOTS` slots.
    With more slots only irredundance is promised.
    """
    return minimality if cell.all_slots <= EXACT_SLOTS else "irredundant"
