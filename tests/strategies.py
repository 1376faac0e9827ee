"""Hypothesis strategies that several tests share: random domains of every slot kind, requirements over them.

A domain is drawn from one seed: shrinking a domain slot by slot tells less than the seed that rebuilds it.
"""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cocoa_core.domain import (
    Axiom,
    Catalogue,
    Domain,
    Draw,
    FreeWording,
    GroundedLiteral,
    Measure,
    Noun,
    Primitive,
    Requirement,
    Rule,
    Schema,
    Slot,
    SlotRef,
    Test,
    Value,
    Wording,
    groups_of,
)
from cocoa_core.domain.kinds import (
    Boolean,
    Category,
    CategorySet,
    Clock,
    Date,
    Duration,
    NumberList,
    Quantity,
)
from cocoa_core.families.selection import SlotMasks, drawable
from cocoa_core.families.selection.generation.columns import RowsByValue

ORDERED = ("less", "at_most", "more", "at_least")
NAMES = (
    "Salt, Pepper and Co.",
    "either Or",
    "unless",
    "St. John's",
    "North & South",
    "A or B",
    "Zürich",
    "If, then, otherwise",
    "Nº 5.",
    "the same day",
)
GRADES = ("low", "fair", "middle, or so", "high", "best or so")
"""From the worst to the best."""
FIRST_DAY = date(2027, 3, 1).toordinal()


def _slots() -> dict[str, tuple[Any, tuple[Rule, ...]]]:
    """Every slot that a random domain may have: its kind and its rules."""
    return {
        "maker": (
            Category(closed=False, values=()),
            (_rule("maker", ("is", "one_of"), _say("come", before="from"), _say("be", before="made by")),),
        ),
        "grade": (
            Category(closed=True, values=GRADES, missing=True, best="last"),
            (
                _rule(
                    "grade",
                    ("is", "one_of"),
                    _say("be", before="of", after="grade"),
                    _say("be", subject="the grade"),
                    _say("have", before="a grade of"),
                    draw=Draw(items=(1, 4), adjacent=True),
                ),
            ),
        ),
        "lit": (Boolean(missing=True), (_rule("lit", ("is",), _say("have", before="a lamp")),)),
        "fare": (
            Quantity(0, 90_000, "money", 2, 1, "$"),
            (
                _rule(
                    "fare", ORDERED, _say("cost"), _say("be", subject="the fare"), _say("pay", subject="I")
                ),
                _rule("fare", ("between", "within"), _say("cost"), name="fare-window"),
            ),
        ),
        "score": (
            Quantity(0, 50, "rating", 1, 1, out_of="5", missing=True),
            (_rule("score", ORDERED, _say("have", before="a score of")),),
        ),
        "gap": (
            Quantity(-80, 80, "percent", signed=True, relative_to="the mean"),
            (_rule("gap", ORDERED, _say("be", subject="its cost"), draw=Draw("fixed", fixed=(0,))),),
        ),
        "doors": (
            Quantity(0, 6),
            (
                _rule(
                    "doors",
                    ORDERED,
                    _say("have", noun=Noun("door", "doors")),
                    also=(FreeWording(Test("less", (1,)), "be", "is", "doorless"),),
                ),
            ),
        ),
        "time": (
            Duration(0, 900, 5),
            (
                _rule("time", ORDERED, _say("take"), _say("be", subject="the whole thing")),
                _rule("time", ("between",), _say("last"), name="time-window"),
            ),
        ),
        "start": (
            Clock(False, 5),
            (
                _rule("start", (*ORDERED, "is"), _say("begin", third="begins"), _say("leave", subject="I")),
                _rule("start", ("between", "within"), _say("open"), name="start-window"),
            ),
        ),
        "finish": (
            Clock(True, 5),
            (
                _rule(
                    "finish", ORDERED, _say("end"), _say("arrive", subject="I"), draw=Draw("grid", step=30)
                ),
                _rule(
                    "finish",
                    ("between", "within"),
                    _say("end"),
                    name="finish-window",
                    draw=Draw("grid", step=60),
                ),
            ),
        ),
        "day": (
            Date(FIRST_DAY, FIRST_DAY + 40),
            (
                _rule("day", (*ORDERED, "is", "one_of"), _say("start")),
                _rule("day", ("within",), _say("start", before="on a day"), name="day-window"),
            ),
        ),
        "due": (
            Date(FIRST_DAY, FIRST_DAY + 700),
            (_rule("due", ORDERED, _say("be", subject="the deadline")),),
        ),
        "extras": (
            CategorySet(False, (), 0, 3),
            (
                _rule("extras", ("any", "all"), _say("include"), _say("come", before="with")),
                _rule("extras", ("only",), _say("be", item="extra"), name="extras-only"),
                _rule(
                    "extras",
                    ORDERED,
                    _say("have", noun=Noun("extra", "extras")),
                    over="count",
                    name="extras-count",
                ),
            ),
        ),
        "breaks": (
            NumberList(Duration(0, 120, 5), 0, 3),
            (
                _rule("breaks", ORDERED, _say("be", item="break"), over="each", name="breaks-each"),
                _rule("breaks", ORDERED, _say("take", item="break"), over="any", name="breaks-any"),
                _rule(
                    "breaks",
                    ORDERED,
                    _say("add up to", subject="the breaks", plural=True),
                    over="total",
                    name="breaks-total",
                ),
            ),
        ),
    }


