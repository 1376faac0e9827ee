"""Random axioms over random slots, and the options that keep them: checked here by plain arithmetic."""

from __future__ import annotations

import random
from typing import Any, Final

from .rules import some_test
from .slots import Cell, MadeSlot

__all__ = ["keeps", "made_axioms", "measure_of", "truth_of"]

_TRIED: Final = 4
_LEAST_KEPT: Final = 0.6


def made_axioms(
    made: list[MadeSlot], rows: list[dict[str, Cell]], rng: random.Random
) -> tuple[list[dict[str, Any]], list[dict[str, Cell]]]:
    """Up to four axioms, and the rows that keep all of them: most of those given, at least one."""
    axioms: list[dict[str, Any]] = []
    for _ in range(rng.randint(0, _TRIED)):
        axiom = _never(made, rng) if rng.random() < 0.6 else _relation(made, rng)
        if axiom is None:
            continue
        kept = [row for row in rows if keeps(axiom, made, row)]
        if kept and len(kept) >= _LEAST_KEPT * len(rows):
            axioms.append(axiom)
            rows = kept
    return axioms, rows


def keeps(axiom: dict[str, Any], made: list[MadeSlot], row: dict[str, Cell]) -> bool:
    """Whether an option keeps an axiom; what is undefined breaks nothing."""
    slots = {slot.name: slot for slot in made}
    ((relation, parts),) = axiom.items()
    if relation == "never":
        return not all(truth_of(slots[part["slot"]], part, row[part["slot"]][1]) is True for part in parts)
    found = [measure_of(slots, part, row) for part in parts]
    defined = [number for number in found if number is not None]
    if relation == "equal":
        return len(set(defined)) < 2
    return len(defined) < len(found) or defined[0] <= defined[1]


def measure_of(slots: dict[str, MadeSlot], part: Any, row: dict[str, Cell]) -> int | None:
    """The number of a measure: a slot, or `{count: slot}` or `{total: slot}`."""
    over, name = (None, part) if isinstance(part, str) else next(iter(part.items()))
    value = row[name][1]
    if value is None or over is None:
        return None if slots[name].kind == "clock" and value is not None and value < 0 else value
    if over == "count":
        return len(value)
    return sum(value) if value else None


def truth_of(slot: MadeSlot, test: dict[str, Any], value: Any) -> bool | None:
    """Whether a test of `never` holds for a value, from the words of the format's table of tests."""
    over = test.get("over")
    ((op, said),) = ((key, one) for key, one in test.items() if key not in ("slot", "over"))
    if value is None or (slot.kind == "clock" and value < 0):
        return None
    if slot.kind in ("category", "boolean"):
        return value in said if op == "one_of" else value == said
    if slot.kind == "set" and over is None:
        if op == "only" and not value:
            return None
        met = set(value) & set(said)
        return {"any": bool(met), "none": not met, "only": met == set(value), "all": met == set(said)}[op]
    args = [_number(slot, one, over) for one in (said if isinstance(said, list) else [said])]
    if over == "count":
        return _compare(op, len(value), args)
    if slot.kind != "list":
        return _compare(op, value, args)
    if not value:
        return None
    if over == "total":
        return _compare(op, sum(value), args)
    return {"each": all, "any": any}[str(over)](_compare(op, item, args) for item in value)


def _compare(op: str, value: int, args: list[int]) -> bool | None:
    if op == "between":
        return None if value in args else args[0] < value < args[1]
    if op == "within":
        return args[0] <= value <= args[1]
    if op in ("is", "one_of"):
        return value in args
    return {"less": value < args[0], "at_most": value <= args[0], "more": value > args[0]}.get(
        op, value >= args[0]
    )


def _number(slot: MadeSlot, said: Any, over: str | None) -> int:
    """The whole number that an argument stands for, by asking which number is written so."""
    if over == "count" or slot.scale is None:
        return int(said)
    return slot.scale.read(said)


def _never(made: list[MadeSlot], rng: random.Random) -> dict[str, Any]:
    chosen = rng.choices(made, k=rng.choice((2, 2, 3)))
    return {"never": [some_test(slot, rng) for slot in chosen]}


def _relation(made: list[MadeSlot], rng: random.Random) -> dict[str, Any] | None:
    measures: dict[str, list[Any]] = {}
    for slot in made:
        if slot.kind in ("set", "list"):
            measures.setdefault("count", []).append({"count": slot.name})
        if slot.kind == "list" or slot.scale is not None:
            measures.setdefault(_unit(slot), []).append({"total": slot.name} if slot.kind == "list" else slot.name)
    fitting = [parts for parts in measures.values() if len(parts) > 1]
    if not fitting:
        return None
    parts = rng.choice(fitting)
    if rng.random() < 0.5:
        return {"at_most": rng.sample(parts, 2)}
    return {"equal": rng.sample(parts, rng.randint(2, min(len(parts), 10)))}


def _unit(slot: MadeSlot) -> str:
    settings = slot.settings.get("items", slot.settings)
    if settings["kind"] != "quantity":
        return str(settings["kind"])
    unit = settings.get("unit", "count")
    if unit == "count":
        return "count"
    return f"{unit} {settings.get('currency', 'USD') if unit == 'money' else settings.get('decimals', 0)}"
