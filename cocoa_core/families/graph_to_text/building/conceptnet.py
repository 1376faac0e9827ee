"""Reads ConceptNet's assertions, one a row: the English ones whose relation is one of the thirteen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from attrs import define, field

from cocoa_core.families.graph_to_text.building.lines import Faults, lines_of
from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge

MERGED: Final = {
    "HasFirstSubevent": "HasSubevent",
    "HasLastSubevent": "HasSubevent",
    "InstanceOf": "IsA",
    "MannerOf": "IsA",
    "PartOf": "HasA",
}
"""Relations that become another (the paper's Table 9); only these and the thirteen are kept."""
TURNED: Final = "PartOf"
"""The relation whose head and tail are swapped."""
_COLUMNS: Final = 5
_ENGLISH: Final = b"\t/c/en/"
_RELATION: Final = re.compile(r"/r/([A-Za-z]+(?:/[a-zA-Z]+)?)")


@define
class Assertions:
    """The rows of a file, read once."""

    path: Path
    faults: Faults
    literal_part_of: bool = False
    """Whether (a PartOf b) becomes (a HasA b), read literally, and not (b HasA a), which it means."""
    rows: int = 0
    english: int = 0
    kept: int = 0
    """`rows`, `english` and `kept` count the rows so far."""
    dropped: Counter[str] = field(factory=Counter)
    """English rows by relation, for relations that are not kept."""

    def edges(
        self, skipped: int = 0, progress: Callable[[int], None] | None = None
    ) -> Iterator[tuple[int, Edge]]:
        """Yields the number of the line and the edge of each row that is kept.

        Args:
            skipped: the number of lines to pass over.
            progress: is called with the number of lines every 100,000.

        Raises:
            UsageError: there is no such file.
            FindingsError: a row cannot be read and may not be skipped.
        """
        for number, line in lines_of(self.path, self.faults, skipped, progress):
            self.rows += 1
            if line.count(b"\t") != _COLUMNS - 1:
                problem = f"{line.count(b'	') + 1} columns, not {_COLUMNS}, in {line[:60]!r}"
                self.faults.add(self.path, number, problem)
                continue
            if line.count(_ENGLISH) != 2:
                continue
            self.english += 1
            try:
                edge = self._edge(line)
            except ValueError as error:
                self.faults.add(self.path, number, str(error))
                continue
            if edge is not None:
                self.kept += 1
                yield number, edge

    def _edge(self, line: bytes) -> Edge | None:
        _, uri, start, end, _ = line.decode("utf-8").split("\t")
        relation = _RELATION.fullmatch(uri)
        if relation is None:
            raise ValueError(f"the relation {uri[:60]!r}")
        name = MERGED.get(relation[1], relation[1])
        if name not in RELATIONS:
            self.dropped[relation[1].partition("/")[0]] += 1
            return None
        head, tail = _term(start), _term(end)
        if relation[1] == TURNED and not self.literal_part_of:
            head, tail = tail, head
        return (head, name, tail) if head != tail else None


def _term(uri: str) -> str:
    """Returns the concept of a URI: `/c/en/catch_fish/v` gives "catch fish"."""
    term = uri.split("/")[3]
    if not term:
        raise ValueError(f"the concept {uri[:60]!r}")
    return term.replace("_", " ")
