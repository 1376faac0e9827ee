"""Writes the import.yaml of a domain that was made from a table."""

from __future__ import annotations

import textwrap
from collections import Counter
from itertools import combinations
from typing import Any, Final

from cocoa_core.importing import Choices, GuessedColumns, RawTable, SlotColumn
from cocoa_core.scaffolding.drafts import TablePart
from cocoa_core.scaffolding.yaml_text import dumped, laid_out, modeline

_SIGNS: Final = {",": "comma", ".": "point"}
_ABOUT: Final = (
    "How the table was read. `cocoa refresh . FILE` and `cocoa import-options --domain . FILE` read another"
    " export of the same system in the same way. `words: {cell: value}` beside a column says what the"
    " catalogue has for a cell."
)


def import_text(
    table: RawTable, columns: GuessedColumns, choices: Choices, part: TablePart, least_group: int
) -> str:
    """Returns the text of import.yaml.

    Args:
        least_group: the size below which groups were left out; 0 where no row was left out.
    """
    sampled = len(table.rows) < table.count
    head: dict[str, Any] = {
        "at": part.at,
        "id": columns.id,
        "key": [] if columns.id else _key(columns),
        "decimal": _SIGNS[columns.decimal] if columns.decimal else "",
        "dates": columns.order or "",
        "missing": list(choices.missing or ()),
        "rows": part.rows if sampled else 0,
        "seed": part.seed if sampled else 0,
        "least_group": least_group,
        "left_out": [
            report.column for report in columns.reports if not report.slot and report.column != columns.id
        ],
    }
    counts = Counter(" ".join(name.split()) for name in table.header)
    root = laid_out({**{key: value for key, value in head.items() if value}, "columns": {}})
    root["columns"] = laid_out({column.name: {} for column in columns.columns})
    for column in columns.columns:
        unique = column.header.text and counts[column.header.text] == 1
        root["columns"][column.name] = laid_out(_source(column, bool(unique), columns), flow=True)
    root.yaml_set_start_comment(f"{modeline('import')}\n{textwrap.fill(_ABOUT, 96)}\n")
    return dumped(root)


def _key(columns: GuessedColumns) -> list[str]:
    """Returns the one or two first columns of words that tell all rows apart; empty where none do.

    Numbers are not used: a price that changes would make another row.
    """
    worded = [
        column for column in columns.columns if column.reading.kind == "category" and not column.missing
    ]
    for size in (1, 2):
        for chosen in combinations(worded, size):
            cells = list(zip(*(column.reading.cells for column in chosen), strict=True))
            if len(set(cells)) == len(cells):
                return [column.name for column in chosen]
    return []


def _source(column: SlotColumn, named: bool, columns: GuessedColumns) -> dict[str, object]:
    result: dict[str, object] = {"column": column.header.text} if named else {"place": column.index + 1}
    result["read_as"] = column.reading.taken
    if column.reading.decimal and column.reading.decimal != columns.decimal:
        result["decimal"] = _SIGNS[column.reading.decimal]
    if column.reading.rounded:
        result["rounded"] = True
    if column.reading.said:
        result["said"] = column.reading.said
    return result
