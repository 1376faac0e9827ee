"""Chooses which slots the variables of a product take, and which are wished for beside it.

Slots of one condition are traded against each other by people, as far as the domain says so: without that a
request would have conditions that nobody would say.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from enum import Enum, auto
from functools import lru_cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.generation.candidates import Candidate, CandidatePool
from cocoa_core.families.selection.generation.demands import BOTH_WAYS
from cocoa_core.logic import Product

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.structure import RequirementSpec

_HUB: Final = 1 / 3
"""A slot that people trade against at least this share of the usable slots is a hub: beside it, conditions
read well even about slots that people do not trade for it, such as "check-in before 2 PM if it costs more
than $200". The price is one in every domain.
"""
PAIR: Final = 2
"""The number of literals of a condition that is an implication."""
_MOST_ORDERS: Final = 8
"""The orders drawn until one leaves slots that are traded."""

_CACHE_SIZE: Final = 1 << 10
"""The number of cached lists of choices; an option set needs one for each right option and form."""
_POOLS_CACHED: Final = 256
"""The number of groups whose ranked pairs are cached: as many as `Groups` keeps."""

SlotPair: TypeAlias = tuple[str, str]


class PairRank(Enum):
    """How sensible conditions over a pair of slots are."""

    TURNED = auto()
    """People trade the slots, and each has tests in both directions (more is better, less is better). Slots
    without a direction, such as the airlines, do not count: with them, a third of the conditions of flights
    were about price and airlines.
    """
    TURNED_AGAINST_HUB = auto()
    """People do not trade the slots, but each has tests in both directions, and one of them is a hub."""
    TRADED = auto()
    """People trade the slots, but not both can be turned."""
    OTHER_TURNED = auto()
    """People do not trade the slots and none is a hub, but each has tests in both directions."""
    OTHER = auto()


_TURNED_FIRST: Final = (
    ((PairRank.TURNED,), (PairRank.TURNED_AGAINST_HUB,), (PairRank.TRADED,)),
    ((PairRank.OTHER_TURNED,), (PairRank.OTHER,)),
)
"""The order of the pairs of slots for two conditions; those of the second line only where the first has none.
"""
_TRADED_FIRST: Final = (
    ((PairRank.TURNED, PairRank.TRADED),),
    ((PairRank.TURNED_AGAINST_HUB, PairRank.OTHER_TURNED, PairRank.OTHER),),
)
"""The same for one condition, which need not be turned."""

TradedSlots: TypeAlias = Sequence[tuple[tuple[str, ...], frozenset[frozenset[str]], float]]
"""For each choice of slots for the free variables: the slots, the pairs that share a sum term, its weight."""

Free: TypeAlias = Mapping[int, Sequence[int]]
"""The variables that are no sum term of their own, each with those that it shares a sum term with."""


class SlotOrder(NamedTuple):
    """The order in which slots are taken."""

    slots: Sequence[str]
    """All slots that may be taken."""
    wishable: Sequence[str]
    """Those of them that can be wished for, in the same order."""


def draw_order(
    usable: Sequence[str],
    plainly: Set[str] | None,
    wishes: int,
    trades: frozenset[frozenset[str]],
    rng: random.Random,
) -> SlotOrder:
    """Draws the order of the slots.

    The first `wishes` of the wishable slots will be wished for. They leave two slots that are traded against
    each other, if any order drawn does.

    Args:
        plainly: the slots that can be wished for; None for all of them.
        trades: pairs of slots that people trade; empty where no condition needs a reason.
    """
    for _ in range(_MOST_ORDERS):
        order = rng.sample(usable, len(usable))
        wishable = order if plainly is None else [slot for slot in order if slot in plainly]
        unwished = set(order).difference(wishable[:wishes])
        if not trades or any(pair <= unwished for pair in trades):
            break
    return SlotOrder(order, wishable)


def draw_slots(
    order: SlotOrder,
    free: Free,
    spec: RequirementSpec,
    rng: random.Random,
    traded: TradedSlots = (),
    excluded: Set[str] = frozenset(),
) -> tuple[str, ...] | None:
    """Returns a slot for each variable of a product, then one for each wish.

    Wishes, and variables that are a sum term of their own, take the first of `wishable` whatever the table
    is: slots that people trade would otherwise never be plain wishes. The other variables take slots that are
    traded against a slot in the same sum term, or the slots of one of the choices `traded`. Returns None if
    too few slots can be wished for, or no choice of traded slots is left.

    Args:
        free: the variables that are no sum term of their own.
        spec: says how many variables and wishes there are, which slots people trade, and of which slots
            one has to be taken.
        traded: the choices for the free variables; empty: they are chosen one by one.
        excluded: slots that a choice of `traded` may not have.
    """
    wishable, trades, known = order.wishable, spec.feasible or spec.trades, spec.known
    plain = [variable for variable in range(spec.cell.all_slots) if variable not in free]
    if len(wishable) < len(plain):
        return None
    chosen = dict(zip(plain, wishable, strict=False))
    wished = set(chosen.values())
    if traded:
        choices = [slots for slots, _, _ in traded if wished.isdisjoint(slots) and excluded.isdisjoint(slots)]
        if not choices:
            return None
        chosen.update(zip(free, rng.choice(choices), strict=True))
    else:
        remaining = [slot for slot in order.slots if slot not in wished]
        if trades:
            _assign(chosen, free, remaining, trades, rng)
        else:
            chosen.update(zip(free, remaining, strict=False))
    if known and not set(known) & set(chosen.values()):
        variable = rng.randrange(len(chosen))
        able = [slot for slot in known if variable in free or slot in wishable]
        chosen[variable] = rng.choice(able or known)
    return tuple([chosen[variable] for variable in range(len(chosen))])


def all_traded(
    slots: Sequence[str], free: Free, trades: frozenset[frozenset[str]], together: frozenset[frozenset[str]]
) -> bool:
    """Returns whether the slots of each pair that shares a sum term are traded, as far as the domain names
    trades, and those that share one with the same slot can be asked for together.
    """
    if not trades:
        return True
    partners, none = _partners(trades), frozenset[str]()
    for variable, others in free.items():
        traded = partners.get(slots[variable], none)
        for neighbour in others:
            if slots[neighbour] not in traded:
                return False
        if len(others) > 1 and any(
            frozenset((slots[neighbour], slots[other])) not in together
            for neighbour, other in combinations(others, 2)
        ):
            return False
    return True


@lru_cache(maxsize=_CACHE_SIZE)
def traded_slots(
    edges: tuple[tuple[int, int], ...],
    usable: frozenset[str],
    trades: frozenset[frozenset[str]],
    together: frozenset[frozenset[str]],
) -> TradedSlots:
    """Returns all choices of slots for the free variables of a product with which `all_traded` is true.

    A choice has the weight with which it comes where one variable after the other takes any slot that is
    traded against those beside it.

    Args:
        edges: the pairs of free variables that share a sum term.
        trades: pairs of slots that people trade against each other.
        together: pairs of slots for which one sentence can ask.

    Returns:
        The slots of each choice, in the order of the variables, the pairs that share a sum term, and the
            weight of the choice; it may be empty.
    """
    variables = sorted({variable for edge in edges for variable in edge})
    neighbours_of: dict[int, list[int]] = {variable: [] for variable in variables}
    for first, second in edges:
        neighbours_of[first].append(second)
        neighbours_of[second].append(first)
    partners = {slot: others & usable for slot, others in _partners(trades).items() if slot in usable}
    listed: list[tuple[tuple[str, ...], frozenset[frozenset[str]], float]] = []

    def list_from(index: int, chosen: dict[int, str], weight: float) -> None:
        if index == len(variables):
            pairs = frozenset(frozenset((chosen[first], chosen[second])) for first, second in edges)
            listed.append((tuple(chosen.values()), pairs, weight))
            return
        variable = variables[index]
        neighbours = neighbours_of[variable]
        traded = [partners[chosen[neighbour]] for neighbour in neighbours if neighbour in chosen]
        siblings = {
            chosen[sibling]
            for neighbour in neighbours
            for sibling in neighbours_of[neighbour]
            if sibling in chosen
        }
        able = [
            slot
            for slot in sorted(traded[0].intersection(*traded[1:]) if traded else partners)
            if len(partners[slot]) >= len(neighbours)
            and slot not in chosen.values()
            and all(frozenset((slot, sibling)) in together for sibling in siblings)
        ]
        for slot in able:
            list_from(index + 1, {**chosen, variable: slot}, weight / len(able))

    list_from(0, {}, 1.0)
    return listed


@lru_cache(maxsize=_POOLS_CACHED)
def ranked_pairs(pool: CandidatePool) -> Mapping[PairRank, Sequence[SlotPair]]:
    """Returns the pairs of usable slots, each of which has two clearly different tests, by rank."""
    able = sorted([slot for slot in pool.usable() if _has_two(pool.candidates(slot))])
    trades = pool.domain.schema.trades
    partners = Counter(slot for pair in trades if pair.issubset(able) for slot in pair)
    turning = {slot for slot in able if pool.directions(slot).issuperset(BOTH_WAYS)}
    ranked: dict[PairRank, list[SlotPair]] = {rank: [] for rank in PairRank}
    for pair in combinations(able, 2):
        turned = turning.issuperset(pair)
        if frozenset(pair) in trades:
            rank = PairRank.TURNED if turned else PairRank.TRADED
        elif turned and max(partners[slot] for slot in pair) >= _HUB * len(able):
            rank = PairRank.TURNED_AGAINST_HUB
        else:
            rank = PairRank.OTHER_TURNED if turned else PairRank.OTHER
        ranked[rank].append(pair)
    return ranked


def _has_two(candidates: Sequence[Candidate]) -> bool:
    """Returns whether `CandidatePool.distinct` is at least 2, without counting further."""
    first = min(candidates, key=lambda candidate: candidate.numbers)
    return isinstance(first.test.args[0], bool) or any(
        candidate is not first and not candidate.near(first) for candidate in reversed(candidates)
    )


def condition_pairs(
    usable: Sequence[str], wishable: Sequence[str], cell: DifficultyCell, pool: CandidatePool
) -> Sequence[Sequence[SlotPair]]:
    """Returns the pairs of slots for conditions that speak of two slots only, the most sensible first.

    Args:
        usable: the slots that conditions may have.
        wishable: the slots of which enough have to be left as wishes.
        cell: the number of slots; with two minterms there are two conditions.
        pool: the candidates.

    Returns:
        Lists of pairs in the order of `_TURNED_FIRST`, none of them empty.
    """
    allowed, wished = {*usable}, {*wishable}
    most = len(wishable) - (cell.all_slots - PAIR)
    for levels in _TURNED_FIRST if cell.minterms == PAIR else _TRADED_FIRST:
        lists = [
            [
                pair
                for rank in ranks
                for pair in ranked_pairs(pool)[rank]
                if allowed.issuperset(pair) and len(wished.intersection(pair)) <= most
            ]
            for ranks in levels
        ]
        if any(lists):
            return [pairs for pairs in lists if pairs]
    return ()


def drawn_pairs(pairs: Sequence[SlotPair], rng: random.Random) -> Iterator[SlotPair]:
    """Yields all pairs in random order: a slot is drawn, then one of the pairs left that it is in."""
    partners: dict[str, list[str]] = {slot: [] for slot in sorted({slot for pair in pairs for slot in pair})}
    for first, second in pairs:
        partners[first].append(second)
        partners[second].append(first)
    slots = list(partners)
    while slots:
        slot = rng.choice(slots)
        partner = rng.choice(partners[slot])
        yield min((slot, partner), (partner, slot))
        for first, second in ((slot, partner), (partner, slot)):
            partners[first].remove(second)
            if not partners[first]:
                slots.remove(first)


def free_variables(product: Product) -> Free:
    """Returns the variables that are in no sum term of their own, each with its neighbours in other terms."""
    neighbours: dict[int, dict[int, None]] = {}
    for term in product.terms:
        for variable, neighbour in permutations([literal.variable for literal in term], 2):
            neighbours.setdefault(variable, {})[neighbour] = None
    single = {term[0].variable for term in product.terms if len(term) == 1}
    return {variable: list(neighbours[variable]) for variable in sorted(neighbours) if variable not in single}


def _assign(
    chosen: dict[int, str],
    free: Free,
    others: Sequence[str],
    trades: frozenset[frozenset[str]],
    rng: random.Random,
) -> None:
    """Chooses slots for the free variables, each traded against a slot beside it where possible."""
    remaining, partners = list(others), _partners(trades)
    none: frozenset[str] = frozenset()
    for variable, neighbours in free.items():
        partner_sets = [
            partners.get(chosen[neighbour], none) for neighbour in neighbours if neighbour in chosen
        ]
        if partner_sets:
            any_partner = partner_sets[0].union(*partner_sets[1:])
            able = [slot for slot in remaining if slot in any_partner]
        else:
            free_slots = frozenset(remaining)
            able = [slot for slot in remaining if not free_slots.isdisjoint(partners.get(slot, none))]
        taken = rng.choice(able or remaining)
        chosen[variable] = taken
        remaining.remove(taken)


@lru_cache(maxsize=64)
def _partners(trades: frozenset[frozenset[str]]) -> dict[str, frozenset[str]]:
    """Returns for each slot those that people trade it against."""
    partners: dict[str, set[str]] = {}
    for first, second in map(sorted, trades):
        partners.setdefault(first, set()).add(second)
        partners.setdefault(second, set()).add(first)
    return {slot: frozenset(others) for slot, others in partners.items()}
