"""Truth values: `yes` and `no`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from cocoa_core.independent.kinds.base import States, VerifierKind
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Slot


class VerifierBoolean(VerifierKind):
    """Truth values."""

    name = "boolean"

    def tests(self, over: str | None) -> frozenset[str]:
        """Returns `is` alone."""
        return frozenset({"is"}) if over is None else frozenset()

    def read_shown(self, slot: Slot, text: str) -> bool:
        """Returns the truth value of "yes" or "no"."""
        if text not in ("yes", "no"):
            raise ValueError(f"{text!r} is neither yes nor no")
        return text == "yes"

    def read_cell(self, slot: Slot, text: str) -> bool:
        """Returns the truth value of "yes" or "no"."""
        return self.read_shown(slot, text)

    def read_argument(self, slot: Slot, text: str, *, exact: bool) -> bool:
        """Returns the truth value of "yes" or "no"."""
        return self.read_shown(slot, text)

    def authored(self, text: str) -> str:
        """Returns "yes" for true and "no" for false."""
        return {"true": "yes", "false": "no"}.get(text.lower(), text).strip(" ")

    def meaning(self, slot: Slot, literal: Literal) -> Hashable:
        """Returns the truth value that is asked for."""
        return literal.slot, (literal.args == (True,)) == literal.positive

    def states(self, slot: Slot, literals: Sequence[Literal], measured: frozenset[str | None]) -> States:
        """Yields both values."""
        yield from ((value, ()) for value in (True, False))


KIND: Final = VerifierBoolean()
