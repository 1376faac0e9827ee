"""Checks the requirement as data: notation, id, parts, product, and the labels that it gives."""

from __future__ import annotations

from collections.abc import Iterator

from cocoa_core.independent import canonical_text, product_text, redundant_part, requirement_id
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.measures import is_minimum, table_of
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, Terms

_MINIMALITIES = ("exact", "irredundant")


def requirement_flaws(question: ParsedQuestion, table: bool) -> Iterator[Flaw]:
    """Finds a notation or id that is not that of the tree, a part that does not matter, a product that is too
    large.

    Args:
        table: whether the requirement is the product of a table. If not, its parts are for the ask to check.
    """
    requirement, slots = question.record["requirement"], question.domain.slots
    text = product_text(slots, question.terms)
    yield from unequal(
        "requirement-text", "the requirement's text is not that of its tree", requirement["text"], text
    )
    name = requirement_id(question.domain.name, canonical_text(slots, question.terms))
    yield from unequal(
        "requirement-id", "the requirement's id is not that of its canonical form", requirement["id"], name
    )
    if question.demands is None:
        demands_text = str(requirement["demands"])
        yield Flaw("requirement", "demands are not places in the sum terms, one for each", demands_text)
    if not table:
        return
    settings = question.record["provenance"]["settings"]
    if not settings["plain"] and all(len(term) == 1 for term in question.terms):
        yield Flaw("requirement", "the requirement is a plain conjunction")
    yield from _product_flaws(question)
    yield from _demand_flaws(question)
    yield from idle_flaws(question)


def idle_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a sum term or a literal without which the requirement means the same."""
    idle = idle_part(question, question.terms)
    if idle:
        text = question.record["requirement"]["text"]
        yield Flaw("redundant", f"without {idle} the requirement means the same", text)


def idle_part(question: ParsedQuestion, terms: Terms) -> str | None:
    """Returns the first part without which terms mean the same; the shown options are looked at first."""
    masks = [[question.masks(literal) for literal in term] for term in terms]
    return redundant_part(question.domain, terms, masks)


def _product_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a product that is not prime, not irredundant, or not as small as the record says."""
    minimality = question.record["provenance"]["minimality"]
    if minimality not in _MINIMALITIES:
        yield Flaw("provenance", "the minimality is unknown", minimality, " or ".join(_MINIMALITIES))
    product = question.product
    table = table_of(product)
    if not table.prime:
        yield Flaw("minimality", "a literal of the product can go without changing its truth table")
    if not table.irredundant:
        yield Flaw("minimality", "a sum term of the product can go without changing its truth table")
    if not (table.prime and table.irredundant):
        return
    if table.promised != (minimality == "exact"):
        expected = "exact" if table.promised else "irredundant"
        yield Flaw("minimality", "of a table of this size another minimality is known", minimality, expected)
    elif table.promised and not is_minimum(product):
        yield Flaw(
            "minimality", "an equal product has fewer sum terms, or as many and fewer literals", minimality
        )


def _demand_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds demands that no minterm can all meet: both signs of one slot."""
    demands = question.demands
    if demands is None:
        return
    demanded = {
        (term[demand].slot, term[demand].positive)
        for term, demand in zip(question.terms, demands, strict=True)
    }
    both = sorted(slot for slot, positive in demanded if positive and (slot, False) in demanded)
    if both:
        yield Flaw("requirement", "the demands are not of one minterm", ", ".join(both), "one sign a slot")


def label_flaws(question: ParsedQuestion, undecided: bool) -> Iterator[Flaw]:
    """Finds options whose label, by the requirement and the shown values, differs from the record's.

    Args:
        undecided: whether an option may be neither right nor wrong.
    """
    true, false = question.label_masks()
    for label, bit in question.bits.items():
        truth = True if true & bit else False if false & bit else None
        if truth is None and undecided and label not in question.right:
            continue
        if truth is not (label in question.right):
            yield Flaw(
                "label",
                f"option {label} has another label by the requirement",
                {True: "satisfies it", False: "breaks it", None: "undecided"}[truth],
                "it is said to satisfy it" if label in question.right else "it is said to break it",
            )
