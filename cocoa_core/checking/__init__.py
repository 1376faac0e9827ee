"""Checks a domain: what its author should know before anyone draws questions from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.checking.acceptance import Acceptance as Acceptance
    from cocoa_core.checking.check import check_domain as check_domain
    from cocoa_core.checking.check import parts as parts
    from cocoa_core.checking.findings import refuse_unknown_codes as refuse_unknown_codes
    from cocoa_core.checking.report import DomainReport as DomainReport
    from cocoa_core.checking.report import PresetOffer as PresetOffer
    from cocoa_core.checking.report import Summary as Summary
    from cocoa_core.checking.sayings import RuleWords as RuleWords
    from cocoa_core.checking.sayings import Saying as Saying
    from cocoa_core.checking.sayings import WordingWords as WordingWords
    from cocoa_core.checking.sayings import said_rules as said_rules
    from cocoa_core.checking.word_checks import refuse_wrong_words as refuse_wrong_words
else:
    __getattr__, __dir__ = lazy_exports(__name__)
