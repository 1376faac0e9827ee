"""Puts values of any sort with equal keys together; the groups of a domain are in `domain.catalogue`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Member = TypeVar("Member")


def grouped(pairs: Iterable[tuple[Key, Member]]) -> dict[Key, list[Member]]:
    """Returns the values by key, both in the order in which they come.

    Args:
        pairs: a key and a value each.
    """
    groups: dict[Key, list[Member]] = {}
    for key, member in pairs:
        groups.setdefault(key, []).append(member)
    return groups
