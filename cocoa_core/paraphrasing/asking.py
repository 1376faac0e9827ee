"""Asks models that inspect knows to do tasks, several at once; needs the extra `eval`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cocoa_core.errors import CocoaError, one_line
from cocoa_core.paraphrasing.rounds import Task, TaskReply

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Model

_AT_ONCE: Final = 10
"""Tasks that are asked at the same time; as many as inspect has connections to a model by default."""


def ask_models(
    tasks: Sequence[Task],
    name_of: Callable[[Task], str],
    keep: Callable[[Task, TaskReply], None],
    base_url: str | None = None,
) -> None:
    """Asks the model of each task.

    Args:
        name_of: returns the model of a task, as inspect names it.
        keep: is called with each reply as soon as it arrives.
        base_url: the address of one's own server; None for the model's usual one.

    Raises:
        UsageError: a model cannot be used.
        CocoaError: a model gave no reply; this is raised after all other tasks were asked.
    """
    import anyio
    from inspect_ai.model import GenerateConfig

    from cocoa_core.evaluation.models import ModelCall, model_of
    from cocoa_core.evaluation.spending import Budget

    model_call = ModelCall("", base_url, {}, GenerateConfig(), lambda _given_up: None, Budget())
    models = {name: model_of(name, model_call) for name in dict.fromkeys(map(name_of, tasks))}
    errors = anyio.run(_asked, tasks, name_of, models, keep)
    if errors:
        raise CocoaError(
            "a model gave no reply",
            got=f"{one_line(errors[0])}; {len(errors):,} of {len(tasks):,} tasks",
            expected="a reply to each task",
            fix="repeat the call with the same --take FILE: replies that are there are kept in it",
        )


async def _asked(
    tasks: Sequence[Task],
    name_of: Callable[[Task], str],
    models: Mapping[str, Model],
    keep: Callable[[Task, TaskReply], None],
) -> list[Exception]:
    import anyio

    limiter, errors = anyio.Semaphore(_AT_ONCE), list[Exception]()

    async def ask(task: Task) -> None:
        name = name_of(task)
        async with limiter:
            try:
                output = await models[name].generate(_messages(task))
            except Exception as error:
                errors.append(error)
            else:
                keep(task, TaskReply(name, output.completion))

    async with anyio.create_task_group() as group:
        for task in tasks:
            group.start_soon(ask, task)
    return errors


def _messages(task: Task) -> list[ChatMessage]:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser

    kinds = {"user": ChatMessageUser, "assistant": ChatMessageAssistant}
    return [kinds[message["role"]](content=message["content"]) for message in task.messages]
