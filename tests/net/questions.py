"""Ten settings, and the part of a question that must not move while the code is rebuilt.

The projection takes fields by name, each through one table of the names it has had (`NAMES`): a field that
is renamed or moved gets its new place there, first found first taken, and no digest changes. It leaves out

- fields that are not listed, so a record may gain any;
- the order of fields, except among what an option shows;
- of `provenance`: the settings, cocoa's version, the canary, and the reasons of rejections (their sum stays);
- `domain` and `kind`;
- that the certificate names the literals of the right option under its letter, where 0.1 had no letter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from .calls import cocoa

FAST: Final = 10
DEEP: Final = 300

SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "flights": ("--domain", "flights", "--seed", "7"),
    "flights, six slots, three rows": ("--domain", "flights", "--slots", "6", "--minterms", "3"),
    "flights, knowledge": ("--domain", "flights", "--knowledge", "--seed", "1"),
    "flights, paper, per slot": (
        *("--domain", "flights", "--preset", "paper"),
        *("--primitives", "per-slot", "--seed", "11"),
    ),
    "hotels": ("--domain", "hotels", "--seed", "3"),
    "hotels, option sets": ("--domain", "hotels", "--option-sets", "3", "--slots", "4", "--minterms", "2"),
    "jobs, split": ("--domain", "jobs", "--split", "train=0.7,validation=0.1,test=0.2"),
    "jobs, per slot": (
        *("--domain", "jobs", "--slots", "4", "--minterms", "3"),
        *("--primitives", "per-slot", "--seed", "5"),
    ),
    "diamonds": ("--domain", "diamonds", "--seed", "-2"),
    "diamonds, all at once": (
        *("--domain", "diamonds", "--slots", "3", "--minterms", "2", "--option-sets", "2"),
        *("--primitives", "per-slot", "--split", "test=0.5,train=0.5", "--seed", "123456789"),
    ),
}

NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    # name here: places in the record, keys with dots between; the first that is there counts
    "id": ("id",),
    "request": ("request",),
    "options": ("options",),
    "answer": ("answer", "key"),
    "requirement": ("requirement",),
    "certificate": ("certificate",),
    "complexity": ("complexity",),
    "entropy": ("complexity.entropy", "entropy"),
    "atypical": ("complexity.atypical", "atypical"),
    "knowledge": ("knowledge",),
    "provenance": ("provenance",),
}
OPTION: Final = {"label": ("label",), "row": ("row",)}
LITERAL: Final = {
    "slot": ("slot",),
    "rule": ("rule",),
    "test": ("test",),
    "over": ("over",),
    "values": ("values", "value"),
    "positive": ("positive", "polarity"),
}
BROKEN: Final = {"value": ("value",), "literal": ("literal",)}
TERM: Final = {"broken_by": ("broken_by",), "alone": ("alone",)}
COMPLEXITY: Final = {
    name: (name,)
    for name in (
        *("slots", "minterms", "sum_terms", "literals", "width"),
        *("component", "longest_path", "max_degree", "average_degree"),
    )
}
PROVENANCE: Final = {
    name: (name,)
    for name in ("seed", "index", "option_set", "attempt", "setting", "side", "primitives", "minimality")
}

PARTS: Final = (
    *("id", "request", "options", "answer"),
    *("requirement", "certificate", "complexity", "provenance"),
)
_SHORT: Final = 4


def generated(setting: str, count: int) -> list[dict[str, Any]]:
    """The first `count` questions of a setting, as the command line streams them."""
    call = cocoa("generate", *SETTINGS[setting], "--count", count, "--out", "-", "--quiet")
    assert call.code == 0, call.err
    return [json.loads(line) for line in call.out.splitlines()]


def projection(question: Mapping[str, Any]) -> dict[str, Any]:
    """What of a question must not move, by part."""
    whole = {name: _taken(question, name, NAMES[name]) for name in NAMES}
    requirement, certificate = whole["requirement"], whole["certificate"]
    return {
        "id": whole["id"],
        "request": whole["request"],
        "options": [
            {**_named(option, OPTION), "shown": list(option["shown"].items())} for option in whole["options"]
        ],
        "answer": whole["answer"],
        "requirement": {
            "id": requirement["id"],
            "text": requirement["text"],
            "terms": [[_named(literal, LITERAL) for literal in term] for term in requirement["terms"]],
        },
        "certificate": {
            "satisfied": _of_the_answer(certificate["satisfied"], whole["answer"]),
            "broken": {
                label: [
                    {"term": entry["term"], "literals": [_named(one, BROKEN) for one in entry["literals"]]}
                    for entry in broken
                ]
                for label, broken in certificate["broken"].items()
            },
            "terms": [_named(term, TERM) for term in certificate["terms"]],
        },
        "complexity": {
            **_named(whole["complexity"], COMPLEXITY),
            **{name: whole[name] for name in ("entropy", "atypical", "knowledge")},
        },
        "provenance": {
            **_named(whole["provenance"], PROVENANCE),
            "rejections": sum(whole["provenance"]["rejections"].values()),
        },
    }


def _of_the_answer(satisfied: Any, answer: str) -> Any:
    """The true literals of the right option: all that 0.1 wrote, and by letter since."""
    return satisfied[answer] if isinstance(satisfied, dict) and list(satisfied) == [answer] else satisfied


def _short_digests(question: Mapping[str, Any]) -> str:
    """Four hexadecimal digits for each of the parts, in their order: enough to say what moved."""
    parts = projection(question)
    return "".join(sha256(_text(parts[part])).hexdigest()[:_SHORT] for part in PARTS)


def frozen_form(setting: str, questions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What is kept of a setting: the call, whole digests of its beginning and of all, short ones of each."""
    return {
        "call": list(SETTINGS[setting]),
        "first": _whole(questions[:FAST]),
        "all": _whole(questions),
        "questions": [_short_digests(question) for question in questions],
    }


def differing(frozen: Sequence[str], found: Sequence[str]) -> str | None:
    """The first place at which short digests differ, and the parts; None where they do not."""
    for index, (before, now) in enumerate(zip(frozen, found, strict=True)):
        pieces = [slice(start, start + _SHORT) for start in range(0, len(before), _SHORT)]
        parts = [part for part, piece in zip(PARTS, pieces, strict=True) if before[piece] != now[piece]]
        if parts:
            return f"question {index} differs in {', '.join(parts)}"
    return None


def _whole(questions: Iterable[Mapping[str, Any]]) -> str:
    return sha256(b"\n".join(_text(projection(question)) for question in questions)).hexdigest()


def _named(record: Mapping[str, Any], names: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    return {name: _taken(record, name, places) for name, places in names.items()}


def _taken(record: Mapping[str, Any], name: str, places: tuple[str, ...]) -> Any:
    for place in places:
        found: Any = record
        for key in place.split("."):
            found = found.get(key, _NOTHING) if isinstance(found, Mapping) else _NOTHING
        if found is not _NOTHING:
            return found
    raise LookupError(f"no {name} at {' or '.join(places)}; say in tests/net/questions.py where it is now")


_NOTHING: Final = object()


def _text(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
