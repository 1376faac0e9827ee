"""Requirements in writing: one id for everything that is the same by the words alone."""

from __future__ import annotations

import random

import strategies
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Domain, canonical, requirement_id, requirement_text
from cocoa_core.seeds import digest_of


@given(strategies.domains(), st.integers(0, 2**32))
def test_the_id_is_a_digest_of_the_canonical_text_in_any_order(domain: Domain, seed: int) -> None:
    rng = random.Random(seed)
    requirement = strategies.requirement_of(domain, rng, lambda _: True)
    text = requirement_text(domain.schema, canonical(domain.schema, requirement))
    wanted = digest_of("requirement", domain.schema.name, text).hex()[:16]
    shuffled = [tuple(rng.sample(term, len(term))) for term in requirement]
    rng.shuffle(shuffled)
    assert requirement_id(domain.schema, requirement) == wanted
    assert requirement_id(domain.schema, (*shuffled, *requirement)) == wanted
    renamed = tuple(tuple(one.canonical() for one in term) for term in requirement)
    assert requirement_id(domain.schema, renamed) == wanted


@given(strategies.domains(), st.integers(0, 2**32))
def test_another_polarity_is_another_requirement(domain: Domain, seed: int) -> None:
    requirement = strategies.requirement_of(domain, random.Random(seed), lambda _: True)
    first, *others = requirement
    turned = ((first[0].negated(), *first[1:]), *others)
    same = canonical(domain.schema, turned) == canonical(domain.schema, requirement)
    assert same == (requirement_id(domain.schema, turned) == requirement_id(domain.schema, requirement))
