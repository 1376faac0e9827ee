"""Audits what others published: labels are derived again from a file's own conditions and answers.

`files` reads rows; a reader for each set makes a question of a row (`questions`): `groundcocoa`,
`natural_plan` and `travelplanner`. `judging` derives every label under each reading and compares it with the
key; `rescoring` scores logs of lm-eval again; `writing` writes the result, with a table of wrong keys.

Another set needs one file with a `SetReader`, and a line in `READERS` of `files`.
"""

from cocoa_core.auditing.files import read_rows as read_rows
from cocoa_core.auditing.files import reader_of as reader_of
from cocoa_core.auditing.groundcocoa.flight import read_clock as read_clock
from cocoa_core.auditing.groundcocoa.flight import read_minutes as read_minutes
from cocoa_core.auditing.judging import VERDICTS as VERDICTS
from cocoa_core.auditing.judging import Judged as Judged
from cocoa_core.auditing.judging import judge as judge
from cocoa_core.auditing.judging import judge_all as judge_all
from cocoa_core.auditing.rescoring import Rescored as Rescored
from cocoa_core.auditing.rescoring import rescore as rescore
from cocoa_core.auditing.writing import summary_of as summary_of
from cocoa_core.auditing.writing import write_audit as write_audit
