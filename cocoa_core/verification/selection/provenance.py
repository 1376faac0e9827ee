"""Checks where a question says it comes from: its id, its run, and its group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.independent import id_of
from cocoa_core.verification.checker import ManifestFacts, json_text, settings_text
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

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
        yield Flaw("provenance", "the setting groups is unknown", provenance["settings"]["groups"])
        return
    if differs is None or kind == RING:
        if (differs is None) != (kind == RING):
            yield Flaw("group", "differs does not fit the setting", differs, f"groups: {kind}")
        return
    if set(differs) != _SAYS[kind]:
        yield Flaw("group", "differs has other keys", sorted(differs), sorted(_SAYS[kind]))
        return
    if kind == "surface":
        if json_text(differs["wording"]) != json_text(provenance["option_set"]):
            yield Flaw("group", "the wording has another number", differs, provenance["option_set"])
        return
    term = question.terms[differs["term"]] if _below(differs["term"], len(question.terms)) else ()
    if kind in ("edit", "odd"):
        if not _below(differs["literal"], len(term)):
            yield Flaw("group", "there is no such literal", differs)
        elif kind == "odd":
            yield from _odd_flaws(question, differs["term"], differs["literal"])
    elif question.demands is None or not term:
        yield Flaw("group", "there is no such sum term", differs)
    else:
        conditions_met = [
            _condition(question, differs["term"], question.demands[differs["term"]], label)
            for label in question.right
        ]
        if json_text(conditions_met) != json_text([differs["condition"]]):
            yield Flaw("group", "the right option does not meet the condition so", differs, conditions_met)


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
        return json_text([requirement["id"], sorted(rows)]), json_text(record["request"]), size
    if kind in ("edit", "odd"):
        terms = [[dict(literal) for literal in term] for term in requirement["terms"]]
        if _below(differs["term"], len(terms)) and _below(differs["literal"], len(terms[differs["term"]])):
            changed = terms[differs["term"]][differs["literal"]]
            terms[differs["term"]][differs["literal"]] = {"slot": changed["slot"]}
        return json_text([terms, requirement["demands"], rows, differs]), json_text(record["key"]), size
    common = [record["request"], requirement["id"], differs["term"]]
    return json_text(common), json_text(differs["condition"]), size


def _odd_flaws(question: ParsedQuestion, term: int, literal: int) -> Iterator[Flaw]:
    """The literal is a demand, and of the second request alone it goes against what people want."""
    second = question.record["provenance"]["option_set"] == 1
    against = question.record["complexity"]["against"]
    if question.demands is not None and question.demands[term] != literal:
        yield Flaw("group", "the literal that turns is no demand", literal, question.demands[term])
    if bool(against) != second:
        expected = "a rule in the second request alone"
        yield Flaw("group", "not the second request alone has an odd demand", against, expected)


def _condition(question: ParsedQuestion, term: int, demand: int, label: str) -> bool | None:
    """Returns whether an option fails all literals but the demanded one; None where undefined."""
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


_MOST_WEIGHT: Final = 1000
_LONGEST_WEIGHT: Final = 5
_NO_TABLE: Final = "none"
_MOST_ASKS: Final = 20
"""More asks than there are; a longer list could take all memory."""


def provenance_flaws(
    question: ParsedQuestion, run: ManifestFacts | None, members: int, requirement: bool
) -> Iterator[Flaw]:
    """Finds what does not fit the record itself or, where it is known, the run.

    Args:
        run: the run; None where it is not known.
        members: the number of questions in a balanced set of this ask.
        requirement: whether the question has sum terms.
    """
    record, provenance = question.record, question.record["provenance"]
    position = _place(provenance["settings"], provenance["index"])
    domain = record["domain"]
    ids = provenance["seed"], domain["digest"], settings_text(provenance["settings"])
    expected: dict[str, tuple[object, object]] = {
        "domain.name": (domain["name"], question.domain.name),
        "domain.version": (domain["version"], question.domain.version),
        "family": (record["family"], "selection"),
        "variant": (record["variant"], "plain"),
        "ask": (record["ask"], position[0]),
        "groups": (
            record["groups"],
            _groups(provenance, ids, _ring(provenance, ids, *position[1:], members)),
        ),
        "id": (
            record["id"],
            id_of("question", *ids, provenance["index"], provenance["option_set"], provenance["attempt"]),
        ),
        "primitives": (provenance["primitives"], provenance["settings"].get("primitives")),
    }
    if run is not None:
        expected["domain.digest"] = (domain["digest"], run.digest)
    for name, (got, wanted) in expected.items():
        if got != wanted:
            what = "id" if name == "id" else "provenance"
            yield Flaw(what, f"{name} is another", got, wanted)
    yield from _setting(question, requirement)
    if not requirement and provenance["minimality"] != _NO_TABLE:
        got = provenance["minimality"]
        yield Flaw("provenance", "a requirement that is of no table has a minimality", got, _NO_TABLE)
    yield from _knowledge(question)
    yield from _primitives(question)
    yield from _structure(question)


_RunParts = tuple[int, str, str]
"""Seed, domain digest and settings: what all ids of a run are made of."""


def _groups(provenance: Mapping[str, Any], ids: _RunParts, ring: str) -> dict[str, str]:
    """Returns the ids of the balanced set, and of the group that the settings ask for, by kind."""
    kind, _ = group_of(provenance["settings"])
    if kind == RING:
        return {RING: ring}
    return {RING: ring, kind: id_of("group", *ids, provenance["index"], provenance["attempt"])}


def _place(settings: Mapping[str, Any], index: int) -> tuple[str, int, tuple[str, ...]]:
    """Returns the ask of an index, the number of earlier questions of that ask, and what beside the run its
    balanced sets are named after.

    Several asks take turns, each as often as its weight says: "choose:2,every" is choose, choose, every.
    """
    setting = settings.get("ask", "choose")
    parts = [part.partition(":") for part in setting.split(",", _MOST_ASKS)]
    turns = [name for name, _, weight in parts for _ in range(_weight(weight))]
    if not turns:
        return setting, index, ()
    times, within = divmod(index, len(turns))
    name = turns[within]
    before = times * turns.count(name) + turns[:within].count(name)
    return name, before, (name,) if len(parts) > 1 else ()


def _weight(text: str) -> int:
    return min(int(text[:_LONGEST_WEIGHT]), _MOST_WEIGHT) if text.isascii() and text.isdecimal() else 1


def _ring(
    provenance: Mapping[str, Any], ids: _RunParts, rank: int, names: tuple[str, ...], members: int
) -> str:
    """Returns the id of the balanced set, whose questions lie twenty indices apart in a block."""
    block, within = divmod(rank, 20 * members)
    return id_of("ring", *ids, *names, block * 20 + within % 20, provenance["attempt"])


def _setting(question: ParsedQuestion, requirement: bool) -> Iterator[Flaw]:
    """Finds a difficulty cell that is not in the mix, and a requirement of another cell."""
    provenance = question.record["provenance"]
    settings, setting = provenance["settings"], provenance["setting"]
    cells = [[*cell[:2], *cell[3:]] for cell in settings["mix"]]
    if setting not in cells:
        yield Flaw("provenance", "the setting is not in the mix", setting, cells)
    measures = question.record["complexity"]
    wishes = setting[2] if len(setting) > 2 else 0
    measured = [measures["slots"] - wishes, measures["minterms"]]
    if requirement and setting[:2] != measured:
        yield Flaw("provenance", "the requirement is of another setting", measured, setting)
    plain = sum(len(term) == 1 for term in question.terms)
    if requirement and plain < wishes:
        yield Flaw("provenance", "there are fewer plain wishes than were added", plain, wishes)
    yield from _later_settings(settings)
    yield from _dials(question, settings)
    if provenance["option_set"] >= max(settings["option_sets"], group_of(settings)[1]):
        yield Flaw("provenance", "there is no such option set", provenance["option_set"])
    sides = settings["split"] or {}
    if (provenance["side"] is None) != (not sides) or (sides and provenance["side"] not in sides):
        yield Flaw("provenance", "there is no such side", provenance["side"], list(sides))


def _dials(question: ParsedQuestion, settings: Mapping[str, Any]) -> Iterator[Flaw]:
    """Finds what was asked for exactly and is not met, and another number of options."""
    measures = question.record["complexity"]
    measured = {
        "terms": measures["sum_terms"],
        "component": measures["component"],
        "degree": measures["max_degree"],
    }
    if "near_misses" in settings:
        measured["near_misses"] = sum(
            len(question.broken_terms(label)) == 1 and None not in question.term_truths(label)
            for label in question.values
            if label not in question.right
        )
    for name, number in measured.items():
        if settings.get(name) is not None and settings[name] != number:
            yield Flaw("provenance", f"the setting {name} is not met", number, settings[name])
    if question.values and len(question.values) != settings.get("options", len(question.values)):
        got = str(len(question.values))
        yield Flaw("options", "there are not as many options as asked for", got, settings["options"])


def _later_settings(settings: Mapping[str, Any]) -> Iterator[Flaw]:
    """Finds settings with a value that says nothing."""
    for name in ("shared", "atypical"):
        if not 0 <= settings.get(name, 0) <= 1:
            got = str(settings[name])
            yield Flaw("provenance", f"the setting {name} is no share", got, "a number from 0 to 1")
    if settings.get("inert", "none") != "none":
        yield Flaw("provenance", "the setting inert is unknown", settings["inert"], "none")


def _knowledge(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a wrong list of slots that need a table, and such slots where they were not asked for."""
    stated = question.record["knowledge"]
    used = {literal.slot for term in question.terms for literal in term}
    expected = [name for name in question.domain.slots if name in used & question.domain.derived_slots]
    yield from unequal("knowledge", "knowledge is not of the slots that need a table", stated, expected)
    asked = question.record["provenance"]["settings"]["knowledge"]
    if bool(expected) != asked:
        got = ", ".join(expected) or "no slot that needs a table"
        yield Flaw("knowledge", "the requirement does not fit the setting", got, f"knowledge: {asked}")


