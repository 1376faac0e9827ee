"""Brings tasks to models, and their replies back: through files, a task or reply on each line, or by asking
models that inspect knows, several at once, which needs the extra `eval`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import CocoaError, Place, UsageError, one_line
from cocoa_core.paraphrasing.rounds import Task, TaskReply

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Model

_LARGEST: Final = 2_000_000_000
"""Bytes of a file of replies: a million of them with 2,000 characters each."""
_FORM: Final = '{"id": the id of a task, "reply": what the model said, "model": its name} on each line'


def write_tasks(path: Path, tasks: Iterable[Task]) -> None:
    """Writes tasks to a file, completely or not at all."""
    lines = [json.dumps(task.to_json(), ensure_ascii=False) for task in tasks]
    write_whole(path, "".join(f"{line}\n" for line in lines).encode())


def reply_line(task: str, reply: TaskReply) -> str:
    """Returns the line of a reply in a file."""
    return json.dumps({"id": task, "reply": reply.text, "model": reply.model}, ensure_ascii=False)


def read_replies(paths: Sequence[Path]) -> dict[str, TaskReply]:
    """Returns the replies in some files by the ids of their tasks.

    Raises:
        UsageError: there is no such file, or it is too large.
        CocoaError: a line is no reply, or differs from an earlier reply to the same task.
    """
    result: dict[str, TaskReply] = {}
    for path in paths:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            raise UsageError("there is no such file of replies", got=str(path), expected=_FORM)
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                task, reply = _read(line, Place(str(path), number))
                if result.setdefault(task, reply) != reply:
                    raise CocoaError(
                        "two replies to one task differ",
                        got=one_line(reply.text),
                        expected="one reply to each task",
                        fix="keep one of them",
                        place=Place(str(path), number),
                    )
    return result


def _read(line: bytes, place: Place) -> tuple[str, TaskReply]:
    try:
        data: Any = json.loads(line)
        texts = [data["id"], data["model"], data["reply"]]
        if not all(isinstance(text, str) for text in texts):
            raise ValueError("a part that is no text")
        for text in texts:
            text.encode()  # a lone surrogate could not be written into a record
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        got = f"no {error}" if isinstance(error, KeyError) else one_line(error)
        raise CocoaError("a line is no reply", got=got, expected=_FORM, place=place) from None
    return texts[0], TaskReply(texts[1], texts[2])


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

    model_call = ModelCall(settings=GenerateConfig(), base_url=base_url)
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
