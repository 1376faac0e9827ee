"""The ask for the one right option: its key, its near misses, and how evenly letters are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import RING, AskContract, options_of
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, labels_of
from cocoa_core.verification.selection.provenance import RING as RING_ALONE
from cocoa_core.verification.selection.provenance import group_of

_NONE: Final = "none"


def _choose_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a key that is not the only answer, no near miss, and a sum term that no shown option breaks.

    Further option sets of a requirement may leave a sum term unbroken; the first one may not.
    """
    key, answer = question.record["key"], question.record["answer"]
    none = question.record["provenance"]["settings"].get("none") is True
    expected = list(question.right) or [_NONE] * none
    if len(key) != 1 or answer != key[0] or key != expected:
        got = f"{key}, answer {answer}, satisfied by {', '.join(question.right) or 'none'}"
        yield Flaw("key", "the key is not the one answer", got, "one letter, three times")
    broken = [question.broken_terms(label) for label in question.values if label not in question.right]
    near = [
        label
        for label in question.values
        if label not in question.right and len(question.broken_terms(label)) == 1
    ]
    if not any(None not in question.term_truths(label) for label in near):
        yield Flaw("near-miss", "no option breaks one sum term and satisfies the rest")
    if question.record["provenance"]["option_set"] == 0 and len(question.values) >= RING:
        for index in range(len(question.terms)):
            if not any(index in term_indices for term_indices in broken):
                yield Flaw("idle-term", f"no shown option breaks sum term {index + 1}")


def _letter_flaws(keys: Mapping[str, int], settings: Mapping[str, Any]) -> Iterator[Flaw]:
    """Finds letters out of balance: with one option set each, in balanced sets alone, each letter is right
    equally often, up to one.

    A side that ends within a block is not counted for `none`.
    """
    labels = labels_of(options_of(settings))
    numbers = [keys.get(label, 0) for label in labels]
    sets = settings.get("option_sets") == 1 and group_of(settings)[0] == RING_ALONE
    if sets and max(numbers) - min(numbers) > 1:
        got = ", ".join(f"{label} {keys.get(label, 0)}" for label in labels)
        yield Flaw("letters", "the answers are out of balance", got, "at most one apart")


def _choose_members(settings: Mapping[str, Any]) -> int:
    """Returns a question for each row of the balanced set, and one more for "none" if asked for."""
    return min(RING, options_of(settings)) + (settings.get("none") is True)


ASK: Final = AskContract(_choose_flaws, single=True, members=_choose_members, side_flaws=_letter_flaws)
