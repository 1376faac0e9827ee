"""Categories: one text of a vocabulary."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from cocoa_core.independent.kinds.base import (
    States,
    VerifierKind,
    legal_word,
    read_word_argument,
    unnamed_word,
)
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Slot


class VerifierCategory(VerifierKind):
    """The kind whose value is one text of a vocabulary."""

    name = "category"
    worded = True

    def tests(self, over: str | None) -> frozenset[str]:
        """Returns `is` and `one_of`."""
        return frozenset({"is", "one_of"}) if over is None else frozenset()

    def read_shown(self, slot: Slot, text: str) -> str:
        """Returns the text itself."""
        return legal_word(slot, text)

    def read_cell(self, slot: Slot, text: str) -> str:
        """Returns the text itself."""
        return text

    def read_argument(self, slot: Slot, text: str, *, exact: bool) -> str:
        """Returns the text itself."""
        return read_word_argument(slot, text)

    def meaning(self, slot: Slot, literal: Literal) -> Hashable:
        """Returns the words that are asked for or refused, whichever are fewer in a closed vocabulary."""
        named, positive = frozenset(literal.args), literal.positive
        if slot.words is not None and 2 * len(named) > len(slot.words):
            named, positive = slot.words - named, not positive
        elif slot.words is not None and 2 * len(named) == len(slot.words):
            named, positive = named if positive else slot.words - named, True
        return literal.slot, named, positive

    def states(self, slot: Slot, literals: Sequence[Literal], measured: frozenset[str | None]) -> States:
        """Yields each word that a literal names, and one that none names where there is one."""
        named = {arg for literal in literals for arg in literal.args if isinstance(arg, str)}
        if slot.words is None:
            words = [*sorted(named), unnamed_word(0)]
        else:
            words = [*sorted(named & slot.words), *sorted(slot.words - named)[:1]]
        yield from ((word, ()) for word in words)

    def comparison_row(self, slot: Slot) -> str:
        """Returns `grade` where the words are grades."""
        return "grade" if slot.grades else self.name


KIND: Final = VerifierCategory()
