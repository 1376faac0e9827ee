"""Checks a domain: what its author should know before anyone draws questions from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.checking.acceptance import Acceptance
    from cocoa_core.checking.check import check_domain, parts
    from cocoa_core.checking.findings import Finding, refuse_unknown_codes
    from cocoa_core.checking.refusing import refuse_wrong_words
    from cocoa_core.checking.report import DomainReport, PresetOffer, Summary
    from cocoa_core.checking.sayings import RuleWords, Saying, WordingWords, said_rules

__all__ = [
    "Acceptance",
    "DomainReport",
    "Finding",
    "PresetOffer",
    "RuleWords",
    "Saying",
    "Summary",
    "WordingWords",
    "check_domain",
    "parts",
    "refuse_unknown_codes",
    "refuse_wrong_words",
    "said_rules",
]

_NAMES: Final = {
    "acceptance": ("Acceptance",),
    "check": ("check_domain", "parts"),
    "findings": ("Finding", "refuse_unknown_codes"),
    "refusing": ("refuse_wrong_words",),
    "report": ("PresetOffer", "DomainReport", "Summary"),
    "sayings": ("RuleWords", "Saying", "WordingWords", "said_rules"),
}

if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, _NAMES)
