"""Trains learners from scratch on files of sentences and forms, as in the ReCOGS paper.

`settings` has the published settings of the two learners, `networks` the learners themselves, `training`
their training and prediction, `runs` one run in a folder, `grids` many runs, and `tables` the paper's tables
of them, beside the published figures. torch is imported when a run begins, not before.
"""

from cocoa_core.learning.grids import GridPlan as GridPlan
from cocoa_core.learning.grids import run_grid as run_grid
from cocoa_core.learning.grids import scored_runs as scored_runs
from cocoa_core.learning.runs import LearnerRun as LearnerRun
from cocoa_core.learning.runs import learn as learn
from cocoa_core.learning.settings import PUBLISHED as PUBLISHED
from cocoa_core.learning.settings import LearnerSettings as LearnerSettings
from cocoa_core.learning.tables import SOURCES as SOURCES
from cocoa_core.learning.tables import TABLES as TABLES
from cocoa_core.learning.tables import SeedMean as SeedMean
from cocoa_core.learning.tables import chart_of as chart_of
from cocoa_core.learning.tables import table_of as table_of
