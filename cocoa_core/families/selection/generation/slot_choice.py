"""Which slots the variables of a product take, and those that are wished for beside it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, TypeAlias

from cocoa_core.logic import Product

__all__ = ["Free", "all_traded", "can_be_traded", "draw_orders", "draw_slots", "free_variables"]

_ORDERS: Final = 8
"""Orders drawn until one leaves slots that are traded."""

Free: TypeAlias = Mapping[int, Sequence[int]]
"""Variables that are no sum term of their own, in order, each with those that it shares a sum term with."""


def draw_orders(
    usable: Sequence[str],
    plainly: Set[str] | None,
    wishes: int,
    trades: frozenset[frozenset[str]],
    rng: random.Random,
) -> tuple[list[str], list[str]]:
    """The slots in random order, and those of them that can be wished for; the first of these, which will be,
    leave two that are traded against each other, if any do.

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
    together: frozenset[frozenset[str]],
    rng: random.Random,
    *,
    reasoned: bool,
) -> tuple[str, ...] | None:
    """A slot for each variable of a product, then one for each wish; None where too few can be wished for.

    Wishes and variables that are a sum term of their own take the first of `wishable`, whatever the table:
    what people trade would else never be wished for plainly. The others take slots that are traded against
    one with which they share a sum term; if `reasoned`, against all of them where it can be, and two beside
    one variable can be asked for together.
    """
    plain = [variable for variable in range(number) if variable not in free]
    if len(wishable) < len(plain):
        return None
    chosen = dict(zip(plain, wishable, strict=False))
    wished = set(chosen.values())
    rest = [slot for slot in order if slot not in wished]
    if trades:
        _assign(chosen, free, rest, trades, together if reasoned else None, rng)
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
    """Whether the slots of each pair that shares a sum term are traded, as far as the domain says, and those
    that share one with the same can be asked for together."""
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


def can_be_traded(
    slots: Sequence[str],
    free: Free,
    usable: Sequence[str],
    trades: frozenset[frozenset[str]],
    together: frozenset[frozenset[str]],
) -> bool:
    """Whether other slots for the free variables would make `all_traded` true, the rest keeping theirs."""
    partners = _partners(trades)
    kept = {slot for variable, slot in enumerate(slots) if variable not in free}
    left = frozenset(partners).intersection(usable) - kept
    variables = list(free)

    def fits(index: int, chosen: dict[int, str]) -> bool:
        if index == len(variables):
            return all(
                frozenset((chosen[first], chosen[second])) in together
                for others in free.values()
                for first, second in combinations(others, 2)
            )
        variable = variables[index]
        able = left.difference(chosen.values())
        for neighbour in free[variable]:
            if neighbour in chosen:
                able &= partners[chosen[neighbour]]
        return any(fits(index + 1, {**chosen, variable: slot}) for slot in able)

    return fits(0, {})


def free_variables(product: Product) -> Free:
    """Variables that are in no sum term of their own, each with its neighbours in other terms."""
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
    together: frozenset[frozenset[str]] | None,
    rng: random.Random,
) -> None:
    """Choose other slots for the free variables: where it can, each traded against a slot beside it.

    together: None where no condition needs a reason.
    """
    left, partners = list(others), _partners(trades)
    reasoned = together is not None
    none: frozenset[str] = frozenset()
    for variable, neighbours in free.items():
        beside = [partners.get(chosen[neighbour], none) for neighbour in neighbours if neighbour in chosen]
        if beside:
            able: list[str] = []
            if reasoned:
                all_partners = beside[0].intersection(*beside[1:])
                able = [slot for slot in left if slot in all_partners]
            if not able:
                any_partner = beside[0].union(*beside[1:])
                able = [slot for slot in left if slot in any_partner]
            if together is not None:
                for sibling in [
                    sibling for neighbour in neighbours for sibling in free[neighbour] if sibling in chosen
                ]:
                    able = [slot for slot in able if frozenset((slot, chosen[sibling])) in together] or able
        else:
            free_slots = frozenset(left)
            needed = len(neighbours) if reasoned else 1
            if needed == 1:
                able = [slot for slot in left if not free_slots.isdisjoint(partners.get(slot, none))]
            else:
                able = [slot for slot in left if len(partners.get(slot, none) & free_slots) >= needed]
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
