"""The set of fingerprints is a set, and small."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.generation.seen import Asked, Seen
from cocoa_core.records.entry import Entry

FINGERPRINTS = st.one_of(
    st.integers(1, 2**64 - 1),
    st.integers(1, 40),
    st.integers(0, 40).map(lambda low: 2**64 - 1 - low),
    st.sampled_from([11 * 2**56 + 11 * step for step in range(20)]),
)


@given(st.lists(FINGERPRINTS, max_size=200))
@settings(max_examples=200, deadline=None)
def test_it_holds_what_a_set_holds(fingerprints: list[int]) -> None:
    seen, known = Seen(), set[int]()
    for fingerprint in fingerprints:
        assert (fingerprint in seen) == (fingerprint in known)
        assert seen.add(fingerprint) == (fingerprint not in known)
        known.add(fingerprint)
        assert fingerprint in seen
        assert len(seen) == len(known)


def test_every_fingerprint_outlives_every_growth() -> None:
    rng = random.Random(5)
    fingerprints = [rng.getrandbits(64) for _ in range(40_000)]
    seen = Seen(fingerprints)
    assert len(seen) == len(set(fingerprints))
    assert all(fingerprint in seen for fingerprint in fingerprints)
    assert not any(rng.getrandbits(64) in seen for _ in range(40_000))


def test_it_takes_at_most_fifteen_bytes_a_fingerprint() -> None:
    rng = random.Random(6)
    seen = Seen()
    for count in range(1, 60_001):
        seen.add(rng.getrandbits(64))
        if count >= 20_000 and count % 2_000 == 0:
            assert 10 < seen.bytes_used / len(seen) < 15


def test_a_table_that_all_fingerprints_fall_into_still_holds_them() -> None:
    fingerprints = [7 << 56 | number for number in range(2_000)]
    seen = Seen(fingerprints)
    assert [seen.add(fingerprint) for fingerprint in fingerprints] == [False] * 2_000
    assert 7 << 56 | 2_000 not in seen


@pytest.mark.parametrize("fingerprint", [-1, 2**64])
def test_what_has_more_than_64_bits_is_no_fingerprint(fingerprint: int) -> None:
    with pytest.raises(OverflowError):
        Seen().add(fingerprint)
    with pytest.raises(OverflowError):
        fingerprint in Seen()  # noqa: B015


def entry(side: str | None, requirement: int, fingerprint: int) -> Entry:
    return Entry(0, 0, 0, side, (2, 2), "A", False, "exact", {}, requirement, fingerprint)


def test_a_question_is_admitted_once_and_a_requirement_on_one_side() -> None:
    asked = Asked()
    asked.add([entry("train", 5, 50), entry("train", 5, 51)])
    assert not asked.admits([entry("train", 5, 50)])
    assert not asked.admits([entry("train", 6, 60), entry("train", 6, 51)])
    assert not asked.admits([entry("test", 5, 52)])
    assert asked.admits([entry("train", 5, 52)])
    assert asked.admits([entry("test", 6, 52)])
    assert asked.admits([entry("validation", 6, 52)])


def test_without_sides_only_questions_are_remembered() -> None:
    asked = Asked()
    asked.add([entry(None, 5, 50)])
    assert asked.admits([entry(None, 5, 51)])
    assert not asked.admits([entry(None, 5, 50)])
    assert not asked.requirements
