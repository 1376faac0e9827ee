"""How a request begins, with the group of its options, and ends, with a closing that means nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from cocoa_core.independent.domain_reading import SlotName, VerifierDomain
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.step_budget import StepBudget
from cocoa_core.independent.value_reading import read_shown
from cocoa_core.lexicon import GENERAL_OPENINGS

__all__ = ["after_opening", "before_closing", "opening_text"]

_LONGEST: Final = 400
"""The most characters of a value that an opening names and options do not show."""
_BEGINNING: Final = 6
"""Templates are looked up by so many characters of a request."""
_Piece = str | Slot
"""Fixed words, or a slot that options do not show, for any value of it."""


def after_opening(
    domain: VerifierDomain, shown: Mapping[str, str], request: str, steps: StepBudget
) -> list[int]:
    """Returns the positions, rising, at which the first statement after the opening can begin.

    Args:
        domain: the domain.
        shown: the text of each slot that options show.
        request: the text.
        steps: each value tried costs one.

    Raises:
        StepBudgetExceededError: the steps are spent.
    """
    result: set[int] = set()
    for pieces in _openings(domain, shown, request):
        positions = {0}
        for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
            if isinstance(piece, str):
                positions = {
                    position + len(piece) for position in positions if request.startswith(piece, position)
                }
            else:
                words = str(following)
                positions = {
                    end for position in positions for end in _ends(piece, words, request, position, steps)
                }
        result |= positions
    return sorted(result)


def before_closing(domain: VerifierDomain, request: str) -> list[int]:
    """Returns the positions at which the last statement can end: before a closing, or at the end of the
    request.
    """
    endings = (f" {closing}" for closing in domain.closings)
    return [len(request) - len(words) for words in endings if request.endswith(words)] + [len(request)]


def opening_text(domain: VerifierDomain, shown: Mapping[str, str]) -> str:
    """Returns the first opening. A slot that options do not show stands as its name in braces."""
    pieces = next(_openings(domain, shown))
    return "".join([piece if isinstance(piece, str) else f"{{{piece.name}}}" for piece in pieces]).rstrip()


def _openings(
    domain: VerifierDomain, shown: Mapping[str, str], request: str | None = None
) -> Iterator[list[_Piece]]:
    """Yields every opening with the blank after it: fixed words and slots in turn, words first and last.

    Args:
        domain: the domain.
        shown: the text of each slot that options show.
        request: yields only those whose first words the request begins with; None for all.
    """
    for template in _templates(domain, None if request is None else request[:_BEGINNING]):
        first = template[0]
        if request is not None and isinstance(first, str) and not request.startswith(first):
            continue
        pieces: list[_Piece] = []
        words = ""
        for part in template:
            if isinstance(part, SlotName) and part.slot not in shown:
                pieces += [words, domain.slots[part.slot]]
                words = ""
            else:
                words += shown[part.slot] if isinstance(part, SlotName) else part
        yield [*pieces, f"{words} "]


@lru_cache(maxsize=1 << 10)
def _templates(domain: VerifierDomain, beginning: str | None) -> tuple[tuple[str | SlotName, ...], ...]:
    """Returns the openings of the domain that a request with this beginning can have; all for None."""
    if domain.openings:
        templates = domain.openings
    elif domain.opening:
        parts = ((part, " ") for part in domain.opening)
        templates = ((*[piece for pair in parts for piece in pair][:-1], "."),)
    else:
        article = "an" if domain.noun[:1] in tuple("aeiouAEIOU") else "a"
        noun = f"{article} {domain.noun}"
        templates = tuple((opening.replace("{noun}", noun),) for opening in GENERAL_OPENINGS)
    if beginning is None:
        return templates
    return tuple(
        template
        for template in templates
        if isinstance(template[0], SlotName) or beginning.startswith(template[0][:_BEGINNING])
    )


def _ends(slot: Slot, following: str, request: str, start: int, steps: StepBudget) -> Iterator[int]:
    """Yields the positions at which a value of the slot can end, before the words that follow it."""
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