_RELATIONS: Final = {"implies": "+*>+*", "unless": "-*>+*", "excludes": "+*>-*"}


def _structure(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a structure, or relations, that were not asked for."""
    settings, composition = question.record["provenance"]["settings"], question.record["composition"]
    if "structure" not in settings and "relations" not in settings:
        return
    structure, relations = settings.get("structure"), settings.get("relations")
    if structure not in ("A", "B", "C") or not relations or set(relations) - _RELATIONS.keys():
        asked_for = f"{structure} of {relations}"
        yield Flaw("provenance", "the settings structure and relations are unknown", asked_for)
        return
    allowed = {">+*", *(_RELATIONS[relation] for relation in relations)}
    if composition["basic"] != structure or set(composition["labels"]["polarity"]) - allowed:
        got = f"{composition['basic']}: {' '.join(composition['labels']['polarity'])}"
        yield Flaw("composition", "the structure is not that of the settings", got, structure)


def _primitives(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds slots with several primitives where each slot should have one."""
    if question.record["provenance"]["primitives"] != "per-slot":
        return
    used: dict[str, set[tuple[object, ...]]] = {}
    for term in question.terms:
        for literal in term:
            used.setdefault(literal.slot, set()).add((literal.over, literal.test, literal.args))
    for slot in sorted(name for name, tests in used.items() if len(tests) > 1):
        yield Flaw("provenance", f"{slot} has several primitives, where each slot should have one")
