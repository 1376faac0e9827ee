"""The verifier's search for a part that does not matter, against the writer's solver."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from independent import translated
from strategies import domain_of, literal_of
from verification.small_sets import DOMAINS

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Requirement, Test
from cocoa_core.domain.kinds import CategorySet
from cocoa_core.independent import can_be_met, redundant_part
from cocoa_core.independent.slots import Value
from cocoa_core.loading import load_domain
from cocoa_core.proof import Clashes, Proofs


def drawn(domain: Domain, literals: dict[str, list[GroundedLiteral]], rng: random.Random) -> Requirement:
    """Two to four sum terms of one to three literals, of few slots, so that many do not matter."""
    slots = rng.sample(sorted(literals), min(len(literals), rng.randint(2, 4)))
    terms = []
    for _ in range(rng.randint(2, 4)):
        chosen = [rng.choice(literals[rng.choice(slots)]) for _ in range(rng.randint(1, 3))]
        terms.append(tuple(GroundedLiteral(one.primitive, rng.random() < 0.5) for one in chosen))
    return tuple(terms)


def agrees(domain: Domain, requirement: Requirement, rng: random.Random) -> bool:
    """Whether both name the same part of a requirement, whatever options are shown with it."""
    by_solver = Proofs(domain.schema, requirement).redundant_part()
    verifier_domain, terms = translated.verifier_domain(domain), translated.terms(requirement)
    named = set()
    for number in (0, 5, 20):
        options = [values_of(domain, row) for row in rng.sample(domain.catalogue.rows, number)]
        truths = [
            [[verifier_domain.truth(literal, values) for values in options] for literal in term]
            for term in terms
        ]
        masks = [[(mask(literal, True), mask(literal, False)) for literal in term] for term in truths]
        named.add(redundant_part(verifier_domain, terms, masks if number else []))
    return {(part or "").replace("sum term", "term") for part in named} == {by_solver or ""}


def values_of(domain: Domain, row: tuple[Value, ...]) -> dict[str, Value]:
    """The values of a row as the verifier reads them."""
    return {
        slot.name: frozenset(value) if isinstance(slot.kind, CategorySet) and value is not None else value
        for slot, value in zip(domain.schema.slots, row, strict=True)
    }


def mask(truths: list[bool | None], wanted: bool) -> int:
    """The options of which a literal has this truth, as bits."""
    return sum(1 << index for index, truth in enumerate(truths) if truth is wanted)


def literals_of(domain: Domain, rng: random.Random) -> dict[str, list[GroundedLiteral]]:
    """Four literals of each slot that has some."""
    found: dict[str, list[GroundedLiteral]] = {}
    for slot in (slot for slot in domain.schema.slots if domain.rules_of(slot.name)):
        some = [literal_of(domain, slot.name, rng) for _ in range(4)]
        if kept := [one for one in some if one is not None]:
            found[slot.name] = kept
    return found


@given(st.integers(0, 10**6))
def test_search_and_solver_find_the_same_part_in_any_domain(seed: int) -> None:
    rng, domain = random.Random(seed), domain_of(seed)
    literals = literals_of(domain, rng)
    for _ in range(4):
        assert agrees(domain, drawn(domain, literals, rng), rng)


@pytest.mark.parametrize("name", ["flights", "hotels", "jobs", "diamonds"])
def test_search_and_solver_find_the_same_part_under_the_axioms_that_ship(name: str) -> None:
    rng, domain = random.Random(7), load_domain(DOMAINS / name)
    literals = literals_of(domain, rng)
    for _ in range(20):
        assert agrees(domain, drawn(domain, literals, rng), rng)


def test_tests_that_axioms_tie_together_are_combined_only_as_some_option_shows_them() -> None:
    """A nonstop flight has no layovers, so the second sum term changes nothing; options show each test both
    true and false all the same.
    """
    domain = load_domain(DOMAINS / "flights")
    nonstop = GroundedLiteral(Primitive("stops", Test("at_most", (0,))))
    few_layovers = GroundedLiteral(Primitive("layover_times", Test("at_most", (1,), over="count")))
    terms = translated.terms(((nonstop,), (few_layovers,)))
    true_of_the_first_option = [[(0b01, 0b10)]] * 2
    part = redundant_part(translated.verifier_domain(domain), terms, true_of_the_first_option)
    assert part == "sum term 2"


def met_by_search(domain: Domain, requirement: Requirement) -> bool | None:
    return can_be_met(translated.verifier_domain(domain), translated.terms(requirement))


def clashes_agree(domain: Domain, requirement: Requirement) -> bool:
    """Whether the only clash is one for the search too: it cannot be met, and all without any of it can."""
    clash = Clashes(domain.schema).only(requirement)
    if clash is None:
        return met_by_search(domain, requirement) is not False or not any(
            met_by_search(domain, requirement[:number] + requirement[number + 1 :])
            and len(requirement) == 2
            and met_by_search(domain, requirement[1 - number : 2 - number]) is False
            for number in range(len(requirement))
        )
    without = [requirement[:number] + requirement[number + 1 :] for number in range(len(requirement))]
    return met_by_search(domain, tuple(requirement[number] for number in clash)) is not True and all(
        met_by_search(domain, rest) is not (number not in clash)
        for number, rest in enumerate(without)
        if rest
    )


@given(st.integers(0, 10**6))
def test_search_and_solver_find_the_same_clash_in_any_domain(seed: int) -> None:
    rng, domain = random.Random(seed), domain_of(seed)
    literals = literals_of(domain, rng)
    for _ in range(4):
        assert clashes_agree(domain, drawn(domain, literals, rng))


def test_a_clash_that_hangs_on_bounds_or_missing_values_is_none() -> None:
    """And one that does not is found, whatever else is asked; more than one clash is none, either."""
    domain = load_domain(DOMAINS / "flights")

    def literal(slot: str, op: str, *args: str | int) -> GroundedLiteral:
        return GroundedLiteral(Primitive(slot, Test(op, args)))

    def clash(*literals: GroundedLiteral) -> tuple[int, ...] | None:
        return Clashes(domain.schema).only(tuple((literal,) for literal in literals))

    cheap, dear = literal("price", "less", 40000), literal("price", "at_least", 50000)
    assert clash(literal("stops", "less", 2), cheap, dear) == (1, 2)
    assert clash(cheap, literal("price", "at_least", 2_500_000)) == (0, 1)
    assert clash(literal("price", "at_least", 2_500_000)) is None
    assert clash(literal("price", "less", 100)) is None
    assert clash(literal("legroom", "less", 30), literal("legroom", "more", 40)) is None
    assert (
        clash(*(literal("ticket_class", "is", one).negated() for one in ("economy", "business", "first")))
        is None
    )
    assert clash(literal("stops", "less", 1), literal("layover_cities", "any", "Oslo")) == (0, 1)
    assert clash(cheap, dear, literal("stops", "less", 1), literal("stops", "more", 1)) is None
