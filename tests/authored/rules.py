"""Random rules for a slot, as rules.yaml has them: every test, draw and wording that the format knows."""

from __future__ import annotations

import random
from typing import Any, Final

from .odd_words import NOUNS, PHRASES, REASONS
from .slots import MadeSlot

_THRESHOLDS: Final = ("less", "at_most", "more", "at_least")
_COMPLEMENTS: Final = {"less": "at_least", "at_least": "less", "at_most": "more", "more": "at_most"}
_ORDERED: Final = (*_THRESHOLDS, "between", "within", "is", "one_of")
_PAIRS: Final = ("between", "within")
_SEVERAL: Final = ("one_of", "any", "none", "only", "all")
_VERBS: Final = (
    "cost",
    "be",
    "have",
    "take off",
    "weigh",
    "go",
    "do",
    "carry",
    "wash up",
    "set foot",
    "x-ray",
)


def made_rules(slot: MadeSlot, rng: random.Random) -> list[dict[str, Any]]:
    """One to three rules of a slot; ids begin with the slot's name."""
    rules = []
    for number in range(rng.choice((1, 1, 2, 3))):
        over = _over(slot, rng)
        tests = _tests(slot, over, rng)
        rule: dict[str, Any] = {"id": f"{slot.name}-{number}", "tests": tests}
        if over is not None:
            rule["over"] = over
        draw = _draw(slot, over, tests, rng)
        if draw is not None:
            rule["draw"] = draw
        rule["say"] = [_wording(slot, over, tests, rng) for _ in range(rng.choice((1, 1, 2, 3)))]
        if rng.random() < 0.2:
            rule["also"] = [_free(slot, over, rng) for _ in range(rng.randint(0, 2))]
        if rng.random() < 0.3:
            effective = _effective(tests)
            rule["atypical"] = rng.sample(effective, rng.randint(0, len(effective)))
        rule |= _wanted(slot, over, tests, rng)
        if rng.random() < 0.2:
            rule["weight"] = rng.choice((1, 3, 1000))
        keys = list(rule)
        rules.append(
            {key: rule[key] for key in (rng.sample(keys, len(keys)) if rng.random() < 0.3 else keys)}
        )
    return rules


