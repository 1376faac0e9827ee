"""From printed pieces to a slot's typed value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import define, evolve
from attrs import field as define_field

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.boolean import Boolean
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import LAST_DAY, Date
from cocoa_core.domain.kinds.duration import LONGEST_DURATION, Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.kinds.vocabulary import element_problem
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.conventions import Conventions
from cocoa_core.domain.printed.declaration import PRINTED, Field
from cocoa_core.domain.printed.keys import folded_text
from cocoa_core.domain.printed.pieces import Piece, Source, UnreadableError, pieces_of, sources_of
from cocoa_core.domain.printed.records import Cell, Record
from cocoa_core.domain.printed.values import read_printed
from cocoa_core.domain.suggestions import closest, quoted

__all__ = ["MISSING", "OUT_OF_BOUNDS", "FieldReader", "legal", "unbounded"]

OUT_OF_BOUNDS: Final = "out of bounds"
MISSING: Final = "no value"
"""Reasons."""
_LARGEST: Final = 10**11


@define
class FieldReader:
    """Reads a slot's value from records, each combination of cells once."""

    field: Field
    kind: Kind
    _known: dict[tuple[Cell, ...], Value] = define_field(factory=dict)

    def value(self, record: Record) -> Value:
        """The value in a record, within the bounds of the kind; UnreadableError where there is none."""
        sources = sources_of(self.field, record)
        cells = tuple([source.cell for source in sources])
        if cells in self._known:
            return self._known[cells]
        value = self._known[cells] = _value(self.field, self.kind, sources)
        return value


def _value(field: Field, kind: Kind, sources: Sequence[Source]) -> Value:
    pieces = [(source, pieces_of(field, kind, source)) for source in sources]
    if isinstance(kind, CategorySet):
        value = _set(kind, pieces)
    elif isinstance(kind, NumberList):
        value = _list(field, kind, pieces)
    else:
        value = _scalar(field, kind, pieces)
    if value is None and field.otherwise is not None:
        return kind.read(field.otherwise)
    text = "; ".join(source.text() for source in sources)
    return legal(field, kind, value, sources[0].key if sources else _key(field), text)


def unbounded(kind: Kind) -> Kind:
    """The kind without bounds and steps: it reads what the kind could hold if it were wider."""
    if isinstance(kind, Quantity):
        return evolve(kind, minimum=-_LARGEST, maximum=_LARGEST, step=1, missing=False)
    if isinstance(kind, Duration):
        return evolve(kind, minimum=0, maximum=LONGEST_DURATION, step=1, missing=False)
    if isinstance(kind, Date):
        return evolve(kind, minimum=1, maximum=LAST_DAY, missing=False)
    if isinstance(kind, Clock):
        return evolve(kind, earliest_day=-9, latest_day=9, step=1, missing=False)
    return evolve(kind, missing=False) if isinstance(kind, Category | Boolean) else kind


def _set(kind: CategorySet, pieces: Sequence[tuple[Source, Sequence[Piece]]]) -> Value:
    if not any(_speaks(source, found) for source, found in pieces):
        return None if kind.missing or kind.min_items else ()
    element = Category(kind.closed, kind.values)
    found = {str(_read(element, piece, Conventions())) for _, several in pieces for piece in several}
    for text in sorted(found):
        problem = element_problem(text)
        if problem is not None:
            raise UnreadableError(pieces[0][0].key, text, problem.removeprefix("expected "))
    return tuple(sorted(found))


def _list(field: Field, kind: NumberList, pieces: Sequence[tuple[Source, Sequence[Piece]]]) -> Value:
    if not any(_speaks(source, found) for source, found in pieces):
        return None if kind.missing or kind.min_items else ()
    inner, conventions = unbounded(kind.items), _conventions(field)
    return tuple(_number(_read(inner, piece, conventions)) for _, several in pieces for piece in several)


def _speaks(source: Source, pieces: Sequence[Piece]) -> bool:
    """Whether a cell says which items there are, be it none."""
    return bool(pieces) or source.cell == () or folded_text(source.text()) in ("none", "[]")


def _scalar(field: Field, kind: Kind, pieces: Sequence[tuple[Source, Sequence[Piece]]]) -> Value:
    wide, conventions = unbounded(kind), _conventions(field)
    values = [(piece, _read(wide, piece, conventions)) for _, several in pieces for piece in several]
    if field.combine in _OF_ALL and not all(several for _, several in pieces):
        return None
    found = [value for _, value in values]
    if not found:
        return None
    if field.combine:
        return _COMBINED[field.combine](found)
    if any(value != found[0] for value in found):
        texts = ", ".join(dict.fromkeys(piece.text for piece, _ in values))
        raise UnreadableError(
            values[0][0].key, texts, "one value", f"say in {PRINTED} how they become one, with `combine`"
        )
    return found[0]


def _read(kind: Kind, piece: Piece, conventions: Conventions) -> Value:
    if piece.settled:
        return kind.read(piece.text)
    text = piece.text
    if isinstance(kind, Duration) and conventions.unit and text.replace(".", "", 1).isdecimal():
        text = f"{text} {conventions.unit}"
    try:
        return read_printed(kind, text, conventions)
    except ValueError as error:
        expected = str(error).removeprefix("expected ").partition(", got ")[0]
        like = closest(text, getattr(kind, "values", ())) if getattr(kind, "closed", False) else None
        fix = (
            f"`words: {{{_quotable(text)}: {like}}}` in {PRINTED}, if that is what it means" if like else None
        )
        raise UnreadableError(piece.key, piece.text, expected, fix) from None


def _quotable(text: str) -> str:
    return text if text.replace(" ", "").isalnum() else quoted(text)


def _conventions(field: Field) -> Conventions:
    return Conventions(field.decimal, field.order, field.colon, None, field.unit, False)


def legal(field: Field, kind: Kind, value: Value, key: str, text: str) -> Value:
    """The value, if the kind has it, a missing one where it may be missing; else UnreadableError.

    key, text: where it was printed, and what
    """
    if value is None and not kind.missing:
        raise UnreadableError(
            key,
            text,
            "a value",
            f"say what it is then, by `otherwise:` in {PRINTED}, or that it may lack, by `missing: true` in "
            "schema.yaml",
            MISSING,
        )
    try:
        if kind.read(kind.write(value)) == value:
            return value
        problem = f"a value that the kind {kind.name} can hold"
    except ValueError as error:
        problem = str(error).removeprefix("expected ").partition(", got ")[0]
    raise UnreadableError(key, text, problem, None, OUT_OF_BOUNDS, value)


def _key(field: Field) -> str:
    return (field.keys or field.numbered or ("",))[0]


def _number(value: Value) -> int:
    if isinstance(value, int):
        return value
    raise TypeError(f"expected a whole number, got {value!r}")


def _same(values: Sequence[Value]) -> Value:
    return values[0] if all(value == values[0] for value in values) else None


_OF_ALL: Final = ("sum", "least", "most", "same")
_COMBINED: Final[Mapping[str, Callable[[Sequence[Value]], Value]]] = MappingProxyType(
    {
        "sum": lambda values: sum(map(_number, values)),
        "least": lambda values: min(map(_number, values)),
        "most": lambda values: max(map(_number, values)),
        "first": lambda values: values[0],
        "last": lambda values: values[-1],
        "same": _same,
    }
)
