"""How a request begins: naming the group of its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cocoa_core.verification.domain_reading import SlotName, VerifierDomain
from cocoa_core.verification.slots import Slot
from cocoa_core.verification.steps import Steps
from cocoa_core.verification.value_reading import read_shown

__all__ = ["after_opening", "opening_text"]

_LONGEST: Final = 400
"""Characters of a value that an opening names and options do not show."""
_Piece = str | Slot
"""Fixed words, or a slot that options do not show: any value of it may stand."""


def after_opening(domain: VerifierDomain, shown: Mapping[str, str], request: str, steps: Steps) -> list[int]:
    """The places where the first sentence after the opening can begin, in rising order.

    shown: the text of each slot that options show. A step for each value tried: SpentError for too many.
    """
    places = {0}
    pieces = _pieces(domain, shown)
    for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
        if isinstance(piece, str):
            places = {place + len(piece) for place in places if request.startswith(piece, place)}
        else:
            words = str(following)
            places = {end for place in places for end in _ends(piece, words, request, place, steps)}
    return sorted(places)


def opening_text(domain: VerifierDomain, shown: Mapping[str, str]) -> str:
    """The opening as it should be, with the name of a slot in braces where options do not show its value."""
    pieces = _pieces(domain, shown)
    return "".join([piece if isinstance(piece, str) else f"{{{piece.name}}}" for piece in pieces]).rstrip()


def _pieces(domain: VerifierDomain, shown: Mapping[str, str]) -> list[_Piece]:
    """Fixed words and slots in turn: words first and last."""
    if not domain.opening:
        article = "an" if domain.noun[:1] in tuple("aeiouAEIOU") else "a"
        return [f"I'm looking for {article} {domain.noun}. "]
    found: list[_Piece] = []
    words = ""
    for part in domain.opening:
        if isinstance(part, SlotName) and part.slot not in shown:
            found += [words, domain.slots[part.slot]]
            words = " "
        else:
            words += (shown[part.slot] if isinstance(part, SlotName) else part) + " "
    return [*found, f"{words.removesuffix(' ')}. "]


def _ends(slot: Slot, following: str, request: str, start: int, steps: Steps) -> Iterator[int]:
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
