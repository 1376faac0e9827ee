"""Reads the key `draw` of a rule in rules.yaml: where the arguments of its tests come from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, Any, Final

from pydantic import ConfigDict

from cocoa_core.domain import Draw, Scalar, Source
from cocoa_core.domain.kinds import LONGEST_DURATION, Duration, Kind, OrderedKind, VocabularyKind
from cocoa_core.errors import MismatchError
from cocoa_core.loading.arguments import PAIRS, SCALAR, SEVERAL, arg_at, arg_order
from cocoa_core.loading.mistakes import InvalidDependencyError, Mistakes, RefusedError, refused, unexpected
from cocoa_core.loading.models.base import Model, says
from cocoa_core.loading.models.leaves import FLAG, Items, Leaf, raw, whole_number
from cocoa_core.loading.models.quantities import scaled
from cocoa_core.loading.values import number_of, read_at, timed_text_of, whole_of
from cocoa_core.loading.yaml import Node, ScalarNode

_SOURCES: Final[tuple[Source, ...]] = ("grid", "quantiles", "fixed")
"""Keys of `draw` for the source of arguments: one, or none for the group's own values."""
_TWO_SOURCES: Final[list[Any]] = [{"required": list(pair)} for pair in combinations(_SOURCES, 2)]
_DISTANCE: Final = raw({"type": ["string", "number"]})
_DAYS: Final = re.compile(r"(0|[1-9][0-9]{0,4})d")
_MOST_COUNTED: Final = 999_999_999
PLAIN_DRAW: Final = Draw("values", None, None, (), (1, 2), None)
"""How arguments are drawn without the key."""


class DrawKeys(Model):
    """How the arguments of tests are drawn."""

    model_config = ConfigDict(json_schema_extra={"not": {"anyOf": _TWO_SOURCES}})
    what = "`draw`"
    grid: Annotated[Node | None, _DISTANCE] = says(
        "Multiples of this step, in the slot's unit: 100, 15m, 7d.", None
    )
    quantiles: Annotated[int, whole_number(1, 100)] = says(
        "So many inner quantiles of the group's values.", 0
    )
    fixed: Annotated[tuple[Annotated[Node, raw(SCALAR)], ...], Items(1, 100, unique=True)] = says(
        "Exactly these.", ()
    )
    items: Annotated[tuple[Annotated[int, whole_number(1, 20)], ...], Items(2, 2)] = says(
        "The fewest and the most values of one_of, any, none, only and all; [1, 2] without it.", (1, 2)
    )
    width: Annotated[tuple[Annotated[Node, _DISTANCE], ...], Items(2, 2)] = says(
        "How far the ends of between and within are apart, least and most.", ()
    )
    adjacent: Annotated[bool, FLAG] = says(
        "true where several values stand next to each other in the order of the schema, as grades do.", False
    )
    including: Annotated[Node | None, raw(SCALAR)] = says(
        "With `adjacent`: a value that is always among them, such as the best grade.", None
    )

    def draw(self, kind: Kind, over: str | None, tests: Sequence[str] | None, mistakes: Mistakes) -> Draw:
        """Returns how arguments are drawn. Mistakes in the parts are noted.

        Args:
            over: what tests of the slot are over; None for the slot's own value.
            tests: the tests of the rule; None where they could not be read.

        Raises:
            DomainError: the keys do not go together, or do not suit the slot's kind.
            InvalidDependencyError: a part that is needed has a mistake, which is noted already.
        """
        named_sources = [source for source in _SOURCES if self.has(source)]
        if len(named_sources) > 1:
            raise unexpected(
                self.node, "`draw`", f"one of {', '.join(_SOURCES)}, not {len(named_sources)} of them"
            )
        source: Source = named_sources[0] if named_sources else "values"
        if source in ("grid", "quantiles") and "less" not in kind.ops(over):
            reason = f"no such key: a {kind.name} has no order"
            raise self.unexpected(source, reason, "leave it out")
        if tests is None:
            raise InvalidDependencyError
        for name, ops in (("items", SEVERAL), ("width", PAIRS)):
            if self.has(name) and not set(ops) & set(tests):
                reason = f"no such key without one of the tests {', '.join(ops)}"
                mistakes.note(self.unexpected(name, reason))
        step = mistakes.tried(_distance, self.grid, "`grid`", kind, over, 1) if self.grid else None
        fixed = mistakes.tried(self._fixed, kind, over, tests, mistakes)
        items = mistakes.tried(self._items)
        width = mistakes.tried(self._width, kind, over) if self.has("width") else None
        if fixed is None or items is None or (source == "grid" and step is None):
            raise InvalidDependencyError
        count = self.quantiles if source == "quantiles" else None
        if self.adjacent and not (isinstance(kind, VocabularyKind) and kind.closed):
            reason = "no such key: only the values of a closed vocabulary have an order"
            raise self.unexpected("adjacent", reason, "leave it out")
        including = None
        if self.including:
            if not self.adjacent:
                reason = "no such key without adjacent: true"
                raise self.unexpected("including", reason, "leave it out")
            including = mistakes.tried(arg_at, self.including, tests[0], over, kind)
            if including is None:
                raise InvalidDependencyError
        return Draw(source, step, count, fixed, items, width, self.adjacent, including)

    def _fixed(
        self, kind: Kind, over: str | None, tests: Sequence[str], mistakes: Mistakes
    ) -> tuple[Scalar, ...]:
        args: list[Scalar] = []
        for item in self.fixed:
            with mistakes.collecting():
                arg = arg_at(item, tests[0], over, kind)
                if arg in args:
                    raise unexpected(item, "an item of `fixed`", "each value once")
                args.append(arg)
        if self.has("fixed") and not args:
            raise InvalidDependencyError
        return tuple(sorted(args, key=arg_order))

    def _items(self) -> tuple[int, int]:
        low, high = self.items
        if low > high:
            reason = "the least and the greatest number of values, in this order"
            raise self.unexpected("items", reason)
        return low, high

    def _width(self, kind: Kind, over: str | None) -> tuple[int, int]:
        low, high = (_distance(item, "an item of `width`", kind, over, 0) for item in self.width)
        if low > high or high == 0:
            raise self.unexpected("width", "the least and the greatest width, in this order")
        return low, high


