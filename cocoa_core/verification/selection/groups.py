"""Checks groups of questions: what each says of its group, and what those of one group must share."""

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
"""The keys of `differs`, by kind of group."""


def group_of(settings: Mapping[str, Any]) -> tuple[str, int]:
    """Returns the kind of group of a run and its size; 0 for a kind that is unknown."""
    setting = settings.get("groups", RING)
    kind, _, size = setting.partition(":") if isinstance(setting, str) else ("", "", "")
    if kind == "surface":
        return kind, int(size) if size.isascii() and size.isdecimal() and len(size) < 3 else 3
    return kind, {RING: 1, "edit": 2, "branch": 2, "odd": 2}.get(kind, 0)


def group_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds what is wrong with `differs`, which says how a question differs from the others of its group."""
    differs, provenance = question.record.get("differs"), question.record["provenance"]
    kind, size = group_of(provenance["settings"])
    if not size:
        yield Flaw("provenance", "the setting groups is unknown", str(provenance["settings"]["groups"]))
        return
    if differs is None or kind == RING:
        if (differs is None) != (kind == RING):
            yield Flaw("group", "differs does not fit the setting", str(differs), f"groups: {kind}")
        return
    if set(differs) != _SAYS[kind]:
        yield Flaw("group", "differs has other keys", str(sorted(differs)), str(sorted(_SAYS[kind])))
        return
    if kind == "surface":
        if _text(differs["wording"]) != _text(provenance["option_set"]):
            yield Flaw("group", "the wording has another number", str(differs), str(provenance["option_set"]))
        return
    term = question.terms[differs["term"]] if _below(differs["term"], len(question.terms)) else ()
    if kind in ("edit", "odd"):
        if not _below(differs["literal"], len(term)):
            yield Flaw("group", "there is no such literal", str(differs))
        elif kind == "odd":
            yield from _odd_flaws(question, differs["term"], differs["literal"])
    elif question.demands is None or not term:
        yield Flaw("group", "there is no such sum term", str(differs))
    else:
        conditions_met = [
            _condition(question, differs["term"], question.demands[differs["term"]], label)
            for label in question.right
        ]
        if _text(conditions_met) != _text([differs["condition"]]):
            yield Flaw(
                "group", "the right option does not meet the condition so", str(differs), str(conditions_met)
            )


def together(record: Mapping[str, Any]) -> tuple[str, str, int] | None:
    """Returns what all questions of a group have in common, what no two of them share, and their number.

    In `surface` groups they share the requirement and the rows, not the request. In `edit` groups they share
    the requirement except for one literal's test, and the options in order, not the key. In `branch` groups
    they share the request and a condition, not whether the right option meets it.

    Returns:
        None for a question of a balanced set alone, or one that says nothing to compare.
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


def _condition(question: ParsedQuestion, term: int, demand: int, label: str) -> bool | None:
    """Returns whether an option meets the condition of a sum term, that is fails every literal but the
    demanded one; None where that is undefined.
    """
    truths = [
        question.truth(literal, label)
        for index, literal in enumerate(question.terms[term])
        if index != demand
    ]
    if any(truth is True for truth in truths):
        return False
    return True if truths and all(truth is False for truth in truths) else None


def _below(number: Any, limit: int) -> bool:
    return type(number) is int and 0 <= number < limit


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
