"""Selects the level to train on next, from the share of right answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import nan
from typing import Any, Final, Generic, TypeVar

from cocoa_core.errors import UsageError

T = TypeVar("T")
_STATE: Final = ("place", "recent")
"""The keys of `Curriculum.state`."""


class Curriculum(Generic[T]):
    """A sequence of levels, of which the next is taken where enough of the last answers were right, and the
    one before where too few were.

    Args:
        levels: settings, numbers, data sets or anything else, the easiest first.
        up: the share of right answers from which on the next level is taken.
        down: the share below which the level before is taken; 0 never goes down.
        window: how many of the last answers on one level are counted. The level does not change before there
            are as many.

    Raises:
        UsageError: there is no level, the shares are not 0 <= down < up <= 1, or the window is below 1.
    """

    def __init__(self, levels: Sequence[T], *, up: float = 0.7, down: float = 0.2, window: int = 100) -> None:
        if not levels or not 0 <= down < up <= 1 or window < 1:
            raise UsageError(
                "such a curriculum has no next level",
                got=f"{len(levels)} levels, down {down:g}, up {up:g}, window {window}",
                expected="one level at least, 0 <= down < up <= 1, a window from 1",
            )
        self.levels, self.up, self.down, self.window = tuple(levels), up, down, window
        self._index = 0
        self._recent: deque[float] = deque(maxlen=window)

    @property
    def index(self) -> int:
        """The index of the present level, from 0."""
        return self._index

    @property
    def level(self) -> T:
        """The present level."""
        return self.levels[self._index]

    def update(self, accuracy: float, answers: int = 1) -> T:
        """Takes the accuracy that was measured on the present level, and returns the level to train on next.

        One call changes the level by one at most; after a change the window is empty.

        Args:
            accuracy: the share of right answers, or a mean score, from 0 to 1.
            answers: the number of answers that were measured.

        Raises:
            UsageError: the accuracy is not from 0 to 1, or there are no answers.
        """
        share = _number(accuracy)
        if not 0 <= share <= 1 or answers < 1:
            raise UsageError(
                "this is no measured accuracy",
                got=f"{accuracy} of {answers} answers",
                expected="a share from 0 to 1, of one answer at least",
            )
        self._recent.extend([share] * min(answers, self.window))
        if len(self._recent) == self.window:
            mean = sum(self._recent) / self.window
            step = 1 if mean >= self.up else -1 if mean < self.down else 0
            level = min(max(self._index + step, 0), len(self.levels) - 1)
            if level != self._index:
                self._index = level
                self._recent.clear()
        return self.level

    def state(self) -> dict[str, Any]:
        """Returns the present level and the window as JSON data, for a checkpoint."""
        return {"place": self._index, "recent": list(self._recent)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Sets the level and the window to those of a state.

        Raises:
            UsageError: the data is no state, or one of a curriculum with more levels.
        """
        level, recent = (state.get(name) if isinstance(state, Mapping) else None for name in _STATE)
        shares = list(map(_number, recent)) if isinstance(recent, list) else [nan]
        fit = all(0 <= share <= 1 for share in shares)
        if not fit or not isinstance(level, int) or not 0 <= level < len(self.levels):
            raise UsageError(
                "this is no state of this curriculum",
                got=str(state)[:80],
                expected=f"what `state` gave, with a place below {len(self.levels)}",
            )
        self._index = level
        self._recent = deque(shares, maxlen=self.window)


def _number(value: object) -> float:
    """Returns a number as Python has it, also one of NumPy or a tensor, whose state would be no JSON; NaN for
    anything else.
    """
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return nan
