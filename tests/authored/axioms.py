"""Random axioms over random slots, and the options that keep them: checked by the oracle of meaning."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from .meaning import argument, measured, truth
from .rules import some_test
from .slots import Cell, MadeSlot

_TRIED: Final = 4
_LEAST_KEPT: Final = 0.4


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


def keeps(axiom: dict[str, Any], made: Sequence[MadeSlot], row: dict[str, Cell]) -> bool:
    """Whether an option keeps an axiom; what is undefined breaks nothing."""
    slots = {slot.name: slot for slot in made}
    ((relation, parts),) = axiom.items()
    if relation == "never":
        return not all(_true(slots[part["slot"]], part, row[part["slot"]][1]) for part in parts)
    found = []
    for part in parts:
        over, name = (None, part) if isinstance(part, str) else next(iter(part.items()))
        found.append(measured(slots[name], over, row[name][1]))
    defined = [number for number in found if number is not None]
    if relation == "equal":
        return len(set(defined)) < 2
    return len(defined) < len(found) or defined[0] <= defined[1]


def _true(slot: MadeSlot, test: dict[str, Any], value: Any) -> bool:
    over = test.get("over")
    ((op, said),) = ((key, one) for key, one in test.items() if key not in ("slot", "over"))
    args = [argument(slot, over, one) for one in (said if isinstance(said, list) else [said])]
    return truth(slot, over, op, args, value) is True


def _never(made: list[MadeSlot], rng: random.Random) -> dict[str, Any]:
    chosen = rng.choices(made, k=rng.choice((2, 2, 3)))
    return {"never": [some_test(slot, rng) for slot in chosen]}


def _relation(made: list[MadeSlot], rng: random.Random) -> dict[str, Any] | None:
    measures: dict[str, list[Any]] = {}
    for slot in made:
        if slot.kind in ("set", "list"):
            measures.setdefault("count", []).append({"count": slot.name})
        if slot.kind == "list" or slot.scale is not None:
            measures.setdefault(_unit(slot), []).append(
                {"total": slot.name} if slot.kind == "list" else slot.name
            )
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
