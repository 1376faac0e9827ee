"""The shape of a requirement before it is grounded: slots, a minterm table, its product of sums."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.generation.settings import Setting
from cocoa_core.generation.tally import Tally
from cocoa_core.logic.minimize import minimize
from cocoa_core.logic.minterms import MintermTable, draw_table
from cocoa_core.logic.product import Product

__all__ = ["Structure", "draw_structure"]

_TABLES: Final = 200


@frozen
class Structure:
    """slots: names by variable; product: equal to the table; minimality: as `minimize` reports it."""

    slots: tuple[str, ...]
    product: Product
    minimality: str
    table: MintermTable


def draw_structure(
    usable: Sequence[str],
    setting: Setting,
    rng: random.Random,
    plain: bool,
    tally: Tally,
    one_of: Sequence[str] = (),
) -> Structure | None:
    """Slots and a table in whose product every slot occurs, and some sum term has two literals.

    one_of: where there are any, one of these usable slots is among the slots.
    Draws that are otherwise are counted; None after _TABLES of them.
    """
    slots = rng.sample(usable, setting.slots)
    if one_of and not set(one_of) & set(slots):
        slots[rng.randrange(setting.slots)] = rng.choice(one_of)
    for _ in range(_TABLES):
        table = draw_table(setting.slots, setting.minterms, rng)
        if not _depends_on_all(table):
            tally.count("slot does not occur")
            continue
        minimized = minimize(table, rng.getrandbits(32))
        product = minimized.product
        if not plain and all(len(term) == 1 for term in product.terms):
            tally.count("plain conjunction")
        else:
            return Structure(tuple(slots), product, minimized.minimality, table)
    return None


def _depends_on_all(table: MintermTable) -> bool:
    """Whether every variable matters to the function: a prime implicate speaks of no other variables."""
    rows = set(table.rows)
    first = table.rows[0]
    return not any(
        first ^ 1 << variable in rows and rows.issuperset([row ^ 1 << variable for row in rows])
        for variable in range(table.variables)
    )
