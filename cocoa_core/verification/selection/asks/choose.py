"""`choose`: one option satisfies the request, and the others are worth looking at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import RING, Ask, options_of
from cocoa_core.verification.selection.groups import RING as RING_ALONE
from cocoa_core.verification.selection.groups import group_of
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, labels_of

__all__ = ["ASK"]

NONE: Final = "none"


def flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """A key that is not the one answer, no near miss, a sum term that no shown option breaks.

    Further option sets of a requirement may leave a sum term unbroken, the first may not.
    """
    key, answer = case.record["key"], case.record["answer"]
    none = case.record["provenance"]["settings"].get("none") is True
    expected = list(case.right) or [NONE] * none
    if len(key) != 1 or answer != key[0] or key != expected:
        got = f"{key}, answer {answer}, satisfied by {', '.join(case.right) or 'none'}"
        yield Flaw("key", "the key is not the one answer", got, "one letter, three times")
    broken = [case.broken_terms(label) for label in case.values if label not in case.right]
    near = [label for label in case.values if label not in case.right and len(case.broken_terms(label)) == 1]
    if not any(None not in case.term_truths(label) for label in near):
        yield Flaw("near-miss", "no option breaks one sum term and satisfies the rest")
    if case.record["provenance"]["option_set"] == 0 and len(case.values) >= RING:
        for place in range(len(case.terms)):
            if not any(place in places for places in broken):
                yield Flaw("idle-term", f"no shown option breaks sum term {place + 1}")


def side_flaws(keys: Mapping[str, int], settings: Mapping[str, Any]) -> Iterator[Flaw]:
    """With one option set each, in rings alone, the letters are right equally often, to one.

    As often as a row of the ring, it is none; of a side that ends within a block this is not counted.
    """
    labels = labels_of(options_of(settings))
    numbers = [keys.get(label, 0) for label in labels]
    sets = settings.get("option_sets") == 1 and group_of(settings)[0] == RING_ALONE
    if sets and max(numbers) - min(numbers) > 1:
        got = ", ".join(f"{label} {keys.get(label, 0)}" for label in labels)
        yield Flaw("letters", "the answers are out of balance", got, "at most one apart")


def members(settings: Mapping[str, Any]) -> int:
    """A question for each row of the ring, and one where none is right."""
    return min(RING, options_of(settings)) + (settings.get("none") is True)


ASK: Final = Ask(flaws, members=members, side_flaws=side_flaws)
