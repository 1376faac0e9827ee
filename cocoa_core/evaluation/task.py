"""Makes the inspect task: a data set asked by one strategy, turn by turn, and scored by its family."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Final, cast

from inspect_ai import Task
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver

from cocoa_core.evaluation.interrupts import asking
from cocoa_core.evaluation.samples import TURNS, samples_of
from cocoa_core.evaluation.scoring import TOOL_CALLS, ByFamily, by_family, remember
from cocoa_core.evaluation.spending import tokens_of
from cocoa_core.evaluation.unanswered import unanswered
from cocoa_core.items import ANSWERING, Delivered, PromptOptions, read_dataset

ITEM_TOKENS: Final = 1_000_000
"""Tokens read and written for one item, after which it is asked no further turn. The longest conversations of
`l2m` in the shipped domains, of five turns, take 8,000 tokens, and 170,000 with 32,000 of thinking in each
turn.
"""
AFTER_ITEM: Final[ContextVar[Callable[[], None]]] = ContextVar("AFTER_ITEM", default=lambda: None)
"""What is called after each item that was asked."""


@solver
def converse() -> Solver:
    """Returns the solver that asks the first message, then every further turn, with the model's answers left
    in the conversation.

    What an item may take is bounded: as many messages as there are turns, and no further turn once the item
    took `ITEM_TOKENS`. No tools are offered, so a reply that asks for some is read as the text that it has.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        turns = state.metadata.get(TURNS, ())
        state.message_limit = len(state.messages) + 1 + 2 * len(turns)
        state = await _answered(state, generate)
        tokens = tokens_of(state.output, state.messages).total
        for turn in turns:
            if state.completed or tokens >= ITEM_TOKENS:
                break
            state.messages.append(ChatMessageUser(content=turn))
            state = await _answered(state, generate)
            tokens += tokens_of(state.output, state.messages).total
        AFTER_ITEM.get()()
        return state

    return solve


async def _answered(state: TaskState, generate: Generate) -> TaskState:
    """Returns the state with the model's next message; raises UnansweredError where there is none."""
    try:
        with asking():
            state = await generate(state, tool_calls="none")
    except Exception as error:
        reason = unanswered(error)
        if reason is None:
            raise
        raise reason from None  # inspect renders the traceback: 0.27 s of CPU with the cause
    message = state.messages[-1]
    if isinstance(message, ChatMessageAssistant) and message.tool_calls:
        state.store.set(TOOL_CALLS, state.store.get(TOOL_CALLS, 0) + 1)
        # servers refuse a conversation in which a call has no result
        state.messages[-1] = message.model_copy(update={"tool_calls": None})
    return state


def exam_task(path: Path, exam: PromptOptions) -> Task:
    """Returns the task, with its samples.

    Its version changes with the questions' origin and with the prompt, so a log of one version is never
    resumed for another.

    Raises:
        UsageError: a strategy, side or delivery is unknown, the prompt file lacks something, there is no
            question to ask, or examples are asked for in a family that has none.
        FindingsError: the data set cannot be read.
        DomainError: the domain of the data set cannot be read.
    """
    dataset = read_dataset(path, exam.family)
    family, manifest = dataset.family, dataset.manifest
    remember(family)
    strategy = exam.strategy or next(iter(family.strategies))
    delivered = Delivered(strategy, exam.delivery, exam.answering or next(iter(ANSWERING)))
    prompter = exam.prompter(dataset, exam.side)
    shots = getattr(prompter, "shots", None)
    scorer = by_family(str(path), exam.family)
    records = cast("ByFamily", scorer).records
    return Task(
        dataset=samples_of(dataset, prompter, delivered, exam.side, exam.limit, records),
        solver=converse(),
        scorer=scorer,
        name="exam",
        version=f"{manifest.origin}-{prompter.digest}",
        metadata={
            "dataset": dataset.folder.resolve().name,
            "family": family.name,
            "domain": "" if manifest.domain is None else manifest.domain.name,
            "digest": "" if manifest.domain is None else manifest.domain.digest,
            "strategy": delivered.label,
            "delivery": delivered.delivery,
            "answering": delivered.answering,
            "side": exam.side,
            "shots": shots or 0,
            "demonstrations": exam.demonstrations,
            "order": exam.order,
            "prompt": prompter.digest,
            "reader": family.reader,
        },
    )
