"""Rewords the requests of a data set, and believes none of the new texts without a check.

`subjects` says what is rewritten, `texts` what must be kept word for word, `messages` what writers and
readers are told; `readings` compares what a reader wrote down with the requirement; `rounds` leads a question
through rewrites and repairs, as a function of the replies so far; `mutants` measures the readers; `offline`
has writers and readers without a network; `wordings` proposes words for rules.yaml; `exam` does all this for
a data set; `replies` reads and writes the files between the stages.
"""

from cocoa_core.paraphrasing.asking import ask_models
from cocoa_core.paraphrasing.exam import KindReport, ParaphraseReport, Paraphrasing
from cocoa_core.paraphrasing.mutants import KINDS
from cocoa_core.paraphrasing.offline import OFFLINE, OFFLINE_READERS, OFFLINE_WRITERS, Offline
from cocoa_core.paraphrasing.replies import read_replies, reply_line, write_tasks
from cocoa_core.paraphrasing.rounds import Task, TaskReply
from cocoa_core.paraphrasing.wordings import proposals_of, proposals_text

__all__ = [
    "KINDS",
    "OFFLINE",
    "OFFLINE_READERS",
    "OFFLINE_WRITERS",
    "KindReport",
    "Offline",
    "ParaphraseReport",
    "Paraphrasing",
    "Task",
    "TaskReply",
    "ask_models",
    "proposals_of",
    "proposals_text",
    "read_replies",
    "reply_line",
    "write_tasks",
]
