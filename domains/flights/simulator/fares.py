"""Fares in whole dollars."""

from __future__ import annotations

import math
from datetime import date
from typing import Final

from ...simulating.draws import Draws
from .journeys import Journey, is_domestic
from .network import Network

_MONTHS: Final = (0.88, 0.86, 0.96, 1.0, 1.0, 1.14, 1.24, 1.18, 0.96, 0.94, 0.93, 1.2)
_WEEKDAYS: Final = (1.0, 0.93, 0.94, 1.0, 1.09, 1.0, 1.07)
_STOPS: Final = (1.17, 1.0, 0.9, 0.83)
_CABINS_NEAR: Final = {"economy": 1.0, "business": 2.0, "first": 2.5}
_CABINS_FAR: Final = {"economy": 1.0, "business": 4.0, "first": 7.0}
_FAR_KM: Final = 7000
_FIRST_AT_HOME: Final = 2.4
_NOISE: Final = 0.14
_LEAST_SHARE: Final = 0.72
_MOST_SHARE: Final = 1.9
"""A fare against the usual one for its distance and cabin."""


def _distance_fare(km: int) -> float:
    """The usual economy fare one way; the further, the cheaper each kilometre."""
    return 42 + 0.37 * math.pow(km, 0.81)


def _cabin_factor(cabin: str, km: int) -> float:
    far = min(1.0, km / _FAR_KM)
    return _CABINS_NEAR[cabin] * (1 - far) + _CABINS_FAR[cabin] * far


def _haste_factor(days: int) -> float:
    """Booking late costs more: nothing from five weeks on, up to 45 percent a day ahead."""
    return 1 + 0.45 * max(0.0, (35 - days) / 35)


def _hour_factor(departs: int) -> float:
    """Flights in the small hours are cheaper, those at breakfast and after work dearer."""
    if departs < 5 * 60:
        return 0.92
    return 1.04 if departs // 60 in (7, 8, 9, 17, 18) else 1.0


def draw_fare(network: Network, journey: Journey, cabin: str, booked_on: date, draws: Draws) -> int:
    """The fare in whole dollars.

    It depends on the distance between origin and destination, the cabin, the number of stops, the
    month and weekday of departure, how late one books, the hour, the carrier of the longest flight,
    long layovers, and chance; none of it makes the fare less than two thirds of the usual one.
    """
    km = network.kilometres[journey.flights[0].origin, journey.flights[-1].destination]
    at_home = cabin == "first" and is_domestic(network, journey.longest)
    usual = _distance_fare(km) * (_FIRST_AT_HOME if at_home else _cabin_factor(cabin, km))
    share = _STOPS[len(journey.layovers)] * _MONTHS[journey.date.month - 1]
    share *= _WEEKDAYS[journey.date.weekday()] * _hour_factor(journey.flights[0].departs)
    share *= _haste_factor((journey.date - booked_on).days)
    share *= network.carriers[journey.longest.carrier].fare_percent / 100
    share *= 0.95 ** sum(minutes > 240 for minutes in journey.layovers)
    share = min(_MOST_SHARE, max(_LEAST_SHARE, share))
    return round(usual * share * (1 + draws.bell(_NOISE / 2)))
