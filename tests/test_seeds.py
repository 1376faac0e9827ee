"""Seeds: one encoding per sequence of parts, the same in every process."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.seeds import digest_of, seed_of, stream

Parts = list[str | int | bytes]
letters = "sib1\0"
"""Those that the encoding uses itself, so that a careless encoding has two readings."""
part = st.one_of(
    st.text(letters, max_size=4),
    st.text(max_size=4),
    st.integers(),
    st.lists(st.sampled_from(letters.encode()), max_size=4).map(bytes),
)
parts = st.lists(part, max_size=4)


@given(parts, parts)
def test_different_parts_have_different_digests(one: Parts, other: Parts) -> None:
    same = list(map(type, one)) == list(map(type, other)) and one == other
    assert (digest_of(*one) == digest_of(*other)) == same


@given(st.text("si", min_size=1, max_size=6), st.data())
def test_where_parts_are_split_matters(text: str, data: st.DataObject) -> None:
    at, other = data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2, unique=True))
    assert digest_of(text[:at], text[at:]) != digest_of(text[:other], text[other:])


def test_a_number_its_text_and_its_bytes_are_three_parts() -> None:
    assert len({digest_of(12), digest_of("12"), digest_of(b"12")}) == 3


def test_digests_are_pinned() -> None:
    """What this holds may only change together with every question id."""
    assert digest_of().hex()[:16] == "0e5751c026e543b2"
    assert digest_of("question", 7, b"\x00").hex()[:16] == "0eddbc7ee7b15abd"
    assert seed_of("a", -1) == 898887297953802475


@given(parts)
def test_a_seed_is_the_start_of_the_digest(some: Parts) -> None:
    assert seed_of(*some) == int(digest_of(*some).hex()[:16], 16) < 2**64


def test_streams_repeat_and_differ() -> None:
    assert [stream("a", 1).random() for _ in range(2)] == [stream("a", 1).random()] * 2
    assert stream("a", 1).random() != stream("a", 2).random() != stream("b", 2).random()


def test_a_part_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match="float"):
        digest_of(1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_a_process_with_another_hash_seed_draws_the_same(hash_seed: str) -> None:
    code = "from cocoa_core.seeds import stream; print(stream('a', 1, b'x').sample(range(10**6), 3))"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == str(stream("a", 1, b"x").sample(range(10**6), 3))


@given(st.integers(), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 60)), max_size=8))
def test_a_stream_chooses_as_python_3_11_does(seed: int, draws: list[tuple[int, int]]) -> None:
    """Later Pythons may choose otherwise; then this law is left to those that do not."""
    ours, theirs = stream(seed), random.Random(seed_of(seed))
    for number, part in draws:
        some = [*range(number), *([0] if not number else [])]
        assert ours.choice(some) == theirs.choice(some)
        assert ours.sample(some, min(part, len(some))) == theirs.sample(some, min(part, len(some)))
        one, other = list(some), list(some)
        ours.shuffle(one)
        theirs.shuffle(other)
        assert one == other
        assert ours.random() == theirs.random()


def test_choices_are_pinned() -> None:
    rng = stream("pinned")
    assert [rng.choice("abcdefg") for _ in range(5)] == list("agdac")
    assert rng.sample(range(100), 4) == [27, 80, 98, 67]
    assert rng.sample(range(9), 4) == [5, 3, 1, 4]


def test_nothing_is_chosen_of_nothing_and_no_more_than_there_is() -> None:
    with pytest.raises(IndexError):
        stream().choice([])
    with pytest.raises(ValueError, match="ample"):
        stream().sample([1, 2], 3)
