"""What the verifier has to know of an ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.independent import Catalogue
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion, Terms

RING: Final = 5
"""The most rows of a balanced set."""


def options_of(settings: Mapping[str, Any]) -> int:
    """Returns the number of options by the settings of the run; five where these cannot be read."""
    options = settings.get("options", RING)
    return options if type(options) is int and 2 <= options <= 1000 else RING


def each_number(settings: Mapping[str, Any]) -> int:
    """Returns a member for each number of right options; one where options outnumber a set's rows."""
    options = options_of(settings)
    return options + 1 if options <= RING else 1


@frozen
class AskContract:
    """What an ask promises."""

    flaws: Callable[[ParsedQuestion], Iterator[Flaw]]
    """Finds what is wrong with a question whose options and requirement could be read."""
    reading_flaws: Callable[[ParsedQuestion, Terms], Iterator[Flaw]] = lambda *_: iter(())
    """Finds what of the key does not follow from a reading of the request that has other literals than the
    requirement.
    """
    installed_flaws: Callable[[ParsedQuestion, Catalogue], Iterator[Flaw]] = lambda question, catalogue: iter(
        ()
    )
    """Finds what it shows beside its options that the installed catalogue contradicts."""
    needs: Needs = field(factory=Needs)
    """What records of the ask have."""
    asked: Mapping[str, Any] | None = None
    """The shape of the key `asked`; None where the ask adds nothing."""
    single: bool = False
    """Whether the one letter of the key is the answer too; else there is no single answer."""
    numbered: bool = False
    """Whether the conditions are numbered: each sum term in a sentence of its own, in their order."""
    apart: bool = False
    """Whether the parts of a key are counted separately, because there are too many keys."""
    members: Callable[[Mapping[str, Any]], int] = lambda settings: min(RING, options_of(settings))
    """Returns the number of questions in a balanced set, by the settings of the run."""
    side_flaws: Callable[[Mapping[str, int], Mapping[str, Any]], Iterator[Flaw]] = lambda keys, settings: (
        iter(())
    )
    """Checks a side by how often each key occurs and the settings of the run."""
