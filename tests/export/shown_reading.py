"""A small reader of what options show and of literals, for the tests: it shares no code with cocoa."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from ruamel.yaml import YAML

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


def unclear_of(schema: str) -> dict[str, list[list[dict[str, Any]]]]:
    """The literals of each `where` in the text of a schema, by slot: where all of a list hold, tests of the
    slot are undefined. KeyError for an item with a rival, which no schema read here has."""
    by_slot: dict[str, list[list[dict[str, Any]]]] = {}
    for item in YAML(typ="safe").load(schema).get("unclear", ()):
        by_slot.setdefault(item["slot"], []).append([_literal(**test) for test in item["where"]])
    return by_slot


def _literal(slot: str, over: str | None = None, **test: Any) -> dict[str, Any]:
    ((name, given),) = test.items()
    values = [str(value) for value in (given if isinstance(given, list) else [given])]
    return {"slot": slot, "over": over, "test": name, "values": values, "positive": True}


def truth(
    literal: Mapping[str, Any],
    shown: Mapping[str, str],
    unclear: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]],
) -> bool | None:
    """Whether the literal holds of an option; None where that is not defined.

    Args:
        shown: what the option shows, by slot.
        unclear: as `unclear_of` gives it.
    """
    if any(all(_plain_truth(test, shown) for test in where) for where in unclear.get(literal["slot"], ())):
        return None
    return _plain_truth(literal, shown)


def _plain_truth(literal: Mapping[str, Any], shown: Mapping[str, str]) -> bool | None:
    text = shown[literal["slot"]]
    holds = None if text == "not given" else _truth(literal, text)
    return None if holds is None else holds == literal["positive"]


def _truth(literal: Mapping[str, Any], shown: str) -> bool | None:
    test, over, given = literal["test"], literal["over"], literal["values"]
    items = [] if shown == "none" else shown.split("; ")
    if test in ("any", "all", "only"):
        named = [item in given for item in items]
        if test == "only":
            return all(named) if items else None
        return any(named) if test == "any" else set(given) <= set(items)
    if test in ("is", "one_of"):
        return shown in given
    than = [_number(one) for one in given]
    if over is None:
        (value,) = (_number(item) for item in items)
        of_the_day_before = value < 0 and _TIME.fullmatch(shown) is not None
        undefined = of_the_day_before or (test == "between" and value in than)
        return None if undefined else _COMPARED[test](value, than)
    if over == "count":
        return _COMPARED[test](len(items), than)
    values = [_number(item) for item in items]
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
