"""What comes with a seat: attributes that are shown and that no rule constrains."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .journeys import Journey
from .timetable import Timetable

_WIDE_LEGROOM: Final = {"business": (60, 78), "first": (78, 86)}
_NARROW_LEGROOM: Final = {"business": (36, 40), "first": (38, 43)}


@frozen
class Features:
    """Of the longest flight: aircraft, legroom in inches, Wi-Fi and sockets, and its share on time.

    wifi:    `free`, `for a fee` or `none`
    power:   whether there are sockets at the seat
    bags:    checked bags in the fare
    punctual_percent: None where it is not known
    """

    aircraft: str
    legroom_in: int
    wifi: str
    power: bool
    bags: int
    punctual_percent: int | None


def _wifi(offer: str, cabin: str, draws: Draws) -> str:
    if offer == "none" or draws.chance(0.08):
        return "none"
    return "free" if offer == "free" or cabin == "first" else "for a fee"


def _bags(cabin: str, km: int, draws: Draws) -> int:
    if cabin == "economy":
        return draws.whole(0, 1) + (1 if km > 7000 and draws.chance(0.5) else 0)
    return 2 if cabin == "business" else draws.whole(2, 3)


def _legroom(pitch: int, wide: bool, cabin: str, draws: Draws) -> int:
    if cabin == "economy":
        return pitch + draws.whole(-1, 1)
    return draws.whole(*(_WIDE_LEGROOM if wide else _NARROW_LEGROOM)[cabin])


def draw_features(timetable: Timetable, journey: Journey, cabin: str, draws: Draws) -> Features:
    """The attributes of a journey's longest flight in a cabin; only the bags differ from ticket to ticket."""
    flight = journey.longest
    carrier = timetable.network.carriers[flight.carrier]
    fitted = Draws(timetable.seed, "fittings", carrier.code, flight.aircraft.name, cabin)
    return Features(
        aircraft=flight.aircraft.name,
        legroom_in=_legroom(carrier.pitch_in, flight.aircraft.wide, cabin, fitted),
        wifi=_wifi(carrier.wifi, cabin, fitted),
        power=flight.aircraft.wide or cabin != "economy" or fitted.chance(0.6),
        bags=_bags(cabin, flight.kilometres, draws),
        punctual_percent=flight.punctual_percent,
    )
