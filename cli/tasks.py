"""What inspect finds under the name `cocoa`: the task `cocoa/exam` and the models `cocoa/oracle` and others.

Loaded through the entry point group `inspect_ai`; needs the extra `eval`.
"""

from __future__ import annotations

import site
import sys
from collections.abc import Iterable
from pathlib import Path

from inspect_ai import Task, task

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.complaints import for_inspect
from cocoa_core.evaluation.providers import ReferenceModels
from cocoa_core.evaluation.task import Asked, exam_task

__all__ = ["ReferenceModels", "exam"]


def _task_name(module: Path, paths: Iterable[str]) -> str:
    """The name to register under, so that inspect lists `cocoa/exam`; paths: where modules are looked for.

    inspect puts the package before a task's name where the module lies among the installed ones; in an
    editable install it looks for a distribution named like the package, which ours is not, and adds nothing.
    """
    others = [path for path in paths if "site-packages" in path.lower()]
    packages = (*site.getsitepackages(), site.getusersitepackages(), *others)
    return "exam" if any(map(module.is_relative_to, packages)) else "cocoa/exam"


@task(name=_task_name(Path(__file__), sys.path))
def exam(
    path: str = "",
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

    inspect reads values as YAML, so a folder or side may come as a number. Errors are raised as inspect shows
    them: without a traceback.
    """
    with for_inspect():
        if path == "":
            raise UsageError(
                "the task has to know the data set",
                got="no task argument `path`",
                expected="a folder that `cocoa generate` wrote",
                fix="add -T path=FOLDER",
            )
        return exam_task(
            Asked(
                path=Path(str(path)),
                strategy=str(strategy),
                prompt=Path(str(prompt)) if prompt is not None else None,
                side=str(side) if side is not None else None,
                limit=limit,
            )
        )
