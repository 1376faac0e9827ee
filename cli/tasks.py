"""What inspect finds under the name `cocoa`: the task `cocoa/exam` and the models `cocoa/oracle` and others.

Loaded through the entry point group `inspect_ai`; needs the extra `eval`.
"""

from __future__ import annotations

import site
from pathlib import Path
from typing import Final

from inspect_ai import Task, task

from cocoa_core.evaluation.providers import ReferenceModels
from cocoa_core.evaluation.task import Asked, exam_task

__all__ = ["ReferenceModels", "exam"]


_PACKAGES: Final = (*site.getsitepackages(), site.getusersitepackages())
_NAME: Final = "exam" if any(map(Path(__file__).is_relative_to, _PACKAGES)) else "cocoa/exam"
"""inspect puts the package before a task's name where the module lies among the installed ones; in an
editable install it looks for a distribution named like the package, which ours is not, and adds nothing."""


@task(name=_NAME)
def exam(
    path: str,
    strategy: str = "direct",
    prompt: str | None = None,
    side: str | None = None,
    limit: int | None = None,
) -> Task:
    """The questions of a data set, asked by one strategy and scored by cocoa.

    path:     a folder that `cocoa generate` wrote
    strategy: direct, cot-full, cot-partial or l2m
    prompt:   a template file in place of the shipped one
    side:     of a data set with sides, the one to ask about; without it all
    limit:    how many questions at most, from the first on
    """
    return exam_task(Asked(Path(path), strategy, Path(prompt) if prompt else None, side, limit))
