"""All checks of one question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, frozen

from cocoa_core.verification.case import take_apart
from cocoa_core.verification.certificate_checks import certificate_flaws
from cocoa_core.verification.complexity_checks import complexity_flaws
from cocoa_core.verification.domain_reading import VerifierDomain
from cocoa_core.verification.option_checks import option_flaws
from cocoa_core.verification.provenance_checks import Run, provenance_flaws
from cocoa_core.verification.record_shape import shape_flaws
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.request_checks import request_flaws
from cocoa_core.verification.requirement_checks import label_flaws, requirement_flaws
from cocoa_core.verification.sayings import Lexicon, lexicon_of

__all__ = ["QuestionChecker"]


@frozen(eq=False)
class QuestionChecker:
    """Checks questions of one domain; building it takes some milliseconds."""

    domain: VerifierDomain
    lexicon: Lexicon = field(init=False, repr=False)

    @lexicon.default
    def _build(self) -> Lexicon:
        return lexicon_of(self.domain.rules.values(), self.domain.slots)

    def flaws(self, record: Any, run: Run | None = None) -> list[Flaw]:
        """Everything wrong with a record (parsed JSON), in the order of the checks; run: of its manifest.

        A record of another shape, or with an option or literal that cannot be read, is checked no further.
        """
        found = shape_flaws(record)
        if found:
            return found
        return list(self._checked(record, run))

    def _checked(self, record: Mapping[str, Any], run: Run | None) -> Iterator[Flaw]:
        case, unreadable = take_apart(record, self.domain)
        if case is None:
            yield from unreadable
            return
        yield from option_flaws(case)
        yield from requirement_flaws(case)
        yield from label_flaws(case)
        yield from request_flaws(case, self.lexicon)
        yield from certificate_flaws(case)
        yield from complexity_flaws(case)
        yield from provenance_flaws(case, run)
