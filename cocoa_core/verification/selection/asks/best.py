"""`best`: of two or more options that satisfy the request, the best by one number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.lexicon import SUPERLATIVES, WAYS, superlative
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import RING, Ask, options_of
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion

__all__ = ["ASK"]


def flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """A key that is not the strict optimum, an objective that has none, or that is said otherwise."""
    asked, key, answer = case.record["asked"], case.record["key"], case.record["answer"]
    slot = case.domain.slots.get(asked["slot"])
    if (
        slot is None
        or not slot.shown
        or case.domain.wanted(slot.name) != asked["wanted"]
        or (slot.kind, asked["wanted"]) not in SUPERLATIVES
    ):
        got = f"{asked['slot']}, {asked['wanted']}"
        yield Flaw("asked", "people do not compare by this", got, "a number of which they want less, or more")
        return
    if asked["label"] != slot.label:
        yield Flaw("asked", "the slot is called otherwise", asked["label"], slot.label)
    own = case.domain.bundles.best.get(slot.name, "") if case.domain.bundles else ""
    said = [superlative(slot.kind, asked["wanted"], slot.label, way, own) for way in range(len(WAYS))]
    if asked["words"] not in said:
        yield Flaw("asked", "the objective is said otherwise", asked["words"], " or ".join(said))
    if any(one.slot == slot.name for term in case.terms for one in term):
        yield Flaw("asked", "the request speaks of what the best is chosen by", slot.name)
    sign = 1 if asked["wanted"] == "less" else -1
    numbers: dict[str, int] = {}
    for label, values in case.values.items():
        value = values.get(slot.name)
        if type(value) is int:
            numbers[label] = sign * value
    unknown = [label for label in case.values if label not in numbers]
    if unknown:
        yield Flaw("asked", "an option has no number to compare by", ", ".join(unknown))
        return
    if len(case.right) < 2:
        yield Flaw("label", "fewer than two options satisfy the request", ", ".join(case.right) or "none")
        return
    least = min(numbers[label] for label in case.right)
    best = [label for label in case.right if numbers[label] == least]
    if len(best) != 1 or key != best or answer != best[0]:
        got = f"{key}, answer {answer}"
        yield Flaw("key", "the key is not the one best option that satisfies", got, ", ".join(best))
    if any(number == least for label, number in numbers.items() if label not in best):
        yield Flaw("asked", "another option has the number of the best", str(abs(least)))


def members(settings: Mapping[str, Any]) -> int:
    """A question for each rank but the last; one where there are more options than in a ring."""
    options = options_of(settings)
    return options - 1 if options <= RING else 1


ASK: Final = Ask(
    flaws,
    needs=Needs(options=(3, 1000)),
    asked={"slot": str, "label": str, "wanted": str, "words": str},
    members=members,
)
