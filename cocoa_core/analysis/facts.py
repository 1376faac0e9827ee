"""What the tables need of a question, taken out of its record once."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.analysis.visible_text import whole

__all__ = ["MEASURES", "Constraint", "Facts", "StoredRecord", "facts_of"]

MEASURES = ("sum_terms", "literals", "width", "component", "longest_path", "max_degree")
"""The whole-numbered measures of complexity that a record states, by their keys there."""

_OPPOSITES: Final = {
    "less": "at_least",
    "at_least": "less",
    "at_most": "more",
    "more": "at_most",
    "any": "none",
    "none": "any",
}
_OTHER_ITEMS: Final = {"each": "any", "any": "each"}


@frozen(order=True)
class Constraint:
    """What one literal is about: its slot, the rule that drew it, and how it tests.

    test: what the literal comes to, negation carried out: `!price < 400` is `at_least`, `!each layover < 2h`
          is `any at_least`, and where no test says the opposite, `not between`
    """

    slot: str
    rule: str
    test: str


@frozen
class Facts:
    """A question, small.

    requirement: id of the requirement, which questions may share; the cluster of its answers
    setting:     slots, minterms
    measures:    by the names of MEASURES
    entropy:     of the right option, from 0 to 1
    atypical:    whether a literal asks what few people ask
    knowledge:   whether it needs a fact that no option shows
    side:        of its data set, "" where that has none
    terms:       for each sum term, its literals' constraints
    broken:      for each wrong option's label, the places of the sum terms that it breaks
    """

    id: str
    requirement: str
    answer: str
    labels: tuple[str, ...]
    setting: tuple[int, int]
    measures: Mapping[str, int]
    entropy: float
    atypical: bool
    knowledge: bool
    side: str
    terms: tuple[tuple[Constraint, ...], ...]
    broken: Mapping[str, tuple[int, ...]]

    def constraints(self) -> frozenset[Constraint]:
        """All that the request asks about."""
        return frozenset(one for term in self.terms for one in term)

    def broken_constraints(self, label: str) -> frozenset[Constraint]:
        """What stands in the sum terms that an option breaks; nothing for the right option."""
        return frozenset(one for term in self.broken.get(label, ()) for one in self.terms[term])


@frozen(eq=False)
class StoredRecord(Mapping[str, Any]):
    """A record as it stood in the log, held compressed: thousands of them have to fit into memory.

    Every access reads it anew; `dict(record)` reads it once.
    """

    _packed: bytes = field(repr=False)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> StoredRecord:
        """The record, packed."""
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        return cls(zlib.compress(text.encode(), 1))

    def unpacked(self) -> dict[str, Any]:
        """The record as plain data."""
        found: dict[str, Any] = json.loads(zlib.decompress(self._packed))
        return found

    def keys(self) -> Any:
        """The keys, by way of which `dict` reads only once."""
        return self.unpacked().keys()

    def __getitem__(self, key: str) -> Any:
        return self.unpacked()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.unpacked())

    def __len__(self) -> int:
        return len(self.unpacked())


def facts_of(record: Any) -> Facts:
    """The facts of a record. ValueError where it is none, or lacks something that is needed."""
    try:
        return _facts(record)
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise ValueError("expected a whole record of a question") from error


def _facts(record: Mapping[str, Any]) -> Facts:
    complexity, certificate = record["complexity"], record["certificate"]
    answer = record["answer"]
    labels = tuple(str(option["label"]) for option in record["options"])
    terms = tuple(tuple(map(_constraint, term)) for term in record["requirement"]["terms"])
    broken = {
        label: tuple(int(one["term"]) for one in found) for label, found in certificate["broken"].items()
    }
    if answer not in labels or set(broken) != set(labels) - {answer}:
        raise ValueError("expected one right option, and what breaks each other one")
    if any(not 0 <= place < len(terms) for places in broken.values() for place in places):
        raise ValueError("expected broken sum terms among those of the requirement")
    entropy = float(complexity["entropy"][answer])
    if not 0 <= entropy <= 1:
        raise ValueError("expected an entropy from 0 to 1")
    return Facts(
        id=str(record["id"]),
        requirement=str(record["requirement"]["id"]),
        answer=answer,
        labels=labels,
        setting=(int(complexity["slots"]), int(complexity["minterms"])),
        measures={name: int(complexity[name]) for name in MEASURES},
        entropy=entropy,
        atypical=bool(complexity["atypical"]),
        knowledge=bool(record.get("knowledge")),
        side=whole(str((record.get("provenance") or {}).get("side") or "")),
        terms=terms,
        broken=broken,
    )


def _constraint(literal: Mapping[str, Any]) -> Constraint:
    test, over = str(literal["test"]), str(literal["over"] or "")
    if not literal["positive"]:
        known = test in _OPPOSITES
        test, over = (
            (_OPPOSITES[test], _OTHER_ITEMS.get(over, over)) if known else (test, f"not {over}".strip())
        )
    return Constraint(str(literal["slot"]), str(literal["rule"]), f"{over} {test}".strip())
