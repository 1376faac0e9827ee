"""Where a test could be answered either way because of what else an option shows, no label rests on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from authored.breaking import load
from authored.domains import authored
from hypothesis import given, settings
from hypothesis import strategies as st
from independent.translated import literal, verifier_domain

from cocoa_core.domain import Domain
from cocoa_core.families.selection import CandidatePool
from cocoa_core.families.selection.asks.missing.hiding import hideable
from cocoa_core.independent import Literal, VerifierDomain, read_domain, truth
from cocoa_core.language import Realizer
from cocoa_core.loading import load_domain

SHIPPED = Path(__file__).parents[3] / "domains"
GROUPS = 6
NAMES = ("diamonds", "flights", "hotels", "jobs")


def read(domain: Domain) -> VerifierDomain:
    """The domain as the verifier reads it from the files."""
    files = dict(domain.files)
    tables = {name: content for name, content in files.items() if name.startswith("tables/")}
    return read_domain(files["schema.yaml"], files["rules.yaml"], tables)


def check_agreement(domain: Domain, verifier: VerifierDomain) -> int:
    """Engine and verifier say the same of every candidate on every row; how often a doubt decided it."""
    wordings, slots, doubted = Realizer(domain).wordings, domain.schema.slots, 0
    groups = domain.catalogue.groups
    for group in groups[:: -(-len(groups) // GROUPS)]:
        pool = CandidatePool(domain, group, wordings)
        options = [
            {
                slot.name: frozenset(value) if slot.kind.name == "set" and isinstance(value, tuple) else value
                for slot, value in zip(slots, domain.catalogue.rows[row], strict=True)
            }
            for row in group.rows
        ]
        for candidate in (one for slot in slots for one in pool.candidates(slot.name)):
            test = literal(candidate.literal)
            for index, option in enumerate(options):
                bit = 1 << index
                expected = True if candidate.holds & bit else False if candidate.fails & bit else None
                assert verifier.truth(test, option) is expected, (candidate.test, option)
                plain = truth(verifier.slots[test.slot], test, option[test.slot])
                doubted += expected is None and plain is not None
    return doubted


@pytest.mark.parametrize("name", NAMES)
def test_engine_and_verifier_agree_on_what_is_unclear(name: str) -> None:
    domain = load_domain(SHIPPED / name)
    doubted = check_agreement(domain, read(domain))
    assert bool(doubted) == bool(domain.schema.unclear)


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_they_do_in_any_domain(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    domain = load(authored(seed, (2, 6), (6, 30)).write(tmp_path_factory.mktemp("authored"))).domain
    assert domain is not None
    assert verifier_domain(domain).doubts == read(domain).doubts
    check_agreement(domain, read(domain))


TWO = """\
name: shops
version: 1
noun: shop
slots:
  open: {kind: boolean}
  large: {kind: boolean}
  price: {kind: quantity, min: 0, max: 99}
unclear: [{slot: price, where: [{slot: open, is: "yes"}, {slot: large, is: "yes"}]}]
"""


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_where_takes_all_of_its_tests(is_open: bool, large: bool) -> None:
    domain = read_domain(TWO.encode(), b"rules: {}")
    cheap = Literal("price", None, "less", (50,), True)
    found = domain.truth(cheap, {"open": is_open, "large": large, "price": 10})
    assert found is (None if is_open and large else True)
    assert domain.truth(cheap.denied(), {"open": is_open, "large": large, "price": 60}) is found


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_hidden_on_which_a_doubt_hangs(name: str) -> None:
    schema = load_domain(SHIPPED / name).schema
    named = frozenset[str]().union(*(item.slots for item in schema.unclear))
    assert not named & hideable(schema)
