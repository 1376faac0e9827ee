"""Requirements that hold a part too many, or say that their product is smaller than it is; all else fits."""

from __future__ import annotations

import copy

from verification.dataset_edits import renamed
from verification.tampering import Record, tampering


@tampering("minimality")
def exact_is_called_irredundant(record: Record) -> bool:
    record["provenance"]["minimality"] = "irredundant"
    return True


@tampering("redundant")
def a_literal_of_another_price_beside_one(record: Record) -> bool:
    """`price < 400 | price < 300`: the same product, the same slots, and the second says nothing."""
    for term in record["requirement"]["terms"]:
        for place, literal in enumerate(term):
            if literal["slot"] == "price" and literal["test"] in ("less", "at_most") and literal["positive"]:
                idle = copy.deepcopy(literal)
                idle["values"] = [str(int(float(literal["values"][0])) - 50)]
                term.insert(place + 1, idle)
                return float(idle["values"][0]) > 0
    return False


@tampering("redundant")
def a_literal_that_every_value_breaks(record: Record) -> bool:
    """A price below the lowest that there is, in a sum term that speaks of another slot."""
    for term in record["requirement"]["terms"]:
        if not any(literal["slot"] == "price" for literal in term):
            values = ["1"]
            term.append(
                {
                    "slot": "price",
                    "rule": "price",
                    "test": "less",
                    "over": None,
                    "values": values,
                    "positive": True,
                }
            )
            return True
    return False


@tampering("redundant")
def a_sum_term_twice(record: Record) -> bool:
    terms = record["requirement"]["terms"]
    terms.append(copy.deepcopy(terms[0]))
    return bool(renamed(record))
