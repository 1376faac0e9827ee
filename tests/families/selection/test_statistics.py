"""What is counted over a set of questions adds up, in whatever order they come."""

from __future__ import annotations

import statistics as oracle
from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from items.made_up import question, requirements

import cocoa_core
from cocoa_core.families.selection import FAMILY, BrokenTerm, Question, statistics_of
from cocoa_core.families.selection.statistics import Spread
from cocoa_core.items import ASKED_BEFORE, Ledger


def made(count: int, option_sets: int = 1) -> list[Question]:
    return [question(index, number) for index in range(count) for number in range(option_sets)]


@given(st.permutations(made(9, 2)))
def test_the_order_of_questions_does_not_matter(questions: list[Question]) -> None:
    assert statistics_of(questions) == statistics_of(made(9, 2))


@given(st.integers(0, 30), st.integers(1, 3))
def test_every_question_is_counted_once_under_each_heading(count: int, option_sets: int) -> None:
    statistics = statistics_of(made(count, option_sets))
    total = count * option_sets
    assert statistics.questions == total
    assert statistics.requirements == sum(cell.requirements for cell in statistics.settings) == count
    assert sum(cell.questions for cell in statistics.settings) == total
    assert sum(sum(counts.values()) for counts in statistics.letters.values()) == total
    assert (
        statistics.words.total
        == sum(statistics.minimality.values())
        == sum(statistics.primitives.values())
        == total
    )
    assert statistics.broken.total == 4 * total
    assert statistics.atypical == sum(cell.atypical for cell in statistics.settings)
    assert statistics.atypical_paper == statistics.atypical_paper_rules.get("a", 0)


def test_lengths_are_those_of_words_and_marks() -> None:
    statistics = statistics_of(made(2))
    query = ["zürich", "—", "question", "0", ",", "“", "set", "”", "0", "or", "so"]
    option = "Option A : { ' A b ' : ' A ' }".lower().split()
    assert statistics.query_length == len(query)
    assert statistics.context_length == len(query) + 5 * len(option)
    assert statistics.vocabulary == len({*query, *option, *"1abcde"})
    assert statistics_of([]).context_length is None


@pytest.mark.parametrize(
    "share", [0.4, *(pytest.param(share, marks=pytest.mark.deep) for share in (0.0, 1.0))]
)
def test_what_atypical_makes_is_what_is_counted(share: float) -> None:
    """All three of a request, `stats` and the facet that `analyze` parts by."""
    flights = cocoa_core.load_domain("flights")
    questions = list(flights.generate(30, seed=3, atypical=share))
    odd = [bool(drawn.complexity.against) for drawn in questions]
    assert statistics_of(questions).atypical == sum(odd)
    assert [FAMILY.facets(drawn)["atypical"] for drawn in questions] == odd
    assert share in (0.4, sum(odd) / len(odd))


def test_where_demands_are_drawn_in_either_direction_none_is_typical() -> None:
    flights = cocoa_core.load_domain("flights")
    for drawn in flights.generate(10, seed=3, preset="paper"):
        facets = FAMILY.facets(drawn)
        assert "atypical" not in facets
        assert facets["atypical_paper"] == bool(drawn.complexity.atypical)


def test_refused_draws_are_counted_as_the_manifest_counts_them() -> None:
    ledger = Ledger()
    asked = []
    entries = requirements(split=False, option_sets=3)
    for _ in range(40):
        for entry in next(entries):
            ledger.add(entry)
            asked.append(question(entry.index, entry.number, None, entry.attempt))
    statistics = statistics_of(asked)
    assert statistics.rejections[ASKED_BEFORE] > 0
    assert {f"({cell.slots}, {cell.minterms})": dict(cell.rejections) for cell in statistics.settings} == {
        name: dict(draws["rejections"]) for name, draws in ledger.draws().items()
    }
    refused = sum(statistics.rejections.values())
    assert statistics.acceptance == 40 / (40 + refused)


def test_means_are_those_of_the_setting() -> None:
    questions = made(6)
    statistics = statistics_of(questions)
    for cell in statistics.settings:
        own = [one for one in questions if one.provenance.setting == (cell.slots, cell.minterms)]
        assert cell.means["literals"] == cell.means["sum_terms"] == 1
        assert cell.means["words"] == round(oracle.mean(len(one.request.split()) for one in own), 4)
        entropies = [0.5 for one in own if one.answer != "A"]
        assert cell.means["entropy_wrong"] == (oracle.mean(entropies) if entropies else None)


def test_a_sum_term_that_no_option_breaks_is_noticed() -> None:
    one = question(0)
    uses = tuple(attrs.evolve(use, broken_by=(), alone=()) for use in one.certificate.terms)
    idle = attrs.evolve(one, certificate=attrs.evolve(one.certificate, terms=uses))
    assert statistics_of([one]).unbroken == 0
    assert statistics_of([one, idle]).unbroken == 1


def test_broken_counts_the_sum_terms_of_each_wrong_option() -> None:
    one = question(0)
    broken = dict(one.certificate.broken)
    broken["B"] = (BrokenTerm(0, ()), BrokenTerm(1, ()), BrokenTerm(2, ()))
    twice = attrs.evolve(one, certificate=attrs.evolve(one.certificate, broken=broken))
    assert statistics_of([twice]).broken.counts == {1: 3, 3: 1}


@given(st.lists(st.integers(0, 300), min_size=1))
def test_a_spread_has_the_mean_and_the_low_median_of_its_values(values: list[int]) -> None:
    spread = Spread(dict(sorted(Counter(values).items())))
    assert spread.mean == sum(values) / len(values)
    assert spread.median == oracle.median_low(values)
    assert (spread.least, spread.most, spread.total) == (min(values), max(values), len(values))


@given(st.lists(st.integers(0, 300)), st.integers(1, 50))
def test_bins_hold_every_value_and_leave_no_gap(values: list[int], step: int) -> None:
    bins = Spread(dict(sorted(Counter(values).items()))).binned(step)
    assert sum(bins.values()) == len(values)
    assert all(later - earlier == step for earlier, later in zip(bins, list(bins)[1:], strict=False))
    for low, count in bins.items():
        assert count == sum(low <= value < low + step for value in values)


def test_nothing_counted_is_no_error() -> None:
    statistics = statistics_of([])
    assert statistics.questions == 0
    assert (statistics.acceptance, statistics.words.mean, statistics.words.median) == (None, None, None)
    assert statistics.to_json()["settings"] == []


def test_what_the_questions_do_not_have_is_absent_and_never_zero() -> None:
    """The second option set of a requirement has no draws of its own; no option of the question is right."""
    one = question(0, 1)
    none_right = attrs.evolve(one, certificate=attrs.evolve(one.certificate, satisfied={}))
    statistics = statistics_of([none_right])
    (cell,) = statistics.to_json()["settings"]
    assert (cell["acceptance"], statistics.to_json()["acceptance"]) == (None, None)
    assert cell["means"]["entropy_right"] is None
    assert cell["means"]["entropy_wrong"] is not None
    entropies = statistics_of([one, none_right]).settings[0].means["entropy_right"]
    assert entropies == statistics_of([one]).settings[0].means["entropy_right"], "over those that have it"
    assert statistics.broken.to_json()["mean"] is not None
    assert statistics_of([]).to_json()["words"] == {
        "counts": {},
        **dict.fromkeys(("mean", "median", "least", "most")),
    }
