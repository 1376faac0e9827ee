"""Refuses to write questions with words of an author that no proof looks at."""

from __future__ import annotations

from cocoa_core.checking.places import places_of
from cocoa_core.checking.word_checks import word_findings
from cocoa_core.domain import Domain
from cocoa_core.errors import DomainError

__all__ = ["refuse_wrong_words"]


def refuse_wrong_words(domain: Domain) -> None:
    """Refuses wordings that make sentences wrong: "it costs under over $400", "it costses", or a departure
    and an arrival that both "arrive".

    Other errors of `check_domain` need no such care: a question that could be read in two ways is never made.

    Raises:
        DomainError: there are such wordings; it holds all of them.
    """
    wrong = [
        finding for finding in word_findings(domain, places_of(domain, "")) if finding.severity == "error"
    ]
    if wrong:
        raise DomainError.of(*wrong)
