"""The whole simulation: from a seed to the offers of the catalogue."""

from __future__ import annotations

from typing import Final

from ...simulating.draws import Draws
from .fact_tables import occupations
from .offers import Offer, draw_offer

SEED: Final = 2027
"""The seed of the catalogue that is shipped."""

OFFERS_EACH: Final = 60
"""Offers in an occupation."""


def simulate(seed: int = SEED) -> tuple[Offer, ...]:
    """The offers of the catalogue, occupation after occupation. The same seed gives the same offers."""
    return tuple(
        draw_offer(occupation, seed, Draws(seed, occupation.name, str(number)))
        for occupation in occupations()
        for number in range(OFFERS_EACH)
    )
