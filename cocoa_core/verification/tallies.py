"""Counts by name over all lines: of as many names as there can rightly be, so that memory is bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import define, field

__all__ = ["Settings", "Tally"]

_MOST_NAMES: Final = 100
_MOST_SETTINGS: Final = 2_000


@define
class Tally:
    """Counts by name. full: whether names were left out, since there were too many."""

    counts: Counter[str] = field(factory=Counter)
    full: bool = False

    def add(self, name: str, count: int = 1) -> None:
        """Count a name."""
        if name in self.counts or len(self.counts) < _MOST_NAMES:
            self.counts[name] += count
        else:
            self.full = True


@define
class _Setting:
    questions: int = 0
    requirements: int = 0
    rejections: Tally = field(factory=Tally)


@define
class Settings:
    """Counts by setting (slots, minterms). full: as of a tally."""

    found: dict[tuple[int, ...], _Setting] = field(factory=dict)
    full: bool = False

    def add(self, setting: tuple[int, ...], rejections: Mapping[str, int] | None) -> None:
        """Count a question of the setting, and its requirement with what was refused where that is given."""
        if setting not in self.found and len(self.found) == _MOST_SETTINGS:
            self.full = True
            return
        one = self.found.setdefault(setting, _Setting())
        one.questions += 1
        if rejections is not None:
            one.requirements += 1
            for reason, count in rejections.items():
                one.rejections.add(reason, count)
            self.full |= one.rejections.full

    def questions(self) -> dict[str, int]:
        """Questions by the name of the setting."""
        return {name: one.questions for name, one in self._named()}

    def draws(self) -> dict[str, dict[str, object]]:
        """Questions, requirements and refused draws by the name of the setting."""
        return {
            name: {
                "questions": one.questions,
                "requirements": one.requirements,
                "rejections": dict(one.rejections.counts),
            }
            for name, one in self._named()
        }

    def _named(self) -> list[tuple[str, _Setting]]:
        return [(f"({', '.join(map(str, name))})", one) for name, one in sorted(self.found.items())]
