"""What several options of a domain may have to meet together."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

__all__ = ["Bundles"]


@frozen
class Bundles:
    """The data of bundle.yaml, slots by name.

    called:    what a bundle is, with {number} for how many options it has: "a trip of {number} stays"
    total:     numbers that may be added up; average: numbers of which the mean may be asked for
    different: words or dates of which no two options may have the same
    counted:   words, yes or no, sets: so many of the options may have to have one of them
    best:      what the best by a number is called: "cheapest"
    """

    called: str
    total: tuple[str, ...] = ()
    average: tuple[str, ...] = ()
    different: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    best: Mapping[str, str] = field(factory=dict)

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """("total" or "average", slot) of each number."""
        return (*(("total", slot) for slot in self.total), *(("average", slot) for slot in self.average))
