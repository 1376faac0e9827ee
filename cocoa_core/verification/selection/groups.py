"""Questions that are right only together: what each says of its group, and what those of one must share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["RING", "group_flaws", "group_of", "together"]

RING: Final = "ring"
_SAYS: Final = {
    "surface": {"wording"},
    "edit": {"term", "literal"},
    "odd": {"term", "literal"},
    "branch": {"term", "condition"},
}
"""The keys of `differs` by kind of group."""


def group_of(settings: Mapping[str, Any]) -> tuple[str, int]:
    """The kind of group of a run, and its size; a kind that is unknown has no size."""
    said = settings.get("groups", RING)
    kind, _, size = said.partition(":") if isinstance(said, str) else ("", "", "")
    if kind == "surface":
        return kind, int(size) if size.isascii() and size.isdecimal() and len(size) < 3 else 3
    return kind, {RING: 1, "edit": 2, "branch": 2, "odd": 2}.get(kind, 0)


def group_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """What is wrong with what one question says of its group, under `differs`."""
    given, provenance = case.record.get("differs"), case.record["provenance"]
    kind, size = group_of(provenance["settings"])
    if not size:
        yield Flaw("provenance", "the setting groups is unknown", str(provenance["settings"]["groups"]))
        return
    if given is None or kind == RING:
        if (given is None) != (kind == RING):
            yield Flaw("group", "differs does not fit the setting", str(given), f"groups: {kind}")
        return
    if set(given) != _SAYS[kind]:
        yield Flaw("group", "differs has other keys", str(sorted(given)), str(sorted(_SAYS[kind])))
        return
    if kind == "surface":
        if _text(given["wording"]) != _text(provenance["option_set"]):
            yield Flaw("group", "the wording has another number", str(given), str(provenance["option_set"]))
        return
    term = case.terms[given["term"]] if _below(given["term"], len(case.terms)) else ()
    if kind in ("edit", "odd"):
        if not _below(given["literal"], len(term)):
            yield Flaw("group", "there is no such literal", str(given))
        elif kind == "odd":
            yield from _odd_flaws(case, given["term"], given["literal"])
    elif case.demands is None or not term:
        yield Flaw("group", "there is no such sum term", str(given))
    else:
        met = [_condition(case, given["term"], case.demands[given["term"]], label) for label in case.right]
        if _text(met) != _text([given["condition"]]):
            yield Flaw("group", "the right option does not meet the condition so", str(given), str(met))


def together(record: Mapping[str, Any]) -> tuple[str, str, int] | None:
    """What all questions of its group have in common, what no two of them share, and how many they are.

    surface: the requirement and the rows; the request. edit: the requirement but for one literal's test, and
    the options in their order; the key. odd: as edit. branch: the request and a condition; whether the right
    option meets it. None for a question that is in a ring alone, or says nothing that could be compared.
    """
    kind, size = group_of(record["provenance"]["settings"])
    differs, requirement = record.get("differs"), record["requirement"]
    if kind == RING or not size or not isinstance(differs, dict) or set(differs) != _SAYS[kind]:
        return None
    rows = [option["row"] for option in record["options"]]
    if kind == "surface":
        return _text([requirement["id"], sorted(rows)]), _text(record["request"]), size
    if kind in ("edit", "odd"):
        terms = [[dict(literal) for literal in term] for term in requirement["terms"]]
        if _below(differs["term"], len(terms)) and _below(differs["literal"], len(terms[differs["term"]])):
            changed = terms[differs["term"]][differs["literal"]]
            terms[differs["term"]][differs["literal"]] = {"slot": changed["slot"]}
        return _text([terms, requirement["demands"], rows, differs]), _text(record["key"]), size
    common = [record["request"], requirement["id"], differs["term"]]
    return _text(common), _text(differs["condition"]), size


def _odd_flaws(case: ParsedQuestion, term: int, literal: int) -> Iterator[Flaw]:
    """The literal is a demand, and of the second request alone it goes against what people want."""
    second = case.record["provenance"]["option_set"] == 1
    against = case.record["complexity"]["against"]
    if case.demands is not None and case.demands[term] != literal:
        yield Flaw("group", "the literal that turns is no demand", str(literal), str(case.demands[term]))
    if bool(against) != second:
        expected = "a rule in the second request alone"
        yield Flaw("group", "not the second request alone has an odd demand", str(against), expected)


def _condition(case: ParsedQuestion, term: int, demand: int, label: str) -> bool | None:
    """Whether an option meets the condition of a sum term: it fails all literals but the demanded one."""
    found = [case.truth(one, label) for place, one in enumerate(case.terms[term]) if place != demand]
    if any(truth is True for truth in found):
        return False
    return True if found and all(truth is False for truth in found) else None


def _below(number: Any, limit: int) -> bool:
    return type(number) is int and 0 <= number < limit


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
