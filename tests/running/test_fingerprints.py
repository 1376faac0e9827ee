"""The set of fingerprints is a set, and small."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.items import Entry
from cocoa_core.running import Fingerprints, FingerprintSets

FINGERPRINTS = st.one_of(
    st.integers(1, 2**64 - 1),
    st.integers(1, 40),
    st.integers(0, 40).map(lambda low: 2**64 - 1 - low),
    st.sampled_from([11 * 2**56 + 11 * step for step in range(20)]),
)


@given(st.lists(FINGERPRINTS, max_size=200))
def test_it_holds_what_a_set_holds(fingerprints: list[int]) -> None:
    found, known = Fingerprints(), set[int]()
    for fingerprint in fingerprints:
        assert (fingerprint in found) == (fingerprint in known)
        assert found.add(fingerprint) == (fingerprint not in known)
        known.add(fingerprint)
        assert fingerprint in found
        assert len(found) == len(known)


def test_every_fingerprint_outlives_every_growth() -> None:
    rng = random.Random(5)
    fingerprints = [rng.getrandbits(64) for _ in range(40_000)]
    found = Fingerprints(fingerprints)
    assert len(found) == len(set(fingerprints))
    assert all(fingerprint in found for fingerprint in fingerprints)
    assert not any(rng.getrandbits(64) in found for _ in range(40_000))


def test_it_takes_at_most_fifteen_bytes_a_fingerprint() -> None:
    rng = random.Random(6)
    fingerprints = Fingerprints()
    for count in range(1, 60_001):
        fingerprints.add(rng.getrandbits(64))
        if count >= 20_000 and count % 2_000 == 0:
            assert 10 < fingerprints.bytes_used / len(fingerprints) < 15


def test_a_table_that_all_fingerprints_fall_into_still_holds_them() -> None:
    fingerprints = [7 << 56 | number for number in range(2_000)]
    found = Fingerprints(fingerprints)
    assert [found.add(fingerprint) for fingerprint in fingerprints] == [False] * 2_000
    assert 7 << 56 | 2_000 not in found


@pytest.mark.parametrize("fingerprint", [-1, 2**64])
def test_what_has_more_than_64_bits_is_no_fingerprint(fingerprint: int) -> None:
    with pytest.raises(OverflowError):
        Fingerprints().add(fingerprint)
    with pytest.raises(OverflowError):
        fingerprint in Fingerprints()  # noqa: B015


def entry(side: str | None, shared: int, fingerprint: int) -> Entry:
    return Entry(index=0, attempt=0, side=side, cell="", fingerprint=fingerprint, shared=shared)


def test_a_question_is_admitted_once_and_a_requirement_on_one_side() -> None:
    repeats = FingerprintSets()
    repeats.add([entry("train", 5, 50), entry("train", 5, 51)])
    assert not repeats.admits([entry("train", 5, 50)])
    assert not repeats.admits([entry("train", 6, 60), entry("train", 6, 51)])
    assert not repeats.admits([entry("test", 5, 52)])
    assert repeats.admits([entry("train", 5, 52)])
    assert repeats.admits([entry("test", 6, 52)])
    assert repeats.admits([entry("validation", 6, 52)])


def test_without_sides_only_questions_are_remembered() -> None:
    repeats = FingerprintSets()
    repeats.add([entry(None, 5, 50)])
    assert repeats.admits([entry(None, 5, 51)])
    assert not repeats.admits([entry(None, 5, 50)])
    assert repeats.admits([entry("test", 5, 51)])


def showing(shown: int, ring: int, fingerprint: int) -> Entry:
    return evolve(entry(None, 5, fingerprint), shown=(shown, 1000 * shown + ring))


def test_what_one_ring_has_shown_no_other_ring_shows() -> None:
    repeats = FingerprintSets()
    repeats.add([showing(7, 1, 50)])
    assert not repeats.shows_again([showing(7, 1, 51)])
    assert not repeats.shows_again([showing(8, 2, 52), entry(None, 5, 53)])
    assert repeats.shows_again([showing(8, 2, 52), showing(7, 2, 53)])
    assert not repeats.all_shown
    repeats.add([showing(7, 2, 53)])
    assert repeats.all_shown
