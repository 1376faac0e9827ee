"""What a family's checker provides, and what it is told. The rest of `verify` knows no family."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from attrs import field, frozen

from cocoa_core.verification.report import Flaw

SHAPE: Final = frozenset({"keys", "type"})
"""The kinds of flaw in a record's shape. A record that has one is compared with no other."""

_CANARY: Final = "cocoa benchmark data, not for training corpora. canary 5f0c7c52-8e0b-4b0e-9d3a-2f6f0c1a7e44"
_MOST: Final = 10**18
_SCALARS: Final = frozenset({str, int, type(None)})
"""Types of JSON whose equal values have equal texts."""
_SORTED: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_TEXTS: Final[dict[str, str]] = {}
"""Settings as text, by their representation: all records of a run state the same settings."""
_MOST_TEXTS: Final = 64
_LONGEST_TEXT: Final = 10_000


@frozen
class ManifestFacts:
    """What the manifest says of all items in a file."""

    digest: str | None
    """The digest of the domain; None for a family without one."""
    seed: int
    settings: Mapping[str, Any]
    version: str
    side: str | None
    """None where there are no sides."""
    family: str = "selection"
    split: Mapping[str, Any] | None = None
    """How `cocoa split` divided the items; None where it did not."""
    settings_text: str = field(init=False, repr=False, eq=False)

    @settings_text.default
    def _written_settings(self) -> str:
        return settings_text(self.settings)


@frozen(kw_only=True)
class ComparedEntry:
    """What is compared across lines."""

    index: int
    number: int = 0
    """Which of the items of that index it is, from 0."""
    attempt: int
    cell: str
    """The difficulty cell that its draws are counted under."""
    counted: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """Values by facet, as a manifest counts them."""
    rejections: Mapping[str, int] = field(factory=dict)
    asked: int
    """64 bits of what must not be asked twice."""
    shared: int
    """64 bits of what may be on one side only."""
    together: tuple[int, int, int] | None = None
    """For a member of a group that has one index: 64 bits of what its members have in common, 64 bits of what
    no two of them share, and their number. None for an item without such a group.
    """
    balanced: int | None = None
    """64 bits of a set of indices that have equally many items; None where that says nothing."""


@frozen
class Parted:
    """What decides on which side of a split an item may be."""

    group: int
    """64 bits of a group that may be on one side only."""
    composed: str
    """The composition of the item, as text."""


class Checker(Protocol):
    """Checks the items of one family. Subclasses have to define `flaws` and `entry`; the other methods have
    defaults.

    An instance is sent to other processes, so it can be pickled. No method raises, whatever JSON it is given.
    """

    @property
    def name(self) -> str:
        """The name of the family in manifests and records."""

    @property
    def parts(self) -> Mapping[str, str]:
        """The file in `domain/` of each part of the source; empty for a part without a copy."""
        return {}

    @property
    def shortest(self) -> int:
        """The smallest number of bytes of a record. It bounds the indices that a file can hold."""
        return 50

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        """Returns everything that is wrong with a record. Flaws of its shape have a kind of `SHAPE`."""

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        """Returns what is compared across lines, for a record whose shape has no flaws."""

    def source_flaws(self, source: Mapping[str, Any]) -> list[Flaw]:
        """Returns what is wrong with the manifest's key `domain`."""
        return []

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        """Returns what is wrong with all items of one side together.

        Args:
            counts: the number of items by facet and value.
        """
        return []

    def parted(self, record: Mapping[str, Any], split: Mapping[str, Any]) -> Parted | None:
        """Returns what decides on the side of a split; None for a family that is not split."""
        return None

    def split_flaws(self, split: Mapping[str, Any], sides: Mapping[str, Mapping[str, int]]) -> list[Flaw]:
        """Returns what is wrong with a split.

        Args:
            split: what the manifest says of it.
            sides: for each side how often each `Parted.composed` occurs.
        """
        return [Flaw("split", "items of this family are not parted anew")]


def run_flaws(record: Mapping[str, Any], run: ManifestFacts) -> Iterator[Flaw]:
    """Finds what is wrong with the keys of every family's records: id, key, and the manifest's run."""
    provenance = record.get("provenance")
    if not isinstance(record.get("id"), str) or "key" not in record:
        yield Flaw("keys", "the record lacks id or key")
    if not isinstance(provenance, dict):
        yield Flaw("type", "provenance has another type", repr(provenance), "an object")
        return
    for name in ("index", "attempt"):
        number = provenance.get(name)
        if type(number) is not int or not 0 <= number < _MOST:
            yield Flaw("type", f"provenance.{name} has another type", repr(number), "a whole number from 0")
    expected = {
        "family": (record.get("family"), run.family),
        "seed": (provenance.get("seed"), run.seed),
        "settings": (provenance.get("settings"), run.settings),
        "version": (provenance.get("version"), run.version),
        "side": (provenance.get("side"), run.side),
        "canary": (provenance.get("canary"), _CANARY),
    }
    for name, (got, wanted) in expected.items():
        same = type(got) is type(wanted) and type(got) in _SCALARS and got == wanted
        text = run.settings_text if name == "settings" else "" if same else settings_text(wanted)
        if not same and settings_text(got) != text:
            yield Flaw("provenance", f"{name} is another", got, wanted)


def json_text(value: object) -> str:
    """Returns a value as text, in which true differs from 1, and 1 from 1.0."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def settings_text(settings: Any) -> str:
    """Returns JSON as text, in which true differs from 1, and 1 from 1.0."""
    written = repr(settings)  # a third of the time of JSON, and as exact
    text = _TEXTS.get(written)
    if text is None:
        text = _SORTED.encode(settings)
        if len(_TEXTS) < _MOST_TEXTS and len(text) <= _LONGEST_TEXT:
            _TEXTS[written] = text
    return text
