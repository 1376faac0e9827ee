"""The inspect task: a data set asked by one strategy."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen
from inspect_ai import Task
from inspect_ai.model import ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.interrupts import asking
from cocoa_core.evaluation.samples import TURNS, samples_of
from cocoa_core.evaluation.scoring import by_family, remember
from cocoa_core.evaluation.unanswered import unanswered
from cocoa_core.items import Prompting, read_dataset

__all__ = ["Asked", "converse", "exam_task"]


@frozen
class Asked:
    """What is asked.

    strategy: None for the family's first. prompt: a user's template, None for the shipped one. side, limit:
    None for all. family: its name, where it is none of cocoa's own. shots: how many examples to show, None
    for
    as many as the strategy has. demonstrations, order: how these are chosen and ordered, None for neither.
    """

    path: Path
    strategy: str | None = None
    prompt: Path | None = None
    side: str | None = None
    limit: int | None = None
    family: str | None = None
    shots: int | None = None
    demonstrations: str | None = None
    order: str | None = None


@solver
def converse() -> Solver:
    """Ask the first message, then every further turn, with the model's answers left in the conversation."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state = await _answered(state, generate)
        for turn in state.metadata.get(TURNS, ()):
            if state.completed:
                break
            state.messages.append(ChatMessageUser(content=turn))
            state = await _answered(state, generate)
        return state

    return solve


async def _answered(state: TaskState, generate: Generate) -> TaskState:
    """The state with the model's next message; UnansweredError in place of errors that say little."""
    try:
        with asking():
            return await generate(state)
    except Exception as error:
        reason = unanswered(error)
        if reason is None:
            raise
        raise reason from error


def exam_task(asked: Asked) -> Task:
    """The task, with its samples. Its version changes with the questions' origin and with the prompt.

    So a log of one version is never taken up again for another. Raises UsageError for an unknown strategy or
    side, a prompt file that lacks something and a folder without questions; FindingsError and DomainError
    where the data set cannot be read.
    """
    dataset = read_dataset(asked.path, asked.family)
    family, manifest = dataset.family, dataset.manifest
    remember(family)
    strategy = asked.strategy or next(iter(family.strategies))
    how = Prompting(
        strategy=strategy,
        prompt=asked.prompt,
        side=asked.side,
        shots=asked.shots,
        demonstrations=asked.demonstrations,
        order=asked.order,
    )
    prompter = family.prompter(dataset, how)
    shots = getattr(prompter, "shots", None)
    if (asked.shots or asked.demonstrations or asked.order) and shots is None:
        raise UsageError(
            "this family has no examples to show",
            got=f"examples asked for {family.name}",
            expected="no --shots, --demonstrations or --order",
        )
    return Task(
        dataset=samples_of(dataset, prompter, strategy, asked.side, asked.limit),
        solver=converse(),
        scorer=by_family(),
        name="exam",
        version=f"{manifest.origin}-{prompter.digest}",
        metadata={
            "dataset": dataset.folder.resolve().name,
            "family": family.name,
            "domain": "" if manifest.domain is None else manifest.domain.name,
            "digest": "" if manifest.domain is None else manifest.domain.digest,
            "strategy": strategy,
            "side": asked.side,
            "shots": shots or 0,
            "demonstrations": asked.demonstrations,
            "order": asked.order,
            "prompt": prompter.digest,
            "reader": family.reader,
        },
    )