def _say(verb: str, **words: Any) -> Wording:
    first, _, rest = verb.partition(" ")
    third = {"be": "is", "have": "has"}.get(first, first + ("es" if first.endswith(("ss", "sh")) else "s"))
    return Wording(verb, words.pop("third", f"{third} {rest}".strip()), **words)


def _rule(
    slot: str,
    tests: tuple[str, ...],
    *say: Wording,
    name: str = "",
    over: str | None = None,
    draw: Draw | None = None,
    also: tuple[FreeWording, ...] = (),
) -> Rule:
    return Rule(name or slot, slot, over, tests, draw or Draw(), say, also, frozenset({"more", "at_least"}))


def _value(kind: Any, rng: random.Random) -> Value:
    if kind.missing and rng.random() < 0.15:
        return None
    if isinstance(kind, Category):
        return rng.choice(kind.values or NAMES)
    if isinstance(kind, Boolean):
        return rng.random() < 0.5
    if isinstance(kind, CategorySet):
        return tuple(sorted(rng.sample(NAMES[:6], rng.randint(kind.min_items, kind.max_items))))
    if isinstance(kind, NumberList):
        return tuple(_number(kind.items, rng) for _ in range(rng.randint(kind.min_items, kind.max_items)))
    return _number(kind, rng)


def _number(kind: Any, rng: random.Random) -> int:
    low, high, step = kind.span()
    return rng.randrange(low, high + 1, step)


def domain_of(seed: int, fewest: int = 4, rows: tuple[int, int] = (20, 40)) -> Domain:
    """The random domain of a seed: some of the slots above, two or three groups, odd missing values."""
    rng = random.Random(seed)
    chosen = _slots()
    names = rng.sample(list(chosen), rng.randint(fewest, len(chosen)))
    group = Slot("place", "Place", Category(closed=False, values=()))
    slots = (group, *(Slot(name, name.capitalize(), chosen[name][0]) for name in names))
    axioms = ()
    if {"breaks", "time"} <= set(names):
        axioms = (Axiom("at_most", (Measure("breaks", "total"), Measure("time"))),)
    schema = Schema(
        f"random-{seed}",
        "1",
        "offer",
        "",
        ("place",),
        ("I'm after an offer in", SlotRef("place")),
        slots,
        axioms,
    )
    table = []
    for place in NAMES[: rng.randint(2, 3)]:
        for _ in range(rng.randint(*rows)):
            values = {name: _value(chosen[name][0], rng) for name in names}
            if axioms and isinstance(values["breaks"], tuple) and sum(values["breaks"]) > values["time"]:
                values["breaks"] = ()
            table.append((place, *(values[name] for name in names)))
    catalogue = Catalogue(
        tuple(f"r{number}" for number in range(len(table))), tuple(table), groups_of(schema, table)
    )
    rules = tuple(rule for name in names for rule in chosen[name][1])
    digest = f"{seed:064x}"
    return Domain(schema, rules, catalogue, digest, {"schema": digest}, Path("."), {})


def domains(fewest: int = 4) -> st.SearchStrategy[Domain]:
    """Random domains with at least so many slots that rules constrain."""
    return st.integers(0, 2**32).map(lambda seed: domain_of(seed, fewest))


def literal_of(domain: Domain, slot: str, rng: random.Random) -> GroundedLiteral | None:
    """A literal that some rule of the slot can draw somewhere in the catalogue."""
    rule = rng.choice(domain.rules_of(slot))
    position = domain.schema.position(slot)
    rows = RowsByValue.of([row[position] for row in domain.catalogue.rows])
    tests = list(drawable(SlotMasks(domain.schema.slot(slot).kind, rows), rule, rng))
    if not tests:
        return None
    return GroundedLiteral(Primitive(slot, rng.choice(tests), rule.id), rng.random() < 0.5)


def requirement_of(domain: Domain, rng: random.Random, sayable: Any) -> Requirement:
    """A requirement of one to five sum terms of one to five literals, each on another slot."""
    names = [slot.name for slot in domain.schema.slots if domain.rules_of(slot.name)]
    terms = []
    for _ in range(rng.randint(1, 5)):
        term = []
        for slot in rng.sample(
            names, rng.choice([size for size in (1, 2, 2, 3, 3, 4, 5) if size <= len(names)])
        ):
            literal = literal_of(domain, slot, rng)
            if literal is not None and sayable(literal):
                term.append(literal)
        if term:
            terms.append(tuple(term))
    return tuple(terms)


def renamed(domain: Domain, old: str, new: str) -> Domain:
    """The domain with one name for another wherever a category holds it."""

    def turned(value: Value) -> Value:
        return new if value == old else value

    rows = tuple(tuple(turned(value) for value in row) for row in domain.catalogue.rows)
    catalogue = Catalogue(domain.catalogue.ids, rows, groups_of(domain.schema, rows))
    return Domain(domain.schema, domain.rules, catalogue, f"{old}{new}", {}, Path("."), {})
