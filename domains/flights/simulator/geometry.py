"""Distances and bearings on the sphere."""

from __future__ import annotations

import math
from typing import Final

from .airports import Airport

_EARTH_RADIUS_KM: Final = 6371.0088  # mean radius of the WGS 84 ellipsoid, IUGG


def great_circle_km(start: Airport, end: Airport) -> int:
    """Great-circle distance in whole kilometres (haversine formula)."""
    lat1, lat2 = math.radians(start.latitude), math.radians(end.latitude)
    half_lat = (lat2 - lat1) / 2
    half_lon = math.radians(end.longitude - start.longitude) / 2
    chord = math.sin(half_lat) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin(half_lon) ** 2
    return round(2 * _EARTH_RADIUS_KM * math.asin(min(1.0, math.sqrt(chord))))


def _vector(port: Airport) -> tuple[float, float, float]:
    lat, lon = math.radians(port.latitude), math.radians(port.longitude)
    return math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)


def _middle(start: Airport, end: Airport) -> tuple[float, float]:
    """Latitude and longitude, in radians, of the middle of the great circle between two airports."""
    x, y, z = (a + b for a, b in zip(_vector(start), _vector(end), strict=True))
    return math.atan2(z, math.hypot(x, y)), math.atan2(y, x)


def middle_latitude(start: Airport, end: Airport) -> float:
    """Latitude of the middle of the way, in degrees."""
    return math.degrees(_middle(start, end)[0])


def eastward_share(start: Airport, end: Airport) -> float:
    """How far the course at the middle of the way points east: 1 due east, 0 north or south, -1 due west."""
    lat1, lon1 = _middle(start, end)
    lat2, lon2 = math.radians(end.latitude), math.radians(end.longitude)
    east = math.sin(lon2 - lon1) * math.cos(lat2)
    north = math.cos(lat1) * math.sin(lat2) - math.sin(lat1) * math.cos(lat2) * math.cos(lon2 - lon1)
    length = math.hypot(east, north)
    return east / length if length else 0.0
