"""Every way to falsify one record that we could think of is found, and named."""

from __future__ import annotations

import copy
import json

import pytest
from verification.mutations import QUICK
from verification.tamperings import TAMPERINGS, Record, literals

from cocoa_core.independent import read_shown
from cocoa_core.independent.value_reading import displayed_number
from cocoa_core.verification import ManifestFacts
from cocoa_core.verification.checker import run_flaws
from cocoa_core.verification.selection.checker import QuestionChecker

MOST = 6 if QUICK else 1000
"""How many records each tampering is tried in."""


def run_of(record: Record) -> ManifestFacts:
    """The run that the record says it is of."""
    made = record["provenance"]
    return ManifestFacts(
        record["domain"]["digest"], made["seed"], made["settings"], made["version"], made["side"]
    )


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampering_is_found_and_named(name: str, records: list[Record], checker: QuestionChecker) -> None:
    """In the first records that lend themselves to it, and there is one."""
    what, change = TAMPERINGS[name]
    tried = 0
    for record in records:
        if tried == MOST:
            break
        spoiled = copy.deepcopy(record)
        if change(spoiled) and json.dumps(spoiled) != json.dumps(record):
            tried += 1
            found = {flaw.what for flaw in (*checker.flaws(spoiled), *run_flaws(spoiled, run_of(record)))}
            assert what in found, (name, record["id"], found)
    assert tried


def test_what_was_not_tampered_with_is_clean(records: list[Record], checker: QuestionChecker) -> None:
    for record in records:
        assert checker.flaws(record) == []


def test_every_value_that_a_label_hangs_on_is_found_when_it_is_moved(
    records: list[Record], checker: QuestionChecker
) -> None:
    """Prices moved to the other side of what is asked: the certificate no longer shows them."""
    slot = checker.domain.slots["price"]
    assert slot.numbers is not None
    found = 0
    for record in records:
        spoiled = copy.deepcopy(record)
        for option in spoiled["options"]:
            price = read_shown(slot, option["shown"]["Price"])
            assert isinstance(price, int)
            option["shown"]["Price"] = displayed_number(
                slot.numbers, slot.numbers.low + slot.numbers.high - price
            )
        whats = {flaw.what for flaw in checker.flaws(spoiled)}
        asked = any(literal["slot"] == "price" for literal in literals(record))
        assert asked or not whats
        found += bool(whats)
    assert found
