"""The settings of a run: the notation, what is held out, the variants, the sides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import SettingsError, one_line
from cocoa_core.families.parsing.grammar import CASES
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.suggestions import not_among

TRAIN: Final = "train"
GEN: Final = "gen"
"""The side that tests what is held out; nothing that is held out is on another side."""
REORDERED: Final = "reordered"
"""The variant in the same notation with its conjuncts in another order."""
_SIDES: Final = (TRAIN, "dev", "test", GEN)
_WHOLE: Final = 10_000
_USUAL: Final = {TRAIN: 0.8, "dev": 0.05, "test": 0.05, GEN: 0.1}
_NOTATION: Final = "recogs-pos"
_KNOWN: Final = ("notation", "hold-out", "variants", "split")


@frozen(slots=False)
class ParsingSettings:
    """What sentences are drawn and written with."""

    notation: str = _NOTATION
    """The notation of the keys."""
    held_out: tuple[str, ...] = ()
    """The cases that are held out, in the order of `CASES`."""
    variants: tuple[str, ...] = ()
    """Other forms of each item, in the same group: notations by name, or `reordered`."""
    split: tuple[tuple[str, int], ...] = ()
    """The sides with their parts of 10,000, in the order train, dev, test, gen; empty for one file."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> ParsingSettings:
        """Returns the settings that a caller gives by name.

        Args:
            given: `notation`, a name; `hold-out`, names of cases with commas, `all` or `none`; `variants`,
                names with commas; `split`, shares by side. Without a split, runs that hold something out have
                the sides train, dev, test and gen, others none.

        Raises:
            SettingsError: a setting is unknown or cannot be met.
        """
        named = {name.replace("_", "-"): value for name, value in given.items()}
        unknown = sorted(set(named) - set(_KNOWN))
        if unknown:
            raise SettingsError(
                "there is no such setting", got=", ".join(unknown), expected=", ".join(_KNOWN)
            )
        notation = str(named.get("notation", _NOTATION))
        if notation not in NOTATIONS:
            raise SettingsError("there is no such notation", **not_among(notation, NOTATIONS))
        held_out = _cases(named.get("hold-out"))
        variants = _listed(named.get("variants"))
        allowed = (REORDERED, *(name for name in NOTATIONS if name != notation))
        for name in variants:
            if name not in allowed or variants.count(name) > 1:
                raise SettingsError(
                    "there is no such variant, or it is named twice", got=name, expected=", ".join(allowed)
                )
        return cls(notation, held_out, variants, _split(named.get("split"), held_out))

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> ParsingSettings:
        """Returns the settings that `to_json` wrote.

        Raises:
            ValueError: the data is anything else, such as settings of which one is missing.
        """
        try:
            split = data.get("split")
            shares = split and {side: parts / _WHOLE for side, parts in split.items()}
            settings = cls.of({**data, "split": shares})
        except (SettingsError, ArithmeticError, AttributeError, TypeError) as error:
            raise ValueError(f"settings: {one_line(error)}") from error
        if settings.to_json() != data:
            raise ValueError("settings: not those of a run, each by its name")
        return settings

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side for side, _ in self.split)

    @property
    def most_an_index(self) -> int:
        return 1 + len(self.variants)

    @cached_property
    def text(self) -> str:
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    def to_json(self) -> dict[str, Any]:
        return {
            "notation": self.notation,
            "hold_out": list(self.held_out),
            "variants": list(self.variants),
            "split": dict(self.split) or None,
        }


def _listed(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value or ()
    return tuple(name.strip() for name in map(str, parts) if name.strip())


def _cases(value: Any) -> tuple[str, ...]:
    names = [name.replace("-", "_") for name in _listed(value)]
    if names in (["all"], ["none"]):
        return CASES if names == ["all"] else ()
    for name in names:
        if name not in CASES:
            raise SettingsError(
                "there is no such case to hold out",
                **not_among(
                    name.replace("_", "-"),
                    ["all", "none", *(case.replace("_", "-") for case in CASES)],
                ),
            )
    return tuple(case for case in CASES if case in names)


def _split(value: Any, held_out: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    shares = dict(value or (_USUAL if held_out else {}))
    if not shares:
        return ()
    parts = {side: round(share * _WHOLE) for side, share in shares.items()}
    if set(parts) - set(_SIDES) or sum(parts.values()) != _WHOLE or min(parts.values()) < 1:
        raise SettingsError(
            "the split cannot be met",
            got=", ".join(f"{side}={share}" for side, share in shares.items()),
            expected=f"shares of {', '.join(_SIDES)} that add up to 1, each at least {1 / _WHOLE}",
        )
    if bool(held_out) != (GEN in parts):
        raise SettingsError(
            "a side gen tests what is held out, and only that",
            got=f"{'a' if GEN in parts else 'no'} side gen, {len(held_out)} cases held out",
            expected="both or neither",
            fix="add --set hold-out=all" if GEN in parts else "add gen=0.1 to --split",
        )
    return tuple((side, parts[side]) for side in _SIDES if side in parts)
