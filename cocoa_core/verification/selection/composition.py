"""The labels and the structure of a requirement, worked out again from its tree and its demands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve

from cocoa_core.independent import Literal
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.complexity import direction
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["composition_flaws", "composition_of"]

_TURNED: Final = frozenset({"more", "at_least"})


def composition_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """Parts of the composition that are others; nothing where the record has no demands."""
    given = case.record["composition"]
    if case.demands is None:
        return
    for name, found in composition_of(case, case.demands).items():
        if given[name] != found:
            yield Flaw("composition", f"{name} of the requirement is another", str(given[name]), str(found))


def composition_of(case: ParsedQuestion, demands: Sequence[int]) -> dict[str, Any]:
    """As a record has it. An implication is what it starts from, as slots with signs, and what it demands."""
    implications = []
    for number, place in enumerate(demands):
        signs = [(one.slot, _sign(case, number, at)) for at, one in enumerate(case.terms[number])]
        demanded = signs.pop(place)
        implications.append((frozenset((slot, not sign) for slot, sign in signs), demanded))
    kinds = {name: slot.topic or slot.kind for name, slot in case.domain.slots.items()}
    primitives = {
        "polarity": [_written(*one, {}) for one in implications],
        "family": [_written(*one, kinds) for one in implications],
        "slot": [_written(*one, {name: name for name in kinds}) for one in implications],
    }
    arrows = [(*sources, target) for sources, target in dict.fromkeys(implications) if len(sources) == 1]
    wide = any(len(sources) > 1 for sources, _ in implications)
    met: Counter[str] = Counter()
    chains = []
    for place, (source, target) in enumerate(arrows):
        for other_source, other_target in arrows[:place]:
            slots = {source[0], target[0], other_source[0], other_target[0]}
            if len(slots) == 3:
                same = (source[0] == other_source[0], target[0] == other_target[0])
                met["B" if same[0] else "C" if same[1] else "A"] += 1
                chains.append(target == other_source or other_target == source)
    structure = "none" if not met else "mixed" if len(met) > 1 else "".join(met)
    basic = None
    if len(arrows) == 2 and not wide:
        slots = {slot for arrow in arrows for slot, _ in arrow}
        basic = {2: "P", 3: structure, 4: "D"}[len(slots)]
    return {
        "labels": {name: sorted(set(written)) for name, written in primitives.items()},
        "terms": primitives["slot"],
        "structure": structure,
        "profile": dict(met),
        "basic": basic,
        "chained": all(chains) if structure == "A" else None,
    }


def _sign(case: ParsedQuestion, number: int, place: int) -> bool:
    """On the wanted side; where people want neither, affirmed."""
    one = case.terms[number][place]
    if one.test == "is" and one.args[0] is False:
        one = evolve(one, args=(True,), positive=not one.positive)
    node = case.record["requirement"]["terms"][number][place]
    wanted = direction(one, case.domain.rules[node["rule"]].wanted)
    return wanted > 0 if wanted else _affirmed(one)


def _affirmed(one: Literal) -> bool:
    """Of a test and its negation under another name, such as "less than" and "at least", the first is it."""
    turned = one.over == "any" or one.test == "none" or (one.over != "each" and one.test in _TURNED)
    return one.positive != turned


def _written(sources: frozenset[tuple[str, bool]], demanded: tuple[str, bool], names: dict[str, str]) -> str:
    def signed(slot: str, sign: bool) -> str:
        return ("+" if sign else "-") + names.get(slot, "*")

    return "&".join(sorted(signed(*source) for source in sources)) + ">" + signed(*demanded)
