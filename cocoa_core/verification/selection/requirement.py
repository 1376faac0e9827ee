"""The requirement as data: its notation, its id, its parts, its product, and the labels that it gives."""

from __future__ import annotations

from collections.abc import Iterator

from cocoa_core.independent import canonical_text, product_text, redundant_part, requirement_id
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion
from cocoa_core.verification.selection.product import is_minimum, table_of

__all__ = ["idle_flaws", "label_flaws", "requirement_flaws"]

_MINIMALITIES = ("exact", "irredundant")


def requirement_flaws(case: ParsedQuestion, table: bool) -> Iterator[Flaw]:
    """Notation and id that are not those of the tree, a part that does not matter, a product too big.

    table: whether it is the product of a table; if it is not, its parts are the ask's to look at.
    """
    given, slots = case.record["requirement"], case.domain.slots
    text = product_text(slots, case.terms)
    if given["text"] != text:
        yield Flaw("requirement-text", "the requirement's text is not that of its tree", given["text"], text)
    name = requirement_id(case.domain.name, canonical_text(slots, case.terms))
    if given["id"] != name:
        yield Flaw(
            "requirement-id", "the requirement's id is not that of its canonical form", given["id"], name
        )
    if case.demands is None:
        said = str(given["demands"])
        yield Flaw("requirement", "demands are not places in the sum terms, one for each", said)
    if not table:
        return
    settings = case.record["provenance"]["settings"]
    if not settings["plain"] and all(len(term) == 1 for term in case.terms):
        yield Flaw("requirement", "the requirement is a plain conjunction")
    yield from _product_flaws(case)
    yield from _demand_flaws(case)
    yield from idle_flaws(case)


def idle_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """A sum term or a literal without which the requirement means the same."""
    shown = [[case.masks(one) for one in term] for term in case.terms]
    idle = redundant_part(case.domain, case.terms, shown)
    if idle:
        text = case.record["requirement"]["text"]
        yield Flaw("redundant", f"without {idle} the requirement means the same", text)


def _product_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """The product is not prime, not irredundant, or not as small as the record says."""
    said = case.record["provenance"]["minimality"]
    if said not in _MINIMALITIES:
        yield Flaw("provenance", "the minimality is unknown", said, " or ".join(_MINIMALITIES))
    product = case.product
    table = table_of(product)
    if not table.prime:
        yield Flaw("minimality", "a literal of the product can go without changing its truth table")
    if not table.irredundant:
        yield Flaw("minimality", "a sum term of the product can go without changing its truth table")
    if not (table.prime and table.irredundant):
        return
    if table.promised != (said == "exact"):
        expected = "exact" if table.promised else "irredundant"
        yield Flaw("minimality", "of a table of this size another minimality is known", said, expected)
    elif table.promised and not is_minimum(product):
        yield Flaw("minimality", "an equal product has fewer sum terms, or as many and fewer literals", said)


def _demand_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """Demands that cannot all be met by one minterm: of one slot both signs."""
    demands = case.demands
    if demands is None:
        return
    demanded = {
        (term[place].slot, term[place].positive) for term, place in zip(case.terms, demands, strict=True)
    }
    both = sorted(slot for slot, positive in demanded if positive and (slot, False) in demanded)
    if both:
        yield Flaw("requirement", "the demands are not of one minterm", ", ".join(both), "one sign a slot")


def label_flaws(case: ParsedQuestion, undecided: bool) -> Iterator[Flaw]:
    """Options whose label, by the requirement and by what they show, is another than the record says.

    undecided: whether an option may be neither.
    """
    for label in case.values:
        found = case.label_truth(label)
        if found is None and undecided and label not in case.right:
            continue
        if found is not (label in case.right):
            yield Flaw(
                "label",
                f"option {label} has another label by the requirement",
                {True: "satisfies it", False: "breaks it", None: "undecided"}[found],
                "it is said to satisfy it" if label in case.right else "it is said to break it",
            )
