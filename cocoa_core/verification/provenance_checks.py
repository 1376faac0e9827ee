"""Where a question says it comes from: its id, and that it fits the run that the manifest describes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from cocoa_core.verification.case import Case
from cocoa_core.verification.complexity_checks import truth_table
from cocoa_core.verification.digests import digest
from cocoa_core.verification.report import Flaw

__all__ = ["Run", "provenance_flaws"]

_CANARY: Final = "cocoa benchmark data, not for training corpora. canary 5f0c7c52-8e0b-4b0e-9d3a-2f6f0c1a7e44"
_MINIMALITIES: Final = ("exact", "irredundant")


@frozen
class Run:
    """What the manifest says of all questions of a file. side: None where there are no sides."""

    digest: str
    seed: int
    settings: Mapping[str, Any]
    version: str
    side: str | None


def provenance_flaws(case: Case, run: Run | None) -> Iterator[Flaw]:
    """What does not fit the record itself or, where it is known, the run."""
    record, given = case.record, case.record["provenance"]
    domain = record["domain"]
    expected: dict[str, tuple[object, object]] = {
        "domain.name": (domain["name"], case.domain.name),
        "domain.version": (domain["version"], case.domain.version),
        "canary": (given["canary"], _CANARY),
        "kind": (record["kind"], "choice"),
        "id": (record["id"], _id(record)),
        "primitives": (given["primitives"], given["settings"].get("primitives")),
    }
    if run is not None:
        expected |= {
            "domain.digest": (domain["digest"], run.digest),
            "seed": (given["seed"], run.seed),
            "settings": (_settings(given["settings"]), _settings(run.settings)),
            "version": (given["version"], run.version),
            "side": (given["side"], run.side),
        }
    for name, (got, wanted) in expected.items():
        if got != wanted:
            what = "id" if name == "id" else "provenance"
            yield Flaw(what, f"{name} is another", str(got), str(wanted))
    yield from _setting(case)
    yield from _knowledge(case)
    yield from _shape(case)


def _id(record: Mapping[str, Any]) -> str:
    given = record["provenance"]
    parts = (given["seed"], record["domain"]["digest"], _settings(given["settings"]))
    return digest("question", *parts, given["index"], given["option_set"], given["attempt"]).hex()[:16]


def _settings(settings: Mapping[str, Any]) -> str:
    """As text, so that true is not 1 and 1 is not 1.0."""
    return json.dumps(settings, sort_keys=True, separators=(",", ":"))


def _setting(case: Case) -> Iterator[Flaw]:
    """The setting is one of the mix, and the requirement is of that setting."""
    given = case.record["provenance"]
    settings, setting = given["settings"], given["setting"]
    cells = [cell[:2] for cell in settings.get("mix", []) if isinstance(cell, list)]
    if setting not in cells:
        yield Flaw("provenance", "the setting is not in the mix", str(setting), str(cells))
    measures = case.record["complexity"]
    if setting != [measures["slots"], measures["minterms"]]:
        got = str([measures["slots"], measures["minterms"]])
        yield Flaw("provenance", "the requirement is of another setting", got, str(setting))
    if given["option_set"] >= settings.get("option_sets", 1):
        yield Flaw("provenance", "there is no such option set", str(given["option_set"]))
    sides = settings.get("split") or {}
    if (given["side"] is None) != (not sides) or (sides and given["side"] not in sides):
        yield Flaw("provenance", "there is no such side", str(given["side"]), str(list(sides)))


def _knowledge(case: Case) -> Iterator[Flaw]:
    """The record names the slots that need a table, and there are some exactly where they were asked for."""
    given = case.record["knowledge"]
    used = {one.slot for term in case.terms for one in term}
    expected = [name for name in case.domain.slots if name in used & case.domain.derived_slots]
    if given != expected:
        yield Flaw("knowledge", "knowledge is not of the slots that need a table", str(given), str(expected))
    asked = case.record["provenance"]["settings"]["knowledge"]
    if bool(expected) != asked:
        got = ", ".join(expected) or "no slot that needs a table"
        yield Flaw("knowledge", "the requirement does not fit the setting", got, f"knowledge: {asked}")


def _shape(case: Case) -> Iterator[Flaw]:
    """The product is as small as it says, no plain conjunction, with primitives of the mode it names."""
    given = case.record["provenance"]
    if given["minimality"] not in _MINIMALITIES:
        yield Flaw("provenance", "the minimality is unknown", given["minimality"], " or ".join(_MINIMALITIES))
    table = truth_table(case)
    if not table.prime:
        yield Flaw("minimality", "a literal of the product can go without changing its truth table")
    if not table.irredundant:
        yield Flaw("minimality", "a sum term of the product can go without changing its truth table")
    if not given["settings"].get("plain") and all(len(term) == 1 for term in case.terms):
        yield Flaw("requirement", "the requirement is a plain conjunction")
    if given["primitives"] == "per-slot":
        used: dict[str, set[tuple[object, ...]]] = {}
        for term in case.terms:
            for one in term:
                used.setdefault(one.slot, set()).add((one.over, one.test, one.args))
        for slot in sorted(name for name, tests in used.items() if len(tests) > 1):
            yield Flaw("provenance", f"{slot} has several primitives, where each slot should have one")
