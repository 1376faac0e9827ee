"""Settings, sides, rings and letters: balanced, and known without their neighbours."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.families.selection import PRESETS, Settings
from cocoa_core.families.selection.schedule import RINGS, Schedule, spread

BLOCK = 5 * RINGS

SHARES = st.sampled_from(
    [
        {},
        {"test": 0.99, "validation": 0.01},
        {"train": 0.8, "test": 0.2},
        {"train": 0.7, "validation": 0.1, "test": 0.2},
    ]
)


@given(st.integers(0, 2**63), SHARES, st.integers(1, 3 * BLOCK + 17))
def test_letters_differ_by_at_most_one_on_every_side_at_every_count(
    seed: int, split: dict[str, float], count: int
) -> None:
    schedule = Schedule(seed, "digest", Settings.of(split=split))
    sides: dict[str | None, Counter[str]] = {}
    for index in range(count):
        position = schedule.position(index)
        sides.setdefault(position.side, Counter())[position.label] += 1
    for letters in sides.values():
        numbers = [letters[letter] for letter in "ABCDE"]
        assert max(numbers) - min(numbers) <= 1


@given(st.integers(0, 2**63), SHARES, st.integers(0, 10**6))
def test_a_ring_has_five_places_and_one_side(seed: int, split: dict[str, float], ring: int) -> None:
    schedule = Schedule(seed, "digest", Settings.of(split=split))
    places = [schedule.position(index) for index in schedule.members(ring)]
    assert {place.ring for place in places} == {ring}
    assert [place.member for place in places] == [0, 1, 2, 3, 4]
    assert len({place.side for place in places}) == 1


def test_the_paper_mix_comes_in_the_papers_proportions() -> None:
    weights = dict(PRESETS["paper"])
    total = sum(weights.values())
    schedule = Schedule(7, "digest", Settings.of(preset="paper"))
    counts = Counter(schedule.position(index).cell for index in range(total))
    assert counts == weights
    for setting, weight in weights.items():
        start = sum(schedule.position(index).cell == setting for index in range(100))
        assert abs(start - 100 * weight / total) < 3


def test_sides_come_in_their_shares() -> None:
    schedule = Schedule(7, "digest", Settings.of(split={"test": 0.99, "validation": 0.01}))
    counts = Counter(schedule.position(index).side for index in range(100 * BLOCK))
    assert counts["validation"] == BLOCK


@given(st.lists(st.integers(1, 50), min_size=1, max_size=6))
def test_a_spread_has_every_choice_its_weight_in_times(weights: list[int]) -> None:
    cycle = Counter(spread(weights))
    shares = {cycle[index] / weight for index, weight in enumerate(weights)}
    assert len(shares) == 1


@given(st.integers(0, 2**62))
@settings(max_examples=30)
def test_nearby_seeds_share_nothing(seed: int) -> None:
    one, other = (Schedule(number, "digest", Settings.of()) for number in (seed, seed + 1))
    letters = [[schedule.position(index).label for index in range(200)] for schedule in (one, other)]
    agreeing = sum(first == second for first, second in zip(*letters, strict=True))
    assert 10 < agreeing < 80
