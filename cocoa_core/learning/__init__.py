"""Trains learners from scratch on files of sentences and forms, as in the ReCOGS paper.

`settings` has the published settings of the two learners, `networks` the learners themselves, `training`
their training and prediction, `runs` one run in a folder, `grids` many runs, and `tables` the paper's tables
of them, beside the figures in `published`; `charts` draws them. torch is imported when a run begins, not
before.
"""

from cocoa_core.learning.charts import chart_of
from cocoa_core.learning.grids import GridPlan, run_grid, scored_runs
from cocoa_core.learning.published import SOURCES
from cocoa_core.learning.runs import learn
from cocoa_core.learning.settings import PUBLISHED, LearnerSettings
from cocoa_core.learning.tables import TABLES, SeedMean, table_of

__all__ = [
    "PUBLISHED",
    "SOURCES",
    "TABLES",
    "GridPlan",
    "LearnerSettings",
    "SeedMean",
    "chart_of",
    "learn",
    "run_grid",
    "scored_runs",
    "table_of",
]
