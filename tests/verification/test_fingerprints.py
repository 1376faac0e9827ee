"""The table of fingerprints, against a dictionary."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.verification.across_records import Seen, fingerprint

KEYS = st.integers(0, 2**64 - 1) | st.integers(0, 40)


@given(st.lists(st.tuples(KEYS, st.integers(1, 3)), max_size=60))
def test_a_fingerprint_is_known_under_the_tag_it_first_had(puts: list[tuple[int, int]]) -> None:
    seen, expected = Seen(), dict[int, int]()
    for key, tag in puts:
        assert seen.put(key, tag) == expected.get(key >> 2, 0)
        expected.setdefault(key >> 2, tag)
    assert len(seen) == len(expected)


def test_many_fingerprints_are_all_kept_in_sixteen_bytes_each() -> None:
    seen, keys = Seen(), sorted({fingerprint(number) >> 2 << 2 for number in range(20_000)})
    assert not any(seen.put(key) for key in keys)
    assert all(seen.put(key) for key in keys)
    assert seen.memory <= 16.1 * len(keys)
