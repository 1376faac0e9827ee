"""What several options of a domain may have to meet together."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

__all__ = ["Bundles"]


@frozen
class Bundles:
    """The content of bundle.yaml, with slots by name."""

    called: str
    """The phrase for a bundle, with {number} for the number of its options: "a trip of {number} stays"."""
    total: tuple[str, ...] = ()
    """Numbers that may be added up."""
    average: tuple[str, ...] = ()
    """Numbers whose mean may be asked for."""
    different: tuple[str, ...] = ()
    """Words or dates that may have to differ between all options."""
    counted: tuple[str, ...] = ()
    """Words, booleans or sets that a given number of the options may have to have."""
    best: Mapping[str, str] = field(factory=dict)
    """For each slot the word for the best by its numbers: "cheapest"."""

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """("total" or "average", slot) of each number."""
        return (*(("total", slot) for slot in self.total), *(("average", slot) for slot in self.average))
