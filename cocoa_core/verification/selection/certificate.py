"""Checks the certificate: why the answer satisfies every sum term, and why every other option breaks one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cocoa_core.independent import written
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.parsed_question import ParsedQuestion


def certificate_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds reasons that are not true, incomplete, or not the first ones."""
    certificate = question.record["certificate"]
    if list(certificate["satisfied"]) != list(question.right):
        got = str(list(certificate["satisfied"]))
        yield Flaw("certificate", "satisfied is not of the right options", got, list(question.right))
        return
    for label, literal_indices in certificate["satisfied"].items():
        yield from _satisfied(question, label, literal_indices)
    others = [
        label for label in question.values if label not in question.right and question.broken_terms(label)
    ]
    if list(certificate["broken"]) != others:
        yield Flaw("certificate", "broken is not of the other options", list(certificate["broken"]), others)
        return
    broken = {label: list(question.broken_terms(label)) for label in others}
    for label in others:
        yield from _broken(question, label, certificate["broken"][label], broken[label])
    yield from _uses(question, certificate["terms"], broken)


def _satisfied(question: ParsedQuestion, answer: str, literal_indices: list[int]) -> Iterator[Flaw]:
    if len(literal_indices) != len(question.terms):
        yield Flaw(
            "certificate",
            f"satisfied does not name a literal of each sum term for {answer}",
            literal_indices,
            f"{len(question.terms)}",
        )
        return
    for number, (literal_index, term) in enumerate(zip(literal_indices, question.terms, strict=True), 1):
        if literal_index >= len(term):
            yield Flaw("certificate", f"sum term {number} has no literal {literal_index}", literal_index)
        elif question.truth(term[literal_index], answer) is not True:
            text = written(question.domain.slots[term[literal_index].slot], term[literal_index])
            yield Flaw(
                "certificate", f"literal {literal_index} of sum term {number} is not true of {answer}", text
            )
        elif any(question.truth(literal, answer) is True for literal in term[:literal_index]):
            problem = f"an earlier literal of sum term {number} is true of {answer}"
            yield Flaw("certificate", problem, literal_index)


def _broken(
    question: ParsedQuestion, label: str, reasons: list[Mapping[str, Any]], broken: list[int]
) -> Iterator[Flaw]:
    term_indices = [reason["term"] for reason in reasons]
    if term_indices != broken:
        yield Flaw("certificate", f"option {label} breaks other sum terms", term_indices, broken)
        return
    for reason in reasons:
        term = question.terms[reason["term"]]
        stated = [(failed["value"], failed["literal"]) for failed in reason["literals"]]
        expected = [
            (question.shown[label][literal.slot], written(question.domain.slots[literal.slot], literal))
            for literal in term
        ]
        yield from unequal(
            "certificate",
            f"the reasons why option {label} breaks sum term {reason['term'] + 1} are others",
            stated,
            expected,
        )


def _uses(
    question: ParsedQuestion, uses: list[Mapping[str, Any]], broken: Mapping[str, list[int]]
) -> Iterator[Flaw]:
    """Finds a wrong use of a sum term: the options that break it, and those that break it alone."""
    stated = [(reason["broken_by"], reason["alone"]) for reason in uses]
    expected = []
    for term_index in range(len(question.terms)):
        breakers = [label for label, broken_by_label in broken.items() if term_index in broken_by_label]
        expected.append((breakers, [label for label in breakers if len(broken[label]) == 1]))
    yield from unequal("certificate", "the use of the sum terms is another", stated, expected)
