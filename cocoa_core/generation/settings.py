"""What is asked for: how many slots and minterms, in which proportions, with what kind of primitives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import SettingsError

__all__ = ["PRESETS", "PRIMITIVE_MODES", "SIDES", "Setting", "Settings"]

PRIMITIVE_MODES: Final = ("per-occurrence", "per-slot")
SIDES: Final = ("train", "validation", "test")

_MOST_SLOTS = 20
_MOST_MINTERMS = 64
_MOST_OPTION_SETS = 20


@frozen(order=True)
class Setting:
    """One cell of a mix: number of slots, number of minterms."""

    slots: int
    minterms: int

    def __attrs_post_init__(self) -> None:
        if not 2 <= self.slots <= _MOST_SLOTS:
            raise SettingsError(
                "the number of slots is out of range",
                got=str(self.slots),
                expected=f"a whole number from 2 to {_MOST_SLOTS}",
                fix="pass another --slots",
            )
        most = min(_MOST_MINTERMS, 2**self.slots - 1)
        if not 1 <= self.minterms <= most:
            raise SettingsError(
                f"the number of minterms is out of range for {self.slots} slots",
                got=str(self.minterms),
                expected=f"a whole number from 1 to {most} (a table has 2^{self.slots} rows)",
                fix="pass another --minterms",
            )

    def __str__(self) -> str:
        return f"({self.slots}, {self.minterms})"


PRESETS: Final[Mapping[str, tuple[tuple[Setting, int], ...]]] = {
    "paper": (
        (Setting(2, 2), 124),
        (Setting(3, 2), 136),
        (Setting(4, 2), 117),
        (Setting(4, 3), 129),
        (Setting(5, 2), 121),
        (Setting(6, 2), 101),
    ),
}
"""Mixes by name. `paper`: the unique test queries of GroundCocoa by setting (arXiv 2404.04237, Table 1)."""


def _positive_shares(split: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(split, key=lambda one: SIDES.index(one[0])))


@frozen
class Settings:
    """Everything that a question depends on beside seed, domain and index. No count, workers or folder.

    mix: settings with whole weights. primitives: "per-occurrence" or "per-slot".
    option_sets: at most this many option sets for one requirement.
    split: sides with whole shares, in the order train, validation, test; empty: no sides.
    plain: whether a requirement may be a plain conjunction.
    knowledge: whether every requirement speaks of a derived slot; otherwise none does.
    """

    mix: tuple[tuple[Setting, int], ...] = PRESETS["paper"]
    primitives: str = field(default="per-occurrence")
    option_sets: int = 1
    split: tuple[tuple[str, int], ...] = field(default=(), converter=_positive_shares)
    plain: bool = False
    knowledge: bool = False

    def __attrs_post_init__(self) -> None:
        if self.primitives not in PRIMITIVE_MODES:
            raise SettingsError(
                "unknown primitive mode", got=self.primitives, expected=" or ".join(PRIMITIVE_MODES)
            )
        if not 1 <= self.option_sets <= _MOST_OPTION_SETS:
            raise SettingsError(
                "the number of option sets is out of range",
                got=str(self.option_sets),
                expected=f"a whole number from 1 to {_MOST_OPTION_SETS}",
            )

    @classmethod
    def of(
        cls,
        *,
        slots: int | None = None,
        minterms: int | None = None,
        preset: str | None = None,
        primitives: str = "per-occurrence",
        option_sets: int = 1,
        split: Mapping[str, float] | None = None,
        plain: bool = False,
        knowledge: bool = False,
    ) -> Settings:
        """Settings from what a caller says; without slots and minterms, the preset `paper`."""
        if slots is None and minterms is None:
            mix = _preset(preset or "paper")
        elif preset is not None:
            raise SettingsError(
                "a preset and slots or minterms were both given",
                got=f"preset {preset}, slots {slots}, minterms {minterms}",
                expected="either a preset, or slots and minterms",
            )
        else:
            mix = ((Setting(4 if slots is None else slots, 2 if minterms is None else minterms), 1),)
        return cls(mix, primitives, option_sets, _shares(split or {}), plain, knowledge)

    @cached_property
    def text(self) -> str:
        """One canonical line of JSON; equal settings give equal text."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    def to_json(self) -> dict[str, Any]:
        """As it stands in a manifest and in a record."""
        return {
            "mix": [[setting.slots, setting.minterms, weight] for setting, weight in self.mix],
            "primitives": self.primitives,
            "option_sets": self.option_sets,
            "split": dict(self.split) or None,
            "plain": self.plain,
            "knowledge": self.knowledge,
        }


def _preset(name: str) -> tuple[tuple[Setting, int], ...]:
    if name not in PRESETS:
        raise SettingsError("unknown preset", got=name, expected=" or ".join(PRESETS))
    return PRESETS[name]


def _shares(split: Mapping[str, float]) -> tuple[tuple[str, int], ...]:
    """Fractions as whole parts of 10,000 that add up to it."""
    if not split:
        return ()
    for side, share in split.items():
        if side not in SIDES or not 0 < share <= 1:
            raise SettingsError(
                "a split cannot be read",
                got=f"{side}={share}",
                expected=f"shares between 0 and 1 of {', '.join(SIDES)}, such as test=0.99,validation=0.01",
            )
    parts = {side: round(share * 10_000) for side, share in split.items()}
    if sum(parts.values()) != 10_000 or not all(parts.values()):
        raise SettingsError(
            "the shares of a split do not add up to 1",
            got=", ".join(f"{side}={share}" for side, share in split.items()),
            expected="shares that add up to 1, each at least 0.0001",
        )
    return tuple(parts.items())