def _wanted(slot: MadeSlot, over: str | None, tests: list[str], rng: random.Random) -> dict[str, Any]:
    """Which side is wanted, why, and as what."""
    ordered, others = set(tests) & {*_THRESHOLDS}, set(tests) - {*_THRESHOLDS}
    sides = [*(("less", "more") if ordered else ()), *(("yes", "no") if others else ())]
    found: dict[str, Any] = {}
    if rng.random() < 0.5:
        found["wanted"] = rng.choice((*sides, "neither"))
    if rng.random() < 0.5 and tests != ["only"] and over not in ("each", "any"):
        found["want"] = [_thing(slot, over, rng) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.5:
        found["reasons"] = {
            side: rng.sample(REASONS, rng.randint(1, 2))
            for side in rng.sample(sides, rng.randint(1, len(sides)))
        }
    return found


def _thing(slot: MadeSlot, over: str | None, rng: random.Random) -> dict[str, Any]:
    thing: dict[str, Any] = {}
    if rng.random() < 0.5 or slot.kind == "boolean":
        thing["before"] = rng.choice(PHRASES)
    if rng.random() < 0.3:
        thing["after"] = rng.choice(PHRASES)
    return thing | _noun(slot, over, rng)


def some_test(slot: MadeSlot, rng: random.Random) -> dict[str, Any]:
    """A test of a slot with its arguments, as `never` of an axiom has it."""
    over = _over(slot, rng)
    op = rng.choice(_ops(slot, over))
    entries = [("slot", slot.name), (op, _value(slot, over, op, rng))] + ([("over", over)] if over else [])
    return dict(rng.sample(entries, len(entries)))


def _over(slot: MadeSlot, rng: random.Random) -> str | None:
    if slot.kind == "list":
        return rng.choice(("each", "any", "total", "count"))
    return "count" if slot.kind == "set" and not slot.derived and rng.random() < 0.3 else None


def _ops(slot: MadeSlot, over: str | None) -> tuple[str, ...]:
    if over in ("each", "any") or "relative_to" in slot.settings:
        return _THRESHOLDS
    if over is not None or slot.scale is not None:
        return _ORDERED
    members = ("any", "none", "only") if slot.derived else ("any", "none", "only", "all")
    return {"category": ("is", "one_of"), "boolean": ("is",), "set": members}[slot.kind]


def _tests(slot: MadeSlot, over: str | None, rng: random.Random) -> list[str]:
    ops = _ops(slot, over)
    if slot.kind == "set" and over is None:  # `only` needs an item, `all` has none
        left_out = rng.choice(("only", "all"))
        ops = tuple(op for op in ops if op != left_out)
    return rng.sample(ops, rng.randint(1, len(ops)))


def _draw(slot: MadeSlot, over: str | None, tests: list[str], rng: random.Random) -> Any:
    if "relative_to" in slot.settings:
        return {"fixed": [0]}
    ordered = "less" in _ops(slot, over)
    choice = rng.choice(("values", "written", "fixed", "grid", "quantiles"))
    draw: dict[str, Any] = {}
    if choice == "fixed" or (choice in ("grid", "quantiles") and not ordered):
        if slot.kind != "boolean":
            draw["fixed"] = _several(slot, over, rng)
    elif choice == "grid":
        draw["grid"] = _step(slot, over, rng)
    elif choice == "quantiles":
        draw["quantiles"] = rng.randint(1, 100)
    if set(tests) & set(_SEVERAL) and rng.random() < 0.5:
        draw["items"] = sorted((rng.randint(1, 4), rng.randint(1, 4)))
    if set(tests) & set(_PAIRS) and rng.random() < 0.5:
        low = _step(slot, over, rng) if rng.random() < 0.8 else _step(slot, over, rng, 0)
        draw["width"] = [low, _step(slot, over, rng, 30)]
    return draw or ("values" if choice == "written" else None)


def _step(slot: MadeSlot, over: str | None, rng: random.Random, times: int | None = None) -> Any:
    """A distance of one to three steps of the slot, or of so many, as grids and widths are written."""
    times = rng.randint(1, 3) if times is None else times
    if over == "count":
        return times
    scale = slot.scale
    if scale is None:
        raise ValueError(f"{slot.name} has no steps")
    return scale.distance(times * scale.step)


def _several(slot: MadeSlot, over: str | None, rng: random.Random) -> list[Any]:
    found = {str(one): one for one in (_argument(slot, over, rng) for _ in range(rng.randint(1, 5)))}
    return list(found.values())


def _argument(slot: MadeSlot, over: str | None, rng: random.Random) -> Any:
    """One argument of a test: a word, a truth, or a number as schema.yaml writes it."""
    if over == "count":
        return rng.randint(0, slot.counted)
    if slot.scale is not None:
        number = slot.scale.number(rng)
        if slot.kind == "clock" and rng.random() < 0.7:
            number %= 1440
        return slot.scale.bound(number)
    return rng.random() < 0.5 if slot.kind == "boolean" else rng.choice(slot.words)


def _value(slot: MadeSlot, over: str | None, op: str, rng: random.Random) -> Any:
    """The arguments of a test as an author writes them."""
    if op in _PAIRS:
        scale = slot.scale
        if over == "count" or scale is None:
            low = rng.randint(0, slot.counted)
            return [low, low + rng.randint(1, 3)]
        low = scale.number(rng)
        high = low + scale.step * rng.randint(1, 9)
        if slot.kind == "clock":  # no day but the slot's own can be written
            low, high = sorted((low, high % 1440 if low < 1440 else low + 1))
            low, high = (low - bool(low), high + (not low)) if low == high else (low, high)
        return [scale.bound(low), scale.bound(high)]
    return _several(slot, over, rng) if op in _SEVERAL else _argument(slot, over, rng)


def _effective(tests: list[str]) -> list[str]:
    found: dict[str, None] = {}
    for op in tests:
        if op in _COMPLEMENTS:
            found |= dict.fromkeys((op, _COMPLEMENTS[op]))
        elif op in ("any", "none"):
            found |= dict.fromkeys(("any", "none"))
        else:
            found |= dict.fromkeys((op, f"not_{op}"))
    return list(found)


def _wording(slot: MadeSlot, over: str | None, tests: list[str], rng: random.Random) -> dict[str, Any]:
    wording: dict[str, Any] = {"verb": rng.choice(_VERBS)}
    single = over in ("each", "any") or (slot.kind == "set" and over is None)
    if over in ("each", "any") or "only" in tests or (single and "all" not in tests and rng.random() < 0.3):
        wording["item"] = rng.choice(NOUNS)
    elif rng.random() < 0.5:
        wording["subject"] = rng.choice(("it", "I", "the fare", "Zürich’s toll", f"the {rng.choice(NOUNS)}"))
        if wording["subject"] not in ("it", "I") and rng.random() < 0.3:
            wording["plural"] = True
    if rng.random() < 0.3 or (slot.kind == "boolean" and wording["verb"] in ("be", "have", "do")):
        wording["before"] = rng.choice(PHRASES)
    if rng.random() < 0.2:
        wording["after"] = rng.choice(PHRASES)
    if rng.random() < 0.1:
        wording["third"] = rng.choice(("flies", "goes", "costs"))
    return wording | _noun(slot, over, rng)


def _noun(slot: MadeSlot, over: str | None, rng: random.Random) -> dict[str, Any]:
    inner = slot.settings.get("items", slot.settings)
    if over == "count" or (inner.get("kind") == "quantity" and inner.get("unit", "count") == "count"):
        return {"noun": {"one": rng.choice(NOUNS), "many": rng.choice(NOUNS) + "s"}}
    return {}


def _free(slot: MadeSlot, over: str | None, rng: random.Random) -> dict[str, Any]:
    op = rng.choice(_ops(slot, over))
    return {
        "test": op,
        "value": _value(slot, over, op, rng),
        "verb": rng.choice(("be", "have", "go")),
        "complement": rng.choice(PHRASES),
    }
