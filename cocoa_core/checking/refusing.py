"""What keeps questions from being written: words of an author that no proof looks at."""

from __future__ import annotations

from cocoa_core.checking.places import places_of
from cocoa_core.checking.word_checks import word_findings
from cocoa_core.domain import Domain
from cocoa_core.errors import DomainError

__all__ = ["refuse_wrong_words"]


def refuse_wrong_words(domain: Domain) -> None:
    """DomainError for wordings that make sentences wrong: "it costs under over $400", "it costses".

    A departure and an arrival that both "arrive" are among them.

    Other errors of `check_domain` need no such care: a question that could be read in two ways is never made.
    """
    wrong = [one for one in word_findings(domain, places_of(domain, "")) if one.severity == "error"]
    if wrong:
        raise DomainError.of(
            [
                DomainError(one.problem, got=one.got, expected=one.expected, fix=one.fix, place=one.place)
                for one in wrong
            ]
        )
