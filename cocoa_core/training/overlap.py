"""Finds what two sets of items have in common, by fingerprints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.items import Family, family_named
from cocoa_core.running import Fingerprints
from cocoa_core.suggestions import not_among

_SHOWN: Final = 5
"""The number of pairs that are named for each kind."""


@frozen
class Shared:
    """How many items of the second set share a property, such as the requirement, with the first."""

    kind: str
    """The name of the property."""
    items: int
    """The number of items of the second set that share it."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Pairs of ids: an item of the first set, and one of the second that shares the property with it."""


@frozen
class Overlap:
    """The comparison of two sets of items."""

    first: int
    """The number of items in the first set."""
    second: int
    """The number of items in the second set."""
    kinds: tuple[Shared, ...]
    """The properties that were compared, in order."""

    @property
    def disjoint(self) -> bool:
        """Whether the sets share nothing."""
        return not any(kind.items for kind in self.kinds)


def overlap(
    first: Callable[[], Iterable[Any]],
    second: Iterable[Any],
    *,
    of: Sequence[str] = (),
    family: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Overlap:
    """Compares two sets of items.

    Fingerprints of the first set are held in memory, 11 to 15 bytes each. That two of them agree in 64 bits
    by chance has a probability below 1 in 10 million for two sets of a million items.

    Args:
        first: returns the items of the first set, from the beginning at every call.
        second: the items of the other set, which may be a stream that ends.
        of: the kinds to look for; empty for all. Questions over options have `item` (the same requirement
            over the same options), `requirement`, `options` (the same set of rows of one domain) and
            `near-duplicate` (the same requirement but for the numbers in its comparisons). Other families
            have kinds of their own.
        family: the name of the family, needed where it is none of cocoa's own.
        progress: is called with the number of items read so far.

    Raises:
        UsageError: the items are of different families, one of the sets is empty, or a kind is unknown.
    """
    reader = _FingerprintReader(family)
    seen: dict[str, Fingerprints] = {}
    count = [0, 0]
    for item in first():
        count[0] += 1
        for kind, fingerprint in reader.of(item).items():
            seen.setdefault(kind, Fingerprints()).add(fingerprint)
        if progress is not None:
            progress(sum(count))
    matches = dict.fromkeys(seen, 0)
    named: dict[str, dict[int, str]] = {kind: {} for kind in seen}
    for item in second:
        count[1] += 1
        for kind, fingerprint in reader.of(item).items():
            if kind in seen and fingerprint in seen[kind]:
                matches[kind] += 1
                if len(named[kind]) < _SHOWN:
                    named[kind].setdefault(fingerprint, item.id)
        if progress is not None:
            progress(sum(count))
    _require(of, count, reader.kinds)
    named = {kind: named.get(kind, {}) for kind in reader.kinds if not of or kind in of}
    pairs = _pairs(first(), named, reader) if any(named.values()) else {}
    shared = (Shared(kind, matches.get(kind, 0), tuple(pairs.get(kind, ()))) for kind in named)
    return Overlap(count[0], count[1], tuple(shared))


class _FingerprintReader:
    """Computes the fingerprints of items, which are all of one family.

    Attributes:
        kinds: the kinds of the fingerprints so far, in order.
    """

    def __init__(self, family: str | None) -> None:
        self._named = family
        self._family: Family[Any] | None = None
        self.kinds: dict[str, None] = {}

    def of(self, item: Any) -> Mapping[str, int]:
        """Returns the fingerprints of an item, 64 bits each, by kind."""
        if self._family is None:
            self._family = family_named(self._named or item.family, built_in=self._named is None)
        if item.family != self._family.name:
            raise UsageError(
                "these sets are of different families and can have nothing in common",
                got=f"{self._family.name} and {item.family}",
                expected="two sets of one family",
            )
        entry = self._family.entry(item)
        result = {"item": entry.fingerprint, "shared": entry.shared}
        if entry.shown is not None:
            result["shown"] = entry.shown[0]
        if (likeness := getattr(self._family, "likeness", None)) is not None:
            result = {"item": entry.fingerprint, **likeness(item)}
        self.kinds.update(dict.fromkeys(result))
        return result


def _require(of: Sequence[str], count: Sequence[int], kinds: Iterable[str]) -> None:
    if not all(count):
        raise UsageError(
            "one of the sets is empty", got=f"{count[0]:,} and {count[1]:,} items", expected="items in both"
        )
    unknown = sorted(set(of) - set(kinds))
    if unknown:
        raise UsageError("there is nothing of this name to compare", **not_among(unknown[0], list(kinds)))


def _pairs(
    first: Iterable[Any], named: Mapping[str, Mapping[int, str]], reader: _FingerprintReader
) -> dict[str, list[tuple[str, str]]]:
    digests = {kind: dict(kind_digests) for kind, kind_digests in named.items() if kind_digests}
    pairs: dict[str, list[tuple[str, str]]] = {}
    for item in first:
        fingerprints = reader.of(item)
        for kind in [*digests]:
            other = digests[kind].pop(fingerprints.get(kind, -1), None)
            if other is not None:
                pairs.setdefault(kind, []).append((item.id, other))
            if not digests[kind]:
                del digests[kind]
        if not digests:
            break
    return pairs
