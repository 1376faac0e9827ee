"""The selection family: requirements over options, and which of the options satisfy them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.families.selection.asking import ASKS, Ask, UnreadablePromptError
    from cocoa_core.families.selection.asks.missing.hiding import misread_labels
    from cocoa_core.families.selection.composition import Constraint, constraint_of
    from cocoa_core.families.selection.definition import domain_of
    from cocoa_core.families.selection.difficulty import PRESETS, DifficultyCell
    from cocoa_core.families.selection.engine import Engine
    from cocoa_core.families.selection.explanation import Explanation, OptionVerdict, explain, grounded
    from cocoa_core.families.selection.family import FAMILY, source_of
    from cocoa_core.families.selection.fitting import Fit, fit_of
    from cocoa_core.families.selection.generation.candidates import Candidate, CandidatePool
    from cocoa_core.families.selection.generation.columns import SlotMasks, drawable
    from cocoa_core.families.selection.generation.context import QuestionSetSpec, QuestionSource
    from cocoa_core.families.selection.generation.groups import Groups
    from cocoa_core.families.selection.generation.option_masks import OPTIONS
    from cocoa_core.families.selection.generation.rejections import (
        BudgetExhaustedError,
        Rejection,
        Rejections,
    )
    from cocoa_core.families.selection.generation.wording import RequestWording
    from cocoa_core.families.selection.record import (
        SELECTION,
        BrokenTerm,
        Certificate,
        Complexity,
        DomainRef,
        FailedLiteral,
        LiteralRecord,
        Option,
        Question,
        QuestionProvenance,
        RequirementRecord,
        TermUse,
    )
    from cocoa_core.families.selection.reference.blind import (
        QUERY_BLIND,
        BlindGuesses,
        SeenOptions,
        guesses,
        query_blind,
        seen,
    )
    from cocoa_core.families.selection.reference.choosing import (
        PROVIDER,
        REFERENCE_MODELS,
        ReferenceModel,
        reference_model,
    )
    from cocoa_core.families.selection.reference.players import Message, answer, replies_to
    from cocoa_core.families.selection.request_reader import RequestReader, reader_of, reader_of_folder
    from cocoa_core.families.selection.settings import Settings
    from cocoa_core.families.selection.sheet import drawn_for_reading, sheet_page, sheet_text
    from cocoa_core.families.selection.statistics import Statistics, statistics_of

__all__ = [
    "ASKS",
    "FAMILY",
    "OPTIONS",
    "PRESETS",
    "PROVIDER",
    "QUERY_BLIND",
    "REFERENCE_MODELS",
    "SELECTION",
    "Ask",
    "BlindGuesses",
    "BrokenTerm",
    "BudgetExhaustedError",
    "Candidate",
    "CandidatePool",
    "Certificate",
    "Complexity",
    "Constraint",
    "DifficultyCell",
    "DomainRef",
    "Engine",
    "Explanation",
    "FailedLiteral",
    "Fit",
    "Groups",
    "LiteralRecord",
    "Message",
    "Option",
    "OptionVerdict",
    "Question",
    "QuestionProvenance",
    "QuestionSetSpec",
    "QuestionSource",
    "ReferenceModel",
    "Rejection",
    "Rejections",
    "RequestReader",
    "RequestWording",
    "RequirementRecord",
    "SeenOptions",
    "Settings",
    "SlotMasks",
    "Statistics",
    "TermUse",
    "UnreadablePromptError",
    "answer",
    "constraint_of",
    "domain_of",
    "drawable",
    "drawn_for_reading",
    "explain",
    "fit_of",
    "grounded",
    "guesses",
    "misread_labels",
    "query_blind",
    "reader_of",
    "reader_of_folder",
    "reference_model",
    "replies_to",
    "seen",
    "sheet_page",
    "sheet_text",
    "source_of",
    "statistics_of",
]

_NAMES: Final = {
    "asking": ("ASKS", "Ask", "UnreadablePromptError"),
    "generation.context": ("QuestionSource", "QuestionSetSpec"),
    "generation.columns": ("SlotMasks", "drawable"),
    "composition": ("Constraint", "constraint_of"),
    "definition": ("domain_of",),
    "engine": ("Engine",),
    "explanation": ("Explanation", "OptionVerdict", "explain", "grounded"),
    "family": ("FAMILY", "source_of"),
    "fitting": ("Fit", "fit_of"),
    "generation.groups": ("Groups",),
    "asks.missing.hiding": ("misread_labels",),
    "generation.option_masks": ("OPTIONS",),
    "generation.candidates": ("Candidate", "CandidatePool"),
    "record": (
        "SELECTION",
        "BrokenTerm",
        "Certificate",
        "Complexity",
        "DomainRef",
        "FailedLiteral",
        "LiteralRecord",
        "Option",
        "QuestionProvenance",
        "Question",
        "RequirementRecord",
        "TermUse",
    ),
    "reference.blind": ("QUERY_BLIND", "BlindGuesses", "SeenOptions", "guesses", "query_blind", "seen"),
    "reference.choosing": ("PROVIDER", "REFERENCE_MODELS", "ReferenceModel", "reference_model"),
    "reference.players": ("Message", "answer", "replies_to"),
    "generation.rejections": ("BudgetExhaustedError", "Rejection", "Rejections"),
    "request_reader": ("RequestReader", "reader_of", "reader_of_folder"),
    "difficulty": ("PRESETS", "DifficultyCell"),
    "settings": ("Settings",),
    "sheet": ("drawn_for_reading", "sheet_page", "sheet_text"),
    "statistics": ("Statistics", "statistics_of"),
    "generation.wording": ("RequestWording",),
}

if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, _NAMES)
