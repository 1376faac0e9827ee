"""Checks all questions together: order, no repetition, separate sides, balanced letters, counts."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, field

from cocoa_core.errors import Place
from cocoa_core.verification.checker import Checker, ComparedEntry, json_text
from cocoa_core.verification.item_files import Line
from cocoa_core.verification.manifest import MANIFEST, Manifest
from cocoa_core.verification.report import Flaw, to_the_end

_TAG_BITS: Final = 2
_TAG: Final = (1 << _TAG_BITS) - 1
_FULLEST: Final = 0.75
_GROWTH: Final = 1.5
_FIRST_SIZE: Final = 1021


_PARTS: Final = json.JSONEncoder(sort_keys=True)


def fingerprint(*parts: object) -> int:
    """Returns 64 bits of some JSON values, in their order; keys of objects may be in any order."""
    return int.from_bytes(hashlib.blake2b(_PARTS.encode(parts).encode(), digest_size=8).digest(), "big")


class Seen:
    """A set of fingerprints, each with a tag from 1 to 3, by open addressing with linear probing.

    62 bits are compared: of ten million different things, two share them with probability 1 in 90,000.
    """

    def __init__(self) -> None:
        self._size = _FIRST_SIZE
        self._cells = array("Q", bytes(8 * self._size))
        self._used = 0

    def put(self, key: int, tag: int = 1) -> int:
        """Adds a fingerprint.

        Args:
            tag: kept with it if it is new.

        Returns:
            The tag that it was added with before; 0 if it is new.
        """
        cell = key & ~_TAG | tag
        index = self._place(cell)
        present = self._cells[index]
        if present:
            return present & _TAG
        self._cells[index] = cell
        self._used += 1
        if self._used > _FULLEST * self._size:
            self._grow()
        return 0

    @property
    def memory(self) -> int:
        """The number of bytes that the table takes."""
        return self._size * self._cells.itemsize

    def __len__(self) -> int:
        return self._used

    def _place(self, cell: int) -> int:
        """Returns the index of the fingerprint's cell, or of the free cell where it belongs."""
        cells, size = self._cells, self._size
        index = (cell >> _TAG_BITS) % size
        while cells[index] and cells[index] ^ cell > _TAG:
            index = index + 1 if index + 1 < size else 0
        return index

    def _grow(self) -> None:
        former = self._cells
        self._size = int(self._size * _GROWTH) | 1
        self._cells = array("Q", bytes(8 * self._size))
        for cell in former:
            if cell:
                self._cells[self._place(cell)] = cell


_SHOWN: Final = 5
_REPEATED: Final = "asked before"
"""The reason under which a manifest counts attempts that gave a question already asked."""


_MOST_NAMES: Final = 200_000
"""The names of one facet that are counted: more than an honest data set has. 2,400 questions of all asks have
109 keys, and up to six of 20 options may be right together, in 60,460 ways.
"""
_MOST_REASONS: Final = 100
_MOST_CELLS: Final = 2_000
_MOST_COMPOSED: Final = 1_000_000
_MOST_SIZES: Final = 4096
"""The balanced sets whose sizes are kept: of each ask twenty are open at a time."""


@define
class Tally:
    """Counts by name."""

    counts: Counter[str] = field(factory=Counter)
    full: bool = False
    """Whether names were left out because there were too many."""
    most: int = _MOST_NAMES

    def add(self, name: str, count: int = 1) -> None:
        """Counts a name."""
        if name in self.counts or len(self.counts) < self.most:
            self.counts[name] += count
        else:
            self.full = True


@define
class _Cell:
    items: int = 0
    indices: int = 0
    rejections: Tally = field(factory=lambda: Tally(most=_MOST_REASONS))


@define
class DrawCounts:
    """Counts by difficulty cell, such as "(4, 2)"."""

    cells: dict[str, _Cell] = field(factory=dict)
    full: bool = False
    """As in `Tally`."""

    def add(self, name: str, rejections: Mapping[str, int] | None) -> None:
        """Counts a question of a cell, and, where `rejections` is given, its index with the refused draws."""
        if name not in self.cells and len(self.cells) == _MOST_CELLS:
            self.full = True
            return
        cell = self.cells.setdefault(name, _Cell())
        cell.items += 1
        if rejections is not None:
            cell.indices += 1
            for reason, count in rejections.items():
                cell.rejections.add(reason, count)
            self.full |= cell.rejections.full

    def counts(self) -> dict[str, dict[str, object]]:
        """Returns items, indices and refused draws by the name of the cell."""
        return {
            name: {"items": cell.items, "indices": cell.indices, "rejections": dict(cell.rejections.counts)}
            for name, cell in sorted(self.cells.items())
        }


