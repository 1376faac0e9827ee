"""`best`: of two or more options that satisfy the request, the best by one number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.lexicon import SUPERLATIVES, WAYS, superlative
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.asks.ask import RING, AskContract, options_of
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a key that is not the strict optimum, and an objective that has none or is worded otherwise."""
    asked, key, answer = question.record["asked"], question.record["key"], question.record["answer"]
    slot = question.domain.slots.get(asked["slot"])
    if (
        slot is None
        or not slot.shown
        or question.domain.wanted(slot.name) != asked["wanted"]
        or (slot.kind, asked["wanted"]) not in SUPERLATIVES
    ):
        got = f"{asked['slot']}, {asked['wanted']}"
        yield Flaw("asked", "people do not compare by this", got, "a number of which they want less, or more")
        return
    yield from unequal("asked", "the slot is called otherwise", asked["label"], slot.label)
    own_word = question.domain.bundles.best.get(slot.name, "") if question.domain.bundles else ""
    phrases = [superlative(slot.kind, asked["wanted"], slot.label, way, own_word) for way in range(len(WAYS))]
    if asked["words"] not in phrases:
        yield Flaw("asked", "the objective is said otherwise", asked["words"], " or ".join(phrases))
    if any(literal.slot == slot.name for term in question.terms for literal in term):
        yield Flaw("asked", "the request speaks of what the best is chosen by", slot.name)
    sign = 1 if asked["wanted"] == "less" else -1
    numbers: dict[str, int] = {}
    for label, values in question.values.items():
        value = values.get(slot.name)
        if type(value) is int:
            numbers[label] = sign * value
    unknown = [label for label in question.values if label not in numbers]
    if unknown:
        yield Flaw("asked", "an option has no number to compare by", ", ".join(unknown))
        return
    if len(question.right) < 2:
        yield Flaw("label", "fewer than two options satisfy the request", ", ".join(question.right) or "none")
        return
    least = min(numbers[label] for label in question.right)
    best = [label for label in question.right if numbers[label] == least]
    if len(best) != 1 or key != best or answer != best[0]:
        got = f"{key}, answer {answer}"
        yield Flaw("key", "the key is not the one best option that satisfies", got, ", ".join(best))
    if any(number == least for label, number in numbers.items() if label not in best):
        yield Flaw("asked", "another option has the number of the best", abs(least))


def members(settings: Mapping[str, Any]) -> int:
    """Returns a question for each rank but the last; one where options outnumber a set's rows."""
    options = options_of(settings)
    return options - 1 if options <= RING else 1


ASK: Final = AskContract(
    flaws,
    single=True,
    needs=Needs(options=(3, 1000)),
    asked={"slot": str, "label": str, "wanted": str, "words": str},
    members=members,
)
