"""Data sets about inns, in a domain whose words are the author's own: towns and extras are open vocabularies.

Its records have the right shape, and little in them is true: they are there to be read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

FLAGS: Final = tuple(f"flag_{letter}" for letter in "abcdefghijklmnopqrst")
SCHEMA: Final = """\
name: inns
version: "1"
noun: inn
slots:
  town: {kind: category, closed: false}
  extras: {kind: set, closed: false, max_items: 100}
  price: {kind: quantity, unit: money, whole: true, min: 10, max: 900}
  rides: {kind: list, items: {kind: duration, min: 5m, max: 2h}, max_items: 3}
""" + "".join(f"  {name}: {{kind: boolean}}\n" for name in FLAGS)
RULES: Final = """\
rules:
  town: [{id: town, tests: [is, one_of], say: [{verb: be in}]}]
  extras: [{id: extras, tests: [any, all], say: [{verb: have}]}]
  price: [{id: price, tests: [less, between], say: [{verb: cost}], reasons: {less: [I am poor]}}]
  rides: [{id: rides, over: each, tests: [less], say: [{item: ride, verb: last}]}]
""" + "".join(f"  {name}: [{{id: {name}, tests: [is], say: [{{verb: be fine}}]}}]\n" for name in FLAGS)

Term: TypeAlias = Sequence[dict[str, Any]]


def literal(slot: str, test: str, *values: str, rule: str = "", over: str | None = None) -> dict[str, Any]:
    """One literal of a tree, affirmed."""
    named = {"slot": slot, "rule": rule or slot, "test": test, "over": over}
    return {**named, "values": list(values), "positive": True}


FLAG: Final = [literal("flag_a", "is", "yes")]


def inn_record(request: str, terms: Sequence[Term] = (FLAG,), words: Sequence[str] = ()) -> dict[str, Any]:
    """A record of the right shape; little in it is true."""
    shown = {"Town": "Ayr", "Extras": "; ".join(sorted(words)) or "none", "Price": "$90", "Rides": "none"}
    shown |= {name.replace("_", " ").capitalize(): "yes" for name in FLAGS}
    options = [{"label": label, "row": label, "shown": shown} for label in "ABCDE"]
    settings = {"mix": [[1, 1, 1]], "primitives": "per-occurrence", "option_sets": 1, "split": None}
    counted = (
        "slots",
        "minterms",
        "sum_terms",
        "literals",
        "width",
        "component",
        "longest_path",
        "max_degree",
    )
    return {
        "id": "0" * 16,
        "family": "selection",
        "ask": "choose",
        "variant": "plain",
        "groups": {},
        "key": ["A"],
        "domain": {"name": "inns", "version": "1", "digest": "0"},
        "request": f"I'm looking for an inn. {request}",
        "sentences": [{"text": "I'm looking for an inn.", "terms": []}, {"text": request, "terms": [0]}],
        "inert": ["I'm looking for an inn."],
        "options": options,
        "answer": "A",
        "requirement": {
            "id": "",
            "text": "",
            "terms": [list(term) for term in terms],
            "demands": [0] * len(terms),
        },
        "certificate": {"satisfied": {}, "broken": {}, "terms": []},
        "complexity": dict.fromkeys(counted, 1)
        | {"average_degree": 0.0, "entropy": {}, "atypical": [], "against": []},
        "provenance": {
            **dict.fromkeys(("seed", "index", "option_set", "attempt"), 0),
            "setting": [1, 1],
            "settings": settings | {"plain": False, "knowledge": False},
            "side": None,
            "primitives": "per-occurrence",
            "minimality": "exact",
            "rejections": {},
            "version": "0",
            "canary": "",
        },
        "composition": {
            "labels": {"polarity": [], "family": [], "slot": []},
            "terms": [],
            "structure": "none",
            "profile": {},
            "basic": None,
            "chained": None,
        },
        "knowledge": [],
    }


def write_inns(folder: Path, lines: Sequence[bytes], **manifest: Any) -> None:
    """A data set of these lines. manifest: what it says otherwise."""
    (folder / "domain").mkdir(parents=True)
    (folder / "domain" / "schema.yaml").write_text(SCHEMA)
    (folder / "domain" / "rules.yaml").write_text(RULES)
    (folder / "README.md").write_text("questions.jsonl")
    (folder / "questions.jsonl").write_bytes(b"".join(lines))
    files = {"questions": {"file": "questions.jsonl", "items": len(lines), "sha256": "0"}}
    digests = {
        name: hashlib.sha256(text.encode()).hexdigest()
        for name, text in (("schema", SCHEMA), ("rules", RULES))
    }
    said = {
        "format": "cocoa-dataset/2",
        "cocoa_version": "0",
        "domain": {"name": "inns", "version": "1", "digest": "0", "digests": digests},
        "family": "selection",
        "seed": 0,
        "settings": {},
        "count": len(lines),
        "complete": True,
        "files": files,
    }
    (folder / "manifest.json").write_text(json.dumps(said | manifest))
