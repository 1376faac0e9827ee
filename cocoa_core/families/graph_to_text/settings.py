"""The settings of a run: in or out of distribution, which demonstrations in which order, which graphs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from attrs import evolve, fields, frozen

from cocoa_core.errors import SettingsError
from cocoa_core.families.graph_to_text.samples import SIZES

DISTRIBUTIONS: Final = ("both", "id", "ood")
ORDERS: Final = ("shuffled", "easy-to-hard", "hard-to-easy")
DIVISIONS: Final = ("any", "1&3", "2&2")
STRUCTURES: Final = ("any", "typed", "A", "B", "C")
SHOWN: Final = ("any", "A", "B", "C")
SHOTS: Final = 4
MOST_SHOTS: Final = 16
_NEWER: Final[Mapping[str, Any]] = {"shots": SHOTS, "shown": "any"}
"""Settings that were added later, with their defaults. They stand in a record only where they differ from
these, so that the items of a call that names none of them stay as they are.
"""
_MOST_RELATIONS: Final = 13


@frozen(slots=False, kw_only=True)
class GraphSettings:
    """Everything that an item depends on beside the graphs, the seed and the index."""

    distribution: str = "both"
    """"id", "ood", or "both": each test graph is asked twice."""
    strict: bool = False
    """Whether out of distribution no demonstration's label may contain the label that is asked."""
    order: str = "shuffled"
    """The order of the demonstrations: "shuffled", "easy-to-hard" (structure A, B, C) or "hard-to-easy"."""
    division: str = "any"
    """How the demonstrations divide a label of four relations: "any", "1&3" or "2&2"."""
    shots: int = SHOTS
    """The number of demonstrations of an item, 1 to 16."""
    shown: str = "any"
    """The structure of the graphs that are demonstrated: "any", A, B or C."""
    structure: str = "any"
    """The structure of the graphs that are asked: "any", "typed" (A, B or C), or one of the three."""
    relations: int | None = None
    """The number of relations of the labels that are asked, from 2; None for any number."""
    concepts: int | None = None
    """The number of concepts that are asked for, 3 to 5; None for any number."""

    @classmethod
    def of(cls, **given: Any) -> GraphSettings:
        names = {attribute.name for attribute in fields(cls)}
        if given.pop("ask", "write") != "write":
            raise SettingsError("this family has one ask", expected="write", fix="leave out --ask")
        if given.pop("split", None):
            raise SettingsError(
                "the items of this family have no sides",
                got="a split",
                expected="none: concept sets are in groups (demonstrations, test ...) by themselves",
                fix="leave out --split",
            )
        unknown = sorted(set(given) - names)
        if unknown:
            raise SettingsError(
                "there is no such setting", got=", ".join(unknown), expected=", ".join(sorted(names))
            )
        return cls(**given)

    def __attrs_post_init__(self) -> None:
        allowed: Mapping[str, tuple[Any, ...]] = {
            "distribution": DISTRIBUTIONS,
            "order": ORDERS,
            "division": DIVISIONS,
            "structure": STRUCTURES,
            "shots": tuple(range(1, MOST_SHOTS + 1)),
            "shown": SHOWN,
            "strict": (False, True),
            "relations": (None, *range(2, _MOST_RELATIONS + 1)),
            "concepts": (None, *SIZES),
        }
        for name, values in allowed.items():
            value = getattr(self, name)
            if not any(
                value is permitted or (type(value) is type(permitted) and value == permitted)
                for permitted in values
            ):
                choices = [
                    json.dumps(permitted) if not isinstance(permitted, str) else permitted
                    for permitted in values
                    if permitted is not None
                ]
                raise SettingsError(
                    f"the setting {name} cannot be read", got=repr(value), expected=" or ".join(choices)
                )
        if self.division != "any" and (self.relations not in (None, 4) or self.distribution == "id"):
            raise SettingsError(
                "a division is one of labels of four relations, out of distribution",
                got=f"division {self.division}, relations {self.relations}, distribution {self.distribution}",
                expected="relations 4, and the distribution ood or both",
                fix="leave out the division",
            )
        if self.division != "any" and self.shots != SHOTS:
            raise SettingsError(
                "a division has two demonstrations of either part",
                got=f"division {self.division}, shots {self.shots}",
                expected=f"shots {SHOTS}",
                fix="leave out the division, or the shots",
            )
        if self.structure != "any" and self.concepts not in (None, 3):
            raise SettingsError(
                "graphs with a structure have three concepts",
                got=f"structure {self.structure}, concepts {self.concepts}",
                expected="concepts 3",
                fix="leave out the concepts",
            )

    @property
    def sides(self) -> tuple[str, ...]:
        return ()

    @property
    def distributions(self) -> tuple[str, ...]:
        """The distributions that each test graph is asked in, in the order of its items."""
        return ("id", "ood") if self.distribution == "both" else (self.distribution,)

    @property
    def most_an_index(self) -> int:
        return len(self.distributions)

    @cached_property
    def text(self) -> str:
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    @cached_property
    def comparable(self) -> GraphSettings:
        """These settings with the default demonstrations in the default order.

        Settings that agree in it ask the same graphs in the same order, as far as both have demonstrations
        for them; if they differ in the order alone, with the same demonstrations.
        """
        return evolve(self, order=ORDERS[0], **_NEWER)

    def to_json(self) -> dict[str, Any]:
        values = {attribute.name: getattr(self, attribute.name) for attribute in fields(type(self))}
        defaults = {name for name, default in _NEWER.items() if values[name] == default}
        return {name: value for name, value in values.items() if name not in defaults}
