"""Defines how hard questions are: difficulty cells, exact structure, levels, groups, and mixes by name."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.errors import SettingsError
from cocoa_core.text import counted

MOST_SLOTS: Final = 20
MOST_MINTERMS: Final = 64
MOST_WISHES: Final = 9


@frozen
class StructureConstraints:
    """The exact structure that a requirement has to have; None where nothing is asked."""

    terms: int | None = None
    """The number of sum terms."""
    component: int | None = None
    """The number of slots in the largest connected component of the dependency graph."""
    degree: int | None = None
    """The greatest number of slots that one slot is connected with in the dependency graph."""
    near_misses: int | None = None
    """The number of options that break one sum term only."""

    def distance(self, terms: int, component: int, degree: int) -> int:
        """Returns how far a product is from the numbers asked for, summed; 0 where it has all of them."""
        asked = (self.terms, self.component, self.degree)
        return sum(
            abs(wanted - number)
            for wanted, number in zip(asked, (terms, component, degree), strict=True)
            if wanted is not None
        )


@frozen(order=True)
class DifficultyCell:
    """One cell of a mix: the slots and the minterms of a table, and plain wishes on further slots."""

    slots: int
    minterms: int
    wishes: int = 0

    def __attrs_post_init__(self) -> None:
        if not 2 <= self.slots <= MOST_SLOTS:
            raise SettingsError(
                "the number of slots is out of range",
                got=str(self.slots),
                expected=f"a whole number from 2 to {MOST_SLOTS}",
                fix="pass another --slots",
            )
        most = min(MOST_MINTERMS, 2**self.slots - 1)
        if not 1 <= self.minterms <= most:
            raise SettingsError(
                f"the number of minterms is out of range for {self.slots} slots",
                got=str(self.minterms),
                expected=f"a whole number from 1 to {most} (a table has 2^{self.slots} rows)",
                fix="pass another --minterms",
            )
        if not 0 <= self.wishes <= min(MOST_WISHES, MOST_SLOTS - self.slots):
            raise SettingsError(
                f"the number of wishes is out of range beside {self.slots} slots",
                got=str(self.wishes),
                expected=f"a whole number from 0 to {min(MOST_WISHES, MOST_SLOTS - self.slots)}",
                fix="pass another --wishes",
            )

    def __str__(self) -> str:
        wishes = f" and {self.wishes} wish{'es' * (self.wishes > 1)}" if self.wishes else ""
        return f"{counted(self.slots, 'slot')}, {counted(self.minterms, 'minterm')}{wishes}"

    @property
    def all_slots(self) -> int:
        """The number of slots that a requirement speaks of, including those of its wishes."""
        return self.slots + self.wishes

    @property
    def has_single_literals(self) -> bool:
        """Whether some requirement of the cell has a sum term of one literal: a wish, or a slot on which all
        minterms agree. With half of the rows or more no other slot would occur beside such a slot.
        """
        return self.wishes > 0 or self.minterms < 2 ** (self.slots - 1)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Slots and minterms of the table, and the wishes where there are any, as a record has them."""
        return (self.slots, self.minterms, *([self.wishes] if self.wishes else []))

    @property
    def flags(self) -> str:
        """The flags that ask for the cell at the command line."""
        return f"--slots {self.slots} --minterms {self.minterms}" + f" --wishes {self.wishes}" * bool(
            self.wishes
        )

    @property
    def text(self) -> str:
        """Slots and minterms of the table alone, by which data sets are counted."""
        return f"({self.slots}, {self.minterms})"


DifficultyMix: TypeAlias = tuple[tuple[DifficultyCell, int], ...]
"""Difficulty cells with whole weights."""

