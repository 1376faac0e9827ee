"""The jobs domain: its simulator, and what it says of its catalogue."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import date
from functools import cache
from pathlib import Path
from statistics import mean

import pytest
from catalogue_tables import COMPARING, Row, clock, minutes, several, table
from cocoa_domains.jobs.simulator.catalogue_rows import COLUMNS
from cocoa_domains.jobs.simulator.fact_tables import Occupation, cities, languages, occupations
from cocoa_domains.jobs.simulator.offers import BENEFITS, CONTRACTS, SENIORITIES, draw_offer
from cocoa_domains.jobs.simulator.simulation import OFFERS_EACH
from cocoa_domains.simulating.draws import Draws
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Domain, Primitive, Test, Unclear
from cocoa_core.loading import load_domain

JOBS = Path(__file__).parents[2] / "domains" / "jobs"
CATALOGUE = JOBS / "catalogue.csv"
README = (JOBS / "README.md").read_text(encoding="utf-8")


@cache
def rows() -> list[Row]:
    return table(CATALOGUE)


@pytest.fixture(scope="module")
def jobs() -> Domain:
    return load_domain(JOBS)


@given(st.sampled_from(occupations()), st.integers(0, 10**6))
def test_an_offer_keeps_the_axioms_whatever_the_seed(occupation: Occupation, seed: int) -> None:
    offer = draw_offer(occupation, seed, Draws(seed, "offer"))
    time, hiring = offer.time, offer.hiring
    assert 4 * 60 <= time.ends - time.starts <= occupation.longest_shift
    assert time.remote == (time.on_site == 0) == (time.commute is None)
    assert 0 <= time.on_site <= 6
    assert sum(hiring.interviews) < hiring.process
    assert hiring.deadline < hiring.starts < date(2027, 12, 1)
    assert (offer.contract == "trainee") <= (offer.seniority == "junior")
    assert set(offer.benefits) <= set(BENEFITS)
    assert 1 <= len(offer.languages) <= 4
    assert set(offer.languages) <= set(languages())
    assert offer.salary > 5000


def test_the_readme_counts_what_is_there(jobs: Domain) -> None:
    assert f"{len(rows()):,} job offers in {len(occupations())} occupations" in README
    assert f"{OFFERS_EACH} in an occupation" in README
    assert f"{len(jobs.rules)} kinds of constraint" in README
    assert len(cities()) == 30
    assert len(jobs.schema.axioms) == 6


def test_columns_are_the_slots_that_are_not_derived(jobs: Domain) -> None:
    named = ("id", *(slot.name for slot in jobs.schema.slots if slot.derived is None))
    assert tuple(rows()[0]) == COLUMNS == named


def test_interviews_are_counted_and_fit_into_the_process() -> None:
    for row in rows():
        lengths = [minutes(cell) for cell in several(row["interviews"])]
        assert len(lengths) == int(row["interview_rounds"])
        assert sum(lengths) < minutes(row["hiring_time"])
        assert all(15 <= length <= 120 for length in lengths)


def test_a_fully_remote_job_has_no_days_on_site_commute_meals_or_parking() -> None:
    for row in rows():
        assert (row["remote"] == "yes") == (row["days_on_site"] == "0") == (row["commute"] == "")
        if row["remote"] == "yes":
            assert not {"free meals", "free parking"} & set(several(row["benefits"]))
    assert sum(row["remote"] == "yes" for row in rows()) > 100


def test_a_trainee_is_junior() -> None:
    counts = Counter((row["contract"], row["seniority"]) for row in rows())
    assert not sum(counts["trainee", level] for level in SENIORITIES[1:])
    others = [(contract, level) for contract in CONTRACTS[:3] for level in SENIORITIES]
    assert min(counts[other] for other in others) > 10


def test_night_shifts_end_the_next_day() -> None:
    night = [row for row in rows() if "+" in row["shift_end"]]
    assert 0.05 * len(rows()) < len(night) < 0.3 * len(rows())
    for row in rows():
        assert 4 * 60 <= clock(row["shift_end"]) - clock(row["shift_start"]) <= 12 * 60
        assert clock(row["shift_end"]) % 15 == clock(row["shift_start"]) % 15 == 0


def test_one_applies_before_one_starts() -> None:
    for row in rows():
        days = date.fromisoformat(row["start_date"]) - date.fromisoformat(row["deadline"])
        assert 14 <= days.days <= 95
        assert row["start_date"][:4] == "2027"


def test_an_employer_is_the_same_in_all_of_its_offers() -> None:
    known: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in rows():
        known[row["employer"]].add((row["company_size"], row["rating"]))
    assert all(len(found) == 1 for found in known.values())
    assert 0.05 < mean(not rating for ((_, rating),) in known.values()) < 0.3


def test_every_level_is_paid_more_than_the_one_below() -> None:
    for occupation in occupations():
        hourly = [
            mean(
                int(row["salary"]) / minutes(row["weekly_hours"])
                for row in rows()
                if (row["occupation"], row["seniority"]) == (occupation.name, level)
                and row["contract"] in ("permanent", "fixed-term")
            )
            for level in ("junior", "senior")
        ]
        assert hourly[0] < hourly[1]


def test_missing_empty_and_full_values_all_occur() -> None:
    for column in ("commute", "rating", "probation"):
        assert 0.05 < mean(row[column] == "" for row in rows()) < 0.4
    assert any(row["benefits"] == "" for row in rows())
    assert any(row["interviews"] == "" for row in rows())
    assert {len(several(row["languages"])) for row in rows()} == {1, 2, 3, 4}
    assert {len(several(row["interviews"])) for row in rows()} == set(range(6))
    assert {name for row in rows() for name in several(row["benefits"])} == set(BENEFITS)


def test_every_group_splits_by_what_is_asked_for() -> None:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows():
        groups[row["occupation"]].append(row)
    assert set(map(len, groups.values())) == {OFFERS_EACH}
    for group in groups.values():
        for column in ("city", "seniority", "benefits", "salary", "deadline"):
            assert len({row[column] for row in group}) >= 4
        assert len({row["contract"] for row in group}) >= 3
        assert len({row["languages"] for row in group}) >= 3


def test_every_occupation_goes_with_the_article_of_the_request() -> None:
    assert all(occupation.name[0] not in "aeiou" for occupation in occupations())


def test_tables_know_all_that_the_catalogue_holds_and_each_thing_once() -> None:
    for name, key, wanted in (
        ("cities", "city", {row["city"] for row in rows()}),
        ("states", "state", {row["state"] for row in table(JOBS / "tables" / "cities.csv")}),
        ("languages", "language", {one for row in rows() for one in several(row["languages"])}),
    ):
        found = [row[key] for row in table(JOBS / "tables" / f"{name}.csv")]
        assert len(set(found)) == len(found)
        assert wanted <= set(found)
    assert {row["region"] for row in table(JOBS / "tables" / "states.csv")} == {
        "Midwest",
        "Northeast",
        "South",
        "West",
    }


def test_no_city_has_the_name_of_a_state() -> None:
    places = table(JOBS / "tables" / "cities.csv")
    assert not {row["city"] for row in places} & {row["state"] for row in places}


def test_words_of_comparison_are_left_to_cocoa(jobs: Domain) -> None:
    for rule in jobs.rules:
        assert 2 <= len(rule.say) <= 32
        for one in rule.say:
            fixed = " ".join([one.subject, one.verb, one.before, one.after, one.item]).lower().split()
            assert not set(COMPARING.split()) & set(fixed), rule.id


def test_no_two_rules_of_different_slots_say_the_same(jobs: Domain) -> None:
    shown: dict[str, str] = {}
    for rule in jobs.rules:
        for one in rule.say:
            words = " ".join([one.subject, one.verb, one.before, one.after, one.item, str(one.noun)])
            kind = jobs.schema.slot(rule.slot).kind.name
            if kind in ("category", "set", "boolean"):
                assert shown.setdefault(words, rule.slot) == rule.slot, words


def test_no_label_rests_on_where_a_job_is_that_is_done_from_home(jobs: Domain) -> None:
    at_home = Primitive("remote", Test("is", (True,)))
    assert Unclear("city", where=(at_home,)) in jobs.schema.unclear
    for rule in (rule for rule in jobs.rules if rule.id in ("state", "region")):
        words = map(repr, (*rule.say, *rule.want))
        assert all(re.search("(?:based|located) in", text) for text in words), rule.id
