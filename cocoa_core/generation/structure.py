"""The shape of a requirement before it is grounded: slots, a minterm table, its product of sums."""

from __future__ import annotations

import random
from collections.abc import Sequence

from attrs import frozen
from cocoa_core.logic.minimize import minimize

from cocoa_core.generation.settings import Setting
from cocoa_core.generation.tally import Tally
from cocoa_core.logic.minterms import draw_table
from cocoa_core.logic.product import Product

__all__ = ["Structure", "draw_structure"]


@frozen
class Structure:
    """slots: names by variable; product: over those variables; minimality: as `minimize` reports it."""

    slots: tuple[str, ...]
    product: Product
    minimality: str
    minterms: int


def draw_structure(
    usable: Sequence[str], setting: Setting, rng: random.Random, plain: bool, tally: Tally
) -> Structure | None:
    """One draw; None (counted) where a slot does not occur or the product is a plain conjunction."""
    slots = rng.sample(usable, setting.slots)
    table = draw_table(setting.slots, setting.minterms, rng)
    minimized = minimize(table, rng.getrandbits(32))
    product = minimized.product
    if len(product.variables) < setting.slots:
        tally.count("slot does not occur")
        return None
    if not plain and all(len(term) == 1 for term in product.terms):
        tally.count("plain conjunction")
        return None
    return Structure(tuple(slots), product, minimized.minimality, setting.minterms)
