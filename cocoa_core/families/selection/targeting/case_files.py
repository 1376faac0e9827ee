"""Stores cases in two files, one of which has the texts of the catalogue's rows once for all cases.

In the other a case has a sign for each of its literals and rows. Fifty cases over 5,000 rows without groups
take 2.2 MB; with texts and signs of all rows in each case, as version 0.1 wrote them, they took 25.9 MB.
Such files are read as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.families.selection.targeting.case import Case, PoolRows
from cocoa_core.items import Recorded, plain

CASES: Final = "cases.jsonl"
ROWS: Final = "rows.jsonl"
"""Has a line for each group of the catalogue that a case is about."""


@frozen(slots=False)
class GroupRows(Recorded):
    """A line of `ROWS`."""

    group: Mapping[str, str]
    """As in `Case`."""
    ids: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    """The texts of all rows, by the label of the slot."""


@frozen(slots=False)
class _Signs(Recorded):
    """What a line of `CASES` has in the place of `Case.rows`: `PoolRows.signs`."""

    rows: tuple[tuple[str, ...], ...]


def packed(cases: Iterable[Case]) -> dict[str, bytes]:
    """Returns the contents of `CASES` and `ROWS` for cases over one catalogue."""
    lines, groups = [], dict[tuple[str, ...], dict[str, Any]]()
    for case in cases:
        rows = PoolRows.of(case.rows)
        new = {"group": case.group, "ids": [*rows.ids], "values": {}}
        stored = groups.setdefault(tuple(case.group.values()), new)
        stored["values"].update(zip(case.slots, rows.texts, strict=True))
        lines.append({**plain(evolve(case, rows={})), "rows": rows.signs})
    return {CASES: _json_lines(lines), ROWS: _json_lines(groups.values())}


def _json_lines(records: Iterable[Mapping[str, Any]]) -> bytes:
    lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records)
    return "".join(f"{line}\n" for line in lines).encode()


class CaseReader:
    """Reads lines of `CASES`."""

    def __init__(self, groups: Iterable[GroupRows]) -> None:
        """Takes the lines of `ROWS`; there are none where each case has its rows itself."""
        self._groups = {
            frozenset(stored.group.items()): (stored, {row: index for index, row in enumerate(stored.ids)})
            for stored in groups
        }

    def read(self, line: str) -> Case:
        """Returns the case of a line.

        Raises:
            ValueError: it is none, or its rows are not those of `ROWS`.
        """
        record = json.loads(line)
        if not isinstance(record, dict) or not isinstance(record.get("rows"), list):
            return Case.read(line)
        signs = _Signs.from_json({"rows": record["rows"]}).rows
        case = Case.from_json({**record, "rows": {}})
        stored, ids = self._groups.get(frozenset(case.group.items()), (None, {}))
        if (
            stored is None
            or not stored.values.keys() >= {*case.slots}
            or {len(literal) for term in signs for literal in term} != {len(ids)}
            or [*map(len, signs)] != [*map(len, case.terms)]
        ):
            raise ValueError(f"{ROWS} does not have its rows: restore it")
        return evolve(case, rows=PoolRows(ids, tuple(stored.values[slot] for slot in case.slots), signs))
