"""What a family's checker has to give, and what it is told: the rest of `verify` knows no family."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from attrs import field, frozen

from cocoa_core.verification.report import Flaw

__all__ = ["SHAPE", "Checker", "Entry", "Parted", "Run", "run_flaws", "settings_text"]

SHAPE: Final = frozenset({"keys", "type"})
"""What flaws of a record's shape are called; a record that has one is compared with no other."""

_CANARY: Final = "cocoa benchmark data, not for training corpora. canary 5f0c7c52-8e0b-4b0e-9d3a-2f6f0c1a7e44"
_MOST: Final = 10**18
_SCALARS: Final = frozenset({str, int, type(None)})
"""Types of JSON of which values that are equal are written alike."""
_SORTED: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


@frozen
class Run:
    """What the manifest says of all items of a file. digest: of the domain, None for a family without one.

    side: None where there are no sides. split: how the items were parted anew, None where they were not.
    """

    digest: str | None
    seed: int
    settings: Mapping[str, Any]
    version: str
    side: str | None
    family: str = "selection"
    split: Mapping[str, Any] | None = None
    settings_text: str = field(init=False, repr=False, eq=False)

    @settings_text.default
    def _written_settings(self) -> str:
        return settings_text(self.settings)


@frozen(kw_only=True)
class Entry:
    """What is compared across lines.

    index, number: the item's place in the run, and which of the items of that index it is, from 0
    cell:          what its draws are counted under; counted: values by facet, as a manifest counts them
    asked:         64 bits of what must be asked once; shared: of what may be on one side only
    together:      of a group of which all items have one index: what they have in common, what no two of them
                   share, and how many they are; None for an item without such a group
    """

    index: int
    number: int = 0
    attempt: int
    cell: str
    counted: Mapping[str, tuple[str, ...]] = field(factory=dict)
    rejections: Mapping[str, int] = field(factory=dict)
    asked: int
    shared: int
    together: tuple[int, int, int] | None = None


@frozen
class Parted:
    """group: 64 bits of what else may be on one side only. composed: what of an item decides its side."""

    group: int
    composed: str


class Checker(Protocol):
    """Checks the items of one family. Subclass it for the two methods that have nothing to say as they stand.

    An instance goes to other processes, so it can be pickled. No method raises for any JSON.
    """

    @property
    def name(self) -> str:
        """The family's, as it stands in manifests and records."""

    @property
    def parts(self) -> Mapping[str, str]:
        """What the items were drawn from has these parts, each with its file in `domain/`; "": no copy."""
        return {}

    @property
    def shortest(self) -> int:
        """Bytes that a record has at the least: no index is beyond what the files can hold."""
        return 50

    def flaws(self, record: Any, run: Run | None = None) -> list[Flaw]:
        """Everything wrong with a record; those of its shape are called as in `SHAPE`."""

    def entry(self, record: Mapping[str, Any]) -> Entry:
        """What is compared across lines, of a record without flaws of its shape."""

    def source_flaws(self, source: Mapping[str, Any]) -> list[Flaw]:
        """What is wrong with what the manifest says, under `domain`, of what the items were drawn from."""
        return []

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        """What is wrong with the items of one side together. counts: by facet and value."""
        return []

    def parted(self, record: Mapping[str, Any], split: Mapping[str, Any]) -> Parted | None:
        """Of an item of a data set that was parted anew, what that is judged by."""
        return None

    def split_flaws(self, split: Mapping[str, Any], sides: Mapping[str, Mapping[str, int]]) -> list[Flaw]:
        """What is wrong with how items were parted anew. sides: how often each `Parted.composed` occurs."""
        return [Flaw("split", "items of this family are not parted anew")]


def run_flaws(record: Mapping[str, Any], run: Run) -> Iterator[Flaw]:
    """What every family's records have: an id, a key, and the run that the manifest describes."""
    given = record.get("provenance")
    if not isinstance(record.get("id"), str) or "key" not in record:
        yield Flaw("keys", "the record lacks id or key")
    if not isinstance(given, dict):
        yield Flaw("type", "provenance has another type", repr(given), "an object")
        return
    for name in ("index", "attempt"):
        number = given.get(name)
        if type(number) is not int or not 0 <= number < _MOST:
            yield Flaw("type", f"provenance.{name} has another type", repr(number), "a whole number from 0")
    expected = {
        "family": (record.get("family"), run.family),
        "seed": (given.get("seed"), run.seed),
        "settings": (given.get("settings"), run.settings),
        "version": (given.get("version"), run.version),
        "side": (given.get("side"), run.side),
        "canary": (given.get("canary"), _CANARY),
    }
    for name, (got, wanted) in expected.items():
        same = type(got) is type(wanted) and type(got) in _SCALARS and got == wanted
        text = run.settings_text if name == "settings" else "" if same else settings_text(wanted)
        if not same and settings_text(got) != text:
            yield Flaw("provenance", f"{name} is another", str(got), str(wanted))


def settings_text(settings: Any) -> str:
    """A value of JSON as text, so that true is not 1 and 1 is not 1.0."""
    return _SORTED.encode(settings)
