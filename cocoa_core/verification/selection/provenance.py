"""Where a question says it comes from: its id, and that it fits the run that the manifest describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.independent import id_of
from cocoa_core.verification.checker import Run, settings_text
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.groups import RING, group_of
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["provenance_flaws"]

_MOST_WEIGHT: Final = 1000
_LONGEST_WEIGHT: Final = 5
_NO_TABLE: Final = "none"
_MOST_ASKS: Final = 20
"""More than there are: turns are a list, which would take the memory."""


def provenance_flaws(
    case: ParsedQuestion, run: Run | None, members: int, requirement: bool
) -> Iterator[Flaw]:
    """What does not fit the record itself or, where it is known, the run.

    members: of a ring of this ask. requirement: whether it has sum terms.
    """
    record, given = case.record, case.record["provenance"]
    place = _place(given["settings"], given["index"])
    domain = record["domain"]
    ids = given["seed"], domain["digest"], settings_text(given["settings"])
    expected: dict[str, tuple[object, object]] = {
        "domain.name": (domain["name"], case.domain.name),
        "domain.version": (domain["version"], case.domain.version),
        "family": (record["family"], "selection"),
        "variant": (record["variant"], "plain"),
        "ask": (record["ask"], place[0]),
        "groups": (record["groups"], _groups(given, ids, _ring(given, ids, *place[1:], members))),
        "id": (
            record["id"],
            id_of("question", *ids, given["index"], given["option_set"], given["attempt"]),
        ),
        "primitives": (given["primitives"], given["settings"].get("primitives")),
    }
    if run is not None:
        expected["domain.digest"] = (domain["digest"], run.digest)
    for name, (got, wanted) in expected.items():
        if got != wanted:
            what = "id" if name == "id" else "provenance"
            yield Flaw(what, f"{name} is another", str(got), str(wanted))
    yield from _setting(case, requirement)
    if not requirement and given["minimality"] != _NO_TABLE:
        got = given["minimality"]
        yield Flaw("provenance", "a requirement that is of no table has a minimality", got, _NO_TABLE)
    yield from _knowledge(case)
    yield from _primitives(case)
    yield from _structure(case)


_RunParts = tuple[int, str, str]
"""Seed, domain digest and settings: what all ids of a run are made of."""


def _groups(given: Mapping[str, Any], ids: _RunParts, ring: str) -> dict[str, str]:
    """Ids by kind: of the ring, and of the group that the setting asks for. given: the provenance."""
    kind, _ = group_of(given["settings"])
    if kind == RING:
        return {RING: ring}
    return {RING: ring, kind: id_of("group", *ids, given["index"], given["attempt"])}


def _place(settings: Mapping[str, Any], index: int) -> tuple[str, int, tuple[str, ...]]:
    """The ask of an index, how many of it come before, and what its rings are named after beside the run.

    Several asks take turns, each as often as its weight says: "choose:2,every" is choose, choose, every.
    """
    said = settings.get("ask", "choose")
    parts = [part.partition(":") for part in said.split(",", _MOST_ASKS)]
    turns = [name for name, _, weight in parts for _ in range(_weight(weight))]
    if not turns:
        return said, index, ()
    times, within = divmod(index, len(turns))
    name = turns[within]
    before = times * turns.count(name) + turns[:within].count(name)
    return name, before, (name,) if len(parts) > 1 else ()


def _weight(text: str) -> int:
    return min(int(text[:_LONGEST_WEIGHT]), _MOST_WEIGHT) if text.isascii() and text.isdecimal() else 1


def _ring(given: Mapping[str, Any], ids: _RunParts, rank: int, named: tuple[str, ...], members: int) -> str:
    """The id of the ring: questions over the same options, which lie twenty apart in a block of rings."""
    block, within = divmod(rank, 20 * members)
    return id_of("ring", *ids, *named, block * 20 + within % 20, given["attempt"])


def _setting(case: ParsedQuestion, requirement: bool) -> Iterator[Flaw]:
    """The setting is one of the mix, and the requirement is of that setting."""
    given = case.record["provenance"]
    settings, setting = given["settings"], given["setting"]
    cells = [[*cell[:2], *cell[3:]] for cell in settings["mix"]]
    if setting not in cells:
        yield Flaw("provenance", "the setting is not in the mix", str(setting), str(cells))
    measures = case.record["complexity"]
    wishes = setting[2] if len(setting) > 2 else 0
    drawn = [measures["slots"] - wishes, measures["minterms"]]
    if requirement and setting[:2] != drawn:
        yield Flaw("provenance", "the requirement is of another setting", str(drawn), str(setting))
    plain = sum(len(term) == 1 for term in case.terms)
    if requirement and plain < wishes:
        yield Flaw("provenance", "there are fewer plain wishes than were added", str(plain), str(wishes))
    yield from _later_settings(settings)
    yield from _dials(case, settings)
    if given["option_set"] >= max(settings["option_sets"], group_of(settings)[1]):
        yield Flaw("provenance", "there is no such option set", str(given["option_set"]))
    sides = settings["split"] or {}
    if (given["side"] is None) != (not sides) or (sides and given["side"] not in sides):
        yield Flaw("provenance", "there is no such side", str(given["side"]), str(list(sides)))


def _dials(case: ParsedQuestion, settings: Mapping[str, Any]) -> Iterator[Flaw]:
    """What was asked for exactly, and the options: as many as there shall be."""
    measures = case.record["complexity"]
    wrong = [label for label in case.values if label not in case.right]
    found = {
        "terms": measures["sum_terms"],
        "component": measures["component"],
        "degree": measures["max_degree"],
        "near_misses": sum(
            len(case.broken_terms(label)) == 1 and None not in case.term_truths(label) for label in wrong
        ),
    }
    for name, number in found.items():
        if settings.get(name) is not None and settings[name] != number:
            yield Flaw("provenance", f"the setting {name} is not met", str(number), str(settings[name]))
    if case.values and len(case.values) != settings.get("options", len(case.values)):
        got = str(len(case.values))
        yield Flaw("options", "there are not as many options as asked for", got, str(settings["options"]))


def _later_settings(settings: Mapping[str, Any]) -> Iterator[Flaw]:
    """Settings that stand only where they say something."""
    for name in ("shared", "atypical"):
        if not 0 <= settings.get(name, 0) <= 1:
            got = str(settings[name])
            yield Flaw("provenance", f"the setting {name} is no share", got, "a number from 0 to 1")
    if settings.get("inert", "none") != "none":
        yield Flaw("provenance", "the setting inert is unknown", str(settings["inert"]), "none")


def _knowledge(case: ParsedQuestion) -> Iterator[Flaw]:
    """The record names the slots that need a table, and there are some exactly where they were asked for."""
    given = case.record["knowledge"]
    used = {literal.slot for term in case.terms for literal in term}
    expected = [name for name in case.domain.slots if name in used & case.domain.derived_slots]
    if given != expected:
        yield Flaw("knowledge", "knowledge is not of the slots that need a table", str(given), str(expected))
    asked = case.record["provenance"]["settings"]["knowledge"]
    if bool(expected) != asked:
        got = ", ".join(expected) or "no slot that needs a table"
        yield Flaw("knowledge", "the requirement does not fit the setting", got, f"knowledge: {asked}")


_RELATIONS: Final = {"implies": "+*>+*", "unless": "-*>+*", "excludes": "+*>-*"}


def _structure(case: ParsedQuestion) -> Iterator[Flaw]:
    """The structure is the one that was asked for, of the relations that were, beside plain wishes."""
    settings, found = case.record["provenance"]["settings"], case.record["composition"]
    if "structure" not in settings and "relations" not in settings:
        return
    structure, relations = settings.get("structure"), settings.get("relations")
    if structure not in ("A", "B", "C") or not relations or set(relations) - _RELATIONS.keys():
        given = f"{structure} of {relations}"
        yield Flaw("provenance", "the settings structure and relations are unknown", given)
        return
    allowed = {">+*", *(_RELATIONS[relation] for relation in relations)}
    if found["basic"] != structure or set(found["labels"]["polarity"]) - allowed:
        got = f"{found['basic']}: {' '.join(found['labels']['polarity'])}"
        yield Flaw("composition", "the structure is not that of the settings", got, structure)


def _primitives(case: ParsedQuestion) -> Iterator[Flaw]:
    """Where each slot has one primitive, no slot has several."""
    if case.record["provenance"]["primitives"] != "per-slot":
        return
    used: dict[str, set[tuple[object, ...]]] = {}
    for term in case.terms:
        for literal in term:
            used.setdefault(literal.slot, set()).add((literal.over, literal.test, literal.args))
    for slot in sorted(name for name, tests in used.items() if len(tests) > 1):
        yield Flaw("provenance", f"{slot} has several primitives, where each slot should have one")
