"""Reads the answer that a model's completion states, with a reader for each shape of answer; scores it."""

from cocoa_core.answers.reader import LABELS as LABELS
from cocoa_core.answers.reader import NONE as NONE
from cocoa_core.answers.reader import READER_VERSION as READER_VERSION
from cocoa_core.answers.reader import Failure as Failure
from cocoa_core.answers.reader import Letter as Letter
from cocoa_core.answers.reader import Letters as Letters
from cocoa_core.answers.reader import Number as Number
from cocoa_core.answers.reader import Reading as Reading
from cocoa_core.answers.reader import Shape as Shape
from cocoa_core.answers.reader import Text as Text
from cocoa_core.answers.reader import Value as Value
from cocoa_core.answers.reader import YesNo as YesNo
from cocoa_core.answers.reader import read_answer as read_answer
from cocoa_core.answers.scoring import Score as Score
from cocoa_core.answers.scoring import score as score
from cocoa_core.answers.scoring import score_exact as score_exact
from cocoa_core.answers.scoring import score_text as score_text
from cocoa_core.answers.scoring import set_metrics as set_metrics
