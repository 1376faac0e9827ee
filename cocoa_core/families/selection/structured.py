"""What a structure by name asks for: relations, and a mix of settings."""

from __future__ import annotations

from collections import Counter

from cocoa_core.families.selection.composition import RELATIONS, STRUCTURES, meetings_of
from cocoa_core.families.selection.mixes import Mix, Setting

__all__ = ["relations_of", "structured_mix"]


def relations_of(structure: str | None, given: str | None) -> tuple[str, ...]:
    """Each once, in the order of RELATIONS, as long as they are known; all where none is given."""
    if given is None:
        return () if structure is None else tuple(RELATIONS)
    names = [name.strip() for name in given.split(",")]
    known = [name for name in RELATIONS if name in names]
    return tuple(known if len(known) == len(names) else names)


def structured_mix(structure: str, relations: tuple[str, ...]) -> Mix:
    """A cell for each number of minterms, by how many pairs of relations have it; with one wish."""
    known = structure in STRUCTURES and set(relations) <= set(RELATIONS)
    counts = Counter(one.minterms for one in meetings_of(structure, relations)) if known else Counter({4: 1})
    return tuple((Setting(3, minterms, 1), number) for minterms, number in sorted(counts.items()))
