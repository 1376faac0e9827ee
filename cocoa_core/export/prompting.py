"""The prompts of an export: those of `cocoa evaluate`."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from cocoa_core.evaluation.conversations import Prompter
from cocoa_core.evaluation.strategies import Strategy, strategy_named
from cocoa_core.evaluation.templates import Template, load_template, read_template
from cocoa_core.evaluation.worked_examples import example_pool
from cocoa_core.export.job import Job, Split

__all__ = ["DIRECT", "direct_prompter", "prompter_of", "strategy_of"]

DIRECT: Final = "direct"
_EXPLAINED: Final = "explained.txt"


def strategy_of(job: Job) -> Strategy:
    """The strategy asked for, `direct` where none is; UsageError for an unknown one."""
    return strategy_named(job.asked.strategy or DIRECT)


def prompter_of(job: Job, split: Split) -> Prompter:
    """The prompter for a split. Raises UsageError as `load_template`."""
    strategy = strategy_of(job)
    return _prompter(job, split, strategy, _template(job, strategy))


def direct_prompter(job: Job, split: Split) -> Prompter:
    """The prompter that asks for the answer alone, with the shipped text."""
    strategy = strategy_named(DIRECT)
    return _prompter(job, split, strategy, load_template(strategy))


def _prompter(job: Job, split: Split, strategy: Strategy, template: Template) -> Prompter:
    return Prompter(strategy, template, job.domain, example_pool(job.dataset, job.domain, split.side))


def _template(job: Job, strategy: Strategy) -> Template:
    """With explanations, `direct` has a text of its own: the shipped one asks for none."""
    if job.asked.explain and job.asked.prompt is None and strategy.name == DIRECT:
        text = files("cocoa_core.export").joinpath("prompts", _EXPLAINED).read_text(encoding="utf-8")
        return read_template(text, _EXPLAINED, strategy)
    return load_template(strategy, job.asked.prompt)
