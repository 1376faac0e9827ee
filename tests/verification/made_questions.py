"""Records by hand over a small domain, so that a test can put one thing wrong and leave the rest right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from cocoa_core.independent import (
    VerifierDomain,
    canonical_text,
    digest,
    product_text,
    read_domain,
    requirement_id,
    written,
)
from cocoa_core.items import CANARY
from cocoa_core.verification.selection.asks import ASKS
from cocoa_core.verification.selection.measures import composition_of, entropy, graph_of, table_of
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, parse_question

SCHEMA: Final = b"""\
name: rooms
version: "1"
noun: room
slots:
  price: {kind: quantity, unit: money, whole: true, min: 10, max: 900}
  pets: {kind: boolean, label: Pets welcome}
  board: {kind: category, closed: true, values: [none, half, full]}
  check_in: {kind: clock}
  ferry: {kind: clock, day_offset: true}
  extras: {kind: set, closed: true, values: [pool, sauna, wifi], max_items: 3}
  rides: {kind: list, items: {kind: duration, min: 5m, max: 2h}, max_items: 3}
  rating: {kind: quantity, unit: rating, out_of: 5, decimals: 1, min: 1, max: 5, missing: true}
axioms:
  - never: [{slot: board, is: full}, {slot: price, less: 50}]
"""
RULES: Final = b"""\
rules:
  price:
    - {id: price, tests: [less, at_most], say: [{verb: cost}], atypical: [at_least]}
  pets:
    - {id: pets, tests: [is], say: [{verb: allow pets}]}
  board:
    - {id: board, tests: [is, one_of], say: [{verb: come with, after: board}]}
  check_in:
    - {id: check-in, tests: [less, between], say: [{subject: I, verb: check in}]}
  ferry:
    - {id: ferry, tests: [less], say: [{subject: the ferry, verb: leave}]}
  extras:
    - {id: extras, tests: [any, all], say: [{verb: have}]}
    - {id: extras-only, tests: [only], say: [{item: extra, verb: be}]}
  rides:
    - {id: rides, over: each, tests: [less], say: [{item: ride, verb: last}]}
  rating:
    - {id: rating, tests: [less], say: [{verb: have, before: a rating of}]}
