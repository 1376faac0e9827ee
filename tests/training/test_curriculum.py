"""A curriculum goes up, down or stays, as the accuracy says."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.errors import UsageError


def test_it_climbs_while_answers_are_right_and_falls_while_they_are_wrong() -> None:
    ladder = cocoa_core.Curriculum([0.1, 0.2, 0.3], up=0.7, down=0.2, window=4)
    assert [ladder.update(1.0) for _ in range(4)] == [0.1, 0.1, 0.1, 0.2]
    assert ladder.update(0.75, answers=8) == 0.3
    assert ladder.update(1.0, answers=100) == 0.3  # there is none above
    assert ladder.update(0.5, answers=4) == 0.3
    assert ladder.update(0.0, answers=4) == 0.2
    assert [ladder.update(0.0, answers=4) for _ in range(2)] == [0.1, 0.1]


@given(
    results=st.lists(st.floats(0, 1), max_size=60),
    window=st.integers(1, 9),
    ends=st.tuples(st.floats(0, 1), st.floats(0, 1)).filter(lambda ends: ends[0] < ends[1]),
)
def test_each_step_is_what_the_last_answers_say(
    results: list[float], window: int, ends: tuple[float, float]
) -> None:
    ladder = cocoa_core.Curriculum(range(4), down=ends[0], up=ends[1], window=window)
    place, seen = 0, list[float]()
    for result in results:
        seen.append(result)
        ladder.update(result)
        last = seen[-window:]
        mean = sum(last) / window
        step = (mean >= ends[1]) - (mean < ends[0]) if len(last) == window else 0
        if 0 <= place + step < 4 and step:
            place, seen = place + step, []
        assert ladder.index == ladder.level == place


def test_it_goes_on_from_a_checkpoint() -> None:
    one, other = (cocoa_core.Curriculum("abc", window=3) for _ in range(2))
    for value in (1.0, 1.0, 1.0, 0.9, 0.8):
        one.update(value)
    other.restore(json.loads(json.dumps(one.state())))
    assert one.update(0.9) == other.update(0.9) == "c"
    for state in (
        {"place": 3, "recent": []},
        {"place": 0, "recent": ["x"]},
        {"place": 0, "recent": [2]},
        None,
    ):
        with pytest.raises(UsageError, match="no state"):
            other.restore(state)  # type: ignore[arg-type]


def test_an_accuracy_of_another_library_keeps_the_state_json() -> None:
    ladder = cocoa_core.Curriculum("abc")
    ladder.update(Fraction(1, 2))  # type: ignore[arg-type]
    assert json.dumps(ladder.state()["recent"]) == "[0.5]"


@pytest.mark.parametrize(
    "how", [{"levels": []}, {"up": 0.2, "down": 0.2}, {"up": 1.1}, {"down": -0.1}, {"window": 0}]
)
def test_a_curriculum_without_a_next_level_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        cocoa_core.Curriculum(**{"levels": [1], **how})


@pytest.mark.parametrize("measured", [(1.1, 1), (-0.1, 1), (0.5, 0), ("x", 1), (None, 1)])
def test_what_is_no_accuracy_is_refused(measured: Any) -> None:
    with pytest.raises(UsageError):
        cocoa_core.Curriculum([1]).update(*measured)
