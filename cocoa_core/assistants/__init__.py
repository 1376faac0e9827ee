"""Asks somebody's own assistant over its own catalogue: cases with computed keys, verdicts with reasons.

`pooling` chooses the rows, `calling` asks the assistant, `reading` finds rows in its replies, `running`
stores a run in a folder and resumes it after a kill, `conditions` says what goes wrong and `shrinking` how
little of a request is enough for that; `gates` and `report` are for CI.
"""

from cocoa_core.assistants.calling import AssistantReply, Messages, NoReplyError, Target, target_of
from cocoa_core.assistants.conditions import FailureCondition, conditions_of, worst_conditions
from cocoa_core.assistants.exporting import CASE_FORMATS, export_cases
from cocoa_core.assistants.gates import DEFAULT_GATE, Gate, rates_of
from cocoa_core.assistants.pooling import narrowed
from cocoa_core.assistants.reading import Named, ReplyReader
from cocoa_core.assistants.report import RunComparison, TargetReport, compared, junit_xml, write_report
from cocoa_core.assistants.running import (
    DELIVERIES,
    MANIFEST,
    AskOptions,
    CaseFolder,
    CaseOutcome,
    ask_all,
    ask_case,
    read_cases,
    read_outcomes,
)
from cocoa_core.assistants.shrinking import SmallFailure, smallest_failures
from cocoa_core.families.selection.targeting.drawing import CaseDrawing, CaseSettings
from cocoa_core.families.selection.targeting.judging import CaseVerdict, judge

__all__ = [
    "CASE_FORMATS",
    "DEFAULT_GATE",
    "DELIVERIES",
    "MANIFEST",
    "AskOptions",
    "AssistantReply",
    "CaseDrawing",
    "CaseFolder",
    "CaseOutcome",
    "CaseSettings",
    "CaseVerdict",
    "FailureCondition",
    "Gate",
    "Messages",
    "Named",
    "NoReplyError",
    "ReplyReader",
    "RunComparison",
    "SmallFailure",
    "Target",
    "TargetReport",
    "ask_all",
    "ask_case",
    "compared",
    "conditions_of",
    "export_cases",
    "judge",
    "junit_xml",
    "narrowed",
    "rates_of",
    "read_cases",
    "read_outcomes",
    "smallest_failures",
    "target_of",
    "worst_conditions",
    "write_report",
]
