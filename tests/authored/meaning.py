"""What tests mean, worked out anew from the format's table: an oracle for axioms and questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .slots import MadeSlot


def argument(slot: MadeSlot, over: str | None, said: Any) -> Any:
    """The typed argument that an author or a record writes: a word, a truth, a number of the slot's unit."""
    if over == "count":
        return int(said)
    if slot.scale is not None:
        return slot.scale.read(said)
    return {"yes": True, "no": False}.get(said, said) if slot.kind == "boolean" else said


def truth(slot: MadeSlot, over: str | None, op: str, args: Sequence[Any], value: Any) -> bool | None:
    """Whether a test with typed arguments holds for a typed value; None where it is undefined."""
    if value is None or (slot.kind == "clock" and value < 0):
        return None
    if slot.kind in ("category", "boolean"):
        return value in args
    if slot.kind == "set" and over is None:
        met = set(value) & set(args)
        found = {"any": bool(met), "none": not met, "only": met == set(value), "all": met == set(args)}
        return None if op == "only" and not value else found[op]
    if over == "count":
        return _compare(op, len(value), args)
    if slot.kind != "list":
        return _compare(op, value, args)
    if not value:
        return None
    if over == "total":
        return _compare(op, sum(value), args)
    return {"each": all, "any": any}[str(over)](_compare(op, item, args) for item in value)


def _compare(op: str, value: int, args: Sequence[int]) -> bool | None:
    if op == "between" and value in args:
        return None
    low, high = args[0], args[-1]
    return {
        "less": value < low,
        "at_most": value <= low,
        "more": value > low,
        "at_least": value >= low,
        "between": low < value < high,
        "within": low <= value <= high,
        "is": value == low,
        "one_of": value in args,
    }[op]


def measured(slot: MadeSlot, over: str | None, value: Any) -> int | None:
    """The number that an axiom compares; None where it is undefined."""
    if value is None or (slot.kind == "clock" and value < 0):
        return None
    if over == "count":
        return len(value)
    if over == "total":
        return sum(value) if value else None
    return int(value)
