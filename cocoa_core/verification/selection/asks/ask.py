"""What the verifier has to know of an ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.independent import Catalogue
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion

__all__ = ["RING", "Ask", "each_number", "options_of"]

RING: Final = 5
"""How many rows a ring has at the most."""


def options_of(settings: Mapping[str, Any]) -> int:
    """How many options a question shows, by the settings of the run; five where these cannot be read."""
    options = settings.get("options", RING)
    return options if type(options) is int and 2 <= options <= 1000 else RING


def each_number(settings: Mapping[str, Any]) -> int:
    """Members of a ring: one for each number of right options; one alone of more options than a ring has."""
    options = options_of(settings)
    return options + 1 if options <= RING else 1


@frozen
class Ask:
    """flaws: of a question whose options and requirement could be read.

    installed_flaws: of what it shows beside its options, by the installed catalogue
    needs:      what records of the ask have
    asked:      the shape of what the ask adds to a record (as in `shape`), None where it adds nothing
    members:    how many questions a ring has, by the settings of the run
    apart:      whether the parts of a key are counted each by itself, since there are too many keys
    side_flaws: of all questions of a side, by how often each key occurs, and the settings of the run
    """

    flaws: Callable[[ParsedQuestion], Iterator[Flaw]]
    installed_flaws: Callable[[ParsedQuestion, Catalogue], Iterator[Flaw]] = lambda case, catalogue: iter(())
    needs: Needs = field(factory=Needs)
    asked: Mapping[str, Any] | None = None
    apart: bool = False
    members: Callable[[Mapping[str, Any]], int] = lambda settings: min(RING, options_of(settings))
    side_flaws: Callable[[Mapping[str, int], Mapping[str, Any]], Iterator[Flaw]] = lambda keys, settings: (
        iter(())
    )
