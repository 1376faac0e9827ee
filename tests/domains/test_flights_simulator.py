"""The simulator of the flights catalogue: its geometry, clocks and draws, and that it runs again alike."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("airportsdata")

from cocoa_domains.flights.simulator.__main__ import main
from cocoa_domains.flights.simulator.airports import airport_digest
from cocoa_domains.flights.simulator.block_times import block_minutes
from cocoa_domains.flights.simulator.catalogue_rows import COLUMNS
from cocoa_domains.flights.simulator.fact_tables import fact_rows, split_words
from cocoa_domains.flights.simulator.geometry import eastward_share, great_circle_km
from cocoa_domains.flights.simulator.local_time import instant, local_clock
from cocoa_domains.flights.simulator.network import Network, read_network
from cocoa_domains.simulating.draws import Draws

CATALOGUE = Path(__file__).parents[2] / "domains" / "flights" / "catalogue.csv"
FACTS_OF_CATALOGUE = "6158d693453a99c2258a4f02c038a91ba277c2a676dc8915fe5fca1f1fc5fa77"
SOME_ROUTES = ("HND-LAX", "JFK-LHR", "LAS-ATL")

NETWORK = read_network()
codes = st.sampled_from(sorted(NETWORK.airports))
zones = st.sampled_from(sorted({port.zone.key for port in NETWORK.airports.values()}))
days = st.dates(date(2027, 1, 1), date(2027, 12, 31))


@pytest.fixture(scope="module")
def network() -> Network:
    return NETWORK


@pytest.fixture(scope="module")
def checked_in() -> Iterator[list[list[str]]]:
    with CATALOGUE.open(encoding="utf-8", newline="") as stream:
        yield list(csv.reader(stream))


def test_running_again_writes_the_rows_that_are_checked_in(
    network: Network, checked_in: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if airport_digest(network.airports) != FACTS_OF_CATALOGUE:
        pytest.skip("this airportsdata places an airport elsewhere than the one the catalogue was made with")
    out = tmp_path / "again.csv"
    assert main(["--out", str(out), "--only", *SOME_ROUTES]) == 0
    wanted = [row for row in checked_in if row[0] == "id" or row[0][:7] in SOME_ROUTES]
    with out.open(encoding="utf-8", newline="") as stream:
        assert list(csv.reader(stream)) == wanted
    assert wanted[0] == list(COLUMNS)
    assert f"{len(wanted) - 1} rows" in capsys.readouterr().out
    assert b"\r" not in out.read_bytes()


def test_another_seed_writes_another_world(tmp_path: Path, checked_in: list[list[str]]) -> None:
    out = tmp_path / "other.csv"
    assert main(["--out", str(out), "--only", "JFK-LHR", "--seed", "7"]) == 0
    with out.open(encoding="utf-8", newline="") as stream:
        other = [tuple(row[3:]) for row in csv.reader(stream)][1:]
    assert len(other) >= 30
    assert not set(other) & {tuple(row[3:]) for row in checked_in}


@given(codes, codes, codes)
def test_distance_is_a_metric(one: str, two: str, three: str) -> None:
    first, second, third = (NETWORK.airports[code] for code in (one, two, three))
    assert great_circle_km(first, second) == great_circle_km(second, first)
    assert (great_circle_km(first, second) == 0) == (one == two)
    assert (
        great_circle_km(first, third) <= great_circle_km(first, second) + great_circle_km(second, third) + 1
    )
    assert great_circle_km(first, second) <= 20016


@pytest.mark.parametrize(
    ("start", "end", "km"),
    [("JFK", "LHR", 5540), ("SIN", "LHR", 10880), ("LAX", "HND", 8810), ("DEL", "BOM", 1140)],
)
def test_known_distances(network: Network, start: str, end: str, km: int) -> None:
    assert great_circle_km(network.airports[start], network.airports[end]) == pytest.approx(km, rel=0.01)


@given(codes, codes)
def test_the_way_back_points_the_other_way(one: str, two: str) -> None:
    if one != two:
        first, second = NETWORK.airports[one], NETWORK.airports[two]
        assert eastward_share(first, second) == pytest.approx(-eastward_share(second, first), abs=1e-9)


@given(codes, codes)
def test_block_times_are_at_five_minute_marks_and_plausible(one: str, two: str) -> None:
    first, second = NETWORK.airports[one], NETWORK.airports[two]
    block, km = block_minutes(first, second), great_circle_km(first, second)
    assert block % 5 == 0
    assert 45 + km / 940 * 60 - 3 <= block <= 45 + km / 800 * 60 + 3


def test_flying_east_with_the_jet_stream_is_faster(network: Network) -> None:
    for west, east in (("JFK", "LHR"), ("HND", "LAX"), ("LAX", "JFK")):
        out, back = network.airports[west], network.airports[east]
        assert block_minutes(out, back) + 30 <= block_minutes(back, out)


@given(days, st.integers(0, 1439), zones)
def test_local_clock_undoes_instant(day: date, minute: int, zone: str) -> None:
    moment = instant(day, minute, ZoneInfo(zone))
    if moment is None:
        local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=ZoneInfo(zone))
        assert local.utcoffset() != local.replace(fold=1).utcoffset()
    else:
        assert local_clock(moment, ZoneInfo(zone)) == (day, minute)


def test_no_instant_where_a_local_time_comes_twice_or_never() -> None:
    new_york = ZoneInfo("America/New_York")
    assert instant(date(2027, 3, 14), 2 * 60 + 30, new_york) is None
    assert instant(date(2027, 11, 7), 60 + 30, new_york) is None
    assert instant(date(2027, 11, 7), 3 * 60, new_york) is not None


@given(st.integers(0, 10**9), st.lists(st.text(max_size=5), min_size=1, max_size=3))
def test_draws_depend_on_seed_and_names_only(seed: int, names: list[str]) -> None:
    one, two = Draws(seed, *names), Draws(seed, *names)
    assert [one.whole(0, 10**9) for _ in range(5)] == [two.whole(0, 10**9) for _ in range(5)]
    other, more = Draws(seed + 1, *names), Draws(seed, *names, "more")
    first = Draws(seed, *names).whole(0, 10**15)
    assert first != other.whole(0, 10**15)
    assert first != more.whole(0, 10**15)


@given(st.integers(0, 999), st.lists(st.sampled_from([0, 1, 3]), min_size=1, max_size=6))
def test_nothing_of_no_weight_is_drawn(seed: int, weights: list[int]) -> None:
    draws = Draws(seed, "weights")
    if not any(weights):
        with pytest.raises(ValueError, match="positive"):
            draws.weighted(range(len(weights)), weights)
        return
    assert all(weights[draws.weighted(range(len(weights)), weights)] for _ in range(20))


@given(st.integers(0, 999), st.lists(st.integers(), max_size=8))
def test_shuffling_keeps_every_item(seed: int, items: list[int]) -> None:
    assert sorted(Draws(seed, "shuffle").shuffled(items)) == sorted(items)


@given(st.integers(0, 999), st.integers(-50, 50), st.integers(0, 30))
def test_whole_numbers_stay_between_their_ends(seed: int, low: int, size: int) -> None:
    draws = Draws(seed, "whole")
    assert all(low <= draws.whole(low, low + size) <= low + size for _ in range(20))


def test_a_carrier_flies_from_or_to_its_hubs_as_far_as_its_aircraft_reach(network: Network) -> None:
    for (start, end), carriers in network.served.items():
        for code in carriers:
            carrier = network.carriers[code]
            assert {start, end} & set(carrier.hubs)
            reach = max(network.aircraft[name].reach_km for name in carrier.aircraft)
            assert 250 <= network.kilometres[start, end] <= reach
            assert code in network.served[end, start]
    assert all(port in network.airports for one in network.carriers.values() for port in one.hubs)
    assert all(name in network.aircraft for one in network.carriers.values() for name in one.aircraft)
    assert all(code in network.carriers for one in network.carriers.values() for code in one.partners)
    assert all({*one.first_on, *one.economy_on} <= set(one.aircraft) for one in network.carriers.values())


def test_hubs_are_where_a_carrier_has_nonstop_legs(network: Network) -> None:
    legs = fact_rows("nonstops")
    for carrier in network.carriers.values():
        assert {row["hub"] for row in legs if row["carrier"] == carrier.code} == set(carrier.hubs)
    for row in legs:
        ends = [*split_words(row["to"]), *(() if row["home"] == "all" else split_words(row["home"]))]
        assert set(ends) <= set(network.airports)
        assert len(set(ends)) == len(ends)
