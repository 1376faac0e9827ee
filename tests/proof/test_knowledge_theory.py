"""The theory judges derived slots together with their bases, exactly: against every option there is."""

from __future__ import annotations

import random
from itertools import combinations
from itertools import product as cartesian

import attrs
from enumerated import first_redundant_part, label, truth, vectors
from hypothesis import given
from hypothesis import strategies as st
from proof.falsifying import falsifiable

from cocoa_core.domain import (
    Axiom,
    Derived,
    GroundedLiteral,
    Measure,
    Primitive,
    Requirement,
    Schema,
    Slot,
    Test,
    Value,
)
from cocoa_core.domain.kinds import Category, CategorySet, Quantity
from cocoa_core.proof import Proofs, equivalent

COUNTRIES = {"Lyon": "France", "Nice": "France", "Oslo": "Norway", "Lima": "Peru", "Monaco": "Monaco"}
CONTINENTS = {"France": "Europe", "Norway": "Europe", "Peru": "America", "Monaco": "Europe"}
SEAS = {"Nice": "the south", "Monaco": "the south", "Lyon": "no sea", "Oslo": "the north"}
"""Lima is in no table of seas: no option has it where this table is used."""
GROUPS = {"Ant": "Star", "Bee": "Star", "Cat": "alone"}


def derived(source: str, table: dict[str, str]) -> Derived:
    return Derived(source, "t", "k", "v", tuple(sorted(table.items())))


def words(table: dict[str, str]) -> tuple[str, ...]:
    return tuple(sorted(set(table.values())))


def schema_of(seas: bool, most: int) -> Schema:
    slots = [
        Slot("stops", "Stops", Quantity(0, most)),
        Slot("cities", "Cities", CategorySet(False, (), 0, most)),
        Slot("airline", "Airline", Category(False, (), missing=True)),
        Slot(
            "group", "G", Category(True, words(GROUPS), missing=True), False, "", derived("airline", GROUPS)
        ),
        Slot(
            "continents",
            "C",
            CategorySet(True, words(CONTINENTS), 0, most),
            False,
            "",
            derived("countries", CONTINENTS),
        ),
        Slot(
            "countries",
            "L",
            CategorySet(True, words(COUNTRIES), 0, most),
            False,
            "",
            derived("cities", COUNTRIES),
        ),
    ]
    if seas:
        slots.append(
            Slot("seas", "S", CategorySet(True, words(SEAS), 0, most), False, "", derived("cities", SEAS))
        )
    rome = Primitive("cities", Test("any", ("Oslo",)))
    axioms = (
        Axiom("equal", (Measure("stops"), Measure("cities", "count"))),
        Axiom("never", (), (Primitive("stops", Test("is", (2,))), rome)),
    )
    return Schema("tied", "1", "trip", "", (), (), tuple(slots), axioms)


def options_of(schema: Schema) -> list[dict[str, Value]]:
    """Every legal option, its derived values looked up table by table."""
    known = [city for city in COUNTRIES if city in SEAS or len(schema.slots) == 6]
    found = []
    for stops in range(schema.slot("stops").kind.maximum + 1):  # type: ignore[attr-defined]
        for cities, airline in cartesian(combinations(sorted(known), stops), (None, *GROUPS)):
            if stops == 2 and "Oslo" in cities:
                continue
            countries = {COUNTRIES[city] for city in cities}
            found.append(
                {
                    "stops": stops,
                    "cities": cities,
                    "airline": airline,
                    "group": None if airline is None else GROUPS[airline],
                    "countries": tuple(sorted(countries)),
                    "continents": tuple(sorted({CONTINENTS[country] for country in countries})),
                    "seas": tuple(sorted({SEAS.get(city, "") for city in cities})),
                }
            )
    return found


SCHEMAS = [schema_of(seas, most) for seas in (False, True) for most in (2, 3, 6)]
OPTIONS = [options_of(schema) for schema in SCHEMAS]
"""The last of each has sets that may be larger than what the tables know."""


