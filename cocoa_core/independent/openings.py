"""How a request begins and ends: naming the group of its options, and with a closing that means nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cocoa_core.independent.domain_reading import SlotName, VerifierDomain
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.step_budget import StepBudget
from cocoa_core.independent.value_reading import read_shown
from cocoa_core.lexicon import GENERAL_OPENINGS

__all__ = ["after_opening", "before_closing", "opening_text"]

_LONGEST: Final = 400
"""Characters of a value that an opening names and options do not show."""
_Piece = str | Slot
"""Fixed words, or a slot that options do not show: any value of it may stand."""


def after_opening(
    domain: VerifierDomain, shown: Mapping[str, str], request: str, steps: StepBudget
) -> list[int]:
    """The places where the first statement after the opening can begin, in rising order.

    shown: the text of each slot that options show. A step for each value tried: SpentError for too many.
    """
    result: set[int] = set()
    for pieces in _openings(domain, shown, request):
        places = {0}
        for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
            if isinstance(piece, str):
                places = {place + len(piece) for place in places if request.startswith(piece, place)}
            else:
                words = str(following)
                places = {end for place in places for end in _ends(piece, words, request, place, steps)}
        result |= places
    return sorted(result)


def before_closing(domain: VerifierDomain, request: str) -> list[int]:
    """The places where the last statement can end: before a closing, or with the request."""
    said = (f" {closing}" for closing in domain.closings)
    return [len(request) - len(words) for words in said if request.endswith(words)] + [len(request)]


def opening_text(domain: VerifierDomain, shown: Mapping[str, str]) -> str:
    """The first opening there is, with the name of a slot in braces where options do not show its value."""
    pieces = next(_openings(domain, shown))
    return "".join([piece if isinstance(piece, str) else f"{{{piece.name}}}" for piece in pieces]).rstrip()


def _openings(
    domain: VerifierDomain, shown: Mapping[str, str], request: str | None = None
) -> Iterator[list[_Piece]]:
    """Every opening with the blank after it: fixed words and slots in turn, words first and last.

    request: those alone whose first words it begins with
    """
    if domain.openings:
        templates = domain.openings
    elif domain.opening:
        parts = ((part, " ") for part in domain.opening)
        templates = ((*[one for pair in parts for one in pair][:-1], "."),)
    else:
        article = "an" if domain.noun[:1] in tuple("aeiouAEIOU") else "a"
        noun = f"{article} {domain.noun}"
        templates = tuple((opening.replace("{noun}", noun),) for opening in GENERAL_OPENINGS)
    for template in templates:
        first = template[0]
        if request is not None and isinstance(first, str) and not request.startswith(first):
            continue
        found: list[_Piece] = []
        words = ""
        for part in template:
            if isinstance(part, SlotName) and part.slot not in shown:
                found += [words, domain.slots[part.slot]]
                words = ""
            else:
                words += shown[part.slot] if isinstance(part, SlotName) else part
        yield [*found, f"{words} "]


def _ends(slot: Slot, following: str, request: str, start: int, steps: StepBudget) -> Iterator[int]:
    """Where a value of the slot can end, before the words that follow it."""
    limit = start + _LONGEST + len(following)
    end = request.find(following, start + 1, limit)
    while end >= 0:
        steps.take()
        if _is_value(slot, request[start:end]):
            yield end
        end = request.find(following, end + 1, limit)


def _is_value(slot: Slot, text: str) -> bool:
    try:
        read_shown(slot, text)
    except (ValueError, OverflowError):
        return False
    return True
