"""Which slots the variables of a product take, and those that are wished for beside it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, TypeAlias

from cocoa_core.logic import Product

__all__ = [
    "Free",
    "TradedSlots",
    "all_traded",
    "draw_orders",
    "draw_slots",
    "free_variables",
    "traded_slots",
]

_ORDERS: Final = 8
"""Orders drawn until one leaves slots that are traded."""

_KEPT: Final = 1 << 10
"""Lists of choices that are kept: of a set of options there are as many as right options and forms."""

TradedSlots: TypeAlias = Sequence[tuple[tuple[str, ...], frozenset[frozenset[str]], float]]
"""Choices of slots for the free variables, the pairs of each that share a sum term, how often each comes."""

Free: TypeAlias = Mapping[int, Sequence[int]]
"""Variables that are no sum term of their own, in order, each with those that it shares a sum term with."""


def draw_orders(
    usable: Sequence[str],
    plainly: Set[str] | None,
    wishes: int,
    trades: frozenset[frozenset[str]],
    rng: random.Random,
) -> tuple[list[str], list[str]]:
    """Returns the slots in random order, and those of them that can be wished for; the first of these, which
    will be, leave two that are traded against each other, if any do.

    Args:
        trades: none where no condition needs a reason.
    """
    for _ in range(_ORDERS):
        order = rng.sample(usable, len(usable))
        wishable = order if plainly is None else [slot for slot in order if slot in plainly]
        left = set(order).difference(wishable[:wishes])
        if not trades or any(pair <= left for pair in trades):
            break
    return order, wishable


def draw_slots(
    order: Sequence[str],
    wishable: Sequence[str],
    free: Free,
    number: int,
    trades: frozenset[frozenset[str]],
    known: Sequence[str],
    rng: random.Random,
    traded: TradedSlots = (),
    excluded: Set[str] = frozenset(),
) -> tuple[str, ...] | None:
    """Returns a slot for each variable of a product, then one for each wish; None where too few can be wished
    for.

    Wishes and variables that are a sum term of their own take the first of `wishable`, whatever the table:
    what people trade would else never be wished for plainly. The others take slots that are traded against
    one with which they share a sum term, or those of one of the choices `traded` without excluded slots.
    """
    plain = [variable for variable in range(number) if variable not in free]
    if len(wishable) < len(plain):
        return None
    chosen = dict(zip(plain, wishable, strict=False))
    wished = set(chosen.values())
    if traded:
        left = [slots for slots, _, _ in traded if wished.isdisjoint(slots) and excluded.isdisjoint(slots)]
        if not left:
            return None
        chosen.update(zip(free, rng.choice(left), strict=True))
    else:
        rest = [slot for slot in order if slot not in wished]
        if trades:
            _assign(chosen, free, rest, trades, rng)
        else:
            chosen.update(zip(free, rest, strict=False))
    if known and not set(known) & set(chosen.values()):
        variable = rng.randrange(len(chosen))
        able = [slot for slot in known if variable in free or slot in wishable]
        chosen[variable] = rng.choice(able or known)
    return tuple([chosen[variable] for variable in range(len(chosen))])


def all_traded(
    slots: Sequence[str], free: Free, trades: frozenset[frozenset[str]], together: frozenset[frozenset[str]]
) -> bool:
    """Returns whether the slots of each pair that shares a sum term are traded, as far as the domain says,
    and those that share one with the same can be asked for together.
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


@lru_cache(maxsize=_KEPT)
def traded_slots(
    edges: tuple[tuple[int, int], ...],
    usable: frozenset[str],
    trades: frozenset[frozenset[str]],
    together: frozenset[frozenset[str]],
) -> TradedSlots:
    """All slots for the free variables of a product with which `all_traded` is true.

    A choice has the weight with which it comes where one variable after the other takes any slot that is
    traded against those beside it.

    Args:
        edges: the pairs of free variables that share a sum term.
        usable: the slots to choose from.
        trades: pairs of slots that people trade against each other.
        together: pairs of slots for which one sentence can ask.

    Returns:
        The slots of each choice, in the order of the variables, the pairs that share a
        sum term, and the weight of the choice; maybe none.
    """
    variables = sorted({variable for edge in edges for variable in edge})
    beside: dict[int, list[int]] = {variable: [] for variable in variables}
    for first, second in edges:
        beside[first].append(second)
        beside[second].append(first)
    partners = {slot: others & usable for slot, others in _partners(trades).items() if slot in usable}
    listed: list[tuple[tuple[str, ...], frozenset[frozenset[str]], float]] = []

    def list_from(index: int, chosen: dict[int, str], weight: float) -> None:
        if index == len(variables):
            pairs = frozenset(frozenset((chosen[first], chosen[second])) for first, second in edges)
            listed.append((tuple(chosen.values()), pairs, weight))
            return
        variable = variables[index]
        neighbours = beside[variable]
        traded = [partners[chosen[neighbour]] for neighbour in neighbours if neighbour in chosen]
        siblings = {
            chosen[sibling] for neighbour in neighbours for sibling in beside[neighbour] if sibling in chosen
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


def free_variables(product: Product) -> Free:
    """Returns variables that are in no sum term of their own, each with its neighbours in other terms."""
    beside: dict[int, dict[int, None]] = {}
    for term in product.terms:
        for variable, neighbour in permutations([literal.variable for literal in term], 2):
            beside.setdefault(variable, {})[neighbour] = None
    single = {term[0].variable for term in product.terms if len(term) == 1}
    return {variable: list(beside[variable]) for variable in sorted(beside) if variable not in single}


def _assign(
    chosen: dict[int, str],
    free: Free,
    others: Sequence[str],
    trades: frozenset[frozenset[str]],
    rng: random.Random,
) -> None:
    """Choose other slots for the free variables: where it can, each traded against a slot beside it."""
    left, partners = list(others), _partners(trades)
    none: frozenset[str] = frozenset()
    for variable, neighbours in free.items():
        beside = [partners.get(chosen[neighbour], none) for neighbour in neighbours if neighbour in chosen]
        if beside:
            any_partner = beside[0].union(*beside[1:])
            able = [slot for slot in left if slot in any_partner]
        else:
            free_slots = frozenset(left)
            able = [slot for slot in left if not free_slots.isdisjoint(partners.get(slot, none))]
        taken = rng.choice(able or left)
        chosen[variable] = taken
        left.remove(taken)


@lru_cache(maxsize=64)
def _partners(trades: frozenset[frozenset[str]]) -> dict[str, frozenset[str]]:
    """By slot those that people trade it against."""
    partners: dict[str, set[str]] = {}
    for first, second in map(sorted, trades):
        partners.setdefault(first, set()).add(second)
        partners.setdefault(second, set()).add(first)
    return {slot: frozenset(others) for slot, others in partners.items()}
