"""Registers with inspect the task `cocoa/exam` and the models `cocoa/oracle` and others.

inspect loads this module through the entry point group `inspect_ai`; it needs the extra `eval`.
"""

from __future__ import annotations

import site
import sys
from collections.abc import Iterable
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.model import get_model

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.models import set_prices
from cocoa_core.evaluation.provider_messages import for_inspect
from cocoa_core.evaluation.providers import ReferenceModels as ReferenceModels
from cocoa_core.evaluation.spending import read_price
from cocoa_core.evaluation.task import exam_task
from cocoa_core.items import PromptOptions
from cocoa_core.remote import at_hand


def _task_name(module: Path, paths: Iterable[str]) -> str:
    """Returns the name under which inspect lists `cocoa/exam`. inspect puts the name of the package first
    where the module is among the installed ones. In an editable install it looks for a distribution named
    like the package, which ours is not, and adds nothing.
    """
    site_packages = [path for path in paths if "site-packages" in path.lower()]
    packages = (*site.getsitepackages(), site.getusersitepackages(), *site_packages)
    return "exam" if any(map(module.is_relative_to, packages)) else "cocoa/exam"


@task(name=_task_name(Path(__file__), sys.path))
def exam(
    path: str = "",
    strategy: str = "direct",
    prompt: str | None = None,
    side: str | None = None,
    limit: int | None = None,
    family: str | None = None,
    shots: int | None = None,
    demonstrations: str | None = None,
    order: str | None = None,
    delivery: str = "full",
    answering: str | None = None,
    price: object = None,
) -> Task:
    """Returns the task that asks the questions of a data set by one strategy, and scores the answers by
    cocoa.

    Each parameter is an argument of inspect's `-T`, which is why there are so many. inspect reads values as
    YAML, so a folder or side may come as a number. Errors are raised as inspect shows
    them: without a traceback.

    Args:
        path: a folder, or s3://BUCKET/FOLDER, that `cocoa generate` wrote.
        strategy: direct, cot-full, cot-partial or l2m.
        prompt: a template file in place of the shipped one.
        side: the side to ask about, of a data set with sides; None for all.
        limit: the largest number of questions, from the first on; None for all.
        family: the name of the family, where it is none of cocoa's own.
        shots: the number of examples to show; None for as many as the strategy has.
        demonstrations: how examples are chosen by what questions are composed of.
        order: how the examples are ordered.
        delivery: full, concat or turns.
        answering: when the model answers in a conversation of several turns: free, end or each.
        price: dollars for a million tokens of the model, read and written: 0.15,0.6.
    """
    with for_inspect():
        if path == "":
            raise UsageError(
                "the task has to know the data set",
                got="no task argument `path`",
                expected="a folder that `cocoa generate` wrote",
                fix="add -T path=FOLDER",
            )
        if price is not None:
            set_prices([str(get_model())], *read_price(price))
        options = PromptOptions(
            side=_text(side),
            limit=limit,
            family=_text(family),
            strategy=str(strategy),
            prompt=None if prompt is None else Path(str(prompt)),
            shots=shots,
            demonstrations=_text(demonstrations),
            order=_text(order),
            delivery=str(delivery),
            answering=_text(answering),
        )
        with at_hand(str(path)) as folder:
            return exam_task(folder, options)


def _text(value: str | None) -> str | None:
    return None if value is None else str(value)
