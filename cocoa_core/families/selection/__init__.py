"""The selection family: requirements over options, and which of the options satisfy them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.families.selection.asking import ASKS as ASKS
    from cocoa_core.families.selection.asking import Ask as Ask
    from cocoa_core.families.selection.asking import UnreadablePromptError as UnreadablePromptError
    from cocoa_core.families.selection.asks.missing.hiding import misread_labels as misread_labels
    from cocoa_core.families.selection.composition import Constraint as Constraint
    from cocoa_core.families.selection.composition import constraint_of as constraint_of
    from cocoa_core.families.selection.definition import domain_of as domain_of
    from cocoa_core.families.selection.difficulty import PRESETS as PRESETS
    from cocoa_core.families.selection.difficulty import DifficultyCell as DifficultyCell
    from cocoa_core.families.selection.engine import Engine as Engine
    from cocoa_core.families.selection.explanation import Explanation as Explanation
    from cocoa_core.families.selection.explanation import OptionVerdict as OptionVerdict
    from cocoa_core.families.selection.explanation import explain as explain
    from cocoa_core.families.selection.explanation import grounded as grounded
    from cocoa_core.families.selection.family import FAMILY as FAMILY
    from cocoa_core.families.selection.family import source_of as source_of
    from cocoa_core.families.selection.fitting import Fit as Fit
    from cocoa_core.families.selection.fitting import fit_of as fit_of
    from cocoa_core.families.selection.generation.candidates import Candidate as Candidate
    from cocoa_core.families.selection.generation.candidates import CandidatePool as CandidatePool
    from cocoa_core.families.selection.generation.columns import SlotMasks as SlotMasks
    from cocoa_core.families.selection.generation.columns import drawable as drawable
    from cocoa_core.families.selection.generation.columns import splitting_tests as splitting_tests
    from cocoa_core.families.selection.generation.context import QuestionSetSearch as QuestionSetSearch
    from cocoa_core.families.selection.generation.context import QuestionSetSpec as QuestionSetSpec
    from cocoa_core.families.selection.generation.context import QuestionSource as QuestionSource
    from cocoa_core.families.selection.generation.groups import Groups as Groups
    from cocoa_core.families.selection.generation.option_masks import OPTIONS as OPTIONS
    from cocoa_core.families.selection.generation.rejections import (
        BudgetExhaustedError as BudgetExhaustedError,
    )
    from cocoa_core.families.selection.generation.rejections import Rejection as Rejection
    from cocoa_core.families.selection.generation.rejections import Rejections as Rejections
    from cocoa_core.families.selection.generation.wording import RequestWording as RequestWording
    from cocoa_core.families.selection.record import SELECTION as SELECTION
    from cocoa_core.families.selection.record import BrokenTerm as BrokenTerm
    from cocoa_core.families.selection.record import Certificate as Certificate
    from cocoa_core.families.selection.record import Complexity as Complexity
    from cocoa_core.families.selection.record import DomainRef as DomainRef
    from cocoa_core.families.selection.record import FailedLiteral as FailedLiteral
    from cocoa_core.families.selection.record import LiteralRecord as LiteralRecord
    from cocoa_core.families.selection.record import Option as Option
    from cocoa_core.families.selection.record import Question as Question
    from cocoa_core.families.selection.record import QuestionProvenance as QuestionProvenance
    from cocoa_core.families.selection.record import RequirementRecord as RequirementRecord
    from cocoa_core.families.selection.record import TermUse as TermUse
    from cocoa_core.families.selection.reference.blind import QUERY_BLIND as QUERY_BLIND
    from cocoa_core.families.selection.reference.blind import SeenOptions as SeenOptions
    from cocoa_core.families.selection.reference.blind import guesses as guesses
    from cocoa_core.families.selection.reference.blind import query_blind as query_blind
    from cocoa_core.families.selection.reference.blind import seen as seen
    from cocoa_core.families.selection.reference.models import PROVIDER as PROVIDER
    from cocoa_core.families.selection.reference.models import REFERENCE_MODELS as REFERENCE_MODELS
    from cocoa_core.families.selection.reference.models import ReferenceModel as ReferenceModel
    from cocoa_core.families.selection.reference.models import reference_model as reference_model
    from cocoa_core.families.selection.reference.players import Message as Message
    from cocoa_core.families.selection.reference.players import answer as answer
    from cocoa_core.families.selection.reference.players import replies_to as replies_to
    from cocoa_core.families.selection.request_reader import RequestReader as RequestReader
    from cocoa_core.families.selection.request_reader import reader_of as reader_of
    from cocoa_core.families.selection.request_reader import reader_of_folder as reader_of_folder
    from cocoa_core.families.selection.settings import Settings as Settings
    from cocoa_core.families.selection.sheet import drawn_for_reading as drawn_for_reading
    from cocoa_core.families.selection.sheet import sheet_page as sheet_page
    from cocoa_core.families.selection.sheet import sheet_text as sheet_text
    from cocoa_core.families.selection.statistics import Statistics as Statistics
    from cocoa_core.families.selection.statistics import statistics_of as statistics_of
else:
    __getattr__, __dir__ = lazy_exports(__name__)