def some_test(schema: Schema, slot: str, rng: random.Random) -> Test:
    kind = schema.slot(slot).kind
    if slot == "stops" or (slot == "cities" and rng.random() < 0.3):
        over = None if slot == "stops" else "count"
        return Test(rng.choice(("less", "at_most", "more", "at_least")), (rng.randint(0, 6),), over)
    known = {"cities": (*COUNTRIES, "Atlantis"), "airline": (*GROUPS, "Dog")}
    choices = known.get(slot) or kind.values  # type: ignore[attr-defined]
    args = tuple(sorted(rng.sample(choices, rng.randint(1, min(3, len(choices))))))
    op = rng.choice(sorted(schema.slot(slot).ops(None)))
    return Test(op, args[:1] if op == "is" else args)


def some_requirement(schema: Schema, rng: random.Random, terms: int) -> Requirement:
    names = [slot.name for slot in schema.slots]
    return tuple(
        tuple(
            GroundedLiteral(Primitive(slot, some_test(schema, slot, rng)), rng.random() < 0.5)
            for slot in rng.choices(names, k=rng.choice((1, 2, 2, 3)))
        )
        for _ in range(terms)
    )


def drawn(seed: int, terms: int) -> tuple[Schema, list[dict[str, Value]], Requirement]:
    """A schema, its options, and a requirement that speaks of some derived slot."""
    rng = random.Random(seed)
    index = rng.randrange(len(SCHEMAS))
    schema = SCHEMAS[index]
    while True:
        requirement = some_requirement(schema, rng, rng.randint(1, terms))
        if schema.derived_among(one.primitive.slot for term in requirement for one in term):
            return schema, OPTIONS[index], requirement


@given(st.integers(0, 2**32))
def test_models_of_the_theory_are_the_vectors_of_legal_options(seed: int) -> None:
    schema, options, requirement = drawn(seed, 3)
    literals = sorted({literal for term in requirement for literal in term}, key=str)
    expected = {tuple(truth(schema, literal, option) for literal in literals) for option in options}
    assert set(vectors(schema, requirement, literals)) == expected


@given(st.integers(0, 2**32))
def test_a_part_is_idle_just_where_leaving_it_out_changes_no_settled_label(seed: int) -> None:
    schema, options, requirement = drawn(seed, 2)
    settled = [label(schema, requirement, option) for option in options]
    proofs = Proofs(schema, requirement)
    assert proofs.redundant_part() == first_redundant_part(schema, requirement, options)
    assert proofs.satisfiable() == (True in settled)
    assert falsifiable(proofs) == (False in settled)


@given(st.integers(0, 2**32))
def test_equivalence_by_solver_agrees_with_enumeration(seed: int) -> None:
    schema, options, one = drawn(seed, 2)
    rng = random.Random(seed)
    other = rng.choice((some_requirement(schema, rng, 1), one[::-1], one + one[:1], one[1:] or one))
    same = all(label(schema, one, option) == label(schema, other, option) for option in options)
    assert equivalent(schema, one, other) == same


def literal(slot: str, op: str, *args: str) -> GroundedLiteral:
    return GroundedLiteral(Primitive(slot, Test(op, args)))


def test_a_city_and_its_country_and_continent_are_judged_together() -> None:
    schema = SCHEMAS[1]
    monaco = ((literal("countries", "any", "Monaco"),),)
    assert equivalent(schema, monaco, ((literal("cities", "any", "Monaco"),),))
    europe = literal("continents", "any", "Europe")
    proofs = Proofs(schema, ((literal("cities", "any", "Oslo"),), (europe,)))
    assert proofs.satisfiable()
    assert proofs.redundant_part() == "term 2"
    proofs = Proofs(schema, ((literal("cities", "only", "Lima"),), (europe,)))
    assert not proofs.satisfiable()
    everywhere = literal("continents", "only", "America", "Europe")
    proofs = Proofs(schema, ((everywhere,),))
    assert not falsifiable(proofs)  # the tables know no other continent


def test_there_are_no_more_stops_than_cities_in_the_table() -> None:
    schema = attrs.evolve(SCHEMAS[2], axioms=SCHEMAS[2].axioms[:1])
    star = GroundedLiteral(Primitive("group", Test("is", ("Star",))))
    for stops, possible in ((len(COUNTRIES), True), (len(COUNTRIES) + 1, False)):
        many = GroundedLiteral(Primitive("stops", Test("at_least", (stops,))))
        proofs = Proofs(schema, ((many,), (star,)))
        assert proofs.satisfiable() == possible
