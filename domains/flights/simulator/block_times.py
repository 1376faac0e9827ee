"""Block times: from leaving the gate to reaching the next one."""

from __future__ import annotations

from typing import Final

from .airports import Airport
from .geometry import eastward_share, great_circle_km, middle_latitude

_GROUND_MINUTES: Final = 45  # taxiing out and in, climbing out, waiting to land
_CRUISE_KMH: Final = 870
_JET_STREAM_KMH: Final = 70
_MARK: Final = 5


def _jet_stream_share(latitude: float) -> float:
    """How strong the westerlies are at a latitude: full from 28 to 62 degrees, fading towards 12 and 80."""
    away = abs(latitude)
    if away < 28:
        return max(0.0, (away - 12) / 16)
    if away > 62:
        return max(0.0, (80 - away) / 18)
    return 1.0


def block_minutes(start: Airport, end: Airport) -> int:
    """Minutes from gate to gate, a multiple of five; flying east is faster where the jet stream blows."""
    wind = _JET_STREAM_KMH * _jet_stream_share(middle_latitude(start, end)) * eastward_share(start, end)
    minutes = _GROUND_MINUTES + 60 * great_circle_km(start, end) / (_CRUISE_KMH + wind)
    return _MARK * round(minutes / _MARK)
