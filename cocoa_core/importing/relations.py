"""Finds relations within a table: rows that repeat, and columns of which one follows from others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations, islice, permutations
from typing import Any, Final

from attrs import frozen

from cocoa_core.importing.kinds.clock import read_time
from cocoa_core.importing.kinds.duration import read_minutes
from cocoa_core.importing.shown_columns import SlotColumn
from cocoa_core.importing.tables.records import RawTable

_EXAMPLES: Final = 3
_FEWEST: Final = 12
"""The least number of rows with both values."""
_TIMES: Final = 2
"""How often a value that decides another has to occur, on average."""
_CHANCE: Final = math.log(1e-9)
"""The logarithm of the probability below which a relation is not taken for chance."""
_MOST_TOLD: Final = 12
_DAY: Final = 24 * 60


def repeated_rows(table: RawTable, columns: Sequence[SlotColumn], id_header: str = "") -> tuple[str, ...]:
    """Returns sentences about rows that differ only in their id or in columns that are left out.

    Args:
        id_header: the header of the column with the ids; empty where there is none.
    """
    names = [" ".join(name.split()) for name in table.header]
    id_index = names.index(id_header) if id_header in names else None
    lines_of: tuple[dict[object, int], ...] = ({}, {})
    pairs: tuple[list[tuple[int, int]], ...] = ([], [])
    cells = zip(*(column.reading.cells for column in columns), strict=True)
    for (line, texts), shown in zip(table.rows, cells, strict=bool(columns)):
        named = texts if id_index is None else (*texts[:id_index], *texts[id_index + 1 :])
        keys = (named, shown)
        match = next((number for number, key in enumerate(keys) if key in lines_of[number]), None)
        if match is not None:
            pairs[match].append((line, lines_of[match][keys[match]]))
        for first_lines, key in zip(lines_of, keys, strict=True):
            first_lines.setdefault(key, line)
    descriptions = (
        f"differ from others only in their id ({id_header})",
        "differ from others only in columns that are left out",
    )
    notes = []
    for repeats, description in zip(pairs, descriptions, strict=True):
        if repeats:
            lines = ", ".join(f"line {line} as line {first}" for line, first in repeats[:_EXAMPLES])
            more = " ..." if len(repeats) > _EXAMPLES else ""
            notes.append(f"Rows that {description}: {len(repeats):,} ({lines}{more}).")
    return tuple(notes)


@frozen
class Relations:
    """What columns have to do with one another, in every row that has their values."""

    notes: tuple[str, ...] = ()
    """Sentences, at most thirteen."""
    axioms: tuple[Mapping[str, Any], ...] = ()
    """Axioms as schema.yaml has them: sums, and numbers that are never above others."""
    repeat: frozenset[str] = frozenset()
    """The names of columns that say in other words what another column says."""


@frozen
class _Relation:
    note: str
    axiom: Mapping[str, Any] | None = None
    repeats: str = ""


def related_columns(columns: Sequence[SlotColumn]) -> Relations:
    """Finds relations between columns.

    These are sums, and hours and minutes of one time; and between columns with rules: a year that is the year
    of a date, a number that is a multiple of another, values that decide values of the other column, and a
    number that is never above another one, as their names say.
    """
    ruled = [column for column in columns if column.ruled]
    sums = list(_sums(columns))
    summed = {frozenset(pair) for _, names in sums for pair in combinations(names, 2)}
    relations = [*(first for first, _ in sums), *_parts_of_times(columns)]
    for first, second in combinations(ruled, 2):
        if frozenset((first.name, second.name)) not in summed:
            relations += filter(None, [_relation(first, second)])
    notes = tuple(relation.note for relation in relations[:_MOST_TOLD])
    more = len(relations) - len(notes)
    return Relations(
        notes if more <= 0 else (*notes, f"{more} more pairs of columns say the same in other words."),
        tuple(relation.axiom for relation in relations if relation.axiom),
        frozenset(relation.repeats for relation in relations if relation.repeats),
    )


def _sums(columns: Sequence[SlotColumn]) -> Iterator[tuple[_Relation, tuple[str, ...]]]:
    """Yields columns that add up to another one, with their names; for each total the first set of parts."""
    for total in columns:
        parts = [column for column in columns if column is not total and _may_add_to(column, total)]
        sets = (chosen for size in (2, 3) for chosen in combinations(parts, size))
        sums = ((chosen, holds) for chosen in sets if (holds := _sum_holds(chosen, total)))
        for chosen, holds in islice(sums, 1):
            settings: dict[str, Any] = {"of": [column.name for column in chosen], "is": total.name}
            if holds == "overnight":
                settings["overnight"] = True
            labels = " and ".join(column.header.label for column in chosen)
            note = f"{labels} add up to {total.header.label} in every row: an axiom of schema.yaml says so."
            yield _Relation(note, {"sum": settings}), (*settings["of"], total.name)


def _measured_in(column: SlotColumn) -> tuple[object, ...]:
    settings = column.reading.settings
    return column.reading.kind, *(settings.get(key) for key in ("unit", "currency", "decimals"))


def _may_add_to(part: SlotColumn, total: SlotColumn) -> bool:
    """Returns whether one column may be a part of the other."""
    if total.reading.kind == "clock":
        return part.reading.kind in ("clock", "duration") and not part.reading.settings.get("day_offset")
    summable = _is_amount(total) and total.reading.settings.get("unit") not in ("rating", "percent")
    return (summable or total.reading.kind == "duration") and _measured_in(part) == _measured_in(total)


def _sum_holds(parts: Sequence[SlotColumn], total: SlotColumn) -> str:
    """Returns "exactly" or "overnight" where the parts add up to the total in every row.

    Empty where they do not, or where too few rows or values show it. "overnight": some sum passes midnight.
    """
    if total.reading.kind == "clock" and sum(part.reading.kind == "clock" for part in parts) != 1:
        return ""
    daily = total.reading.kind == "clock" and not total.reading.settings.get("day_offset")
    rows = zip(*(column.reading.cells for column in (*parts, total)), strict=True)
    numbers: list[tuple[Decimal, ...]] = []
    overnight = False
    for cells in rows:
        if not all(cells):
            continue
        sizes = tuple(_number_of(member, cell) for member, cell in zip((*parts, total), cells, strict=True))
        rest = sum(sizes[:-1]) - sizes[-1]
        if rest and (not daily or rest % _DAY):
            return ""
        overnight = overnight or bool(rest)
        numbers.append(sizes)
    if len(numbers) < _FEWEST or any(len(set(sizes)) < _TIMES for sizes in zip(*numbers, strict=True)):
        return ""
    return "overnight" if overnight else "exactly"


def _number_of(column: SlotColumn, cell: str | None) -> Decimal:
    if column.reading.kind == "clock":
        return Decimal(read_time(cell or "", day_offset=True))
    return Decimal(read_minutes(cell or "")) if column.reading.kind == "duration" else Decimal(cell or 0)


def _parts_of_times(columns: Sequence[SlotColumn]) -> Iterator[_Relation]:
    """Yields columns that are the hours and the minutes of one time: "length_hrs" 2 and "length_min" 6 are 2
    h 6 min.

    Neither of them alone says how long it is.
    """
    lasting = [column for column in columns if column.reading.taken in ("duration:h", "duration:min")]
    for hours, minutes in permutations(lasting, 2):
        units = (hours.reading.taken, minutes.reading.taken)
        if hours.header.words != minutes.header.words or units != ("duration:h", "duration:min"):
            continue
        if all(read_minutes(cell) < 60 for cell in minutes.reading.cells if cell):
            sentence = f"{hours.header.label} and {minutes.header.label} are hours and minutes of one time"
            yield from (_repeats(hours, sentence), _repeats(minutes, sentence))


def _relation(left: SlotColumn, right: SlotColumn) -> _Relation | None:
    """Returns the first relation that two columns have; None where there is none."""
    pairs = [(a, b) for a, b in zip(left.reading.cells, right.reading.cells, strict=True) if a and b]
    if len(pairs) < _FEWEST or len(set(pairs)) < _TIMES:
        return None
    for first, second in permutations((left, right)):
        texts = pairs if first is left else [(b, a) for a, b in pairs]
        dated = first.reading.kind == "date" and _is_year(second)
        if dated and all(a[:4] == b for a, b in texts):
            return _repeats(second, f"{second.header.label} is the year of {first.header.label} in every row")
    return _multiple(left, right, pairs) or _decided(left, right, pairs) or _never_above(left, right, pairs)


def _repeats(column: SlotColumn, sentence: str) -> _Relation:
    return _Relation(f"{sentence}: {column.header.label} is shown without rules.", repeats=column.name)


def _is_year(column: SlotColumn) -> bool:
    return column.reading.settings.get("unit") == "year"


def _is_amount(column: SlotColumn) -> bool:
    return column.reading.kind == "quantity" and not _is_year(column)


def _multiple(left: SlotColumn, right: SlotColumn, pairs: Sequence[tuple[str, str]]) -> _Relation | None:
    """Returns the relation of two numbers whose ratio is exactly the same in every row; else None."""
    if not (_is_amount(left) and _is_amount(right)):
        return None
    numbers = {(Decimal(a), Decimal(b)) for a, b in pairs}
    first, second = next(((a, b) for a, b in numbers if a and b), (Decimal(0), Decimal(0)))
    if not first or len(numbers) < _TIMES or any(a * second != b * first for a, b in numbers):
        return None
    labels, ratio = (left.header.label, right.header.label), second / first
    if ratio == 1:
        return _repeats(right, f"{labels[0]} and {labels[1]} are the same number in every row")
    return _repeats(right, f"{labels[1]} is {ratio:.4g} times {labels[0]} in every row")


def _decided(left: SlotColumn, right: SlotColumn, pairs: Sequence[tuple[str, str]]) -> _Relation | None:
    """Returns the relation of two columns of which one value decides the other; else None."""
    directions = [_decides(pairs), _decides([(b, a) for a, b in pairs])]
    if all(directions):
        labels = f"{left.header.label} and {right.header.label}"
        code = left if _is_code(left) and not _is_code(right) else right
        return _repeats(code, f"{labels} go together, value by value, in every row")
    if not any(directions):
        return None
    first, second = (left, right) if directions[0] else (right, left)
    labels = f"{first.header.label} decides {second.header.label}"
    return _Relation(f"{labels} in every row. Rules of one of them may be enough.")


_CODES: Final = ("code", "abbr", "abbreviation", "iso", "id", "number", "symbol", "short", "key")
_LONGEST_CODE: Final = 3


def _is_code(column: SlotColumn) -> bool:
    """Returns whether the column holds codes for what another one says in words."""
    cells = {cell for cell in column.reading.cells if cell}
    return column.header.has(*_CODES) or all(len(cell) <= _LONGEST_CODE for cell in cells)


def _decides(pairs: Sequence[tuple[str, str]]) -> bool:
    """Returns whether each first value goes with one second value, and this is hardly chance."""
    decided = dict(pairs)
    if len(decided) * _TIMES > len(pairs) or any(decided[a] != b for a, b in pairs):
        return False
    counts = Counter(b for _, b in pairs)
    alike = sum((number / len(pairs)) ** 2 for number in counts.values())
    return len(counts) > 1 and (len(pairs) - len(decided)) * math.log(alike) < _CHANCE


def _never_above(left: SlotColumn, right: SlotColumn, pairs: Sequence[tuple[str, str]]) -> _Relation | None:
    """Returns the relation of two numbers in the same unit of which one is never above the other, and whose
    names say so.

    The numbers alone are not enough: a table where it happens to be so says nothing about its next rows.
    """
    if not (_is_amount(left) and _is_amount(right)) or _measured_in(left) != _measured_in(right):
        return None
    for first, second in permutations((left, right)):
        if _bounds(first.header.words, second.header.words):
            sign = 1 if first is left else -1
            differences = [sign * (Decimal(b) - Decimal(a)) for a, b in pairs]
            if min(differences) >= 0 and max(differences) > 0:
                labels = f"{first.header.label} is never above {second.header.label}"
                axiom = {"at_most": [first.name, second.name]}
                return _Relation(f"{labels}: an axiom of schema.yaml says so.", axiom)
    return None


_LEAST: Final = frozenset(("min", "minimum", "lowest", "low"))
_MIDDLE: Final = frozenset(("average", "avg", "mean", "median", "typical"))
_GREATEST: Final = frozenset(("max", "maximum", "highest", "high"))
_WHOLE: Final = frozenset(("total", "overall", "worldwide", "world", "global"))


def _bounds(less: Sequence[str], more: Sequence[str]) -> bool:
    """Returns whether, by the words of their names, the first number is never above the second.

    They are the least, the middle or the greatest of the same thing; or the first is a part of the second:
    "saturated fat" and "total fat", but not "total fat" and "calories from fat".
    """
    ranks, rests = [], []
    for words in (less, more):
        subject = [word for word in words if word not in _LEAST | _MIDDLE | _GREATEST]
        ranks.append(0 if _LEAST & {*words} else 2 if _GREATEST & {*words} else 1)
        rests.append(subject)
    if rests[0] == rests[1]:
        return ranks[0] < ranks[1]
    whole = [word for word in more if word not in _WHOLE]
    alike = less[-1:] == more[-1:] or less[:1] == more[:1]
    inside = {*whole} < {*less} and not (_WHOLE | {"per", "of", "from"}) & {*less}
    return len(whole) < len(more) and bool(whole) and inside and alike
