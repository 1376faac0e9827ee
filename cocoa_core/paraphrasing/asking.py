"""Tasks asked at once, of models that inspect knows; needs the extra `eval`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cocoa_core.errors import CocoaError, one_line
from cocoa_core.paraphrasing.rounds import Reply, Task

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Model

__all__ = ["ask_models"]

_AT_ONCE: Final = 10
"""Tasks under way together; inspect has as many connections to a model where nothing is said."""


def ask_models(
    tasks: Sequence[Task],
    name_of: Callable[[Task], str],
    keep: Callable[[Task, Reply], None],
    base_url: str | None = None,
) -> None:
    """Asks each task of the model that it is for.

    Args:
        name_of: the model of a task, as inspect names it.
        keep: called with each reply as soon as it is there.
        base_url: of a server of one's own.

    Raises:
        UsageError: a model that cannot be used.
        CocoaError: after all others were asked; one gave no reply.
    """
    import anyio
    from inspect_ai.model import GenerateConfig

    from cocoa_core.evaluation.models import ModelCall, model_of
    from cocoa_core.evaluation.spending import Budget

    how = ModelCall("", base_url, {}, GenerateConfig(), lambda _given_up: None, Budget())
    models = {name: model_of(name, how) for name in dict.fromkeys(map(name_of, tasks))}
    lost = anyio.run(_asked, tasks, name_of, models, keep)
    if lost:
        raise CocoaError(
            "a model gave no reply",
            got=f"{one_line(lost[0])}; {len(lost):,} of {len(tasks):,} tasks",
            expected="a reply to each task",
            fix="repeat the call with the same --take FILE: replies that are there are kept in it",
        )


async def _asked(
    tasks: Sequence[Task],
    name_of: Callable[[Task], str],
    models: Mapping[str, Model],
    keep: Callable[[Task, Reply], None],
) -> list[Exception]:
    import anyio

    gate, lost = anyio.Semaphore(_AT_ONCE), list[Exception]()

    async def ask(task: Task) -> None:
        name = name_of(task)
        async with gate:
            try:
                output = await models[name].generate(_messages(task))
            except Exception as error:
                lost.append(error)
            else:
                keep(task, Reply(name, output.completion))

    async with anyio.create_task_group() as group:
        for task in tasks:
            group.start_soon(ask, task)
    return lost


def _messages(task: Task) -> list[ChatMessage]:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser

    kinds = {"user": ChatMessageUser, "assistant": ChatMessageAssistant}
    return [kinds[message["role"]](content=message["content"]) for message in task.messages]