PRESETS: Final[Mapping[str, DifficultyMix]] = {
    "standard": (
        (DifficultyCell(2, 3, 1), 1),
        (DifficultyCell(2, 3, 2), 6),
        (DifficultyCell(2, 3, 3), 1),
        (DifficultyCell(3, 3, 1), 3),
        (DifficultyCell(3, 5, 1), 2),
        (DifficultyCell(3, 5, 2), 2),
    ),
    "hard": ((DifficultyCell(4, 9, 2), 1), (DifficultyCell(5, 15, 1), 1)),
    "frontier": ((DifficultyCell(5, 15, 2), 1), (DifficultyCell(6, 27, 1), 2), (DifficultyCell(6, 27, 2), 1)),
    "paper": (
        (DifficultyCell(2, 2), 124),
        (DifficultyCell(3, 2), 136),
        (DifficultyCell(4, 2), 117),
        (DifficultyCell(4, 3), 129),
        (DifficultyCell(5, 2), 121),
        (DifficultyCell(6, 2), 101),
    ),
}
"""Mixes by name.

`standard` is made for reading: three to five slots in all, mostly four, and minterm counts that leave few
conditions beside the wishes, none of them the negation of another ("otherwise"). `hard` has six slots in all,
`frontier` seven or eight. The minterm counts of both are those of requirements whose connected conditions
each fit into one statement, so that no statement returns to the rule of another. `paper` has the unique test
queries of GroundCocoa (arXiv 2404.04237, Table 1).
"""


REVISED_PRESETS: Final[Mapping[str, int]] = {"revise-2": 2, "revise-3": 3, "revise-6": 6}
"""Presets of conversations by name: the default mix with this number of revisions. For the ask choose every
shipped domain has such questions; flights and diamonds have none with five slots and two wishes.
"""

_ANY_ASK: Final = "*"
"""The ask in the table of levels that stands for all asks without rows of their own, and for conversations.
"""


@frozen
class Level:
    """One row of the table of levels: the settings of an ask from a level on."""

    ask: str
    """The name of the ask; "*" for asks without rows of their own."""
    level: float
    """The lowest level to which this row applies."""
    options: int
    slots: int
    minterms: int
    wishes: int


@cache
def levels() -> tuple[Level, ...]:
    """Returns the table of levels, by ask and from the lowest level of each."""
    from importlib.resources import files

    text = files("cocoa_core.families.selection").joinpath("levels.csv").read_text(encoding="utf-8")
    return tuple(
        Level(
            row["ask"],
            float(row["level"]),
            *(int(row[name]) for name in ("options", "slots", "minterms", "wishes")),
        )
        for row in csv.DictReader(text.splitlines())
    )


def level_of(ask: str, level: float, *, revised: bool = False) -> Level:
    """Returns the highest row of an ask that is not above the level.

    Args:
        revised: whether the requests are revised; conversations have the same rows for every ask.
    """
    ask = _ANY_ASK if revised else ask
    lines = [row for row in levels() if row.ask == ask] or [row for row in levels() if row.ask == _ANY_ASK]
    return max((row for row in lines if row.level <= level), key=lambda row: row.level)


RING: Final = "ring"
SURFACE: Final = "surface"
EDIT: Final = "edit"
ODD: Final = "odd"
BRANCH: Final = "branch"
GROUPS: Final = (RING, SURFACE, EDIT, BRANCH, ODD)
PAIRS: Final = frozenset({EDIT, ODD})
"""The kinds of groups of two requests that differ in one literal."""
_WORDINGS: Final = 3
_MOST_WORDINGS: Final = 5
"""The most wordings of a `surface` group: nearly every requirement has this many among its drawn texts."""


@frozen
class Grouping:
    """A kind of group. Its questions count as right only if all of them are answered correctly.

    ring: requests over the same options, each of which is right once. surface: one request in several
    wordings, with its options in another order each time. edit: two requests that differ in one literal and
    have different answers. branch: one request over two lists of options; the right option meets a condition
    in one of them alone. odd: like edit, but the literal demands what people want in the first request and
    the contrary in the second.
    """

    kind: str
    """One of `GROUPS`."""
    size: int
    """How many questions are in a group."""

    @classmethod
    def of(cls, text: str) -> Grouping:
        """Returns the grouping of a setting: "ring", "surface", "surface:4", "edit", "branch" or "odd".

        Raises:
            SettingsError: the text is anything else.
        """
        kind, colon, size = text.partition(":")
        number = int(size) if size.isascii() and size.isdecimal() else -1 if colon else _WORDINGS
        if kind not in GROUPS or (colon and kind != SURFACE) or not 2 <= number <= _MOST_WORDINGS:
            raise SettingsError(
                "there is no such group of questions",
                got=text,
                expected=f"ring, edit, branch, odd, surface, or surface:2 to surface:{_MOST_WORDINGS}",
                fix="pass another --groups",
            )
        return cls(kind, {RING: 1, SURFACE: number}.get(kind, 2))
