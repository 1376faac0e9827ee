"""What stands in the specification of a figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cocoa_core.analysis.figures.figure import Figure


def rows_in(figure: Figure) -> list[dict[str, Any]]:
    return [row for rows in figure.spec["datasets"].values() for row in rows]


def parts_of(spec: Any) -> list[Mapping[str, Any]]:
    """All objects in a specification."""
    inner = spec.values() if isinstance(spec, Mapping) else spec if isinstance(spec, list) else ()
    parts = [part for one in inner for part in parts_of(one)]
    return [spec, *parts] if isinstance(spec, Mapping) else parts
