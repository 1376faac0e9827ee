"""The certificate: why the answer satisfies every sum term, and why every other option breaks one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cocoa_core.verification.case import Case
from cocoa_core.verification.notation import written
from cocoa_core.verification.report import Flaw

__all__ = ["certificate_flaws"]


def certificate_flaws(case: Case) -> Iterator[Flaw]:
    """Reasons that are not true, or not all of them."""
    given = case.record["certificate"]
    yield from _satisfied(case, given["satisfied"])
    others = [label for label in case.values if label != case.record["answer"]]
    if list(given["broken"]) != others:
        yield Flaw(
            "certificate", "broken is not of the other options", str(list(given["broken"])), str(others)
        )
        return
    truths = {label: case.term_truths(label) for label in others}
    broken = {
        label: [place for place, found in enumerate(truths[label]) if found is False] for label in others
    }
    for label in others:
        yield from _broken(case, label, given["broken"][label], broken[label])
    yield from _uses(case, given["terms"], broken)
    if not any(len(broken[label]) == 1 and None not in truths[label] for label in others):
        yield Flaw("near-miss", "no option breaks one sum term and satisfies the rest")


def _satisfied(case: Case, places: list[int]) -> Iterator[Flaw]:
    answer = case.record["answer"]
    if len(places) != len(case.terms):
        yield Flaw(
            "certificate",
            "satisfied does not name a literal of each sum term",
            str(places),
            f"{len(case.terms)}",
        )
        return
    for number, (place, term) in enumerate(zip(places, case.terms, strict=True), 1):
        if place >= len(term):
            yield Flaw("certificate", f"sum term {number} has no literal {place}", str(place))
        elif case.truth(term[place], answer) is not True:
            text = written(case.domain.slots[term[place].slot], term[place])
            yield Flaw("certificate", f"literal {place} of sum term {number} is not true of {answer}", text)


def _broken(case: Case, label: str, given: list[Mapping[str, Any]], broken: list[int]) -> Iterator[Flaw]:
    places = [one["term"] for one in given]
    if places != broken:
        yield Flaw("certificate", f"option {label} breaks other sum terms", str(places), str(broken))
        return
    for one in given:
        term = case.terms[one["term"]]
        found = [(failed["value"], failed["literal"]) for failed in one["literals"]]
        expected = [
            (case.shown[label][literal.slot], written(case.domain.slots[literal.slot], literal))
            for literal in term
        ]
        if found != expected:
            yield Flaw(
                "certificate",
                f"the reasons why option {label} breaks sum term {one['term'] + 1} are others",
                str(found),
                str(expected),
            )


def _uses(case: Case, given: list[Mapping[str, Any]], broken: Mapping[str, list[int]]) -> Iterator[Flaw]:
    """The use of each sum term; the first option set of a requirement has an option that breaks it."""
    found = [(one["broken_by"], one["alone"]) for one in given]
    expected = []
    for place in range(len(case.terms)):
        breakers = [label for label, places in broken.items() if place in places]
        expected.append((breakers, [label for label in breakers if len(broken[label]) == 1]))
        if not breakers and case.record["provenance"]["option_set"] == 0:
            yield Flaw("idle-term", f"no shown option breaks sum term {place + 1}")
    if found != expected:
        yield Flaw("certificate", "the use of the sum terms is another", str(found), str(expected))
