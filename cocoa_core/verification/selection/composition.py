"""Derives the composition labels and the structure of a requirement again, from its tree and its demands."""

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


def composition_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds parts of the composition that differ; nothing where the record has no demands."""
    stated = question.record["composition"]
    if question.demands is None:
        return
    for name, derived in composition_of(question, question.demands).items():
        if stated[name] != derived:
            yield Flaw(
                "composition", f"{name} of the requirement is another", str(stated[name]), str(derived)
            )


def composition_of(question: ParsedQuestion, demands: Sequence[int]) -> dict[str, Any]:
    """Returns the composition as a record has it.

    An implication is its sources, slots with signs, and the literal that it demands.
    """
    implications = []
    for number, index in enumerate(demands):
        signs = [
            (implication.slot, _sign(question, number, literal_index))
            for literal_index, implication in enumerate(question.terms[number])
        ]
        demanded = signs.pop(index)
        implications.append((frozenset((slot, not sign) for slot, sign in signs), demanded))
    kinds = {name: slot.topic or slot.kind for name, slot in question.domain.slots.items()}
    primitives = {
        "polarity": [_written(*implication, {}) for implication in implications],
        "family": [_written(*implication, kinds) for implication in implications],
        "slot": [_written(*implication, {name: name for name in kinds}) for implication in implications],
    }
    arrows = [(*sources, target) for sources, target in dict.fromkeys(implications) if len(sources) == 1]
    wide = any(len(sources) > 1 for sources, _ in implications)
    meetings: Counter[str] = Counter()
    chains = []
    for index, (source, target) in enumerate(arrows):
        for other_source, other_target in arrows[:index]:
            slots = {source[0], target[0], other_source[0], other_target[0]}
            if len(slots) == 3:
                equal_ends = (source[0] == other_source[0], target[0] == other_target[0])
                meetings["B" if equal_ends[0] else "C" if equal_ends[1] else "A"] += 1
                chains.append(target == other_source or other_target == source)
    structure = "none" if not meetings else "mixed" if len(meetings) > 1 else "".join(meetings)
    basic = None
    if len(arrows) == 2 and not wide:
        slots = {slot for arrow in arrows for slot, _ in arrow}
        basic = {2: "P", 3: structure, 4: "D"}[len(slots)]
    return {
        "labels": {name: sorted(set(written)) for name, written in primitives.items()},
        "terms": primitives["slot"],
        "structure": structure,
        "profile": dict(meetings),
        "basic": basic,
        "chained": all(chains) if structure == "A" else None,
    }


def _sign(question: ParsedQuestion, number: int, place: int) -> bool:
    """Returns whether a literal is on the wanted side; where people want neither side, whether it is
    affirmed.
    """
    literal = question.terms[number][place]
    if literal.test == "is" and literal.args[0] is False:
        literal = evolve(literal, args=(True,), positive=not literal.positive)
    node = question.record["requirement"]["terms"][number][place]
    wanted = direction(literal, question.domain.rules[node["rule"]].wanted)
    return wanted > 0 if wanted else _affirmed(literal)


def _affirmed(literal: Literal) -> bool:
    """Returns whether a literal is affirmed; of "less than" and "at least", each the negation of the other,
    the first one is.
    """
    named_by_negation = (
        literal.over == "any"
        or literal.test == "none"
        or (literal.over != "each" and literal.test in _TURNED)
    )
    return literal.positive != named_by_negation


def _written(sources: frozenset[tuple[str, bool]], demanded: tuple[str, bool], names: dict[str, str]) -> str:
    def signed(slot: str, sign: bool) -> str:
        return ("+" if sign else "-") + names.get(slot, "*")

    return "&".join(sorted(signed(*source) for source in sources)) + ">" + signed(*demanded)
