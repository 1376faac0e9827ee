"""What bundle.yaml says."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from cocoa_core.loading.mistakes import RefusedError
from cocoa_core.loading.models.base import Model, says
from cocoa_core.loading.models.leaves import SLOT, Entries, Items, Leaf, phrase, text
from cocoa_core.loading.values import text_of
from cocoa_core.loading.yaml.nodes import Node

__all__ = ["NUMBER_PLACE", "BundleFile"]

NUMBER_PLACE: Final = "{number}"
_LONGEST: Final = 80
_LONGEST_BEST: Final = 30
_MOST: Final = 20
"""Slots of one key."""


def _called(node: Node) -> str:
    found = text_of(node, _LONGEST)
    if found.count(NUMBER_PLACE) != 1 or found.count("{") != 1 or found.count("}") != 1:
        raise RefusedError(f"a text with {NUMBER_PLACE} once", "write it as `a trip of {number} stays`")
    return found


_CALLED: Final = Leaf(_called, {**text(_LONGEST).shape, "pattern": r"^[^{}]*\{number\}[^{}]*$"})
_Names: Any = tuple[Annotated[str, SLOT], ...]
_SEVERAL: Final = Items(1, _MOST, unique=True)


class BundleFile(Model):
    """The whole file."""

    what: ClassVar[str] = "the bundle"
    called: Annotated[str, _CALLED] = says(
        "What several options are together, {number} for how many: a trip of {number} stays."
    )
    total: Annotated[_Names, _SEVERAL] = says(
        "Numbers that may be added up: a total at most, or the lowest total.", ()
    )
    average: Annotated[_Names, _SEVERAL] = says(
        "Numbers of which the mean may be asked for: an average at least, or the highest average.", ()
    )
    different: Annotated[_Names, _SEVERAL] = says(
        "Categories and dates of which no two options may have the same.", ()
    )
    with_: Annotated[_Names, _SEVERAL] = says(
        "Categories, sets, and what is yes or no: so many options may have to have a value of it.",
        (),
        alias="with",
    )
    best: Annotated[dict[str, Annotated[str, phrase(_LONGEST_BEST)]], Entries(1, _MOST)] = says(
        "What the best of several options by a number is called: `price: cheapest`.", {}
    )
