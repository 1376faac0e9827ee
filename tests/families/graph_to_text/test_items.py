"""Items in and out of distribution: what every demonstration owes the label, under all settings."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from net.calls import cocoa

from cocoa_core.errors import FindingsError, SettingsError, UsageError
from cocoa_core.families.graph_to_text import FAMILY, GraphItem
from cocoa_core.families.graph_to_text.demonstrations import DemonstrationPool
from cocoa_core.families.graph_to_text.graphs import difficulty, group_of, relations_of
from cocoa_core.families.graph_to_text.pool import GraphPool
from cocoa_core.families.graph_to_text.samples import read_concept_sets
from cocoa_core.families.graph_to_text.settings import DISTRIBUTIONS, DIVISIONS, ORDERS, SHOWN, STRUCTURES
from cocoa_core.family_contract import check_family
from cocoa_core.items import ItemSource
from cocoa_core.running import RunSpec, generate

Given = dict[str, object]


def made(source: ItemSource, given: Given, count: int = 60, seed: int = 5) -> list[GraphItem]:
    call = RunSpec(FAMILY, source, FAMILY.settings(given), seed)
    return list(islice(generate(call, count), count))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"distribution": "ood", "strict": True, "order": "hard-to-easy"},
        {"distribution": "id", "order": "easy-to-hard", "concepts": 4},
        {"relations": 4, "division": "1&3"},
        {"structure": "typed"},
        {"shots": 2, "shown": "B"},
    ],
    ids=str,
)
def test_it_keeps_the_contract_of_families(given: Given, tmp_path: Path) -> None:
    check_family(FAMILY, tmp_path, given, None, 12)


@given(
    st.fixed_dictionaries(
        {
            "distribution": st.sampled_from(DISTRIBUTIONS),
            "strict": st.booleans(),
            "order": st.sampled_from(ORDERS),
            "structure": st.sampled_from(STRUCTURES),
            "division": st.sampled_from(DIVISIONS),
            "relations": st.sampled_from([None, 2, 3, 4]),
            "shots": st.sampled_from([1, 2, 4, 6]),
            "shown": st.sampled_from(SHOWN),
        }
    ),
    st.integers(0, 10**6),
)
def test_demonstrations_are_what_the_settings_say(daily_life: ItemSource, given: Given, seed: int) -> None:
    """Or the settings are refused: no other way out."""
    try:
        items = made(daily_life, given, 12, seed)
    except SettingsError:
        return
    for item in items:
        asked = relations_of(item.label)
        shown = [relations_of(demonstration.label) for demonstration in item.demonstrations]
        assert len(shown) == given["shots"]
        assert given["shown"] in ("any", *{demonstration.structure for demonstration in item.demonstrations})
        assert (
            given["shown"] == "any"
            or len({demonstration.structure for demonstration in item.demonstrations}) == 1
        )
        if item.distribution == "id":
            assert all(one == asked for one in shown)
        else:
            assert asked not in shown
            assert asked <= frozenset().union(*shown)
            assert all(one & asked for one in shown)
            if given["strict"]:
                assert not any(asked <= one for one in shown)
            if given["division"] != "any":
                parts = {one & asked for one in shown}
                assert sorted(map(len, parts)) == sorted(map(int, str(given["division"]).split("&")))
                assert frozenset().union(*parts) == asked
                assert sum(map(len, parts)) == len(asked)
        ranks = [difficulty(demonstration.structure) for demonstration in item.demonstrations]
        if given["order"] != "shuffled":
            assert ranks == sorted(ranks, reverse=given["order"] == "hard-to-easy")
        if given["structure"] != "any":
            assert item.structure in ("ABC" if given["structure"] == "typed" else given["structure"])
        assert given["relations"] in (None, len(asked))


def test_no_concept_set_is_asked_and_shown(daily_life: ItemSource) -> None:
    """Nor in a group of its own that is for another use."""
    items = made(daily_life, {}, 600)
    asked = {frozenset(item.concepts) for item in items}
    shown = {frozenset(demonstration.concepts) for item in items for demonstration in item.demonstrations}
    assert not asked & shown
    assert {group_of(one) for one in asked} == {"test"}
    assert {group_of(one) for one in shown} == {"demonstrations"}


def test_no_demonstration_has_a_sentence_of_a_concept_set_that_is_asked(pool: GraphPool) -> None:
    """Also where a file has one sentence for two sets, of which one is asked."""
    asked = pool.tests[0]
    label = asked.label
    name, (shown, *_) = next(iter(pool.demonstrations[label].items()))
    again = evolve(shown.reference, sentence=asked.reference.sentence.upper())
    other = evolve(shown.of, references=(again, shown.reference))
    sets = {sample.of.id: sample.of for sample in pool.tests}
    sets |= {key: found[0].of for own in pool.demonstrations.values() for key, found in own.items()}
    changed = GraphPool.of([*{**sets, name: other}.values()])
    assert [sample.number for sample in changed.demonstrations[label][name]] == [1]


def test_a_pair_asks_one_graph_in_both_distributions(daily_life: ItemSource) -> None:
    items = made(daily_life, {}, 400)
    for item, other in zip(items[::2], items[1::2], strict=True):
        assert (item.distribution, other.distribution) == ("id", "ood")
        assert (item.groups, item.sample, item.graph, item.key) == (
            other.groups,
            other.sample,
            other.graph,
            other.key,
        )


def test_workers_and_the_hash_seed_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call = ("generate", "--family", "graph-to-text", "--count", 260, "--set", "strict=true", "--out")
    for name, more, seed in (("one", (), "1"), ("two", ("--workers", 2), "2")):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        assert cocoa(*call, tmp_path / name, *more).code == 0
    assert (tmp_path / "one" / "questions.jsonl").read_bytes() == (
        tmp_path / "two" / "questions.jsonl"
    ).read_bytes()


def test_every_test_graph_that_fits_is_asked_once_before_one_is_asked_again(daily_life: ItemSource) -> None:
    items = made(daily_life, {"structure": "C", "distribution": "ood"}, 500)
    different = len({item.sample for item in items})
    assert len({item.sample for item in items[:different]}) == different < 200


def test_a_cover_is_found_wherever_there_is_one(pool: GraphPool) -> None:
    """Against all choices of labels, for every label of four relations."""
    from random import Random

    given = FAMILY.settings({"distribution": "ood", "strict": True})
    for label in sorted(pool.labels):
        choice = DemonstrationPool(pool, given, label)
        asked = relations_of(label)
        others = [
            relations_of(demonstration) & asked
            for demonstration in pool.demonstrations
            if not relations_of(demonstration) >= asked
        ]
        coverable = asked <= frozenset().union(*others)
        assert choice.able == coverable, label  # with four demonstrations any label of four can be covered
        assert not coverable or choice.outside(Random(1)) is not None


@pytest.mark.parametrize(
    "given",
    [
        {"distribution": "in"},
        {"relations": 1},
        {"relations": True},
        {"strict": 1},
        {"division": "2&2", "relations": 3},
        {"division": "2&2", "distribution": "id"},
        {"division": "2&2", "shots": 2},
        {"shots": 0},
        {"shots": 17},
        {"shown": "typed"},
        {"structure": "A", "concepts": 4},
        {"split": {"test": 1.0}},
        {"slots": 4},
        {"ask": "choose"},
    ],
    ids=str,
)
def test_settings_that_cannot_be_are_refused(given: Given) -> None:
    with pytest.raises(SettingsError):
        FAMILY.settings(given)


def test_settings_that_no_graph_meets_are_refused_when_it_comes_to_that(daily_life: ItemSource) -> None:
    with pytest.raises(SettingsError, match="no graph fits"):
        made(daily_life, {"relations": 13}, 1)


def test_a_source_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no graphs of this name"):
        FAMILY.source(tmp_path)


GOOD = (
    '{"id":"a","concepts":["x","y","z"],'
    '"references":[{"sentence":"S.","graph":[["x","IsA","y"],["y","HasA","z"]]}]}'
)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"IsA"', '"RelatedTo"', "RelatedTo"),
        ('"z"],"ref', '"x"],"ref', "x, y, x"),
        (',["y","HasA","z"]', "", "concept z"),
        ('"S."', '" "', "empty sentence"),
        ('"id":"a",', "", "id: missing"),
        ('["y","HasA","z"]', '["y","HasA"]', "graph"),
        ("{", "", "json"),
    ],
)
def test_a_broken_line_is_named_with_file_and_line(old: str, new: str, said: str) -> None:
    assert len(read_concept_sets(GOOD.encode(), "graphs.jsonl")) == 1
    other = GOOD.replace('"x"', '"w"')
    with pytest.raises(FindingsError) as raised:
        read_concept_sets(f"{other}\n{GOOD.replace(old, new, 1)}".encode(), "graphs.jsonl")
    assert str(raised.value.place) == "graphs.jsonl:2"
    assert said.lower() in str(raised.value).lower()


def test_one_concept_set_may_not_stand_twice() -> None:
    again = GOOD.replace('["x","y","z"]', '["z","y","x"]').replace('"a"', '"b"')
    with pytest.raises(FindingsError) as raised:
        read_concept_sets(f"{GOOD}\n{again}".encode(), "graphs.jsonl")
    assert "line 1 again" in str(raised.value)
    with pytest.raises(FindingsError) as raised:
        read_concept_sets(f"{GOOD}\n{GOOD.replace('x', 'w')}".encode(), "graphs.jsonl")
    assert "the id a again" in str(raised.value)


@pytest.mark.parametrize(
    "more", [{}, {"distribution": "ood", "strict": True}, {"structure": "typed"}], ids=str
)
def test_orders_show_the_same_demonstrations_for_the_same_graphs(daily_life: ItemSource, more: Given) -> None:
    ways = {order: made(daily_life, {**more, "order": order}, 200) for order in ORDERS}
    for items in zip(*ways.values(), strict=True):
        assert len({item.id for item in items}) == len(ORDERS)
        shared = {(item.sample, item.distribution, item.graph) for item in items}
        assert len(shared) == 1
        by_name = [
            sorted(item.demonstrations, key=lambda demonstration: demonstration.sample) for item in items
        ]
        assert by_name[0] == by_name[1] == by_name[2]


def test_the_usual_settings_stand_in_a_record_as_they_did_before_there_were_others() -> None:
    usual = FAMILY.settings({"shots": 4, "shown": "any"})
    assert usual == FAMILY.settings({})
    assert set(usual.to_json()) == {
        *("distribution", "strict", "order", "division", "structure", "relations", "concepts")
    }
    other = FAMILY.settings({"shots": 2, "shown": "B", "order": "hard-to-easy"})
    assert other.comparable == usual
    assert FAMILY.settings(other.to_json()) == other


def test_kinds_of_demonstrations_are_shown_for_the_same_graphs(daily_life: ItemSource) -> None:
    """In one order, as far as there are demonstrations: so that a part of all can be compared, too."""
    ways = [made(daily_life, {"distribution": "ood", "shown": shown}, 600) for shown in SHOWN]
    orders = [list(dict.fromkeys(item.sample for item in items)) for items in ways]
    for order in orders:
        common = set(order) & set(orders[0])
        assert [name for name in order if name in common] == [name for name in orders[0] if name in common]
    assert len(set(orders[0]) & set(orders[2])) > 20