@define
class Totals:
    """Takes the entries of all files in turn, and finds what is wrong with them together."""

    manifest: Manifest
    checker: Checker
    limit: int
    """Indices from here on are refused unseen, so that a false one cannot take all memory."""
    total: int = 0
    _asked: Seen = field(factory=Seen, init=False)
    _shared: Seen = field(factory=Seen, init=False)
    _present: bytearray = field(factory=bytearray, init=False)
    _last: tuple[int, int] = field(default=(-1, 0), init=False)
    _group: dict[int, int] = field(factory=dict, init=False)
    """Of the group being read: what members do not share, as seen so far, and under -1 what all do."""
    _ends: dict[str, tuple[Line, Place]] = field(factory=dict, init=False)
    """For each side the last line that was read."""
    _sizes: dict[int, int] = field(factory=dict, init=False)
    """For the balanced sets read last: the number of items that an index of theirs has."""
    _counts: dict[str, dict[str, Tally]] = field(factory=dict, init=False)
    _draws: DrawCounts = field(factory=DrawCounts, init=False)
    _composed: dict[str, Counter[str]] = field(factory=dict, init=False)
    _kinds: int = field(default=0, init=False)

    def begin_file(self) -> None:
        """Says that the next entries are of another side."""
        self._last = (-1, 0)

    def add(self, line: Line, file: str, side: str) -> Iterator[Flaw]:
        """Takes one line.

        Args:
            side: the key of the file in the manifest.
        """
        before, place = self._ends.get(side), Place(file, line.number)
        if before is not None and before[0].entry.index != line.entry.index:
            yield from self._ended(*before)
        self._ends[side] = line, place
        flaws = to_the_end("what the record has in common with others", self._compared, line, side)
        for flaw in flaws:
            yield flaw.at(place, line.item)

    def _ended(self, last: Line, place: Place) -> Iterator[Flaw]:
        """Finds another number of items of the index that ended than its group or balanced set has."""
        entry, number = last.entry, last.entry.number + 1
        if not self.manifest.complete or self.manifest.split is not None:
            return
        expected = number
        if entry.together is not None:
            expected = max(number, entry.together[2])  # too many are found one by one
        elif entry.balanced is not None:
            expected = self._sizes.setdefault(entry.balanced, number)
            if len(self._sizes) > _MOST_SIZES:
                del self._sizes[next(iter(self._sizes))]
        if number != expected:
            problem = "the index that ends here has another number of items than its group"
            yield Flaw("group", problem, number, expected, place, last.item)

    def _compared(self, line: Line, side: str) -> Iterator[Flaw]:
        entry = line.entry
        self._count(entry, side)
        yield from self._together(entry)
        yield from self._order(entry)
        if self._asked.put(entry.asked):
            yield Flaw("duplicate", "an earlier question asks the same: the same requirement and options")
        if len(self.manifest.files) > 1:
            tag = 1 + list(self.manifest.files).index(side)  # at most three, as the manifest is read
            earlier_tag = self._shared.put(entry.shared, tag)
            if earlier_tag not in (0, tag):
                yield Flaw("two-sides", "the requirement is asked on another side too")
            if line.parted is not None and self._shared.put(line.parted.group, tag) not in (0, tag):
                yield Flaw("two-sides", "a question of its ring is on another side")
        if line.parted is not None:
            counts = self._composed.setdefault(side, Counter())
            self._kinds += line.parted.composed not in counts
            if self._kinds <= _MOST_COMPOSED:
                counts[line.parted.composed] += 1

    def _together(self, entry: ComparedEntry) -> Iterator[Flaw]:
        """Finds members of a group that differ in what they must share, or share what they must not."""
        if entry.together is None:
            return
        common, distinct, size = entry.together
        if entry.number == 0 or entry.index != self._last[0]:
            self._group = {-1: common}
        if self._group.get(-1, common) != common:
            yield Flaw("group", "the question does not share with its group what it must")
        if distinct in self._group:
            yield Flaw("group", "the question does not differ from another of its group")
        self._group[distinct] = entry.number
        if entry.number >= size:
            yield Flaw("group", "the group has too many questions", entry.number + 1, size)

    def _order(self, entry: ComparedEntry) -> Iterator[Flaw]:
        """Checks that indices rise in a file, numbers in an index from 0, and no index is twice."""
        position, (index, number) = (entry.index, entry.number), self._last
        if entry.index >= self.limit:
            yield Flaw("order", "the index is beyond the number of questions", entry.index)
            return
        after = f"after {self._last}"
        if position <= self._last:
            yield Flaw("order", "the question does not follow the one before it", position, after)
        elif entry.number != (number + 1 if entry.index == index else 0):
            yield Flaw("order", "an item of the index is missing before this one", position, after)
        if entry.index != index and self._mark(entry.index):
            yield Flaw("order", "the index stands in two places", entry.index)
        self._last = position

    def _mark(self, index: int) -> bool:
        byte, bit = index >> 3, 1 << (index & 7)
        if byte >= len(self._present):
            self._present.extend(bytes(byte + 1 - len(self._present) + 4096))
        was_present = bool(self._present[byte] & bit)
        self._present[byte] |= bit
        return was_present

    def _count(self, entry: ComparedEntry, side: str) -> None:
        self.total += 1
        counts = self._counts.setdefault(side, {})
        for facet, values in entry.counted.items():
            tally = counts.setdefault(facet, Tally())
            for value in values:
                tally.add(value)
        first = entry.number == 0
        rejections = Counter(entry.rejections)
        if entry.attempt:
            rejections[_REPEATED] += entry.attempt
        self._draws.add(entry.cell, rejections if first else None)

    def finish(self) -> Iterator[Flaw]:
        """Finds gaps, letters out of balance, and counts that differ from the manifest's."""
        ends = sorted(self._ends.values(), key=lambda end: end[0].entry.index)
        for end in ends[:-1]:  # the number of items that were asked for may cut the last index short
            yield from self._ended(*end)
        if self.manifest.split is None:
            yield from self._gaps()
        else:
            split = to_the_end("the split", self.checker.split_flaws, self.manifest.split, self._composed)
            for flaw in split:
                yield flaw.at(Place(MANIFEST))
        if self.manifest.complete and not self.total:
            yield Flaw("counts", "there are no questions", "0", "1 or more", Place(MANIFEST))
        for side, facets in self._counts.items() if self.manifest.split is None else ():
            counts = {facet: tally.counts for facet, tally in facets.items()}
            checked = to_the_end("the side", self.checker.side_flaws, counts, self.manifest.settings)
            for flaw in checked:
                yield flaw.at(Place(self.manifest.files[side].name))
        if self.manifest.complete:
            yield from self._count_findings()

    def _gaps(self) -> Iterator[Flaw]:
        present = int.from_bytes(self._present, "little")
        top = present.bit_length()
        absent = (1 << top) - 1 ^ present
        if absent:
            first = []
            for _ in range(min(_SHOWN, absent.bit_count())):
                lowest = absent & -absent
                first.append(str(lowest.bit_length() - 1))
                absent ^= lowest
            problem = "no question has these indices"
            yield Flaw("missing", problem, f"{', '.join(first)} ...", place=Place(MANIFEST))

    def _count_findings(self) -> Iterator[Flaw]:
        if self.manifest.count != self.total:
            problem, stated = "the number of questions is another", str(self.manifest.count)
            yield Flaw("counts", problem, self.total, stated, Place(MANIFEST))
        counts = {
            side: {facet: dict(tally.counts) for facet, tally in facets.items()}
            for side, facets in self._counts.items()
        }
        for name, counted in {"counts": counts, "draws": self._draws.counts()}.items():
            got, expected = json_text(counted), json_text(self.manifest.raw.get(name))
            if got != expected:
                yield Flaw("counts", f"{name} is another by the questions", got, expected, Place(MANIFEST))
        yield from self._paraphrase_findings()
        tallies = [tally for facets in self._counts.values() for tally in facets.values()]
        full = self._draws.full or self._kinds > _MOST_COMPOSED
        if full or any(tally.full for tally in tallies):
            problem = "the questions name more things than can be counted"
            yield Flaw("counts", problem, place=Place(MANIFEST))

    def _paraphrase_findings(self) -> Iterator[Flaw]:
        """Finds rewrites that the manifest counts and no record has, or the other way."""
        stated = self.manifest.raw.get("paraphrase") or {}
        tallies = [facets["paraphrase"] for facets in self._counts.values() if "paraphrase" in facets]
        for name in ("passed", "repaired"):
            counted = sum(tally.counts[name] for tally in tallies)
            if stated.get(name, 0) != counted:
                problem = f"paraphrase.{name} is another by the questions"
                yield Flaw("counts", problem, counted, stated.get(name, 0), Place(MANIFEST))
