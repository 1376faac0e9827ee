"""Asks somebody's own assistant over its own catalogue: cases with computed keys, verdicts with reasons.

`pooling` chooses the rows, `calling` asks the assistant, `reading` finds rows in its replies, `running`
stores a run in a folder and resumes it after a kill, `conditions` says what goes wrong and `shrinking` how
little of a request is enough for that; `gates` and `report` are for CI.
"""

from cocoa_core.assistants.calling import AssistantReply as AssistantReply
from cocoa_core.assistants.calling import Messages as Messages
from cocoa_core.assistants.calling import NoReplyError as NoReplyError
from cocoa_core.assistants.calling import Target as Target
from cocoa_core.assistants.calling import target_of as target_of
from cocoa_core.assistants.case_exports import CASE_FORMATS as CASE_FORMATS
from cocoa_core.assistants.case_exports import export_cases as export_cases
from cocoa_core.assistants.conditions import FailureCondition as FailureCondition
from cocoa_core.assistants.conditions import conditions_of as conditions_of
from cocoa_core.assistants.conditions import worst_conditions as worst_conditions
from cocoa_core.assistants.gates import DEFAULT_GATE as DEFAULT_GATE
from cocoa_core.assistants.gates import DEFAULT_GATES as DEFAULT_GATES
from cocoa_core.assistants.gates import Gate as Gate
from cocoa_core.assistants.gates import rates_of as rates_of
from cocoa_core.assistants.pooling import narrowed as narrowed
from cocoa_core.assistants.reading import Named as Named
from cocoa_core.assistants.reading import ReplyReader as ReplyReader
from cocoa_core.assistants.report import RunComparison as RunComparison
from cocoa_core.assistants.report import TargetReport as TargetReport
from cocoa_core.assistants.report import check_comparable as check_comparable
from cocoa_core.assistants.report import compared as compared
from cocoa_core.assistants.report import junit_xml as junit_xml
from cocoa_core.assistants.report import write_report as write_report
from cocoa_core.assistants.running import DELIVERIES as DELIVERIES
from cocoa_core.assistants.running import MANIFEST as MANIFEST
from cocoa_core.assistants.running import AskOptions as AskOptions
from cocoa_core.assistants.running import CaseFolder as CaseFolder
from cocoa_core.assistants.running import CaseOutcome as CaseOutcome
from cocoa_core.assistants.running import ask_all as ask_all
from cocoa_core.assistants.running import ask_case as ask_case
from cocoa_core.assistants.running import read_cases as read_cases
from cocoa_core.assistants.running import read_outcomes as read_outcomes
from cocoa_core.assistants.shrinking import SmallFailure as SmallFailure
from cocoa_core.assistants.shrinking import smallest_failures as smallest_failures
from cocoa_core.families.selection.targeting.drawing import CaseDrawing as CaseDrawing
from cocoa_core.families.selection.targeting.drawing import CaseSettings as CaseSettings
from cocoa_core.families.selection.targeting.judging import CaseVerdict as CaseVerdict
from cocoa_core.families.selection.targeting.judging import judge as judge
