"""Audits of what others published: labels derived anew from a file's own conditions and options.

`published` reads the rows of GroundCocoa's file, `flight` its options, `conditions` its templates; `judging`
derives every label under each reading and compares it with the key; `formula` and `query_text` compare what
else a row says; `rescoring` scores logs of lm-eval again; `writing` writes the result.
"""

from cocoa_core.auditing.flight import read_clock, read_minutes
from cocoa_core.auditing.judging import VERDICTS, Judged, judge, judge_all
from cocoa_core.auditing.published import read_published, read_question
from cocoa_core.auditing.rescoring import Rescored, rescore
from cocoa_core.auditing.writing import summary_of, write_audit

__all__ = [
    "VERDICTS",
    "Judged",
    "Rescored",
    "judge",
    "judge_all",
    "read_clock",
    "read_minutes",
    "read_published",
    "read_question",
    "rescore",
    "summary_of",
    "write_audit",
]
