"""The certificate: why the answer satisfies every sum term, and why every other option breaks one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cocoa_core.independent import written
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["certificate_flaws"]


def certificate_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """Reasons that are not true, not all of them, or not the first ones."""
    given = case.record["certificate"]
    if list(given["satisfied"]) != list(case.right):
        got = str(list(given["satisfied"]))
        yield Flaw("certificate", "satisfied is not of the right options", got, str(list(case.right)))
        return
    for label, places in given["satisfied"].items():
        yield from _satisfied(case, label, places)
    others = [label for label in case.values if label not in case.right and case.broken_terms(label)]
    if list(given["broken"]) != others:
        yield Flaw(
            "certificate", "broken is not of the other options", str(list(given["broken"])), str(others)
        )
        return
    broken = {label: list(case.broken_terms(label)) for label in others}
    for label in others:
        yield from _broken(case, label, given["broken"][label], broken[label])
    yield from _uses(case, given["terms"], broken)


def _satisfied(case: ParsedQuestion, answer: str, places: list[int]) -> Iterator[Flaw]:
    if len(places) != len(case.terms):
        yield Flaw(
            "certificate",
            f"satisfied does not name a literal of each sum term for {answer}",
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
        elif any(case.truth(literal, answer) is True for literal in term[:place]):
            problem = f"an earlier literal of sum term {number} is true of {answer}"
            yield Flaw("certificate", problem, str(place))


def _broken(
    case: ParsedQuestion, label: str, given: list[Mapping[str, Any]], broken: list[int]
) -> Iterator[Flaw]:
    places = [reason["term"] for reason in given]
    if places != broken:
        yield Flaw("certificate", f"option {label} breaks other sum terms", str(places), str(broken))
        return
    for reason in given:
        term = case.terms[reason["term"]]
        found = [(failed["value"], failed["literal"]) for failed in reason["literals"]]
        expected = [
            (case.shown[label][literal.slot], written(case.domain.slots[literal.slot], literal))
            for literal in term
        ]
        if found != expected:
            yield Flaw(
                "certificate",
                f"the reasons why option {label} breaks sum term {reason['term'] + 1} are others",
                str(found),
                str(expected),
            )


def _uses(
    case: ParsedQuestion, given: list[Mapping[str, Any]], broken: Mapping[str, list[int]]
) -> Iterator[Flaw]:
    """The use of each sum term: the options that break it, and those that break it alone."""
    found = [(reason["broken_by"], reason["alone"]) for reason in given]
    expected = []
    for place in range(len(case.terms)):
        breakers = [label for label, places in broken.items() if place in places]
        expected.append((breakers, [label for label in breakers if len(broken[label]) == 1]))
    if found != expected:
        yield Flaw("certificate", "the use of the sum terms is another", str(found), str(expected))