"""
ROOMS: Final[VerifierDomain] = read_domain(SCHEMA, RULES)

_DEFAULTS: Final = {
    "price": "$200",
    "pets": "no",
    "board": "half",
    "check_in": "3:00 PM",
    "ferry": "9:00 AM",
    "extras": "wifi",
    "rides": "30 min",
    "rating": "4.3/5",
}
Literal = tuple[str, str, str | None, list[str], bool]
"""Rule, test, over, values, positive; the rule names the slot."""


def room(**shown: str) -> dict[str, str]:
    """What a room shows, by label: the defaults with changes."""
    texts = _DEFAULTS | shown
    return {slot.label: texts[slot.name] for slot in ROOMS.slots.values()}


def record(
    request: str,
    terms: Sequence[Sequence[Literal]],
    rooms: Sequence[dict[str, str]],
    answer: str = "A",
    opening: str = "I'm looking for a room.",
    said: Sequence[tuple[str, list[int]]] | None = None,
) -> dict[str, Any]:
    """The record of a question whose other parts are worked out from these; `request` without its opening.

    said: sentences after the opening with their sum terms; by default each full stop ends one, and they say
    one sum term each, in order.
    """
    tree = [[_literal(*one) for one in term] for term in terms]
    made: dict[str, Any] = {
        "id": "",
        "family": "selection",
        "ask": "choose",
        "variant": "plain",
        "groups": {},
        "key": [answer],
        "domain": {"name": ROOMS.name, "version": ROOMS.version, "digest": "0" * 64},
        "request": "",
        "options": [
            {"label": label, "row": f"r{label}", "shown": shown}
            for label, shown in zip("ABCDE", rooms, strict=True)
        ],
        "answer": answer,
        "requirement": {"id": "", "text": "", "terms": tree, "demands": _demands(tree)},
        "certificate": {"satisfied": {answer: []}},
        "knowledge": [],
    }
    case, flaws = parse_question(made, ROOMS, ASKS["choose"].needs)
    if case is None:
        raise ValueError(flaws)
    listed = [(text, [index]) for index, text in enumerate(re.split(r"(?<=\.) (?=[A-Z])", request))]
    say(made, opening, listed if said is None else said)
    made["requirement"]["text"] = product_text(ROOMS.slots, case.terms)
    made["requirement"]["id"] = requirement_id(ROOMS.name, canonical_text(ROOMS.slots, case.terms))
    made["certificate"] = _certificate(case)
    made["complexity"] = _complexity(case)
    made["composition"] = composition_of(case, made["requirement"]["demands"])
    made["provenance"] = _provenance(made)
    return made


def say(made: dict[str, Any], opening: str, said: Sequence[tuple[str, list[int]]]) -> None:
    """Give the record these words: what sentences after the opening say nothing means nothing."""
    sentences = [{"text": text, "terms": places} for text, places in [(opening, []), *said]]
    made["sentences"] = sentences
    made["request"] = " ".join(str(sentence["text"]) for sentence in sentences)
    made["inert"] = [sentence["text"] for sentence in sentences if not sentence["terms"]]


def whats(found: Sequence[Any]) -> set[str]:
    """The names of flaws."""
    return {flaw.what for flaw in found}


def _literal(rule: str, test: str, over: str | None, values: list[str], positive: bool) -> dict[str, Any]:
    slot = ROOMS.rules[rule].slot
    return {"slot": slot, "rule": rule, "test": test, "over": over, "values": values, "positive": positive}


def _certificate(case: ParsedQuestion) -> dict[str, Any]:
    answer = case.record["answer"]
    others = [label for label in "ABCDE" if label != answer]
    broken = {
        label: [
            {
                "term": index,
                "literals": [
                    {"value": case.shown[label][one.slot], "literal": written(ROOMS.slots[one.slot], one)}
                    for one in case.terms[index]
                ],
            }
            for index, truth in enumerate(case.term_truths(label))
            if truth is False
        ]
        for label in others
    }
    uses = []
    for place in range(len(case.terms)):
        breakers = [label for label in others if any(one["term"] == place for one in broken[label])]
        uses.append(
            {"broken_by": breakers, "alone": [label for label in breakers if len(broken[label]) == 1]}
        )
    satisfied = [
        next((place for place, one in enumerate(term) if case.truth(one, answer)), 0) for term in case.terms
    ]
    return {"satisfied": {answer: satisfied}, "broken": broken, "terms": uses}


def _demands(tree: list[Any]) -> list[int]:
    """A literal of each sum term, of each slot with one sign only; the first ones where there are none."""

    def begun(number: int, signs: dict[str, bool]) -> list[int] | None:
        if number == len(tree):
            return []
        for index, literal in enumerate(tree[number]):
            slot, positive = literal["slot"], literal["positive"]
            if signs.get(slot, positive) == positive:
                rest = begun(number + 1, {**signs, slot: positive})
                if rest is not None:
                    return [index, *rest]
        return None

    return begun(0, {}) or [0] * len(tree)


def _complexity(case: ParsedQuestion) -> dict[str, Any]:
    literals = [one for term in case.terms for one in term]
    slots = frozenset(literal.slot for literal in literals)
    graph = graph_of(slots, frozenset(frozenset(one.slot for one in term) for term in case.terms))
    return {
        "slots": len(slots),
        "minterms": table_of(case.product).minterms,
        "sum_terms": len(case.terms),
        "literals": len(literals),
        "width": sum(len({one.slot for one in term}) > 1 for term in case.terms),
        "component": graph.component,
        "longest_path": graph.longest_path,
        "max_degree": graph.max_degree,
        "average_degree": graph.average_degree,
        "entropy": {
            label: entropy(sum(case.truth(literal, label) is True for literal in literals), len(literals))
            for label in "ABCDE"
        },
        "atypical": [],
        "against": [],
    }


def _provenance(made: dict[str, Any]) -> dict[str, Any]:
    setting = [made["complexity"]["slots"], made["complexity"]["minterms"]]
    settings = {
        "mix": [[*setting, 1]],
        "primitives": "per-occurrence",
        "option_sets": 1,
        "split": {},
        "plain": False,
        "knowledge": False,
    }
    given = {
        "seed": 0,
        "index": 0,
        "option_set": 0,
        "attempt": 0,
        "setting": setting,
        "settings": settings,
        "side": None,
        "primitives": "per-occurrence",
        "minimality": "exact" if setting[0] <= 8 and setting[1] <= 4 else "irredundant",
        "rejections": {},
        "version": "0",
        "canary": CANARY,
    }
    rename(made, given)
    return given


def rename(made: dict[str, Any], given: dict[str, Any]) -> None:
    """Give the record the id and the ring that its provenance has."""
    import json

    settings = json.dumps(given["settings"], sort_keys=True, separators=(",", ":"))
    parts = (given["seed"], made["domain"]["digest"], settings)
    made["id"] = digest("question", *parts, 0, 0, 0).hex()[:16]
    made["groups"] = {"ring": digest("ring", *parts, 0, 0).hex()[:16]}
