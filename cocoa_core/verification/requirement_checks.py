"""The requirement as data: its notation, its id, and the label that it gives every option."""

from __future__ import annotations

from collections.abc import Iterator

from cocoa_core.verification.case import Case
from cocoa_core.verification.notation import canonical_text, product_text, requirement_id
from cocoa_core.verification.report import Flaw

__all__ = ["label_flaws", "requirement_flaws"]


def requirement_flaws(case: Case) -> Iterator[Flaw]:
    """Notation and id that are not those of the tree."""
    given, slots = case.record["requirement"], case.domain.slots
    text = product_text(slots, case.terms)
    if given["text"] != text:
        yield Flaw("requirement-text", "the requirement's text is not that of its tree", given["text"], text)
    name = requirement_id(case.domain.name, canonical_text(slots, case.terms))
    if given["id"] != name:
        yield Flaw(
            "requirement-id", "the requirement's id is not that of its canonical form", given["id"], name
        )


def label_flaws(case: Case) -> Iterator[Flaw]:
    """Options whose label, by the requirement and by what they show, is not the answer's."""
    answer = case.record["answer"]
    for label in case.values:
        found = case.label_truth(label)
        if found is not (label == answer):
            yield Flaw(
                "label",
                f"option {label} has another label by the requirement",
                {True: "satisfies it", False: "breaks it", None: "undecided"}[found],
                "the answer satisfies it" if label == answer else "it breaks it",
            )
