"""A domain is its digest and rules: equal, hashable, picklable; vocabularies and rules are found by slot."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from domain.small_domain import CATALOGUE, RULES, edited, write_domain

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.loading import load_domain


@pytest.fixture(scope="module")
def inns(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return load_domain(write_domain(tmp_path_factory.mktemp("domains") / "inns"))


def test_vocabularies_are_the_schemas_where_closed_and_the_catalogues_where_open(inns: Domain) -> None:
    assert inns.vocabulary("board") == ("Breakfast", "Full board", "Room only")
    assert inns.vocabulary("views") == ("garden", "sea", "street")
    assert inns.vocabulary("town") == ("Bed, and Unless", "Port Ann")
    assert inns.vocabulary("amenities") == ("parking", "pool", "wifi")
    assert inns.vocabulary("price") == inns.vocabulary("rides") == ()
    with pytest.raises(KeyError):
        inns.vocabulary("nothing")


def test_the_words_in_use_are_those_of_the_catalogue_closed_or_not(inns: Domain) -> None:
    for slot in inns.schema.slots:
        position = inns.schema.position(slot.name)
        cells = [slot.kind.write(row[position]) for row in inns.catalogue.rows]
        if slot.kind.name == "set":
            cells = [word for cell in cells for word in cell.split("; ")]
        wanted = set(filter(None, cells)) if slot.kind.name in ("category", "set") else set()
        assert inns.words_used(slot.name) == wanted
    with pytest.raises(KeyError):
        inns.words_used("nothing")


def test_rules_of_a_slot_keep_their_order_and_every_rule_has_a_slot(inns: Domain) -> None:
    rules = [rule for slot in inns.schema.slots for rule in inns.rules_of(slot.name)]
    assert sorted(rule.id for rule in rules) == sorted(rule.id for rule in inns.rules)
    assert [rule.id for rule in inns.rules_of("rides")] == ["each-ride", "rides-total"]
    assert inns.rules_of("town") == ()
    with pytest.raises(KeyError):
        inns.rules_of("nothing")


def test_a_pickled_domain_is_the_same_domain(inns: Domain) -> None:
    again = pickle.loads(pickle.dumps(inns))
    assert again == inns
    assert hash(again) == hash(inns)
    assert again.catalogue.rows == inns.catalogue.rows
    assert again.vocabulary("town") == inns.vocabulary("town")
    assert again.schema == inns.schema
    assert again.schema.position("travel") == inns.schema.position("travel")
    assert again.rules == inns.rules


def test_domains_are_equal_when_their_files_are(inns: Domain, tmp_path: Path) -> None:
    copy = load_domain(write_domain(tmp_path / "copy"))
    assert copy == inns
    assert copy.folder != inns.folder
    other = load_domain(write_domain(tmp_path / "other", catalogue=edited(CATALOGUE, ",120,", ",121,")))
    assert other != inns
    assert load_domain(write_domain(tmp_path / "third", rules=RULES + "# remark\n")) != inns


def test_without_its_derived_rules_a_domain_is_another_of_the_same_digest() -> None:
    whole = cocoa_core.load_domain("diamonds").domain
    plain = whole.without_derived_rules()
    assert (plain.digest, plain == whole, hash(plain) == hash(whole)) == (whole.digest, False, False)
    assert plain == whole.without_derived_rules()
