"""Audits what others published: labels are derived again from a file's own conditions and answers.

`files` reads rows; a reader for each set (`readers`) makes a question of a row (`questions`): `groundcocoa`,
`natural_plan` and `travelplanner`. `judging` derives every label under each reading and compares it with the
key; `rescoring` scores logs of lm-eval again; `writing` writes the result, with a table of wrong keys.

Another set needs one file with a `Reader`, and a line in `readers`.
"""

from cocoa_core.auditing.files import read_rows
from cocoa_core.auditing.groundcocoa.flight import read_clock, read_minutes
from cocoa_core.auditing.judging import VERDICTS, Judged, judge, judge_all
from cocoa_core.auditing.readers import READERS, reader_of
from cocoa_core.auditing.rescoring import Rescored, rescore
from cocoa_core.auditing.writing import summary_of, write_audit

__all__ = [
    "READERS",
    "VERDICTS",
    "Judged",
    "Rescored",
    "judge",
    "judge_all",
    "read_clock",
    "read_minutes",
    "read_rows",
    "reader_of",
    "rescore",
    "summary_of",
    "write_audit",
]
