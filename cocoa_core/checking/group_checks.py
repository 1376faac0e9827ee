"""Finds groups with too few options that look different, and options that look alike within their group.

Every row has a hash of what it shows (`Appearances`), so that n rows are compared in O(n log n). The values
themselves are checked where they are read (`cocoa_core.loading`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.domain import Domain, Value
from cocoa_core.errors import Finding, Place
from cocoa_core.families.selection import OPTIONS
from cocoa_core.loading import open_table
from cocoa_core.suggestions import first_few
from cocoa_core.text import counted

THIN: Final = 12
"""A group with fewer options that look different gives few questions."""
NEAR_SHARE: Final = 0.2
"""The share of rows with a neighbour in all slots but one from which they are reported."""

Hashes = npt.NDArray[np.uint64]


@frozen(eq=False)
class Appearances:
    """What options look like: a number for each row, equal for rows that look the same in their group."""

    hashes: Hashes
    """The number of each row. Those of two rows that look different are equal with a chance of 2**-64."""
    parts: dict[str, Hashes]
    """What each shown slot adds to the numbers, modulo 2**64. Subtracted, it takes the slot out again."""
    sizes: tuple[int, ...]
    """For each group, how many of its rows look different."""


def appearances_of(domain: Domain) -> Appearances:
    """Returns what the rows of a domain look like."""
    rows = domain.catalogue.rows
    rng = np.random.default_rng(1)
    groups = np.zeros(len(rows), dtype=np.int64)
    for number, group in enumerate(domain.catalogue.groups):
        groups[list(group.rows)] = number
    total = _numbered(groups, rng)
    parts: dict[str, Hashes] = {}
    for position, slot in enumerate(domain.schema.slots):
        if slot.shown:
            parts[slot.name] = _numbered(_coded([row[position] for row in rows]), rng)
            total = total + parts[slot.name]
    sizes = tuple(len(np.unique(total[list(group.rows)])) for group in domain.catalogue.groups)
    return Appearances(total, parts, sizes)


def _coded(values: Sequence[Value]) -> npt.NDArray[np.int64]:
    codes: dict[tuple[type, Value], int] = {}
    return np.array([codes.setdefault((type(value), value), len(codes)) for value in values], dtype=np.int64)


def _numbered(codes: npt.NDArray[np.int64], rng: np.random.Generator) -> Hashes:
    """Returns a random number for each code."""
    numbers = rng.integers(0, 2**64, int(codes.max(initial=0)) + 1, dtype=np.uint64)
    return numbers[codes]


def group_findings(domain: Domain, looks: Appearances, places: Places, catalogue: bytes) -> Iterator[Finding]:
    """Finds small and thin groups, options that look the same, and many that nearly do.

    Args:
        catalogue: the bytes of the catalogue's file.
    """
    yield from _small_groups(domain, looks, places)
    yield from _alike(domain, looks, places, catalogue)
    yield from _nearly_alike(domain, looks, places, catalogue)


def _small_groups(domain: Domain, looks: Appearances, places: Places) -> Iterator[Finding]:
    sized = list(zip(domain.catalogue.groups, looks.sizes, strict=True))
    small = [f"{group.name} ({size})" for group, size in sized if size < OPTIONS]
    thin = [f"{group.name} ({size})" for group, size in sized if OPTIONS <= size < THIN]
    place = places.top("group_by")
    if len(small) == len(sized):
        yield finding_of(
            "no-group-of-five",
            place,
            f"no group has {OPTIONS} options that look different, so there are no questions",
            got=first_few(small),
            expected=f"{OPTIONS} rows with the same values of `group_by`, better a dozen or more",
            fix="add rows to the catalogue, or group by fewer slots",
        )
        small = []
    for code, names, least, expected in (
        ("group-too-small", small, OPTIONS, f"{OPTIONS} or more; no question is asked about the others"),
        ("group-thin", thin, THIN, f"{THIN} or more, for questions that differ"),
    ):
        if names:
            yield finding_of(
                code,
                place,
                f"{counted(len(names), 'group')} of {len(sized):,} "
                f"{'has' if len(names) == 1 else 'have'} fewer than {least} options that look different",
                got=first_few(names),
                expected=expected,
                fix="add rows, or group by fewer slots",
            )


def _alike(domain: Domain, looks: Appearances, places: Places, catalogue: bytes) -> Iterator[Finding]:
    _, first, group = np.unique(looks.hashes, return_index=True, return_inverse=True)
    repeats = np.flatnonzero(first[group] != np.arange(len(group)))
    if len(repeats):
        place, pair = _pair(domain, catalogue, places, int(first[group[repeats[0]]]), int(repeats[0]))
        yield finding_of(
            "rows-alike",
            place,
            f"{counted(len(repeats), 'option')} {'looks' if len(repeats) == 1 else 'look'} "
            "like an earlier one of the group",
            got=f"{pair} have the same values in all slots that are shown",
            expected="options that a person can tell apart",
            fix="delete repeated rows, or show a slot in which they differ",
        )


def _nearly_alike(domain: Domain, looks: Appearances, places: Places, catalogue: bytes) -> Iterator[Finding]:
    """Finds rows that differ in one slot from another row of their group, with one sort for each slot."""
    exact = _repeated(looks.hashes)
    near = np.zeros(len(exact), dtype=bool)
    most, most_slot, rows = 0, "", (0, 0)
    for name, part in looks.parts.items():
        if name in domain.schema.group_by:
            continue
        other_slots = looks.hashes - part
        counts = _repeated(other_slots) > exact
        near |= counts
        if counts.sum() > most:
            most, most_slot = int(counts.sum()), name
            row = int(np.flatnonzero(counts)[0])
            same = np.flatnonzero((other_slots == other_slots[row]) & (looks.hashes != looks.hashes[row]))
            rows = (row, int(same[0]))
    share = float(near.mean()) if len(near) else 0.0
    if share >= NEAR_SHARE:
        place, pair = _pair(domain, catalogue, places, *rows)
        yield finding_of(
            "rows-nearly-alike",
            place,
            f"{share:.0%} of the options are like another one of their group in all shown slots but one",
            got=f"mostly {most_slot!r} ({most:,} rows): such as {pair}",
            expected=f"less than {NEAR_SHARE:.0%}: options should vary in several ways",
            fix="let the rows vary more, or leave copies with another value out",
        )


def _repeated(hashes: Hashes) -> npt.NDArray[np.int64]:
    """Returns, for each row, how many rows have its number."""
    _, group, number = np.unique(hashes, return_inverse=True, return_counts=True)
    return np.asarray(number[group], dtype=np.int64)


def _pair(domain: Domain, catalogue: bytes, places: Places, first: int, second: int) -> tuple[Place, str]:
    """Returns the position of the second of two rows, and both by their ids and lines."""
    table = islice(open_table(places.catalogue, catalogue, "").rows, max(first, second) + 1)
    lines = {number: line for number, (line, _) in enumerate(table) if number in (first, second)}
    ids = domain.catalogue.ids
    return places.row(lines[second]), " and ".join(
        f"{ids[row]!r} (line {lines[row]})" for row in (first, second)
    )
