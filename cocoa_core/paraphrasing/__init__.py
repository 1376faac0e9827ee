"""Rewords the requests of a data set, and believes none of the new texts without a check.

`subjects` says what is rewritten, `messages` what writers and readers are told; `judging` says what must be
kept word for word, and compares what a reader wrote down with the requirement; `rounds` leads a question
through rewrites and repairs, as a function of the replies so far; `mutants` measures the readers; `offline`
has writers and readers without a network; `wordings` proposes words for rules.yaml; `dataset` does all this
for a data set; `asking` reads and writes the files between the stages, and asks models.
"""

from cocoa_core.paraphrasing.asking import ask_models as ask_models
from cocoa_core.paraphrasing.asking import read_replies as read_replies
from cocoa_core.paraphrasing.asking import reply_line as reply_line
from cocoa_core.paraphrasing.asking import write_tasks as write_tasks
from cocoa_core.paraphrasing.dataset import ParaphraseReport as ParaphraseReport
from cocoa_core.paraphrasing.dataset import Paraphrasing as Paraphrasing
from cocoa_core.paraphrasing.offline import OFFLINE as OFFLINE
from cocoa_core.paraphrasing.offline import OFFLINE_READERS as OFFLINE_READERS
from cocoa_core.paraphrasing.offline import OFFLINE_WRITERS as OFFLINE_WRITERS
from cocoa_core.paraphrasing.offline import Offline as Offline
from cocoa_core.paraphrasing.rounds import Task as Task
from cocoa_core.paraphrasing.rounds import TaskReply as TaskReply
from cocoa_core.paraphrasing.wordings import proposals_of as proposals_of
from cocoa_core.paraphrasing.wordings import proposals_text as proposals_text
