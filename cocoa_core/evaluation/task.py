"""The inspect task: a data set asked by one strategy."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen
from inspect_ai import Task
from inspect_ai.model import ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver

from cocoa_core.evaluation.conversations import Prompter
from cocoa_core.evaluation.samples import TURNS, samples_of
from cocoa_core.evaluation.scoring import named_option
from cocoa_core.evaluation.strategies import strategy_named
from cocoa_core.evaluation.templates import load_template
from cocoa_core.evaluation.unanswered import unanswered
from cocoa_core.evaluation.worked_examples import example_pool
from cocoa_core.records.dataset import Dataset, read_dataset
from cocoa_core.records.definition import domain_of
from cocoa_core.records.manifest import Manifest
from cocoa_core.seeds import digest_of

__all__ = ["Asked", "converse", "exam_task", "prompter_of"]


@frozen
class Asked:
    """What is asked. prompt: a user's template, None for the shipped one. side, limit: None for all."""

    path: Path
    strategy: str = "direct"
    prompt: Path | None = None
    side: str | None = None
    limit: int | None = None


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
    dataset = read_dataset(asked.path)
    prompter = prompter_of(dataset, asked)
    manifest = dataset.manifest
    return Task(
        dataset=samples_of(dataset, prompter, asked.side, asked.limit),
        solver=converse(),
        scorer=named_option(),
        name="exam",
        version=_version(manifest, prompter.template.digest()),
        metadata={
            "dataset": dataset.folder.resolve().name,
            "domain": manifest.domain.name,
            "digest": manifest.domain.digest,
            "strategy": asked.strategy,
            "side": asked.side,
            "prompt": prompter.template.digest(),
        },
    )


def prompter_of(dataset: Dataset, asked: Asked) -> Prompter:
    """What turns questions of the data set into prompts. Raises as `exam_task`."""
    strategy = strategy_named(asked.strategy)
    template = load_template(strategy, asked.prompt)
    domain = domain_of(dataset)
    return Prompter(strategy, template, domain, example_pool(dataset, domain, asked.side))


def _version(manifest: Manifest, prompt: str) -> str:
    """Of where the questions come from and how they are asked; not of how many there are, which may grow."""
    settings = repr(sorted((key, repr(value)) for key, value in manifest.settings.items()))
    origin = digest_of(manifest.domain.digest, manifest.seed, settings, manifest.cocoa_version)
    return f"{origin.hex()[:12]}-{prompt}"
