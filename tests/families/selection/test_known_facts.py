"""Explanations of knowledge say which word follows from which, and only what the tables say."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path

import attrs
import knowing
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.domain.kinds import CategorySet
from cocoa_core.errors import FindingsError
from cocoa_core.families.selection import Engine, Settings, domain_of, explain, statistics_of
from cocoa_core.families.selection.explanation import known_facts
from cocoa_core.items import CARD


@pytest.fixture(scope="module")
def flights() -> Domain:
    return cocoa_core.load_domain("flights").domain


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> cocoa_core.Dataset:
    folder = tmp_path_factory.mktemp("knowledge") / "exam"
    cocoa_core.load_domain("flights").write(folder, 60, seed=2, knowledge=True)
    return cocoa_core.read_dataset(folder)


def told(schema: object, name: str, **shown: str) -> str:
    slot = schema.slot(name)  # type: ignore[attr-defined]
    base = schema.slot(schema.catalogue_slot(name))  # type: ignore[attr-defined]
    return known_facts(schema, slot, {base.label: shown["value"]})  # type: ignore[arg-type]


def test_words_that_share_what_follows_are_named_together(flights: Domain) -> None:
    schema = flights.schema
    assert (
        told(schema, "layover_continents", value="Paris")
        == "Layovers in: Paris. Layovers on: Europe for Paris"
    )
    assert told(schema, "layover_continents", value="Doha; Paris; Tokyo") == (
        "Layovers in: Doha; Paris; Tokyo. Layovers on: Asia for Doha and Tokyo, Europe for Paris"
    )


def test_a_chain_is_told_step_by_step(flights: Domain) -> None:
    assert told(flights.schema, "layover_unions", value="London; Munich; Paris") == (
        "Layovers in: London; Munich; Paris. Layovers by country: the United Kingdom for London, Germany for "
        "Munich, France for Paris. Layovers inside: the rest of the world for the United Kingdom, the "
        "European Union for Germany and France"
    )


@pytest.mark.parametrize("value", ["none", "not given"])
def test_of_nothing_nothing_follows(flights: Domain, value: str) -> None:
    assert told(flights.schema, "layover_continents", value=value) == f"Layovers in: {value}"


def test_a_word_that_the_table_lacks_is_no_fact(flights: Domain) -> None:
    with pytest.raises(KeyError):
        told(flights.schema, "layover_continents", value="Atlantis")


@given(st.integers(0, 2**32), st.sampled_from(knowing.BASES))
def test_every_word_of_the_value_is_told_with_what_its_tables_say(seed: int, base: str) -> None:
    rng = random.Random(seed)
    domain = knowing.knowing_domain(seed)
    schema = domain.schema
    source = schema.slot(base)
    words = knowing.base_words(schema, base)
    several = isinstance(source.kind, CategorySet)
    chosen = tuple(sorted(rng.sample(words, rng.randint(1, 3 if several else 1))))
    shown = {source.label: source.kind.show(chosen if several else chosen[0])}
    for slot in schema.derived:
        if (
            schema.catalogue_slot(slot.name) == base
            and slot.derived is not None
            and slot.derived.source == base
        ):
            text = known_facts(schema, slot, shown)
            start = f"{source.label}: {shown[source.label]}. {slot.label}: "
            assert text.startswith(start)
            groups = {follows: [] for follows in slot.kind.values}  # type: ignore[attr-defined,var-annotated]
            for word in chosen:
                groups[slot.derived.known[word]].append(word)
            for follows, sources in groups.items():
                said = re.escape(follows) + " for " + "(?:, | and )".join(map(re.escape, sources))
                assert bool(re.search(f"(?:^|, ){said}(?:, |$)", text.removeprefix(start))) == bool(sources)


def test_the_explanation_of_a_question_says_where_each_city_is(flights: Domain) -> None:
    engine = Engine(flights, Settings.of(slots=3, knowledge=True), 1)
    questions = [engine.items(index)[0] for index in range(48)]
    with (flights.folder / "tables" / "places.csv").open(encoding="utf-8", newline="") as stream:
        continents = {row["city"]: row["continent"] for row in csv.DictReader(stream)}
    told = []
    for question in questions:
        for facts in re.findall(r"Layovers on: ([^()]*)\)", explain(question, flights).text()):
            for continent, cities in re.findall(r"([A-Z][A-Za-z ]*?) for ([^,]+)", facts):
                told += [(city, continent) for city in cities.split(" and ")]
    assert len(told) > 5
    assert all(continents[city] == continent for city, continent in told)
    for question in questions:
        bare = attrs.evolve(flights, catalogue=attrs.evolve(flights.catalogue, ids=(), rows=(), groups=()))
        assert explain(question, bare) == explain(question, flights)


def test_a_record_that_shows_an_unknown_city_cannot_be_put_into_words(flights: Domain) -> None:
    engine = Engine(flights, Settings.of(slots=2, knowledge=True), 1)
    drawn = (engine.items(index)[0] for index in range(2_000))
    question = next(one for one in drawn if one.knowledge == ("layover_continents",))
    options = tuple(
        attrs.evolve(option, shown={**option.shown, "Layovers in": "Atlantis"}) for option in question.options
    )
    with pytest.raises(FindingsError, match=question.id):
        explain(attrs.evolve(question, options=options), flights)


def test_what_a_data_set_counts_is_what_its_records_hold(written: cocoa_core.Dataset) -> None:
    questions = list(written)
    statistics = statistics_of(questions)
    by_slot = {
        name: sum(name in question.knowledge for question in questions) for name in statistics.knowledge_slots
    }
    assert statistics.knowledge == len(questions) == 60
    assert statistics.to_json()["knowledge_slots"] == dict(statistics.knowledge_slots) == by_slot
    counts = written.manifest.counts["questions"]["knowledge"]
    assert counts == by_slot
    assert list(counts) == sorted(counts)
    text = (written.folder / CARD).read_text(encoding="utf-8")
    assert all(f"| {name} | {number} |" in text for name, number in by_slot.items())


def test_a_data_set_explains_itself_without_the_installed_domain(
    written: cocoa_core.Dataset, flights: Domain
) -> None:
    own = domain_of(written)
    assert own.schema == flights.schema
    for question in written:
        assert explain(question, own) == explain(question, flights)


def test_without_knowledge_nothing_is_counted_or_told(tmp_path: Path) -> None:
    handle = cocoa_core.load_domain("flights")
    handle.write(tmp_path / "exam", 10)
    dataset = cocoa_core.read_dataset(tmp_path / "exam")
    assert all(question.knowledge == () for question in dataset)
    assert dataset.manifest.counts["questions"]["knowledge"] == {}
    assert "| knowledge |" not in (dataset.folder / CARD).read_text(encoding="utf-8")
    statistics = statistics_of(dataset)
    assert (statistics.knowledge, statistics.knowledge_slots) == (0, {})
