"""Aircraft types, and which one a carrier sends on a leg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .fact_tables import fact_rows

_NARROW_UP_TO_KM: Final = 4200  # beyond it a carrier that has the choice sends a wide body, mostly


@frozen
class AircraftType:
    """One type: `reach_km` is its longest leg, `burn_percent` its fuel for a seat, the A320 being 100."""

    name: str
    wide: bool
    reach_km: int
    burn_percent: int


def read_aircraft() -> Mapping[str, AircraftType]:
    """All types by name, in the order of `facts/aircraft.csv`."""
    return {
        row["name"]: AircraftType(
            name=row["name"],
            wide=row["body"] == "wide",
            reach_km=int(row["reach_km"]),
            burn_percent=int(row["burn_percent"]),
        )
        for row in fact_rows("aircraft")
    }


def choose_aircraft(
    types: Mapping[str, AircraftType], names: Sequence[str], km: int, draws: Draws
) -> AircraftType | None:
    """One of the named types that reach `km`: mostly narrow bodies near, wide ones far; or None."""
    able = [types[name] for name in names if types[name].reach_km >= km]
    if not able:
        return None
    wide_liked = km > _NARROW_UP_TO_KM or draws.chance(0.12)
    liked = [kind for kind in able if kind.wide == wide_liked]
    return draws.pick(liked or able)
