"""Forgeries of a record's meaning by somebody careful: what else is in the data set is made to agree.

Whether a label or a requirement is another afterwards is worked out by the engine's own semantics, not by the
verifier's.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from enumerated import Option, label
from recorded import requirement_of

from cocoa_core.domain import Domain, Requirement, requirement_id, requirement_text
from cocoa_core.families.selection import RequirementRecord
from cocoa_core.proof import equivalent

Record = dict[str, Any]
Forgery = Callable[[Record, list[Record], Domain, random.Random], set[str]]
"""Changes a record of a data set in place; what has to be found, nothing where the change is none."""


def answer_moved(record: Record, _others: list[Record], _domain: Domain, rng: random.Random) -> set[str]:
    """Another letter is the answer."""
    record["answer"] = rng.choice([letter for letter in "ABCDE" if letter != record["answer"]])
    record["key"] = [record["answer"]]
    return {"key"}


def options_swapped(record: Record, _others: list[Record], _domain: Domain, rng: random.Random) -> set[str]:
    """The right option and a wrong one change places, rows and all."""
    right = next(option for option in record["options"] if option["label"] == record["answer"])
    wrong = rng.choice([option for option in record["options"] if option is not right])
    for key in ("row", "shown"):
        right[key], wrong[key] = wrong[key], right[key]
    return {"label"}


def value_changed(record: Record, _others: list[Record], domain: Domain, rng: random.Random) -> set[str]:
    """An option shows what another row of the catalogue shows, so that its label is another."""
    rows = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    names = [slot.name for slot in domain.schema.slots]
    requirement = _requirement(record, domain)
    for _ in range(60):
        option = rng.choice(record["options"])
        slot = rng.choice([one for one in domain.schema.slots if one.shown])
        before: Option = dict(zip(names, rows[option["row"]], strict=True))
        other = dict(zip(names, rng.choice(domain.catalogue.rows), strict=True))
        follows = _followers(domain, slot.name)
        after = before | {name: other[name] for name in follows}
        if label(domain.schema, requirement, after) is not label(domain.schema, requirement, before):
            option["shown"][slot.label] = slot.kind.show(after[slot.name])
            return {"label"}
    return set()


def literal_changed(record: Record, others: list[Record], domain: Domain, rng: random.Random) -> set[str]:
    """A literal of the tree is another; text and id are made anew."""
    before = _requirement(record, domain)
    for _ in range(20):
        terms = copy.deepcopy(record["requirement"]["terms"])
        _change(rng.choice([one for term in terms for one in term]), others, domain, rng)
        after = _grounded(terms, domain)
        if not equivalent(domain.schema, before, after):
            _rewritten(record, terms, after, domain)
            return {"request"}
    return set()


def sum_term_lost(record: Record, _others: list[Record], domain: Domain, rng: random.Random) -> set[str]:
    """The tree asks for less than the request."""
    before, terms = _requirement(record, domain), copy.deepcopy(record["requirement"]["terms"])
    terms.pop(rng.randrange(len(terms)))
    after = _grounded(terms, domain)
    if not terms or equivalent(domain.schema, before, after):
        return set()
    _rewritten(record, terms, after, domain)
    return {"request"}


def request_exchanged(record: Record, others: list[Record], domain: Domain, rng: random.Random) -> set[str]:
    """After its opening another record's request."""
    other = rng.choice(others)
    if equivalent(domain.schema, _requirement(record, domain), _requirement(other, domain)):
        return set()
    said = [record["sentences"][0], *other["sentences"][1:]]
    record["request"] = " ".join([one["text"] for one in said])
    return {"request"}


def _change(one: Record, others: list[Record], domain: Domain, rng: random.Random) -> None:
    alike = [
        other
        for record in others
        for term in record["requirement"]["terms"]
        for other in term
        if (other["slot"], other["over"]) == (one["slot"], one["over"])
    ]
    rule = next(rule for rule in domain.rules if rule.id == one["rule"])
    kind = rng.choice(("denied", "other", "test"))
    if kind == "denied":
        one["positive"] = not one["positive"]
    elif kind == "test" and len(one["values"]) == 1:
        one["test"] = rng.choice([test for test in rule.tests if test not in ("between", "within")])
    elif alike:
        one.update(copy.deepcopy(rng.choice(alike)))


def _requirement(record: Record, domain: Domain) -> Requirement:
    return _grounded(record["requirement"]["terms"], domain)


def _grounded(terms: list[list[Record]], domain: Domain) -> Requirement:
    read = RequirementRecord.from_json({"terms": terms, "id": "", "text": "", "demands": []})
    return requirement_of(domain.schema, read)


def _rewritten(record: Record, terms: list[list[Record]], after: Requirement, domain: Domain) -> None:
    given = record["requirement"]
    given["terms"] = terms
    given["text"] = requirement_text(domain.schema, after)
    given["id"] = requirement_id(domain.schema, after)


def _followers(domain: Domain, name: str) -> Iterator[str]:
    """The slot, and those that follow from it by tables."""
    yield name
    for slot in domain.schema.derived:
        if slot.derived is not None and slot.derived.source == name:
            yield from _followers(domain, slot.name)


FORGERIES: Final[dict[str, Forgery]] = {
    one.__name__: one
    for one in (
        answer_moved,
        options_swapped,
        value_changed,
        literal_changed,
        sum_term_lost,
        request_exchanged,
    )
}