def _distance(node: Node, name: str, kind: Kind, over: str | None, least: int) -> int:
    """Returns a distance between two values in the slot's own unit (cents, minutes, days, items)."""
    inner = kind.item_kind
    if over == "count" or not isinstance(inner, OrderedKind):
        return read_at(node, name, whole_of, least, _MOST_COUNTED)
    step = inner.limits()[2]
    if inner.distance_units == "mh":
        distance = _minutes(node, name)
        if distance % step:
            raise unexpected(node, name, f"a multiple of the slot's step of {step} minutes")
    elif inner.distance_units == "d":
        distance = _days(node, name)
    else:
        distance = scaled(node, read_at(node, name, number_of), name, inner.places, step)
    if distance < least:
        raise unexpected(node, name, "more than nothing" if least else "nothing or more")
    return distance


def _minutes(node: Node, name: str) -> int:
    try:
        return Duration(0, LONGEST_DURATION).parse(read_at(node, name, timed_text_of, "mh"))
    except MismatchError as error:
        raise refused(error, f"{name} cannot be read", node.place) from None


def _days(node: Node, name: str) -> int:
    match = _DAYS.fullmatch(read_at(node, name, timed_text_of, "d"))
    if match is None:
        raise unexpected(node, name, "a number of days such as 7d")
    return int(match[1])


def _values(node: Node) -> None:
    """Refuses every value but the word `values`."""
    if not isinstance(node, ScalarNode) or node.value != "values":
        raise RefusedError("values, {grid: ...}, {quantiles: ...} or {fixed: [...]}")


DRAWN_OTHERWISE: Final = Leaf(_values, {"const": "values"})
"""The word `values` in place of the mapping: arguments are the group's own, as without the key."""
