"""Fixed words with holes: every way to fill them, and no place twice in vain."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.independent.patterns import Pattern


@given(
    st.text("ab ", max_size=12), st.lists(st.sampled_from(["a", "b", " ", "ab", ""]), min_size=1, max_size=4)
)
def test_a_pattern_is_filled_in_every_way_and_in_no_other(text: str, words: list[str]) -> None:
    pattern = Pattern(tuple(words), ("x",) * (len(words) - 1))
    found = list(pattern.fillings(text, 0, len(text)))
    assert len(set(found)) == len(found)
    assert set(found) == set(_by_trying(text, tuple(words)))


@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(3, 7))
def test_holes_hold_what_fits_them_and_nothing_else(seed: int, holes: int, joints: int) -> None:
    """Whether a part fits a hole is drawn; every filling of parts that all fit is found."""
    text, words = ";".join("ab" * (joints + 1))[: 2 * joints + 1], ("", *[";"] * (holes - 1), "")

    def fits(hole: int, part: tuple[int, int]) -> bool:
        return random.Random(f"{seed} {hole} {part}").random() < 0.5

    expected = {
        spans for spans in _by_trying(text, words) if all(fits(hole, part) for hole, part in enumerate(spans))
    }
    found = list(Pattern(words, ("x",) * holes).fillings(text, 0, len(text), fits))
    assert len(set(found)) == len(found)
    assert set(found) == expected


def test_no_place_is_filled_twice_in_vain() -> None:
    """Twice the text, some four times the looks at most, though nothing comes out of any division."""

    def looks(size: int) -> int:
        seen = []

        def fits(hole: int, part: tuple[int, int]) -> bool:
            seen.append(part)
            return hole < 5

        text = "a;" * size + "a"
        assert not list(Pattern(("",) + (";",) * 5 + ("",), ("x",) * 6).fillings(text, 0, len(text), fits))
        return len(seen)

    assert looks(40) < 4.5 * looks(20) < 4.5 * 4.5 * looks(10)


def _by_trying(text: str, words: tuple[str, ...]) -> list[Any]:
    """Fillings by choosing every end of every hole."""
    if len(words) == 1:
        return [()] if text == words[0] else []
    start = len(words[0])
    if not text.startswith(words[0]):
        return []
    return [
        ((start, end), *((one + end, other + end) for one, other in rest))
        for end in range(start + 1, len(text) + 1)
        for rest in _by_trying(text[end:], words[1:])
    ]
