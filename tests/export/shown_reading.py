"""A small reader of what options show and of literals, for the tests: it shares no code with cocoa."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

__all__ = ["DENIED", "labels_of", "truth"]

_TIME = re.compile(r"(\d+):(\d\d)(?: ([AP])M)?(?: \(([+-]\d) days?\))?")
_DURATION = re.compile(r"(?:(\d+) ?hr?)? ?(?:(\d+) ?m(?:in)?)?")
_NUMBER = re.compile(r"([+-]?)\$?([\d,]+(?:\.\d+)?)(?:/10|%| km| kg| square meters)?")
_COMPARED: Mapping[str, Callable[[float, Sequence[float]], bool]] = {
    "less": lambda value, than: value < than[0],
    "at_most": lambda value, than: value <= than[0],
    "more": lambda value, than: value > than[0],
    "at_least": lambda value, than: value >= than[0],
    "within": lambda value, than: than[0] <= value <= than[1],
    "between": lambda value, than: than[0] < value < than[1],
}
DENIED = {"less": "at_least", "at_least": "less", "at_most": "more", "more": "at_most", "any": "none"}
"""The test that a denied test comes to, where there is one."""


def labels_of(schema: str) -> dict[str, str]:
    """The labels of the slots, out of the text of a schema."""
    slots = schema.split("\nslots:\n")[1]
    return dict(re.findall(r"^  (\w+):\n(?:    .*\n)*?    label: (.*)$", slots, re.MULTILINE))


def truth(literal: Mapping[str, Any], shown: str) -> bool | None:
    """Whether the literal holds of an option that shows this; None where that is not defined."""
    found = None if shown == "not given" else _truth(literal, shown)
    return None if found is None else found == literal["positive"]


def _truth(literal: Mapping[str, Any], shown: str) -> bool | None:
    test, over, given = literal["test"], literal["over"], literal["values"]
    items = [] if shown == "none" else shown.split("; ")
    if test in ("any", "all", "only"):
        named = [one in given for one in items]
        if test == "only":
            return all(named) if items else None
        return any(named) if test == "any" else set(given) <= set(items)
    if test in ("is", "one_of"):
        return shown in given
    than = [_number(one) for one in given]
    if over is None:
        (value,) = (_number(one) for one in items)
        return None if test == "between" and value in than else _COMPARED[test](value, than)
    if over == "count":
        return _COMPARED[test](len(items), than)
    values = [_number(one) for one in items]
    if not values:
        return None
    if over == "total":
        return _COMPARED[test](sum(values), than)
    each = [_COMPARED[test](value, than) for value in values]
    return all(each) if over == "each" else any(each)


def _number(text: str) -> float:
    """Minutes, days or plain numbers."""
    if found := _TIME.fullmatch(text):
        hour, minute, half, days = found.groups()
        return (
            (int(hour) % 12 + 12 * (half == "P") if half else int(hour)) * 60
            + int(minute)
            + 1440 * int(days or 0)
        )
    if found := _NUMBER.fullmatch(text):
        return float(found[1] + found[2].replace(",", ""))
    if found := _DURATION.fullmatch(text):
        return int(found[1] or 0) * 60 + int(found[2] or 0)
    form = "%Y-%m-%d" if text[:4].isdigit() else "%b %d, %Y"
    return datetime.strptime(text, form).toordinal()
